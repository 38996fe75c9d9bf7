import DaybookCore
import Fixtures
import Foundation
import HTTPTypes
import Logging
import Sworm
import Testing

@testable import DaybookServer
@testable import DaybookStorage

/// What clients are told when the book can't do what they ask.
@Suite struct FaultTests {
    /// A book with one to-do, in a folder that is deleted after `body`.
    private func withBook(_ body: (_ path: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("book.sqlite")
        let book = try Book(path: path)
        _ = try await book.write { try $0.add(todo: .todo(title: "kept")) }
        try book.close()
        try await body(path)
    }

    @Test(
        "003.71 A full disk is a 507 that says what to do, and is logged; nothing is lost, and writing goes on when there is room"
    )
    func diskFull() async throws {
        try await withBook { path in
            let book = try Book(path: path)
            let log = Log()
            let server = try ServerUnderTest(book: book, logger: Logger(label: "test") { _ in log })
            try book.database.limitPages(to: 20)
            let json = #"{"title":"big","notes":"\#(String(repeating: "x", count: 60_000))"}"#
            var refused: [Answer] = []
            for _ in 0..<10 {
                let answer = try await server.send(.post, "/api/v1/todos", json: json)
                if answer.status != 201 { refused.append(answer) }
            }
            #expect(!refused.isEmpty && refused.allSatisfy { $0.status == 507 })
            #expect(log.errorLines.count == refused.count)
            for line in log.errorLines {
                #expect(line.hasPrefix("error=") && line.contains("\(path) is full"), "\(line)")
                #expect(line.hasSuffix(" method=POST route=/api/v1/todos request failed"))
                #expect(!line.contains("xxx"), "what was sent isn't logged")
            }
            #expect(refused.allSatisfy { $0.text.contains("disk is full") && !$0.text.contains(path) })
            #expect(try server.titles().last == "kept")
            #expect(try server.titles().count == 11 - refused.count)
            try book.database.limitPages(to: 100_000)
            #expect(try await server.send(.post, "/api/v1/todos", json: json).status == 201)
        }
    }

    @Test("A book that can't be written is a 403 that says what to do, and can be read")
    func readOnly() async throws {
        try await withBook { path in
            let log = Log()
            let book = try Book(path: path)
            try book.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
            let server = try ServerUnderTest(book: book, logger: Logger(label: "test") { _ in log })
            let answer = try await server.send(.post, "/api/v1/todos", json: #"{"title":"x"}"#)
            #expect(answer.status == 403)
            #expect(answer.text.contains("can't be written") && !answer.text.contains(path))
            #expect(try server.titles() == ["kept"])
            let fields = ["id": "1", "name": "x", "description": "", "notes": "", "completed": "no"]
            let classic = try await server.send(.post, "/postTodo", fields)
            #expect(classic.status == 403)
            #expect(try classic.member("message") == answer.member("detail"))
            #expect(log.errors == ["request failed", "request failed"])
        }
    }

    @Test("A book that another program keeps locked is a 503, can be read, and is written once it is free")
    func locked() async throws {
        try await withBook { path in
            let server = try ServerUnderTest(book: Book(path: path), logger: Logger(label: "test") { _ in Log() })
            let other = try Database(path: path)
            let end = DispatchSemaphore(value: 0)
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "holder").async {
                    try? other.write { _ in
                        continuation.resume()
                        end.wait()
                    }
                }
            }
            let answer = try await server.send(.post, "/api/v1/todos", json: #"{"title":"x"}"#)
            #expect(answer.status == 503)
            #expect(answer.text.contains("locked") && answer.text.contains("try again") && !answer.text.contains(path))
            #expect(ServerReason(problem: answer.bytes) == .locked)
            #expect(try server.titles() == ["kept"])
            end.signal()
            #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"x"}"#).status == 201)
        }
    }

    @Test("Why the server can't do something stands in the answer for programs, too, which say it in any language")
    func reasons() {
        for (error, reason) in [
            (BookError.busy(path: ""), ServerReason.locked), (.diskFull(path: ""), .full),
            (.readOnly(path: ""), .readOnly),
            (.newerThanProgram(path: "", version: 9, known: 3), .newer), (.damaged(path: ""), nil),
        ] {
            #expect(Problem(error).reason == reason)
        }
        for (error, reason) in [
            (AccountError.busy, ServerReason.crowded), (.locked(path: ""), .locked), (.diskFull(path: ""), .full),
            (.readOnly(path: ""), .readOnly), (.signInRefused, nil),
        ] {
            #expect(Problem(error).reason == reason)
        }
        let text = #"{"type":"about:blank","detail":"\"reason\":\"full\"","reason":"locked"}"#
        #expect(ServerReason(problem: Array(text.utf8)) == .locked)
        for none in ["", "{}", #""reason":"#, #"{"reason":"other"}"#, #"{"reason":"locke"#, "<html>reason: locked"] {
            #expect(ServerReason(problem: Array(none.utf8)) == nil)
        }
    }

    @Test(
        "What the server knows of its files stays in its log",
        arguments: [
            BookError.notABook(path: "/secret"), .noBackup(path: "/secret", reason: "/secret"),
            .newerThanProgram(path: "/secret", version: 9, known: 3), .readOnly(path: "/secret"),
            .diskFull(path: "/secret"), .busy(path: "/secret"),
            .logWithoutBook(path: "/secret", log: "/secret"), .cannotOpen(path: "/secret", reason: "/secret"),
            .failed(path: "/secret", reason: "in: INSERT INTO secret"), .noRemote(path: "/secret"),
            .damaged(path: "/secret"), .moved(path: "/secret"),
        ])
    func secrets(error: BookError) {
        let detail = Problem(error).detail
        #expect(!detail.contains("secret") && !detail.contains("--"))
    }
}
