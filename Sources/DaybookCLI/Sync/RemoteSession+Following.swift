import DaybookCore
import DaybookStorage

extension RemoteSession {
    /// Syncs whenever something changed here or there, and every 15 seconds in any case, for a connection may be dead
    /// without a word, until the task is cancelled. A failure is reported once, and the
    /// next attempt is made when the client says. It throws where another file has taken the book's place.
    ///
    /// - Parameter pause: lets time pass before the server is asked for its news again.
    mutating func follow(
        onSync: (_ sent: Int, _ received: Int, _ url: String) -> Void, onFailure: (String) -> Void,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let here = Task { [book] in
            while !Task.isCancelled {
                for await _ in book.heads() { signal.yield() }
                if book.isReplaced { signal.yield() }
                // The book could not be read, which may be over by then.
                try? await Task.sleep(for: .seconds(1))
            }
        }
        var there = live(signal, pause)
        defer {
            here.cancel()
            there.cancel()
        }
        var failure: String?
        for await _ in signals {
            let (sent, received) = (sent, received)
            do {
                guard !book.isReplaced else { throw BookError.moved(path: book.path) }
                if try refresh() {
                    there.cancel()
                    there = live(signal, pause)
                }
                var left: RecordingsLeft?
                do { try await sync() } catch let problem as RecordingsLeft { left = problem }
                // A server that is back is listened to at once, however long the pause had become.
                if failure != nil {
                    there.cancel()
                    there = live(signal, pause)
                }
                if self.sent > sent || self.received > received || failure != nil {
                    onSync(self.sent - sent, self.received - received, server.url)
                }
                failure = nil
                if let left { onFailure(left.message) }
            } catch {
                // A connection that was broken off isn't a failure.
                try Task.checkCancellation()
                guard let message = Self.message(ofPassing: error) else { throw error }
                if message != failure { onFailure(message) }
                failure = message
                // Changes meanwhile are seen afterwards. Of what isn't the server's doing the client knows nothing.
                repeat { try await Task.sleep(for: max(delay, .seconds(1))) } while delay > .zero
                signal.yield()
            }
        }
    }

    /// Tells what to say of a failure that may be over at the next attempt; nil of one that stays.
    private static func message(ofPassing error: any Error) -> String? {
        switch error {
        case let failure as RemoteServer.Failure: failure.message
        case let error as BookError:
            switch error {
            case .busy, .diskFull: error.message
            default: nil
            }
        default: nil
        }
    }

    /// Signals when the server has news, and after each reconnection, since something may have been missed. While there
    /// is no connection it tries after 1, 2, 4 … 60 seconds.
    private func live(
        _ signal: AsyncStream<Void>.Continuation, _ pause: @escaping @Sendable (Duration) async throws -> Void
    ) -> Task<Void, Never> {
        Task { [server] in
            var delay = Duration.seconds(1)
            while !Task.isCancelled {
                if await server.live({ signal.yield() }) { delay = .seconds(1) }
                try? await pause(delay)
                delay = min(delay * 2, .seconds(60))
            }
        }
    }
}
