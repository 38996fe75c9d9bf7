import DaybookCore
import DaybookStorage
import Foundation
import Synchronization
import Testing

@testable import DaybookCLI

/// How often the server is killed, from `KILLS`.
private let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 10

/// The server's process is killed while devices push.
@Suite(.bounded) struct CrashTests {
    let server: Program

    init() throws { server = try Program() }

    @Test("Several programs that make a new book at once make one, and each finds it")
    func atOnce() async throws {
        for _ in 0..<3 {
            let daybook = try Program()
            let outcomes = try await withThrowingTaskGroup { group in
                for number in 1...6 { group.addTask { try await daybook.run("add", "\(number)") } }
                var outcomes: [Program.Outcome] = []
                for try await outcome in group { outcomes.append(outcome) }
                return outcomes
            }
            #expect(outcomes.map(\.errors).joined() == "")
            #expect(try Book(path: daybook.book).read { try $0.count() } == 6)
        }
    }

    @Test("A book that is moved without its log gets no other in its place, and is whole once it is put back")
    func movedWithoutLog() async throws {
        let (book, moved, log) = (server.book, server.book + ".moved", server.book + "-wal")
        let files = FileManager.default
        let backup = try Book(path: server.folder.appending(path: "backup.sqlite").path)
        try await backup.write { _ = try $0.add(todo: .todo(title: "backed up")) }
        try backup.close()
        let entries = server.folder.appending(path: "entries.json")
        try Data(#"[{"amount": "1", "currency": "EUR"}]"#.utf8).write(to: entries)
        let makers = [
            ["add", "fresh"], ["list"], ["serve", "--port", "0"], ["restore", backup.path], ["import", entries.path],
            ["remote", "add", "http://127.0.0.1:1"], ["spend", "1 EUR"],
        ]
        func move() async throws {
            try files.moveItem(atPath: book, toPath: moved)
            let bytes = try Data(contentsOf: URL(filePath: log))
            for arguments in makers {
                let outcome = try await server.run(Program.daybook, arguments)
                #expect(outcome.status == 1 && outcome.errors.contains("but \(log) holds changes"), "\(outcome)")
                #expect(try Data(contentsOf: URL(filePath: log)) == bytes)
                #expect(!files.fileExists(atPath: book))
            }
            try files.moveItem(atPath: moved, toPath: book)
        }
        try await server.serving("--log-level", "error", endingWith: SIGKILL) { url in
            for title in ["one", "two", "three"] { _ = try await post(title, to: url) }
            try await move()
            #expect(try await post("four", to: url) == "201")
        }
        try await move()
        let list = try await server.succeed("list")
        for title in ["one", "two", "three", "four"] { #expect(list.contains(title)) }
    }

    private func post(_ title: String, to url: String) async throws -> String {
        let arguments = ["--silent", "-o", "/dev/null", "-w", "%{http_code}", "-d", #"{"title":"\#(title)"}"#]
        return try await server.run(URL(filePath: "/usr/bin/curl"), arguments + [url + "/api/v1/todos"]).output
    }

    @Test("However often the server is killed or stopped, every acknowledged change is there afterwards")
    func kill() async throws {
        let load = Load()
        try await withThrowingTaskGroup { group in
            for node in 1...4 as ClosedRange<UInt64> { group.addTask { await load.push(from: node) } }
            for number in 0..<kills {
                let signal = number == 1 ? SIGTERM : SIGKILL
                try await server.serving("--log-level", "error", endingWith: signal) { url in
                    try await load.run(against: url, until: 20)
                }
                // Who is stopped leaves no log behind, since all that was being written is written.
                let hasLog = FileManager.default.fileExists(atPath: server.book + "-wal")
                #expect(hasLog == (signal == SIGKILL))
            }
            load.stop()
            try await group.waitForAll()
        }
        let check = try await server.run(
            URL(filePath: "/usr/bin/sqlite3"), [server.book, "PRAGMA integrity_check"])
        #expect(check.output == "ok\n")
        var kept: Set<Register> = []
        var cursor: UInt64 = 0
        let book = try Book(path: server.book)
        while true {
            let page = try book.read { try $0.page(after: cursor, now: .now()) }
            kept.formUnion(page.registers)
            cursor = page.cursor
            if !page.hasMore { break }
        }
        #expect(load.acknowledged.count >= kills * 20 * Load.registersInAPush)
        #expect(load.acknowledged.allSatisfy { kept.contains($0) })
        // Each push is there as a whole, acknowledged or not.
        let perEntity = Dictionary(grouping: kept, by: \.entity).values.map(\.count)
        #expect(Set(perEntity) == [Load.registersInAPush])
    }
}

/// Devices that push one item after the other to whichever server there is.
private final class Load: Sendable {
    static let registersInAPush = 5

    private struct State {
        var url: String?
        var isOver = false
        var acknowledged: [Register] = []
        var waiters: [(count: Int, CheckedContinuation<Void, Never>)] = []
        /// Devices that wait for another server than the one that they can't reach.
        var stranded: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var acknowledged: [Register] { state.withLock { $0.acknowledged } }

    /// Lets the devices push to `url` until that many more pushes are acknowledged.
    func run(against url: String, until pushes: Int) async throws {
        await withCheckedContinuation { continuation in
            let stranded = state.withLock { state in
                state.url = url
                let count = state.acknowledged.count + pushes * Self.registersInAPush
                state.waiters.append((count, continuation))
                defer { state.stranded = [] }
                return state.stranded
            }
            for device in stranded { device.resume() }
        }
    }

    func stop() {
        let stranded = state.withLock { state in
            state.isOver = true
            return state.stranded
        }
        for device in stranded { device.resume() }
    }

    /// Returns once there is another server than this one, or nothing left to do.
    private func server(otherThan url: String?) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.isOver || state.url != url { return true }
                state.stranded.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func push(from node: UInt64) async {
        var random = SystemRandomNumberGenerator()
        var clock = HybridClock(node: node)
        while !state.withLock({ $0.isOver }) {
            let id = EntityID(using: &random)
            let stamp = clock.tick(now: .now())
            let changes = (1...UInt16(Self.registersInAPush)).map {
                Register(id, DaybookCore.Field(rawValue: $0 == 5 ? 3 : 900 + $0), stamp, Array("\(stamp.clock)".utf8))
            }
            await send(PushRequest(node: node, changes: changes))
        }
    }

    /// Tries until it is acknowledged, as a device does.
    private func send(_ request: PushRequest) async {
        while !state.withLock({ $0.isOver }) {
            let url = state.withLock { $0.url }
            if let url, case .accepted? = try? await RemoteServer(url: url).push(request) {
                let done = state.withLock { state in
                    state.acknowledged += request.changes
                    let count = state.acknowledged.count
                    defer { state.waiters.removeAll { $0.count <= count } }
                    return state.waiters.filter { $0.count <= count }
                }
                for waiter in done { waiter.1.resume() }
                return
            }
            await server(otherThan: url)
        }
    }
}
