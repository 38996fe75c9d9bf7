import DaybookCore
import DaybookExchange
import Testing

/// What Actual, YNAB and Firefly III export.
@Suite struct BudgetFileTests {
    static let actual = """
        Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
        Checking,2026-01-01,Starting Balance,,Starting Balances,1000.5,0,Reconciled
        Checking,2026-01-02,Grocer,(SPLIT INTO 2) week,,0,-30,Cleared
        Checking,2026-01-02,Grocer,(SPLIT 1 OF 2) bread,Food,-20,0,Cleared
        Checking,2026-01-02,Grocer,(SPLIT 2 OF 2) ,Household,-10,0,Cleared
        Checking,2026-01-03,Savings,moved,,-200,0,Not cleared
        Savings,2026-01-03,Checking,moved,,200,0,Not cleared
        Savings,2026-01-04,"Bank, Inc.",,Income,0.05,0,Not cleared

        """
    static let ynab = """
        \u{FEFF}"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
        "Giro","","31.01.2026","Transfer : Cash","","","","for the week",100.00€,0.00€,"Cleared"
        "Cash","","31.01.2026","Transfer : Giro","","","","",0.00€,100.00€,"Cleared"
        "Giro","Red","30.01.2026","Market","Daily: Food","Daily","Food","Split (1/2) apples",1234.56€,0.00€,"Uncleared"
        "Giro","","30.01.2026","Market","Daily: Home","Daily","Home","Split (2/2)",2.00€,0.00€,"Uncleared"
        "Giro","","29.01.2026","Work","Inflow: Ready to Assign","Inflow","Ready to Assign","",0.00€,2000.00€,"Reconciled"
        "Giro","","28.01.2026","Transfer : Gone","","","","",5.00€,0.00€,"Cleared"
        "Giro","","01.01.2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",50.00€,0.00€,"Cleared"

        """
    static let firefly = """
        user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,primary_currency_code,pc_amount,pc_foreign_amount,description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes
        1,1,1,2026-01-01T00:00:00+01:00,2026-01-01T00:00:00+01:00,,"Opening balance",EUR,500.000000000000,,,,,,"Initial balance",2026-01-01T00:00:00+01:00,"Initial balance account for Giro",,"Initial balance account",Giro,DE1,"Asset account",,,,,,
        1,2,2,2026-01-02T09:00:00+01:00,2026-01-02T09:00:00+01:00,,Withdrawal,EUR,-12.50,USD,-13.70,,,,Lunch,2026-01-02T23:59:00+01:00,Giro,DE1,"Asset account",Bistro,,"Expense account",1,Food,Daily,,"out,work","a note"
        1,3,3,2026-01-03T09:00:00+01:00,2026-01-03T09:00:00+01:00,"Shopping",Withdrawal,EUR,-3.00,,,,,,Bread,2026-01-03T09:00:00+01:00,Giro,DE1,"Asset account",Baker,,"Expense account",,Food,,,,
        1,3,7,2026-01-03T09:00:00+01:00,2026-01-03T09:00:00+01:00,"Shopping",Withdrawal,EUR,-4.50,,,,,,Soap,2026-01-03T09:00:00+01:00,Giro,DE1,"Asset account",Baker,,"Expense account",,Home,,,,
        1,4,4,2026-01-04T09:00:00+01:00,2026-01-04T09:00:00+01:00,,Deposit,EUR,2000.00,,,,,,Pay,2026-01-04T09:00:00+01:00,Work,,"Revenue account",Giro,DE1,"Asset account",,,,,,
        1,5,5,2026-01-05T09:00:00+01:00,2026-01-05T09:00:00+01:00,,Transfer,EUR,100.00,JPY,16000,,,,Travel,2026-01-05T09:00:00+01:00,Giro,DE1,"Asset account",Yen,,"Asset account",,,,,,
        1,6,6,2026-01-06T09:00:00+01:00,2026-01-06T09:00:00+01:00,,Withdrawal,EUR,-250.00,,,,,,Rate,2026-01-06T09:00:00+01:00,Giro,DE1,"Asset account",House,,Mortgage,,,,,,

        """

    private func read(_ text: String, _ format: BankFile.Format, order: DateOrder? = nil) throws -> BankFile {
        let bytes = Array(text.utf8)
        #expect(BankFile.format(of: bytes) == format)
        let file = try BankFile(bytes, format, order: order, usual: .usDollar)
        #expect(file.problems.isEmpty, "\(file.problems)")
        return file
    }

    private func rows(_ file: BankFile) -> [String] {
        file.statements.flatMap { statement in
            statement.rows.map { row in
                let sign = row.kind == .expense ? "-" : "+"
                let parts = row.parts.map { " | \($0.amount.number) \($0.note) \($0.tags)" }.joined()
                return "\(statement.account) \(row.day.text) \(sign)\(row.amount.text) \(row.note) \(row.tags)" + parts
            }
        }
    }

    private func openings(_ file: BankFile) -> [String] {
        file.statements.map { statement in
            let opening = statement.opening
            return (opening?.isNegative == true ? "-" : "")
                + "\(opening?.amount.text ?? "") \(opening?.day?.text ?? "")"
        }
    }

    private func transfers(_ file: BankFile) throws -> Int {
        let accounts = try BankAccounts(file, chosen: nil, among: [])
        let plan = BankImport(file, into: accounts, entries: [], entry: { _ in nil }) { _ in [:] }
        return plan.rows.count { $0.transfer != nil } / 2
    }

    @Test("008.12 Actual's CSV: a split is one row with parts, and the first balance is the account's")
    func actual() throws {
        let file = try read(Self.actual, .actual)
        #expect(
            rows(file) == [
                "Checking 2026-01-02 -30.00 USD Grocer, week [] | 20.00 bread [\"Food\"] | 10.00  [\"Household\"]",
                "Checking 2026-01-03 -200.00 USD Savings, moved []",
                "Savings 2026-01-03 +200.00 USD Checking, moved []",
                "Savings 2026-01-04 +0.05 USD Bank, Inc. [\"Income\"]",
            ])
        #expect(openings(file) == ["1000.50 USD 2026-01-01", " "])
        #expect(file.leftOut == [.state: 3])
    }

    @Test("008.12 YNAB's register: outflow and inflow, flags, the currency's sign, transfers, parts of splits")
    func ynab()
        throws
    {
        let file = try read(Self.ynab, .ynab)
        #expect(
            rows(file) == [
                "Giro 2026-01-31 -100.00 EUR Transfer : Cash, for the week []",
                "Giro 2026-01-30 -1236.56 EUR Market [] | 1234.56 apples [\"Food\", \"Red\"] | 2.00  [\"Home\"]",
                "Giro 2026-01-29 +2000.00 EUR Work []",
                "Giro 2026-01-28 -5.00 EUR Transfer : Gone []",
                "Cash 2026-01-31 +100.00 EUR Transfer : Giro []",
            ])
        #expect(openings(file) == ["-50.00 EUR 2026-01-01", " "])
        #expect(file.leftOut == [.state: 5, .transfer: 1])
    }

    @Test("008.12 YNAB writes amounts and dates as the person wants to see them; what is open is asked")
    func ynabForms() throws {
        func file(_ rows: String...) -> String {
            "Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared\n"
                + rows.joined(separator: "\n")
        }
        func amounts(_ text: String) throws -> [String] { try read(text, .ynab, order: .dmy).rows.map(\.amount.text) }
        #expect(
            try amounts(
                file("A,,01/02/2026,P,,,,,\"1.234,56 €\",\"0,00 €\",", "A,,01/02/2026,P,,,,,\"0,00 €\",\"1.250,00 €\",")
            )
                == ["1234.56 EUR", "1250.00 EUR"])
        #expect(try amounts(file("A,,01/02/2026,P,,,,,$1’234.50,$0.00,")) == ["1234.50 USD"])
        #expect(try amounts(file("A,,01/02/2026,P,,,,,\"¥1,250\",¥0,")) == ["1250 JPY"])
        let open = try BankFile(Array(file("A,,01/02/2026,P,,,,,5,0,").utf8), .ynab, usual: .usDollar)
        #expect(open.problems.first?.question != nil && open.rows.isEmpty)
        let both = try BankFile(Array(file("A,,2026-02-01,P,,,,,5,6,").utf8), .ynab, usual: .usDollar)
        #expect(both.problems.first?.message.contains("both columns") == true)
    }

    @Test("008.12 Firefly III's CSV: own accounts by their types, foreign amounts, tags, loans, a transfer in one line")
    func firefly() throws {
        let file = try read(Self.firefly, .firefly)
        #expect(
            rows(file) == [
                "Giro 2026-01-02 -12.50 EUR Bistro, Lunch, a note, USD 13.70 [\"Food\", \"Daily\", \"out\", \"work\"]",
                "Giro 2026-01-03 -7.50 EUR Baker, Shopping [] | 3.00 Bread [\"Food\"] | 4.50 Soap [\"Home\"]",
                "Giro 2026-01-04 +2000.00 EUR Work, Pay []", "Giro 2026-01-05 -100.00 EUR Travel []",
                "Giro 2026-01-06 -250.00 EUR Rate []", "Yen 2026-01-05 +16000 JPY Travel []",
                "House 2026-01-06 +250.00 EUR Rate []",
            ])
        #expect(openings(file) == ["500.00 EUR 2026-01-01", " ", " "])
        #expect(file.leftOut == [.state: 1])
    }

    @Test("008.12 Each split is of its own parts; one with a refund stays rows, and a transfer in one is a transfer")
    func splits() throws {
        let file = try read(
            """
            Account,Date,Payee,Notes,Category,Amount
            A,2026-03-01,Shop,(SPLIT 1 OF 2) one,Food,-3
            A,2026-03-01,Shop,(SPLIT 2 OF 2) two,Home,-4
            A,2026-03-01,Shop,(SPLIT 1 OF 2) one,Food,-5
            A,2026-03-01,Shop,(SPLIT 2 OF 2) two,Home,-6
            A,2026-03-02,Shop,(SPLIT 1 OF 2) crate,Food,-9
            A,2026-03-02,Shop,(SPLIT 2 OF 2) bottles,Food,2
            A,2026-03-03,Shop,(SPLIT 1 OF 3) x,Food,-1
            A,2026-03-03,Other,(SPLIT 2 OF 3) y,Home,-2
            A,2026-03-03,B,(SPLIT 3 OF 3) cash,,-40
            B,2026-03-03,A,cash,,40

            """, .actual)
        #expect(
            rows(file) == [
                "A 2026-03-01 -7.00 USD Shop [] | 3.00 one [\"Food\"] | 4.00 two [\"Home\"]",
                "A 2026-03-01 -11.00 USD Shop [] | 5.00 one [\"Food\"] | 6.00 two [\"Home\"]",
                "A 2026-03-02 -9.00 USD Shop, crate [\"Food\"]", "A 2026-03-02 +2.00 USD Shop, bottles [\"Food\"]",
                "A 2026-03-03 -3.00 USD Shop [] | 1.00 Shop, x [\"Food\"] | 2.00 Other, y [\"Home\"]",
                "A 2026-03-03 -40.00 USD B, cash []", "B 2026-03-03 +40.00 USD A, cash []",
            ])
        #expect(file.leftOut[.split] == 2)
        #expect(try transfers(file) == 1)
    }

    @Test("008.12 A split whose parts an earlier version made entries of is known") func formerParts() throws {
        let alone = Self.actual.replacing("(SPLIT 1 OF 2) ", with: "").replacing("(SPLIT 2 OF 2) ", with: "")
        func plan(_ text: String, knows: Set<EntityID>) throws -> BankImport {
            let file = try read(text, .actual)
            return BankImport(
                file, into: try BankAccounts(file, chosen: nil, among: []), entries: [],
                entry: { _ in nil }
            ) { ids in
                Dictionary(ids.filter { knows.contains($0) }.map { ($0, .present) }) { first, _ in first }
            }
        }
        let before = try plan(alone, knows: [])
        let after = try plan(Self.actual, knows: Set(before.rows.map(\.id)))
        #expect(before.rows.count == 5 && after.rows.count == 4)
        #expect(after.rows.filter { $0.transfer == nil }.allSatisfy { $0.match == .known })
        #expect(try plan(Self.actual, knows: []).rows.allSatisfy { $0.match == .new })
    }

    @Test("008.12 A line that lacks columns, an account or an account of one's own is told, and the rest is read")
    func problems() throws {
        let short = Self.actual + "Checking,2026-01-05,Tea\n,2026-01-05,Tea,,,-1,0,Cleared\n"
        let file = try BankFile(Array(short.utf8), .actual, usual: .usDollar)
        #expect(
            file.problems.map(\.message) == [
                "the line has 3 columns, the first line 8.", "the line names no account. Fill it in.",
            ])
        #expect(file.problems.map(\.line) == [9, 10] && file.rows.count == 4)
        let foreign = Self.firefly.replacing("Giro,DE1,\"Asset account\",Bistro", with: "Giro,DE1,Odd,Bistro")
        #expect(
            try BankFile(Array(foreign.utf8), .firefly, usual: .usDollar).problems.map(\.message)
                == ["neither “Giro” nor “Bistro” is an account of yours."])
    }

    @Test("008.12 CSV that only looks like one of these is no program's")
    func others() {
        for header in [
            "date,payee,amount", "Account,Date,Payee,Notes,Category,Amount,Balance", "Date,Payee,Memo,Outflow,Inflow",
            "day,kind,amount,currency,note,place,tags", "type,amount,date,source_name",
        ] {
            #expect(BankFile.format(of: Array(header.utf8))?.isOfProgram != true, "\(header)")
        }
    }

    @Test("008.12 Two rows are one transfer: of equal ones each has its own sides, and days may differ")
    func pairs() throws {
        var lines = ["Account,Date,Payee,Notes,Category,Amount"]
        for day in ["01", "01", "02"] {
            lines += ["A,2026-03-\(day),B,,,-5", "B,2026-03-\(day),A,,,5"]
        }
        lines += ["A,2026-03-10,B,,,-7", "B,2026-03-12,A,,,7", "A,2026-03-20,B,,,-9", "B,2026-03-30,A,,,9"]
        #expect(try transfers(read(lines.joined(separator: "\n"), .actual)) == 4)
    }
}
