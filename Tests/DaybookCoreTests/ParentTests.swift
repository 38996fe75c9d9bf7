import DaybookCore
import Fixtures
import Testing

/// 006.15: to-dos under to-dos.
@Suite struct ParentTests {
    private static func under(_ parent: EntityID?) -> Changes {
        var changes = Changes()
        changes[.parent] = FieldValue(parent)
        return changes
    }

    private static func parent(of id: EntityID, _ device: Device) -> EntityID? {
        device.list[id]?.extraFields[.parent]?.entity
    }

    @Test("006.15 A to-do is put under another, under a third one, and out again; a new one is made under one")
    func life() {
        var device = Device()
        let (trip, home) = (device.add("Trip"), device.add("Home"))
        let ticket = device.add("Ticket")
        #expect(device.perform(.edit(.todo, ticket, Self.under(trip))) == nil)
        #expect(Self.parent(of: ticket, device) == trip)
        #expect(device.perform(.edit(.todo, ticket, Self.under(home))) == nil)
        #expect(Self.parent(of: ticket, device) == home)
        #expect(device.perform(.edit(.todo, ticket, Self.under(nil))) == nil)
        #expect(Self.parent(of: ticket, device) == nil)

        var draft = Changes.todo(title: "Visa")
        draft[.parent] = .entity(trip)
        let visa = EntityID(high: 1, low: 1)
        #expect(device.perform(.add(.todo, visa, draft)) == nil)
        #expect(Self.parent(of: visa, device) == trip)
    }

    @Test("006.15 A to-do doesn't stand under itself, under what stands under it, under nothing or too deep")
    func refused() {
        var device = Device()
        var chain = [device.add("0")]
        for number in 1...8 {
            let id = device.add("\(number)")
            #expect(device.perform(.edit(.todo, id, Self.under(chain.last))) == nil, "\(number)")
            chain.append(id)
        }
        let before = device.registers
        #expect(device.perform(.edit(.todo, chain[0], Self.under(chain[0]))) == .ownParent)
        #expect(device.perform(.edit(.todo, chain[0], Self.under(chain[1]))) == .ownParent)
        #expect(device.perform(.edit(.todo, chain[0], Self.under(chain[7]))) == .ownParent)
        let nobody = EntityID(high: 0, low: 1)
        #expect(device.perform(.edit(.todo, chain[0], Self.under(nobody))) == .noParent(nobody))
        var draft = Changes.todo(title: "9")
        draft[.parent] = .entity(chain[8])
        #expect(device.perform(.add(.todo, nobody, draft)) == .tooDeep)
        draft[.parent] = .entity(nobody)
        #expect(device.perform(.add(.todo, nobody, draft)) == .ownParent)
        #expect(device.registers == before)
    }

    @Test("006.15 A parent that is deleted, or comes later, keeps nothing from being changed or put elsewhere")
    func missing() throws {
        var (device, other) = (Device(), Device(node: 2))
        let trip = device.add("Trip")
        let ticket = device.add("Ticket")
        device.perform(.edit(.todo, ticket, Self.under(trip)))
        // The child comes first.
        other.merge(device.registers.filter { $0.entity == ticket })
        #expect(Self.parent(of: ticket, other) == trip)
        var edit = Self.under(trip)
        edit[.notes] = .text("window seat")
        #expect(other.perform(.edit(.todo, ticket, edit)) == nil, "what it says already isn't looked at")
        let visa = other.add("Visa")
        #expect(other.perform(.edit(.todo, visa, Self.under(ticket))) == nil)

        device.perform(.delete(.todo, trip))
        #expect(device.list[ticket] != nil, "nothing is lost with the parent")
        #expect(device.perform(.edit(.todo, visa, Self.under(ticket))) == .notFound(.todo, visa))
        device.merge(other.registers)
        #expect(device.perform(.edit(.todo, visa, Self.under(nil))) == nil)
    }

    @Test("006.15 A cycle that two devices made keeps nobody from putting something under it, or ending it")
    func cycle() {
        var (device, other) = (Device(), Device(node: 2))
        let (a, b, c) = (device.add("a"), device.add("b"), device.add("c"))
        other.merge(device.registers)
        device.perform(.edit(.todo, a, Self.under(b)))
        other.perform(.edit(.todo, b, Self.under(a)))
        let own = device.registers
        device.merge(other.registers)
        other.merge(own)
        #expect(Self.parent(of: a, other) == b && Self.parent(of: b, other) == a)
        #expect(device.perform(.edit(.todo, c, Self.under(a))) == nil)
        #expect(device.perform(.edit(.todo, a, Self.under(c))) == .ownParent)
        #expect(device.perform(.edit(.todo, a, Self.under(nil))) == nil)
    }

    @Test("006.15 Bytes that are no id are no parent") func nonsense() {
        var device = Device()
        let id = device.add("a")
        for bytes in [[1], [UInt8](repeating: 7, count: 17)] as [[UInt8]] {
            device.merge([Register(id, .parent, Stamp(clock: .max >> 8, node: 1), bytes)])
            #expect(Self.parent(of: id, device) == nil && device.list[id] != nil)
        }
    }
}
