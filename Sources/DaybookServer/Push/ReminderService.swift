import DaybookCore
import DaybookExchange
import DaybookPostgres
import DaybookStorage
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Sends a message to a push service, and says with which status that answered. Throws where it can't be reached.
public typealias PushSender = @Sendable (PushMessage) async throws -> Int

/// Sends what is to remind to each browser that allowed it, once for each reminder, while the server runs.
final class ReminderService: Service {
    /// After a failure a device is left alone for so long, and twice as long after each further one, in milliseconds.
    private static let (shortestWait, longestWait): (Int64, Int64) = (60_000, 3_600_000)
    /// How many books are followed commit by commit. Of more, each is looked at now and then.
    private static let mostFollowed = 16
    private static let (rest, pause) = (Duration.milliseconds(200), Duration.seconds(30))

    private let store: any ReminderStore
    private let books: ServedBooks
    private let services: PushServices
    private let send: PushSender
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let followed = Mutex<Set<Int64>>([])
    /// Which devices failed how often, and until when they are left alone.
    private let failures = Mutex<[Int64: (count: Int, until: Timestamp)]>([:])

    init(
        _ store: any ReminderStore, _ books: ServedBooks, _ services: PushServices, logger: Logger,
        now: @escaping @Sendable () -> Timestamp = { .now() }, send: @escaping PushSender
    ) {
        self.store = store
        self.books = books
        self.services = services
        self.logger = logger
        self.now = now
        self.send = send
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in store.additions().cancelOnGracefulShutdown() {
                for account in await accounts() where followed.withLock({ $0.insert(account).inserted }) {
                    group.addTask {
                        await self.follow(account)
                        _ = self.followed.withLock { $0.remove(account) }
                    }
                }
            }
        }
        await store.release()
    }

    /// The accounts whose books are to be looked at.
    private func accounts() async -> Set<Int64> {
        do {
            guard case .accounts(let accounts, _, _) = books else { return try await store.claim(among: nil) }
            return try await store.claim(among: Set(accounts.list().map(\.id)))
        } catch {
            log("what is kept for notifications can't be read", error)
            return []
        }
    }

    /// Tells whether the account has devices that this server reminds.
    private func isOurs(_ account: Int64) async -> Bool {
        do {
            if case .database = books { return try await store.holds(account) }
            return await accounts().contains(account)
        } catch {
            log("what is kept for notifications can't be read", error)
            return false
        }
    }

    /// Goes on until the account has no device left that this server reminds, or the server stops.
    private func follow(_ account: Int64) async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully, await isOurs(account) {
            do {
                if case .database(let cluster) = books {
                    try await look(at: cluster, of: account)
                } else {
                    guard let book = try await book(of: account) else { return }
                    let isFollowed = followed.withLock { $0.count } <= Self.mostFollowed
                    // Ends where the book is replaced or can't be read; then it is opened once more.
                    if isFollowed { try await look(at: book, of: account) } else { try await pass(book, of: account) }
                }
            } catch {
                log("reminders can't be sent", error)
            }
            await sleep(Self.pause)
        }
    }

    /// Looks after each commit, and when the next reminder is due. The head comes every 15 seconds, too: so where the clock
    /// was set, no reminder is late by more.
    private func look(at book: Book, of account: Int64) async throws {
        try await look(at: book.heads()) { [self] _ in
            guard try await !store.devices(of: account).isEmpty else { return .end }
            return .next(try await pass(book, of: account))
        }
    }

    /// The same for an account of a database. A book that nobody wrote to is opened when something is due, and not before:
    /// there may be many more accounts than copies of books.
    private func look(at cluster: Cluster, of account: Int64) async throws {
        var (last, devices, next) = (BookHead?.none, [PushDevice](), Timestamp?.none)
        try await look(at: cluster.database.book(account).heads()) { [self] head in
            guard try await store.holds(account) else { return .end }
            let known = (last, devices)
            devices = try await store.devices(of: account)
            last = head ?? last
            if devices.isEmpty { return .end }
            let isKnown = last == known.0 && devices == known.1
            if isKnown, next.map({ $0 > now() }) ?? true { return .next(next) }
            next = try await pass(cluster.book(of: account), of: account)
            return .next(next)
        }
    }

    private enum Look {
        case next(Timestamp?), end
    }

    /// - Parameter body: gets the head, or nil where the time has come that it named before.
    private func look(at all: AsyncStream<BookHead>, _ body: (BookHead?) async throws -> Look) async throws {
        let (ticks, tick) = AsyncStream.makeStream(of: BookHead?.self, bufferingPolicy: .bufferingNewest(1))
        let heads = Task {
            for await head in all { tick.yield(head) }
            tick.finish()
        }
        defer { heads.cancel() }
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        for await head in ticks.cancelOnGracefulShutdown() {
            guard case .next(let next) = try await body(head) else { return }
            alarm?.cancel()
            if let next {
                let wait = min(max(0, next.milliseconds - now().milliseconds), 60_000)
                alarm = Task {
                    guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
                    tick.yield(nil)
                }
            }
            await sleep(Self.rest)
        }
    }

    private func sleep(_ time: Duration) async {
        await cancelWhenGracefulShutdown { try? await Task.sleep(for: time) }
    }

    private func book(of account: Int64) async throws -> Book? {
        switch books {
        case .one(let book): return book
        case .accounts(let accounts, let pool, _):
            guard let account = try accounts.list().first(where: { $0.id == account }) else { return nil }
            return try await pool.book(of: account)
        case .database(let cluster): return try await cluster.book(of: account)
        }
    }

    /// Sends what is due to each device of an account.
    ///
    /// - Returns: when something may be due next; nil for nothing.
    @discardableResult
    func pass(_ book: Book, of account: Int64) async throws -> Timestamp? {
        let devices = try await store.devices(of: account)
        guard !devices.isEmpty else { return nil }
        let todos = try await book.readAside { try $0.reminding() }
        guard !todos.isEmpty else { return nil }
        return try await withThrowingTaskGroup(of: Timestamp?.self) { group in
            for device in devices { group.addTask { try await self.remind(device, of: todos, in: book) } }
            return try await group.reduce(nil) { [$0, $1].compactMap(\.self).min() }
        }
    }

    private func remind(_ device: PushDevice, of todos: [Todo], in book: Book) async throws -> Timestamp? {
        let offset = Self.offset(in: device.zone)
        let start = now()
        var next = todos.compactMap { $0.nextRing(after: start, offset) }.min()
        if let until = failures.withLock({ $0[device.number]?.until }), until > start {
            return min(until, next ?? until)
        }
        let sent = try await store.sent(to: device)
        for todo in todos {
            // A reminder that was missed before it was asked to remind isn't late.
            guard let ring = todo.ringing(at: start, offset), ring > device.createdAt,
                ring > sent[todo.id] ?? device.createdAt
            else { continue }
            // While others were sent, it may have been dealt with.
            guard let latest = try book.read({ try $0.row(todo.id)?.todo }), latest.ringing(at: now(), offset) == ring
            else { continue }
            // Another server may have taken over, if this one took so long, and the device may be signed out.
            guard try await store.holds(device.account),
                try await store.devices(of: device.account).contains(where: { $0.number == device.number })
            else { return nil }
            switch try await send(latest, at: ring, to: device) {
            case .sent:
                failures.withLock { $0[device.number] = nil }
                try await store.note(PushSent(device: device.number, todo: todo.id, until: ring), now: now())
            case .gone:
                try await store.remove(device.endpoint, of: device.account)
                return nil
            case .failed:
                let until = failures.withLock { failures in
                    let count = (failures[device.number]?.count ?? 0) + 1
                    let wait = min(Self.longestWait, Self.shortestWait << Int64(min(count - 1, 10)))
                    let until = Timestamp(milliseconds: now().milliseconds + wait)
                    failures[device.number] = (count, until)
                    return until
                }
                next = min(until, next ?? until)
                return next
            }
        }
        return next
    }

    private enum Outcome {
        case sent, gone, failed
    }

    private func send(_ todo: Todo, at ring: Timestamp, to device: PushDevice) async throws -> Outcome {
        // The server may have been started again with other push services.
        guard let audience = services.origin(of: device.endpoint) else { return .gone }
        let seconds = now().milliseconds / 1_000
        let contact = device.origin.hasPrefix("https://") ? device.origin : "mailto:daybook@example.org"
        let message = PushMessage(
            url: device.endpoint,
            headers: [
                (
                    "authorization",
                    try await store.key().authorization(
                        audience: audience, contact: contact, until: seconds + 12 * 3_600)
                ),
                ("content-encoding", "aes128gcm"), ("content-type", "application/octet-stream"),
                // A message that wasn't delivered yet makes way for the one after it.
                ("topic", todo.id.text), ("ttl", "86400"), ("urgency", "high"),
            ],
            body: try device.recipient.encrypted(Self.text(todo, ring, device)))
        do {
            let status = try await send(message)
            switch status {
            case 200..<300: return .sent
            case 404, 410: return .gone
            default:
                logger.warning(
                    "a push service refused a reminder", metadata: ["service": "\(audience)", "status": "\(status)"])
                // It will never take this one.
                return status == 413 ? .sent : .failed
            }
        } catch {
            logger.warning(
                "a push service can't be reached", metadata: ["service": "\(audience)", "error": "\(error)"])
            return .failed
        }
    }

    /// Tells what the service worker shows.
    private static func text(_ todo: Todo, _ ring: Timestamp, _ device: PushDevice) -> [UInt8] {
        let json = JSONWriter.object { json in
            json.member("id", todo.id)
            json.member("at", ring)
            json.member("title", todo.title.excerpt(200))
            json.member("day", todo.due.map { $0.text + (todo.dueTime.map { " \($0.clock)" } ?? "") } ?? "")
            json.member("texts", device.texts)
        }
        return json.bytes
    }

    /// The offset by the device's clock.
    static func offset(in zone: String) -> Todo.Offset {
        let own = TimeZone(identifier: zone) ?? .current
        return { name, time in
            let zone = name.isEmpty ? own : TimeZone(identifier: name) ?? own
            return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)))
        }
    }

    private func log(_ what: Logger.Message, _ error: any Error) {
        logger.error(what, metadata: ["error": "\(error)"])
    }
}
