import DaybookCore

/// Gives the rows of a file their ids, one after the other.
///
/// An id is made of the account, the day and the amount, of what the bank calls the row, or else of its text, and of how
/// many rows before it were equal in all that. So a name that a bank gives to several rows does no harm, and two files
/// that share a day agree on its rows, as long as each has the whole day.
struct BankRowIDs {
    private var seen: Set<EntityID> = []
    /// How often one came that came again.
    private var counts: [EntityID: Int] = [:]

    mutating func next(_ row: BankRow, _ account: String) -> EntityID {
        let first = Self.id(row, account, 0)
        if seen.insert(first).inserted { return first }
        let occurrence = counts[first, default: 1]
        counts[first] = occurrence + 1
        return occurrence == 0 ? first : Self.id(row, account, occurrence)
    }

    private static func id(_ row: BankRow, _ account: String, _ occurrence: Int) -> EntityID {
        let currency = row.isUsual ? "" : row.amount.currency.code
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(occurrence))
        for text in [
            account.uppercased().filter { !$0.isWhitespace }, row.day.text, row.kind.name, row.amount.number, currency,
            row.bankID, row.bankID.isEmpty ? row.identity.isEmpty ? row.note : row.identity : "",
        ] {
            bytes.append(varint: UInt64(text.utf8.count))
            bytes += text.utf8
        }
        return EntityID(derivedFrom: bytes, for: "row of a bank")
    }
}
