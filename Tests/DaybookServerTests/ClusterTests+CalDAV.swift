import DaybookCore
import DaybookPostgres
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import DaybookServer

/// Apps of CalDAV at several servers, and what these keep in memory of books.
extension ClusterTests {
    private static let inbox = CalDAVTests.inbox

    private func withNodes(_ body: (_ url: String, _ one: Node, _ other: Node) async throws -> Void) async throws {
        let url = try Postgres.shared().database()
        try BookDatabase.initialize(PostgresAddress(url))
        let (one, other) = (try Node(url), try Node(url, keeping: 1))
        defer { for node in [one, other] { node.accounts.close() } }
        try await body(url, one, other)
    }

    private func account(_ name: String, at node: Node) async throws -> [String: String] {
        _ = try await node.accounts.add(name, password: "correct-horse", now: .now())
        let token = try await node.accounts.addToken(for: name, label: "phone", now: .now())
        return ["Authorization": CalDAVTests.basic(name, token.text)]
    }

    private func send(
        _ method: String, _ path: String, _ headers: [String: String], _ body: String, at node: Node
    ) async throws -> Answer {
        try await node.server.send(
            try #require(HTTPRequest.Method(method)), path, headers, body: Array(body.utf8), peer: "127.0.0.1")
    }

    private func put(_ uid: String, _ title: String, _ headers: [String: String], at node: Node) async throws {
        let text = CalDAVTests.todo(uid, "SUMMARY:\(title)").replacing("\n", with: "\r\n")
        let answer = try await send("PUT", Self.inbox + uid + ".ics", headers, text, at: node)
        #expect([201, 204].contains(answer.status), "\(answer.text)")
    }

    /// The names that a node tells of since a token, and its new token.
    private func sync(
        _ headers: [String: String], since token: String, at node: Node
    ) async throws -> (there: [String], gone: [String], token: String) {
        let answer = try await send(
            "REPORT", Self.inbox, headers,
            #"<sync-collection xmlns="DAV:"><sync-token>\#(token)</sync-token><prop><getetag/></prop></sync-collection>"#,
            at: node)
        #expect(answer.status == 207, "\(answer.text)")
        func names(_ pattern: Regex<(Substring, Substring)>) -> [String] {
            answer.text.matches(of: pattern).map { String($0.1.split(separator: "/").last ?? "") }.sorted()
        }
        let found = answer.text.firstMatch(of: /<D:sync-token>([^<]*)</).map { String($0.1) }
        return (
            names(/<D:href>([^<]*)<\/D:href><D:propstat>/), names(/<D:href>([^<]*)<\/D:href><D:status>HTTP\/1.1 404/),
            try #require(found)
        )
    }

    private func tag(_ headers: [String: String], at node: Node) async throws -> String {
        let answer = try await send(
            "PROPFIND", Self.inbox, headers.merging(["Depth": "0"]) { $1 },
            #"<propfind xmlns="DAV:"><prop><getctag xmlns="http://calendarserver.org/ns/"/></prop></propfind>"#,
            at: node)
        return try #require(answer.text.firstMatch(of: /<CS:getctag>([^<]*)</).map { String($0.1) })
    }

    @Test("007.4 009.6 A token of one server is good at every other, after a restart and after many other accounts")
    func tokens() async throws {
        try await withNodes { url, one, other in
            let ann = try await account("ann", at: one)
            for uid in ["a", "b", "c"] { try await put(uid, uid, ann, at: one) }
            let first = try await sync(ann, since: "", at: one)
            #expect(first.there == ["a.ics", "b.ics", "c.ics"])
            #expect(try await sync(ann, since: "", at: other).token == first.token)
            #expect(try await tag(ann, at: one) == tag(ann, at: other))

            try await put("b", "changed", ann, at: other)
            _ = try await send("DELETE", Self.inbox + "c.ics", ann, "", at: other)
            for node in [one, other] {
                let next = try await sync(ann, since: first.token, at: node)
                #expect(next.there == ["b.ics"] && next.gone == ["c.ics"])
            }
            let token = try await sync(ann, since: first.token, at: one).token
            // The other server keeps one copy at a time.
            for name in ["bob", "cem"] {
                let headers = try await account(name, at: one)
                let answer = try await send(
                    "PROPFIND", "/dav/calendars/\(name)/inbox/", headers.merging(["Depth": "0"]) { $1 }, "", at: other)
                #expect(answer.status == 207)
            }
            #expect(other.replicas.kept.count == 1)
            try await put("a", "changed", ann, at: one)
            let restarted = try Node(url)
            defer { restarted.accounts.close() }
            for node in [other, restarted, one] {
                let next = try await sync(ann, since: token, at: node)
                #expect(next.there == ["a.ics"] && next.gone == [])
                #expect(try await sync(ann, since: next.token, at: one).there == [])
            }
            #expect(try await tag(ann, at: one) == tag(ann, at: restarted))
        }
    }

    @Test("009.9 Wrong tokens at several servers keep no right one out of any")
    func wrongTokens() async throws {
        try await withNodes { _, one, other in
            let ann = try await account("ann", at: one)
            let wrong = ["Authorization": CalDAVTests.basic("ann", Secret().text)]
            var statuses: [Int] = []
            for number in 0..<24 {
                let node = number.isMultiple(of: 2) ? one : other
                statuses.append(try await send("GET", Self.inbox, wrong, "", at: node).status)
                #expect(try await send("GET", Self.inbox, ann, "", at: node).status == 200)
            }
            #expect(statuses.prefix(20).allSatisfy { $0 == 401 } && statuses.suffix(4).contains(429))
        }
    }

    /// Makes accounts p0, p1, …, each with a to-do, and returns what lets them in.
    private func people(_ count: Int, at node: Node) async throws -> [[String: String]] {
        var people: [[String: String]] = []
        for number in 0..<count {
            let headers = try await account("p\(number)", at: node)
            people.append(headers)
            let text = CalDAVTests.todo("a", "SUMMARY:\(number)").replacing("\n", with: "\r\n")
            _ = try await send("PUT", "/dav/calendars/p\(number)/inbox/a.ics", headers, text, at: node)
        }
        return people
    }

    @Test("009.6 While whole books are being read, /readyz and the books that are there answer before that ends")
    func readyMeanwhile() async throws {
        try await withNodes { url, one, _ in
            let people = try await people(3, at: one)
            let node = try Node(url, atOnce: 2)
            defer { node.accounts.close() }
            @Sendable func get(_ number: Int, _ headers: [String: String]) async throws -> Int {
                try await send("GET", "/dav/calendars/p\(number)/inbox/a.ics", headers, "", at: node).status
            }
            #expect(try await get(0, people[0]) == 200)
            let gate = DispatchSemaphore(value: 0)
            let (held, ended) = (Counter(), Counter())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await node.replicas.loading.cold {
                            held.add()
                            gate.wait()
                        }
                    }
                }
                while held.count < 2 { await Task.yield() }
                for number in 1...2 {
                    group.addTask { [headers = people[number]] in
                        let status = try await get(number, headers)
                        #expect(status == 200)
                        ended.add()
                    }
                }
                while node.replicas.loading.turns.mostAtOnce < 2 { await Task.yield() }
                #expect(try await node.server.send(.get, "/readyz").status == 200)
                #expect(try await get(0, people[0]) == 200)
                #expect(ended.count == 0)
                for _ in 0..<2 { gate.signal() }
                try await group.waitForAll()
            }
            #expect(ended.count == 2)
        }
    }

    @Test("009.6 Whole books are read few at a time, and copies are kept up to a number of bytes")
    func copies() async throws {
        try await withNodes { url, one, _ in
            let people = try await people(8, at: one)
            let size = one.replicas.kept.size
            #expect(one.replicas.kept.count == 8 && size > 8 * 4_096)
            // Three fit, and no fourth.
            let small = try Node(url, keeping: size * 7 / 16, atOnce: 2)
            defer { small.accounts.close() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, headers) in people.enumerated() {
                    for _ in 0..<2 {
                        group.addTask {
                            let path = "/dav/calendars/p\(number)/inbox/a.ics"
                            let answer = try await send("GET", path, headers, "", at: small)
                            #expect(answer.status == 200 && answer.text.contains("SUMMARY:\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(small.replicas.loading.turns.mostAtOnce == 2)
            #expect((1...3).contains(small.replicas.kept.count) && small.replicas.kept.size <= size * 7 / 16)
        }
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
}
