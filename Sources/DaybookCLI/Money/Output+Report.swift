import DaybookCore
import DaybookExchange
import DaybookBook

extension Output {
    /// A line for each label and currency: income, expense, balance.
    mutating func append(report lines: [ReportLine]) throws {
        var cells: [[String]] = [["", "income", "expense", "balance", ""]]
        for line in lines {
            let balances = try line.totals.balance.all
            if balances.isEmpty { cells.append([line.label, "", "", "", ""]) }
            for (index, balance) in balances.enumerated() {
                let currency = balance.currency
                cells.append([
                    index == 0 ? line.label : "", line.totals.income[currency]?.shown ?? "",
                    line.totals.expense[currency]?.shown ?? "", balance.shown, currency.code,
                ])
            }
            if let worth = line.worth {
                let sums = worth.sums
                cells.append([
                    "  in all", sums?.income.shown ?? "?", sums?.expense.shown ?? "?", sums?.balance.shown ?? "?",
                    worth.base.code + (sums == nil ? "  (\(worth.missingText))" : ""),
                ])
            }
        }
        append(table: cells, hasRemarks: true)
    }

    /// Bars for each currency, which all have its own scale: `+` for income, `-` for expenses.
    mutating func append(chart lines: [ReportLine]) {
        let labels = lines.map { TerminalText($0.label) }
        let width = labels.map(\.width).max() ?? 0
        let currencies = Set(lines.flatMap { $0.totals.income.all + $0.totals.expense.all }.map(\.currency)).sorted()
        for currency in currencies {
            append("\(currency.code)\n")
            let bars = lines.flatMap { [("+", $0.totals.income[currency]), ("-", $0.totals.expense[currency])] }
            let parts = Sum.parts(bars.map(\.1))
            for (index, label) in labels.enumerated() {
                var label = label
                for place in [2 * index, 2 * index + 1] {
                    let (sign, sum) = bars[place]
                    guard let sum, sum.coefficient != 0 else { continue }
                    append("  ")
                    append(label, left: width + 2)
                    let length = max(1, abs(parts[place]) * 40 / 1_000)
                    append(String(repeating: sign == "+" ? "█" : "░", count: length))
                    append(" \(sign)\(sum.shown)\n")
                    label = TerminalText("")
                }
            }
        }
    }
}
