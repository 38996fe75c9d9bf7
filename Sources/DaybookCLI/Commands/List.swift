public import ArgumentParser
public import DaybookCore
import DaybookExchange
import DaybookStorage

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the to-dos, then the finished ones.",
        discussion: """
            --where takes terms that all have to hold, such as 'due<=friday tag:home -list:Work text:"rent"'. 'or' between \
            terms asks for one of them, parentheses keep terms together, and a - or 'not' before a term turns it round. The \
            terms are: due, start, done, created and reminder (a day, week or month, none or any), tag, list, parent, \
            priority, amount, is:open, is:done, is:overdue, is:today, is:repeating, text, and words by themselves.
            """, aliases: ["ls"])

    @Option(help: "What to show.")
    var filter: TodoFilter = .all

    @Option(help: ArgumentHelp("Only what lies in this list; inbox for what lies in none.", valueName: "list"))
    var list: KindName<ItemList>?

    @Option(
        name: .customLong("tag"), help: ArgumentHelp("Only what bears this tag.", valueName: "name"),
        transform: TypedText.plain)
    var tag: String?

    @Option(
        help: ArgumentHelp(
            "Only what is due then: a day, week or month, such as friday, \"next week\" or 2026-12; any or none.",
            valueName: "days"),
        transform: TypedText.plain)
    var due: String?

    @Option(
        name: .customLong("where"), help: ArgumentHelp("Only what this asks for.", valueName: "query"),
        transform: TypedText.plain)
    var query: String?

    @Option(
        name: .customLong("saved"),
        help: ArgumentHelp("Only what this filter asks for; 'daybook filters' shows them all.", valueName: "filter"))
    var saved: KindName<SavedFilter>?

    @OptionGroup var limit: LimitOption

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let (wantedFilter, list, tag, saved) = (filter, list, tag, saved)
        let typed = try query.map { query in try Self.read("--where") { () throws(QueryError) in try TodoQuery(query) }
        }
        let terms = try due.map { try Self.terms(due: $0) }
        let planned = try terms.map { terms in
            try Self.read("--due") { () throws(QueryError) in try TodoQuery(terms) }
        }
        let (json, limit) = (json, limit.count)
        var output = try book.read { book in
            var output = Output()
            // Without a list to look for, nothing is asked of lists.
            let (wanted, listOf) = (try list?.id(in: book), list == nil ? nil : try book.listOfRows())
            let isTagged = tag.map { TodoColumns.isTagged($0) }
            var queries = typed.map { [("--where", $0)] } ?? []
            if let planned { queries.append(("--due", planned)) }
            if let saved {
                let query = try saved.row(in: book).item.query
                queries.append(("--saved", try Self.read("--saved") { () throws(QueryError) in try TodoQuery(query) }))
            }
            let filter = queries.reduce(wantedFilter) { $0.narrowed(by: $1.1) }
            let lists = queries.isEmpty ? [] : try book.lists().map(\.list)
            let matchers = try queries.map { option, query in
                let titles = query.namesParents ? try book.rows().map { (id: $0.todo.id, title: $0.todo.title) } : []
                return try Self.read(option) { () throws(QueryError) in
                    try TodoMatcher(query, lists: lists, titles: titles, day: { .local($0) }, LocalTime.clocks())
                }
            }
            func isShown(_ row: TodoColumns) throws -> Bool {
                try (listOf.map { try $0(row) == wanted } ?? true) && (isTagged.map { try $0(row) } ?? true)
                    && matchers.allSatisfy { try $0.matches(row) }
            }
            if json {
                var left = limit ?? .max
                output.append(
                    try TodoJSON.numbered.list { append in
                        try book.forEachRow(filter) { row in
                            guard left > 0, try isShown(row) else { return }
                            left -= 1
                            try append(row)
                        }
                    })
            } else {
                try output.append(
                    list: book, filter, limit: limit, isAll: listOf == nil && tag == nil && queries.isEmpty,
                    where: isShown
                )
            }
            return output
        }
        try output.flush()
    }

    /// The terms of a query that say when it is due.
    private static func terms(due typed: String) throws -> String {
        let text = typed.trimmed.lowercased()
        if text.isOne(of: "any none") { return "due:\(text)" }
        let days = try TypedDay(text.isOne(of: "week month") ? "this \(text)" : typed, .coming)
        return "due>=\(days.first.text) due<=\(days.last.text)"
    }

    private static func read<Value>(_ option: String, _ body: () throws(QueryError) -> Value) throws -> Value {
        do { return try body() } catch { throw ValidationError("\(option): \(error.message)") }
    }
}

extension TodoFilter: ExpressibleByArgument {}
