@testable import DaybookCore
import Testing

/// Which rows of a book a budget counts, and in which envelope.
@Suite struct BudgetRowTests {
    private let euro: Currency
    private var budget: TestBudget

    init() throws {
        euro = try #require(Currency("EUR"))
        budget = try TestBudget()
        budget.add("Food", tags: ["food", "Market"])
        budget.add("Fun", tags: ["fun", "food"])
        account("Bank", 0)
        account("Visa", 2)
        account("Loan", 3)
        account("Savings", 0, budget: 1)
    }

    private mutating func account(_ name: String, _ kind: UInt8, budget counts: UInt8 = 0) {
        var account = MoneyAccount(id: TestBudget.id(name), createdAt: Timestamp(milliseconds: 0))
        (account.name, account.accountKind, account.budget, account.opening) = (name, kind, counts, .zero(euro))
        budget.accounts.append(account)
    }

    private func entry(
        _ amount: String, _ kind: EntryKind = .expense, on account: String? = "Bank", in envelope: String? = nil,
        tags: [String] = []
    ) throws -> Entry {
        var entry = Entry(
            id: TestBudget.id(amount), kind: kind, amount: try Amount(amount, usual: euro), day: try TestBudget.day(1),
            createdAt: Timestamp(milliseconds: 0), tags: tags)
        entry.extraFields[.account] = account.map { .entity(TestBudget.id($0)) }
        entry.extraFields[.envelope] = envelope.map { .entity(TestBudget.id($0)) }
        return entry
    }

    private func transfer(_ amount: String, _ from: String, _ to: String, in envelope: String? = nil) throws -> Transfer
    {
        let amount = try Amount(amount, usual: euro)
        var transfer = Transfer(id: TestBudget.id("transfer"), createdAt: Timestamp(milliseconds: 0))
        transfer.from = Transfer.Leg(account: TestBudget.id(from), day: try TestBudget.day(1), amount: amount)
        transfer.to = Transfer.Leg(account: TestBudget.id(to), day: try TestBudget.day(1, 3), amount: amount)
        transfer.extraFields[.envelope] = envelope.map { .entity(TestBudget.id($0)) }
        return transfer
    }

    private var finder: BudgetRows { BudgetRows(budget.accounts, budget.envelopes) }

    /// Each row as its role, its sum, its envelope, and its card.
    private func texts(_ rows: [BudgetRow]) -> [String] {
        let names = ["Food", "Fun", "Visa"]
        func name(_ id: EntityID?) -> String { names.first { TestBudget.id($0) == id } ?? "-" }
        return rows.map { "\($0.role) \($0.sum.number) \(name($0.envelope)) \(name($0.card))" }
    }

    private func rows(_ entry: Entry) -> [String] {
        var finder = finder
        return texts(finder.rows(of: entry))
    }

    private func rows(_ transfer: Transfer) -> [String] {
        var finder = finder
        return texts(finder.rows(of: transfer))
    }

    @Test(
        "13.1 An entry is in the envelope that it names, else in the first by place with one of its tags, else in the rest"
    )
    func envelopes() throws {
        #expect(try rows(entry("1", in: "Fun", tags: ["food"])) == ["spending -1.00 Fun -"])
        #expect(try rows(entry("1", tags: ["fun", "MARKET"])) == ["spending -1.00 Food -"])
        #expect(try rows(entry("1", tags: ["food"])) == ["spending -1.00 Food -"])
        #expect(try rows(entry("1", tags: ["other"])) == ["spending -1.00 - -"])
        #expect(try rows(entry("1", in: "Gone", tags: ["food"])) == ["spending -1.00 - -"])
    }

    @Test("13.1 Each part of an entry is in its own envelope, and what no part has in that of the entry")
    func parts() throws {
        var entry = try entry("10", in: "Fun")
        var part = Part(amount: try Amount("3", usual: euro), tags: ["market"])
        part.extraFields[.envelope] = nil
        entry.parts = [part, Part(amount: try Amount("2", usual: euro))]
        #expect(rows(entry) == ["spending -3.00 Food -", "spending -2.00 - -", "spending -5.00 Fun -"])
    }

    @Test(
        "13.1 What comes in is for the pool, and in an envelope a refund; what isn't sorted, or not on the budget, is nowhere"
    )
    func income() throws {
        #expect(try rows(entry("9", .income)) == ["income 9.00 - -"])
        #expect(try rows(entry("9", .income, on: "Visa", tags: ["fun"])) == ["spending 9.00 Fun Visa"])
        #expect(try rows(entry("9", .unsorted)).isEmpty)
        #expect(try rows(entry("9", on: "Savings", in: "Food")).isEmpty)
        #expect(try rows(entry("9", on: "Loan", in: "Food")).isEmpty)
        #expect(try rows(entry("9", on: nil)) == ["spending -9.00 - -"])
    }

    @Test("13.1 A transfer counts where it leaves the budget or enters it, and where it pays a card")
    mutating func transfers() throws {
        account("Purse", 1)
        #expect(try rows(transfer("9", "Bank", "Purse", in: "Food")).isEmpty)
        #expect(try rows(transfer("9", "Savings", "Loan", in: "Food")).isEmpty)
        #expect(try rows(transfer("9", "Bank", "Savings", in: "Food")) == ["spending -9.00 Food -"])
        #expect(try rows(transfer("9", "Visa", "Loan")) == ["spending -9.00 - Visa"])
        #expect(try rows(transfer("9", "Savings", "Bank")) == ["income 9.00 - -"])
        #expect(try rows(transfer("9", "Bank", "Visa")) == ["payment 9.00 - Visa"])
        #expect(try rows(transfer("9", "Visa", "Bank")) == ["payment -9.00 - Visa"])
    }

    @Test("13.6 A transfer between two currencies is exchanged, on either side with its own amount")
    mutating func exchanged() throws {
        var franc = MoneyAccount(id: TestBudget.id("Swiss"), createdAt: Timestamp(milliseconds: 0))
        franc.opening = .zero(try #require(Currency("CHF")))
        budget.accounts.append(franc)
        var transfer = try transfer("500", "Bank", "Swiss")
        transfer.to.amount = try Amount("470 CHF", usual: euro)
        #expect(rows(transfer) == ["exchange -500.00 - -", "exchange 470.00 - -"])
    }

    @Test("13.1 What an account opened with is income of its period, and what a card owed then is debt of before")
    mutating func openings() throws {
        budget.accounts[0].opening = try Amount("50", usual: euro)
        budget.accounts[1].opening = try Amount("20", usual: euro)
        budget.accounts[1].side = 1
        budget.accounts[1].openingDay = try TestBudget.day(2)
        let rows = budget.accounts.compactMap { BudgetRows.opening(of: $0) }
        #expect(texts(rows) == ["opening 50.00 - -", "opening -20.00 - Visa"])
        budget.rows = rows
        #expect(try (0...3).map { try budget.toBudget($0) } == ["50.00", "50.00", "30.00", "30.00"])
        budget.mode = .card
        #expect(try (0...3).map { try budget.toBudget($0) } == ["50.00", "50.00", "50.00", "50.00"])
        #expect(try budget.left("Visa", 2) == "0.00")
    }
}
