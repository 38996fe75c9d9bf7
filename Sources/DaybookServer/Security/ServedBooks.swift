import DaybookCore
import DaybookStorage
import HTTPTypes
import Hummingbird

/// Whose books a server has: one for everybody who can reach it, or one for each account.
enum ServedBooks: Sendable {
    case one(Book)
    case accounts(Accounts, BookShelf, now: @Sendable () -> Timestamp)

    /// Finds the book that a request is about.
    ///
    /// - Throws: a `Problem` with 401 for who doesn't show a session or a token, with 412 for a page of the web app that
    ///   holds another book than this one: another account's than the browser is signed in to by now, or that of a server
    ///   with accounts where there are none any more, or the other way round.
    func admit(_ request: Request, _ context: ConnectionContext) async throws -> ServerContext.Source {
        switch self {
        case .one(let book):
            if request.headers[.daybookAccount] != nil { throw Problem.otherBook }
            return ServerContext.Source(connection: context, book: book, account: nil, isAdmitted: { true })
        case .accounts(let accounts, let shelf, let now):
            let account = try Self.account(request, context.caller, accounts, now())
            let book = try await shelf.book(of: account)
            return ServerContext.Source(connection: context, book: book, account: account) {
                (try? Self.account(request, context.caller, accounts, now()))?.id == account.id
            }
        }
    }

    /// Closes every file, after the last request.
    func close() throws {
        switch self {
        case .one(let book): try book.close()
        case .accounts(let accounts, let shelf, _):
            defer { accounts.close() }
            try shelf.close()
        }
    }

    private static func account(
        _ request: Request, _ caller: Caller, _ accounts: Accounts, _ now: Timestamp
    ) throws -> Account {
        // Another scheme than Bearer is a proxy's business.
        if let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer") {
            guard let token = Secret(bearer: header), let account = try accounts.account(token: token) else {
                throw Problem(
                    .unauthorized,
                    "The token is not valid here: it was revoked, or never given out. What was written on this device "
                        + "stays there. A new one is made by: daybook token add NAME")
            }
            return account
        }
        guard let session = Cookie.session.value(in: request, caller).flatMap({ Secret($0) }),
            let account = try accounts.account(session: session, now: now)
        else { throw Problem(.unauthorized, "Sign in at /login, or send a token: Authorization: Bearer …") }
        if let expected = request.headers[.daybookAccount] {
            guard expected == account.mark else { throw Problem.otherBook }
        } else if request.isSync {
            // A page that holds the book of a server without accounts names none.
            throw Problem.otherBook
        }
        return account
    }
}

extension Problem {
    fileprivate static let otherBook = Problem(
        .preconditionFailed, "This page shows another book than the one that is here now. Load the page again.")
}

extension Request {
    /// Whether it sends or fetches what a device keeps. Who only listens for news can't say whose book it holds.
    fileprivate var isSync: Bool {
        let path = routedPath
        return path.hasPrefix("/v1/") && path != "/v1/live"
    }
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
