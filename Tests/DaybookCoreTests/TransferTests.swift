import DaybookCore
import Fixtures
import Testing

@Suite struct TransferTests {
    private let id = EntityID(derivedFrom: [1], for: "test")
    private let bank = EntityID(high: 1, low: 1)
    private let cash = EntityID(high: 1, low: 2)
    private let euro: Currency

    init() throws { euro = try #require(Currency("EUR")) }

    private func registers(
        _ action: BookAction, of record: Record, _ node: UInt64 = 1, at second: Int64
    ) throws -> [Register] {
        var random = SeededRandom(2)
        var clock = HybridClock(node: node)
        for register in record.registers { clock.observe(register.stamp) }
        return try action.registers(
            in: ItemsInMemory(transfers: Transfer(record).map { [$0] } ?? []), clock: &clock,
            now: Timestamp(milliseconds: second * 1_000), using: &random
        ).get()
    }

    private func record(_ actions: BookAction...) throws -> Record {
        var record = Record(id: id)
        for (second, action) in actions.enumerated() {
            for register in try registers(action, of: record, at: Int64(second + 1)) {
                record.merge(register, isPending: true)
            }
        }
        return record
    }

    private func changes(_ amount: String?, _ toAmount: String? = nil, day: String? = nil) throws -> Changes {
        var changes = Changes()
        changes[.account] = .entity(bank)
        changes[.toAccount] = .entity(cash)
        changes[.amount] = try amount.map { .amount(try Amount($0, usual: euro)) }
        changes[.toAmount] = try toAmount.map { .amount(try Amount($0, usual: euro)) }
        changes[.day] = day.flatMap { CivilDate($0) }.map { .day($0) }
        return changes
    }

    @Test("008.2 A transfer is one thing with two sides, and no entry, no to-do and no account") func sides() throws {
        var made = try changes("100", day: "2026-11-03")
        made[.note] = .text(" rent ")
        let record = try record(.add(.transfer, id, made))
        let transfer = try #require(Transfer(record))
        #expect(transfer.from.account == bank && transfer.to.account == cash && transfer.note == "rent")
        #expect(transfer.from.amount.text == "100.00 EUR" && transfer.to.amount == transfer.from.amount)
        #expect(transfer.from.day.text == "2026-11-03" && transfer.to.day == transfer.from.day)
        #expect(
            Todo(record) == nil && Entry(record, tags: []) == nil && MoneyAccount(record) == nil && record.isKnown)
        // Of two currencies, and on two days.
        var other = try changes("100", "108.20 USD", day: "2026-11-03")
        other[.toDay] = FieldValue(CivilDate("2026-11-05"))
        let dollars = try #require(Transfer(self.record(.add(.transfer, id, other))))
        #expect(dollars.to.amount.text == "108.20 USD" && dollars.to.day.text == "2026-11-05")
    }

    @Test("008.2 What both sides share changes on both, and what is said of one alone changes there") func edits()
        throws
    {
        let made = try changes("100", day: "2026-11-03")
        func edited(_ edit: Changes, _ start: Changes? = nil) throws -> Transfer {
            try #require(Transfer(record(.add(.transfer, id, start ?? made), .edit(.transfer, id, edit))))
        }
        var edit = Changes()
        edit[.amount] = .amount(try Amount("120", usual: euro))
        #expect(try edited(edit).to.amount.text == "120.00 EUR")
        edit = Changes()
        edit[.toAmount] = .amount(try Amount("130", usual: euro))
        #expect(try edited(edit).from.amount.text == "130.00 EUR")
        edit = Changes()
        edit[.day] = FieldValue(CivilDate("2026-11-04"))
        #expect(try edited(edit).to.day.text == "2026-11-04")
        #expect(try edited(edit, changes("100", "108.20 USD")).to.amount.text == "108.20 USD")
        edit[.toDay] = FieldValue(CivilDate("2026-11-06"))
        #expect(try edited(edit).to.day.text == "2026-11-06")
        // Nothing new writes nothing.
        let start = try record(.add(.transfer, id, made))
        #expect(try registers(.edit(.transfer, id, made), of: start, at: 9).isEmpty)
    }

    @Test("008.2 Nothing, or more out than in, is no transfer, and neither is half of one") func refused() throws {
        for bad in [try changes(nil), try changes("0"), try changes("5", "6")] {
            #expect(throws: ItemError.noAmount) { try record(.add(.transfer, id, bad)) }
        }
        #expect(throws: ItemError.notFound(.transfer, id)) { try record(.edit(.transfer, id, Changes())) }
        #expect(throws: ItemError.notFound(.transfer, id)) { try record(.delete(.transfer, id)) }
        let whole = try record(.add(.transfer, id, changes("5")))
        let legs = try #require(whole[.legs])
        let stamp = Stamp(clock: 1 << 50, node: 9)
        var uneven = legs.value
        uneven[uneven.count - 5] ^= 1
        for value in [[], Array(legs.value.prefix(38)), Array(legs.value.dropLast()), legs.value + [0], uneven] {
            var damaged = whole
            damaged.merge(Register(id, .legs, stamp, value), isPending: false)
            #expect(Transfer(damaged) == nil, "\(value)")
        }
        for count in 0..<80 {
            var damaged = whole
            damaged.merge(Register(id, .legs, stamp, Array(repeating: 0x31, count: count)), isPending: false)
            #expect(Transfer(damaged) == nil)
        }
    }

    @Test("008.2 Two devices that change a transfer at the same time leave it whole, whatever they changed")
    func simultaneous() throws {
        let start = try record(.add(.transfer, id, changes("100", day: "2026-11-03")))
        var (more, moved, noted) = (Changes(), Changes(), Changes())
        more[.amount] = .amount(try Amount("120", usual: euro))
        moved[.toDay] = FieldValue(CivilDate("2026-11-09"))
        noted[.note] = .text("rent")
        let all = try [(more, 2, 9), (moved, 3, 10), (noted, 4, 11)].map {
            try registers(.edit(.transfer, id, $0.0), of: start, UInt64($0.1), at: Int64($0.2))
        }
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            var record = start
            for register in order.flatMap({ all[$0] }) { record.merge(register, isPending: false) }
            let transfer = try #require(Transfer(record))
            #expect(transfer.from.amount == transfer.to.amount && transfer.note == "rent")
            // The later one has both sides.
            #expect(transfer.from.amount.text == "100.00 EUR" && transfer.to.day.text == "2026-11-09")
        }
    }

    @Test(
        "008.2 Of transfers that devices made of one entry just one counts, and the others' entries are entries again")
    func joined() throws {
        func record(_ id: UInt64, _ from: UInt64?, _ to: UInt64?, alive: Bool = true) -> Record {
            let entity = EntityID(high: 0, low: id)
            var record = Record(id: entity)
            let amount = Amount.zero(euro)
            let leg = Transfer.Leg(
                day: CivilDate(daysSince1970: 1),
                amount: Amount(coefficient: 5, scale: 0, currency: euro) ?? amount)
            var registers = [
                Register(entity, .type, Stamp(clock: 1, node: 1), [0, 7]),
                Register(entity, .legs, Stamp(clock: 1, node: 1), leg.bytes + leg.bytes),
            ]
            for (field, entry) in [(DaybookCore.Field.fromEntry, from), (.toEntry, to)] {
                if let entry {
                    registers.append(
                        Register(entity, field, Stamp(clock: 1, node: 1), EntityID(high: 9, low: entry).bytes))
                }
            }
            if !alive { registers.append(Register(entity, .deleted, Stamp(clock: 2, node: 1), [])) }
            for register in registers { record.merge(register, isPending: false) }
            return record
        }
        var joined = JoinedEntries()
        func taken() -> [UInt64] { (1...6).filter { joined.contains(EntityID(high: 9, low: $0)) } }
        func note(_ record: Record) -> [UInt64] {
            let before = taken()
            let told = joined.note(record).map(\.low)
            // All that change are told.
            #expect(Set(before).symmetricDifference(taken()).isSubset(of: told))
            return taken()
        }
        #expect(note(record(2, 1, 3)) == [1, 3])
        // An earlier id has 1, so 3 is an entry again.
        #expect(note(record(1, 1, 2)) == [1, 2])
        #expect(joined.note(record(1, 1, 2)).isEmpty)
        #expect(note(record(3, nil, 4)) == [1, 2, 4])
        #expect(note(record(1, 1, 2, alive: false)) == [1, 3, 4])
        #expect(note(record(2, 1, 3, alive: false)) == [4])
        #expect(note(record(3, nil, 4, alive: false)) == [])
        // Devices that join the same entries make the same transfer.
        #expect(Transfer.id(from: bank, to: cash) == Transfer.id(from: bank, to: cash))
        let ids = [Transfer.id(from: bank, to: cash), .init(high: 0, low: 0), Transfer.id(from: cash, to: bank)]
        #expect(Set(ids + [Transfer.id(from: bank, to: nil), Transfer.id(from: nil, to: bank)]).count == 5)
    }
}
