import DaybookCore
import DaybookExchange
import Fixtures
import Testing

/// What an import makes of the rows of banks' files, together with what the book has.
@Suite struct BankImportTests {
    /// A book as an import sees one.
    private struct Book {
        var entries: [EntityID: Entry] = [:]
        var links: [EntityID: EntityID] = [:]
        var deleted: Set<EntityID> = []
        var accounts: [MoneyAccount] = []

        @discardableResult
        mutating func take(_ bytes: [UInt8], into chosen: MoneyAccount? = nil) throws -> [BankImport.Match] {
            let format = try #require(BankFile.format(of: bytes))
            let file = try BankFile(bytes, format, usual: .usDollar)
            #expect(file.problems.isEmpty, "\(file.problems)")
            let plan = BankImport(
                file, into: try BankAccounts(file, chosen: chosen, among: accounts),
                entries: entries.values.filter { links[$0.id] == nil }, taken: Set(links.values),
                entry: { entries[$0] }
            ) { ids in
                let known = ids.filter { deleted.contains($0) || entries[$0] != nil }
                return Dictionary(known.map { ($0, deleted.contains($0) ? .deleted : .present) }) { first, _ in first }
            }
            for row in plan.rows {
                switch row.match {
                case .new:
                    let draft = row.draft(createdAt: Timestamp(milliseconds: 0))
                    var entry = Entry(
                        id: row.id, kind: try #require(draft[.kind]?.kind), amount: draft[.amount]?.amount,
                        day: try #require(draft[.day]?.day), createdAt: Timestamp(milliseconds: 0),
                        note: draft.text(.note))
                    entry.extraFields[.account] = draft[.account]
                    entries[row.id] = entry
                    links[row.id] = row.id
                case .fits(let entry): links[entry] = row.id
                case .known, .deleted, .isSide: break
                }
            }
            return plan.rows.map(\.match)
        }

        mutating func type(_ kind: EntryKind, _ amount: String, _ day: String, _ id: UInt64) throws {
            let id = EntityID(high: 1, low: id)
            entries[id] = Entry(
                id: id, kind: kind, amount: try Amount(number: amount, currency: .usDollar),
                day: try #require(CivilDate(day)),
                createdAt: Timestamp(milliseconds: 0), note: "typed")
        }

        var rows: [String] {
            entries.values.map { entry in
                let account = accounts.first { entry.extraFields[.account] == .entity($0.id) }?.name ?? ""
                return "\(entry.day.text) \(entry.kind) \(entry.amount?.text ?? "") \(entry.note) \(account)"
            }.sorted()
        }
    }

    private struct Row {
        let day: Int
        let amount: Int
        let text: String
        let id: String
    }

    private static let start = CivilDate(daysSince1970: 20_454)

    private static func file(_ rows: [Row], _ format: BankFile.Format) -> [UInt8] {
        var text = ""
        func day(_ row: Row) -> CivilDate { start.adding(days: Int64(row.day)) }
        func compact(_ row: Row) -> String { day(row).text.filter { $0 != "-" } }
        func amount(_ row: Row, _ mark: String) -> String {
            "\(abs(row.amount) / 100)\(mark)\(abs(row.amount) / 10 % 10)\(abs(row.amount) % 10)"
        }
        switch format {
        case .ofx:
            text = "<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM>"
            for row in rows {
                text += "<STMTTRN><DTPOSTED>\(compact(row))<TRNAMT>\(row.amount < 0 ? "-" : "")\(amount(row, "."))"
                text += "<FITID>\(row.id)<NAME>\(row.text)</STMTTRN>"
            }
            text += "</STMTRS></OFX>"
        case .qif:
            text = "!Type:Bank\n"
            for row in rows {
                text += "D\(day(row).text)\nT\(row.amount < 0 ? "-" : "")\(amount(row, "."))\nP\(row.text)\n^\n"
            }
        case .camt:
            text = "<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct>"
            for row in rows {
                text += "<Ntry><Amt Ccy=\"USD\">\(amount(row, "."))</Amt><CdtDbtInd>\(row.amount < 0 ? "DBIT" : "CRDT")"
                text += "</CdtDbtInd><BookgDt><Dt>\(day(row).text)</Dt></BookgDt><AcctSvcrRef>\(row.id)</AcctSvcrRef>"
                text += "<AddtlNtryInf>\(row.text)</AddtlNtryInf></Ntry>"
            }
            text += "</Stmt></BkToCstmrStmt></Document>"
        case .mt940:
            text = ":20:1\n:25:1\n:60F:C260101USD0,\n"
            for row in rows {
                text +=
                    ":61:\(compact(row).dropFirst(2))\(row.amount < 0 ? "D" : "C")\(amount(row, ","))NMSC//\(row.id)\n"
                text += ":86:\(row.text)\n"
            }
            text += ":62F:C260101USD0,\n"
        case .csv:
            text = "Date,Details,Amount,Category\n"
            for row in rows {
                text += "\(day(row).text),\(row.text),\(row.amount < 0 ? "-" : "+")\(amount(row, ".")),\(row.id)\n"
            }
        case .actual, .ynab, .firefly: break
        }
        return Array(text.utf8)
    }

    @Test(
        "008.7 Overlapping windows of whole days, in any order and any number of times, give the rows of the whole once",
        arguments: [BankFile.Format.ofx, .qif, .camt, .mt940, .csv])
    func windows(format: BankFile.Format) throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededRandom(seed)
            // Few days, amounts, texts and ids, so that many rows are equal; ids are missing, shared and reused.
            let rows = (0..<random.below(40)).map { _ in random.below(8) }.sorted().map { day in
                Row(
                    day: day, amount: [-500, 500, -10_000, 1][random.below(4)], text: ["tea", "rent"][random.below(2)],
                    id: ["", "NONREF", "7", "7", "a\(random.below(6))"][random.below(5)])
            }
            let equal = Dictionary(grouping: rows) { "\($0.day) \($0.amount)" }
            var whole = Book()
            if format != .csv || !rows.isEmpty { try whole.take(Self.file(rows, format)) }
            #expect(whole.entries.count == rows.count, "seed \(seed)")
            var parts = Book()
            var windows = (0..<8).map { day in max(0, day - random.below(3))...min(7, day + random.below(3)) }
            windows += windows
            windows.shuffle(using: &random)
            for window in windows where format != .csv || rows.contains(where: { window.contains($0.day) }) {
                try parts.take(Self.file(rows.filter { window.contains($0.day) }, format))
            }
            #expect(parts.rows == whole.rows, "seed \(seed), most equal \(equal.values.map(\.count).max() ?? 0)")
            #expect(Set(parts.entries.keys) == Set(whole.entries.keys), "seed \(seed)")
        }
    }

    @Test("008.7 Three rows with one id of the bank are three, and an id that is used again is another row")
    func sharedIDs() throws {
        var book = Book()
        let first = [(1, -500, "fee"), (1, -200, "fee"), (2, -500, "rent")].map {
            Row(day: $0, amount: $1, text: $2, id: "7")
        }
        try book.take(Self.file(first, .ofx))
        #expect(book.entries.count == 3)
        try book.take(Self.file([Row(day: 5, amount: -900, text: "later", id: "7")], .ofx))
        #expect(book.entries.count == 4)
        // A text that the bank writes otherwise is the same row, if its id is.
        let renamed = try book.take(Self.file([Row(day: 1, amount: -500, text: "FEE January", id: "7")], .ofx))
        #expect(renamed == [.known])
    }

    @Test("008.7 Equal rows of two accounts are both there") func accounts() throws {
        var book = Book()
        for account in ["1", "2"] {
            try book.take(
                Array(
                    "<OFX><STMTRS><BANKACCTFROM><ACCTID>\(account)</BANKACCTFROM><STMTTRN><DTPOSTED>20260102<TRNAMT>-5<NAME>a</STMTTRN></STMTRS></OFX>"
                        .utf8))
        }
        #expect(book.entries.count == 2)
    }

    @Test("008.6 A row fits one entry typed near its day, and each entry one row, also over several files") func fits()
        throws
    {
        var book = Book()
        try book.type(.expense, "5.00", "2026-01-03", 1)
        try book.type(.income, "5.00", "2026-01-01", 2)
        try book.type(.expense, "7.00", "2026-01-01", 3)
        let rows = [0, 1, 9].map { Row(day: $0, amount: -500, text: "tea", id: "") }
        let typed = EntityID(high: 1, low: 1)
        // The nearer row takes it.
        #expect(try book.take(Self.file(rows, .ofx)) == [.new, .fits(typed), .new])
        #expect(book.entries[typed]?.note == "typed")
        #expect(try book.take(Self.file(rows, .ofx)) == [.known, .known, .known])
        #expect(try book.take(Self.file([Row(day: 2, amount: -500, text: "cake", id: "")], .ofx)) == [.new])
        #expect(book.entries.count == 6)
    }

    @Test("008.7 An equal sum every few days is never taken for one that was imported before") func everyWeek() throws {
        var book = Book()
        for day in 0..<20 {
            let matches = try book.take(Self.file([Row(day: day, amount: -10_000, text: "interest", id: "")], .qif))
            #expect(matches == [.new])
        }
        #expect(book.entries.count == 20)
    }

    @Test("008.6 A row that was deleted here is told to be, and stays deleted") func deleted() throws {
        var book = Book()
        let file = Self.file([Row(day: 0, amount: -500, text: "tea", id: "")], .qif)
        try book.take(file)
        book.deleted = Set(book.entries.keys)
        book.entries = [:]
        #expect(try book.take(file) == [.deleted])
        #expect(book.entries.isEmpty)
    }

    private static func account(_ name: String, _ number: String, _ id: UInt64) -> MoneyAccount {
        var account = MoneyAccount(id: EntityID(high: 3, low: id), createdAt: Timestamp(milliseconds: 0))
        account.name = name
        account.position = Position.last(Stamp(clock: id, node: 1))
        account.extraFields[.bankNumber] = .text(number)
        return account
    }

    /// A file of several accounts.
    private static func file(_ statements: [(account: String, rows: [Row])]) -> [UInt8] {
        let parts = statements.map { account, rows in
            let text = String(decoding: file(rows, .ofx), as: UTF8.self)
            return text.dropFirst("<OFX>".count).dropLast("</OFX>".count).replacing(
                "<ACCTID>1<", with: "<ACCTID>\(account)<")
        }
        return Array("<OFX>\(parts.joined())</OFX>".utf8)
    }

    @Test("008.7 Windows of several accounts, in any order and several times, give each account its rows once")
    func windowsOfAccounts() throws {
        let accounts = [Self.account("Checking", "DE11 0000 1111", 1), Self.account("Savings", "DE22 0000 2222", 2)]
        let names = ["DE1100001111", "00002222"]
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededRandom(seed)
            // Rows of one account are equal to rows of the other.
            let rows = (0..<2).map { _ in
                (0..<random.below(25)).map { _ in random.below(6) }.sorted().map { day in
                    Row(
                        day: day, amount: [-500, 500][random.below(2)], text: "tea",
                        id: ["", "7", "a\(random.below(4))"][random.below(3)])
                }
            }
            func all(_ window: ClosedRange<Int>, _ order: [Int]) -> [UInt8] {
                Self.file(order.map { index in (names[index], rows[index].filter { window.contains($0.day) }) })
            }
            var whole = Book(accounts: accounts)
            try whole.take(all(0...5, [0, 1]))
            #expect(whole.entries.count == rows[0].count + rows[1].count, "seed \(seed)")
            var parts = Book(accounts: accounts)
            var windows = (0..<6).map { day in max(0, day - random.below(3))...min(5, day + random.below(3)) }
            windows += windows
            windows.shuffle(using: &random)
            for window in windows { try parts.take(all(window, [[0, 1], [1, 0], [0], [1]][random.below(4)])) }
            try parts.take(all(0...5, [1, 0]))
            #expect(parts.rows == whole.rows, "seed \(seed)")
            #expect(parts.rows.count { $0.hasSuffix("Savings") } == rows[1].count, "seed \(seed)")
        }
    }

    @Test("008.7 Equal rows of files that name no account are both there, each in the account that was named")
    func chosenAccounts() throws {
        let (one, two) = (Self.account("One", "", 1), Self.account("Two", "", 2))
        var book = Book(accounts: [one, two])
        let file = Self.file([Row(day: 0, amount: -500, text: "fee", id: "")], .qif)
        #expect(try book.take(file, into: one) == [.new])
        #expect(try book.take(file, into: two) == [.new])
        #expect(try book.take(file, into: one) == [.known])
        #expect(book.rows == ["2026-01-01 expense 5.00 USD fee One", "2026-01-01 expense 5.00 USD fee Two"])
        // One that came before there were accounts, and was put into the account since, is known there.
        var older = Book()
        try older.take(file)
        older.accounts = [one, two]
        for id in older.entries.keys { older.entries[id]?.extraFields[.account] = .entity(one.id) }
        #expect(try older.take(file, into: one) == [.known])
        #expect(try older.take(file, into: two) == [.new])
    }

    @Test("008.6 A row fits what was typed in its own account, or in none while nobody has named the default one")
    func fitsInAccount() throws {
        let (one, two) = (Self.account("One", "", 1), Self.account("Two", "", 2))
        let file = Self.file([Row(day: 0, amount: -500, text: "tea", id: "")], .qif)
        let typed = EntityID(high: 1, low: 1)
        for (account, fits) in [(one.id, true), (two.id, false), (nil, true)] {
            var book = Book(accounts: [one, two])
            try book.type(.expense, "5.00", "2026-01-01", 1)
            book.entries[typed]?.extraFields[.account] = account.map { .entity($0) }
            #expect(try book.take(file, into: one) == [fits ? .fits(typed) : .new])
        }
        var named = MoneyAccount.default(of: .usDollar)
        named.name = "Wallet"
        var book = Book(accounts: [one, named])
        try book.type(.expense, "5.00", "2026-01-01", 1)
        #expect(try book.take(file, into: one) == [.new])
        #expect(try book.take(file, into: named) == [.fits(typed)])
    }

    @Test("008.8 An account of a file is found by its number in any form, or its name; what isn't there is told")
    func found() throws {
        let accounts = [
            Self.account("Checking", "DE89 3704 0044 0532 0130 00", 1), Self.account("Savings", "4711", 2),
            Self.account("Card", "", 3),
        ]
        func route(_ names: [String], _ chosen: MoneyAccount? = nil) throws -> [String?] {
            let bytes = Self.file(names.map { ($0, [Row(day: 0, amount: -500, text: "tea", id: "")]) })
            let file = try BankFile(bytes, .ofx, usual: .usDollar)
            return try BankAccounts(file, chosen: chosen, among: accounts).targets.map { $0?.name }
        }
        #expect(try route(["DE89370400440532013000"]) == ["Checking"])
        #expect(try route(["37040044/0532013000", "de89 3704 0044 0532 0130 00USD"]) == ["Checking", "Checking"])
        #expect(try route(["4711", "card"]) == ["Savings", "Card"])
        #expect(try route(["99/4711"]) == ["Savings"])
        #expect(try route(["", "4711"], accounts[1]) == ["Savings", "Savings"])
        for (names, chosen, reason) in [
            (["4712"], nil, "the book has no account 4712"),
            (["4711", "11"], accounts[2], "the file has several accounts"),
            (["4712"], accounts[1], "“Savings” has the number 4711"),
        ] as [([String], MoneyAccount?, String)] {
            do throws(InputError) {
                let bytes = Self.file(names.map { ($0, [Row(day: 0, amount: -500, text: "tea", id: "")]) })
                let file = try BankFile(bytes, .ofx, usual: .usDollar)
                _ = try BankAccounts(file, chosen: chosen, among: accounts)
                Issue.record("\(names) is taken")
            } catch {
                #expect(error.message.contains(reason), "\(error.message)")
            }
        }
    }
}
