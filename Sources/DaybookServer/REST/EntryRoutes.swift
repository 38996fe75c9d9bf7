import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/entries` and `/api/v1/tags`: what came in and went out as JSON resources. See docs/money.md.
struct EntryRoutes {
    static let path = "/api/v1/entries"
    static let greatestBody = 1_024 * 1_024

    func add(to router: Router<ServerContext>) {
        let entries = router.group(RouterPath(Self.path))
        entries.get(use: list)
        entries.post(use: create)
        entries.get(":id", use: show)
        entries.patch(":id", use: change)
        entries.delete(":id", use: delete)
        router.get("/api/v1/tags", use: tags)
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (filter, limit) = (try query.filter(), try query.limit())
        return try await Response(
            json: context.book.readAside { book in
                try EntryJSON.resource(base: context.base).list { try book.forEachRow(filter, limit: limit, $0) }
            })
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let json = try await request.json(upTo: Self.greatestBody)
        let row = try await context.book.write { book in
            let input = try EntryInput(json) { try book.reader.restCurrency() }
            if input.hasUsualCurrency { _ = try book.settleCurrency(.usDollar) }
            return try book.add(input.draft(today: .local()))
        }
        var response = Response(status: .created, json: EntryJSON.resource(base: context.base).item(row))
        response.headers[.location] = String(decoding: context.base, as: UTF8.self) + row.entry.id.text
        return response
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let id = try context.id(of: "entry")
        guard let row = try context.book.read({ try $0.entryRow(id) }) else { throw MoneyError.notFound(id) }
        return Response(json: EntryJSON.resource(base: context.base).item(row))
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "entry")
        let input = try await EntryInput(changing: request.json(upTo: Self.greatestBody))
        let row = try await context.book.write { book in
            guard let row = try book.reader.entryRow(id) else { throw MoneyError.notFound(id) }
            let edit = try input.edit(row.entry) { try book.reader.restCurrency() }
            try book.perform(entry: .edit(id, edit))
            return try book.reader.entryRow(id)
        }
        guard let row else { throw MoneyError.notFound(id) }
        return Response(json: EntryJSON.resource(base: context.base).item(row))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "entry")
        try await context.book.write { try $0.perform(entry: .delete(id)) }
        return Response(status: .noContent)
    }

    private func tags(_ request: Request, _ context: ServerContext) async throws -> Response {
        var json = JSONWriter()
        json.beginArray()
        for tag in try await context.book.readAside({ try $0.tags() }) {
            json.beginObject()
            json.key("name")
            json.string(tag.name)
            json.key("entries")
            json.integer(Int64(tag.count))
            json.endObject()
        }
        json.endArray()
        return Response(json: json)
    }
}

extension BookReader {
    /// The currency of an amount that comes with none: a book without entries may have no usual one yet.
    func restCurrency() throws -> Currency { try usualCurrency() ?? .usDollar }
}

/// The parameters that say which entries are wanted.
private struct EntryQuery {
    private let parameters: Parameters
    /// In bytes: looking for a text takes as long as it and what it is looked for in are long, multiplied.
    private static let longestText = 1_000

    init(_ parameters: Parameters) { self.parameters = parameters }

    func filter() throws -> EntryFilter {
        let tags = parameters.getAll("tag").map { String($0).trimmed }
        guard tags.count <= MoneyError.mostTags else {
            throw Problem(.badRequest, MoneyError.tooManyTags(tags.count).message, field: "tag")
        }
        guard parameters["text"]?.utf8.count ?? 0 <= Self.longestText else {
            throw Problem(
                .badRequest, "The text to look for has more than \(Self.longestText) bytes. Shorten it.",
                field: "text")
        }
        var filter = EntryFilter(
            tags: tags, text: parameters["text"].map { String($0) } ?? "",
            from: try day("from"), through: try day("through"))
        filter.kinds = try parameters.getAll("kind").map { try EntryKind.named(String($0)) }
        if let name = parameters["match"] {
            guard let matching = EntryFilter.Matching(rawValue: String(name)) else {
                throw Problem(.badRequest, "Tags match any or all, not \"\(name)\".", field: "match")
            }
            filter.matching = matching
        }
        return filter
    }

    func limit() throws -> Int? {
        try parameters["limit"].map { try Problem.wholeNumber(String($0), "limit") }
    }

    private func day(_ name: String) throws -> CivilDate? {
        guard let text = parameters[Substring(name)] else { return nil }
        guard let day = CivilDate(String(text)) else {
            throw Problem(.badRequest, MoneyError.badDay(String(text)).message, field: name)
        }
        return day
    }
}

extension ServerContext {
    /// What the address of an entry starts with.
    fileprivate var base: [UInt8] { Array("\(origin)\(EntryRoutes.path)/".utf8) }
}
