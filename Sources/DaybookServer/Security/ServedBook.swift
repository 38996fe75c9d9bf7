import DaybookCore
import DaybookStorage
import HTTPTypes

/// The session or token that let a request in, to be asked again at the commit: a body may have come long after its head.
struct Admission: Sendable {
    /// The SHA-256 of the session or the token; nil where nobody is asked who they are.
    let key: Digest?
    /// Throws a `Problem` once it has ended. Of a database, which looks at `key` within the commit, it asks nothing.
    let check: @Sendable () throws -> Void

    /// - Parameter check: waits for nobody.
    init(key: Digest? = nil, check: @escaping @Sendable () throws -> Void = {}) {
        self.key = key
        self.check = check
    }

    /// Admits by a key of accounts in a folder.
    ///
    /// - Parameter version: that of the accounts before they were asked. As long as it is the same, nothing has ended.
    init(
        _ account: Account, _ key: Digest, _ accounts: Accounts, since version: Int64?,
        _ now: @escaping @Sendable () -> Timestamp
    ) {
        self.init(key: key) {
            if let version, version == accounts.version() { return }
            guard try accounts.admits(key, to: account.id, now: now()) else { throw Problem.shutOut }
        }
    }
}

/// A book as a request may use it: what it writes is kept only where the request would still be let in at the commit.
struct ServedBook: Sendable {
    /// The book itself, to be told from others.
    let book: Book
    let admission: Admission

    init(_ book: Book, _ admission: Admission) {
        self.book = book
        self.admission = admission
    }

    func read<Result>(_ body: (BookReader) throws -> Result) throws -> Result { try book.read(body) }

    /// Does the same as `Book.readAside`.
    func readAside<Result: Sendable>(
        _ body: @escaping @Sendable (BookReader) throws -> Result
    ) async throws -> Result {
        try await book.readAside(body)
    }

    /// Does the same as `Book.write`.
    ///
    /// - Throws: also a `Problem` with 401, where the request would no longer be let in.
    func write<Result: Sendable>(
        at now: Timestamp = .now(), _ body: @escaping @Sendable (BookTransaction) throws -> Result
    ) async throws -> Result {
        try await book.write(at: now, by: admission.key) { [admission] transaction in
            try admission.check()
            return try body(transaction)
        }
    }
}

extension ServedBook: SyncStore {
    func accept(_ push: PushRequest) async throws -> PushAnswer { try await write { try $0.accept(push) } }

    func page<Answer: Sendable>(
        after cursor: UInt64?, _ answer: @escaping @Sendable (PullPage) -> Answer
    ) async throws -> Answer {
        if let page = try book.shortPage(after: cursor) { return answer(page) }
        return try await readAside { try answer($0.page(after: cursor, now: .now())) }
    }

    func heads() -> AsyncStream<BookHead> { book.heads() }

    func store(_ recording: Recording) async throws { try await write { try $0.store(recording) } }

    func blob(_ digest: Digest) async throws -> [UInt8]? { try await readAside { try $0.blob(digest) } }

    func lacking(_ digests: [Digest]) async throws -> [Digest] { try await readAside { try $0.lacking(digests) } }

    func toldTags(_ client: EntityID, _ todos: [EntityID]) async throws -> [EntityID: [UInt8]] {
        try await readAside { try $0.toldTags(client, todos) }
    }

    func toldBases(_ client: EntityID, _ todo: EntityID) async throws -> [UInt8] {
        try await readAside { try $0.toldBases(client, todo) }
    }

    func tell(_ client: EntityID, _ texts: [ToldText]) async throws { try await write { try $0.tell(client, texts) } }
}

extension Problem {
    /// A session or a token ended while the request was under way.
    static let shutOut = Problem(
        .unauthorized,
        "What let this request in has ended: the token was revoked, or the session is over. Nothing was changed. Sign in "
            + "again, or make a new token: daybook token add NAME")
}
