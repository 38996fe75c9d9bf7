import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// `/api/v1/todos`: to-dos as JSON resources. See docs/server.md.
struct TodoRoutes {
    private let items = ItemRoutes<TodoRow>(
        path: "/api/v1/todos", noun: "to-do", json: { TodoJSON.resource(base: $0) },
        make: { json, request in
            let input = try TodoInput(json)
            let now = try request.readsTitle() ? request.clock().now : nil
            return { book in
                var changes = try input.draft { try book.reader.restCurrency() }
                if let now {
                    changes.readTitle(
                        now: now, lists: try book.reader.lists().map(\.list),
                        accounts: try book.reader.accounts().map(\.account), usual: try book.reader.restCurrency())
                }
                try changes.values.checkZones()
                if input.hasUsualCurrency { _ = try book.settleCurrency(.usDollar) }
                return try book.add(todo: changes)
            }
        },
        change: { json in
            let input = try TodoInput(json)
            return { row, book in
                let changes = try input.edit(row.todo) { try book.reader.restCurrency() }
                try changes.values.checkZones()
                if input.hasUsualCurrency, row.todo.amount == nil { _ = try book.settleCurrency(.usDollar) }
                return changes
            }
        },
        shown: { try $1.shown($0) })

    let cache: ListCache<ByteBuffer>

    init(cache: ListCache<ByteBuffer>) { self.cache = cache }

    func add(to router: Router<ServerContext>) {
        let todos = items.add(to: router)
        todos.get(use: list)
        todos.delete(use: deleteAll)
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
        let (list, tag) = (request.query["list"].map { String($0) }, request.query["tag"].map { String($0) })
        let parent = request.query["parent"].map { String($0) }
        let query = try request.query["query"].map { try TodoQuery(String($0)) }
        if list != nil || tag != nil || parent != nil || query != nil {
            return try await self.list(in: list, tag, under: parent, query, by: request.clock(), filter, context)
        }
        let key = ListKey(path: "\(items.path)?\(filter.rawValue)", origin: context.origin)
        return try await Response(
            json: cache.list(key, of: context.book.book) {
                let book = $0
                let json = try json(context).list { append in
                    let shown: (TodoColumns) throws -> ShownItem<TodoColumns> = try book.shownTodos()
                    try book.forEachRow(filter) { try append(try shown($0)) }
                }
                return ByteBuffer(bytes: json.bytes)
            })
    }

    /// Lists what lies in a list, by its id, or in the inbox, what bears a tag, what stands directly under a to-do, and what a
    /// query asks for.
    ///
    /// - Parameters: nil for any.
    ///   - clock: where the person is.
    private func list(
        in name: String?, _ tag: String?, under parent: String?, _ query: TodoQuery?, by clock: PersonClock,
        _ filter: TodoFilter, _ context: ServerContext
    ) async throws -> Response {
        let wanted = name.flatMap { EntityID($0.lowercased()) }
        if let name, name != "inbox", wanted == nil {
            throw Problem(
                .badRequest, "“\(name.excerpt)” isn't a valid list. Give the id of one, or inbox.", field: "list")
        }
        let parentID = parent.flatMap { EntityID($0.lowercased()) }
        if let parent, parentID == nil {
            throw Problem(
                .badRequest, "“\(parent.excerpt)” isn't a valid to-do. Give the id of one.", field: "parent")
        }
        if let tag, !ItemTag.isName(tag.trimmed) {
            throw Problem(.badRequest, ItemError.badTag(tag).message, field: "tag")
        }
        return try await context.answer { book in
            if let wanted, try book.find(ItemList.self, wanted) == nil { throw ItemError.notFound(.list, wanted) }
            if let parentID, try book.row(parentID) == nil { throw ItemError.notFound(.todo, parentID) }
            let parentPlace = Todo.fields.index(of: .parent) ?? 0
            let list = try name.map { _ in try book.listOfRows() }
            let isTagged = tag.map { TodoColumns.isTagged($0.trimmed) }
            let clocks = LocalTime.clocks()
            let matcher = try query.map { query in
                let titles =
                    query.namesParents ? try book.rows().map { (id: $0.todo.id, title: $0.todo.title) } : []
                return try TodoMatcher(
                    query, lists: book.lists().map(\.list), titles: titles, day: { clock.shown($0).day }
                ) { $0.isEmpty ? clock.now : clocks($0) }
            }
            let shown: (TodoColumns) throws -> ShownItem<TodoColumns> = try book.shownTodos()
            return try json(context).list { append in
                try book.forEachRow(query.map { filter.narrowed(by: $0) } ?? filter) { row in
                    if let list, try list(row) != wanted { return }
                    let item = try shown(row)
                    if let parentID, try item.value(at: parentPlace).entity != parentID { return }
                    if let isTagged, try !isTagged(row) { return }
                    if let matcher, try !matcher.matches(row) { return }
                    try append(item)
                }
            }
        }
    }

    /// Today or what is to come, as of a day that the client names: the server may be elsewhere.
    private func list(view: String, _ request: Request, _ context: ServerContext) async throws -> Response {
        let day = try request.clock().now.day
        let rows: [TodoRow]
        switch view {
        case "today":
            rows = try await context.book.readAside { book in
                let today = try book.today(day)
                return try (today.earlier + today.today + today.finished).map(book.shown)
            }
        case "upcoming":
            rows = try await context.book.readAside { book in
                let coming = try book.coming(from: day)
                return try (coming.overdue + coming.days.flatMap(\.items)).map(book.shown)
            }
        default:
            throw Problem(
                .badRequest, "There is no view “\(view.excerpt)”. Use one of today, upcoming.", field: "view")
        }
        return Response(json: json(context).list(rows))
    }

    private func deleteAll(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await context.book.write { try $0.carryOut(.deleteAllTodos) }
        return Response(status: .noContent)
    }

    private func upcoming(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await Response(
            json: context.book.readAside { book in try json(context).list(book.upcoming().map(book.shown)) })
    }

    private func skip(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try items.id(context)
        let row = try await context.book.write { book in
            try book.carryOut(.skip(id))
            return try book.reader.row(id).map(book.reader.shown)
        }
        return try items.answer(row, id, context)
    }

    private func json(_ context: ServerContext) -> TodoJSON { TodoJSON.resource(base: items.base(context)) }
}

extension BookReader {
    /// A to-do as answers tell it: of each cycle of parents one has none, as in the list.
    func shown(_ row: TodoRow) throws -> TodoRow {
        guard row.todo.parent != nil, try cycleRoots().contains(row.todo.id) else { return row }
        var todo = row.todo
        todo.extraFields[.parent] = nil
        return TodoRow(number: row.number, todo: todo)
    }
}

/// Tells what clocks show where the person is.
struct PersonClock: Sendable {
    let now: LocalTime
    /// Tells what they show at a moment.
    let shown: @Sendable (Timestamp) -> LocalTime
}

extension Problem {
    init(unknownZone zone: String, _ field: String) {
        self.init(.badRequest, ItemError.unknownZone(zone).message, field: field)
    }
}

extension Request {
    /// Tells what clocks show where the person is, as far as the request says it: the server may be elsewhere. `zone` is the
    /// person's time zone, or else `day` and `time` what the clock shows.
    func clock() throws -> PersonClock {
        func text(_ name: String) -> String? { query[Substring(name)].map { String($0) } }
        var shown: @Sendable (Timestamp) -> LocalTime = { .local($0) }
        if let zone = text("zone") {
            guard let clock = LocalTime.clock(in: zone) else {
                throw Problem(unknownZone: zone, "zone")
            }
            shown = clock
        }
        let now = shown(.now())
        guard let day = text("day").map({ CivilDate($0) }) ?? now.day else {
            throw Problem(.badRequest, ItemError.badDay(text("day") ?? "").message, field: "day")
        }
        guard let minute = text("time").map({ TimeOfDay($0)?.minute }) ?? now.minute else {
            throw Problem(
                .badRequest, "“\((text("time") ?? "").excerpt)” isn't a valid time of day. Use the form 15:00.",
                field: "time")
        }
        return PersonClock(now: LocalTime(day: day, minute: minute), shown: shown)
    }

    /// Tells whether what the title says is to be understood.
    fileprivate func readsTitle() throws -> Bool {
        let text = query["parse"] ?? "0"
        guard text == "0" || text == "1" else {
            throw Problem(
                .badRequest, "“\(String(text).excerpt)” isn't a valid value. Use parse=1 or parse=0.", field: "parse")
        }
        return text == "1"
    }
}
