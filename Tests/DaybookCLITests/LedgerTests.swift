import Fixtures
import Foundation
import Testing

/// Two programs of double-entry bookkeeping read what is exported and come to the same balances.
@Suite(.bounded) struct LedgerTests {
    let daybook: Program
    private static let count = 10_000

    init() throws { daybook = try Program() }

    /// Writes a CSV of entries in four currencies, takes it in, and gives the balances that have to come out, as
    /// `account currency` and a number without zeros at its end.
    private func fill(account: (_ kind: String, _ tag: String) -> String, money: String) async throws -> [String:
        Decimal]
    {
        var random = SeededRandom(7)
        var lines = ["day,kind,amount,currency,note,tags,place,payee"]
        var balances: [String: Decimal] = [:]
        let notes = ["lunch", "(code) ; x", "* \"quoted\" \\ text", "午餐 | a  b", "!", ""]
        let tags = ["food", "eating out", "吃", "x:y;z", "2go", ""]
        for _ in 0..<Self.count {
            let (currency, digits) = [("USD", 2), ("JPY", 0), ("TWD", 2), ("KWD", 3)][
                Int.random(in: 0..<4, using: &random)]
            let kind = ["income", "expense", "expense", "unsorted"].randomElement(using: &random) ?? ""
            let coefficient = Int64.random(in: 0...99_999_999_999, using: &random)
            let scale = digits + Int.random(in: 0...1, using: &random)
            let amount = Decimal(sign: .plus, exponent: -scale, significand: Decimal(coefficient))
            let tag = tags.randomElement(using: &random) ?? ""
            let day =
                "20\(Int.random(in: 10...25, using: &random))-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 0...9, using: &random))"
            let note = (notes.randomElement(using: &random) ?? "").replacing("\"", with: "\"\"")
            let payee = (["", "Rewe", "* a | b; \"c\"", "(x)", "|"].randomElement(using: &random) ?? "")
                .replacing("\"", with: "\"\"")
            lines.append("\(day),\(kind),\(amount),\(currency),\"\(note)\",\(tag),\(tag),\"\(payee)\"")
            guard kind != "unsorted" else { continue }
            let signed = kind == "income" ? -amount : amount
            balances["\(account(kind == "income" ? "income" : "expenses", tag)) \(currency)", default: 0] += signed
            balances["\(money) \(currency)", default: 0] -= signed
        }
        let file = daybook.folder.appending(path: "many.csv").path
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await daybook.succeed("import", file) == "Added \(Self.count) entries; 0 known already\n")
        return balances
    }

    private func balances(_ output: String) -> [String: Decimal] {
        var balances: [String: Decimal] = [:]
        for line in output.split(separator: "\n") {
            let values = line.split(separator: "\t")
            guard values.count == 3 else { continue }
            balances["\(values[0]) \(values[1])"] = Decimal(string: String(values[2]))
        }
        return balances
    }

    private func export(_ format: String) async throws -> String {
        let path = daybook.folder.appending(path: "book.\(format)").path
        try await daybook.succeed("export", "--format", format).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("hledger reads the export and agrees on every balance of 10,000 entries in four currencies")
    func hledger() async throws {
        let expected = try await fill(
            account: { "\($0):\($1.isEmpty ? "untagged" : $1.replacing(/[:;]/, with: " "))" }, money: "assets:daybook")
        let path = try await export("hledger")
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/hledger"),
            ["balance", "--file", path, "--flat", "--no-total", "--empty", "--layout=bare", "--output-format=csv"],
            ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        let table = outcome.output.split(separator: "\n").dropFirst()
            .map {
                $0.dropFirst().dropLast().split(separator: "\",\"", omittingEmptySubsequences: false).joined(
                    separator: "\t")
            }
        #expect(balances(table.joined(separator: "\n")).filter { $0.value != 0 } == expected.filter { $0.value != 0 })
    }

    @Test(
        "An export for hledger names its sign for decimals, notes, tags and places, and what isn't sorted as a comment")
    func hledgerText() async throws {
        try await daybook.succeed(
            "spend", "5 EUR", "lunch", "--tag", "food", "--tag", "out", "--place", "a, b;c", "--on", "2026-01-01")
        try await daybook.succeed("record", "7 EUR tea")
        try await daybook.succeed("sort", "2", "--as", "unsorted", "--on", "2026-01-02")
        let text = try await daybook.succeed("export", "--format", "hledger")
        #expect(
            text.replacing(/id:[0-9a-f]{32}/, with: "id:ID") == """
                decimal-mark .

                2026-01-01 lunch  ; id:ID, place:a  b c, tags:food out
                    expenses:food  5.00 EUR
                    assets:daybook  -5.00 EUR

                ; 2026-01-02 not sorted: 7.00 EUR tea


                """, "\(text)")
    }

    @Test("Tags of white space, of signs alone and with joined marks make accounts that hledger reads")
    func hledgerAccounts() async throws {
        let accounts = [
            "早餐\u{3000}\u{3000}外帶": "早餐 外帶", "a\u{A0}\u{A0}b": "a b", ":": "U+003A", ";": "U+003B",
            "x:\u{301}y": "x \u{301}y", "p;\u{FE0F}q": "p \u{FE0F}q",
        ]
        for tag in accounts.keys {
            try await daybook.succeed(
                "spend", "1 EUR", "(\u{301}note;\u{200D} \u{2028}", "--tag", tag, "--place", ",\u{301};")
        }
        let path = try await export("hledger")
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/hledger"), ["accounts", "expenses", "--file", path], ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        // Compared scalar by scalar: marks join what stands before them.
        let found = Set(
            outcome.output.unicodeScalars.split(separator: "\n").map { String($0).unicodeScalars.map(\.value) })
        #expect(found == Set(accounts.values.map { "expenses:\($0)".unicodeScalars.map(\.value) }))
    }

    @Test("A note that starts like a mark or a code, also behind what is left out, stays a description to hledger")
    func hledgerNotes() async throws {
        let notes = ["!a": "!a", "; !b": "!b", ";* c": "* c", "\u{3000}(d) e": "(d) e", "\t\u{1}* f": "* f", "g": "g"]
        for note in notes.keys { try await daybook.succeed("spend", "1 EUR", note) }
        let path = try await export("hledger")
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/hledger"), ["descriptions", "--file", path], ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let found = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(Set(found) == Set(notes.values))
    }

    @Test("Beancount reads quotation marks and backslashes that marks join")
    func beancountMarks() async throws {
        try await daybook.succeed("spend", "1 EUR", "a\"\u{301}b\\\u{FE0F}c", "--place", "\"\u{200D}")
        try await daybook.succeed("spend", "1 EUR", "C:\\", "--place", "\\")
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            [
                "-c", "import sys; from beancount import loader; print(loader.load_file(sys.argv[1])[1])",
                export("beancount"),
            ])
        #expect(outcome.output == "[]\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test("Different tags are different accounts to Beancount") func beancountAccounts() async throws {
        let accounts = [
            "food": "Food", "Food": "Food-", "é": "Ue9", "ue9": "U75-e9", "Ue9": "Ue9-", "é9": "Ue9-9",
            "\u{E99}": "Ue99",
            "u": "U", "U": "U-", "utility": "Utility", "a b": "A-u20-b", "a\u{20B}": "A-u20b", "a-u20b": "A-u2du20b",
            "2go": "2go",
        ]
        for tag in accounts.keys { try await daybook.succeed("spend", "1 EUR", "--tag", tag) }
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            [
                "-c",
                """
                import sys
                from beancount import loader
                from beancount.core import data
                entries, errors, options = loader.load_file(sys.argv[1])
                for error in errors: print(error)
                for entry in entries:
                    if isinstance(entry, data.Open): print(entry.account)
                """, export("beancount"),
            ])
        let found = outcome.output.split(separator: "\n").map { String($0) }
        #expect(Set(accounts.values).count == accounts.count)
        #expect(found.sorted() == (accounts.values.map { "Expenses:\($0)" } + ["Assets:Daybook"]).sorted())
    }

    @Test("Beancount reads the export and agrees on every balance of 10,000 entries in four currencies")
    func beancount() async throws {
        let names = [
            "food": "Food", "eating out": "Eating-u20out", "吃": "U5403", "x:y;z": "X-u3ay-u3bz", "2go": "2go",
        ]
        let expected = try await fill(
            account: { kind, tag in
                let top = kind == "income" ? "Income" : "Expenses"
                return "\(top):\(names[tag] ?? "Untagged")"
            }, money: "Assets:Daybook")
        let path = try await export("beancount")
        let script = """
            import sys
            from beancount import loader
            from beancount.core import data
            entries, errors, options = loader.load_file(sys.argv[1])
            for error in errors: print(error, file=sys.stderr)
            sums = {}
            for entry in data.filter_txns(entries):
                for posting in entry.postings:
                    key = posting.account + "\\t" + posting.units.currency
                    sums[key] = sums.get(key, 0) + posting.units.number
            for key, sum in sums.items(): print(key + "\\t" + format(sum, "f"))
            sys.exit(1 if errors else 0)
            """
        let outcome = try await daybook.run(URL(filePath: "/usr/bin/python3"), ["-c", script, path])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        #expect(balances(outcome.output).filter { $0.value != 0 } == expected.filter { $0.value != 0 })
    }
}
