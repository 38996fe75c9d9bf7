import Foundation
import Testing

/// What programs of double-entry bookkeeping make of a book.
struct Ledgers {
    private let daybook: Program

    init(_ daybook: Program) { self.daybook = daybook }

    private func export(_ format: String) async throws -> String {
        let path = daybook.folder.appending(path: "book.\(format)").path
        try await daybook.succeed("export", "--format", format).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// The balances of accounts at the end of a day of January, by hledger.
    func hledger(through day: Int) async throws -> [String: Decimal] {
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/hledger"),
            [
                "balance", "assets", "liabilities", "--file", export("hledger"), "--historical", "--end",
                "2026-01-0\(day + 1)",
                "--flat", "--no-total", "--layout=bare", "--output-format=csv",
            ],
            ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        var sums: [String: Decimal] = [:]
        for line in outcome.output.split(separator: "\n").dropFirst() {
            let cells = line.dropFirst().dropLast().split(separator: "\",\"", omittingEmptySubsequences: false)
            guard cells.count == 3, let number = Decimal(string: String(cells[2])), number != 0 else { continue }
            sums["\(cells[0]) \(cells[1])"] = number
        }
        return sums
    }

    /// As `hledger`, by Beancount.
    func beancount(through day: String) async throws -> [String: Decimal] {
        let script = """
            import sys, datetime
            from beancount import loader
            from beancount.core import data
            entries, errors, options = loader.load_file(sys.argv[1])
            for error in errors: print(error, file=sys.stderr)
            sums = {}
            for entry in data.filter_txns(entries):
                if entry.date > datetime.date.fromisoformat(sys.argv[2]): continue
                for posting in entry.postings:
                    if not posting.account.startswith(("Assets", "Liabilities")): continue
                    key = posting.account + " " + posting.units.currency
                    sums[key] = sums.get(key, 0) + posting.units.number
            for key, sum in sums.items(): print(key + "\\t" + format(sum, "f"))
            sys.exit(1 if errors else 0)
            """
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"), ["-c", script, export("beancount"), day])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        var sums: [String: Decimal] = [:]
        for line in outcome.output.split(separator: "\n") {
            let cells = line.split(separator: "\t")
            guard cells.count == 2, let number = Decimal(string: String(cells[1])), number != 0 else { continue }
            sums[String(cells[0])] = number
        }
        return sums
    }
}
