public import ArgumentParser
public import DaybookCore
import DaybookExchange
import DaybookStorage

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the to-dos, then the finished ones.",
        discussion: """
            --where takes terms that all have to hold, such as 'due<=today+7 tag:home -list:Work text:"rent"'. A - before \
            a term turns it round. The terms are: due, start (a day, none or any), tag, list, priority, amount, is:open, \
            is:done, is:overdue, is:today, is:repeating, text, and words by themselves.
            """)

    @Option(help: "What to show.")
    var filter: TodoFilter = .all

    @Option(help: ArgumentHelp("Only what lies in this list; inbox for what lies in none.", valueName: "list"))
    var list: ListName?

    @Option(
        name: .customLong("tag"), help: ArgumentHelp("Only what bears this tag.", valueName: "name"),
        transform: TypedText.plain)
    var tag: String?

    @Option(
        name: .customLong("where"), help: ArgumentHelp("Only what all of these terms hold for.", valueName: "query"),
        transform: TypedText.plain)
    var query: String?

    @OptionGroup var limit: LimitOption

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let (filter, list, tag) = (filter, list, tag)
        let query = try query.map { query in try Self.read { () throws(InputError) in try TodoQuery(query) } }
        let (json, limit) = (json, limit.count)
        var output = try book.read { book in
            var output = Output()
            // Without a list to look for, nothing is asked of lists.
            let (wanted, listOf) = (try list?.id(in: book), list == nil ? nil : try book.listOfRows())
            let isTagged = tag.map { TodoColumns.isTagged($0) }
            let lists = query == nil ? [] : try book.lists().map(\.list)
            let matcher = try query.map { query in
                try Self.read { () throws(InputError) in try TodoMatcher(query, lists: lists, LocalTime.clocks()) }
            }
            func isShown(_ row: TodoColumns) throws -> Bool {
                try (listOf.map { try $0(row) == wanted } ?? true) && (isTagged.map { try $0(row) } ?? true)
                    && (matcher?.matches(row) ?? true)
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
                    list: book, filter, limit: limit, isAll: listOf == nil && tag == nil && query == nil, where: isShown
                )
            }
            return output
        }
        try output.flush()
    }

    private static func read<Value>(_ body: () throws(InputError) -> Value) throws -> Value {
        do { return try body() } catch { throw ValidationError("--where: " + error.message) }
    }
}

extension TodoFilter: ExpressibleByArgument {}
