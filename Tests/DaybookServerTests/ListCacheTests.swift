import DaybookCore
import DaybookExchange
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import DaybookServer

/// Lists that are kept from one request to the next.
@Suite struct ListCacheTests {
    private let cache = ListCache<ByteBuffer> { $0.readableBytes }
    private let key = ListKey(path: "/todos", origin: "http://localhost")

    /// The list, and whether it was written anew.
    private func list(_ book: Book) async throws -> (text: String, isNew: Bool) {
        let isNew = Mutex(false)
        let list = try await cache.list(key, of: book) { book in
            isNew.withLock { $0 = true }
            return ByteBuffer(bytes: try TodoJSON.classic.list { try book.forEachRow(.all, $0) }.bytes)
        }
        return (String(buffer: list), isNew.withLock { $0 })
    }

    @Test("A list is written once for as long as the book stays the same")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        let first = try await list(book)
        let second = try await list(book)
        #expect(first.isNew && !second.isNew && first.text == second.text)
        try await book.write { _ = try $0.add(todo: .todo(title: "new")) }
        #expect(try await list(book).text.contains("new"))
        // Each book has its own, also one that took the place of another that is gone.
        for _ in 0..<100 {
            let other = try Book(path: folder.path("\(UUID().uuidString).sqlite"))
            #expect(try await list(other).text == "[]")
            try await other.write { _ = try $0.add(todo: .todo(title: "another")) }
            #expect(try await list(other).text.contains("another"))
            #expect(try await !list(other).isNew)
        }
    }

    @Test("A change by another program is seen at once, also one that only marks an item as synced")
    func others() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("book.sqlite")
        let book = try Book(path: path)
        let other = try Book(path: path)
        #expect(try await list(book).text == "[]")
        let row = try await other.write { try $0.add(todo: .todo(title: "theirs")) }
        #expect(
            try await list(book).text.contains(
                #""theirs","description":"","notes":"","completed":false,"synced":false"#))
        try await other.write { try $0.acknowledge(row.todo.id) }
        #expect(try await list(book).text.contains(#""synced":true"#))
        #expect(try await !list(book).isNew)
        try await book.write { try $0.perform(.deleteAllTodos) }
        #expect(try await list(book).text == "[]")
    }

    /// A server of a book and of a bare page, both in a folder.
    private func pageServer(in folder: TemporaryFolder) throws -> ServerUnderTest {
        let shell = "<html lang=\"en\"><div id=\"app\"></div>"
        try Data(shell.utf8).write(to: folder.url.appending(path: "index.html"))
        try Data().write(to: folder.url.appending(path: "assets.txt"))
        return try ServerUnderTest(book: Book(path: folder.path("book.sqlite")), assets: Assets(folder: folder.url))
    }

    @Test("The first page is kept for each language, until the book changes")
    func firstPage() async throws {
        let folder = try TemporaryFolder()
        let server = try pageServer(in: folder)
        try await server.book.write { book in
            for number in 1...5_000 { try book.add(todo: .todo(title: "item \(number)")) }
        }
        let page = try await server.send(.get, "/").text
        #expect(page.contains("item 5000") && !page.contains("item 1<"), "only rows in sight are in the page")
        #expect(page.utf8.count < 256 * 1_024)
        #expect(try await server.send(.get, "/", ["Accept-Language": "zh-TW"]).text.contains("待辦"))
        #expect(!page.contains("data-theme"))
        let dark = try await server.send(.get, "/", ["Cookie": "theme=dark"]).text
        #expect(dark.contains("<html lang=\"en\" data-theme=\"dark\">"), "in the theme that was chosen")
        #expect(try await server.send(.get, "/").text == page)
        try await server.book.write { _ = try $0.add(todo: .todo(title: "just added")) }
        #expect(try await server.send(.get, "/").text.contains("just added"))
    }

    @Test("006.24 The first page has the places that the app shows then: lists, filters and templates")
    func places() async throws {
        let folder = try TemporaryFolder()
        let server = try pageServer(in: folder)
        for (path, json) in [
            ("lists", #"{"name":"Home"}"#), ("filters", #"{"name":"Rents","query":"rent"}"#),
            ("templates", #"{"name":"Trip"}"#),
        ] {
            #expect(try await server.send(.post, "/api/v1/" + path, json: json).status == 201)
        }
        let page = try await server.send(.get, "/").text
        for place in ["Home", "Rents", "Templates", "Trip"] { #expect(page.contains(">\(place)<"), "\(place)") }
    }

    @Test("The first page reads the open to-dos and no finished one that it doesn't show, and travels compressed")
    func finished() async throws {
        let folder = try TemporaryFolder()
        let server = try pageServer(in: folder)
        try await server.book.write { book in
            for number in 1...1_000 {
                let row = try book.add(todo: .todo(title: "item \(number)."))
                let then = Timestamp(milliseconds: 1_600_000_000_000)
                if number > 10 { try book.perform(.check(row.todo.id, at: then)) }
            }
        }
        let day = LocalTime.local().day
        func read() throws -> (todos: [Todo], finished: Int) {
            try server.book.read { try AssetRoutes.todos(on: day, in: $0) }
        }
        let (todos, count) = try read()
        #expect(count == 990 && todos.count { !$0.isCompleted } == 10 && todos.count < 60, "\(todos.count)")
        let page = try await server.send(.get, "/")
        #expect(page.text.contains("item 10.") && page.text.contains("item 1000.") && page.text.contains(">990<"))
        #expect(!page.text.contains("item 20.") && page.text.contains("1,000"))
        #expect(page.headers[.contentEncoding] == nil)
        let packed = try await server.send(.get, "/", ["Accept-Encoding": "gzip, br"])
        #expect(packed.headers[.contentEncoding] == "gzip" && packed.bytes.count * 4 < page.bytes.count)
        #expect(try Gzip.unpacked(packed.bytes, upTo: 1 << 20) == page.bytes)
        #expect(packed.headers[.vary] == "Accept-Encoding, Accept-Language, Cookie")
        let tag = try #require(packed.headers[.eTag])
        #expect(tag != page.headers[.eTag])
        let again = try await server.send(.get, "/", ["Accept-Encoding": "gzip", "If-None-Match": tag])
        #expect(again.status == 304 && again.bytes.isEmpty)
        // Today shows those of the day alone.
        try await server.book.write { book in
            let row = try book.add(todo: .todo(title: "due", due: day))
            try book.perform(.check(row.todo.id))
            _ = try book.add(todo: .todo(title: "due, too", due: day))
        }
        #expect(try read().todos.count == 11 + 1)
    }

    @Test("Lists for different names of the server and different filters are kept apart")
    func keys() async throws {
        let server = try ServerUnderTest()
        _ = try await server.send(.post, "/api/v1/todos", json: #"{"title":"x","completed":true}"#)
        for host in ["localhost", "127.0.0.1", "localhost"] {
            let answer = try await server.send(.get, "/api/v1/todos", host: host)
            #expect(answer.text.contains(#""url":"http://\#(host)/api/v1/todos/"#))
        }
        #expect(try await server.send(.get, "/api/v1/todos?filter=active").text == "[]")
        #expect(try await server.send(.get, "/todos").text.contains(#""name":"x""#))
    }
}
