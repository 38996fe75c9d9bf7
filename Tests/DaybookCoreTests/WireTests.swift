import DaybookCore
import Fixtures
import Testing

@Suite struct WireTests {
    private func sample() -> [Register] {
        var device = Device(node: .max)
        let ids = (0..<10).map { device.add("item \($0) 購物") }
        device.perform(.check(ids[3]))
        device.merge([Register(ids[0], Field(rawValue: .max), Stamp(clock: Stamp.greatestClock, node: 0), [])])
        return device.registers
    }

    @Test("A push and its answers survive the wire") func push() throws {
        let request = PushRequest(node: 42, changes: sample())
        #expect(try PushRequest(bytes: request.bytes) == request)
        let time = Timestamp(milliseconds: -5)
        for answer in [PushAnswer.accepted(seq: .max, serverTime: time, epoch: 9), .clockAhead(serverTime: time)] {
            #expect(try PushAnswer(bytes: answer.bytes) == answer)
        }
        let page = PullPage(epoch: 1, serverTime: time, cursor: 77, hasMore: true, registers: sample())
        #expect(try PullPage(bytes: page.bytes) == page)
    }

    @Test("The bytes of a push are the documented ones") func layout() {
        let id = EntityID(high: 0, low: 0xAB)
        let push = PushRequest(
            node: 2,
            changes: [
                Register(id, .title, Stamp(clock: 3, node: 2), [0x41]),
                Register(id, .deleted, Stamp(clock: 2, node: 2), []),
            ])
        let node: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2]
        let entity = [UInt8](repeating: 0, count: 15) + [0xAB]
        #expect(push.bytes == [1] + node + [1] + node + [1] + entity + [2, 1, 6, 0, 1, 0x41, 8, 1, 0, 0])
    }

    @Test("Every truncation throws") func truncation() {
        let push = PushRequest(node: 42, changes: sample()).bytes
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: 0), cursor: 1, hasMore: false, registers: sample()
        ).bytes
        for count in 0..<push.count {
            #expect(throws: WireError.self) { try PushRequest(bytes: Array(push.prefix(count))) }
        }
        for count in 0..<page.count {
            #expect(throws: WireError.self) { try PullPage(bytes: Array(page.prefix(count))) }
        }
        #expect(throws: WireError.self) { try PushRequest(bytes: push + [0]) }
    }

    @Test("Random and damaged bytes decode or throw, and what decodes encodes again") func fuzz() throws {
        var random = SeededRandom(11)
        let push = PushRequest(node: 42, changes: sample()).bytes
        var decoded = 0
        for round in 0..<20_000 {
            var bytes = round % 2 == 0 ? push : random.bytes(Int(random.next() % 64))
            if round % 2 == 0 {
                for _ in 0...random.next() % 3 {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                }
            } else if !bytes.isEmpty {
                bytes[0] = 1
            }
            _ = try? PullPage(bytes: bytes)
            _ = try? PushAnswer(bytes: bytes)
            if let request = try? PushRequest(bytes: bytes) {
                decoded += 1
                #expect(try PushRequest(bytes: request.bytes).changes.count == request.changes.count)
            }
        }
        #expect(decoded > 100)
    }

    @Test("A message of another version is refused by name") func version() {
        #expect(throws: WireError.unknownVersion(2)) { try PushRequest(bytes: [2, 0]) }
    }

    @Test("A count that promises more than there is asks for no memory") func hugeCounts() {
        var bytes: [UInt8] = [1] + [UInt8](repeating: 0, count: 8)
        bytes.append(varint: .max)
        #expect(throws: WireError.self) { try PushRequest(bytes: bytes) }
    }

    @Test("A push takes the oldest registers, at most 1,000 and at most 256 KiB") func limits() {
        let id = EntityID(high: 1, low: 1)
        let many = (0..<1_500).map {
            Register(id, Field(rawValue: UInt16($0)), Stamp(clock: UInt64(1_500 - $0), node: 1), [])
        }
        let first = PushRequest(node: 1, from: many)
        #expect(first.changes.count == 1_000)
        #expect(first.changes.map(\.stamp.clock) == Array(1...1_000))
        let large = (0..<10).map {
            Register(id, Field(rawValue: UInt16($0)), Stamp(clock: 1, node: 1), [UInt8](repeating: 1, count: 60_000))
        }
        let second = PushRequest(node: 1, from: large)
        #expect(second.changes.count == 4)
        #expect(second.bytes.count <= PushRequest.greatestSize)
    }
}
