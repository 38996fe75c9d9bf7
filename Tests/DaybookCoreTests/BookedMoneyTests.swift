import DaybookCore
import Fixtures
import Testing

/// What a to-do books: an expense, an income or a transfer.
@Suite struct BookedMoneyTests {
    private var device = MoneyDevice()
    private let giro: EntityID
    private let visa: EntityID
    private let todo: EntityID

    init() {
        (giro, visa) = (EntityID(using: &device.random), EntityID(using: &device.random))
        todo = EntityID(using: &device.random)
        for (id, name) in [(giro, "Giro"), (visa, "Visa")] {
            var draft = Changes.todo(title: name)
            draft[.amount] = .amount(.zero(currency("EUR")))
            device.perform(.add(.account, id, draft))
        }
    }

    private func amount(_ text: String) throws -> Amount { try Amount(text, usual: currency("EUR")) }

    private mutating func add(_ text: String, _ values: [(Field, FieldValue)], rule: String? = nil) throws {
        var draft = Changes.todo(title: "Money", amount: try amount(text), due: date("2026-12-01"))
        for (field, value) in values { draft[field] = value }
        if let rule { draft[.repeats] = .repeats(Repeat(rule, .every, anchor: date("2026-12-01"))) }
        #expect(device.perform(.add(.todo, todo, draft)) == nil)
    }

    private mutating func edit(_ field: Field, _ value: FieldValue) {
        var changes = Changes()
        changes[field] = value
        #expect(device.perform(.edit(.todo, todo, changes)) == nil)
    }

    @Test("14.1 A salary that is ticked is an income of its account") mutating func income() throws {
        try add("2400", [(.books, .choice(1)), (.account, .entity(giro))])
        device.perform(.check(todo))
        let entry = try #require(device.entries.all.first)
        #expect(entry.kind == .income && entry.extraFields[.account]?.entity == giro && device.transfers.isEmpty)
        device.perform(.uncheck(todo))
        #expect(device.entries.count == 0)
    }

    @Test("14.1 A card's payment that is ticked is one transfer, and none when it is opened again")
    mutating func transfer() throws {
        try add("450", [(.account, .entity(giro)), (.paysInto, .entity(visa))])
        device.perform(.check(todo), today: date("2026-12-02"))
        var made = try #require(device.transfers.first)
        #expect(device.transfers.count == 1 && device.entries.count == 0)
        let cost = try amount("450")
        #expect(made.from.account == giro && made.to.account == visa && made.from.amount == cost)
        #expect(made.from.day == date("2026-12-02") && made.to.day == made.from.day && made.note == "Money")
        // A day that a person puts right stays when the amount is put right, too.
        var moved = Changes()
        moved[.toDay] = .day(date("2026-12-04"))
        device.perform(.edit(.transfer, made.id, moved))
        let more = try amount("460")
        edit(.amount, .amount(more))
        made = try #require(device.transfers.first)
        #expect(made.to.day == date("2026-12-04") && made.to.amount == more)
        // Without an account that it pays it was an expense.
        edit(.paysInto, .nothing)
        #expect(device.transfers.isEmpty && device.entries.all.map(\.kind) == [.expense])
        edit(.books, .choice(1))
        #expect(device.entries.all.map(\.kind) == [.income])
        edit(.paysInto, .entity(visa))
        #expect(device.transfers.count == 1 && device.entries.count == 0)
        edit(.amount, .amount(try amount("0")))
        #expect(device.transfers.isEmpty && device.entries.count == 0)
        edit(.amount, .amount(try amount("5")))
        device.perform(.delete(.transfer, made.id))
        edit(.tag, .texts(["card"]))
        #expect(device.transfers.isEmpty && device.entries.count == 0, "deleted by hand, it stays so")
        device.perform(.uncheck(todo))
        device.perform(.check(todo))
        #expect(device.transfers.count == 1 && device.entries.count == 0)
    }

    @Test("14.1 Each occurrence of a payment that comes again is a transfer of its own") mutating func series() throws {
        try add("450", [(.account, .entity(giro)), (.paysInto, .entity(visa))], rule: "FREQ=MONTHLY")
        for _ in 0..<3 { device.perform(.check(todo)) }
        #expect(device.transfers.count == 3 && device.entries.count == 0)
        let last = try #require(device.todos.items(in: .done).first)
        #expect(last.books == .transfer(visa) && last.account == giro)
        device.perform(.uncheck(last.id))
        #expect(device.transfers.count == 2)
        device.perform(.skip(todo))
        #expect(device.transfers.count == 2)
    }

    @Test("14.1 Without an account a transfer goes from the one that is used") mutating func usual() throws {
        try add("450", [(.paysInto, .entity(visa))])
        device.perform(.check(todo))
        #expect(device.transfers.first?.from.account == giro)
    }

    /// Makes Visa a loan that owes so much, at a rate.
    private mutating func owe(_ debt: String, at rate: String) throws {
        var changes = Changes()
        changes[.accountKind] = .choice(3)
        changes[.amount] = .amount(try amount(debt))
        changes[.openingSide] = .choice(1)
        changes[.interest] = .text(rate)
        #expect(device.perform(.edit(.account, visa, changes)) == nil)
    }

    @Test("14.1 A loan's instalment that is ticked books its interest as an expense, and the rest as a transfer")
    mutating func instalment() throws {
        try owe("10000", at: "6")
        try add(
            "860.66", [(.account, .entity(giro)), (.paysInto, .entity(visa)), (.tag, .texts(["loan"]))],
            rule: "FREQ=MONTHLY")
        for day in ["2026-12-01", "2027-01-01", "2027-02-01"] { device.perform(.check(todo), today: date(day)) }
        let interest = device.entries.all.sorted { $0.day < $1.day }
        // The table of L1.
        #expect(interest.map { $0.amount?.number } == ["50.00", "45.95", "41.87"])
        #expect(interest.allSatisfy { $0.kind == .expense && $0.tags == ["loan"] })
        #expect(interest.allSatisfy { $0.extraFields[.account]?.entity == giro })
        #expect(interest.map(\.day) == [date("2026-12-01"), date("2027-01-01"), date("2027-02-01")])
        let paid = device.transfers.sorted { $0.from.day < $1.from.day }
        #expect(paid.map { $0.to.amount.number } == ["810.66", "814.71", "818.79"])
        // Another amount of the payment is another principal.
        let last = try #require(device.todos.items(in: .done).first { $0.occurrence?.number == 3 })
        var changes = Changes()
        changes[.amount] = .amount(try amount("900"))
        #expect(device.perform(.edit(.todo, last.id, changes)) == nil)
        #expect(device.transfers.map { $0.to.amount.number }.sorted() == ["810.66", "814.71", "858.13"])
        #expect(device.entries.all.compactMap { $0.amount?.number }.sorted() == ["41.87", "45.95", "50.00"])
        device.perform(.uncheck(last.id))
        #expect(device.transfers.count == 2 && device.entries.count == 2)
        device.perform(.check(todo), today: date("2027-02-01"))
        #expect(device.transfers.map { $0.to.amount.number }.max() == "818.79" && device.entries.count == 3)
    }

    @Test("14.1 An instalment of each week has the interest of a week, of 365 days") mutating func weekly() throws {
        try owe("10000", at: "6")
        try add("100", [(.account, .entity(giro)), (.paysInto, .entity(visa))], rule: "FREQ=WEEKLY")
        device.perform(.check(todo), today: date("2026-12-01"))
        #expect(device.entries.all.compactMap { $0.amount?.number } == ["11.51"])
        #expect(device.transfers.map { $0.to.amount.number } == ["88.49"])
    }

    @Test("14.1 The interest of a payment is booked in full, and a debt that it doesn't cover grows")
    mutating func uncovered() throws {
        try owe("10000", at: "6")
        try add("860.66", [(.account, .entity(giro)), (.paysInto, .entity(visa))])
        func rows() -> [String] {
            device.entries.all.compactMap { $0.amount?.number }
                + device.transfers.map { ($0.from.account == giro ? "" : "-") + $0.to.amount.number }
        }
        device.perform(.check(todo), today: date("2026-12-01"))
        #expect(rows() == ["50.00", "810.66"])
        for (amount, principal) in [("30", ["-20.00"]), ("50", []), ("51", ["1.00"]), ("0.01", ["-49.99"])] {
            edit(.amount, .amount(try self.amount(amount)))
            #expect(rows() == ["50.00"] + principal, "\(amount)")
        }
        device.perform(.uncheck(todo))
        #expect(rows().isEmpty)
        device.perform(.check(todo), today: date("2026-12-01"))
        #expect(rows() == ["50.00", "-49.99"])
    }

    @Test("14.1 A payment as large as its interest is an expense, and one before the rate begins is a transfer")
    mutating func bounds() throws {
        try owe("10000", at: "6 from 2027-01-01")
        try add("50", [(.account, .entity(giro)), (.paysInto, .entity(visa))])
        device.perform(.check(todo), today: date("2026-12-31"))
        #expect(device.transfers.map { $0.to.amount.number } == ["50.00"] && device.entries.count == 0)
        device.perform(.uncheck(todo))
        #expect(device.transfers.isEmpty && device.entries.count == 0)
        device.perform(.check(todo), today: date("2027-01-01"))
        #expect(device.transfers.isEmpty && device.entries.all.compactMap { $0.amount?.number } == ["50.00"])
        edit(.amount, .amount(try amount("100")))
        #expect(device.entries.count == 1 && device.transfers.map { $0.to.amount.number } == ["50.00"])
        device.perform(.uncheck(todo))
        device.perform(.check(todo), today: date("2027-01-01"))
        #expect(device.transfers.map { $0.to.amount.number } == ["50.00"] && device.entries.count == 1)
        edit(.paysInto, .nothing)
        #expect(device.transfers.isEmpty && device.entries.all.compactMap { $0.amount?.number } == ["100.00"])
        device.perform(.uncheck(todo))
        #expect(device.entries.count == 0)
    }

    @Test("14.1 Devices that tick the same instalment over different debts have both parts of one of them")
    mutating func concurrentInstalments() throws {
        try owe("10000", at: "6")
        try add("860.66", [(.account, .entity(giro)), (.paysInto, .entity(visa))], rule: "FREQ=MONTHLY")
        var other = MoneyDevice(node: 2, now: device.now.milliseconds)
        other.merge(device.registers)
        // One of them knows of a payment that the other one doesn't.
        var draft = Changes()
        (draft[.account], draft[.toAccount]) = (.entity(giro), .entity(visa))
        (draft[.amount], draft[.day]) = (.amount(try amount("5000")), .day(date("2026-11-30")))
        #expect(other.perform(.add(.transfer, EntityID(using: &other.random), draft)) == nil)
        device.perform(.check(todo), today: date("2026-12-01"))
        other.perform(.check(todo), today: date("2026-12-02"))
        device.merge(other.registers)
        other.merge(device.registers)
        #expect(device.registers == other.registers)
        #expect(device.entries.all.compactMap { $0.amount?.number } == ["25.00"])
        #expect(device.transfers.map { $0.to.amount.number }.sorted() == ["5000.00", "835.66"])
        #expect(Set(device.entries.all.map(\.day)) == [date("2026-12-02")])
    }

    @Test(
        "14.1 Whatever devices do offline, a finished to-do is booked once as what one of them knew", arguments: 0..<400
    )
    func history(seed: Int) throws {
        var first = self
        if seed % 2 == 0 { try first.owe("300", at: "12") }
        try first.add("450", [(.account, .entity(giro))], rule: seed % 3 == 0 ? "FREQ=MONTHLY" : nil)
        var random = SeededRandom(UInt64(seed))
        var devices = [first.device, MoneyDevice(node: 2, now: first.device.now.milliseconds)]
        devices[1].merge(devices[0].registers)
        for _ in 0..<14 {
            let index = Int(random.next() % 2)
            devices[index].now = Timestamp(
                milliseconds: devices[index].now.milliseconds + Int64(random.next() % 2_000) - 900)
            var changes = Changes()
            switch random.next() % 8 {
            case 0, 1: devices[index].perform(.check(todo))
            case 2:
                let done = devices[index].todos.items(in: .done).first
                if let done { devices[index].perform(.uncheck(done.id)) }
            case 3:
                changes[.paysInto] = random.next() % 2 == 0 ? .nothing : .entity(visa)
                devices[index].perform(.edit(.todo, todo, changes))
            case 4:
                changes[.books] = .choice(UInt8(random.next() % 2))
                devices[index].perform(.edit(.todo, todo, changes))
            case 5:
                changes[.amount] = .amount(try amount("\(1 + random.next() % 9)"))
                devices[index].perform(.edit(.todo, todo, changes))
            default: devices[index].merge(devices[1 - index].registers)
            }
        }
        devices[0].merge(devices[1].registers)
        devices[1].merge(devices[0].registers)
        #expect(devices[0].registers == devices[1].registers)
        let done = devices[0].todos.items(in: .done)
        var parts = 0
        for todo in done {
            let isBooked = devices[0].entries[todo.bookedEntry] != nil
            let isMoved = devices[0].transfers.contains { $0.id == todo.bookedTransfer }
            let hasInterest = devices[0].entries[todo.bookedInterest] != nil
            #expect(isBooked != isMoved)
            // Both parts are of one device, so they come to the payment that it knew.
            let stamps = [(todo.bookedTransfer, Field.legs), (todo.bookedInterest, .amount)].map { id, field in
                devices[0].records[id]?[field]?.stamp
            }
            if isMoved { #expect(hasInterest == (stamps[0] == stamps[1])) } else { #expect(!hasInterest) }
            if hasInterest { parts += 1 }
        }
        #expect(devices[0].entries.count + devices[0].transfers.count == done.count + parts)
    }
}
