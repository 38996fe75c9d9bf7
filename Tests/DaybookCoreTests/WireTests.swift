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

    @Test("Random and damaged bytes decode or throw, and what decodes means the same when it is encoded again")
    func fuzz() throws {
        var random = SeededRandom(11)
        let time = Timestamp(milliseconds: 5)
        let push = PushRequest(node: 42, changes: sample()).bytes
        let answer = PushAnswer.accepted(seq: 300, serverTime: time, epoch: 9).bytes
        let page = PullPage(epoch: 1, serverTime: time, cursor: 300, hasMore: true, registers: sample()).bytes
        func damaged(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = random.chance(50) ? bytes : [1] + random.bytes(random.below(64))
            for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = random.bytes(1)[0] }
            return bytes
        }
        var decoded = [0, 0, 0]
        for _ in 0..<20_000 {
            if let first = try? PushRequest(bytes: damaged(push)) {
                decoded[0] += 1
                let second = try PushRequest(bytes: first.bytes)
                // Those of one entity are put together.
                #expect(second.node == first.node && Set(second.changes) == Set(first.changes))
            }
            if let first = try? PushAnswer(bytes: damaged(answer)) {
                decoded[1] += 1
                #expect(try PushAnswer(bytes: first.bytes) == first)
            }
            if let first = try? PullPage(bytes: damaged(page)) {
                decoded[2] += 1
                let second = try PullPage(bytes: first.bytes)
                #expect(second.epoch == first.epoch && second.serverTime == first.serverTime)
                #expect(second.cursor == first.cursor && second.hasMore == first.hasMore)
                #expect(Set(second.registers) == Set(first.registers))
            }
        }
        #expect(decoded.allSatisfy { $0 > 1_000 })
    }

    @Test("A message of another version is refused by name") func version() {
        #expect(throws: WireError.unknownVersion(2)) { try PushRequest(bytes: [2, 0]) }
    }

    @Test(
        "A count that promises more than there is asks for no memory: the message is refused where it stands",
        arguments: [
            // Two nodes, or as many as a page may hold, and the bytes of one.
            ([2] + [UInt8](repeating: 0, count: 8), 19), ([0xC0, 0x84, 0x3D] + [UInt8](repeating: 0, count: 8), 19),
            // Two entities, and the bytes of one.
            ([0, 2] + [UInt8](repeating: 0, count: 17), 20),
            // A value of a million bytes, and one of them.
            (
                [1] + [UInt8](repeating: 0, count: 8) + [1] + [UInt8](repeating: 0, count: 16) + [1, 1, 2, 0]
                    + [0xC0, 0x84, 0x3D, 0x41], 49
            ),
        ])
    func hugeCounts(list: [UInt8], offset: Int) {
        // A page's head: the version, epoch and time in 8 bytes each, the cursor, and that there is no more.
        let head: [UInt8] = [1] + [UInt8](repeating: 0, count: 16) + [5, 0]
        #expect(throws: WireError.malformed(at: offset)) { try PullPage(bytes: head + list) }
    }

    @Test("A push takes the oldest registers, at most 1,000 and at most 256 KiB") func limits() {
        let id = EntityID(high: 1, low: 1)
        // Three of each stamp, which go by their fields.
        let many = (0..<3_000).map {
            Register(id, Field(rawValue: UInt16($0)), Stamp(clock: UInt64($0 / 3), node: 1), [])
        }
        var random = SeededRandom(1)
        for pending in [many, many.reversed(), many.shuffled(using: &random)] {
            #expect(PushRequest(node: 1, from: pending).changes == Array(many[..<1_000]))
        }
        let large = (0..<10).map {
            Register(id, Field(rawValue: UInt16($0)), Stamp(clock: 1, node: 1), [UInt8](repeating: 1, count: 60_000))
        }
        let second = PushRequest(node: 1, from: large)
        #expect(second.changes.count == 4)
        #expect(second.bytes.count <= PushRequest.greatestSize)
    }

    @Test("A number that isn't in its shortest form is refused") func longNumber() {
        #expect(throws: WireError.malformed(at: 1)) {
            var reader = ByteReader([0x80, 0])
            _ = try reader.varint()
        }
    }
}
