import DaybookCore
import DaybookPostgres
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// Servers with ann's book, one after the other of which gets the next request, and which start anew in between. Apps of
/// CalDAV have a token each.
final class AppWorld {
    /// Where the book is kept.
    enum Keeper: CaseIterable { case file, cluster }

    private var nodes: [ServerUnderTest] = []
    private var turn = 0
    private let start: () throws -> (nodes: [ServerUnderTest], stop: () throws -> Void)
    private var stop: () throws -> Void = {}
    private let token: (String) async throws -> String
    private var tokens: [String: String] = [:]

    private init(
        _ start: @escaping () throws -> (nodes: [ServerUnderTest], stop: () throws -> Void),
        _ token: @escaping (String) async throws -> String
    ) {
        self.start = start
        self.token = token
    }

    static func with(_ keeper: Keeper, _ body: (AppWorld) async throws -> Void) async throws {
        switch keeper {
        case .file:
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            try await TestAccounts.with { test in
                let world = AppWorld {
                    let pool = BookPool(test.accounts, logger: logger)
                    let node = try ServerUnderTest(
                        .accounts(test.accounts, pool, now: { .now() }), book: Book.inMemory(),
                        transport: .plain(proxies: []), logger: logger)
                    return ([node], { try pool.close() })
                } _: {
                    try test.accounts.addToken(for: "ann", label: $0).text
                }
                try await run(world, body)
            }
        case .cluster:
            let url = try Postgres.shared().database()
            try BookDatabase.initialize(PostgresAddress(url))
            let first = try ClusterTests.Node(url)
            defer { first.accounts.close() }
            _ = try await first.accounts.add("ann", password: "correct-horse", now: .now())
            let world = AppWorld {
                let nodes = (try ClusterTests.Node(url), try ClusterTests.Node(url))
                return (
                    [nodes.0.server, nodes.1.server],
                    {
                        nodes.0.accounts.close()
                        nodes.1.accounts.close()
                    }
                )
            } _: {
                try await first.accounts.addToken(for: "ann", label: $0, now: .now()).text
            }
            try await run(world, body)
        }
    }

    private static func run(_ world: AppWorld, _ body: (AppWorld) async throws -> Void) async throws {
        try world.restart()
        do { try await body(world) } catch {
            try world.stop()
            throw error
        }
        try world.stop()
    }

    /// Starts all servers again.
    func restart() throws {
        try stop()
        (nodes, stop) = try start()
    }

    private func send(
        _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]
    ) async throws -> Answer {
        turn += 1
        return try await nodes[turn % nodes.count].send(
            try #require(HTTPRequest.Method(method)), path, headers, body: body, peer: "127.0.0.1")
    }

    private func secret(_ app: String) async throws -> String {
        if let token = tokens[app] { return token }
        let new = try await token(app)
        tokens[app] = new
        return new
    }

    /// What an app with a token of its own sends.
    func app(
        _ app: String, _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String = ""
    ) async throws -> Answer {
        var headers = headers
        headers["Authorization"] = CalDAVTests.basic("ann", try await secret(app))
        let text = body.contains("\r\n") || !body.hasPrefix("BEGIN") ? body : body.replacing("\n", with: "\r\n")
        return try await send(method, path, headers, Array(text.utf8))
    }

    /// The text that an app gets.
    func text(_ app: String, _ path: String, _ headers: [String: String] = [:]) async throws -> String {
        try await self.app(app, "GET", path, headers).text
    }

    /// What a person does by REST.
    @discardableResult
    func rest(_ method: String, _ path: String, _ json: String = "") async throws -> Answer {
        let headers = ["Authorization": "Bearer \(try await secret("rest"))"]
        let answer = try await send(method, "/api/v1" + path, headers, Array(json.utf8))
        #expect(answer.status < 300, "\(method) \(path): \(answer.text)")
        return answer
    }

    /// Adds a to-do, and says its id.
    func add(_ json: String) async throws -> String {
        guard case .string(let id)? = try await rest("POST", "/todos", json).member("id") else { return "" }
        return id
    }

    func todo(_ id: String) async throws -> FoundationJSON { try await rest("GET", "/todos/" + id).json() }

    /// The amounts that were booked.
    func booked() async throws -> [FoundationJSON] {
        guard case .array(let entries) = try await rest("GET", "/entries").json() else { return [] }
        return entries.compactMap { $0.member("amount") }
    }
}
