import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite struct BackupTests {
    @Test("010.5 The whole book is downloaded as a backup, which opens with all that is in it") func backup()
        async throws
    {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book"))
        defer { try? book.close() }
        _ = try await book.write { try $0.add(todo: .todo(title: "Tea")) }
        let answer = try await ServerUnderTest(book: book).send(.get, "/api/v1/backup")
        #expect(answer.status == 200 && answer.headers[.contentType] == "application/vnd.sqlite3")
        #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"daybook-") == true)
        try Data(answer.bytes).write(to: folder.url.appending(path: "copy"))
        let copy = try Book(path: folder.path("copy"))
        defer { try? copy.close() }
        #expect(try copy.read { try $0.rows() }.map(\.todo.title) == ["Tea"])
    }

    @Test("A server that keeps its books in a database says so") func database() async throws {
        let answer = try await ServerUnderTest().send(.get, "/api/v1/backup")
        #expect(answer.status == 404 && answer.text.contains("Back up the database"))
    }
}
