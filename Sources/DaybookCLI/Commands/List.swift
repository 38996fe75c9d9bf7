public import ArgumentParser
public import DaybookCore
import DaybookExchange
import DaybookStorage

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the to-dos, then the finished ones.")

    @Option(help: "What to show.")
    var filter: TodoFilter = .all

    @OptionGroup var limit: LimitOption

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let filter = filter
        let (json, limit) = (json, limit.count)
        var output = try book.read { book in
            var output = Output()
            if json {
                if let limit {
                    output.append(TodoJSON.numbered.list(Array(try book.rows(filter).prefix(limit))))
                } else {
                    output.append(try TodoJSON.numbered.list { try book.forEachRow(filter, $0) })
                }
            } else {
                try output.append(list: book, filter, limit: limit)
            }
            return output
        }
        try output.flush()
    }
}

extension TodoFilter: ExpressibleByArgument {}
