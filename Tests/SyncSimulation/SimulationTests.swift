import Foundation
import Synchronization
import Testing

/// How many seeds to run, from `SEEDS`; or the only one to run, with its trace, from `SEED`. See `make simulate`.
private let count = ProcessInfo.processInfo.environment["SEEDS"].flatMap { Int($0) } ?? 200
private let only = ProcessInfo.processInfo.environment["SEED"].flatMap { Int($0) }
/// True where each history goes to a book in PostgreSQL as well, from `STORE`.
private let usesPostgres = ProcessInfo.processInfo.environment["STORE"] == "postgres"
private let stopsAtFirst = ProcessInfo.processInfo.environment["FAIL_FAST"] != nil
private let seedsInAPart = 50
private let hasFailed = Atomic(false)

@Suite struct SimulationTests {
    static let parts = only == nil ? Array(stride(from: 0, to: count, by: seedsInAPart)) : []

    @Test(
        "003.68 003.69 003.70 Whatever goes wrong on the way, all devices end with the same book and nothing is lost",
        arguments: parts)
    func seeds(from first: Int) async throws {
        let base = usesPostgres ? try PostgresShadow.Base() : nil
        await Self.run(from: first, "seed") {
            var simulation = try Simulation(seed: $0, base)
            try simulation.run()
        }
    }

    @Test(
        "003.67 003.70 Whatever browsers fail to store and tabs miss of each other, all end with the same book",
        arguments: parts)
    func browserSeeds(from first: Int) async {
        await Self.run(from: first, "browsers' seed") {
            var simulation = try BrowserSimulation(seed: $0)
            try simulation.run()
        }
    }

    /// Runs a part on other threads: on those of the tests, which queues of the usual urgency share, it would hold up, by
    /// a minute and more, every other one that waits for an answer.
    fileprivate static func run(
        from first: Int, _ name: String, _ simulate: @escaping @Sendable (Int) throws -> Void
    ) async {
        let failures = await withCheckedContinuation { ended in
            DispatchQueue.global(qos: .utility).async {
                var failures: [String] = []
                for seed in first..<min(first + seedsInAPart, count) {
                    if stopsAtFirst, hasFailed.load(ordering: .relaxed) { break }
                    do {
                        try simulate(seed)
                    } catch {
                        hasFailed.store(true, ordering: .relaxed)
                        failures.append("\(name) \(seed): \(error). Replay: make simulate SEED=\(seed)")
                    }
                }
                ended.resume(returning: failures)
            }
        }
        for failure in failures { Issue.record("\(failure)") }
    }

    @Test("One seed, told step by step", .enabled(if: only != nil)) func one() throws {
        var simulation = try Simulation(seed: only ?? 0, usesPostgres ? PostgresShadow.Base() : nil)
        defer { for line in simulation.trace { print(line) } }
        try simulation.run()
        var browsers = try BrowserSimulation(seed: only ?? 0)
        defer { for line in browsers.trace { print(line) } }
        try browsers.run()
    }

    @Test("A seed replays exactly", arguments: [3, 77, 1_234]) func replay(seed: Int) throws {
        var first = try Simulation(seed: seed)
        try first.run()
        var second = try Simulation(seed: seed)
        try second.run()
        #expect(first.trace == second.trace)
    }
}

/// Needs PostgreSQL, and so runs with the other tests of clusters.
@Suite struct SimulationClusterTests {
    @Test("009.3 Whatever goes wrong on the way, PostgreSQL has the pages, heads and registers that SQLite has")
    func seeds() async throws {
        let base = try PostgresShadow.Base()
        await SimulationTests.run(from: 0, "PostgreSQL's seed") {
            var simulation = try Simulation(seed: $0, base)
            try simulation.run()
        }
    }
}
