import ServiceLifecycle
import Synchronization

/// Lies between the wish that the server ends and its end, so that a balancer hears of it by `/readyz` and sends nobody
/// here any more. As the last of the services it is the first to end.
final class Drain: Service {
    private let delay: Duration
    private let begun = Mutex(false)

    /// - Parameter delay: how long the server answers as before.
    init(_ delay: Duration) { self.delay = delay }

    var isUnderWay: Bool { begun.withLock { $0 } }

    func run() async throws {
        try await gracefulShutdown()
        begun.withLock { $0 = true }
        try await Task.sleep(for: delay)
    }

    /// Live streams end one after the other, so that not all devices come to the other servers at once.
    func spread() async {
        guard isUnderWay else { return }
        try? await Task.sleep(for: min(delay, .seconds(5)) * Double.random(in: 0...1))
    }
}
