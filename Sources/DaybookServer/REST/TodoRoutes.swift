import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// `/api/v1/todos`: to-dos as JSON resources. See docs/server.md.
struct TodoRoutes {
    static let path = "/api/v1/todos"
    static let greatestBody = 1_024 * 1_024

    let cache: ListCache

    func add(to router: Router<ServerContext>) {
        let todos = router.group(RouterPath(Self.path))
        todos.get(use: list)
        todos.post(use: create)
        todos.delete(use: deleteAll)
        todos.get(":id", use: show)
        todos.patch(":id", use: change)
        todos.delete(":id", use: delete)
        todos.post(":id/skip", use: skip)
        router.get("/api/v1/upcoming", use: upcoming)
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        if let view = request.query["view"] { return try await list(view: String(view), request, context) }
        let name = request.query["filter"] ?? "all"
        guard let filter = TodoFilter(rawValue: String(name)) else {
            let names = TodoFilter.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "There is no filter \"\(name)\". Use one of \(names).", field: "filter")
        }
        if let list = request.query["list"] { return try await self.list(in: String(list), filter, context) }
        let key = ListCache.Key(path: "\(Self.path)?\(filter.rawValue)", origin: context.origin)
        return try await Response(
            json: cache.list(key, of: context.book) {
                let book = $0
                let json = try TodoJSON.resource(base: context.base).list { try book.forEachRow(filter, $0) }
                return ByteBuffer(bytes: json.bytes)
            })
    }

    /// What lies in a list, by its id, or in the inbox.
    private func list(in name: String, _ filter: TodoFilter, _ context: ServerContext) async throws -> Response {
        let wanted = EntityID(name.lowercased())
        guard name == "inbox" || wanted != nil else {
            throw Problem(
                .badRequest, "“\(name.excerpt)” isn't a valid list. Give the id of one, or inbox.", field: "list")
        }
        return try await Response(
            json: context.book.readAside { book in
                if let wanted, try book.listRow(wanted) == nil { throw TodoError.notFound(wanted) }
                let list = try book.listOfRows()
                return try TodoJSON.resource(base: context.base).list { append in
                    try book.forEachRow(filter) { if try list($0) == wanted { try append($0) } }
                }
            })
    }

    /// Today or what is to come, as of a day that the client names: the server may be elsewhere.
    private func list(view: String, _ request: Request, _ context: ServerContext) async throws -> Response {
        let day = try request.day()
        let rows: [TodoRow]
        switch view {
        case "today":
            let today = try await context.book.readAside { try $0.today(day) }
            rows = today.earlier + today.today + today.finished
        case "upcoming":
            let coming = try await context.book.readAside { try $0.coming(from: day) }
            rows = coming.overdue + coming.days.flatMap(\.items)
        default:
            throw Problem(
                .badRequest, "There is no view “\(view.excerpt)”. Use one of today, upcoming.", field: "view")
        }
        return Response(json: TodoJSON.resource(base: context.base).list(rows))
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let now = try request.readsTitle() ? LocalTime(day: request.day(), minute: LocalTime.local().minute) : nil
        let input = try await input(request)
        let row = try await context.book.write { book in
            var draft = try input.draft { try book.reader.restCurrency() }
            if let now {
                draft.readTitle(
                    now: now, lists: try book.reader.lists().map(\.list), usual: try book.reader.restCurrency())
            }
            if input.hasUsualCurrency { _ = try book.settleCurrency(.usDollar) }
            return try book.add(draft)
        }
        var response = Response(status: .created, json: TodoJSON.resource(base: context.base).item(row))
        response.headers[.location] = String(decoding: context.base, as: UTF8.self) + row.todo.id.text
        return response
    }

    private func deleteAll(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await context.book.write { try $0.perform(.deleteAll) }
        return Response(status: .noContent)
    }

    private func upcoming(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await Response(
            json: context.book.readAside { try TodoJSON.resource(base: context.base).list($0.upcoming()) })
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let id = try context.id(of: "to-do")
        guard let row = try context.book.read({ try $0.row(id) }) else { throw TodoError.notFound(id) }
        return Response(json: TodoJSON.resource(base: context.base).item(row))
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "to-do")
        let input = try await input(request)
        let row = try await context.book.write { book in
            guard let row = try book.reader.row(id) else { throw TodoError.notFound(id) }
            let edit = try input.edit(row.todo) { try book.reader.restCurrency() }
            if input.hasUsualCurrency, row.todo.amount == nil { _ = try book.settleCurrency(.usDollar) }
            try book.perform(.edit(id, edit))
            // Where an occurrence is taken back, the to-do that it is one of is open for it again.
            return try book.reader.row(id) ?? row.todo.occurrence.flatMap { try book.reader.row($0.series) }
        }
        guard let row else { throw TodoError.notFound(id) }
        return Response(json: TodoJSON.resource(base: context.base).item(row))
    }

    private func skip(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "to-do")
        let row = try await context.book.write { book in
            try book.perform(.skip(id))
            return try book.reader.row(id)
        }
        guard let row else { throw TodoError.notFound(id) }
        return Response(json: TodoJSON.resource(base: context.base).item(row))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "to-do")
        try await context.book.write { try $0.perform(.delete(id)) }
        return Response(status: .noContent)
    }

    private func input(_ request: Request) async throws -> TodoInput {
        try await TodoInput(request.json(upTo: Self.greatestBody))
    }
}

extension Request {
    /// The day where the person is.
    fileprivate func day() throws -> CivilDate {
        let text = query["day"].map { String($0) }
        guard let day = text.map({ CivilDate($0) }) ?? .local() else {
            throw Problem(.badRequest, MoneyError.badDay(text ?? "").message, field: "day")
        }
        return day
    }

    /// Whether what the title says is to be understood.
    fileprivate func readsTitle() throws -> Bool {
        let text = query["parse"] ?? "0"
        guard text == "0" || text == "1" else {
            throw Problem(
                .badRequest, "“\(String(text).excerpt)” isn't a valid value. Use parse=1 or parse=0.", field: "parse")
        }
        return text == "1"
    }
}

extension ServerContext {
    /// What the address of a to-do starts with.
    fileprivate var base: [UInt8] { Array("\(origin)\(TodoRoutes.path)/".utf8) }
}
