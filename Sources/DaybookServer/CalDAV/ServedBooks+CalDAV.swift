import DaybookCore
import DaybookPostgres
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird
import Logging

extension ServedBooks {
    /// Finds the book that a request of CalDAV is about: that of the account which the request names with one of the
    /// account's tokens for a password.
    ///
    /// A server of one book asks nobody, here as elsewhere: only this machine reaches it, and no page of another site.
    ///
    /// - Throws: a `Problem`: 401 for a wrong name or token, 429 after too many wrong ones.
    func admitCalDAV(
        _ request: Request, _ context: ConnectionContext
    ) async throws -> ServerContext.Source {
        switch self {
        case .one: return try await admit(request, context)
        case .accounts(let accounts, let pool, let now):
            let version = accounts.version()
            let (account, key) = try await Self.calDAVAccount(request, context, accounts, now())
            let book = ServedBook(
                try await pool.book(of: account), Admission(account, key, accounts, since: version, now))
            return ServerContext.Source(
                connection: context, log: book, book: book, account: account, admission: book.admission,
                isAdmitted: { await Self.isAdmitted(account) { try await Self.holder(request, accounts)?.account } })
        case .database(let cluster):
            let (account, key) = try await Self.calDAVAccount(request, context, cluster.accounts, cluster.now())
            return ServerContext.Source(
                connection: context, log: cluster.database.book(account.id, key: key),
                book: ServedBook(try await cluster.book(of: account.id, asOf: account.head), Admission(key: key)),
                account: account, admission: Admission(key: key),
                isAdmitted: {
                    await Self.isAdmitted(account) { try await Self.holder(request, cluster.accounts)?.account }
                })
        }
    }

    private static func calDAVAccount(
        _ request: Request, _ context: ConnectionContext, _ accounts: any ServedAccounts, _ now: Timestamp
    ) async throws -> (Account, key: Digest) {
        let caller = context.caller
        if let holder = try await holder(request, accounts) { return holder }
        // Nobody guesses a token. Counted by the name, anybody could keep out its owner's apps.
        let wait = try await accounts.throttle(.calDAV, nil, caller.address) {
            $0.begin(account: nil, address: caller.address, now: now)
        }
        context.logger.warning("CalDAV sign-in refused", metadata: ["address": "\(caller.address)"])
        throw wait.map { AccountError.tooEarly(milliseconds: $0) } ?? Problem.needsToken
    }
}

extension ServedBooks {
    /// The account that a request names with one of its tokens; nil where the token isn't one of it.
    ///
    /// - Throws: a `Problem` with 401 where the request names none.
    private static func holder(
        _ request: Request, _ accounts: any ServedAccounts
    ) async throws -> (account: Account, key: Digest)? {
        guard let credentials = request.headers[.authorization].flatMap({ BasicCredentials($0) }) else {
            throw Problem.needsToken
        }
        guard let token = Secret(credentials.password), let account = try await accounts.account(token: token),
            account.name == credentials.name
        else { return nil }
        return (account, token.digest)
    }
}

/// The name and the password in a header `Authorization: Basic` (RFC 7617).
private struct BasicCredentials {
    let name: String
    let password: String

    init?(_ header: String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(parts[1]).trimmed)
        else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else { return nil }
        name = String(text[..<colon])
        password = String(text[text.index(after: colon)...]).trimmed
    }
}

extension Problem {
    fileprivate static let needsToken = Problem(
        .unauthorized,
        "Sign in with the account's name, and one of its tokens for a password. Make a token with: daybook token add NAME"
    )
}
