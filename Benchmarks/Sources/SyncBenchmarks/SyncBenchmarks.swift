import DaybookCore
import Foundation
import Load
import Sworm

/// Measures sync with the optimised `daybook`, and fails if a limit is passed.
///
///     SyncBenchmarks [cluster] [small | ROUNDS]
@main struct SyncBenchmarks {
    static func main() {
        do {
            let size = try Size(arguments: CommandLine.arguments.filter { $0 != "cluster" })
            let rounds = size.rounds(5)
            let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-sync-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let benchmarks = SyncBenchmarks(folder: folder, size: size, rounds: rounds)
            let isCluster = CommandLine.arguments.contains("cluster")
            let results =
                try isCluster
                ? benchmarks.cluster()
                : benchmarks.bulk() + benchmarks.upload() + benchmarks.idleSyncs() + benchmarks.smallPushes()
                    + benchmarks.idlePulls() + benchmarks.news() + benchmarks.liveConnections()
            print(size.heading(rounds: rounds) + "\n")
            if !Measured.areKept(results, size) { exit(1) }
        } catch {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            exit(1)
        }
    }

    private let folder: URL
    let size: Size
    let rounds: Int

    /// 100,000 registers in, and 10,000 to-dos with 50,000 updates out to a new device.
    private func bulk() throws -> [Measured] {
        var device = Device(node: 1)
        let todos = device.todos(size.count(10_000))
        let registers = todos + device.updates(of: todos, count: size.count(50_000))
        let pushes = device.pushes(registers, size: PushRequest.greatestCount)
        var times: [[Double]] = [[], [], [], []]
        var wire = 0
        for round in 0..<rounds {
            let server = try Server(book: path("bulk-\(round)"))
            defer { server.stop() }
            let load = try LoadGenerator(port: server.port, connections: 1)
            let rate = try load.run(count: pushes.count) { load.request("POST", "/v1/push", body: pushes[$0]) }
            times[0].append(Double(pushes.count) / rate)
            times[2].append(try server.processorSeconds())
            wire = try bytesOnTheWire(load)

            times[1].append(try sync(path("new-\(round)"), with: server))
            let bare = try BareRegisters(path: path("bare-\(round)"))
            times[3].append(try bare.commit(registers, size: PushRequest.greatestCount))
        }
        return [
            Measured(
                name: "100,000 registers pushed, merged and stored, beside SQLite storing the same registers alone",
                measured: times[0].median, base: times[3].median, unit: "s",
                ratio: zip(times[0], times[3]).map { $0 / $1 }.median, limit: .atMost(2.5)),
            Measured(
                name: "the processor time of that in the server", measured: times[2].median, unit: "s",
                ratio: times[2].median, limit: .none),
            Measured(
                name: "10,000 to-dos with 50,000 updates to a new device", measured: times[1].median, unit: "s",
                ratio: times[1].median, limit: .atMost(1)),
            Measured(
                name: "the same on the wire", measured: Double(wire) / 1e6, unit: "MB", ratio: Double(wire) / 1e6,
                limit: .atMost(0.6)),
        ]
    }

    /// All that a device has, to a server that has nothing: read from its book, sent, merged there, and marked as
    /// arrived here.
    private func upload() throws -> [Measured] {
        let count = size.count(20_000)
        let full = try self.server("full", todos: count)
        defer { full.stop() }
        let book = path("upload")
        try sync(book, with: full)
        var times: [Double] = []
        for round in 0..<rounds {
            let server = try Server(book: path("uploaded-\(round)"))
            defer { server.stop() }
            times.append(try sync(book, with: server))
        }
        return [
            Measured(
                name: "100,000 registers from a device's book into a server's, and acknowledged",
                measured: times.median, unit: "s", ratio: times.median, limit: .none)
        ]
    }

    /// `daybook sync` with nothing to do, in books of 5,000, 50,000 and 500,000 registers.
    private func idleSyncs() throws -> [Measured] {
        var medians: [Double] = []
        for count in [1_000, 10_000, 100_000] {
            let server = try self.server("size-\(count)", todos: size.count(count))
            defer { server.stop() }
            let book = path("idle-\(count)")
            try sync(book, with: server)
            medians.append(
                try (0..<rounds * 5).map { _ in try Server.seconds(of: [Server.daybook, "sync", "--book", book]) }
                    .median)
        }
        return zip([10, 100], medians.dropFirst()).map { size, median in
            Measured(
                name: "a sync with nothing to do in a book \(size) times as large", measured: median * 1e3,
                base: medians[0] * 1e3, unit: "ms", ratio: median / medians[0], limit: .atMost(1.3))
        }
    }

    /// A server with so many to-dos of five registers.
    private func server(_ name: String, todos count: Int) throws -> Server {
        let server = try Server(book: path(name))
        let load = try LoadGenerator(port: server.port, connections: 1)
        var device = Device(node: 4)
        let pushes = device.pushes(device.todos(count), size: PushRequest.greatestCount)
        try load.run(count: pushes.count) { load.request("POST", "/v1/push", body: pushes[$0]) }
        return server
    }

    /// - Returns: how long it took to sync a book with another server than before.
    @discardableResult
    private func sync(_ book: String, with server: Server) throws -> Double {
        _ = try Server.seconds(of: [
            Server.daybook, "remote", "add", "http://127.0.0.1:\(server.port)", "--book", book,
        ])
        return try Server.seconds(of: [Server.daybook, "sync", "--book", book])
    }

    private func bytesOnTheWire(_ load: LoadGenerator) throws -> Int {
        var (cursor, total, hasMore) = ("?cursor=0", 0, true)
        while hasMore {
            total += try load.body(load.request("GET", "/v1/pull\(cursor)", headers: "Accept-Encoding: gzip\r\n")).count
            let page = try PullPage(bytes: load.body(load.request("GET", "/v1/pull\(cursor)")))
            cursor = "?cursor=\(page.cursor)"
            hasMore = page.hasMore
        }
        return total
    }

    /// Pushes of ten registers, each beside a request that does nothing and a commit of the same registers by SQLite
    /// alone, one after the other: what each push can't do without.
    private func smallPushes() throws -> [Measured] {
        let server = try Server(book: path("pushes"))
        defer { server.stop() }
        let hello = try Server(Server.program("Hello"), [])
        defer { hello.stop() }
        let bare = try BareRegisters(path: path("commits"))
        let asking = try LoadGenerator(port: hello.port, connections: 1)
        // In a fifth of a second, the server's first requests would weigh too much.
        let counts = [1: 2_000, 16: 4_000, 256: 5_120].mapValues { size.count($0) }
        var device = Device(node: 2)
        var rates: [Int: [Double]] = [:]
        var ratios: [Int: [Double]] = [:]
        var base: [Double] = []
        for _ in 0..<rounds {
            let commits = try bare.rate(of: device.todos(size.count(600)), after: asking)
            base.append(commits)
            for (clients, count) in counts {
                let load = try LoadGenerator(port: server.port, connections: clients)
                let pushes = device.pushes(device.todos(count * 2), size: 10)
                let rate = try load.run(count: count) { load.request("POST", "/v1/push", body: pushes[$0]) }
                rates[clients, default: []].append(rate)
                ratios[clients, default: []].append(rate / commits)
            }
        }
        return counts.keys.sorted().map { clients in
            Measured(
                name:
                    "pushes of ten registers, \(clients) client\(clients == 1 ? "" : "s"), beside a hello and a commit "
                    + "of the same",
                measured: rates[clients, default: []].median, base: base.median, unit: "/s",
                ratio: ratios[clients, default: []].median,
                // One client was measured at 0.42 to 0.52. docs/sync.md says why its limit isn't 0.6.
                limit: clients == 1 ? .atLeast(0.38) : clients == 16 ? .atLeast(1.5) : .none)
        }
    }

    /// Pulls of a device that has everything, beside a server that does nothing.
    private func idlePulls() throws -> [Measured] {
        let server = try Server(book: path("pulls"))
        defer { server.stop() }
        let hello = try Server(Server.program("Hello"), [])
        defer { hello.stop() }
        let load = try LoadGenerator(port: server.port, connections: 50)
        let other = try LoadGenerator(port: hello.port, connections: 50)
        var device = Device(node: 3)
        for push in device.pushes(device.todos(1_000), size: 1_000) {
            _ = try load.body(load.request("POST", "/v1/push", body: push))
        }
        let head = try PullPage(bytes: load.body(load.request("GET", "/v1/pull"))).cursor
        var rates: [[Double]] = [[], []]
        for round in 0...rounds {
            let rate = (
                try load.run(load.request("GET", "/v1/pull?cursor=\(head)"), count: size.count(8_000)),
                try other.run(other.request("GET", "/hello"), count: size.count(8_000))
            )
            if round > 0 {
                rates[0].append(rate.0)
                rates[1].append(rate.1)
            }
        }
        return [
            Measured(
                name: "pulls of a device that has everything, beside Hummingbird's \"hello\"",
                measured: rates[0].median, base: rates[1].median, unit: "/s",
                ratio: zip(rates[0], rates[1]).map { $0 / $1 }.median, limit: .atLeast(0.6))
        ]
    }

    func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }
}
