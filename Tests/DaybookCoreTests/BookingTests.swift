import DaybookCore
import Fixtures
import Testing

@Suite struct BookingTests {
    var device = MoneyDevice()
    private let rent: EntityID
    private let amount: Amount

    init() throws {
        amount = try Amount("15000", usual: currency("TWD"))
        rent = EntityID(using: &device.random)
        device.perform(
            .add(.todo, rent, .todo(title: "Pay rent", amount: amount, due: date("2026-12-01"))))
    }

    @Test("Checking a to-do that carries money books the expense; unchecking takes it back") mutating func check() {
        #expect(device.todos[rent]?.due == date("2026-12-01"))
        #expect(device.entries.count == 0)
        device.perform(.check(rent), today: date("2026-11-30"))
        let entry = device.entries.all.first
        #expect(device.entries.count == 1)
        #expect(entry?.kind == .expense)
        #expect(entry?.amount == amount)
        #expect(entry?.note == "Pay rent")
        #expect(entry?.day == date("2026-11-30"))
        #expect(entry?.todo == rent)
        #expect(entry?.createdAt == device.now)
        device.perform(.uncheck(rent))
        #expect(device.entries.count == 0)
        device.perform(.check(rent))
        #expect(device.entries.count == 1)
        #expect(device.entries.all.first?.day == CivilDate(device.now))
    }

    @Test("Two devices that check it offline book it once", arguments: [0, -60_000, 60_000])
    func twoDevices(skew: Int64) {
        var device = device
        var other = MoneyDevice(node: 2, now: device.now.milliseconds + skew)
        other.merge(device.registers)
        device.perform(.check(rent))
        other.perform(.check(rent))
        device.merge(other.registers)
        other.merge(device.registers)
        #expect(device.entries.count == 1)
        #expect(device.registers == other.registers)
        #expect(device.entries.all.first?.amount == amount)
        other.perform(.uncheck(rent))
        device.merge(other.registers)
        #expect(device.entries.count == 0)
        #expect(device.todos[rent]?.isCompleted == false)
    }

    @Test("Whatever two devices do to it offline, it is booked if and only if it is checked", arguments: 0..<200)
    func history(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        var devices = [device, MoneyDevice(node: 2, now: device.now.milliseconds)]
        devices[1].merge(devices[0].registers)
        for _ in 0..<12 {
            let index = Int(random.next() % 2)
            devices[index].now = Timestamp(
                milliseconds: devices[index].now.milliseconds + Int64(random.next() % 2_000) - 900)
            switch random.next() % 4 {
            case 0: devices[index].perform(.check(rent))
            case 1: devices[index].perform(.uncheck(rent))
            case 2: devices[index].perform(.edit(.todo, rent, .todo(title: "Rent \(random.next() % 9)")))
            default: devices[index].merge(devices[1 - index].registers)
            }
        }
        devices[0].merge(devices[1].registers)
        devices[1].merge(devices[0].registers)
        #expect(devices[0].registers == devices[1].registers)
        #expect(devices[0].entries.count == (devices[0].todos[rent]?.isCompleted == true ? 1 : 0))
    }

    @Test("An amount that changes on a finished to-do changes what was booked") mutating func changedAmount() throws {
        device.perform(.check(rent))
        let more = try Amount("16000", usual: currency("TWD"))
        device.perform(.edit(.todo, rent, .todo(amount: more)))
        #expect(device.entries.all.map(\.amount) == [more])
        device.perform(.edit(.todo, rent, .todo(amount: .some(nil))))
        #expect(device.entries.count == 0)
        #expect(device.todos[rent]?.amount == nil)
        device.perform(.edit(.todo, rent, .todo(amount: more)))
        #expect(device.entries.all.map(\.amount) == [more])
    }

    @Test("What was spent stays spent when the finished to-do is deleted") mutating func deleteTodo() {
        device.perform(.check(rent))
        device.perform(.clearCompleted)
        #expect(device.todos.count == 0)
        #expect(device.entries.count == 1)
    }

    @Test("A to-do that is born finished is booked; one without an amount books nothing") mutating func bornFinished() {
        let plain = EntityID(using: &device.random)
        device.perform(.add(.todo, plain, .todo(title: "plain", isCompleted: true)))
        #expect(device.entries.count == 0)
        let paid = EntityID(using: &device.random)
        device.perform(.add(.todo, paid, .todo(title: " paid ", isCompleted: true, amount: amount)))
        #expect(device.entries.all.map(\.note) == ["paid"])
    }

    @Test("What is planned and not booked is upcoming, the first due first") mutating func upcoming() {
        for (title, day) in [("later", "2027-01-01"), ("sooner", "2026-11-25")] {
            let id = EntityID(using: &device.random)
            device.perform(.add(.todo, id, .todo(title: title, amount: amount, due: date(day))))
        }
        device.perform(.add(.todo, EntityID(using: &device.random), .todo(title: "some day", amount: amount)))
        device.perform(.add(.todo, EntityID(using: &device.random), .todo(title: "no money")))
        #expect(device.todos.upcoming.map(\.title) == ["sooner", "Pay rent", "later", "some day"])
        device.perform(.check(rent))
        #expect(device.todos.upcoming.map(\.title) == ["sooner", "later", "some day"])
        device.perform(.uncheck(rent))
        device.perform(.edit(.todo, rent, .todo(due: .some(nil))))
        #expect(device.todos.upcoming.map(\.title) == ["sooner", "later", "some day", "Pay rent"])
    }
}
