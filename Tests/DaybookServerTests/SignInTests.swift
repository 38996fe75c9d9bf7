import DaybookApp
import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Logging
import Sworm
import Synchronization
import Testing

@testable import DaybookServer

/// Who gets at which book over HTTP.
@Suite struct SignInTests {
    /// A server with the books of ann and bob, and a clock.
    private struct Setup {
        let test: TestAccounts
        let server: ServerUnderTest
        let ann: Book
        let bob: Book
        let annsToken: Secret
        let bobsToken: Secret
        let clock: Clock

        func bearer(_ token: Secret) -> [String: String] { ["Authorization": "Bearer \(token.text)"] }

        func form(
            _ name: String, _ password: String, extra: String = "", _ headers: [String: String] = [:]
        ) async throws -> Answer {
            let body = "name=\(name)&password=\(password.replacing(" ", with: "+"))\(extra)"
            return try await server.send(.post, "/login", headers, body: Array(body.utf8))
        }

        /// The cookies that an answer sets, as the browser sends them back.
        func cookies(_ answer: Answer) -> String {
            answer.headers[values: .setCookie].compactMap { $0.split(separator: ";").first }.joined(separator: "; ")
        }
    }

    private final class Clock: Sendable {
        let time = Mutex(Timestamp.now())
        func advance(by milliseconds: Int64) {
            time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
        }
    }

    private func setup(
        transport: RequestGuard.Transport = .plain(proxies: []),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: (Setup) async throws -> Void
    ) async throws {
        try await TestAccounts.with { test in
            let accounts = test.accounts
            let pool = BookPool(accounts, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let people = try accounts.list()
            let (ann, bob) = (try await pool.book(of: people[0]), try await pool.book(of: people[1]))
            let clock = Clock()
            let folder = try TemporaryFolder()
            try Data(#"<html lang="en"><div id="app"></div>"#.utf8)
                .write(to: folder.url.appending(path: "index.html"))
            try Data().write(to: folder.url.appending(path: "assets.txt"))
            let server = try ServerUnderTest(
                .accounts(accounts, pool, now: { clock.time.withLock { $0 } }), book: ann, transport: transport,
                assets: Assets(folder: folder.url), logger: logger)
            try await body(
                Setup(
                    test: test, server: server, ann: ann, bob: bob,
                    annsToken: try accounts.addToken(for: "ann", label: ""),
                    bobsToken: try accounts.addToken(for: "bob", label: ""), clock: clock))
        }
    }

    /// What a route needs to do something, where that isn't in its path.
    private func request(_ route: String, _ id: String, _ digest: String) -> (HTTPRequest.Method, String)? {
        let parts = route.split(separator: " ")
        guard parts.count == 2, let method = HTTPRequest.Method(rawValue: String(parts[0])) else { return nil }
        return (method, String(parts[1]).replacing("{id}", with: id).replacing("{sha256}", with: digest))
    }

    private let fields = [
        "id": "1", "name": "overwritten", "description": "", "notes": "", "completed": "yes",
    ]

    @Test("Whoever shows nothing, or the wrong thing, gets 401 from every route there is, and changes nothing")
    func everyRouteIsGuarded() async throws {
        try await setup { setup in
            let item = try await setup.ann.write { try $0.add(todo: .todo(title: "ann's")) }
            let before = try setup.ann.read { try $0.head() }
            #expect(setup.server.routes.count > 25)
            for route in setup.server.routes {
                let (method, path) = try #require(
                    request(route, item.todo.id.text, String(repeating: "0", count: 64)))
                for proof in [
                    [:], setup.bearer(Secret()), ["Authorization": "Basic YW5uOnB3"], ["Authorization": "Bearer"],
                    ["Cookie": "daybook_session=\(Secret().text)"], ["Cookie": "daybook_session="],
                    ["Cookie": "daybook_session=\(setup.annsToken.text)"],
                    ["Authorization": "Bearer x", "Cookie": "daybook_session=\(Secret().text)"],
                ] {
                    let answer = try await setup.server.send(
                        method, path, fields.merging(proof) { $1 }, json: #"{"title":"x"}"#)
                    #expect(answer.status == 401, "\(route)")
                    #expect(answer.headers[.wwwAuthenticate] == "Bearer")
                    #expect(!answer.text.contains("ann's"))
                    if path != "/" { #expect(answer.headers[.contentType] == "application/problem+json") }
                }
            }
            #expect(try setup.ann.read { try $0.head() } == before)
        }
    }

    @Test("A page that holds ann's book sends nothing into bob's, whoever is signed in by then")
    func pageOfAnother() async throws {
        try await setup { setup in
            let session = setup.cookies(try await setup.form("bob", setup.test.password))
            let page = try await setup.server.send(.get, "/", ["Cookie": session])
            let (ann, bob) = (try setup.test.row("ann").account.mark, try setup.test.row("bob").account.mark)
            #expect(page.text.contains(#"data-account="\#(bob)""#))
            // Somebody else had bob's number before.
            for (account, status) in [(ann, 412), ("2-0", 412), (bob, 200)] {
                let cookies = ["Cookie": session, "Daybook-Account": account]
                let answer = try await setup.server.send(
                    .post, "/api/v1/todos", cookies, json: #"{"title":"from \#(account)"}"#)
                #expect(answer.status == (status == 200 ? 201 : status))
                #expect(try await setup.server.send(.get, "/v1/pull", cookies).status == status)
            }
            // A page from when the server had no accounts says nothing.
            for (method, path) in [
                (HTTPRequest.Method.get, "/v1/pull"), (.post, "/v1/push"), (.put, "/v1/blobs/0"), (.get, "//v1/pull"),
                (.get, "/v1//pull"), (.get, "/v1/pull/"), (.post, "//v1//push/"),
            ] {
                #expect(try await setup.server.send(method, path, ["Cookie": session]).status == 412)
            }
            #expect(try setup.bob.read { try $0.rows().map(\.todo.title) } == ["from \(bob)"])
        }
    }

    @Test("Nobody reaches another account's data: every route there is, with a token and with a session")
    func nobodyReachesAnothers() async throws {
        try await setup { setup in
            let item = try await setup.ann.write { try $0.add(todo: .todo(title: "ann's secret")) }
            let day = try #require(CivilDate("2026-11-21"))
            let recording = try Recording(Array("RIFF\u{4}\0\0\0WAVEfmt ann's voice".utf8))
            let draft = Changes.entry(kind: .unsorted, amount: nil, day: day, voice: recording.digest)
            let entry = try await setup.ann.write { try $0.add(entry: draft) }
            try await setup.ann.write { try $0.store(recording) }
            let before = try setup.ann.read { (try $0.head(), try $0.rows().map(\.todo), try $0.entryRows(.init())) }
            let session = setup.cookies(try await setup.form("bob", setup.test.password))
            for proof in [setup.bearer(setup.bobsToken), ["Cookie": session]] {
                for route in setup.server.routes where !route.hasSuffix("/live") {
                    for id in [item.todo.id.text, entry.entry.id.text] {
                        let (method, path) = try #require(request(route, id, recording.digest.text))
                        let answer = try await setup.server.send(
                            method, path, fields.merging(proof) { $1 }, json: #"{"title":"bob's"}"#)
                        #expect(answer.status != 401, "\(route)")
                        for hidden in ["ann's", item.todo.id.text, entry.entry.id.text] where method == .get {
                            // The address of a resource that isn't there may be named.
                            guard answer.status == 200 else { continue }
                            #expect(!answer.text.contains(hidden), "\(route)")
                        }
                        if path.contains("{") || path.contains(id), method != .put {
                            #expect([404, 400].contains(answer.status), "\(route): \(answer.status)")
                        }
                    }
                }
            }
            let after = try setup.ann.read { (try $0.head(), try $0.rows().map(\.todo), try $0.entryRows(.init())) }
            #expect(after.0 == before.0 && after.1 == before.1 && after.2.count == before.2.count)
            #expect(try setup.ann.read { try $0.blob(recording.digest) } != nil)
            let mine = try await setup.server.send(.get, "/api/v1/todos", setup.bearer(setup.annsToken))
            #expect(mine.status == 200 && mine.text.contains("ann's secret"))
        }
    }

    @Test("Signing in gives a cookie that no script reads and no other site sends, and signing out ends it")
    func signInAndOut() async throws {
        try await setup { setup in
            let answer = try await setup.form("ann", setup.test.password)
            #expect(answer.status == 303 && answer.headers[.location] == "/")
            let header = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("daybook_session=") })
            for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=7776000;"] {
                #expect(header.contains(part))
            }
            #expect(!header.contains("Secure"))
            let cookies = ["Cookie": setup.cookies(answer)]
            #expect(try await setup.server.send(.get, "/todos", cookies).status == 200)
            // A proxy may have asked for a password of its own.
            let proxied = cookies.merging(["Authorization": "Basic YW5uOnB3"]) { $1 }
            #expect(try await setup.server.send(.get, "/todos", proxied).status == 200)
            let page = try await setup.server.send(.get, "/login", cookies)
            #expect(page.text.contains("Signed in as <b>ann</b>") && page.text.contains("action=\"/logout\""))

            let out = try await setup.server.send(.post, "/logout", cookies)
            #expect(out.status == 303 && out.headers[.location] == "/clear")
            let ended = out.headers[values: .setCookie].first { $0.hasPrefix("daybook_session=;") }
            #expect(ended?.contains("; Max-Age=0;") == true)
            // The service worker fetches this one: an answer that ended it would never arrive.
            #expect(out.headers[.clearSiteData] == nil)
            #expect(try await setup.server.send(.get, "/todos", cookies).status == 401)
            let cleared = try await setup.server.send(.get, "/clear", ["Cookie": setup.cookies(out)])
            // Of a redirect WebKit would not take the order.
            #expect(cleared.status == 200 && cleared.headers[.refresh] == "0; url=/login")
            #expect(cleared.text.contains(#"<a href="/login">Go on</a>"#))
            #expect(cleared.headers[.clearSiteData] == #""cache", "storage""#)
            #expect(cleared.headers[values: .setCookie].contains { $0.hasPrefix("daybook_owner=;") })
            let link = try await setup.server.send(.get, "/clear", cookies)
            #expect(link.status == 303 && link.headers[.clearSiteData] == nil && link.headers[.setCookie] == nil)
        }
    }

    @Test("What any host of the domain may set is no cookie of this one, however like it looks")
    func likeCookie() async throws {
        try await setup(transport: .tls) { setup in
            let cookie = setup.cookies(try await setup.form("bob", setup.test.password))
            #expect(cookie.hasPrefix("__Host-"))
            for (like, status) in [
                (cookie, 200), ("a=b; " + cookie, 200), (cookie.replacing("__Host-", with: "__Ho st-"), 401),
                (cookie.replacing("__Host-", with: "__Host\t-"), 401),
                (cookie.replacing("=", with: " ="), 401),
                ("a=b\u{37E}" + cookie, 401), (cookie.replacing("__Host-", with: ""), 401),
            ] {
                #expect(try await setup.server.send(.get, "/todos", ["Cookie": like]).status == status, "\(like)")
            }
        }
    }

    @Test("Under TLS the cookie is sent over TLS only, and bound to this very host")
    func secureCookie() async throws {
        for (transport, headers) in [
            (RequestGuard.Transport.tls, [:]), (.plain(proxies: [""]), ["X-Forwarded-Proto": "https"]),
        ] {
            try await setup(transport: transport) { setup in
                let answer = try await setup.form("ann", setup.test.password, headers)
                let cookie = try #require(answer.headers[values: .setCookie].first)
                #expect(cookie.hasPrefix("__Host-daybook_session=") && cookie.contains("; Secure"))
                let cookies = headers.merging(["Cookie": setup.cookies(answer)]) { $1 }
                let list = try await setup.server.send(.get, "/api/v1/todos", cookies)
                #expect(list.status == 200)
                let created = try await setup.server.send(
                    .post, "/api/v1/todos", cookies.merging(["Origin": "https://localhost"]) { $1 },
                    json: #"{"title":"x"}"#)
                #expect(created.headers[.location]?.hasPrefix("https://localhost/") == true)
            }
        }
    }

    @Test("The login page needs no script, and is there in three languages", arguments: ["en", "zh-TW", "zh-CN"])
    func page(language: String) async throws {
        try await setup { setup in
            for (path, status) in [("/", 401), ("/login", 200), ("/elsewhere", 401), ("/todos", 401)] {
                let page = try await setup.server.send(
                    .get, path, ["Accept-Language": language, "Accept": "text/html,*/*;q=0.8"])
                #expect(page.status == status)
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
                #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(page.text.contains("<form method=\"post\" action=\"/login\">"))
                #expect(!page.text.contains("<script"))
                let word = ["en": "Password", "zh-TW": "密碼", "zh-CN": "密码"][language]
                #expect(page.text.contains(try #require(word)))
            }
        }
    }

    @Test(
        "Signing in and out speaks the language that was chosen in the app, whatever the browser's",
        arguments: [("en", "Sign in", "Sign out"), ("zh-Hant", "登入", "登出"), ("zh-Hans", "登录", "退出登录")])
    func chosenLanguage(language: String, signIn: String, signOut: String) async throws {
        try await setup { setup in
            let headers = ["Accept-Language": "en, zh-TW", "Cookie": "language=\(language)"]
            let page = try await setup.server.send(.get, "/login", headers)
            #expect(page.text.contains("lang=\"\(language)\"") && page.text.contains(">\(signIn)</button>"))
            let session = setup.cookies(try await setup.form("ann", setup.test.password))
            let cookies = headers.merging(["Cookie": "language=\(language); \(session)"]) { $1 }
            let inside = try await setup.server.send(.get, "/login", cookies)
            #expect(inside.text.contains(">\(signOut)</button>"))
        }
    }

    @Test("The name of the scheme before a token may be in any case, as RFC 9110 has it")
    func schemeCase() async throws {
        try await setup { setup in
            for scheme in ["bearer", "BEARER"] {
                let headers = ["Authorization": "\(scheme) \(setup.annsToken.text)"]
                let answer = try await setup.server.send(.get, "/api/v1/todos", headers)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("A wrong password is refused on the page, many in a row are slowed, and waiting helps")
    func throttled() async throws {
        try await setup { setup in
            for _ in 0..<5 {
                let answer = try await setup.form("ann", "wrong horse")
                #expect(answer.status == 401 && answer.text.contains("wrong"))
                #expect(answer.headers[values: .setCookie].isEmpty)
            }
            let early = try await setup.form("ann", setup.test.password)
            #expect(early.status == 429 && early.headers[.retryAfter] == "1")
            #expect(early.text.contains("Try again in a second."))
            // Who obeys isn't refused once more.
            setup.clock.advance(by: 1)
            #expect(try await setup.form("ann", setup.test.password).headers[.retryAfter] == "1")
            setup.clock.advance(by: 999)
            #expect(try await setup.form("ann", setup.test.password).status == 303)
            #expect(try await setup.form("ann", setup.test.password).status == 303)
        }
    }

    @Test("Refused sign-ins are logged with the address that they come from, and without anything that was typed")
    func refusalsLogged() async throws {
        for (transport, forwarded, address) in [
            (RequestGuard.Transport.tls, "203.0.113.9", ""), (.plain(proxies: [""]), "203.0.113.9", "203.0.113.9"),
            // Some proxies add the port.
            (.plain(proxies: [""]), "192.0.2.1:5555", "192.0.2.1"),
            (.plain(proxies: [""]), "2001:db8::1", "2001:db8::1"),
            (.plain(proxies: [""]), "[2001:db8::1]:5555", "2001:db8::1"),
        ] {
            let log = Log()
            try await setup(transport: transport, logger: Logger(label: "test") { _ in log }) { setup in
                let headers = ["X-Forwarded-For": "1.2.3.4, \(forwarded)", "X-Forwarded-Proto": "https"]
                #expect(try await setup.form("ann", setup.test.password, headers).status == 303)
                #expect(log.warnings.isEmpty)
                for _ in 0..<6 { _ = try await setup.form("hunter2", "wrong horse", headers) }
                let refused = "address=\(address) status=401 sign-in refused"
                #expect(
                    log.warnings == Array(repeating: refused, count: 5) + [refused.replacing("401", with: "429")])
                #expect(log.errors.isEmpty)
            }
        }
    }

    @Test(
        "What the server's files are to blame for is told on the page, in three languages, without their paths",
        arguments: [
            AccountError.diskFull(path: "/secret"), .locked(path: "/secret"), .readOnly(path: "/secret"),
            .moved(path: "/secret"), .failed(path: "/secret", reason: "x"),
        ])
    func faults(error: AccountError) async throws {
        for content in [PlainPage.Content.refused(error, name: "ann"), .stillSignedIn(error)] {
            var texts: Set<String> = []
            for language in Language.all {
                let response = PlainPage(styles: []).response(.insufficientStorage, language, content)
                let page = try await Answer(response).text
                let alert = try #require(page.firstMatch(of: /role="alert">(.+?)<\/p>/)).1
                texts.insert(String(alert))
                #expect(!page.contains("secret") && !page.contains("帳號名稱或密碼") && !page.contains("用户名或密码"))
                #expect(language != .english || alert.hasSuffix(Problem(error).detail))
            }
            #expect(texts.count == Language.all.count)
        }
    }

    @Test("A form that is shown again has the name that was typed, as text and no part of the page, and no password")
    func typedAgain() async throws {
        try await setup { setup in
            let answer = try await setup.form("%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "wrong+horse")
            #expect(answer.status == 401 && !answer.text.contains("<script") && !answer.text.contains("horse"))
            #expect(answer.text.contains(#"name="name" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;""#))
            let cookies = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password))]
            let asked = try await setup.form("bob", setup.test.password, cookies)
            #expect(asked.status == 409 && asked.text.contains(#"value="bob""#) && !asked.text.contains("horse"))
        }
    }

    @Test("A browser with the book of one account isn't signed in to another before that book is gone from it")
    func otherAccount() async throws {
        try await setup { setup in
            let cookies = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password))]
            let asked = try await setup.form("bob", setup.test.password, cookies)
            #expect(asked.status == 409 && asked.text.contains("name=\"replace\""))
            #expect(asked.headers[values: .setCookie].isEmpty)
            let done = try await setup.form("bob", setup.test.password, extra: "&replace=yes", cookies)
            #expect(done.status == 303 && done.headers[.location] == "/clear")
            let cleared = try await setup.server.send(.get, "/clear", ["Cookie": setup.cookies(done)])
            #expect(cleared.status == 200 && cleared.headers[.refresh] == "0; url=/")
            #expect(cleared.headers[.clearSiteData] != nil)
            #expect(!cleared.headers[values: .setCookie].contains { $0.hasPrefix("daybook_owner=") })
            let again = try await setup.form("ann", setup.test.password, cookies)
            #expect(again.status == 303 && again.headers[.location] == "/")
        }
    }

    @Test("Servers on two ports of one host leave each other's cookies alone") func ports() async throws {
        try await setup(transport: .tls) { setup in
            var names: [Substring] = []
            for host in ["example.org:8080", "example.org:8081", "example.org", "[::1]"] {
                let form = Array("name=ann&password=correct+horse".utf8)
                let answer = try await setup.server.send(.post, "/login", body: form, host: host)
                names += answer.headers[values: .setCookie].compactMap { $0.split(separator: "=").first }
            }
            #expect(names.prefix(2) == ["__Host-daybook_session_8080", "__Host-daybook_owner_8080"])
            #expect(names.count == 8 && Set(names).count == 6)
        }
    }

    @Test("Signing in again ends the session that the browser had")
    func sessionReplaced() async throws {
        try await setup { setup in
            let old = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password))]
            #expect(try await setup.server.send(.get, "/todos", old).status == 200)
            let new = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password, old))]
            #expect(try await setup.server.send(.get, "/todos", old).status == 401)
            #expect(try await setup.server.send(.get, "/todos", new).status == 200)
        }
    }

    @Test("Where the session that the browser had can't be ended, none is begun")
    func sessionNotReplaced() async throws {
        try await setup { setup in
            let old = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password))]
            let database = try Database(path: setup.test.accounts.folder + "/accounts.sqlite")
            try database.writeWithoutTransaction {
                try $0.execute(
                    sql: "CREATE TRIGGER held BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'held'); END")
            }
            #expect(try await setup.form("ann", setup.test.password, old).status == 500)
            #expect(try await database.read { try $0.value(sql: "SELECT count(*) FROM sessions", as: Int.self) } == 1)
            #expect(try await setup.server.send(.get, "/todos", old).status == 200)
        }
    }

    @Test("Where accounts.sqlite can't be written, who signs in or out is told so, and it is logged")
    func readOnly() async throws {
        let log = Log()
        try await setup(logger: Logger(label: "test") { _ in log }) { setup in
            let cookies = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password))]
            let path = setup.test.accounts.folder + "/accounts.sqlite"
            try setup.test.accounts.database.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA query_only = ON")
            }
            let answers = [
                try await setup.form("ann", setup.test.password),
                try await setup.server.send(.post, "/logout", cookies),
            ]
            for answer in answers {
                #expect(answer.status == 403 && answer.text.contains("can't be written") && !answer.text.contains(path))
            }
            #expect(log.errors == ["request failed", "request failed"])
            #expect(try await setup.server.send(.get, "/todos", cookies).status == 200)
        }
    }

    @Test("Pages of other sites can't use a session, not even to sign in or out")
    func otherSites() async throws {
        try await setup { setup in
            let cookies = ["Cookie": setup.cookies(try await setup.form("ann", setup.test.password))]
            for origin in ["https://evil.example", "null", "https://localhost", "http://localhost:81"] {
                let headers = cookies.merging(["Origin": origin]) { $1 }
                #expect(try await setup.server.send(.delete, "/deleteAll", headers).status == 403)
                #expect(try await setup.server.send(.post, "/logout", headers).status == 403)
                #expect(try await setup.form("ann", setup.test.password, ["Origin": origin]).status == 403)
            }
            let crossSite = cookies.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await setup.server.send(.delete, "/deleteAll", crossSite).status == 403)
            let own = cookies.merging(["Origin": "http://localhost"]) { $1 }
            #expect(try await setup.server.send(.delete, "/deleteAll", own).status == 200)
        }
    }

    @Test("A token that was revoked says so")
    func revoked() async throws {
        try await setup { setup in
            let token = try #require(try setup.test.accounts.tokens(of: "ann").first)
            #expect(try await setup.server.send(.get, "/v1/pull", setup.bearer(setup.annsToken)).status == 200)
            try setup.test.accounts.revokeToken(token.number)
            let answer = try await setup.server.send(.get, "/v1/pull", setup.bearer(setup.annsToken))
            #expect(answer.status == 401 && answer.text.contains("revoked"))
        }
    }

    @Test("Only the proxy is believed about where a request comes from")
    func proxy() async throws {
        try await setup(transport: .plain(proxies: ["10.0.0.1"])) { setup in
            // This request comes from no socket, so from this machine, and not from the proxy.
            let answer = try await setup.form("ann", setup.test.password, ["X-Forwarded-Proto": "https"])
            #expect(answer.status == 303)
            #expect(answer.headers[values: .setCookie].first?.contains("Secure") == false)
        }
        try await setup(transport: .plain(proxies: [""])) { setup in
            for number in 0..<21 {
                let headers = [
                    "X-Forwarded-For": "1.2.3.4, 10.9.9.\(number % 2)", "X-Forwarded-Proto": "https",
                ]
                _ = try await setup.form("x\(number)", "wrong horse", headers)
            }
            // Each of the two addresses has failed ten times; what a client itself claims doesn't count.
            let own = ["X-Forwarded-For": "10.9.9.1", "X-Forwarded-Proto": "https"]
            #expect(try await setup.form("y", "wrong horse", own).status == 401)
        }
    }
}
