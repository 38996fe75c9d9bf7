import Foundation
import Testing

/// What programs of double-entry bookkeeping make of a book whose entries are of the first week of 2026.
struct Ledgers {
    private let daybook: Program
    private static let days = (1...7).map { "2026-01-0\($0)" }

    init(_ daybook: Program) { self.daybook = daybook }

    /// Holds each account's balance at the end of each day against those of both programs.
    ///
    /// - Parameters:
    ///   - names: how hledger calls accounts that have a name; the others are `assets:daybook`.
    ///   - beans: how Beancount does; the others are `Assets:Daybook`.
    func agree(_ names: [String: String], _ beans: [String: String], _ label: String = "") async throws {
        let (hledger, beancount) = (try await hledger(), try await beancount())
        for (index, day) in Self.days.enumerated() {
            let shown = try await daybook.succeed("money-account", "--on", day, "--json")
                .matches(of: #/"name":"([^"]+)","kind":"[a-z]+","currency":"([A-Z]+)","balance":"([-0-9.]+)"/#)
            #expect(shown.count >= names.count)
            func expected(_ names: [String: String], _ other: String) -> [String: Decimal] {
                var sums: [String: Decimal] = [:]
                for balance in shown {
                    guard let number = Decimal(string: String(balance.3)), number != 0 else { continue }
                    sums["\(names[String(balance.1)] ?? other) \(balance.2)"] = number
                }
                return sums
            }
            #expect(hledger[index] == expected(names, "assets:daybook"), "\(label) \(day)")
            #expect(beancount[index] == expected(beans, "Assets:Daybook"), "\(label) \(day)")
        }
    }

    private func export(_ format: String) async throws -> String {
        let path = daybook.folder.appending(path: "book.\(format)").path
        try await daybook.succeed("export", "--format", format).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// The balances that aren't zero at the end of each day.
    private func hledger() async throws -> [[String: Decimal]] {
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/hledger"),
            [
                "balance", "assets", "liabilities", "--file", export("hledger"), "--historical", "--daily", "--begin",
                "2026-01-01", "--end", "2026-01-08", "--flat", "--no-total", "--layout=bare", "--output-format=csv",
            ],
            ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        return Self.sums(
            outcome.output.split(separator: "\n").dropFirst().map { line in
                line.dropFirst().dropLast().split(separator: "\",\"", omittingEmptySubsequences: false)
            })
    }

    /// As `hledger`. Fails where Beancount finds an error in the file.
    func beancount() async throws -> [[String: Decimal]] {
        let script = """
            import sys
            from beancount import loader
            from beancount.core import data
            entries, errors, options = loader.load_file(sys.argv[1])
            for error in errors: print(error, file=sys.stderr)
            sums = {}
            for entry in data.filter_txns(entries):
                for posting in entry.postings:
                    if not posting.account.startswith(("Assets", "Liabilities")): continue
                    days = sums.setdefault((posting.account, posting.units.currency), [0] * (len(sys.argv) - 2))
                    for index, day in enumerate(sys.argv[2:]):
                        if entry.date.isoformat() <= day: days[index] += posting.units.number
            for key, days in sums.items(): print(*key, *(format(sum, "f") for sum in days), sep="\\t")
            sys.exit(1 if errors else 0)
            """
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"), ["-c", script, export("beancount")] + Self.days)
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        return Self.sums(outcome.output.split(separator: "\n").map { $0.split(separator: "\t") })
    }

    /// - Parameter lines: an account, a currency, and the balance of each day.
    private static func sums(_ lines: [[Substring]]) -> [[String: Decimal]] {
        var sums = [[String: Decimal]](repeating: [:], count: days.count)
        for cells in lines where cells.count == days.count + 2 {
            for (index, cell) in cells.dropFirst(2).enumerated() {
                guard let number = Decimal(string: String(cell)), number != 0 else { continue }
                sums[index]["\(cells[0]) \(cells[1])"] = number
            }
        }
        return sums
    }
}
