import DaybookCore
import DaybookExchange
import DaybookStorage
import Fixtures
import HTTPTypes
import Testing

@testable import DaybookServer

/// The messages of sync over HTTP.
@Suite struct SyncTests {
    let server: ServerUnderTest
    let id = EntityID(high: 1, low: 2)

    init() throws { server = try ServerUnderTest() }

    private func push(title: String = "from afar", at time: Timestamp = .now()) throws -> PushRequest {
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        let action = BookAction.add(.todo, id, .todo(title: title))
        let registers = try action.registers(in: ItemsInMemory(), clock: &clock, now: time, using: &random).get()
        return PushRequest(node: 9, changes: registers)
    }

    @Test("003.68 A push is in the list at once, and another device pulls it")
    func pushAndPull() async throws {
        let push = try push()
        let answer = try await server.send(.post, "/v1/push", body: push.bytes)
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/octet-stream")
        #expect(answer.headers[.cacheControl] == "no-store")
        guard case .accepted(let seq, _, _) = try PushAnswer(bytes: answer.bytes) else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(try server.titles() == ["from afar"])

        let pull = try await server.send(.get, "/v1/pull?cursor=0")
        #expect(pull.status == 200 && pull.headers[.cacheControl] == "no-store")
        let page = try PullPage(bytes: pull.bytes)
        #expect(page.cursor == seq)
        #expect(Set(page.registers) == Set(push.changes))
        let rest = try await server.send(.get, "/v1/pull?cursor=\(seq)")
        #expect(try PullPage(bytes: rest.bytes).registers == [])
    }

    @Test("A page that holds an account's book gets nothing from a server without accounts, and sends nothing there")
    func pageOfAnAccount() async throws {
        for (method, path) in [(HTTPRequest.Method.post, "/v1/push"), (.get, "/v1/pull"), (.get, "/api/v1/todos")] {
            let answer = try await server.send(method, path, ["Daybook-Account": "1-0"], body: try push().bytes)
            #expect(answer.status == 412)
        }
        #expect(try server.titles() == [])
    }

    @Test("003.69 An item that came by a push is synced, one that was made here is not")
    func synced() async throws {
        _ = try await server.send(.post, "/v1/push", body: push().bytes)
        _ = try await server.send(.post, "/api/v1/todos", json: #"{"title":"here"}"#)
        let list = try await server.send(.get, "/api/v1/todos")
        #expect(try list.member("synced", at: 0) == .bool(false))
        #expect(try list.member("synced", at: 1) == .bool(true))
    }

    @Test("A push of more than 1,000 changes is refused with the number that is taken")
    func tooManyChanges() async throws {
        let register = try #require(try push().changes.first)
        let changes = (0...1_000).map { Register(EntityID(high: 7, low: $0), register.field, register.stamp, [1]) }
        let answer = try await server.send(.post, "/v1/push", body: PushRequest(node: 9, changes: changes).bytes)
        #expect(answer.status == 400)
        #expect(answer.text.contains("at most 1000 changes"), "\(answer.text)")
    }

    @Test("A push that is malformed is told where, and what is wrong only where that is")
    func malformedPush() async throws {
        // A node, an entity, and its register: field, clock, node, and a value of one byte.
        let head: [UInt8] = [1] + [UInt8](repeating: 9, count: 8) + [1] + [UInt8](repeating: 9, count: 8)
        let entity: [UInt8] = [1] + [UInt8](repeating: 7, count: 16) + [1]
        let tooMany = " A push holds at most 1000 changes."
        let faults: [(rest: [UInt8], offset: Int, sentence: String)] = [
            (entity + [0x80, 0x80, 0x04, 0, 0, 1, 1], 36, " A field is a number up to 65535."),
            (entity + [1, 0, 1, 1, 1], 36, ""), (entity + [1, 0, 0, 9, 1], 39, ""),
            ([3] + entity.dropFirst(), 18, ""), ([0xE9, 0x07] + entity.dropFirst(), 18, tooMany),
            (entity.dropLast() + [2, 1, 0, 0, 1, 1], 35, ""),
            (entity.dropLast() + [0xE9, 0x07, 1, 0, 0, 1, 1], 35, tooMany),
            (entity.dropLast() + [UInt8](repeating: 0xFF, count: 9) + [1], 35, tooMany),
        ]
        for (rest, offset, sentence) in faults {
            let answer = try await server.send(.post, "/v1/push", body: head + rest)
            #expect(answer.status == 400)
            #expect(try answer.member("detail") == .string("The message is malformed at byte \(offset).\(sentence)"))
        }
        let good = head + entity + [1, 0, 0, 1, 1]
        #expect(try await server.send(.post, "/v1/push", body: good).status == 200)
    }

    @Test("A push that is sent twice changes nothing the second time")
    func replay() async throws {
        let push = try push()
        let first = try PushAnswer(bytes: await server.send(.post, "/v1/push", body: push.bytes).bytes)
        let second = try PushAnswer(bytes: await server.send(.post, "/v1/push", body: push.bytes).bytes)
        guard case .accepted(1, _, _) = first, case .accepted(0, _, _) = second else {
            Issue.record("\(first), then \(second)")
            return
        }
        #expect(try PullPage(bytes: await server.send(.get, "/v1/pull").bytes).cursor == 1)
        #expect(try server.titles() == ["from afar"])
    }

    @Test("A clock that runs ahead gets the server's time and a conflict, and nothing is kept")
    func clockAhead() async throws {
        let ahead = Timestamp(milliseconds: Timestamp.now().milliseconds + PushAnswer.greatestLead + 60_000)
        let answer = try await server.send(.post, "/v1/push", body: push(at: ahead).bytes)
        #expect(answer.status == 409)
        guard case .clockAhead = try PushAnswer(bytes: answer.bytes) else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(try server.titles() == [])
    }

    @Test("A push that is cut off anywhere is refused, and nothing is kept")
    func truncated() async throws {
        let bytes = try push().bytes
        for count in 0..<bytes.count {
            let answer = try await server.send(.post, "/v1/push", body: Array(bytes.prefix(count)))
            #expect(answer.status == 400)
        }
        #expect(try server.titles() == [])
    }

    @Test("Random bytes are taken if they are a push that may be kept, refused if not, and never stop the server")
    func randomBytes() async throws {
        var random = SeededRandom(20_261_121)
        let bytes = try push().bytes
        var kept: [RegisterKey: Register] = [:]
        for round in 0..<2_000 {
            var body = bytes
            if round.isMultiple(of: 2) {
                body = random.bytes(random.below(65))
                if !body.isEmpty { body[0] = 1 }
            } else {
                for _ in 0..<3 { body[1 + random.below(body.count - 1)] = random.bytes(1)[0] }
            }
            let status = try await server.send(.post, "/v1/push", body: body).status
            guard let push = try? PushRequest(bytes: body) else {
                #expect(status == 400)
                continue
            }
            let latest = Timestamp.now().milliseconds + PushAnswer.greatestLead
            let isAhead = push.changes.contains { $0.stamp.time.milliseconds > latest }
            #expect(status == (isAhead ? 409 : 200))
            for register in push.changes where !isAhead {
                if kept[register.key].map({ register.wins(over: $0) }) ?? true { kept[register.key] = register }
            }
        }
        #expect(kept.count > 10)
        var page = try PullPage(bytes: await server.send(.get, "/v1/pull?cursor=0").bytes)
        var pulled = Set(page.registers)
        while page.hasMore {
            page = try PullPage(bytes: await server.send(.get, "/v1/pull?cursor=\(page.cursor)").bytes)
            pulled.formUnion(page.registers)
        }
        #expect(pulled == Set(kept.values))
    }

    @Test("A push over 256 KiB is refused")
    func tooLarge() async throws {
        let body = [UInt8](repeating: 1, count: PushRequest.greatestSize + 1)
        #expect(try await server.send(.post, "/v1/push", body: body).status == 413)
    }

    @Test("A push and a page go packed as well, and come out the same")
    func packed() async throws {
        let id = self.id
        let changes = (0..<500).map { number in
            Register(
                id, Field(rawValue: UInt16(1_000 + number)), Stamp(clock: 1 << 16, node: 9), Array("\(number)".utf8))
        }
        let push = PushRequest(node: 9, changes: changes)
        let packed = try #require(Gzip.packed(push.bytes))
        #expect(packed.count < push.bytes.count)
        let answer = try await server.send(.post, "/v1/push", ["Content-Encoding": "gzip"], body: packed)
        #expect(answer.status == 200)
        let plain = try await server.send(.get, "/v1/pull?cursor=0")
        #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
        let page = try await server.send(.get, "/v1/pull?cursor=0", ["Accept-Encoding": "gzip"])
        #expect(page.headers[.contentEncoding] == "gzip" && page.bytes.count < plain.bytes.count)
        let unpacked = try PullPage(bytes: Gzip.unpacked(page.bytes, upTo: 1 << 20))
        #expect(unpacked.registers == (try PullPage(bytes: plain.bytes).registers))
        // Fields that nobody here knows come back as they were sent.
        #expect(Set(unpacked.registers) == Set(changes))
    }

    @Test("A packed push that is broken, too large inside or in another coding is refused, and nothing is kept")
    func packedWrongly() async throws {
        let packed = try #require(Gzip.packed(push().bytes + [UInt8](repeating: 0, count: 600)))
        let many = PushRequest(node: 9, changes: try (0..<20).flatMap { _ in try push().changes })
        let whole = try #require(Gzip.packed(many.bytes))
        let bomb = try #require(Gzip.packed([UInt8](repeating: 0, count: 50_000_000)))
        #expect(bomb.count < PushRequest.greatestSize)
        for (coding, body, status) in [
            ("gzip", packed, 400), ("gzip", Array(packed.dropLast(3)), 400), ("gzip", try push().bytes, 400),
            ("gzip", [], 400), ("gzip", packed + [1, 2], 400), ("gzip", whole + [0], 400), ("gzip", bomb, 413),
            ("br", packed, 415),
            ("gzip, gzip", packed, 415),
        ] {
            let answer = try await server.send(.post, "/v1/push", ["Content-Encoding": coding], body: body)
            #expect(answer.status == status)
            #expect(answer.headers[.acceptEncoding] == (status == 415 ? "gzip" : nil), "what could be read")
        }
        #expect(try server.titles() == [])
        #expect(throws: Gzip.Failure.tooLarge) { try Gzip.unpacked(bomb, upTo: 49_999_999) }
        #expect(try Gzip.unpacked(bomb, upTo: 50_000_000).count == 50_000_000)
    }

    @Test("Client and server agree on the newest version that both speak; where there is none, the older is told")
    func versions() async throws {
        for (offer, spoken, expected) in [
            ("1", 1...1, 1), (nil, 1...3, 1), ("1, 2", 1...1, 1), ("1,2,3", 2...4, 3), ("5, 2", 1...4, 2),
            ("2,\t1", 1...1, 1), (" 1 ", 1...1, 1),
        ] as [(String?, ClosedRange<UInt64>, UInt64)] {
            #expect(try ProtocolCheck.version(for: offer, spoken: spoken) == expected)
        }
        for (offer, spoken, advice) in [
            ("1", 2...3, "update it here"), (nil, 2...2, "update it here"), ("4", 1...3, "update it there"),
            ("nonsense", 1...1, "name versions of the sync protocol"),
            ("", 1...1, "name versions of the sync protocol"), ("1;2", 1...2, "name versions of the sync protocol"),
            ("1 2", 1...12, "name versions of the sync protocol"),
            ("+1", 1...1, "name versions of the sync protocol"),
        ] as [(String?, ClosedRange<UInt64>, String)] {
            let problem = #expect(throws: Problem.self) { try ProtocolCheck.version(for: offer, spoken: spoken) }
            #expect(problem?.status == .badRequest && problem?.detail.contains(advice) == true)
        }
        let name = HTTPField.Name.daybookProtocol
        let newer = try await server.send(.get, "/v1/pull", [name.rawName: "2"])
        #expect(newer.status == 400 && newer.headers[name] == "1")
        #expect(
            try newer.member("detail")
                == .string(
                    "The server's Daybook is older than this device's; update it there. The device speaks version 2 of the sync "
                        + "protocol, the server 1."))
        #expect(try await server.send(.get, "/v1/live", [name.rawName: "2"]).status == 400)
        let both = try await server.send(.get, "/v1/pull", [name.rawName: "1, 2"])
        #expect(both.status == 200 && both.headers[name] == "1")
    }

    @Test("A push in another version of the protocol is refused with the versions")
    func otherVersion() async throws {
        var bytes = try push().bytes
        bytes[0] = 2
        let answer = try await server.send(.post, "/v1/push", body: bytes)
        #expect(answer.status == 400)
        #expect(try answer.member("detail") == .string(WireError.unknownVersion(2).message))
    }

    @Test("A push with something behind it, or packed without saying so, is told just that")
    func besidesThePush() async throws {
        let longer = try await server.send(.post, "/v1/push", body: push().bytes + [0])
        #expect(longer.status == 400 && longer.text.contains("more bytes follow") && !longer.text.contains("1000"))
        let packed = try #require(Gzip.packed(push().bytes + [UInt8](repeating: 0, count: 600)))
        let unsaid = try await server.send(.post, "/v1/push", body: packed)
        #expect(unsaid.status == 400 && unsaid.text.contains("Content-Encoding: gzip"))
        #expect(try server.titles() == [])
    }

    @Test("A cursor that is no number is refused", arguments: ["x", "-1", "1.5", "99999999999999999999999"])
    func malformedCursor(cursor: String) async throws {
        let answer = try await server.send(.get, "/v1/pull?cursor=\(cursor)")
        #expect(answer.status == 400)
        #expect(try answer.member("field") == .string("cursor"))
    }

    @Test("A cursor beyond what there is pulls nothing and stays")
    func cursorBeyond() async throws {
        let answer = try await server.send(.get, "/v1/pull?cursor=\(UInt64.max)")
        #expect(try PullPage(bytes: answer.bytes).registers == [])
    }
}
