import DaybookApp
import DaybookCore
import Fixtures
import Foundation
import Testing

extension BrowserTests.EmbeddedTests {
    /// A whole app without a page, inside the WebAssembly and here, is told the same at the same moments. What it stores,
    /// sends and draws has to be the same: its stamps, its pushes, and what it makes of pages that other devices wrote,
    /// or that nobody should have written.
    @Test("Clocks and the messages of sync do in the browser what they do here, byte by byte, damaged messages too")
    func sync() async throws {
        var random = SeededRandom(20_261_122)
        var here = Rehearsal(random: (0..<4_096).map { _ in random.next() })
        let other: UInt64 = 0x0102_0304_0506_0708

        // A page of a device whose clock is a minute ahead; then changes here, also with a clock that was set back.
        here.load()
        here.pull(page(from: other, clock: here.now + 60_000, cursor: 7, titles: ["Milk", "Ä 買 🛒\u{301}"]).bytes)
        here.add("Bread")
        here.add("Eggs")
        here.settle()
        here.now -= 3_600_000
        here.add("An hour earlier")
        here.settle()
        // The server refuses what is ahead of it, and then takes it.
        let behind = Timestamp(milliseconds: here.now - 600_000)
        here.push(PushAnswer.clockAhead(serverTime: behind).bytes, status: 409)
        here.settle()
        here.push(PushAnswer.accepted(seq: 8, serverTime: behind, epoch: 5).bytes)
        // Two pushes are 200 ms apart.
        here.now += 1_000
        here.add("Later")
        here.settle()
        let pushes = here.steps.flatMap(\.sent).filter { $0.path == "/v1/push" }.map(\.body)
        #expect(pushes.count >= 3, "changed, restamped, changed again")
        #expect(try pushes.allSatisfy { try PushRequest(bytes: $0).bytes == $0 })

        // Damaged: cut short, or some bytes changed.
        let whole = page(from: other, clock: here.now + 90_000, cursor: 9, titles: ["Tea", "Coffee", ""]).bytes
        let accepted = PushAnswer.accepted(seq: 9, serverTime: behind, epoch: 5).bytes
        var kinds: Set<Bool> = []
        for round in 0..<300 {
            var bytes = round.isMultiple(of: 3) ? accepted : whole
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
            for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            if round.isMultiple(of: 3) { here.push(bytes) } else { here.pull(bytes) }
            if !round.isMultiple(of: 3) { kinds.insert((try? PullPage(bytes: bytes)) != nil) }
        }
        #expect(kinds == [true, false], "some of the damaged pages can be read, most can't")
        here.add("After all that")
        here.settle()

        let steps = here.steps
        let arguments: [Any] = [
            steps.map { ["now": $0.now, "calls": $0.calls.map { $0.map { Int($0) } }] },
            here.randomBytes.map { Int($0) },
        ]
        try await Daybook.run { daybook in
            let answer = try await daybook.browser.call(
                "POST", "/execute/async", ["script": Self.rehearsal, "args": arguments])
            let there = try #require(answer as? [[String: Any]], "\(answer ?? "")")
            try #require(there.count == steps.count)
            for (number, (step, outcome)) in zip(steps, there).enumerated() {
                func bytes(_ name: String) -> [UInt8] { (outcome[name] as? [Int] ?? []).map { UInt8($0) } }
                #expect(Rehearsal.stored(in: bytes("stored")) == step.stored, "step \(number)")
                let sent = (outcome["sent"] as? [[String: Any]] ?? []).map {
                    Rehearsal.Sent(
                        path: $0["path"] as? String ?? "", body: ($0["body"] as? [Int] ?? []).map { UInt8($0) })
                }
                #expect(sent == step.sent, "step \(number)")
                #expect((outcome["words"] as? [Int] ?? []).map { Int32($0) } == step.words, "step \(number)")
                #expect(bytes("text") == step.text, "step \(number)")
            }
        }
    }

    private func page(from node: UInt64, clock: Int64, cursor: UInt64, titles: [String]) -> PullPage {
        let registers = titles.enumerated().flatMap { index, title in
            let stamp = Stamp(clock: UInt64(clock) << 16 + UInt64(index), node: node)
            let id = EntityID(high: UInt64(clock), low: UInt64(index))
            return [
                Register(id, .title, stamp, Array(title.utf8)), Register(id, .createdAt, stamp, stamp.time.bytes),
                Register(id, .todoPosition, stamp, Position.first(stamp).bytes),
                Register(id, Field(rawValue: 999), stamp, [1, 2, 3]),
            ]
        }
        return PullPage(
            epoch: 5, serverTime: Timestamp(milliseconds: clock), cursor: cursor, hasMore: false, registers: registers)
    }

    /// Carries the calls out in the browser: the first number says which export, the others are what it gets.
    private static let rehearsal = """
        const [steps, randomBytes, done] = arguments;
        (async () => {
          let memory, now = 0, sent = [];
          const bytes = (pointer, length) => new Uint8Array(memory.buffer, pointer, length);
          const known = {
            grow: (pages) => memory.grow(pages), now: () => now, lower: (scalar) => scalar,
            random: (pointer, length) => { bytes(pointer, length).set(randomBytes.splice(0, length)); },
            send(token, path, pathLength, body, bodyLength) {
              sent.push({ path: new TextDecoder().decode(bytes(path, pathLength)), body: [...bytes(body, bodyLength)] });
            },
          };
          const env = new Proxy(known, { get: (known, name) => known[name] ?? (() => 0) });
          const { href, dataset: { rest } } = document.getElementById("wasm");
          const { instance: { exports } } = await WebAssembly.instantiateStreaming(fetch(href), { env, later: env });
          memory = exports.memory;
          await WebAssembly.instantiateStreaming(fetch(rest), { env, first: exports });
          const give = (value) => { if (value.length) bytes(exports.reserve(value.length), value.length).set(value); return value.length; };
          const numbers = (pointer, count) => new Uint32Array(memory.buffer, pointer, count);
          return steps.map((step) => {
            now = step.now;
            sent = [];
            for (const [kind, ...rest] of step.calls) {
              if (kind === 0) exports.start(give(rest));
              if (kind === 1) exports.tell(rest[0], rest[1], rest[2], give(rest.slice(3)));
              if (kind === 2) exports.event(rest[0], rest[1], 0, 0, 0, give(rest.slice(2)));
            }
            const stored = [...bytes(...numbers(exports.unstored(), 2))];
            const patch = exports.render();
            if (!patch) return { stored, sent, words: [], text: [] };
            const [words, wordCount, text, textLength] = numbers(patch, 4);
            return { stored, sent, words: [...new Int32Array(memory.buffer, words, wordCount)], text: [...bytes(text, textLength)] };
          });
        })().then(done, (error) => done(String(error.stack ?? error)));
        """
}

/// The app here, and what it is told as host.js would say it.
private struct Rehearsal {
    struct Sent: Equatable {
        var path: String
        var body: [UInt8]
    }

    struct Step {
        var now: Int64
        /// Which export of the WebAssembly to call (0 start, 1 tell, 2 event), and with what.
        var calls: [[Int64]]
        var stored: [Int: Set<[UInt8]>] = [:]
        var sent: [Sent] = []
        var words: [Int32] = []
        var text: [UInt8] = []
    }

    /// What the app asks for, and where it takes its time and its randomness from.
    private final class Surroundings {
        var now: Int64 = 1_790_000_000_000
        var random: [UInt64]
        var effects: [Effect] = []

        init(random: [UInt64]) { self.random = random }
    }

    private let surroundings: Surroundings
    private let app: App
    private(set) var steps: [Step] = []
    let randomBytes: [UInt8]

    init(random: [UInt64]) {
        randomBytes = random.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let surroundings = Surroundings(random: random.reversed())
        self.surroundings = surroundings
        let world = World(
            now: { Timestamp(milliseconds: surroundings.now) }, random: { surroundings.random.removeLast() })
        app = App(State(node: world.random()), world: world) { surroundings.effects.append($0) }
        app.dispatch(.outside(.visited("#/")))
        record([[0] + Array("#/\nen\n".utf8).map { Int64($0) }])
    }

    var now: Int64 {
        get { surroundings.now }
        set { surroundings.now = newValue }
    }

    mutating func load() {
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        record([[1, 0, 1, 0]])
    }

    mutating func pull(_ bytes: [UInt8]) {
        app.dispatch(
            .outside(
                (try? PullPage(bytes: bytes)).map { .pullAnswered($0) } ?? .pullFailed(.unreadable)))
        record([[1, 3, 1, 200] + bytes.map { Int64($0) }])
    }

    mutating func push(_ bytes: [UInt8], status: Int64 = 200) {
        app.dispatch(
            .outside(
                (try? PushAnswer(bytes: bytes)).map { .pushAnswered($0) } ?? .pushFailed(.unreadable))
        )
        record([[1, 3, 0, status] + bytes.map { Int64($0) }])
    }

    /// Types a title and presses Enter: whichever element wants to know of it.
    mutating func add(_ title: String) {
        var calls: [[Int64]] = []
        for (kind, text) in [(EventKind.input, title), (.submit, "")] {
            for id in (Int32(1)..<120).reversed() {
                calls.append([2, Int64(id), Int64(kind.rawValue)] + Array(text.utf8).map { Int64($0) })
                if app.handle(Event(kind, text: text), at: id) != 0 { break }
            }
        }
        record(calls)
    }

    /// Tells that all is stored.
    mutating func settle() {
        for token in steps.suffix(3).flatMap({ $0.stored.keys }).sorted() {
            app.dispatch(.outside(.stored(token)))
            record([[1, 1, Int64(token), 0]])
        }
    }

    /// The entries of each store, in no order, as `Unstored` writes them.
    static func stored(in bytes: [UInt8]) -> [Int: Set<[UInt8]>] {
        var rest = bytes[...]
        func word() -> Int {
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var stored: [Int: Set<[UInt8]>] = [:]
        while !rest.isEmpty {
            let token = word()
            let length = word()
            let end = rest.count - length
            stored[token] = []
            while rest.count > end {
                var entry = Array(rest.prefix(1))
                rest = rest.dropFirst()
                for _ in 0..<2 {
                    let length = word()
                    entry += rest.prefix(length)
                    rest = rest.dropFirst(length)
                }
                stored[token]?.insert(entry)
            }
        }
        return stored
    }

    private mutating func record(_ calls: [[Int64]]) {
        var step = Step(now: now, calls: calls)
        for effect in surroundings.effects {
            switch effect {
            case .store(let token, let entries):
                step.stored[token] = Set(entries.map { [$0.replaces ? 1 : 0] + $0.key + $0.value })
            case .push(let body): step.sent.append(Sent(path: "/v1/push", body: body))
            case .pull(let cursor):
                let query = cursor.map { "?cursor=\($0)" } ?? ""
                step.sent.append(Sent(path: "/v1/pull" + query, body: []))
            default: continue
            }
        }
        surroundings.effects = []
        if let patch = app.render() {
            step.words = patch.words
            step.text = patch.text
        }
        steps.append(step)
    }
}
