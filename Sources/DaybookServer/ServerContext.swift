import DaybookCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The context of a route besides the request: the book that it is about, which the `RequestPipeline` has found.
struct ServerContext: RequestContext {
    /// Made by the `RequestPipeline` alone: no route without a book.
    struct Source: RequestContextSource {
        var connection: ConnectionContext
        let log: any SyncStore
        /// Nil where the request is about the log alone.
        let book: ServedBook?
        let account: Account?
        let admission: Admission
        let isAdmitted: @Sendable () async -> Bool

        var logger: Logger { connection.logger }
    }

    var coreContext: CoreRequestContextStorage
    /// The part of the book that sync needs.
    let log: any SyncStore
    private let opened: ServedBook?
    /// The session or token that let the request in.
    let admission: Admission
    /// Whose book it is; nil where the server has one for all.
    let account: Account?
    private let caller: Caller
    /// Tells whether the request would still be let in. An answer that goes on for long asks now and then.
    let isAdmitted: @Sendable () async -> Bool

    init(source: Source) {
        coreContext = source.connection.coreContext
        log = source.log
        opened = source.book
        admission = source.admission
        account = source.account
        caller = source.connection.caller
        isAdmitted = source.isAdmitted
    }

    /// Asks once more whether the request is let in: its body may have come long after its head.
    ///
    /// - Throws: a `Problem` with 401 where it isn't.
    func checkIsAdmitted() async throws {
        guard await isAdmitted() else { throw Problem.shutOut }
    }

    /// The book with all that it shows to people.
    var book: ServedBook {
        get throws {
            guard let opened else { throw Problem(.notImplemented, "This isn't possible on a server with --database.") }
            return opened
        }
    }

    /// The server's address as the client spelled it: addresses of resources start with it.
    var origin: String { caller.origin }

    /// The id in the path of what the request is about.
    ///
    /// - Parameter noun: what it is, for a `Problem` with 404 where that isn't an id.
    func id(of noun: String) throws -> EntityID { try id(parameters.get("id") ?? "", of: noun) }

    /// The ids in the path, with commas between, each once.
    ///
    /// - Throws: a `Problem` with 404 where one isn't an id, and with 400 where there are more than 100.
    func ids(of noun: String) throws -> [EntityID] {
        let texts = (parameters.get("id") ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard texts.count <= 100 else {
            throw Problem(.badRequest, "An address can have at most 100 ids. This one has \(texts.count).")
        }
        var known = Set<EntityID>()
        return try texts.map { try id(String($0), of: noun) }.filter { known.insert($0).inserted }
    }

    private func id(_ text: String, of noun: String) throws -> EntityID {
        guard let id = EntityID(text) else {
            throw Problem(.notFound, "There is no \(noun) \"\(text)\". An id has 32 hexadecimal digits.")
        }
        return id
    }
}
