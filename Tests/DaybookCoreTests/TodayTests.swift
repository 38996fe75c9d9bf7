import DaybookCore
import Fixtures
import Testing

/// The order of Today, which people make.
@Suite struct TodayTests {
    private let today = day("2026-11-28")

    private func shown(_ device: Device) -> [String] {
        let today = Today(device.list.all, on: today, { CivilDate($0) }, todo: { $0 })
        return (today.earlier + today.today).map(\.title)
    }

    private func add(_ title: String, due: String = "2026-11-28", to device: inout Device) -> EntityID {
        let id = EntityID(using: &device.random)
        device.perform(.add(.todo, id, .todo(title: title, due: day(due))))
        return id
    }

    private func drag(_ id: EntityID, _ place: TodoPlace, on device: inout Device) {
        let items = Today(device.list.all, on: today, { CivilDate($0) }, todo: { $0 }).today
        for (id, position) in Todo.places(moving: id, to: place, among: items, using: &device.random) {
            var changes = Changes()
            changes[.todayPosition] = .position(position)
            device.perform(.edit(.todo, id, changes))
        }
    }

    @Test("006.4 What is dragged on Today stays there, the list keeps its own order, and what is new comes behind")
    func order() {
        var device = Device()
        let c = add("c", to: &device)
        let b = add("b", to: &device)
        let a = add("a", to: &device)
        #expect(shown(device) == ["a", "b", "c"])
        drag(a, .after(b), on: &device)
        #expect(shown(device) == ["b", "a", "c"] && device.titles(.todo) == ["a", "b", "c"])
        drag(c, .before(a), on: &device)
        #expect(shown(device) == ["b", "c", "a"])
        _ = add("new", to: &device)
        #expect(shown(device) == ["b", "c", "a", "new"])
        drag(b, .last, on: &device)
        #expect(shown(device) == ["c", "a", "new", "b"])
        drag(b, .first, on: &device)
        #expect(shown(device) == ["b", "c", "a", "new"])
        // A drag of the list changes nothing here.
        device.perform(.move(a, .last))
        #expect(shown(device) == ["b", "c", "a", "new"])
    }

    @Test("006.4 What leaves Today and comes again is new there") func again() {
        var device = Device()
        let c = add("c", to: &device)
        _ = add("b", to: &device)
        drag(c, .first, on: &device)
        #expect(shown(device) == ["c", "b"])
        device.perform(.edit(.todo, c, .todo(due: day("2026-12-05"))))
        #expect(shown(device) == ["b"])
        device.perform(.edit(.todo, c, .todo(due: day("2026-11-28"))))
        #expect(shown(device) == ["b", "c"])
    }

    @Test("006.4 Two devices that drag on Today lose nothing, agree, and bring back nothing that is deleted")
    func devices() {
        var (here, there) = (Device(node: 1), Device(node: 2))
        var ids: [EntityID] = []
        for title in ["e", "d", "c", "b", "a"] { ids.append(add(title, to: &here)) }
        there.merge(here.registers)
        drag(ids[0], .first, on: &here)
        drag(ids[1], .before(ids[3]), on: &there)
        here.perform(.delete(.todo, ids[2]))
        drag(ids[2], .first, on: &there)
        let own = here.registers
        here.merge(there.registers)
        there.merge(own)
        #expect(shown(here) == shown(there))
        #expect(shown(here).sorted() == ["a", "b", "d", "e"])
    }

    @Test("006.4 There is always room between two") func room() {
        var device = Device()
        let b = add("b", to: &device)
        let a = add("a", to: &device)
        for round in 0..<400 { drag(round.isMultiple(of: 2) ? b : a, .first, on: &device) }
        #expect(shown(device) == ["a", "b"])
    }

    @Test("006.3 What is put off leaves Today, by its due as by its start; a first due puts nothing off")
    func postponed() {
        var device = Device()
        let id = add("a", due: "2026-11-27", to: &device)
        device.perform(.edit(.todo, id, .onToday(today)))
        device.perform(.edit(.todo, id, .todo(due: day("2026-11-28"))))
        #expect(device.list[id]?.todayDay == today)
        device.perform(.edit(.todo, id, .todo(due: day("2026-12-05"))))
        #expect(device.list[id]?.todayDay == nil && shown(device).isEmpty)
        let plain = EntityID(using: &device.random)
        device.perform(.add(.todo, plain, .todo(title: "b")))
        device.perform(.edit(.todo, plain, .onToday(today)))
        device.perform(.edit(.todo, plain, .todo(due: day("2026-12-05"))))
        #expect(shown(device) == ["b"])
        // Both said at once.
        var both = Changes.todo(due: day("2026-12-06"))
        both[.todayDay] = .day(today)
        device.perform(.edit(.todo, plain, both))
        #expect(shown(device) == ["b"])
    }
}
