import DaybookCore
import DaybookStorage

/// Syncs a book with its server: asks a `SyncClient` what to send, and writes what it says.
struct RemoteSession {
    let server: RemoteServer
    /// Registers that were sent, or came from others, since the session began.
    private(set) var sent = 0
    private(set) var received = 0
    let book: Book
    let now: @Sendable () -> Timestamp
    /// Counts the registers that were sent, or came.
    var progress: Progress?
    /// Keeps what was deleted here, and others had changed before without this book's knowledge, so that it can be brought
    /// back.
    var keepLost: @Sendable (BookTransaction, [DaybookCore.Record]) throws -> Void = { _, _ in }
    /// Is told of that, by its names, once it is kept.
    var onLost: @Sendable ([String]) -> Void = { _ in }
    private var client: SyncClient
    /// The server of the book, as the session last read or wrote it.
    private var remote: Remote
    /// Answers in one sync that led no further. Of a server that works there are two for each time that it was
    /// restored.
    private var detours = 0
    private static let greatestDetours = 10
    /// Recordings that both sides are known to have.
    var exchanged: Set<Digest> = []
    /// When a recording failed last, and for how many milliseconds it isn't tried again.
    var rests: [Digest: (start: Timestamp, length: Int64)] = [:]

    /// - Parameter now: the device's clock.
    init(book: Book, now: @escaping @Sendable () -> Timestamp = { .now() }) throws {
        self.book = book
        self.now = now
        let (node, remote) = try book.read { (try $0.node(), try $0.remote()) }
        guard let remote else { throw BookError.noRemote(path: book.path) }
        guard RemoteAddress(argument: remote.url) != nil else {
            throw CommandFailure(
                "\(remote.url) isn't a valid address of a server. Set it again: daybook remote add URL")
        }
        server = RemoteServer(url: remote.url, token: try RemoteToken(book: book.path, url: remote.url)?.text)
        client = SyncClient(node: node, progress: remote.progress)
        self.remote = remote
    }

    /// The book was put back, or given another server, while an answer was awaited: the answer means nothing to it.
    private struct Superseded: Error {}

    /// Starts over if another program has put the book back since, or given it another server or token.
    ///
    /// - Returns: whether it did.
    mutating func refresh() throws -> Bool {
        var current = try RemoteSession(book: book, now: now)
        guard
            current.client.node != client.node || current.remote != remote || current.server.token != server.token
        else { return false }
        (current.sent, current.received, current.progress) = (sent, received, progress)
        (current.keepLost, current.onLost) = (keepLost, onLost)
        self = current
        return true
    }

    /// How long to wait after a failure.
    var delay: Duration { .milliseconds(client.delay(now())) }

    /// Pushes and pulls until neither side has anything for the other. Throws `RemoteServer.Failure`, `RecordingsLeft`
    /// or `BookError`.
    ///
    /// Where the server refuses what is pushed, what others wrote comes nevertheless before that is thrown.
    mutating func sync() async throws {
        for _ in 0..<10 {
            do {
                return try await exchange()
            } catch is Superseded {
                _ = try refresh()
            }
        }
        throw CommandFailure("Other programs sync this book at the same time. Let one of them do it.")
    }

    private mutating func exchange() async throws {
        var refusal: RemoteServer.Failure?
        var hasMore = false
        detours = 0
        repeat {
            do {
                while refusal == nil, try await push() {}
            } catch RemoteServer.Failure.refused(let reason) {
                refusal = .refused(reason)
            }
            hasMore = try await pull()
            if !hasMore, refusal == nil, client.delay(now()) == 0 {
                hasMore = try book.read { try !$0.pendingRegisters(limit: 1).isEmpty }
            }
        } while hasMore
        if let refusal { throw refusal }
        try await exchangeRecordings()
        book.foldLog()
    }

    /// - Returns: whether there was anything to send.
    private mutating func push() async throws -> Bool {
        let pending = try book.read {
            try $0.pendingRegisters(limit: PushRequest.greatestCount, size: PushRequest.greatestSize)
        }
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
        case .accepted:
            sent += request.changes.count
            progress?.advance(by: request.changes.count)
        case .clockAhead:
            if client.failure == .clocksDiffer {
                throw RemoteServer.Failure.refused(
                    "\(server.url) refused the time of the changes. Set this device's clock, or the server's.")
            }
        }
        return true
    }

    /// - Returns: whether there is more to fetch.
    private mutating func pull() async throws -> Bool {
        guard let cursor = client.pull(now: now()) else { return false }
        do {
            let page = try await server.pull(cursor)
            received += try apply(client.pulled(page))
            progress?.advance(by: page.registers.count)
            if page.hasMore, client.progress.cursor <= cursor { try countDetour() }
            return page.hasMore
        } catch let failure as RemoteServer.Failure {
            client.pullFailed(failure.forClient, now: now())
            throw failure
        }
    }

    private mutating func countDetour() throws {
        detours += 1
        guard detours <= Self.greatestDetours else {
            throw RemoteServer.Failure.refused(
                "\(server.url) starts over again and again, so that this never ends. Are there two books behind it? "
                    + "What was written here stays here.")
        }
    }

    /// - Returns: how many registers were new here. What this device sent comes back with what others wrote meanwhile.
    @discardableResult
    private mutating func apply(_ writes: [SyncClient.Write]) throws -> Int {
        guard !writes.isEmpty else { return 0 }
        var (count, lost): (Int, [DaybookCore.Record]) = (0, [])
        let (node, known, keepLost) = (client.node, remote, keepLost)
        do {
            if writes.contains(.markAllPending) { try countDetour() }
            (remote, count, lost) = try book.write(at: now()) { book in
                guard try book.reader.node() == node, try book.reader.remote() == known else { throw Superseded() }
                var lost: [DaybookCore.Record] = []
                book.onChange = { before, after in
                    let isOwn = after[.deleted]?.stamp.node == node || before.isPending(.deleted)
                    if isOwn, after.isDeletedUnseen(since: before) { lost.append(after) }
                }
                defer { book.onChange = nil }
                try book.apply(writes)
                if !lost.isEmpty { try keepLost(book, lost) }
                return (try book.reader.remote() ?? known, book.receivedCount, lost)
            }
            if !lost.isEmpty {
                onLost(lost.map { $0[.title].map { String(utf8: $0.value) } ?? "money" })
            }
        } catch {
            client.writeFailed(stored: known.progress)
            throw error
        }
        // Who lost something may lack recordings, too.
        if writes.contains(.markAllPending) { (exchanged, rests) = ([], [:]) }
        return count
    }
}
