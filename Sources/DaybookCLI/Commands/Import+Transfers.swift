import DaybookCore
import DaybookExchange
import DaybookStorage

extension JSONValue {
    /// Whether it is a transfer among the entries of a file.
    var isTransfer: Bool {
        guard case .object(let members) = self, case .string(let kind)? = members["kind"] else { return false }
        return kind == Transfer.kindName
    }
}

extension Import {
    /// Takes in a transfer of a file of entries.
    ///
    /// - Parameters:
    ///   - accounts: those of the book, which it may name.
    ///   - usual: the currency of an amount that names none, and no account.
    func takeTransfer(
        _ item: JSONValue, into target: Target, among accounts: [MoneyAccount], _ ids: inout ImportedIDs,
        _ summary: inout ImportSummary, _ usual: Currency,
        _ body: (Kind, EntityID, Changes, Recording?, _ isDead: Bool) throws -> Void
    ) throws {
        let json = try item.of(nil, among: accounts).of(nil, among: accounts, member: "toAccount")
        var draft = try TransferInput(json, isNew: true).changes(
            of: nil, usual: { usual }, { id in accounts.first { $0.id == id } })
        guard let legs = draft.legs(changing: nil, today: .local()) else { throw ItemError.noAmount }
        try Changes.checkSides(legs.from, legs.to)
        let id = try ids.next(json, legs.from.bytes + legs.to.bytes + Array(draft.text(.note).utf8))
        let isNew = target.seen.insert(id).inserted
        let isDead = try isNew && target.reader.isDeleted(id)
        if try !isNew || !isDead && target.reader.knows(id) {
            summary.known += 1
            return
        }
        if isDead, !restoreDeleted {
            summary.deleted += 1
            return
        }
        draft.values.fill(.day, .day(legs.from.day))
        if isDead { summary.restored += 1 } else { summary.add(transfer: draft) }
        try body(.transfer, id, draft, nil, isDead)
    }
}
