import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// How many histories of faults to run, from `TORTURE`; the first of them from `SEED`. See `make torture`.
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

    @Test("009.7 A synchronous standby that takes over in the middle of it has all that was acknowledged")
    func promotions() async throws {
        for seed in first..<first + count {
            let primary = try Postgres()
            let standby = try Postgres(standbyOf: primary)
            try primary.set("synchronous_standby_names", to: "*")
            var history = try await FaultHistory(seed: seed, primary, standby: standby)
            report(try await history.run(), seed)
        }
    }

    private func run(_ postgres: Postgres, _ islands: [Island]) async throws {
        for seed in first..<first + count {
            var history = try await FaultHistory(seed: seed, postgres, islands)
            report(try await history.run(), seed)
        }
    }

    private func report(_ problems: [String], _ seed: Int) {
        #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5)). Replay: make torture SEED=\(seed) SEEDS=1")
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
    private var postgres: Postgres
    /// What takes over once.
    private let standby: Postgres?
    private let islands: [Island]
    private let nodes: [ServerProcess]
    private let url: String
    private let token: String
    private let log = FaultLog()
    private var random: SeededRandom
    private let program: Program

    /// - Parameter islands: where the servers are, one in each; none for three on this machine.
    init(seed: Int, _ postgres: Postgres, _ islands: [Island] = [], standby: Postgres? = nil) async throws {
        (self.postgres, self.islands, self.standby) = (postgres, islands, standby)
        random = SeededRandom(UInt64(seed))
        let program = try Program()
        self.program = program
        var url = try postgres.database()
        if let standby { url = Postgres.address(of: url, on: [postgres, standby]) }
        self.url = url
        try await program.succeed("database", "init", "--database", url)
        let added = try await program.run("account", "add", "ann", "--database", url, input: "long enough\n")
        #expect(added.status == 0, "\(added.errors)")
        token = try await program.succeed("token", "add", "ann", "--database", url).trimmingCharacters(in: .newlines)
        nodes =
            islands.isEmpty
            ? try (0..<3).map { _ in try ServerProcess(url, isLossless: standby != nil) }
            : islands.map { ServerProcess(url, on: $0) }
    }

    func start() throws { for node in nodes { try node.start() } }

    func end() {
        for node in nodes { node.kill() }
        if standby == nil { try? postgres.drop(url) }
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
        let listener = FaultClient(6, nodes, token, log, SeededRandom(random.next()))
        let listening = Task { while !Task.isCancelled { await listener.listen() } }
        defer { listening.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask { while !Task.isCancelled { await client.step() } }
            }
            for _ in 0..<4 + random.below(4) {
                try await Task.sleep(for: .milliseconds(100 + random.below(300)))
                try await fail()
            }
            if let standby {
                try postgres.kill()
                try standby.sql("SELECT pg_promote()")
                postgres = standby
                try await Task.sleep(for: .milliseconds(500))
            }
            group.cancelAll()
        }
        // First, since what a server that was killed had begun may still come.
        let truth = try await FaultClient(99, nodes, token, log, SeededRandom(0)).finish()
        await listener.hears(truth)
        for node in nodes { try await FaultClient(98, [node], token, log, SeededRandom(0)).shows(truth) }
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
