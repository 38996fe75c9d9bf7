import DaybookCore
import DaybookStorage

/// Syncs a book with its server: asks a `SyncClient` what to send, and writes what it says.
struct RemoteSession {
    let server: RemoteServer
    /// Registers that were sent, or came, since the session began.
    private(set) var sent = 0
    private(set) var received = 0
    let book: Book
    let now: @Sendable () -> Timestamp
    private var client: SyncClient
    /// Recordings that both sides are known to have.
    var exchanged: Set<Digest> = []

    /// - Parameter now: the device's clock.
    init(book: Book, now: @escaping @Sendable () -> Timestamp = { .now() }) throws {
        self.book = book
        self.now = now
        let (node, remote) = try book.read { (try $0.node(), try $0.remote()) }
        guard let remote else { throw BookError.noRemote(path: book.path) }
        guard RemoteAddress(argument: remote.url) != nil else {
            throw CommandFailure("\(remote.url) is no address of a server. Name it anew: daybook remote add URL")
        }
        server = RemoteServer(url: remote.url, token: RemoteToken(book: book.path, url: remote.url)?.text)
        client = SyncClient(node: node, progress: remote.progress)
    }

    /// How long to wait after a failure.
    var delay: Duration { .milliseconds(client.delay(now())) }

    /// Pushes and pulls until neither side has anything for the other. Throws `RemoteServer.Failure` or `BookError`.
    mutating func sync() async throws {
        repeat {
            while try await push() {}
        } while try await pull()
        try await exchangeRecordings()
        book.foldLog()
    }

    /// - Returns: whether there was anything to send.
    private mutating func push() async throws -> Bool {
        let pending = try book.read { try $0.pendingRegisters(limit: PushRequest.greatestCount) }
        guard let request = client.push(pending: pending, now: now()) else { return false }
        let answer: PushAnswer
        do {
            answer = try await server.push(request)
        } catch {
            client.pushFailed(error.forClient, now: now())
            throw error
        }
        try apply(client.pushed(answer, now: now()))
        switch answer {
        case .accepted: sent += request.changes.count
        case .clockAhead:
            if case .refused(let reason) = client.failure { throw RemoteServer.Failure.refused(reason) }
        }
        return true
    }

    /// - Returns: whether there is more to fetch, or something to send in answer to it.
    private mutating func pull() async throws -> Bool {
        guard let cursor = client.pull(now: now()) else { return false }
        do {
            let isNew = try cursor == 0 && book.read { try $0.isEmpty() }
            let page = try await server.pull(isNew ? nil : cursor)
            try apply(client.pulled(page))
            received += page.registers.count
            return try page.hasMore || book.read { try !$0.pendingRegisters(limit: 1).isEmpty }
        } catch let failure as RemoteServer.Failure {
            client.pullFailed(failure.forClient, now: now())
            throw failure
        }
    }

    private mutating func apply(_ writes: [SyncClient.Write]) throws {
        guard !writes.isEmpty else { return }
        do {
            try book.write(at: now()) { try $0.apply(writes) }
        } catch {
            client.writeFailed(stored: (try? book.read { try $0.remote()?.progress }) ?? .init())
            throw error
        }
    }
}
