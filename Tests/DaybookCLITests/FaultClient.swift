import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import FoundationNetworking
import Synchronization

/// What devices were told, and when.
final class FaultLog: Sendable {
    struct Push {
        let registers: [Register]
        let begun: ContinuousClock.Instant
        let answered: ContinuousClock.Instant
        let seq: UInt64
        let epoch: UInt64
    }

    private let state = Mutex((pushes: [Push](), sent: Set<Register>(), others: [String](), reads: 0))

    func send(_ registers: [Register]) { state.withLock { $0.sent.formUnion(registers) } }

    /// Tells whether somebody sent a title that is the given one, or wins over it.
    func isSent(_ text: String, notBefore title: Register) -> Bool {
        state.withLock { state in
            state.sent.contains {
                $0.key == title.key && $0.value == Array(text.utf8) && ($0 == title || $0.wins(over: title))
            }
        }
    }

    /// Counts an answer over REST that came under load.
    func countRead() { state.withLock { $0.reads += 1 } }

    func add(_ push: Push) { state.withLock { $0.pushes.append(push) } }

    func add(problem: String) { state.withLock { $0.others.append(problem) } }

    func problems(_ truth: [RegisterKey: Register], _ copies: [[RegisterKey: Register]]) -> [String] {
        let (pushes, sent, others, reads) = state.withLock { $0 }
        var problems = others
        if pushes.count < 10 { problems.append("only \(pushes.count) pushes were answered") }
        if reads == 0 { problems.append("nothing was read over REST") }
        for push in pushes {
            for register in push.registers {
                guard let kept = truth[register.key], kept == register || kept.wins(over: register) else {
                    problems.append("an acknowledged register is lost: \(register)")
                    continue
                }
            }
        }
        for register in truth.values where !sent.contains(register) {
            problems.append("there is what nobody sent: \(register)")
        }
        if Set(pushes.map(\.epoch)).count > 1 { problems.append("the epoch changed, though nothing was lost") }
        let given = pushes.filter { $0.seq > 0 }
        if Set(given.map(\.seq)).count < given.count { problems.append("a seq was given twice") }
        // In the order in which they began: none may be before one that was answered by then.
        let answered = given.sorted { $0.answered < $1.answered }
        var (place, greatest) = (0, UInt64(0))
        for push in given.sorted(by: { $0.begun < $1.begun }) {
            while place < answered.count, answered[place].answered < push.begun {
                greatest = max(greatest, answered[place].seq)
                place += 1
            }
            if push.seq <= greatest { problems.append("seq \(push.seq) came after \(greatest)") }
        }
        for (index, copy) in copies.enumerated() {
            let missing = truth.values.filter { copy[$0.key].map($0.wins) ?? true }.count
            if missing > 0 { problems.append("client \(index) lacks \(missing) of \(truth.count) registers") }
        }
        return problems
    }
}

/// A device that pushes and pulls at whichever server, and never asks twice for what it was given.
final class FaultClient: @unchecked Sendable {
    private let index: Int
    private let nodes: [ServerProcess]
    private let token: String
    private let log: FaultLog
    private var random: SeededRandom
    private var cursor: UInt64 = 0
    /// The registers that it has; asked for by another task where it listens.
    private let held = Mutex<[RegisterKey: Register]>([:])
    private let session: URLSession

    init(_ index: Int, _ nodes: [ServerProcess], _ token: String, _ log: FaultLog, _ random: SeededRandom) {
        (self.index, self.nodes, self.token, self.log, self.random) = (index, nodes, token, log, random)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        session = URLSession(configuration: configuration)
    }

    func step() async {
        do {
            if random.chance(60) { try await push() } else { _ = try await pull() }
        } catch {
            // A server that is gone; the next one may be there.
            try? await Task.sleep(for: .milliseconds(20))
        }
        try? await Task.sleep(for: .milliseconds(random.below(15)))
    }

    /// - Returns: the status of the answer.
    @discardableResult
    func push() async throws -> Int {
        let clock = UInt64(clamping: Timestamp.now().milliseconds)
        let registers = (0...random.below(3)).map { number in
            Register(
                EntityID(high: 7, low: UInt64(random.below(12))), random.chance(80) ? .title : .note,
                Stamp(clock: clock << 16 | UInt64(number), node: UInt64(index) << 60 | 1),
                Array("\(index) \(clock) \(number)".utf8))
        }
        let begun = ContinuousClock.now
        log.send(registers)
        let (status, body) = try await ask("/v1/push", PushRequest(node: 1, changes: registers).bytes)
        guard status == 200 else { return status }
        guard case .accepted(let seq, _, let epoch) = try PushAnswer(bytes: body) else {
            log.add(problem: "a push of the present was refused")
            return status
        }
        log.add(.init(registers: registers, begun: begun, answered: .now, seq: seq, epoch: epoch))
        if let title = registers.last(where: { $0.field == .title }), random.chance(20) { try await read(title) }
        return status
    }

    /// Whatever server is asked over REST shows a title that was answered, or a later one.
    private func read(_ title: Register) async throws {
        struct Shown: Decodable { let title: String }
        let (status, body) = try await ask("/api/v1/todos/\(title.entity.text)")
        if status == 404 { return log.add(problem: "REST lacks \(title)") }
        guard status == 200 else { return }
        let shown = try JSONDecoder().decode(Shown.self, from: Data(body)).title
        log.countRead()
        if !log.isSent(shown, notBefore: title) { log.add(problem: "REST shows “\(shown)” after \(title)") }
    }

    /// - Returns: whether there is more; nil where that is unknown.
    private func pull() async throws -> Bool? {
        let (status, body) = try await ask("/v1/pull?cursor=\(cursor)")
        guard status == 200 else { return nil }
        let page = try PullPage(bytes: body)
        if page.cursor < cursor { log.add(problem: "the head went back from \(cursor) to \(page.cursor)") }
        cursor = page.cursor
        held.withLock { held in
            for register in page.registers where held[register.key].map(register.wins) ?? true {
                held[register.key] = register
            }
        }
        return page.hasMore
    }

    /// Pulls whenever a server says that there is something new, and never else, until that server has gone.
    func listen() async {
        let node = nodes[random.below(nodes.count)]
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/curl")
        curl.arguments = [
            "-sN", "-H", "Authorization: Bearer \(token)", "-H", "X-Forwarded-Proto: https",
            "http://\(node.host):\(node.port)/v1/live",
        ]
        let pipe = Pipe.alone()
        curl.standardOutput = pipe
        let (news, hearer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        pipe.fileHandleForReading.readabilityHandler = { handle in
            // Not a sign of life.
            if handle.availableData.contains(UInt8(ascii: "d")) { hearer.yield() }
        }
        guard let ended = try? curl.start() else { return }
        // The end of the output may not come: a server that was started meanwhile may hold the pipe.
        Task {
            await ended.value
            hearer.finish()
        }
        for await _ in news {
            while !Task.isCancelled, (try? await pull()) != .some(false) {}
        }
        pipe.fileHandleForReading.readabilityHandler = nil
        curl.terminate()
        try? await Task.sleep(for: .milliseconds(50))
    }

    /// Notes where one that listens doesn't come to have all soon enough: a sign of life comes each 15 seconds.
    func hears(_ truth: [RegisterKey: Register]) async {
        let end = ContinuousClock.now + .seconds(25)
        func has(_ register: Register) -> Bool {
            held.withLock { $0[register.key].map { $0 == register || $0.wins(over: register) } ?? false }
        }
        while !truth.values.allSatisfy(has) {
            if ContinuousClock.now > end {
                let before = cursor
                _ = try? await pull()
                let lack = truth.values.filter { !has($0) }.count
                return log.add(
                    problem:
                        "who listens didn't hear of all within 25 s; a pull from \(before) to \(cursor) leaves \(lack)")
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Notes where the copy that a server keeps of the book isn't what the database has.
    func shows(_ truth: [RegisterKey: Register]) async throws {
        struct Shown: Decodable { let id, title: String }
        let (status, body) = try await ask("/api/v1/todos")
        guard status == 200 else { return log.add(problem: "a server answers \(status) after all is well") }
        let shown = try JSONDecoder().decode([Shown].self, from: Data(body))
        let titles = Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0.title) })
        for register in truth.values where register.field == .title {
            let title = titles[register.entity.text] ?? ""
            if !log.isSent(title, notBefore: register) {
                log.add(problem: "a server's copy has “\(title)” for \(register)")
            }
        }
    }

    /// Pulls until there is no more.
    func finish() async throws -> [RegisterKey: Register] {
        for _ in 0..<600 {
            if (try? await pull()) == .some(false) { return held.withLock(\.self) }
            try await Task.sleep(for: .milliseconds(50))
        }
        log.add(problem: "client \(index) gets no answer any more")
        return held.withLock(\.self)
    }

    private func ask(_ path: String, _ body: [UInt8]? = nil) async throws -> (Int, [UInt8]) {
        let node = nodes[random.below(nodes.count)]
        guard let url = URL(string: "http://\(node.host):\(node.port)\(path)") else { return (0, []) }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        // As a proxy says it that encrypts.
        request.setValue("https", forHTTPHeaderField: "X-Forwarded-Proto")
        if let body {
            request.httpMethod = "POST"
            request.httpBody = Data(body)
        }
        // In a task that nobody cancels: a URLSession that is cancelled while an answer comes may wait for itself for ever.
        let (data, response) = try await Task { [session, request] in try await session.data(for: request) }.value
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, Array(data))
    }
}
