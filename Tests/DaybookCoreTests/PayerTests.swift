import DaybookCore
import Fixtures
import Testing

/// The account that pays for a to-do, and the one that gets what names none.
@Suite struct PayerTests {
    private var device = MoneyDevice()
    private let giro: EntityID
    private let visa: EntityID

    init() {
        (giro, visa) = (EntityID(using: &device.random), EntityID(using: &device.random))
    }

    private mutating func makeAccounts() {
        for (id, name) in [(giro, "Giro"), (visa, "Visa")] {
            var draft = Changes.todo(title: name)
            draft[.amount] = .amount(.zero(currency("EUR")))
            #expect(device.perform(.add(.account, id, draft)) == nil)
        }
    }

    private func bill(from account: EntityID?, _ amount: String = "850 EUR", tags: [String] = []) -> Changes {
        var draft = Changes.todo(title: "Rent", amount: try? Amount(amount, usual: currency("EUR")))
        draft[.account] = account.map { .entity($0) }
        if !tags.isEmpty { draft[.tag] = .texts(tags) }
        return draft
    }

    private var entry: Entry? { device.entries.all.first }

    @Test(
        "12.1 A bill that is ticked is paid from its account, with its tags; unticked and ticked again with those of then"
    )
    mutating func paying() throws {
        makeAccounts()
        let rent = EntityID(using: &device.random)
        device.perform(.add(.todo, rent, bill(from: visa, tags: ["home", "fixed"])))
        device.perform(.check(rent))
        #expect(device.entries.count == 1 && entry?.extraFields[.account]?.entity == visa)
        #expect(entry?.tags == ["fixed", "home"] && entry?.kind == .expense)
        device.perform(.uncheck(rent))
        #expect(device.entries.count == 0)
        var edit = Changes()
        (edit[.tag], edit[.account]) = (.texts(["home"]), .entity(giro))
        device.perform(.edit(.todo, rent, edit))
        device.perform(.check(rent))
        #expect(entry?.tags == ["home"] && entry?.extraFields[.account]?.entity == giro)
        // The account of what is paid already may be put right, too.
        edit = Changes()
        edit[.account] = .entity(visa)
        device.perform(.edit(.todo, rent, edit))
        #expect(entry?.extraFields[.account]?.entity == visa && device.entries.count == 1)
        // What somebody deleted since stays so.
        device.perform(.delete(.entry, try #require(entry?.id)))
        (edit[.tag], edit[.account]) = (.texts(["home", "flat"]), .entity(giro))
        device.perform(.edit(.todo, rent, edit))
        #expect(device.entries.count == 0)
    }

    @Test("12.1 Each time of a bill that comes again is paid from its account, once, whichever devices tick it")
    mutating func series() throws {
        makeAccounts()
        let rent = EntityID(using: &device.random)
        var draft = bill(from: visa, tags: ["home"])
        draft[.due] = .day(date("2026-12-01"))
        draft[.repeats] = .repeats(Repeat("FREQ=MONTHLY", .every, anchor: date("2026-12-01")))
        device.perform(.add(.todo, rent, draft))
        var other = MoneyDevice(node: 2, now: device.now.milliseconds)
        other.merge(device.registers)
        device.perform(.check(rent))
        other.perform(.check(rent))
        device.merge(other.registers)
        other.merge(device.registers)
        #expect(device.entries.count == 1 && device.registers == other.registers)
        #expect(entry?.extraFields[.account]?.entity == visa && entry?.tags == ["home"])
    }

    @Test("12.2 What names no account is of the first in its currency; one that nobody made has it where there is none")
    mutating func usual() throws {
        let rent = EntityID(using: &device.random)
        device.perform(.add(.todo, rent, bill(from: nil)))
        device.perform(.check(rent))
        #expect(entry?.extraFields[.account] == nil)
        device.perform(.uncheck(rent))
        makeAccounts()
        device.perform(.check(rent))
        #expect(entry?.extraFields[.account]?.entity == giro)
        let tea = device.add("5 EUR")
        #expect(device.entries[tea]?.extraFields[.account]?.entity == giro)
        let yen = device.add("500 JPY")
        #expect(device.entries[yen]?.extraFields[.account] == nil)
        // One that is gone, or of another currency, pays nothing.
        for (account, amount) in [(EntityID(high: 9, low: 9), "3 EUR"), (visa, "3 JPY")] {
            let bill = EntityID(using: &device.random)
            device.perform(.add(.todo, bill, self.bill(from: account, amount)))
            device.perform(.check(bill))
            let booked = device.entries.all.first { $0.todo == bill }
            #expect(booked?.extraFields[.account]?.entity == (amount.hasSuffix("EUR") ? giro : nil))
        }
    }

    @Test("12.2 The account that was chosen comes before the first, while it is open and of the currency")
    mutating func chosen() throws {
        makeAccounts()
        var accounts = device.accounts
        #expect(accounts.usual(in: currency("EUR"), chosen: visa)?.id == visa)
        #expect(accounts.usual(in: currency("USD"), chosen: visa) == nil)
        accounts[1].extraFields[.closedAt] = .time(device.now)
        #expect(accounts.usual(in: currency("EUR"), chosen: visa)?.id == giro)
        // Nobody pays with a house.
        accounts[0].accountKind = 4
        #expect(accounts.usual(in: currency("EUR"), chosen: nil) == nil)
        let registers = try Settings.registers(
            setting: .defaultAccount, to: visa.bytes, clock: &device.clock, now: device.now
        ).get()
        device.merge(registers)
        #expect(Settings(device.records[Settings.id]).account == visa)
    }

    @Test(
        "12.1 A line names the account that pays beside an amount",
        arguments: [
            ("Rent 850 eur from Visa", "Rent", "Visa"), ("Rent 850 eur from visa gold tomorrow", "Rent", "Visa Gold"),
            ("From VISA rent 850 eur", "rent", "Visa"), ("Rent from Visa 850 eur", "Rent", "Visa"),
            ("交房租 850 eur 從Visa", "交房租", "Visa"), ("交房租 850 eur 用 Visa", "交房租", "Visa"),
            ("Rent 850 eur from Anna", "Rent from Anna", nil), ("Call Visa 850 eur", "Call Visa", nil),
            ("Ask for a card from Visa", "Ask for a card from Visa", nil),
            ("Rent 850 usd from Visa", "Rent from Visa", nil),
            ("Rent 850 eur from Visadent", "Rent from Visadent", nil), ("Rent 850 eur from Old", "Rent from Old", nil),
            ("Rent 850 eur \"from Visa\"", "Rent \"from Visa\"", nil),
        ] as [(String, String, String?)])
    func line(_ line: String, title: String, account: String?) {
        let accounts = ["Visa", "Visa Gold", "Old"].enumerated().map { index, name in
            var account = MoneyAccount(id: EntityID(high: 1, low: UInt64(index)), createdAt: device.now)
            (account.name, account.opening) = (name, .zero(currency("EUR")))
            if name == "Old" { account.extraFields[.closedAt] = .time(device.now) }
            return account
        }
        let now = LocalTime(day: date("2026-10-14"), minute: 600)
        let quick = QuickTodo(line, now: now, accounts: accounts, usual: currency("EUR"), local: currency("EUR"))
        #expect(quick.title == title)
        #expect(quick.values[.account]?.entity == account.flatMap { name in accounts.first { $0.name == name }?.id })
        guard let part = quick.parts.first(where: { if case .account = $0.meaning { true } else { false } }) else {
            return
        }
        let again = QuickTodo(
            line, now: now, literal: [part.text], accounts: accounts, usual: currency("EUR"), local: currency("EUR"))
        #expect(again.values[.account] == nil && again.title.contains(part.text), "it can be taken for title")
    }
}
