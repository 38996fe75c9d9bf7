import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/entries` and `/api/v1/tags`: what came in and went out as JSON resources. See docs/money.md.
struct EntryRoutes {
    private let items = ItemRoutes<EntryRow>(
        path: "/api/v1/entries", noun: "entry", json: { EntryJSON.resource(base: $0) },
        make: { json, _ in
            { book in
                let input = try EntryInput(json) { try book.reader.restCurrency() }
                if input.hasUsualCurrency { _ = try book.settleCurrency(.usDollar) }
                let draft = input.draft(today: .local())
                try draft.checkParts(of: nil)
                return try book.add(entry: draft)
            }
        },
        change: { json in
            let input = try EntryInput(changing: json)
            return { row, book in
                let changes = try input.edit(row.entry) { try book.reader.restCurrency() }
                try changes.checkParts(of: row.entry)
                return changes
            }
        }, check: { try $2.reader.checkReconciled($0, $1) },
        shown: { try $1.shown($0) })

    func add(to router: Router<ServerContext>) {
        items.add(to: router).get(use: list)
        router.get("/api/v1/tags", use: tags)
        router.get("/api/v1/report", use: report)
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (filter, limit, base) = (try query.filter(), try query.limit(), items.base(context))
        let (account, payee) = (try query.account(), try query.payee())
        return try await context.answer { book in
            var filter = filter
            filter.account = try account.map { try book.accountScope($0) }
            if !filter.text.isEmpty { filter.payees = try book.payeeNames() }
            if let payee {
                var rows: [EntryRow] = []
                try book.forEachEntry(filter, ofPayee: payee, limit: limit) { rows.append($0) }
                return try EntryJSON.resource(base: base).list { append in
                    for row in rows { try append(try book.shown(entry: row)) }
                }
            }
            return try EntryJSON.resource(base: base).list { append in
                try book.forEachRow(filter, limit: limit) { try append(try book.shown(entry: $0)) }
            }
        }
    }

    private func report(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (filter, account, base) = (try query.filter(), try query.account(), try query.base())
        let grouping = try query.choice("by", ReportGrouping.month)
        let byEnd = try query.choice("rate", RateMoment.day) == .end
        return try await context.answer { book in
            var filter = filter
            filter.account = try account.map { try book.accountScope($0) }
            if !filter.text.isEmpty { filter.payees = try book.payeeNames() }
            return try ReportLine.json(book.reportLines(grouping, filter, in: base, byEnd: byEnd))
        }
    }

    /// Which rate counts for what came in or went out.
    private enum RateMoment: String, CaseIterable {
        case day, end
    }

    private func tags(_ request: Request, _ context: ServerContext) async throws -> Response {
        let tags = try await context.book.readAside { try $0.tags() }
        return Response(
            json: .objects(tags) { tag, json in
                json.member("name", tag.name)
                json.member("entries", tag.count)
            })
    }
}

extension BookReader {
    /// The currency of an amount that comes with none: a book without entries may have no usual one yet.
    func restCurrency() throws -> Currency { try usualCurrency() ?? .usDollar }
}

/// The parameters that say which entries are wanted.
struct EntryQuery {
    private let parameters: Parameters
    /// In bytes: looking for a text takes as long as it and what it is looked for in are long, multiplied.
    private static let longestText = 1_000

    init(_ parameters: Parameters) { self.parameters = parameters }

    func filter() throws -> EntryFilter {
        let tags = parameters.getAll("tag").map { String($0).trimmed }
        guard tags.count <= ItemError.mostTags else {
            throw Problem(.badRequest, ItemError.tooManyTags(tags.count).message, field: "tag")
        }
        var filter = EntryFilter(
            tags: tags, text: try text("text") ?? "",
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

    func payee() throws -> String? { try text("payee") }

    private func text(_ name: String) throws -> String? {
        let text = parameters[Substring(name)]
        guard text?.utf8.count ?? 0 <= Self.longestText else {
            throw Problem(
                .badRequest, "The \(name) to look for has more than \(Self.longestText) bytes. Shorten it.",
                field: name)
        }
        return text.map { String($0) }
    }

    func account() throws -> EntityID? {
        guard let text = parameters["account"] else { return nil }
        guard let id = EntityID(text.lowercased()) else {
            throw Problem(
                .badRequest, "“\(String(text).excerpt)” isn't a valid account. Give the id of one.", field: "account")
        }
        return id
    }

    /// The currency in which to say what all come to.
    func base() throws -> Currency? {
        try parameters["in"].map { text in
            guard let base = Currency(String(text)) else {
                throw Problem(.badRequest, ItemError.unknownCurrency(String(text)).message, field: "in")
            }
            return base
        }
    }

    /// Tells what a parameter says that is one of some words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _ usual: Choice) throws -> Choice {
        guard let text = parameters[Substring(name)] else { return usual }
        guard let choice = Choice(rawValue: String(text)) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .badRequest, "“\(String(text).excerpt)” isn't a valid \(name). Use one of \(names).", field: name)
        }
        return choice
    }

    func limit() throws -> Int? {
        try parameters["limit"].map { try Problem.wholeNumber(String($0), "limit") }
    }

    func day(_ name: String) throws -> CivilDate? {
        guard let text = parameters[Substring(name)] else { return nil }
        guard let day = CivilDate(String(text)) else {
            throw Problem(.badRequest, ItemError.badDay(String(text)).message, field: name)
        }
        return day
    }
}
