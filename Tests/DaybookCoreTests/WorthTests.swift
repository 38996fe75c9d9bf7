import DaybookCore
import Testing

@Suite struct WorthTests {
    private let euro: Currency
    private let bank = EntityID(derivedFrom: [1], for: "test")

    init() throws { euro = try #require(Currency("EUR")) }

    private func amount(_ number: String, _ currency: Currency? = nil) throws -> Amount {
        try Amount(number: number, currency: currency ?? euro)
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func entry(_ kind: EntryKind, _ number: String, _ on: String, of account: EntityID? = nil) throws -> Entry {
        var entry = Entry(
            id: EntityID(derivedFrom: (number + on).utf8.map { $0 }, for: "test"), kind: kind,
            amount: try amount(number),
            day: try day(on), createdAt: Timestamp(milliseconds: 0))
        entry.extraFields[.account] = account.map { .entity($0) }
        return entry
    }

    private func worths(_ from: String?, _ through: String, of scope: ((MoneyAccount) -> AccountScope)? = nil) throws
        -> [String]
    {
        var account = MoneyAccount(id: bank, createdAt: Timestamp(milliseconds: 0))
        account.opening = try amount("100")
        account.openingDay = try day("2026-02-10")
        var transfer = Transfer(id: EntityID(derivedFrom: [2], for: "test"), createdAt: Timestamp(milliseconds: 0))
        let dollar = try #require(Currency("USD"))
        transfer.from = Transfer.Leg(account: bank, day: try day("2026-03-31"), amount: try amount("30"))
        transfer.to = Transfer.Leg(day: try day("2026-04-02"), amount: try amount("33", dollar))
        let entries = [
            try entry(.expense, "5", "2026-01-31"), try entry(.income, "20", "2026-03-01", of: bank),
            try entry(.unsorted, "7", "2026-03-02"), try entry(.expense, "1", "2026-05-01"),
        ]
        return try Worth.periods(
            .month, from: try from.map { try day($0) }, through: try day(through), EntryList(entries).byDay, [transfer],
            [account],
            of: scope?(account)
        ).map { $0.start.text.prefix(7) + " " + $0.sums.all.map(\.text).joined(separator: ", ") }
    }

    @Test("008.14 What is in the accounts at the end of each month: openings, entries and both sides of transfers")
    func months() throws {
        #expect(
            try worths(nil, "2026-05-10") == [
                "2026-01 -5.00 EUR", "2026-02 95.00 EUR", "2026-03 85.00 EUR", "2026-04 85.00 EUR, 33.00 USD",
                "2026-05 84.00 EUR, 33.00 USD",
            ])
        // What was there before counts, and what comes later doesn't.
        #expect(
            try worths("2026-03-01", "2026-04-01") == ["2026-03 85.00 EUR", "2026-04 85.00 EUR"])
    }

    @Test("008.14 Of one account those rows count that are its own") func ofOne() throws {
        #expect(
            try worths("2026-03-01", "2026-05-10") { AccountScope($0, among: [$0]) } == [
                "2026-03 90.00 EUR", "2026-05 90.00 EUR",
            ])
    }
}
