import Foundation

/// Runs derivations of passwords, at most two at once: each takes a core and tens of megabytes for a while.
final class Derivations: Sendable {
    private static let greatestCount = 2
    /// How many may wait. Further ones are turned away.
    private static let longestQueue = 64

    let queue: OperationQueue

    init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = Self.greatestCount
        // Threads of their own: on those that answer requests, two derivations would keep all others waiting.
        queue.qualityOfService = .utility
    }

    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        guard queue.operationCount < Self.greatestCount + Self.longestQueue else { throw AccountError.busy }
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
