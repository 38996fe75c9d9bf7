import DaybookCore
import DaybookStorage

extension RemoteSession {
    /// Syncs whenever something changed here or there, until the task is cancelled. A failure is told once, and the
    /// next attempt is made when the client says.
    mutating func follow(
        onSync: (_ sent: Int, _ received: Int) -> Void, onFailure: (String) -> Void
    ) async throws {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let here = Task { [book] in for await _ in book.heads() { signal.yield() } }
        var there = live(signal)
        defer {
            here.cancel()
            there.cancel()
        }
        var failure: String?
        for await _ in signals {
            let (sent, received) = (sent, received)
            do {
                if try refresh() {
                    there.cancel()
                    there = live(signal)
                }
                try await sync()
                if self.sent > sent || self.received > received || failure != nil {
                    onSync(self.sent - sent, self.received - received)
                }
                failure = nil
            } catch let error as RemoteServer.Failure {
                if error.message != failure { onFailure(error.message) }
                failure = error.message
                // What changes meanwhile is seen afterwards.
                while delay > .zero { try await Task.sleep(for: delay) }
                signal.yield()
            }
        }
    }

    /// Signals when the server has news, and after each reconnection, since something may have been missed.
    private func live(_ signal: AsyncStream<Void>.Continuation) -> Task<Void, Never> {
        Task { [server] in
            while !Task.isCancelled {
                try? await server.live { signal.yield() }
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }
}
