import DaybookApp
import DaybookCore
import DaybookStorage
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// `/login` and `/logout`: how a browser gets its session, and ends it. `/clear` empties the browser where these say
/// so.
final class LoginRoutes: Sendable {
    private let accounts: any ServedAccounts
    private let page: PlainPage
    private let now: @Sendable () -> Timestamp

    init(accounts: any ServedAccounts, page: PlainPage, now: @escaping @Sendable () -> Timestamp) {
        self.accounts = accounts
        self.page = page
        self.now = now
    }

    func add(to router: Router<ConnectionContext>) {
        router.get("login", use: show)
        router.post("login", use: signIn)
        router.post("logout", use: signOut)
        router.get("clear", use: clear)
    }

    private func show(_ request: Request, _ context: ConnectionContext) async -> Response {
        var name: String?
        if let session = session(request, context) {
            name = try? await accounts.account(session: session, now: now())?.name
        }
        return page.response(.ok, request.language, name.map { .signedIn($0) } ?? .form)
    }

    private func signIn(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let form = Parameters(form: String(buffer: try await request.body(upTo: 8 * 1_024)))
        let name = String(form["name"] ?? "")
        do {
            let row = try await attempt(name, String(form["password"] ?? ""), context.caller)
            let account = row.account
            let owner = Cookie.owner.value(in: request, context.caller)
            let isOthers = owner != nil && owner != account.mark
            if isOthers, form["replace"] == nil {
                return page.response(.conflict, request.language, .othersBook(name: name))
            }
            // This browser forgets the session it had, so nobody else should go on with it.
            let session = try await accounts.beginSession(
                of: row, replacing: self.session(request, context), now: now())
            var response = isOthers ? Self.clearing(context) : Self.redirect(to: "/")
            response.headers.append(
                Cookie.session.header(session.text, seconds: Accounts.sessionLength / 1_000, context.caller))
            response.headers.append(Cookie.owner.header(account.mark, seconds: 400 * 86_400, context.caller))
            return response
        } catch {
            return refusal(of: request, error, .refused(error, name: name), context)
        }
    }

    /// The page with what went wrong, which is logged: what the server is to blame for, and who guesses passwords.
    private func refusal(
        of request: Request, _ error: any Error, _ content: PlainPage.Content, _ context: ConnectionContext
    ) -> Response {
        let problem = Problem(error, request)
        ProblemMiddleware.log(error, problem, request, context)
        if problem.status == .unauthorized || problem.status == .tooManyRequests {
            // Not the name: people type passwords there.
            context.logger.warning(
                "sign-in refused",
                metadata: ["address": "\(context.caller.address)", "status": "\(problem.status.code)"])
        }
        var response = page.response(problem.status, request.language, content)
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    private func attempt(
        _ name: String, _ password: String, _ caller: Caller
    ) async throws(AccountError) -> AccountRow {
        // Texts that can't be names count as one name, so that nobody fills the memory with them.
        let account = Account.isName(name) ? name : ""
        let wait = try await accounts.throttle(.login, account, caller.address) { [now = now()] in
            $0.begin(account: account, address: caller.address, now: now)
        }
        if let wait { throw .tooEarly(milliseconds: wait) }
        do {
            let row = try await accounts.row(name, password: password)
            try await accounts.throttle(.login, account, caller.address) { [now = now()] in
                $0.succeed(account: account, address: caller.address, now: now)
            }
            return row
        } catch  where error != .signInRefused {
            // Nobody knows whether it was a guess.
            try await accounts.throttle(.login, account, caller.address) { [now = now()] in
                $0.takeBack(account: account, address: caller.address, now: now)
            }
            throw error
        }
    }

    /// Takes this browser's copy of the book along: the next person must not find it.
    private func signOut(_ request: Request, _ context: ConnectionContext) async -> Response {
        do {
            if let session = session(request, context) { try await accounts.endSession(session.digest) }
        } catch {
            // The cookie would still let people in, so the browser keeps it to try again.
            return refusal(of: request, error, .stillSignedIn(error), context)
        }
        var response = Self.clearing(context)
        response.headers.append(Cookie.session.header("", seconds: 0, context.caller))
        return response
    }

    /// Leads to `/clear`. The app's service worker fetches the other two, and waits forever for an answer that ends it.
    private static func clearing(_ context: ConnectionContext) -> Response {
        var response = redirect(to: "/clear")
        response.headers.append(Cookie.clearing.header("yes", seconds: 86_400, context.caller))
        return response
    }

    /// Has the browser forget the book that it holds. Only for who was led here: a link must not do that to anybody.
    private func clear(_ request: Request, _ context: ConnectionContext) -> Response {
        let isSignedIn = session(request, context) != nil
        let next = isSignedIn ? "/" : "/login"
        guard Cookie.clearing.value(in: request, context.caller) != nil else { return Self.redirect(to: next) }
        // A page rather than a redirect, from which WebKit takes no such order.
        var response = page.response(.ok, request.language, .cleared(next: next))
        response.headers[.refresh] = "0; url=\(next)"
        response.headers[.clearSiteData] = #""cache", "storage""#
        response.headers.append(Cookie.clearing.header("", seconds: 0, context.caller))
        if !isSignedIn { response.headers.append(Cookie.owner.header("", seconds: 0, context.caller)) }
        return response
    }

    private func session(_ request: Request, _ context: ConnectionContext) -> Secret? {
        Cookie.session.value(in: request, context.caller).flatMap { Secret($0) }
    }

    private static func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}

extension HTTPField.Name {
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
    static let refresh = HTTPField.Name("Refresh")!
}
