public import DaybookCore

/// What a column of a CSV of entries means: a member of an entry, or one of these.
public struct EntryColumn: Hashable, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    static let id = EntryColumn("id")
    static let day = EntryColumn("day")
    static let kind = EntryColumn("kind")
    static let amount = EntryColumn("amount")
    static let currency = EntryColumn("currency")
    static let note = EntryColumn("note")
    static let place = EntryColumn("place")
    static let tags = EntryColumn("tags")
    static let createdAt = EntryColumn("createdAt")
    /// What went out, and what came in, where a file has a column for each.
    static let outflow = EntryColumn("outflow")
    static let inflow = EntryColumn("inflow")

    /// A name as it is compared.
    public static func plain(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { !$0.isSpace && $0 != "_" && $0 != "-" }.map { $0 })
    }
}

extension EntryCSV {
    /// Those of the fields that there are.
    public static let columns = columns(Entry.fields)

    static func columns(_ list: FieldList<Entry>) -> FileColumns<Entry> {
        let first: [Field] = [.day, .kind, .amount, .note, .place, .tag, .voice, .todo, .createdAt]
        let specs = first.flatMap { field in list.specs.filter { $0.field == field } }
        return FileColumns(
            specs + list.specs.filter { !first.contains($0.field) }, others: ["outflow", "inflow"],
            // The names that banks and other programs give.
            aliases: [
                "day": "date bookingdate transactiondate posteddate postingdate valuedate",
                "kind": "type", "amount": "value sum", "currency": "currencycode",
                "note": "notes description memo payee", "place": "location",
                "tags": "tag labels category categories", "createdAt": "created",
                "outflow": "debit expense expenses withdrawal withdrawals moneyout paidout spent",
                "inflow": "credit income deposit deposits moneyin paidin received",
            ])
    }
}
