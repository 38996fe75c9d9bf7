import Foundation
import Load

extension DaybookBenchmarks {
    /// What files of banks take: a large one into a new book, and a month's into a book of 200,000 entries in 12 accounts.
    static func importResults(in folder: URL, _ size: Size) throws -> [Measured] {
        let large = folder.appending(path: "large.ofx")
        try Data(statement(size.count(100_000), from: 0).utf8).write(to: large)
        let fresh = folder.appending(path: "fresh.sqlite").path
        let whole = try Server.seconds(of: [Server.daybook, "import", large.path, "--book", fresh])

        let all = folder.appending(path: "all.csv")
        try Data(ManyEntries.csv(size.count(200_000)).utf8).write(to: all)
        let book = folder.appending(path: "accounts.sqlite").path
        let empty = folder.appending(path: "none.sqlite").path
        _ = try Server.seconds(of: [Server.daybook, "import", all.path, "--book", book])
        _ = try Server.seconds(of: [Server.daybook, "add", "No money", "--book", empty])
        let rounds = size.rounds(9)
        var months: [Double] = []
        var balances: [[Double]] = [[], []]
        for round in 0...rounds {
            let month = folder.appending(path: "month.ofx")
            try Data(statement(100, from: 1_000_000 + round * 100).utf8).write(to: month)
            let time = try Server.seconds(
                of: [Server.daybook, "import", month.path, "--account", "Account 3", "--book", book])
            if round > 0 { months.append(time * 1_000) }
            for (index, path) in [book, empty].enumerated() {
                let time = try Server.seconds(of: [Server.daybook, "money-account", "--book", path]) * 1_000
                if round > 0 { balances[index].append(time) }
            }
        }
        let balance = zip(balances[0], balances[1]).map { $0 - $1 }.median
        let series = folder.appending(path: "series.json")
        try Data(bills(size.count(300)).utf8).write(to: series)
        for path in [book, empty] {
            for words in [["add", "Bills", "--currency", "USD"], ["default", "Bills"]] {
                _ = try Server.seconds(of: [Server.daybook, "money-account"] + words + ["--book", path])
            }
        }
        _ = try Server.seconds(of: [Server.daybook, "import", series.path, "--book", book])
        let last = Date().addingTimeInterval(730 * 86_400).formatted(.iso8601.year().month().day())
        var coming: [[Double]] = [[], []]
        for round in 0...rounds {
            for (index, path) in [book, empty].enumerated() {
                let time =
                    try Server.seconds(
                        of: [Server.daybook, "forecast", "Bills", "--through", last, "--json", "--book", path]) * 1_000
                if round > 0 { coming[index].append(time) }
            }
        }
        let forecast = zip(coming[0], coming[1]).map { $0 - $1 }.median
        func result(_ name: String, _ measured: Double, _ limit: Double) -> Measured {
            Measured(name: name, measured: measured, unit: "ms", ratio: measured / limit, limit: .within(limit))
        }
        return [
            result("daybook import of 100,000 rows of a bank", whole * 1_000, 20_000),
            result("a month's file into a book of 200,000 entries in 12 accounts", months.median, 500),
            result("all balances of that book: daybook money-account less that of an empty one", balance, 20),
            result(
                "24 months ahead of 300 series in that book: daybook forecast less that of an empty one", forecast, 30),
        ]
    }

    /// To-dos that come again every month, or every some days.
    private static func bills(_ count: Int) -> String {
        let day = Date().addingTimeInterval(86_400).formatted(.iso8601.year().month().day())
        let bills = (0..<count).map { number in
            let rule = number % 3 == 0 ? "FREQ=DAILY;INTERVAL=\(20 + number % 20)" : "FREQ=MONTHLY"
            return #"{"title":"Bill \#(number)","amount":"\#(number % 90 + 1).50","currency":"USD","due":"\#(day)","#
                + #""repeat":"\#(rule)","repeatMode":"every"}"#
        }
        return "[" + bills.joined(separator: ",") + "]"
    }

    private static func statement(_ count: Int, from first: Int) -> String {
        var text = "<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>4711</BANKACCTFROM>\n"
        for number in first..<first + count {
            let day = String(format: "2026%02d%02d", number / 28 % 12 + 1, number % 28 + 1)
            text += "<STMTTRN><DTPOSTED>\(day)<TRNAMT>-\(number % 977 + 1).\(number % 10)<FITID>f\(number)"
            text += "<NAME>Shop \(number % 50)<MEMO>Card payment \(number)</STMTTRN>\n"
        }
        return text + "</STMTRS></OFX>\n"
    }
}
