import Foundation
import Testing

@testable import DaybookPostgres

/// Questions that share a statement.
@Suite struct BatchLoaderTests {
    private let node: BookDatabase
    /// What each statement asked for.
    private let asked = Shared<[Set<Int64>]>([])
    /// What the database holds.
    private let held = Shared<[Int64: String]>([1: "old", 2: "two", 3: "three"])

    init() throws { node = try TestDatabase().node() }

    /// A loader whose first statement is as old as what was held when it began, and ends when `end` is signalled.
    private func loader(until end: DispatchSemaphore, fails: Bool = false) -> BatchLoader<Int64, String> {
        BatchLoader(node) { [asked, held] _, keys throws(PostgresError) in
            let values = held.withLock { $0 }
            let isFirst = asked.withLock { asked in
                asked.append(Set(keys))
                return asked.count == 1
            }
            guard isFirst else { return values }
            end.wait()
            if fails { throw .unexpected("no luck") }
            return values
        }
    }

    @Test("009.6 Who asks while a statement runs gets the answer of the next, which asks for all of them once")
    func shared() async throws {
        defer { node.close() }
        let end = DispatchSemaphore(value: 0)
        let loader = loader(until: end)
        async let first = loader.value(of: 1)
        try await eventually { asked.withLock { $0.count } == 1 }
        held.withLock { $0[1] = "new" }
        let later = (0..<20).map { number in Task { try await loader.value(of: Int64(number % 4 + 1)) } }
        try await eventually { loader.waitingCount == 20 }
        end.signal()
        #expect(try await first == "old")
        var answers: [String?] = []
        for task in later { answers.append(try await task.value) }
        #expect(answers == (0..<20).map { ["new", "two", "three", nil][$0 % 4] })
        #expect(asked.withLock { $0 } == [[1], [1, 2, 3, 4]])
    }

    @Test("A failure is told to those that shared the statement, and to nobody else") func failure() async throws {
        defer { node.close() }
        let end = DispatchSemaphore(value: 0)
        let loader = loader(until: end, fails: true)
        let first = Task { try await loader.value(of: 1) }
        try await eventually { asked.withLock { $0.count } == 1 }
        let second = Task { try await loader.value(of: 2) }
        try await eventually { loader.waitingCount == 1 }
        end.signal()
        await #expect(throws: PostgresError.self) { try await first.value }
        #expect(try await second.value == "two")
        #expect(try await loader.value(of: 3) == "three")
    }
}
