public import DaybookCore
public import DaybookStorage

extension BookReader {
    /// Does the same as `forEachEntry`, of the entries that show a payee, by any of its names.
    public func forEachEntry(
        _ filter: EntryFilter, ofPayee name: String, limit: Int? = nil, _ body: (EntryRow) throws -> Void
    ) throws {
        let names = try payeeNames()
        let wanted = names.meaning(of: name)
        var left = limit ?? .max
        try forEachEntry(filter) { row in
            guard left > 0, names.payee(of: row.entry) == wanted else { return }
            left -= 1
            try body(row)
        }
    }
}

extension BookTransaction {
    /// Makes a payee another name of another one, with all of its other names. What entries say stays.
    public func merge(_ payee: Payee, into other: Payee) throws {
        try carryOut(PayeeNames.merging(payee.id, into: other.id))
    }

    /// Renames a payee. Its old name is another name of it from then on, so that entries that say it show it.
    public func rename(_ payee: Payee, to name: String) throws {
        var random = BookRandom()
        let actions = try reader.payeeNames().renaming(payee, to: name, EntityID(using: &random))
        for action in actions { try carryOut(action) }
    }

    public func add(name: String, of payee: Payee) throws {
        _ = try add(Payee.self, [.title: .text(name), .payeeOf: .entity(payee.id)])
    }

    /// Deletes a payee with its other names, or another name by itself. What entries say stays.
    public func delete(_ payee: Payee) throws {
        for action in try reader.payeeNames().deleting(payee) { try carryOut(action) }
    }
}
