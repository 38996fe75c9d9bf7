import DaybookCore
import Fixtures
import Testing

@testable import DaybookStorage

/// What is in the accounts of a book.
@Suite struct MoneyAccountTests {
    private let book: Book
    private let currencies: [Currency]

    init() throws {
        book = try Book.inMemory()
        currencies = try ["EUR", "USD", "JPY"].map { try #require(Currency($0)) }
    }

    private func account(_ name: String, _ opening: Amount, owed: Bool = false, from day: CivilDate?) throws -> EntityID
    {
        var changes = Changes()
        changes[.title] = .text(name)
        changes[.amount] = .amount(opening)
        changes[.openingSide] = .choice(owed ? 1 : 0)
        changes[.day] = day.map { .day($0) }
        return try book.write { try $0.add(MoneyAccount.self, changes) }.account.id
    }

    private static let start = CivilDate(daysSince1970: 20_000)

    @Test("008.1 On every day each balance is its opening and its rows up to then, whatever became of both")
    func everyDay() throws {
        for seed in 0..<8 as Range<UInt64> {
            var random = SeededRandom(seed)
            var openings: [EntityID: (sum: Sum, day: CivilDate)] = [:]
            for index in 0..<4 {
                let currency = currencies[random.below(3)]
                let amount = try Amount(number: "\(random.below(500))", currency: currency)
                let (owed, day) = (random.chance(50), Self.start.adding(days: Int64(random.below(20))))
                let id = try account("a\(index)", amount, owed: owed, from: day)
                openings[id] = (owed ? Sum(amount).negated : Sum(amount), day)
            }
            let ids = openings.keys.sorted()
            var entries: [(account: EntityID?, sum: Sum, day: CivilDate)] = []
            for _ in 0..<60 {
                let currency = currencies[random.below(3)]
                let amount = try Amount(
                    number: "\(random.below(900)).\(currency.code == "JPY" ? "0" : "5")", currency: currency)
                let kind = [EntryKind.income, .expense, .expense, .unsorted][random.below(4)]
                let day = Self.start.adding(days: Int64(random.below(20)))
                let named = random.chance(70) ? ids[random.below(ids.count)] : nil
                var draft = Changes.entry(kind: kind, amount: amount, day: day)
                draft[.account] = named.map { .entity($0) } ?? .nothing
                // Devices together may make one in another currency than its account.
                let id = EntityID(using: &random)
                try book.write { try $0.perform(.add(.entry, id, draft)) }
                if random.chance(10) {
                    try book.write { try $0.perform(.delete(.entry, id)) }
                } else if kind != .unsorted {
                    entries.append((named, kind == .income ? Sum(amount) : Sum(amount).negated, day))
                }
            }
            let gone = ids[random.below(ids.count)]
            try book.write { try $0.perform(.delete(.account, gone)) }
            openings[gone] = nil
            for offset in -1..<21 {
                let day = Self.start.adding(days: Int64(offset))
                // Worked out by the rule as a person would say it.
                var expected: [EntityID: Sum] = [:]
                for (id, opening) in openings {
                    let nothing = Sum(coefficient: 0, scale: 0, currency: opening.sum.currency)
                    expected[id] = opening.day <= day ? opening.sum : nothing
                }
                var total = Sums()
                for sum in expected.values { try total.add(sum) }
                for entry in entries where entry.day <= day {
                    let owner =
                        entry.account.flatMap { openings[$0]?.sum.currency == entry.sum.currency ? $0 : nil }
                        ?? MoneyAccount.defaultID(of: entry.sum.currency)
                    var sums = Sums()
                    if let old = expected[owner] { try sums.add(old) }
                    try sums.add(entry.sum)
                    expected[owner] = sums.all[0]
                    try total.add(entry.sum)
                }
                let balances = try book.read { try $0.balances(on: day) }
                let found = Dictionary(uniqueKeysWithValues: balances.map { ($0.account.id, $0.balance) })
                #expect(found == expected, "seed \(seed), \(day.text)")
                #expect(try balances.total == total, "seed \(seed), \(day.text)")
            }
            // The filter gives just the rows that a balance is made of.
            for balance in try book.read({ try $0.balances() }) {
                let (rows, opened) = try book.read { book in
                    var filter = EntryFilter(kinds: [.income, .expense])
                    filter.account = try book.scope(of: balance.account)
                    let rows = try book.entryRows(filter).map(\.entry)
                    // The same in memory.
                    #expect(try book.entryRows().map(\.entry).filter { filter.contains($0) } == rows)
                    return (rows, balance.account.openingSum)
                }
                var totals = Totals()
                for row in rows { try totals.add(row) }
                var sums = try totals.balance
                try sums.add(opened)
                #expect(sums.all == [balance.balance] && rows.count == balance.count, "seed \(seed)")
            }
            try book.write { book in
                for row in try book.reader.entryRows() { try book.perform(.delete(.entry, row.entry.id)) }
                for row in try book.reader.accounts() { try book.perform(.delete(.account, row.account.id)) }
            }
        }
    }

    @Test(
        "008.7 The rows of a bank for which something else stands are found, and those that are entries themselves aren't"
    )
    func takenRows() throws {
        let (row, other) = (EntityID(high: 7, low: 1), EntityID(high: 7, low: 2))
        try book.write { book in
            let draft = Changes.entry(kind: .expense, amount: try Amount(number: "5", currency: currencies[0]))
            try book.add(entry: row, draft, forBankRow: row, "OFX")
            try book.link(try book.add(entry: draft).entry.id, toBankRow: other, "OFX")
        }
        #expect(try book.read { try $0.takenBankRows() } == [other])
        #expect(try book.read { try $0.entryRow(row) } != nil)
    }

    @Test("008.1 An old book has an account for each currency with its sums, and opening it writes nothing of that")
    func oldBook() throws {
        try book.write { book in
            for (kind, amount, currency) in [
                (EntryKind.expense, "5", 0), (.income, "20", 0), (.expense, "38", 2), (.unsorted, "7", 1),
            ] {
                try book.add(
                    entry: .entry(kind: kind, amount: try Amount(number: amount, currency: currencies[currency])))
            }
        }
        let head = try book.read { try $0.head() }
        let balances = try book.read { try $0.balances() }
        #expect(balances.map { "\($0.account.name) \($0.balance.text)" } == ["EUR 15.00 EUR", "JPY -38 JPY"])
        #expect(try book.read { try $0.accounts() }.isEmpty && book.read { try $0.head() } == head)
        // To name it keeps what is in it, and where it stands is its own place then.
        let id = MoneyAccount.defaultID(of: currencies[0])
        try book.write { try $0.perform(.edit(.account, id, .todo(title: "Wallet"))) }
        #expect(
            try book.read { try $0.balances() }.map { "\($0.account.name) \($0.balance.text)" }
                == ["Wallet 15.00 EUR", "JPY -38 JPY"])
        try book.write { try $0.perform(.delete(.account, id)) }
        #expect(try book.read { try $0.balances() }.map(\.account.name) == ["EUR", "JPY"])
    }

    @Test("008.1 Registers that come in any order make the same accounts and balances, also with the type last")
    func anyOrder() throws {
        let id = try account("Cash", try Amount(number: "10", currency: currencies[0]), from: Self.start)
        try book.write { book in
            var draft = Changes.entry(
                kind: .expense, amount: try Amount(number: "4", currency: currencies[0]), day: Self.start)
            draft[.account] = .entity(id)
            try book.add(entry: draft)
        }
        func shown(_ book: Book) throws -> [String] {
            try book.read { try $0.balances() }.map { "\($0.account.name) \($0.balance.text) \($0.count)" }
        }
        #expect(try shown(book) == ["Cash 6.00 EUR 1"])
        let registers = try book.read { try $0.page(after: 0, now: .now()).registers }
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededRandom(seed)
            let other = try Book.inMemory()
            for register in registers.shuffled(using: &random) {
                _ = try other.write { try $0.accept(PushRequest(node: 1, changes: [register])) }
            }
            #expect(try shown(other) == shown(book))
            #expect(try other.read { try $0.rows() }.isEmpty)
        }
    }
}
