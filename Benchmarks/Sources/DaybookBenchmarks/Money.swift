import Foundation
import Load

extension DaybookBenchmarks {
    /// What a book of 100,000 entries of three years, in four currencies, takes on the command line.
    static func moneyResults(in folder: URL, _ size: Size, rounds: Int) throws -> [Measured] {
        let book = folder.appending(path: "money.sqlite").path
        let empty = folder.appending(path: "empty.sqlite").path
        let file = folder.appending(path: "entries.csv")
        try Data(entries(size.count(100_000)).utf8).write(to: file)
        _ = try Server.seconds(of: [Server.daybook, "import", file.path, "--book", book])
        _ = try Server.seconds(of: [Server.daybook, "add", "No money", "--book", empty])

        let month = ["--from", "2026-05-01", "--through", "2026-05-31"]
        let commands = [
            [Server.daybook, "entries", "--book", book], [Server.daybook, "report", "--book", book],
            [Server.daybook, "report", "--book", book] + month, [Server.daybook, "report", "--book", empty] + month,
        ]
        var first: [Double] = []
        var times: [[Double]] = [[], [], [], []]
        for round in 0...rounds * 3 {
            let start = try Server.secondsToFirstByte(of: commands[0]) * 1_000
            if round > 0 { first.append(start) }
            for (index, command) in commands.enumerated() {
                let time = try Server.seconds(of: command) * 1_000
                if round > 0 { times[index].append(time) }
            }
        }
        let sums = zip(times[2], times[3]).map { $0 - $1 }.median
        func result(_ name: String, _ measured: Double, _ base: Double, _ limit: Double) -> Measured {
            Measured(
                name: name, measured: measured, base: base, unit: "ms", ratio: measured / base, limit: .within(limit))
        }
        return [
            result(
                "daybook entries opens a list of 100,000 (its first lines), beside all of it", first.median,
                times[0].median, 200),
            result("daybook report of 100,000 entries, beside one of none", times[1].median, times[3].median, 150),
            result(
                "a month's sums of 100,000 entries: report of the month less one of none", sums, times[3].median, 5),
        ]
    }

    private static func entries(_ count: Int) -> String {
        let currencies = ["EUR", "USD", "TWD", "JPY"]
        let tags = ["food", "home", "bus", "gift", "work"]
        var text = "day,kind,amount,currency,note,place,tags\n"
        for number in 0..<count {
            let (year, rest) = (2024 + number * 3 / count, number * 3 % count * 336 / count)
            let day = String(format: "%d-%02d-%02d", year, rest / 28 + 1, rest % 28 + 1)
            let kind = number % 9 == 0 ? "unsorted" : number % 7 == 0 ? "income" : "expense"
            text += "\(day),\(kind),\(number % 977 + 1).\(number % 10),\(currencies[number % 4]),entry \(number),"
            text += "Taipei,\"\(tags[number % 5]),\(tags[number % 3])\"\n"
        }
        return text
    }
}
