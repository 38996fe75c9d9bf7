import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import FoundationNetworking
import Synchronization
import Testing

/// How many histories of faults to run, from `SEEDS`; the first of them from `SEED`. See `make torture`.
private let count = ProcessInfo.processInfo.environment["TORTURE"].flatMap { Int($0) } ?? 2
private let first = ProcessInfo.processInfo.environment["SEED"].flatMap { Int($0) } ?? 0

/// Three servers and a PostgreSQL that are killed, stopped and cut off while devices push and pull, and what has to hold then.
@Suite(.serialized, .bounded) struct FaultClusterTests {
    @Test("009.4 009.7 Whatever is killed under load, nothing acknowledged is lost, and who pulls has all of it")
    func faults() async throws {
        // Each history has a database of its own; to start a PostgreSQL takes longer than one of them.
        try await run(try Postgres(), [])
    }

    @Test(
        "009.7 Whatever server loses its database, and though the disk of that is full, nothing acknowledged is lost",
        .enabled(if: Island.arePossible, "this user may not make network namespaces"))
    func partitions() async throws {
        let islands = try (0..<3).map { try Island($0) }
        try await run(try Postgres(at: islands.map(\.database), megabytes: 256), islands)
    }

    private func run(_ postgres: Postgres, _ islands: [Island]) async throws {
        for seed in first..<first + count {
            var history = try await FaultHistory(seed: seed, postgres, islands)
            let problems = try await history.run()
            #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5)). Replay: make torture SEED=\(seed) SEEDS=1")
        }
    }

    @Test(
        "009.7 A server that can't reach its database says so, the others go on, and it has all of it once it can",
        .enabled(if: Island.arePossible, "this user may not make network namespaces"))
    func cutOff() async throws {
        let islands = try (0..<2).map { try Island($0) }
        let postgres = try Postgres(at: islands.map(\.database), megabytes: 256)
        let history = try await FaultHistory(seed: 0, postgres, islands)
        defer { history.end() }
        try history.start()
        let (near, far) = (history.client(at: [1]), history.client(at: [0]))
        #expect(try await (near.push(), far.push()) == (200, 200))
        try islands[0].cut()
        #expect(try await far.push() == 503)
        #expect(try await near.push() == 200)
        try islands[0].mend()
        #expect(try await far.push() == 200)
        #expect(try await far.finish() == near.finish())
    }
}

/// One history: the faults come from the seed, and what the clients do as well. When each happens doesn't.
private struct FaultHistory {
    private let postgres: Postgres
    private let islands: [Island]
    private let nodes: [ServerProcess]
    private let url: String
    private let token: String
    private let log = FaultLog()
    private var random: SeededRandom
    private let program: Program

    /// - Parameter islands: where the servers are, one in each; none for three on this machine.
    init(seed: Int, _ postgres: Postgres, _ islands: [Island]) async throws {
        (self.postgres, self.islands) = (postgres, islands)
        random = SeededRandom(UInt64(seed))
        let program = try Program()
        self.program = program
        let url = try postgres.database()
        self.url = url
        try await program.succeed("database", "init", "--database", url)
        let added = try await program.run("account", "add", "ann", "--database", url, input: "long enough\n")
        #expect(added.status == 0, "\(added.errors)")
        token = try await program.succeed("token", "add", "ann", "--database", url).trimmingCharacters(in: .newlines)
        nodes =
            islands.isEmpty
            ? try (0..<3).map { _ in try ServerProcess(url) } : islands.map { ServerProcess(url, on: $0) }
    }

    func start() throws { for node in nodes { try node.start() } }

    func end() {
        for node in nodes { node.kill() }
        try? postgres.drop(url)
    }

    /// A device that asks some of the servers.
    func client(at indices: [Int]) -> FaultClient {
        FaultClient(indices[0], indices.map { nodes[$0] }, token, log, SeededRandom(UInt64(indices[0])))
    }

    /// - Returns: what doesn't hold.
    mutating func run() async throws -> [String] {
        defer { end() }
        try start()
        let clients = (0..<6).map { FaultClient($0, nodes, token, log, SeededRandom(random.next())) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask { while !Task.isCancelled { await client.step() } }
            }
            for _ in 0..<4 + random.below(4) {
                try await Task.sleep(for: .milliseconds(100 + random.below(300)))
                try await fail()
            }
            group.cancelAll()
        }
        // First, since what a server that was killed had begun may still come.
        let truth = try await FaultClient(99, nodes, token, log, SeededRandom(0)).finish()
        var copies: [[RegisterKey: Register]] = []
        for client in clients { copies.append(try await client.finish()) }
        return log.problems(truth, copies)
    }

    private mutating func fail() async throws {
        let node = nodes[random.below(nodes.count)]
        switch random.below(islands.isEmpty ? 12 : 18) {
        case ..<4:
            node.kill()
            try await Task.sleep(for: .milliseconds(random.below(300)))
            try node.start()
        case ..<6:
            node.signal(SIGSTOP)
            try await Task.sleep(for: .milliseconds(100 + random.below(900)))
            node.signal(SIGCONT)
        case ..<8:
            try postgres.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname LIKE 'test%'"
            )
        case ..<10:
            try postgres.kill()
            try await Task.sleep(for: .milliseconds(random.below(300)))
            try postgres.start()
        case ..<12:
            for node in nodes {
                node.end()
                try node.start()
            }
        case ..<16:
            let island = islands[random.below(islands.count)]
            try island.cut()
            try await Task.sleep(for: .milliseconds(100 + random.below(2_000)))
            try island.mend()
        default:
            try postgres.fillDisk()
            try await Task.sleep(for: .milliseconds(100 + random.below(900)))
            try postgres.emptyDisk()
        }
    }
}

/// What devices were told, and when.
private final class FaultLog: Sendable {
    struct Push {
        let registers: [Register]
        let begun: ContinuousClock.Instant
        let answered: ContinuousClock.Instant
        let seq: UInt64
        let epoch: UInt64
    }

    private let state = Mutex((pushes: [Push](), sent: Set<Register>(), others: [String](), reads: 0))

    func send(_ registers: [Register]) { state.withLock { $0.sent.formUnion(registers) } }

    /// Whether somebody sent a title that is the given one, or wins over it.
    func isSent(_ text: String, notBefore title: Register) -> Bool {
        state.withLock { state in
            state.reads += 1
            return state.sent.contains {
                $0.key == title.key && $0.value == Array(text.utf8) && ($0 == title || $0.wins(over: title))
            }
        }
    }

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
private final class FaultClient: @unchecked Sendable {
    private let index: Int
    private let nodes: [ServerProcess]
    private let token: String
    private let log: FaultLog
    private var random: SeededRandom
    private var cursor: UInt64 = 0
    private var copy: [RegisterKey: Register] = [:]
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
        if !log.isSent(shown, notBefore: title) { log.add(problem: "REST shows “\(shown)” after \(title)") }
    }

    /// - Returns: whether there is more; nil where that is unknown.
    private func pull() async throws -> Bool? {
        let (status, body) = try await ask("/v1/pull?cursor=\(cursor)")
        guard status == 200 else { return nil }
        let page = try PullPage(bytes: body)
        if page.cursor < cursor { log.add(problem: "the head went back from \(cursor) to \(page.cursor)") }
        cursor = page.cursor
        for register in page.registers where copy[register.key].map(register.wins) ?? true {
            copy[register.key] = register
        }
        return page.hasMore
    }

    /// Pulls until there is no more.
    func finish() async throws -> [RegisterKey: Register] {
        for _ in 0..<600 {
            if (try? await pull()) == .some(false) { return copy }
            try await Task.sleep(for: .milliseconds(50))
        }
        log.add(problem: "client \(index) gets no answer any more")
        return copy
    }

    private func ask(_ path: String, _ body: [UInt8]? = nil) async throws -> (Int, [UInt8]) {
        let node = nodes[random.below(nodes.count)]
        guard let url = URL(string: "http://\(node.host):\(node.port)\(path)") else { return (0, []) }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        if let body {
            request.httpMethod = "POST"
            request.httpBody = Data(body)
        }
        // In a task that nobody cancels: a URLSession that is cancelled while an answer comes may wait for itself for ever.
        let (data, response) = try await Task { [session, request] in try await session.data(for: request) }.value
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, Array(data))
    }
}

/// `daybook serve` at a port of its own, which may be killed and started.
private final class ServerProcess: Sendable {
    let (host, port): (String, Int)
    private let url: String
    /// What runs it.
    private let command: [String]
    private let options: [String]
    private let process = Mutex<Process?>(nil)

    init(_ url: String) throws {
        (self.url, command, options, host, port) = (url, [], [], "127.0.0.1", try freePort())
    }

    init(_ url: String, on island: Island) {
        (command, host, port) = (island.command, island.host, 8080)
        // Nobody else is on that cable, so what comes from there may be in the open.
        options = ["--trusted-proxy", island.clients]
        self.url = Postgres.address(of: url, at: island.database)
    }

    /// Returns once it listens, or couldn't since there is no database; then it tries again when it is started next.
    func start() throws {
        for _ in 0..<20 {
            let process = Process()
            let words =
                command + [
                    Program.daybook.path, "serve", "--host", host, "--port", "\(port)", "--database", url,
                    "--log-level", "critical",
                ] + options
            process.executableURL = URL(filePath: words[0])
            process.arguments = Array(words.dropFirst())
            let pipe = Pipe()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            _ = try process.start()
            self.process.withLock { $0 = process }
            defer { try? pipe.fileHandleForReading.close() }
            if pipe.fileHandleForReading.nextOutput().hasPrefix("Daybook is at ") { return }
        }
        throw POSIXError(.ECHILD)
    }

    func signal(_ signal: Int32) {
        process.withLock { process in
            if let process, process.isRunning { Foundation.kill(process.processIdentifier, signal) }
        }
    }

    func kill() { end(SIGKILL) }

    /// Returns once it has ended.
    func end(_ signal: Int32 = SIGTERM) {
        self.signal(signal)
        process.withLock { process in
            process?.waitUntilExit()
            process = nil
        }
    }
}
