public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The open to-dos that come again and cost something, with their numbers, the dearest in a year first.
    public func bills(on today: CivilDate) throws -> [(number: Int64, bill: Bill)] {
        let rows = try upcoming()
        let numbers = Dictionary(rows.map { ($0.todo.id, $0.number) }) { first, _ in first }
        let items = try forecastItems(balances(on: today), [], from: today, through: today.adding(days: 364)).items
        return try Bill.all(rows.map(\.todo), items).map { (numbers[$0.todo.id] ?? 0, $0) }
    }

    /// Rows that come again, and that nobody accepted or refused as yet.
    public func billProposals(on today: CivilDate) throws -> [BillProposal] {
        var filter = EntryFilter()
        (filter.from, filter.through) = (today.adding(days: -BillProposal.reach), today)
        var entries: [Entry] = []
        try forEachEntry(filter) { if $0.entry.todo == nil { entries.append($0.entry) } }
        let names = PayeeNames(try all(Payee.self).map(\.item))
        return try BillProposal.all(
            entries, names,
            isAnswered: { id throws(any Error) in
                try row(id) != nil || record(BillProposal.refusal(of: id))[.refused]?.value == [1]
            }, today)
    }
}

extension BookTransaction {
    /// Makes the to-do that a proposal is of.
    @discardableResult
    public func accept(_ proposal: BillProposal) throws -> TodoRow {
        try carryOut(.add(.todo, proposal.id, proposal.draft))
        guard let row = try reader.row(proposal.id) else { throw ItemError.notFound(.todo, proposal.id) }
        return row
    }

    /// Has a proposal never be made again, on any device.
    public func refuse(_ proposal: BillProposal) throws { try perform { [proposal.refused($0)] } }
}

extension BillProposal {
    /// For programs.
    public static func json(_ all: [BillProposal]) -> JSONWriter {
        .objects(all) { proposal, json in
            json.members([
                "id": proposal.id.text, "payee": proposal.payee, "kind": "\(proposal.kind)",
                "amount": proposal.amount.number, "currency": proposal.amount.currency.code,
                "estimate": Todo.estimates[proposal.isAbout ? 1 : 0], "account": proposal.account?.text,
                "repeat": proposal.rule, "due": proposal.due.text,
            ])
            json.member("days", proposal.days.map(\.text))
        }
    }
}

extension Bill {
    /// For programs.
    public static func json(_ all: [Bill]) -> JSONWriter {
        .objects(all) { bill, json in
            json.members([
                "id": bill.todo.id.text, "title": bill.todo.title, "amount": bill.todo.amount?.number,
                "currency": bill.year.currency.code, "repeat": bill.todo.rule?.text, "due": bill.todo.due?.text,
                "year": bill.year.number,
            ])
            json.member("count", bill.count)
        }
    }
}
