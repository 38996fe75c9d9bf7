public import DaybookCore
public import DaybookExchange

extension Hledger {
    /// The budget in one currency as virtual postings, beside the transactions of the book: each envelope is an account below
    /// `budget:`, what is to budget is `budget:pool`, what is held `budget:held`, and what is set aside for a card is below
    /// `budget:cards:`. So `hledger balance -H -M budget` says what is left at the end of each month.
    ///
    /// - Parameters:
    ///   - rows: those of the sheet.
    ///   - names: those of the accounts.
    public func write(
        _ sheet: BudgetSheet, _ rows: [BudgetRow], _ names: [EntityID: String], to output: inout [UInt8]
    ) {
        let plan = sheet.plan
        let (pool, held) = (account(["budget", "pool"]), account(["budget", "held"]))
        var accounts: [EntityID: String] = [:]
        var taken: Set<String> = [pool, held]
        for (id, path) in plan.envelopes.map({ ($0.id, ["budget", $0.name]) })
            + plan.cards.map({ ($0, ["budget", "cards", names[$0] ?? ""]) })
        {
            var (name, number) = (account(path), 1)
            while !taken.insert(name).inserted {
                number += 1
                name = account(path.dropLast() + ["\(path.last ?? "") \(number)"])
            }
            accounts[id] = name
        }
        func name(of id: EntityID?) -> String { plan.place(id).flatMap { accounts[$0] } ?? pool }
        let periods = plan.periods
        var numbers = rows.compactMap(\.day).map { periods.number(of: $0) }
        numbers += plan.cells.map { periods.number(of: $0.day) } + plan.carries.map { periods.number(of: $0.day) }
        numbers += plan.moves.flatMap { [periods.number(of: $0.day), periods.number(of: $0.toDay)] }
        guard let first = numbers.min() else { return }
        func write(_ day: CivilDate, _ note: String, _ postings: [(account: String, sum: Sum)]) {
            let counted = postings.filter { $0.sum.coefficient != 0 }
            guard !counted.isEmpty else { return }
            var text = "\(day.text) \(note)\n"
            for posting in counted { text += "    (\(posting.account))  \(posting.sum.number) \(plan.currency.code)\n" }
            output += (text + "\n").utf8
        }
        for cell in plan.cells where plan.place(cell.envelope) != nil {
            let sum = cell.assigned.sum
            write(cell.day, "assigned", [(name(of: cell.envelope), sum), (pool, sum.negated)])
        }
        for move in plan.moves {
            let sum = Sum(move.amount)
            let isLater = periods.number(of: move.day) != periods.number(of: move.toDay)
            write(move.day, "moved", [(name(of: move.from), sum.negated), (isLater ? held : name(of: move.to), sum)])
            if isLater { write(move.toDay, "moved", [(held, sum.negated), (name(of: move.to), sum)]) }
        }
        for row in rows {
            let day = row.day ?? periods.start(of: first)
            let card = row.card.flatMap { plan.cards.contains($0) ? accounts[$0] : nil }
            switch row.role {
            case .payment: if let card { write(day, "paid", [(card, row.sum.negated)]) }
            // The sheet says how much of it the envelope had.
            case .spending where plan.place(row.envelope) != nil:
                write(day, "spent", [(name(of: row.envelope), row.sum)])
            case .opening where card != nil && row.sum.coefficient < 0: break
            case .spending, .income, .exchange, .opening:
                write(day, "pool", [(pool, row.sum)])
                // Of a day it is among what is set aside in its period.
                if row.day == nil, let card { write(day, "set aside", [(card, row.sum.negated)]) }
            }
        }
        // The end of a period changes envelopes, on its last day and on the first one behind it.
        for period in Set(numbers).sorted() {
            let (page, next) = (sheet.page(of: period), sheet.page(of: period + 1))
            write(periods.end(of: period), "set aside", page.cards.map { (name(of: $0.card), $0.funded) })
            var postings = zip(page.lines, next.lines).flatMap { line, after in
                line.left == after.before
                    ? [] : [(name(of: line.envelope), after.before), (name(of: line.envelope), line.left.negated)]
            }
            postings += [(pool, next.returned), (pool, next.over.negated)]
            write(periods.start(of: period + 1), "carried over", postings)
        }
    }
}
