import DaybookCore
import DaybookExchange
import Testing

/// What the readers of banks' files make of them.
@Suite struct BankFileTests {
    private static func read(_ text: String, order: DateOrder? = nil) throws -> BankFile {
        try read(Array(text.utf8), order: order)
    }

    private static func read(_ bytes: [UInt8], order: DateOrder? = nil) throws -> BankFile {
        let format = try #require(BankFile.format(of: bytes))
        return try BankFile(bytes, format, order: order, usual: .usDollar)
    }

    /// Day, sign and amount, note, and the bank's id if there is one.
    private static func rows(_ file: BankFile) -> [String] {
        file.rows.map { row in
            let sign = row.kind == .expense ? "-" : "+"
            return "\(row.day.text) \(sign)\(row.amount.number) \(row.amount.currency.code) \(row.note)"
                + (row.bankID.isEmpty ? "" : " (\(row.bankID))")
        }
    }

    private static func closings(_ file: BankFile) -> [String] {
        file.statements.map { statement in
            let closing = statement.closing.map {
                ($0.isNegative ? "-" : "") + $0.amount.number + " " + ($0.day?.text ?? "")
            }
            return statement.account + ": " + (closing ?? "none")
        }
    }

    @Test("008.5 OFX 1 is read without ends of leaves, with commas, lone ampersands, empty ids and several accounts")
    func ofx1() throws {
        let file = try Self.read(BankSamples.ofx1)
        #expect(file.format == .ofx && file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.rows(file) == [
                "2026-01-02 -1234.50 EUR Miller & Sons, kitchen and bath", "2026-01-03 +20.00 EUR AT&T été 5<6 (a2)",
                "2026-01-04 +0.05 EUR INT (a3)", "2026-01-05 -8.00 USD Cinema (c1)",
            ])
        #expect(Self.closings(file) == ["100200300: -200.29 2026-01-31", "4111: none"])
        #expect(file.rows.map(\.line) == [14, 23, 25, 33])
    }

    @Test("008.5 OFX 2 is read with its currencies, the cash of investments and none of their trades") func ofx2()
        throws
    {
        let file = try Self.read(BankSamples.ofx2)
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.rows(file) == [
                "2026-01-06 +1000.125 USD Deposit of a customer (t2)", "2026-01-07 -12.00 GBP Fee <b> (t3)",
            ])
        #expect(Self.closings(file) == ["INV-1: none", "55: 0.00 2026-01-31"])
        #expect(file.leftOut == [.investment: 1, .pending: 1])
    }

    @Test("008.5 CAMT is read in both of its dialects; returns, batches, and what isn't booked are what they are")
    func camt() throws {
        let file = try Self.read(BankSamples.camt)
        #expect(file.format == .camt && file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.rows(file) == [
                "2026-01-02 -8.85 EUR Bäcker & Co, Brot und Butter, USD 9.99", "2026-01-03 +5.00 EUR Shop (R-5)",
                "2026-01-04 -30.00 EUR Ann 00010.00, Bob 20.00, Collective order (B-1)", "2026-01-06 +0.00 EUR ",
            ])
        #expect(Self.closings(file) == ["DE02120300000000202051: -27.50 2026-01-31", "77: none"])
        #expect(file.leftOut == [.pending: 1, .valueDay: 1, .part: 2])
        for report in ["BkToCstmrAcctRpt Rpt", "BkToCstmrDbtCdtNtfctn Ntfctn"].map({ $0.split(separator: " ") }) {
            let text = BankSamples.camt.replacing("BkToCstmrStmt", with: report[0])
                .replacing("c:Stmt>", with: "c:\(report[1])>")
            #expect(Self.rows(try Self.read(text)) == Self.rows(file))
        }
    }

    @Test("008.5 MT940 is read with days without a year, reversals, pages and each kind of text") func mt940() throws {
        let file = try Self.read(BankSamples.mt940)
        #expect(file.format == .mt940 && file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.rows(file) == [
                "2026-01-02 -12.50 EUR Markt AG, EREF+1 SVWZ+Rechnung vom Supermarkt am See, KARTENZAHLUNG (8327)",
                "2026-01-02 +1.00 EUR J Jansen, factuur 12", "2026-01-02 -3.00 EUR taken back",
                "2016-03-01 -6.00 EUR fee of February", "2026-01-05 -1250.00 CHF extra",
            ])
        #expect(
            Self.closings(file) == [
                "12345678/1020304050: none", "12345678/1020304050: 1179.50 2026-03-01",
                "NL00BANK0123: -1250.00 2026-01-05",
            ])
        #expect(file.leftOut == [.valueDay: 1])
    }

    @Test(
        "008.5 The day of booking of MT940 is in the year that brings it nearest to the value date",
        arguments: [
            ("2512311231", "2025-12-31"), ("2512310102", "2026-01-02"), ("2601021231", "2025-12-31"),
            ("240229", "2024-02-29"), ("2402280229", "2024-02-29"), ("691231", "1969-12-31"),
        ])
    func years(days: String, booked: String) throws {
        let file = try Self.read(":20:X\n:25:1\n:60F:C260101EUR1,\n:61:\(days)D1,NMSC\n:62F:C260101EUR0,\n")
        #expect(file.rows.map(\.day.text) == [booked], "\(file.problems)")
    }

    @Test("008.5 QIF is read with its accounts and lists; opening balances and trades are no rows") func qif()
        throws
    {
        let file = try Self.read(BankSamples.qif)
        #expect(file.format == .qif && file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.rows(file) == [
                "2026-01-25 -1000.00 USD Landlord, rent, 1001", "2006-01-05 -20.00 USD Cash, [Wallet]",
                "2026-02-03 +30.50 USD Shop",
            ])
        #expect(file.rows.map(\.tags) == [["Housing"], [], []])
        #expect(file.usualCurrency == .usDollar && file.statements.map(\.account) == ["Checking"])
        #expect(file.leftOut == [.transfer: 1, .investment: 1])
        #expect(file.rows.map { Self.parts($0) } == [[], [], ["10.50 Food ", "20.00 Toys "]])
        #expect(file.statements.first?.opening?.amount.text == "100.00 USD")
        #expect(file.statements.first?.opening?.day?.text == "2026-01-01")
    }

    private static func parts(_ row: BankRow) -> [String] {
        row.parts.map { "\($0.amount.number) \($0.tags.joined(separator: "+")) \($0.note)" }
    }

    @Test("008.5 The splits of QIF are the parts of its rows, with memos; what can't be parts is left out and counted")
    func qifParts() throws {
        func read(_ amount: String, _ parts: String) throws -> BankFile {
            try Self.read("!Type:Bank\nD2026-01-02\nT\(amount)\nPShop\nLFood\n\(parts)\n^\n")
        }
        let whole = try read("-1,250.00", "SFood\nEbread\n$-1,000.00\nS[Savings]\n$-200.00\nS\n$0.00\nS\nEtip\n$-50.00")
        #expect(whole.rows.map { Self.parts($0) } == [["1000.00 Food bread", "200.00  [Savings]", "50.00  tip"]])
        #expect(whole.rows.map(\.tags) == [[]] && whole.leftOut == [.transfer: 1])
        // A part lacks something: the rest has the category of the row.
        let some = try #require(read("-30", "SHome\n$-10").rows.first)
        #expect(Self.parts(some) == ["10.00 Home "] && some.tags == ["Food"])
        for parts in ["SFood\n$-40\nSDeposit\n$10", "SFood\n$-40", "SFood\n$x"] {
            let file = try read("-30", parts)
            #expect(file.rows.map(\.parts.count) == [0] && file.rows.map(\.tags) == [["Food"]], "\(parts)")
            #expect((file.leftOut[.part] ?? 0) > 0 && file.problems.isEmpty, "\(parts)")
        }
    }

    @Test("008.5 A QIF whose dates all have two readings is refused with both, unless an option decides") func order()
        throws
    {
        let text = "!Type:Bank\nD3/4'26\nT-1\n^\n"
        let open = try Self.read(text)
        #expect(open.rows.isEmpty)
        #expect(
            open.problems.map(\.message) == [
                "“3/4/2026” may be 2026-04-03 (day first) or 2026-03-04 (month first). Say which with --date-order dmy or "
                    + "--date-order mdy."
            ])
        #expect(try Self.read(text, order: .dmy).rows.map(\.day.text) == ["2026-04-03"])
        let other = try Self.read(text + "D28.02'2026\nT-1\n^\nD13/4/26\nT-1\n^\n")
        #expect(other.rows.map(\.day.text) == ["2026-04-03", "2026-02-28", "2026-04-13"], "\(other.problems)")
    }

    @Test(
        "008.13 A comma before three digits is decided by the other numbers of the file, by the format, or not at all",
        arguments: [
            ("-1,250|-3.10", "-1250.00 -3.10"), ("-1,250|-3,10", "-1.25 -3.10"), ("-1.250|3,10", "-1250.00 +3.10"),
            ("-1.250|3.10", "-1.25 +3.10"), ("1,234,567|1,250", "+1234567.00 +1250.00"),
            ("-1,250|-5", "two ways -5.00"),
            ("(7.10)|7-", "-7.10 -7.00"), ("1'250.50|\u{2212}3,000.00", "+1250.50 -3000.00"),
            ("1 250,5|0,500", "+1250.50 +0.50"),
        ])
    func marks(amounts: String, read: String) throws {
        let rows = amounts.split(separator: "|").map { "D2026-01-02\nT\($0)\n^\n" }
        let file = try Self.read("!Type:Bank\n" + rows.joined())
        let problems = file.problems.map { $0.message.contains("two ways") ? "two ways" : $0.message }
        let found = file.rows.map { ($0.kind == .expense ? "-" : "+") + $0.amount.number }
        #expect((problems + found).joined(separator: " ") == read)
    }

    @Test("008.13 In OFX a point before three digits parts decimals, and what may be thousands is refused")
    func ofxMarks() throws {
        func file(_ amount: String) throws -> BankFile {
            try Self.read(
                "<OFX><STMTRS><CURDEF>EUR<STMTTRN><DTPOSTED>20260102<TRNAMT>\(amount)</STMTTRN></STMTRS></OFX>")
        }
        #expect(try file("-3.000").rows.map(\.amount.number) == ["3.00"])
        let open = try file("-3,000")
        #expect(
            open.rows.isEmpty && open.problems.first?.message.contains("Write 3000 or 3.0000.") == true,
            "\(open.problems)")
    }

    @Test(
        "008.5 Letters are those of the encoding that the bytes show, whatever the file declares",
        arguments: ["UTF-8", "UTF-8 mark", "UTF-16 LE", "UTF-16 BE", "UTF-16 without mark", "1252"])
    func encodings(name: String) throws {
        let text = BankSamples.ofx1.replacing("kitchen", with: "Grüße – 5 €")
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let bytes: [UInt8] =
            switch name {
            case "UTF-8": Array(text.utf8)
            case "UTF-8 mark": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case "UTF-16 LE": [0xFF, 0xFE] + little
            case "UTF-16 BE": [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            case "UTF-16 without mark": little
            default:
                text.unicodeScalars.map { $0 == "€" ? 0x80 : $0 == "–" ? 0x96 : UInt8(truncatingIfNeeded: $0.value) }
            }
        let file = try Self.read(bytes)
        #expect(file.rows.first?.note == "Miller & Sons, Grüße – 5 € and bath")
        #expect(file.rows.map(\.line) == [14, 23, 25, 33])
    }

    @Test("008.5 Every format is read in UTF-16, and with each end of a line", arguments: BankSamples.all.map(\.name))
    func sameInAll(name: String) throws {
        let text = try #require(BankSamples.all.first { $0.name == name }?.text)
        let whole = try Self.read(text)
        #expect(!whole.rows.isEmpty)
        for end in ["\r\n", "\r"] {
            let file = try Self.read(text.replacing("\n", with: end))
            #expect(file.rows == whole.rows)
        }
        let units: [UInt16] = [0xFEFF] + Array(text.utf16)
        let file = try Self.read(units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        #expect(file.rows == whole.rows && file.encoding == .utf16)
    }

    @Test("008.5 Two encodings in one file, and one that isn't read, are errors that say so") func badEncodings() throws
    {
        let mixed = Array("!Type:Bank\nPé\n".utf8) + [0x50, 0xE9, 0x0A]
        let error = #expect(throws: InputError.self) { try Self.read(mixed) }
        #expect(error?.message.contains("line 2 has letters in UTF-8, and line 3 ") == true, "\(error?.message ?? "")")
        let other = Array("OFXHEADER:100\nCHARSET:KOI8-R\n<OFX>".utf8) + [0xE9] + Array("</OFX>".utf8)
        let second = #expect(throws: InputError.self) { try Self.read(other) }
        #expect(second?.message.contains("iconv -f KOI8-R -t UTF-8") == true, "\(second?.message ?? "")")
        let declared = Array(
            BankSamples.camt.replacing("UTF-8", with: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) })
        #expect(try Self.read(declared).rows.first?.note.hasPrefix("Bäcker") == true)
    }

    @Test(
        "008.6 What can't be read names its line and why, and the other rows are read",
        arguments: [
            ("20260230", "-1", "“20260230” isn't a valid date."),
            ("20260102", "$120", "“$120” isn't a valid amount."),
            ("20260102", "", "it has no amount."), ("", "-1", "it has no date."),
            ("20260102", "1e400", "isn't a valid amount."), ("20260102", "12345678901234567890", "too many digits"),
        ])
    func problems(day: String, amount: String, reason: String) throws {
        let file = try Self.read(
            """
            <OFX><STMTRS><CURDEF>EUR
            <STMTTRN><DTPOSTED>20260102<TRNAMT>-1.00</STMTTRN>
            <STMTTRN>
            <DTPOSTED>\(day)<TRNAMT>\(amount)<MEMO>x</STMTTRN>
            <STMTTRN><DTPOSTED>20260103<TRNAMT>-2.00</STMTTRN>
            </STMTRS></OFX>
            """)
        #expect(file.rows.map(\.amount.number) == ["1.00", "2.00"])
        #expect(file.problems.map(\.line) == [3] && file.problems[0].message.contains(reason), "\(file.problems)")
    }

    @Test(
        "008.5 A file that was cut off, at any byte, is never read as if it were whole",
        arguments: BankSamples.all.map(\.name))
    func cut(name: String) throws {
        let text = try #require(BankSamples.all.first { $0.name == name }?.text)
        let bytes = Array(text.utf8)
        let whole = Self.rows(try Self.read(bytes))
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            guard let format = BankFile.format(of: part) else { continue }
            guard let file = try? BankFile(part, format, usual: .usDollar) else { continue }
            let found = Self.rows(file)
            #expect(!file.problems.isEmpty || found.elementsEqual(whole.prefix(found.count)), "\(count): \(found)")
        }
    }

    @Test("008.5 An error of the bank in the place of rows is a problem that says so") func bankError() throws {
        let file = try Self.read(
            "<OFX><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Sign on again</STATUS></SONRS></OFX>")
        #expect(file.problems.map(\.message) == ["the bank reports an error instead of rows: 15500 Sign on again"])
    }

    @Test(
        "008.5 What is no bank's file is known as none",
        arguments: [
            "", " \n", "[]", "<html><body>Sign in</body></html>", ":20:", "%PDF-1.4",
        ])
    func others(text: String) { #expect(BankFile.format(of: Array(text.utf8)) == nil) }
}
