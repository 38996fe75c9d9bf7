import DaybookCore
import DaybookPostgres
import DaybookStorage
import HTTPTypes
import Hummingbird

/// Whose books a server has: one for everybody who can reach it, or one for each account.
enum ServedBooks: Sendable {
    case one(Book)
    case accounts(Accounts, BookPool, now: @Sendable () -> Timestamp)
    /// One for each account, in a database that other servers use, too.
    case database(Cluster)

    /// Finds the book that a request is about.
    ///
    /// - Throws: a `Problem` with 401 for who doesn't show a session or a token, with 412 for a page of the web app that
    ///   holds another book than this one: another account's than the browser is signed in to by now, or that of a server
    ///   with accounts where there are none any more, or the other way round.
    func admit(_ request: Request, _ context: ConnectionContext) async throws -> ServerContext.Source {
        switch self {
        case .one(let book):
            if request.headers[.daybookAccount] != nil { throw Problem.otherBook }
            let served = ServedBook(book, Admission())
            return ServerContext.Source(
                connection: context, log: served, book: served, account: nil, admission: served.admission,
                isAdmitted: { true })
        case .accounts(let accounts, let pool, let now):
            let version = accounts.version()
            let (account, key) = try await Self.account(request, context.caller, accounts, now())
            let book = ServedBook(
                try await pool.book(of: account), Admission(account, key, accounts, since: version, now))
            return ServerContext.Source(
                connection: context, log: book, book: book, account: account, admission: book.admission
            ) {
                await Self.isAdmitted(account) {
                    try await Self.account(request, context.caller, accounts, now()).account
                }
            }
        case .database(let cluster):
            let (accounts, now) = (cluster.accounts, cluster.now)
            let (account, key) = try await Self.account(request, context.caller, accounts, now())
            try cluster.check(request)
            let admission = Admission(key: key)
            return ServerContext.Source(
                connection: context, log: cluster.database.book(account.id, key: key),
                book: request.isOfLog
                    ? nil
                    : ServedBook(
                        try await cluster.book(
                            of: account.id, asOf: account.head, remembers: request.needsMemory), admission),
                account: account, admission: admission
            ) {
                await Self.isAdmitted(account) {
                    try await Self.account(request, context.caller, accounts, now()).account
                }
            }
        }
    }

    /// Who may sign in, and by which clock; nil for a book without accounts.
    var accounts: (any ServedAccounts, now: @Sendable () -> Timestamp)? {
        switch self {
        case .one: nil
        case .accounts(let accounts, _, let now): (accounts, now)
        case .database(let cluster): (cluster.accounts, cluster.now)
        }
    }

    /// The book of the account whose feed a secret opens; nil where it opens none.
    func book(ofFeed secret: Secret) async throws -> Book? {
        switch self {
        case .one: return nil
        case .accounts(let accounts, let pool, _):
            guard let account = try accounts.account(feed: secret) else { return nil }
            return try await pool.book(of: account)
        case .database(let cluster):
            guard let account = try await cluster.accounts.account(feed: secret) else { return nil }
            return try await cluster.book(of: account.id)
        }
    }

    /// Closes every file, after the last request.
    func close() throws {
        switch self {
        case .one(let book): try book.close()
        case .accounts(let accounts, let pool, _):
            defer { accounts.close() }
            try pool.close()
        case .database(let cluster): cluster.accounts.close()
        }
    }

    /// Tells whether what let a request in still finds the same account.
    static func isAdmitted(_ account: Account, _ find: () async throws -> Account?) async -> Bool {
        do {
            return try await find()?.id == account.id
        } catch AccountError.database {
            // Nobody knows; what it is told of is that there is something to fetch.
            return true
        } catch {
            return false
        }
    }

    private static func account(
        _ request: Request, _ caller: Caller, _ accounts: any ServedAccounts, _ now: Timestamp
    ) async throws -> (account: Account, key: Digest) {
        // Another scheme than Bearer is a proxy's business.
        if let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer") {
            guard let token = Secret(bearer: header), let account = try await accounts.account(token: token) else {
                throw Problem(
                    .unauthorized,
                    "The token is not valid here: it was revoked, or never given out. What was written on this device "
                        + "stays there. A new one is made by: daybook token add NAME")
            }
            return (account, token.digest)
        }
        guard let session = Cookie.session.value(in: request, caller).flatMap({ Secret($0) }),
            let account = try await accounts.account(session: session, now: now)
        else { throw Problem(.unauthorized, "Sign in at /login, or send a token: Authorization: Bearer …") }
        if let expected = request.headers[.daybookAccount] {
            guard expected == account.mark else { throw Problem.otherBook }
        } else if request.isSync {
            // A page that holds the book of a server without accounts names none.
            throw Problem.otherBook
        }
        return (account, session.digest)
    }
}

extension Problem {
    fileprivate static let otherBook = Problem(
        .preconditionFailed, "This page shows another book than the one that is here now. Load the page again.")
}

extension Request {
    /// True where it sends or fetches what a device keeps. Who only listens for news can't say whose book it holds.
    fileprivate var isSync: Bool {
        isOfLog && routedPath != "/v1/live"
    }

    /// True where it imports or applies rules, or takes that back.
    fileprivate var needsMemory: Bool {
        ["/api/v1/imports", "/api/v1/rule"].contains { routedPath.hasPrefix($0) }
    }

    /// True where it needs what sync needs of a book, and nothing else.
    fileprivate var isOfLog: Bool { routedPath.hasPrefix("/v1/") }
}

extension HTTPField.Name {
    /// Whose book a page of the web app holds. A tab that was left open must not send it into another account's.
    static let daybookAccount = HTTPField.Name("Daybook-Account")!
}

extension Secret {
    /// The token in an `Authorization` header.
    init?(bearer header: String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        self.init(parts[1].filter { $0 != " " })
    }
}
