import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

extension Output {
    /// The sheet of a period: what is to budget and what it is made of, then a line for each envelope and each card.
    ///
    /// - Parameters:
    ///   - names: those of the accounts.
    ///   - bills: see `Target.bills`.
    mutating func append(
        _ sheet: BudgetSheet, _ period: Int64, _ names: [EntityID: String], _ bills: (Envelope) -> [Target.Bill]
    ) throws {
        let (plan, page) = (sheet.plan, sheet.page(of: period))
        append("Budget of \(plan.periods.label(period)) in \(plan.currency.code)\n")
        let parts: [(String, Sum)] = [
            ("from before", page.before), ("came in", page.income), ("exchanged", page.exchanged),
            ("given back", page.returned), ("overspent before", page.over.negated), ("in no envelope", page.rest),
            ("assigned", page.assigned.negated), ("held", page.held.negated),
        ]
        let shown = parts.filter { $0.1.coefficient != 0 } + [("To budget", page.toBudget)]
        append(table: shown.map { [$0.0, $0.1.shown] })
        if page.lines.isEmpty {
            append("There are no envelopes. To create one, run: daybook envelopes add Food --tag food\n")
        } else {
            append("\n")
            append(table: try [["", "before", "assigned", "spent", "left", "needs"]] + lines(sheet, page, bills))
        }
        guard !page.cards.isEmpty else { return }
        append("\n")
        append(
            table: [["", "before", "set aside", "assigned", "paid", "left"]]
                + page.cards.map { card in
                    [names[card.card] ?? ""]
                        + [card.before, card.funded, card.assigned, card.paid, card.left].map(\.shown)
                })
    }

    /// The sheets of all currencies, added up in one.
    mutating func append(_ period: Int64, in base: Currency, _ book: BookReader) throws {
        let (rates, today) = (try book.rates(), CivilDate.local())
        let pages = try book.budgetSheets().map { ($0.sheet.page(of: period), $0.sheet.plan.periods.end(of: period)) }
        for (name, sums) in [
            ("to budget", pages.map { [$0.0.toBudget] }), ("left in envelopes", pages.map { $0.0.lines.map(\.left) }),
        ] {
            var (all, worth) = (Sums(), BaseTotals(in: base))
            for sum in sums.joined() { try all.add(sum) }
            try worth.add(all, rates, on: pages.first.map { min($0.1, today) } ?? today)
            append(
                "In \(base.code) \(name): " + (worth.sums.map { $0.balance.text } ?? "? (\(worth.missingText))") + "\n")
        }
    }

    /// A line for each envelope, those under another one behind it. One that has some under it has all of theirs, too.
    private func lines(
        _ sheet: BudgetSheet, _ page: BudgetPage, _ bills: (Envelope) -> [Target.Bill]
    ) throws -> [[String]] {
        let envelopes = sheet.plan.envelopes
        let parents = envelopes.parents
        var lines: [[String]] = []
        func append(_ place: Int, indent: String) throws {
            let (envelope, line) = (envelopes[place], page.lines[place])
            let isIdle = [line.before, line.assigned, line.spent, line.left].allSatisfy { $0.coefficient == 0 }
            let below = envelopes.indices.filter { parents[$0] == place }
            if !envelope.isArchived || !isIdle || !below.isEmpty {
                let need = try sheet.need(of: envelope, in: page.period, bills(envelope))
                let credit = line.credit.coefficient == 0 ? "" : "  \(line.credit.shown) owed on cards"
                lines.append(
                    [indent + envelope.name] + [line.before, line.assigned, line.spent, line.left].map(\.shown) + [
                        (need?.shown ?? "") + credit
                    ])
            }
            for child in below { try append(child, indent: indent + "  ") }
        }
        for place in envelopes.indices where parents[place] == nil { try append(place, indent: "") }
        return lines
    }

    /// The changes that a fill writes, or would write.
    mutating func append(_ fill: BudgetFill, _ plan: BudgetPlan, isWritten: Bool) {
        for line in fill.lines {
            append(terminal: plan.envelopes.first { $0.id == line.envelope }?.name ?? "")
            append(": \(line.old.shown) → \(line.new.text)\n")
        }
        if fill.lines.isEmpty { append("Each envelope has what it needs.") }
        if !fill.lines.isEmpty, !isWritten { append("Nothing was written.") }
        if fill.lines.isEmpty || !isWritten { append(" ") }
        append("To budget: \(fill.toBudget.text)\n")
    }

    /// The parts of the numbers of an envelope in a period; nil for the pool.
    mutating func append(why id: EntityID?, _ period: Int64, _ sheet: BudgetSheet, _ book: BookReader) throws {
        let plan = sheet.plan
        var rows: [[String]] = []
        func place(_ id: EntityID?) throws -> String {
            guard let id = plan.place(id) else { return "pool" }
            return try plan.envelopes.first { $0.id == id }?.name ?? book.account(id)?.name ?? ""
        }
        let page = sheet.page(of: period)
        let line = page.lines.first { $0.envelope == id }
        if let before = line?.before ?? (id == nil ? page.before : nil) { rows.append(["from before", before.shown]) }
        for cell in id.map({ plan.cells(of: $0, in: period) }) ?? [] {
            rows.append(["cell of \(cell.day.text)", cell.assigned.sum.shown])
        }
        for move in plan.moves(of: id, in: period) {
            let isOut = plan.place(move.from) == id && plan.periods.number(of: move.day) == period
            let isHeld = plan.place(move.from) == nil && plan.place(move.to) == nil
            let far = plan.periods.label(plan.periods.number(of: isOut ? move.toDay : move.day))
            let verb = isHeld ? isOut ? "held for " : "held in " : isOut ? "move to " : "move from "
            let other = try isHeld ? far : place(isOut ? move.to : move.from)
            rows.append([
                verb + other + (move.note.isEmpty ? "" : " (\(move.note))"),
                (isOut ? Sum(move.amount).negated : Sum(move.amount)).shown,
            ])
        }
        try book.eachBudgetRow { row in
            guard row.sum.currency == plan.currency, row.role != .payment, let day = row.day,
                plan.periods.number(of: day) == period, row.envelope.flatMap({ plan.place($0) }) == id
            else { return }
            rows.append(["\(day.text)  \(try book.words(of: row))", row.sum.shown])
        }
        if let line {
            rows.append(["left", line.left.shown])
        } else if id == nil {
            rows.append(["to budget", page.toBudget.shown])
        }
        append(table: rows)
    }
}

extension BookReader {
    /// The name by which a person knows a row of the budget.
    fileprivate func words(of row: BudgetRow) throws -> String {
        if let row = try entryRow(row.id) {
            let entry = row.entry
            return "entry \(row.number)" + (entry.note.isEmpty ? "" : "  \(entry.note.excerpt(40))")
        }
        if let row = try transferRow(row.id) { return "transfer t\(row.number)" }
        return try account(row.id).map { "opening of \($0.name)" } ?? ""
    }
}
