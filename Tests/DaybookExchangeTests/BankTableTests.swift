import DaybookCore
import DaybookExchange
import Foundation
import Testing

/// What becomes of the CSV of banks.
@Suite struct BankTableTests {
    private static let euro = Currency("EUR") ?? .usDollar

    private static func read(
        _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> BankFile {
        var options = ImportOptions()
        change(&options)
        let bytes = Array(text.utf8)
        #expect(BankFile.format(of: bytes) == .csv)
        return try BankFile(try #require(try BankInput(bytes)), options, usual: euro)
    }

    /// Day, sign and amount, and note.
    private static func rows(_ file: BankFile) -> [String] {
        file.rows.map { row in
            let sign = row.kind == .expense ? "-" : "+"
            return "\(row.day.text) \(sign)\(row.amount.number) \(row.amount.currency.code) \(row.note)"
        }
    }

    private static func question(_ file: BankFile) -> String {
        let questions = Set(file.problems.map { $0.question?.parameter ?? "unreadable" })
        return questions.sorted().joined(separator: " ")
    }

    @Test(
        "12.4 A bank's CSV comes in by itself or after one question, and none wrongly",
        arguments: BankShapes.all + BankShapes.others)
    func shapes(shape: BankShapes.Shape) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Banks")
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "\(shape.name).csv")))
        #expect(BankFile.format(of: bytes) == .csv)
        var file = try BankFile(bytes, .csv, usual: Self.euro)
        #expect(file.encoding.rawValue == shape.encoding)
        #expect(Self.question(file) == shape.question)
        if shape.question == "negate" {
            var options = ImportOptions()
            options.isNegated = true
            file = try BankFile(try #require(try BankInput(bytes)), options, usual: Self.euro)
            #expect(file.problems.isEmpty && !file.rows.isEmpty)
            return
        }
        #expect(Self.rows(file) == shape.rows)
        var closing = ""
        if let balance = file.statements.last?.closing {
            closing = balance.isNegative ? "-\(balance.amount.number)" : balance.amount.number
        }
        #expect(closing == shape.closing)
    }

    @Test("12.4 At least 38 of 41 shapes ask nothing, and no shape asks twice") func measure() {
        #expect(BankShapes.all.count >= 41)
        let silent: Int = BankShapes.all.filter { $0.question.isEmpty }.count
        #expect(silent * 41 >= BankShapes.all.count * 38)
        #expect(BankShapes.all.allSatisfy { !$0.question.contains(" ") })
    }

    @Test("12.4 A sign that nothing tells is asked, and either answer holds for all rows") func sign() throws {
        let text = "Date,Merchant,Amount\n2026-11-27,Tea,3.50\n2026-11-28,Coffee,100.00\n"
        #expect(Self.question(try Self.read(text)) == "negate")
        let spent = try Self.read(text) { $0.isNegated = true }
        #expect(Self.rows(spent) == ["2026-11-27 -3.50 EUR Tea", "2026-11-28 -100.00 EUR Coffee"])
        let got = try Self.read(text) { $0.isNegated = false }
        #expect(Self.rows(got) == ["2026-11-27 +3.50 EUR Tea", "2026-11-28 +100.00 EUR Coffee"])
    }

    @Test("12.4 Balances tell the sign of each row, and which balance is that before it", arguments: [false, true])
    func balances(isNewestFirst: Bool) throws {
        var lines = [
            "2026-11-25;Pay;500,00;600,00", "2026-11-26;Tea;3,50;596,50", "2026-11-27;Rent;400,00;196,50",
            "2026-11-28;Back;3,50;200,00",
        ]
        if isNewestFirst { lines.reverse() }
        let file = try Self.read("Datum;Text;Betrag;Saldo\n" + lines.joined(separator: "\n") + "\n")
        var expected = ["+500.00 EUR Pay", "-3.50 EUR Tea", "-400.00 EUR Rent", "+3.50 EUR Back"]
        if isNewestFirst { expected.reverse() }
        // Nothing says the sign of the oldest row, since no balance stands before it.
        let oldest = isNewestFirst ? expected.removeLast() : expected.removeFirst()
        #expect(oldest == "+500.00 EUR Pay" && Self.question(file) == "negate")
        #expect(Self.rows(file).map { String($0.dropFirst(11)) } == expected)
        #expect(file.statements.first?.closing?.amount.number == "200.00")
    }

    @Test(
        "12.4 Columns without names, or with names that nobody knows, are judged by their values",
        arguments: [
            "27.11.2026;-3,50;Tea at Joe's;996,50\n28.11.2026;100,00;Pay of ACME;1.096,50\n",
            "Xday;Xsum;Xwhat;Xrest\n27.11.2026;-3,50;Tea at Joe's;996,50\n28.11.2026;100,00;Pay of ACME;1.096,50\n",
        ])
    func values(text: String) throws {
        let file = try Self.read(text)
        #expect(Self.rows(file) == ["2026-11-27 -3.50 EUR Tea at Joe's", "2026-11-28 +100.00 EUR Pay of ACME"])
        #expect(file.columns.map(\.meaning) == [.day, .amount, .text, .balance])
    }

    @Test("12.4 A line that says a balance in words is no row: one behind the rows closes the statement")
    func told() throws {
        let file = try Self.read(
            "Data;Histórico;Valor\n30/10/2026;Saldo Anterior;1000,00\n13/11/2026;Pão;-89,90\n14/11/2026;Pix;50,00\n"
                + "30/11/2026;S A L D O;960,10\n")
        #expect(Self.rows(file) == ["2026-11-13 -89.90 EUR Pão", "2026-11-14 +50.00 EUR Pix"])
        let closing = try #require(file.statements.first?.closing)
        #expect(closing.amount.number == "960.10" && closing.day == CivilDate("2026-11-30") && !closing.isNegative)
        #expect(file.leftOut == [.opening: 1])
        let before = try Self.read("Data;Histórico;Valor\n30/10/2026;Saldo;1000,00\n13/11/2026;Pão;-89,90\n")
        #expect(before.statements.first?.closing == nil && before.leftOut == [.opening: 1])
        let qif =
            "!Type:Bank\nD30/10/2026\nT1000.00\nPSaldo Anterior\n^\nD13/11/2026\nT-89.90\nPPao\n^\nD30/11/2026\n"
            + "T910.10\nPS A L D O\n^\n"
        let other = try BankFile(Array(qif.utf8), .qif, usual: .usDollar)
        #expect(Self.rows(other) == ["2026-11-13 -89.90 USD Pao"])
        #expect(other.statements.first?.closing?.amount.number == "910.10" && other.leftOut == [.opening: 1])
    }

    @Test("12.4 Type and Account mean nothing by their names alone") func names() throws {
        let file = try Self.read(
            "Date,Type,Account,Amount\n2026-11-27,Card payment,Joe's Tea,-3.50\n2026-11-28,Transfer,ACME,100\n")
        let wrong = file.columns.filter { column in column.meaning == .sign || column.meaning == .account }
        #expect(wrong.isEmpty)
        #expect(file.problems.isEmpty && file.statements.map(\.account) == [""])
        let own = try Self.read(
            "Date,Type,Account,Amount,Payee\n2026-11-27,Debit,DE89370400440532013000,3.50,Joe\n2026-11-28,Credit,DE89370400440532013000,100,ACME\n"
        )
        #expect(Self.rows(own) == ["2026-11-27 -3.50 EUR Joe", "2026-11-28 +100.00 EUR ACME"])
        #expect(own.statements.map(\.account) == ["DE89370400440532013000"])
    }

    @Test(
        "12.4 Amounts are read as banks write them",
        arguments: [
            ("1,00,000.50", "100000.50"), ("5.-", "5.00"), ("1.234.567", "1234567.00"), ("1'234.50", "1234.50"),
            ("1 234,50", "1234.50"), ("R$1652,29", "1652.29"), ("110.7 €", "110.70"), ("12.50 CR", "12.50"),
            ("1 234,50 €", "1234.50"), ("+5", "5.00"),
        ])
    func amounts(written: String, number: String) throws {
        let file = try Self.read("Date;Payee;Amount\n2026-11-27;Joe;-1\n2026-11-28;Joe;\"\(written)\"\n")
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(file.rows.last?.amount.number == number && file.rows.last?.kind == .income)
    }

    @Test(
        "12.4 Days are read as banks write them",
        arguments: [
            "2026.11.13.", "13-NOV-26", "13 nov. 2026", "13/11/2026 10:11", "20261113", "2026年11月13日", "2026. 11. 13",
            "13.11.26", "13 de noviembre de 2026", "115/11/13", "13/11/2569",
        ])
    func days(written: String) throws {
        let file = try Self.read("Date;Payee;Amount\n\"\(written)\";Joe;-1,00\n")
        #expect(file.rows.map(\.day.text) == ["2026-11-13"], "\(file.problems)")
    }

    @Test("12.4 Marks in values, junk above, sums below and separators behind do no harm") func junk() throws {
        let file = try Self.read(
            "My bank;;\nFrom 1 Nov; to 30 Nov\n\nDatum;Empfänger;Betrag;\n27.11.2026;Joe \"the tea\" Smith;-3,50;\n"
                + "28.11.2026;\"5\" disk \"x\" shop\";-4,00;\nSumme;;-7,50;\n")
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.rows(file) == [
                "2026-11-27 -3.50 EUR Joe \"the tea\" Smith", "2026-11-28 -4.00 EUR 5\" disk \"x\" shop",
            ])
    }

    @Test("12.4 A row that is cut off, or has no day or no amount, is told by its line") func problems() throws {
        let file = try Self.read(
            "date,amount,note\n2026-11-27,-5,a\n2026-11-28,x,b\nsoon,-6,c\n,-7,d\n2026-11-29,,e\n2026-11-30,-8\n")
        #expect(file.rows.count == 1)
        #expect(file.problems.map(\.line) == [3, 4, 5, 6, 7], "\(file.problems)")
    }

    @Test("12.4 A title with an amount and a date is money; what Daybook exports, and what only to-dos have, is not")
    func kinds() throws {
        let money = try Self.read("date,title,amount\n2026-11-27,Tea,-3.50\n")
        #expect(Self.rows(money) == ["2026-11-27 -3.50 EUR Tea"])
        for text in [
            "title,due,amount\nRent,2026-11-27,5\n", "id,day,kind,amount,note\n,2026-11-27,expense,5,tea\n",
            "TYPE,CONTENT,PRIORITY,DATE\ntask,x,1,2026-11-27\n", "title,notes\nx,y\n", "name,colour\nx,red\n",
        ] {
            #expect(BankFile.format(of: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test(
        "12.4 A line of names without rows says so", arguments: ["Date,Description,Amount\n", "Datum;Text;Betrag\n\n"])
    func nothing(text: String) throws {
        let file = try Self.read(text)
        #expect(file.rows.isEmpty && file.emptiness?.message.contains("a line of names and no rows") == true)
    }

    @Test("12.4 What is said of a column counts, and columns that are left out are named") func said() throws {
        let text = "Tag;Was;Mehr;Betrag;Laune\n27.11.2026;Tee;Joe;-3,50;gut\n28.11.2026;Brot;Jim;-4,00;schlecht\n"
        let named = try Self.read(text) { $0.columns = ["Was": "text", "Mehr": "payee", "Laune": "none"] }
        #expect(Self.rows(named).first == "2026-11-27 -3.50 EUR Joe, Tee")
        let file = try Self.read(text) { $0.leftOut = ["Was"] }
        #expect(file.columns.first { $0.name == "Was" }?.meaning == ColumnMeaning.none)
        #expect(file.columns.first { $0.name == "Laune" }?.samples == ["gut", "schlecht"])
        #expect(throws: InputError.self) { try Self.read(text) { $0.columns = ["Nix": "text"] } }
        #expect(throws: InputError.self) { try Self.read(text) { $0.columns = ["Was": "nonsense"] } }
    }
}
