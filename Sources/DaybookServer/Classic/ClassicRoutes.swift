import DaybookCore
import DaybookExchange
import DaybookStorage
import Hummingbird
import NIOCore

/// The classic interface: the fields of a to-do travel in request headers. See docs/server.md.
struct ClassicRoutes {
    let cache: ListCache<ByteBuffer>

    func add(to router: Router<ServerContext>) {
        let classic = router.group().add(middleware: ClassicErrorMiddleware())
        classic.get("welcome") { _, _ in Response(text: "Hello, World") }
        classic.get("version") { _, _ in Response(json: .object { $0.member("version", daybookVersion) }) }
        classic.post("hello", use: hello)
        classic.get("todos", use: list)
        classic.get("todo", use: show)
        classic.post("postTodo", use: post)
        classic.post("updateTodo", use: update)
        classic.delete("deleteTodo", use: delete)
        classic.delete("deleteAll", use: deleteAll)
    }

    /// The name may stand in a body (JSON or a form), in the query or in a header.
    private func hello(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await request.body(upTo: 64 * 1_024)
        let name =
            try Self.name(body, request) ?? request.query["name"].map { String($0) }
            ?? request.headers[ClassicField.name.headerName]
        guard let name, !name.isEmpty else { return Response(status: .badRequest, text: "Please include a name") }
        try ClassicField.name.check(name)
        return Response(text: "Hello, \(name)!")
    }

    private static func name(_ body: ByteBuffer, _ request: Request) throws -> String? {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        // `curl -d` says of everything that it is a form.
        guard body.readableBytes > 0, type.contains("json") || body.readableBytesView.first == UInt8(ascii: "{") else {
            return Parameters(form: String(buffer: body))["name"].map { String($0) }
        }
        let members = try JSONMembers(request.json(body), "A greeting", example: #"{"name":"Ann"}"#)
        return try members.nullableText("name") ?? nil
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await Response(
            json: cache.list(ListKey(path: "/todos", origin: ""), of: context.book.book) {
                let book = $0
                return ByteBuffer(bytes: try TodoJSON.classic.list { try book.forEachRow(.all, $0) }.bytes)
            })
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let number = try ClassicItem.number(request.headers)
        let row = try context.book.read { try $0.row(number: number) }
        return Response(json: TodoJSON.classic.list(row.map { [$0] } ?? []))
    }

    private func post(_ request: Request, _ context: ServerContext) async throws -> Response {
        let item = try ClassicItem(request.headers)
        try await context.book.write { book in
            let id: EntityID
            if let row = try book.reader.row(number: item.number) {
                id = row.todo.id
                try book.carryOut(.edit(.todo, id, item.changes))
            } else {
                id = try book.add(todo: item.changes, number: item.number).todo.id
            }
            try item.mark(id, in: book)
        }
        // Afterwards: nobody who writes should wait for it.
        return try await context.answer { book in
            try TodoJSON.classic.list { try book.forEachRow(.all, $0) }
        }
    }

    private func update(_ request: Request, _ context: ServerContext) async throws -> Response {
        let item = try ClassicItem(request.headers)
        let isFound = try await context.book.write { book in
            guard let row = try book.reader.row(number: item.number) else { return false }
            try book.carryOut(.edit(.todo, row.todo.id, item.changes))
            try item.mark(row.todo.id, in: book)
            return true
        }
        guard isFound else { throw ClassicError.notFound }
        return Response(message: "Item is updated")
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let number = try ClassicItem.number(request.headers)
        let isFound = try await context.book.write { book in
            guard let row = try book.reader.row(number: number) else { return false }
            try book.carryOut(.delete(.todo, row.todo.id))
            return true
        }
        guard isFound else { throw ClassicError.notFound }
        return Response(message: "Item is deleted")
    }

    private func deleteAll(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await context.book.write { try $0.carryOut(.deleteAllTodos) }
        return Response(message: "All items are deleted")
    }
}
