import DaybookCore
import DaybookPostgres
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// Requests whose token is revoked, or whose session ends, while their bodies come.
@Suite struct RevokedTests {
    /// A request that writes, and how it lets in.
    struct Write: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        let body: [UInt8]
        var headers: [String: String] = [:]
        var isBasic = false

        var testDescription: String { "\(method) \(path)" }
    }

    static let writes: [Write] = {
        let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds) << 16, node: 9)
        let push = PushRequest(
            node: 9, changes: [Register(EntityID(high: 1, low: 1), .title, stamp, Array("x".utf8))])
        let sound = Array("OggS".utf8) + [UInt8](repeating: 7, count: 100)
        let todo =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:x\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        let list = #"<A:mkcalendar xmlns:A="urn:ietf:params:xml:ns:caldav"/>"#
        return [
            Write(method: .post, path: "/api/v1/todos", body: Array(#"{"title":"x"}"#.utf8)),
            Write(
                method: .post, path: "/api/v1/entries",
                body: Array(#"{"amount":"5","currency":"EUR","kind":"expense"}"#.utf8)),
            Write(method: .post, path: "/api/v1/imports", body: Array(ImportTests.ofx.utf8)),
            Write(method: .post, path: "/v1/push", body: push.bytes),
            Write(method: .put, path: "/v1/blobs/\(Digest(of: sound).text)", body: sound),
            Write(method: .put, path: "/dav/calendars/ann/inbox/a.ics", body: Array(todo.utf8), isBasic: true),
            Write(method: .init("MKCALENDAR")!, path: "/dav/calendars/ann/new/", body: Array(list.utf8), isBasic: true),
        ]
    }()

    static let reads: [Write] = {
        let query =
            #"<C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns="DAV:"><prop><getetag/></prop>"#
            + #"<C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>"#
        let names = #"<propfind xmlns="DAV:"><prop><displayname/></prop></propfind>"#
        let list = "/dav/calendars/ann/inbox/"
        return [
            Write(method: .post, path: "/api/v1/imports?preview=1", body: Array(ImportTests.ofx.utf8)),
            Write(method: .post, path: "/v1/blobs/missing", body: [UInt8](repeating: 7, count: 64)),
            Write(method: .init("REPORT")!, path: list, body: Array(query.utf8), isBasic: true),
            Write(method: .init("PROPFIND")!, path: list, body: Array(names.utf8), isBasic: true),
        ]
    }()

    @Test("009.9 A read whose token is revoked while its body comes is told nothing", arguments: reads)
    func unread(read: Write) async throws {
        try await TestAccounts.with { test in
            let accounts = test.accounts
            let pool = BookPool(accounts, logger: Logger(label: "test") { _ in Log() })
            let ann = try #require(try accounts.list().first)
            let server = try ServerUnderTest(
                .accounts(accounts, pool, now: { .now() }), book: await pool.book(of: ann),
                transport: .plain(proxies: []))
            let token = try accounts.addToken(for: "ann", label: "phone")
            let number = try #require(try accounts.tokens(of: "ann").first).number
            let told = try await server.send(read.method, read.path, Self.headers(read, token), body: read.body) {}
            #expect((200..<300).contains(told.status), "\(told.text)")
            let refused = try await server.send(read.method, read.path, Self.headers(read, token), body: read.body) {
                try accounts.revokeToken(number)
            }
            #expect(refused.status == 401, "\(refused.text)")
        }
    }

    @Test("009.9 So it is with reads on each server of a database", arguments: reads)
    func unreadElsewhere(read: Write) async throws {
        try await ClusterTests().with { one, other, bearer in
            let token = try #require(Secret(bearer: bearer["Authorization"] ?? ""))
            let number = try #require(try await one.accounts.tokens(of: "ann").first).number
            let headers = Self.headers(read, token)
            let told = try await one.server.send(read.method, read.path, headers, body: read.body)
            #expect((200..<300).contains(told.status), "\(told.text)")
            let refused = try await one.server.send(read.method, read.path, headers, body: read.body) {
                try await other.accounts.revokeToken(number)
            }
            #expect(refused.status == 401, "\(refused.text)")
        }
    }

    private static func headers(_ write: Write, _ token: Secret) -> [String: String] {
        let basic = Data("ann:\(token.text)".utf8).base64EncodedString()
        return ["Authorization": write.isBasic ? "Basic \(basic)" : "Bearer \(token.text)"]
    }

    @Test("009.9 A body that is half sent when its token is revoked is kept nowhere", arguments: writes)
    func revoked(write: Write) async throws {
        try await TestAccounts.with { test in
            let accounts = test.accounts
            let pool = BookPool(accounts, logger: Logger(label: "test") { _ in Log() })
            let ann = try #require(try accounts.list().first)
            let book = try await pool.book(of: ann)
            let server = try ServerUnderTest(
                .accounts(accounts, pool, now: { .now() }), book: book, transport: .plain(proxies: []))
            let token = try accounts.addToken(for: "ann", label: "phone")
            let before = try book.read { try $0.page(after: 0, now: .now()).cursor }
            // What others do meanwhile is no reason to refuse it.
            let kept = try await server.send(write.method, write.path, Self.headers(write, token), body: write.body) {
                _ = try accounts.addToken(for: "bob", label: "")
            }
            #expect((200..<300).contains(kept.status), "\(kept.text)")
            let middle = try book.read { try ($0.page(after: 0, now: .now()).cursor, $0.namedRecordings()) }
            #expect(middle.0 > before || write.path.contains("blobs"))
            let other = Write(
                method: write.method, path: write.path.replacing("/new/", with: "/newer/"), body: write.body,
                isBasic: write.isBasic)
            let number = try #require(try accounts.tokens(of: "ann").first).number
            let refused = try await server.send(other.method, other.path, Self.headers(other, token), body: other.body)
            {
                try accounts.revokeToken(number)
            }
            #expect(refused.status == 401, "\(refused.text)")
            let after = try book.read { try ($0.page(after: 0, now: .now()).cursor, $0.namedRecordings()) }
            #expect(after == middle)
        }
    }

    @Test("009.9 So it is on each server of a database", arguments: writes)
    func revokedElsewhere(write: Write) async throws {
        try await ClusterTests().with { one, other, bearer in
            let token = try #require(Secret(bearer: bearer["Authorization"] ?? ""))
            let number = try #require(try await one.accounts.tokens(of: "ann").first).number
            let headers = Self.headers(write, token)
            let refused = try await one.server.send(write.method, write.path, headers, body: write.body) {
                try await other.accounts.revokeToken(number)
            }
            #expect(refused.status == 401, "\(refused.text)")
            let fresh = try await other.accounts.addToken(for: "ann", label: "", now: .now())
            let page = try PullPage(
                bytes: await other.server.send(.get, "/v1/pull?cursor=0", ["Authorization": "Bearer \(fresh.text)"])
                    .bytes)
            #expect(page.registers.isEmpty)
            #expect(try await other.database.book(1).lacking([Digest(of: write.body)]).count == 1)
            let kept = try await one.server.send(write.method, write.path, Self.headers(write, fresh), body: write.body)
            #expect((200..<300).contains(kept.status), "\(kept.text)")
        }
    }

    @Test("009.9 A session that is ended by a new password, or by signing out, writes nothing more either")
    func sessions() async throws {
        try await TestAccounts.with { test in
            let accounts = test.accounts
            let pool = BookPool(accounts, logger: Logger(label: "test") { _ in Log() })
            let ann = try #require(try accounts.list().first)
            let server = try ServerUnderTest(
                .accounts(accounts, pool, now: { .now() }), book: await pool.book(of: ann),
                transport: .plain(proxies: []))
            for isSignedOut in [true, false] {
                let (_, session) = try await accounts.signIn("ann", password: test.password, now: .now())
                let headers = ["Cookie": "daybook_session=\(session.text)"]
                let body = Array(#"{"title":"x"}"#.utf8)
                let refused = try await server.send(.post, "/api/v1/todos", headers, body: body) {
                    [password = test.password] in
                    if isSignedOut {
                        try accounts.endSession(session.digest)
                    } else {
                        try await accounts.setPassword(of: "ann", to: password)
                    }
                }
                #expect(refused.status == 401)
            }
            #expect(try server.titles() == [])
        }
    }
}
