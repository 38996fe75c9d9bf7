public import ArgumentParser
public import DaybookCore
import DaybookServer
import DaybookStorage

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the to-dos, then the finished.")

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
                output.append(
                    try limit.map { try TodoJSON.numbered.list(Array(book.rows(filter).prefix($0))) }
                        ?? TodoJSON.numbered.list(book, filter))
            } else {
                try output.append(list: book, filter, limit: limit)
            }
            return output
        }
        try output.flush()
    }
}

extension TodoFilter: ExpressibleByArgument {}
