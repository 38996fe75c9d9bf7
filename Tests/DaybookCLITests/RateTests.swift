import Fixtures
import Foundation
import Testing

/// Rates of exchange, on the command line.
@Suite(.bounded) struct RateTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func write(_ name: String, _ text: String) throws -> String {
        let path = daybook.folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("008.10 A report in one currency stands beside the sums of each, and a missing rate is shown as missing")
    func report() async throws {
        try await daybook.succeed("spend", "10 USD", "--tag", "food", "--on", "2026-11-02")
        try await daybook.succeed("spend", "10 USD", "--tag", "food", "--on", "2026-11-20")
        try await daybook.succeed("earn", "100 CHF", "--on", "2026-11-03")
        try await daybook.succeed("rate", "2026-11-01", "USD", "CHF", "0.5")
        try await daybook.succeed("rate", "2026-11-10", "USD", "CHF", "0.8")
        func report(_ options: String...) async throws -> [String] {
            try await daybook.succeed(["report"] + options).split(separator: "\n").dropFirst()
                .map { String($0).replacing(/\ +/, with: " ") }
        }
        #expect(
            try await report("--in", "CHF")
                == ["2026-11 100.00 100.00 CHF", " 20.00 -20.00 USD", " in all 100.00 13.00 87.00 CHF"])
        #expect(try await report("--in", "CHF", "--rate", "end").last == " in all 100.00 16.00 84.00 CHF")
        #expect(
            try await report("--in", "CHF", "--by", "tag", "--through", "2026-11-30")
                == [
                    "#food 20.00 -20.00 USD", " in all 0.00 13.00 -13.00 CHF", "(no tag) 100.00 100.00 CHF",
                    " in all 100.00 0.00 100.00 CHF",
                ])
        try await daybook.succeed("spend", "7 KWD", "--on", "2026-11-04")
        #expect(
            try await report("--in", "CHF").last == " in all ? ? ? CHF (no rate from KWD to CHF by 2026-11-04)")
        let json = try await daybook.succeed("report", "--in", "CHF", "--json")
        #expect(
            json.contains(
                #"{"label":"2026-11","in":"CHF","income":null,"expense":null,"balance":null,"missing":[{"currency":"KWD","day":"2026-11-04"}]}"#
            ),
            "\(json)")
        #expect(
            try await daybook.succeed("money-account", "--on", "2026-11-03", "--in", "CHF")
                .hasSuffix("In CHF: 95.00 CHF\n"))
        #expect(
            try await daybook.succeed("money-account", "--on", "2026-11-30", "--in", "CHF")
                .hasSuffix("In CHF: ? (no rate from KWD to CHF by 2026-11-30)\n"))
        // What a transfer cost is a rate as well.
        try await daybook.succeed(
            "transfer", "7 KWD", "--from", "KWD", "--to", "CHF", "--to-amount", "21", "--on", "2026-11-04")
        #expect(try await report("--in", "CHF").last == " in all 100.00 34.00 66.00 CHF")
    }

    @Test("008.10 008.11 hledger values a book by the exported rates as the report does, and Beancount reads them")
    func ledgers() async throws {
        var random = SeededRandom(10)
        var lines = ["day,kind,amount,currency,tags"]
        for _ in 0..<60 {
            lines.append(
                "2026-01-0\(1 + random.below(9)),expense,\(1 + random.below(9_000)),"
                    + "\(["USD", "JPY", "EUR", "CHF"][random.below(4)]),\(["food", "home"][random.below(2)])")
        }
        try await daybook.succeed("import", write("many.csv", lines.joined(separator: "\n")))
        var rates = ["date,from,to,rate"]
        for day in 1...9 {
            for code in ["USD", "JPY", "EUR"] where day == 1 || random.chance(40) {
                rates.append("2026-01-0\(day),\(code),CHF,0.\(1_001 + 2 * random.below(4_000))")
            }
        }
        try await daybook.succeed("rates", "import", write("rates.csv", rates.joined(separator: "\n")))
        #expect(try await Ledgers(daybook).beancount().last?.isEmpty == false)
        let journal = daybook.folder.appending(path: "book.hledger").path
        try await daybook.succeed("export", "--format", "hledger").write(
            toFile: journal, atomically: true, encoding: .utf8)
        for (rule, value) in [("day", "then,CHF"), ("end", "2026-01-09,CHF")] {
            let outcome = try await daybook.run(
                URL(filePath: "/usr/bin/hledger"),
                [
                    "balance", "expenses", "--file", journal, "--value", value, "--flat", "--no-total", "--layout=bare",
                    "--output-format=csv", "--commodity-style", "CHF 1000.00",
                ], ["LANG": "C.UTF-8"])
            #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
            let theirs = outcome.output.matches(of: #/"expenses:(\w+)","CHF","([0-9.]+)"/#).map { "#\($0.1) \($0.2)" }
            let ours = try await daybook.succeed(
                "report", "--by", "tag", "--in", "CHF", "--rate", rule, "--through", "2026-01-09", "--json"
            )
            .matches(of: #/"label":"([^"]+)","in":"CHF","income":"0.00","expense":"([0-9.]+)"/#)
            .map { "\($0.1) \($0.2)" }
            #expect(theirs.count == 2 && Set(theirs) == Set(ours), "\(rule): \(theirs) \(ours)")
        }
    }
}
