import Foundation

/// One connection to PostgreSQL, for one thread at a time. Calls wait for the answer.
///
/// Statements are prepared once, and values travel beside them: no statement is made of a value.
public final class PostgresConnection: @unchecked Sendable {
    /// A statement with its values.
    public struct Call: Sendable {
        let sql: String
        let parameters: [Parameter]

        public init(_ sql: String, _ parameters: [Parameter] = []) { (self.sql, self.parameters) = (sql, parameters) }
    }

    /// A message on a channel that this connection listens at.
    private struct Notification {
        /// The first member of libpq's `PGnotify`.
        let channel: UnsafeMutablePointer<CChar>?
        let process: CInt
        let payload: UnsafeMutablePointer<CChar>?
    }

    private let library: LibPQ
    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]
    /// True where PostgreSQL warned of something since this was last set to false.
    private var hasWarning = false

    /// So that a connection whose other end is gone is known for it after some seconds. An address may say otherwise.
    private static let usual = [
        ("connect_timeout", "3"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "2"),
        ("tcp_user_timeout", "8000"), ("target_session_attrs", "read-write"), ("application_name", "daybook"),
    ]

    private static let settings = """
        SET client_encoding = 'UTF8'; SET default_transaction_isolation = 'read committed';
        SET statement_timeout = '10s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s';
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
        """

    /// Connects to the primary. What was answered before a failure of it may be gone with it, unless it has a synchronous
    /// standby.
    public init(_ address: PostgresAddress) throws(PostgresError) {
        let library = try LibPQ.loaded()
        let options = Self.usual + [("dbname", address.text)]
        let names = options.map { strdup($0.0) } + [nil]
        let values = options.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        let opened = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                library.connect(names.baseAddress, values.baseAddress, 1)
            }
        }
        guard let opened else { throw .unreachable(reason: "there is no memory left") }
        self.library = library
        handle = opened
        guard isOpen else { throw .unreachable(reason: lastError) }
        _ = library.onNotice(
            opened,
            { owner, notice in
                guard let owner, let library = try? LibPQ.loaded() else { return }
                let severity = library.resultField(notice, LibPQ.Field.severity).map { String(cString: $0) }
                if severity == "WARNING" {
                    Unmanaged<PostgresConnection>.fromOpaque(owner).takeUnretainedValue().hasWarning = true
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        try execute(Self.settings)
    }

    deinit { library.finish(handle) }

    /// How often it has waited for PostgreSQL.
    private(set) var roundTrips = 0

    /// True where nothing is known to have ended it.
    var isOpen: Bool { library.status(handle) == LibPQ.connectionOK }

    private var lastError: String { Self.sentence(library.errorMessage(handle).map { String(cString: $0) }) }

    /// The middle of a sentence.
    private static func sentence(_ message: String?) -> String {
        let lines = (message ?? "").split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let text = lines.joined(separator: "; ")
        return text.isEmpty ? "no reason was given" : text
    }

    /// Runs statements that this program wrote, and that have no values.
    func execute(_ sql: String) throws(PostgresError) {
        roundTrips += 1
        _ = try rows(library.execute(handle, sql))
    }

    @discardableResult
    public func run(_ sql: String, _ parameters: [Parameter] = []) throws(PostgresError) -> Rows {
        let name = try prepare(sql, parameters)
        roundTrips += 1
        let result = Self.withArguments(parameters) { count, values, lengths, formats in
            library.executePrepared(handle, name, count, values, lengths, formats, 1)
        }
        return try rows(result)
    }

    /// Runs statements one after the other, in one round trip. The first that fails ends them.
    func run(_ calls: [Call]) throws(PostgresError) -> [Rows] {
        var names: [String] = []
        for call in calls { names.append(try prepare(call.sql, call.parameters)) }
        roundTrips += 1
        guard library.enterPipeline(handle) == 1 else { throw .unreachable(reason: lastError) }
        for (name, call) in zip(names, calls) {
            let isSent = Self.withArguments(call.parameters) { count, values, lengths, formats in
                library.sendPrepared(handle, name, count, values, lengths, formats, 1)
            }
            guard isSent == 1 else { throw .unreachable(reason: lastError) }
        }
        guard library.syncPipeline(handle) == 1 else { throw .unreachable(reason: lastError) }
        var found: [Rows] = []
        var failure: PostgresError?
        for _ in calls {
            do throws(PostgresError) {
                found.append(try rows(library.nextResult(handle)))
            } catch {
                // The answers that follow say only that it was left out.
                if failure == nil { failure = error }
            }
            // Each ends with none.
            if let more = library.nextResult(handle) { library.clear(more) }
        }
        if let end = library.nextResult(handle) { library.clear(end) }
        guard library.exitPipeline(handle) == 1 else { throw failure ?? .unreachable(reason: lastError) }
        if let failure { throw failure }
        return found
    }

    /// Runs the rest of a transaction and commits it, in one round trip.
    ///
    /// - Throws: `uncertain` where nobody knows whether it was committed, also on the standby.
    func commit(_ calls: [Call]) throws(PostgresError) {
        hasWarning = false
        // A commit that is broken off while it waits for the standby stays, and is nowhere else.
        let end = [Call("SET LOCAL statement_timeout = 0"), Call("COMMIT")]
        let results: [Rows]
        do throws(PostgresError) {
            results = try run(calls + end)
        } catch .unreachable(let reason) {
            throw .uncertain(reason: reason)
        }
        guard !hasWarning, results.last?.tag == "COMMIT" else {
            throw .uncertain(reason: "it ended with a warning or was taken back")
        }
    }

    /// All of `body`, or nothing if it throws; then the connection isn't to be used again.
    public func transaction<Result>(
        _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        try execute("BEGIN")
        let result = try body(self)
        try commit([])
        return result
    }

    /// Does the same as `transaction`, for a body that fails for reasons of its own.
    public func whole<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        try execute("BEGIN")
        let result = try body(self)
        try commit([])
        return result
    }

    /// Waits until something was sent on a channel that this connection listens at, and `wait` milliseconds at the most.
    ///
    /// - Returns: what was sent.
    func notifications(wait: Int32) throws(PostgresError) -> [String] {
        var payloads = pending()
        guard payloads.isEmpty else { return payloads }
        var descriptor = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
        guard descriptor.fd >= 0 else { throw .unreachable(reason: lastError) }
        _ = poll(&descriptor, 1, wait)
        guard library.consumeInput(handle) == 1, isOpen else { throw .unreachable(reason: lastError) }
        payloads = pending()
        return payloads
    }

    private func pending() -> [String] {
        var payloads: [String] = []
        while let notification = library.notification(handle) {
            if let payload = notification.assumingMemoryBound(to: Notification.self).pointee.payload {
                payloads.append(String(cString: payload))
            }
            library.free(notification)
        }
        return payloads
    }

    private func prepare(_ sql: String, _ parameters: [Parameter]) throws(PostgresError) -> String {
        if let name = prepared[sql] { return name }
        let name = "s\(prepared.count)"
        let types = parameters.map(\.type)
        roundTrips += 1
        _ = try rows(library.prepare(handle, name, sql, CInt(types.count), types))
        prepared[sql] = name
        return name
    }

    private func rows(_ result: OpaquePointer?) throws(PostgresError) -> Rows {
        guard let result else { throw .unreachable(reason: lastError) }
        let rows = Rows(library, result)
        let status = library.resultStatus(result)
        if status == LibPQ.commandOK || status == LibPQ.rowsOK { return rows }
        let code = library.resultField(result, LibPQ.Field.code).map { String(cString: $0) }
        let message = library.resultField(result, LibPQ.Field.message).map { String(cString: $0) }
        guard isOpen, let code else { throw .unreachable(reason: message.map { Self.sentence($0) } ?? lastError) }
        throw .refused(code: code, reason: Self.sentence(message))
    }

    private static func withArguments<Result>(
        _ parameters: [Parameter], _ body: (CInt, LibPQ.Texts?, LibPQ.Numbers?, LibPQ.Numbers?) -> Result
    ) -> Result {
        // One byte more, so that there is an address also where no value has a byte.
        var bytes: [UInt8] = []
        for parameter in parameters { bytes += parameter.bytes ?? [] }
        bytes.append(0)
        let lengths = parameters.map { CInt(clamping: $0.bytes?.count ?? 0) }
        let formats = parameters.map { _ in CInt(1) }
        return bytes.withUnsafeBytes { bytes in
            var offset = 0
            let values = parameters.map { parameter -> UnsafePointer<CChar>? in
                defer { offset += parameter.bytes?.count ?? 0 }
                guard parameter.bytes != nil else { return nil }
                return bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
            }
            return values.withUnsafeBufferPointer { values in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(CInt(parameters.count), values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}

/// Where a database is, as libpq reads it: a URL, or words such as `host=/run/postgresql dbname=daybook`. It may hold a
/// password, so it is never shown.
public struct PostgresAddress: Sendable {
    let text: String

    public init(_ text: String) throws(PostgresError) {
        let library = try LibPQ.loaded()
        guard !text.isEmpty, !text.utf8.contains(0), text.contains("://") || text.contains("="),
            let options = library.parseAddress(text, nil)
        else { throw .badAddress }
        library.freeOptions(options)
        self.text = text
    }
}
