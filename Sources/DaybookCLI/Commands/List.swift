public import ArgumentParser
public import DaybookCore
import DaybookExchange
import DaybookStorage

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the to-dos, then the finished ones.")

    @Option(help: "What to show.")
    var filter: TodoFilter = .all

    @Option(help: ArgumentHelp("Only what lies in this list; inbox for what lies in none.", valueName: "list"))
    var list: ListName?

    @Option(
        name: .customLong("tag"), help: ArgumentHelp("Only what bears this tag.", valueName: "name"),
        transform: TypedText.plain)
    var tag: String?

    @OptionGroup var limit: LimitOption

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let (filter, list, tag) = (filter, list, tag)
        let (json, limit) = (json, limit.count)
        var output = try book.read { book in
            var output = Output()
            // Without a list to look for, nothing is asked of lists.
            let (wanted, listOf) = (try list?.id(in: book), list == nil ? nil : try book.listOfRows())
            let isTagged = tag.map { TodoColumns.isTagged($0) }
            func isShown(_ row: TodoColumns) throws -> Bool {
                try (listOf.map { try $0(row) == wanted } ?? true) && (isTagged.map { try $0(row) } ?? true)
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
                try output.append(list: book, filter, limit: limit, where: isShown)
            }
            return output
        }
        try output.flush()
    }
}

extension TodoFilter: ExpressibleByArgument {}
