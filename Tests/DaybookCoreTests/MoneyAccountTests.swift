import DaybookCore
import Fixtures
import Testing

@Suite struct MoneyAccountTests {
    private var clock = HybridClock(node: 1)
    private var random = SeededRandom(1)
    private let id = EntityID(derivedFrom: [1], for: "test")
    private let euro: Currency

    init() throws { euro = try #require(Currency("EUR")) }

    private func registers(
        _ action: BookAction, of record: Record, _ clock: inout HybridClock, at second: Int64
    ) throws -> [Register] {
        var random = SeededRandom(2)
        let accounts = MoneyAccount(record).map { [$0] } ?? [MoneyAccount.default(of: euro)]
        return try action.registers(
            in: ItemsInMemory(accounts: accounts), clock: &clock, now: Timestamp(milliseconds: second * 1_000),
            using: &random
        ).get()
    }

    private mutating func record(_ actions: BookAction...) throws -> Record {
        var record = Record(id: id)
        for (second, action) in actions.enumerated() {
            for register in try registers(action, of: record, &clock, at: Int64(second + 1)) {
                record.merge(register, isPending: true)
            }
        }
        return record
    }

    private func changes(_ name: String?, _ opening: String? = nil, owed: Bool = false) throws -> Changes {
        var changes = Changes()
        changes[.title] = name.map { .text($0) }
        if let opening {
            changes[.amount] = .amount(try Amount(number: opening, currency: euro))
            changes[.openingSide] = .choice(owed ? 1 : 0)
        }
        return changes
    }

    private func sum(_ number: String) throws -> Sum {
        let isOwed = number.hasPrefix("-")
        let sum = Sum(try Amount(number: isOwed ? String(number.dropFirst()) : number, currency: euro))
        return isOwed ? sum.negated : sum
    }

    @Test("008.1 An account has a name, a kind, a currency, an opening with its day, and is no to-do and no entry")
    mutating func account() throws {
        var made = try changes(" Visa ", "120", owed: true)
        made[.accountKind] = .choice(2)
        made[.day] = FieldValue(CivilDate("2026-01-05"))
        let record = try record(.add(.account, id, made))
        let account = try #require(MoneyAccount(record))
        #expect(account.name == "Visa" && account.accountKind == 2 && account.currency == euro)
        #expect(try account.openingSum == sum("-120") && account.budget == 0 && !account.isClosed && account.isMade)
        #expect(try account.opening(on: CivilDate("2026-01-05")) == sum("-120"))
        #expect(try account.opening(on: CivilDate("2026-01-04")) == sum("0"))
        #expect(Todo(record) == nil && Entry(record, tags: []) == nil && ItemList(record) == nil && record.isKnown)
    }

    @Test("008.1 An amount and its side stay one thing when two devices change the opening") mutating func sides()
        throws
    {
        let start = try record(.add(.account, id, changes("Visa", "5")))
        var other = HybridClock(node: 2)
        let owed = try registers(.edit(.account, id, changes(nil, "5", owed: true)), of: start, &clock, at: 9)
        let more = try registers(.edit(.account, id, changes(nil, "7")), of: start, &other, at: 10)
        for all in [owed + more, more + owed] {
            var record = start
            for register in all { record.merge(register, isPending: false) }
            #expect(try MoneyAccount(record)?.openingSum == sum("7"))
        }
    }

    @Test("008.1 Two devices that rename the default account of a currency mean one") mutating func defaults() throws {
        let account = MoneyAccount.default(of: euro)
        #expect(account.isDefault && !account.isMade && account.name == "EUR")
        var record = Record(id: account.id)
        for (node, name) in [(UInt64(2), "Wallet"), (3, "Purse")] {
            var clock = HybridClock(node: node)
            let written = try registers(
                .edit(.account, account.id, changes(name)), of: Record(id: account.id), &clock, at: Int64(node))
            for register in written { record.merge(register, isPending: false) }
        }
        let changed = try #require(MoneyAccount(record))
        #expect(changed.name == "Purse" && changed.isDefault && changed.isMade && changed.currency == euro)
        // One that nobody made can't be taken away.
        #expect(throws: ItemError.notFound(.account, account.id)) {
            try registers(.delete(.account, account.id), of: Record(id: account.id), &clock, at: 20)
        }
    }

    @Test("008.1 A blank name, no opening and an account that isn't there are refused") mutating func refused() throws {
        #expect(throws: ItemError.blankTitle(.account)) { try record(.add(.account, id, changes(" ", "1"))) }
        #expect(throws: ItemError.blankTitle(.account)) { try record(.add(.account, id, Changes())) }
        #expect(throws: ItemError.noAmount) { try record(.add(.account, id, changes("x"))) }
        #expect(throws: ItemError.notFound(.account, id)) { try record(.edit(.account, id, changes("x"))) }
        #expect(throws: ItemError.notFound(.account, id)) { try record(.delete(.account, id)) }
        var nothing = Changes()
        nothing[.amount] = .nothing
        #expect(throws: ItemError.noAmount) {
            try record(.add(.account, id, changes("x", "1")), .edit(.account, id, nothing))
        }
        // What another program wrote wrongly is no account: it would have no currency.
        var damaged = try record(.add(.account, id, changes("x", "1")))
        let stamp = Stamp(clock: 1 << 50, node: 9)
        damaged.merge(Register(id, .amount, stamp, [1, 2]), isPending: false)
        #expect(MoneyAccount(damaged) == nil)
    }

    @Test("008.1 Entries that name no account, one that is gone or one of another currency are in the default one")
    mutating func owners() throws {
        let account = try #require(MoneyAccount(record(.add(.account, id, changes("Cash", "10")))))
        var sums = AccountSums([account])
        try sums.add(sum("5"), of: id)
        try sums.add(sum("-2"), 3, of: nil)
        try sums.add(sum("1"), of: EntityID(high: 9, low: 9))
        let dollars = Sum(try Amount(number: "4", currency: .usDollar))
        try sums.add(dollars, of: id)
        let balances = try sums.balances(on: nil)
        #expect(
            balances.map { "\($0.account.name) \($0.balance.text) \($0.count)" } == [
                "Cash 15.00 EUR 1", "EUR -1.00 EUR 4", "USD 4.00 USD 1",
            ])
        #expect(try balances.total.all.map(\.text) == ["14.00 EUR", "4.00 USD"])
    }
}
