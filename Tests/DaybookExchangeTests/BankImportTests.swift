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

        @discardableResult
        mutating func take(_ bytes: [UInt8]) throws -> [BankImport.Fate] {
            let format = try #require(BankFile.format(of: bytes))
            let file = try BankFile(bytes, format, usual: .usDollar)
            #expect(file.problems.isEmpty, "\(file.problems)")
            let plan = BankImport(file, rowsOfEntries: links, entries: Array(entries.values)) { id in
                deleted.contains(id) ? .deleted : entries[id] == nil ? .unknown : .present
            }
            for row in plan.rows {
                switch row.fate {
                case .new:
                    let draft = row.draft(createdAt: Timestamp(milliseconds: 0))
                    entries[row.id] = Entry(
                        id: row.id, kind: try #require(draft[.kind]?.kind), amount: draft[.amount]?.amount,
                        day: try #require(draft[.day]?.day), createdAt: Timestamp(milliseconds: 0),
                        note: draft.text(.note))
                    links[row.id] = row.id
                case .fits(let entry): links[entry] = row.id
                case .known, .deleted: break
                }
            }
            return plan.rows.map(\.fate)
        }

        mutating func type(_ kind: EntryKind, _ amount: String, _ day: String, _ id: UInt64) throws {
            let id = EntityID(high: 1, low: id)
            entries[id] = Entry(
                id: id, kind: kind, amount: try Amount(number: amount, currency: .usDollar),
                day: try #require(CivilDate(day)),
                createdAt: Timestamp(milliseconds: 0), note: "typed")
        }

        var rows: [String] {
            entries.values.map { "\($0.day.text) \($0.kind) \($0.amount?.text ?? "") \($0.note)" }.sorted()
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
        }
        return Array(text.utf8)
    }

    @Test(
        "008.7 Overlapping windows of whole days, in any order and any number of times, give the rows of the whole once",
        arguments: [BankFile.Format.ofx, .qif, .camt, .mt940])
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
            try whole.take(Self.file(rows, format))
            #expect(whole.entries.count == rows.count, "seed \(seed)")
            var parts = Book()
            var windows = (0..<8).map { day in max(0, day - random.below(3))...min(7, day + random.below(3)) }
            windows += windows
            windows.shuffle(using: &random)
            for window in windows { try parts.take(Self.file(rows.filter { window.contains($0.day) }, format)) }
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
            let fates = try book.take(Self.file([Row(day: day, amount: -10_000, text: "interest", id: "")], .qif))
            #expect(fates == [.new])
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
}
