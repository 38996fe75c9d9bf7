import Fixtures
import Foundation
import Sworm
import Testing

/// The budgets of other programs, as these export them.
@Suite(.bounded) struct BudgetImportTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private static let register = """
        \u{FEFF}"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
        "Visa","","31.01.2026","Market","Daily: Food","Daily","Food","",20.00€,0.00€,"Uncleared"
        "Giro","","30.01.2026","Market","Daily: Food","Daily","Food","apples",12.50€,0.00€,"Uncleared"
        "Giro","","01.12.2025","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",0.00€,500.00€,"Cleared"

        """
    private static let plan = """
        \u{FEFF}"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
        "Dec 2025","Credit Card Payments: Visa","Credit Card Payments","Visa",0.00€,0.00€,0.00€
        "Dec 2025","Daily: Food","Daily","Food",30.00€,0.00€,30.00€
        "Dec 2025","Daily: Fun","Daily","Fun",10.00€,0.00€,10.00€
        "Dec 2025","Home: Fun","Home","Fun",0.00€,0.00€,0.00€
        "Dec 2025","Hidden Categories: Old","Hidden Categories","Old",0.00€,0.00€,0.00€
        "Jan 2026","Credit Card Payments: Visa","Credit Card Payments","Visa",5.00€,20.00€,25.00€
        "Jan 2026","Daily: Food","Daily","Food",100.00€,-32.50€,97.50€
        "Jan 2026","Daily: Fun","Daily","Fun",-3.50€,0.00€,6.50€
        "Jan 2026","Home: Fun","Home","Fun",1.00€,0.00€,1.00€
        "Jan 2026","Hidden Categories: Old","Hidden Categories","Old",0.00€,0.00€,0.00€

        """

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let path = daybook.folder.appending(path: name)
        try Data(bytes).write(to: path)
        return path.path
    }

    /// What envelopes and cards have in a month, by name.
    private func left(_ month: String) async throws -> [String: String] {
        let json = try await daybook.succeed("budget", month, "--json")
        var left: [String: String] = [:]
        for match in json.matches(of: #/"name":"([^"]+)"[^{}]*?"left":"([-0-9.]+)"/#) {
            left[String(match.1)] = String(match.2)
        }
        left["pool"] = json.firstMatch(of: #/"toBudget":"([-0-9.]+)"/#).map { String($0.1) }
        return left
    }

    @Test("13.9 YNAB's ZIP brings register and plan: each number of the last month is as there, once, with one undo")
    func ynab() async throws {
        try await daybook.succeed("currency", "EUR")
        let zip = ZipFile.bytes(of: [
            ("YNAB Export - Home/Home - Register.csv", Array(Self.register.utf8)),
            ("YNAB Export - Home/Home - Plan.csv", Array(Self.plan.utf8)),
        ])
        let path = try write(zip, "Home.zip")
        let shown = try await daybook.succeed("import", path, "--dry-run")
        #expect(shown.contains("New envelopes: Daily, Food, Fun, Home, Home: Fun, Old\n"), "\(shown)")
        #expect(shown.contains("New in the budget: 6 assigned amounts\n"), "\(shown)")
        #expect(try await daybook.succeed("envelopes", "--json") == "[]\n")
        for _ in 0..<2 {
            let done = try await daybook.succeed("import", path)
            #expect(done.contains("Made 6 envelopes\nMade 6 assigned amounts\n"), "\(done)")
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 2 known already\n")
            try await daybook.succeed("money-account", "edit", "Visa", "--kind", "card")
            try await daybook.succeed("budget", "mode", "card")
            let envelopes = try await daybook.succeed("envelopes")
            #expect(
                envelopes.contains("Food in Daily: #Food\n") && envelopes.contains("Old: #Old, put away"),
                "\(envelopes)")
            let left = try await left("2026-01")
            #expect(left["Food"] == "97.50" && left["Fun"] == "6.50" && left["Home: Fun"] == "1.00", "\(left)")
            #expect(left["Visa"] == "25.00" && left["pool"] == "357.50", "\(left)")
            // What a person sets afterwards stays.
            try await daybook.succeed("budget", "assign", "Fun", "99", "--period", "2026-01")
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 2 known already\n")
            #expect(try await self.left("2026-01")["Fun"] == "109.00")
            // The amount, the mode, the kind of the account, the import.
            for _ in 0..<4 { try await daybook.succeed("undo") }
            #expect(try await daybook.succeed("envelopes", "--json") == "[]\n")
            #expect(try await daybook.succeed("export") == "[]\n")
        }
    }

    @Test("13.9 The plan alone comes in, also that of YNAB 4, and takes the envelope that has its name")
    func planAlone()
        async throws
    {
        try await daybook.succeed("currency", "EUR")
        try await daybook.succeed("envelopes", "add", "food", "--tag", "eats")
        let four = """
            "Month","Category","Master Category","Sub Category","Budgeted","Outflows","Category Balance"
            "January 2014","Everyday:Food","Everyday","Food","1.300,00€","0,00€","1.300,00€"
            "January 2014","Income:Available","Income","Available this month","0,00€","0,00€","0,00€"

            """
        let done = try await daybook.succeed("import", write(Array(four.utf8), "Home-Budget.csv"))
        #expect(done == "Added 0 entries; 0 known already\nMade 1 envelope\nMade 1 assigned amount\n", "\(done)")
        #expect(try await left("2014-01")["food"] == "1300.00")
        #expect(try await daybook.succeed("envelopes") == "food: #eats\nEveryday\n")
        let outcome = try await daybook.run("import", write(Array(Self.plan.utf8), "Plan.csv"))
        #expect(outcome.errors.contains("Left out: 1 amount for the payment of an unknown card."), "\(outcome.errors)")
        let bad = Self.plan.replacing("Jan 2026", with: "2026")
        let refused = try await daybook.run("import", write(Array(bad.utf8), "bad.csv"))
        #expect(refused.status == 1 && refused.errors.contains("of the plan has no month such as"), "\(refused.errors)")
    }

    @Test("13.9 Two categories of one name in two groups stay two, and one with a comma in its name has its rows")
    func namesakes() async throws {
        try await daybook.succeed("currency", "EUR")
        let head = String(Self.register.prefix { $0 != "\n" }) + "\n"
        let rows = [("Daily", "Fun", "1"), ("Home", "Fun", "20"), ("Home", "Food, drinks", "300")].map {
            #""Giro","","31.01.2026","Market","\#($0): \#($1)","\#($0)","\#($1)","",\#($2).00€,0.00€,"Uncleared""#
        }
        let register = head + rows.joined(separator: "\n") + "\n"
        let plan =
            Self.plan
            + #""Jan 2026","Home: Food, drinks","Home","Food, drinks",0.00€,-300.00€,-300.00€"# + "\n"
        for (name, bytes) in [
            // Without the plan the register tells them apart.
            ("Home.csv", Array(register.utf8)),
            (
                "Home.zip",
                ZipFile.bytes(of: [
                    ("Home - Register.csv", Array(register.utf8)), ("Home - Plan.csv", Array(plan.utf8)),
                ])
            ),
        ] {
            let done = try await daybook.succeed("import", write(bytes, name))
            #expect(done.contains("Added 3 entries") || done.contains("3 known already"), "\(done)")
            let entries = try await daybook.succeed("entries")
            for tag in ["#Daily: Fun", "#Home: Fun", "#Food drinks"] { #expect(entries.contains(tag), "\(entries)") }
        }
        let json = try await daybook.succeed("budget", "2026-01", "--json")
        var spent: [String: String] = [:]
        for match in json.matches(of: #/"name":"([^"]+)"[^{}]*?"spent":"([-0-9.]+)"/#) {
            spent[String(match.1)] = String(match.2)
        }
        #expect(
            spent["Fun"] == "-1.00" && spent["Home: Fun"] == "-20.00" && spent["Food, drinks"] == "-300.00",
            "\(spent)")
        #expect(json.contains(#""rest":"0.00""#))
    }

    /// The database of Actual, with a budget of a kind.
    private func actualDatabase(_ kind: String) async throws -> [UInt8] {
        let path = daybook.folder.appending(path: kind + ".sqlite").path
        let database = try Database(path: path)
        try await database.write { db in
            for sql in [
                """
                CREATE TABLE category_groups (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, sort_order REAL, \
                tombstone INTEGER DEFAULT 0, hidden BOOLEAN NOT NULL DEFAULT 0)
                """,
                """
                CREATE TABLE categories (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, cat_group TEXT, \
                sort_order REAL, tombstone INTEGER DEFAULT 0, hidden BOOLEAN NOT NULL DEFAULT 0, goal_def TEXT DEFAULT null)
                """,
                "CREATE TABLE category_mapping (id TEXT PRIMARY KEY, transferId TEXT)",
                """
                CREATE TABLE zero_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER DEFAULT 0, \
                carryover INTEGER DEFAULT 0, goal INTEGER DEFAULT null, long_goal INTEGER DEFAULT null)
                """,
                "CREATE TABLE reflect_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER)",
                "CREATE TABLE zero_budget_months (id TEXT PRIMARY KEY, buffered INTEGER DEFAULT 0)",
                "CREATE TABLE notes (id TEXT PRIMARY KEY, note TEXT)",
                "CREATE TABLE preferences (id TEXT PRIMARY KEY, value TEXT)",
                "CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT, offbudget INTEGER, tombstone INTEGER)",
                "INSERT INTO accounts VALUES ('a1', 'Giro', 0, 0), ('a2', 'Broker', 1, 0), ('a3', 'Gone', 1, 1)",
                "INSERT INTO preferences VALUES ('budgetType', '\(kind)')",
                "INSERT INTO category_groups VALUES ('g2', 'Usual', 0, 2, 0, 0), ('g1', 'Bills', 0, 1, 0, 0), ('g3', 'Income', 1, 3, 0, 0)",
                """
                INSERT INTO categories VALUES ('c1', 'Food', 0, 'g2', 1, 0, 0, NULL), ('c2', 'Rent', 0, 'g1', 1, 0, 0, '[{}]'), \
                ('c3', 'Gone', 0, 'g1', 2, 1, 0, NULL), ('c4', 'Salary', 1, 'g3', 1, 0, 0, NULL), \
                ('c5', 'Old', 0, 'g2', 2, 0, 1, NULL)
                """,
                "INSERT INTO category_mapping VALUES ('c1', 'c1'), ('c3', 'c2')",
                """
                INSERT INTO zero_budgets VALUES ('2026-01-c1', 202601, 'c1', 10050, 0, NULL, NULL), \
                ('2026-02-c1', 202602, 'c1', -50, 1, NULL, NULL), ('2026-03-c1', 202603, 'c1', 0, 1, NULL, NULL), \
                ('2026-04-c1', 202604, 'c1', 0, 0, NULL, NULL), ('2026-05-c1', 202605, 'c1', 0, 1, NULL, NULL), \
                ('2026-01-c2', 202601, 'c2', 70000, 0, NULL, NULL), ('2026-01-c3', 202601, 'c3', 5000, 1, NULL, NULL), \
                ('2026-01-c4', 202601, 'c4', 1, 1, NULL, NULL), ('2026-02-c4', 202602, 'c4', 0, 1, NULL, NULL), \
                ('2026-01-c5', 202601, 'c5', 0, 1, NULL, NULL), ('2026-02-c5', 202602, 'c5', 0, 0, NULL, NULL)
                """,
                "INSERT INTO reflect_budgets VALUES ('2026-01-c1', 202601, 'c1', 99999, 0)",
                "INSERT INTO zero_budget_months VALUES ('2026-01', 2500), ('2026-02', 0)",
                "INSERT INTO notes VALUES ('c1', '#template 100'), ('budget-2026-01', 'x'), ('account-1', 'y')",
            ] { try db.execute(sql: sql) }
        }
        try database.close()
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private func actualZIP(_ database: [UInt8]) -> [UInt8] {
        ZipFile.bytes(of: [("db.sqlite", database), ("metadata.json", Array(#"{"id":"My-Finances"}"#.utf8))])
    }

    @Test("13.9 Actual's export of all data brings groups, amounts, overspending that is kept, and what is held")
    func actual() async throws {
        try await daybook.succeed("currency", "EUR")
        let bytes = try await actualDatabase("rollover")
        let zip = try write(actualZIP(bytes), "Actual.zip")
        let outcome = try await daybook.run("import", zip)
        #expect(
            outcome.output
                == """
                Added 0 entries; 0 known already
                Made 5 envelopes
                Made 3 assigned amounts, 5 carry flags, 1 move between envelopes or months

                """, "\(outcome.output) \(outcome.errors)")
        #expect(
            outcome.errors.contains(
                "Left out: 1 target of a category, 1 note of a month, 1 category of income that is held by itself, "
                    + "1 mark of an account off budget."), "\(outcome.errors)")
        #expect(try await daybook.succeed("envelopes", "--json").contains(##""note":"#template 100""##))
        #expect(try await daybook.succeed("import", zip) == "Added 0 entries; 0 known already\n")
        #expect(
            try await daybook.succeed("envelopes")
                == "Bills\nRent in Bills: #Rent\nUsual\nFood in Usual: #Food\nOld in Usual: #Old, put away\n")
        let january = try await left("2026-01")
        #expect(
            january["Food"] == "100.50" && january["Rent"] == "700.00" && january["pool"] == "-825.50", "\(january)")
        #expect(try await left("2026-02")["Food"] == "100.00")
        var carried: [String: [String]] = [:]
        for month in ["01", "02", "03", "04", "05", "06"] {
            let json = try await daybook.succeed("budget", "2026-" + month, "--json")
            for match in json.matches(of: #/"name":"(\w+)"[^{}]*?"carry":"(\w+)"/#) {
                carried[String(match.1), default: []].append(String(match.2))
            }
        }
        #expect(carried["Food"] == ["reset", "keep", "keep", "reset", "keep", "keep"])
        #expect(carried["Old"] == ["keep"] + Array(repeating: "reset", count: 5), "it was turned off at the end")
        #expect(carried["Rent"] == Array(repeating: "reset", count: 6), "the flag of a deleted category isn't its own")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("envelopes", "--json") == "[]\n")
        let damaged = try write(
            ZipFile.bytes(of: [("db.sqlite", Array(bytes.prefix(600))), ("metadata.json", Array("{}".utf8))]),
            "damaged.zip")
        let refused = try await daybook.run("import", damaged)
        #expect(refused.status == 1 && refused.errors.contains("a database that can't be read"), "\(refused.errors)")
    }

    @Test("13.9 Of a budget of Actual that only tracks nothing is held")
    func tracking() async throws {
        try await daybook.succeed("currency", "EUR")
        let outcome = try await daybook.run(
            "import", write(actualZIP(await actualDatabase("tracking")), "Actual.zip"))
        #expect(outcome.output.hasSuffix("Made 5 envelopes\nMade 1 assigned amount\n"), "\(outcome.output)")
        #expect(!outcome.errors.contains("held"), "\(outcome.errors)")
        let january = try await left("2026-01")
        #expect(january["Food"] == "999.99" && january["pool"] == "-999.99", "\(january)")
    }

    @Test("13.9 A transfer that has a category is of the envelope with that tag, or else its category is counted")
    func transferCategories() async throws {
        try await daybook.succeed("currency", "EUR")
        let csv = """
            Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
            Giro,2026-01-05,Broker,,Fun,-150,0,Not cleared
            Broker,2026-01-05,Giro,,,150,0,Not cleared

            """
        let path = try write(Array(csv.utf8), "Actual.csv")
        let lost = try await daybook.run("import", path)
        #expect(
            lost.errors.contains("Left out: 1 category of a transfer that no envelope has."), "\(lost.errors)")
        try await daybook.succeed("undo")
        try await daybook.succeed("envelopes", "add", "Joy", "--tag", "fun")
        let kept = try await daybook.run("import", path)
        #expect(kept.status == 0 && !kept.errors.contains("Left out"), "\(kept.errors)")
        try await daybook.succeed("money-account", "edit", "Broker", "--no-budget")
        #expect(try await left("2026-01")["Joy"] == "-150.00")
        #expect(try await daybook.succeed("import", path) == "Added 0 entries; 2 known already\n")
        // The plan beside a register makes the envelope in the same import.
        let head = String(Self.register.prefix { $0 != "\n" }) + "\n"
        let rows = """
            "Giro","","31.01.2026","Transfer : Fund","Home: Fun","Home","Fun","",20.00€,0.00€,"Uncleared"
            "Fund","","31.01.2026","Transfer : Giro","","","","",0.00€,20.00€,"Uncleared"

            """
        let zip = ZipFile.bytes(of: [
            ("Home - Register.csv", Array((head + rows).utf8)), ("Home - Plan.csv", Array(Self.plan.utf8)),
        ])
        let both = try await daybook.run("import", write(zip, "Home.zip"))
        #expect(both.status == 0 && !both.errors.contains("category of a transfer"), "\(both.errors)")
        try await daybook.succeed("money-account", "edit", "Fund", "--no-budget")
        #expect(try await left("2026-01")["Home: Fun"] == "-19.00")
    }
}
