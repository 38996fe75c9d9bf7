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
        #expect(entry.kind == .income && entry.others[.account]?.entity == giro && device.transfers.isEmpty)
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

    @Test(
        "14.1 Whatever devices do offline, a finished to-do is booked once as what one of them knew", arguments: 0..<400
    )
    func history(seed: Int) throws {
        var first = self
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
        #expect(devices[0].entries.count + devices[0].transfers.count == done.count)
        for todo in done {
            let isBooked = devices[0].entries[todo.bookedEntry] != nil
            #expect(isBooked != devices[0].transfers.contains { $0.id == todo.bookedTransfer })
        }
    }
}
