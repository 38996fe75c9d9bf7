public import ArgumentParser
public import DaybookCore
import DaybookServer
import DaybookStorage

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the to-dos, then the finished.")

    @Option(help: "What to show.")
    var filter: TodoFilter = .all

    @Flag(help: "Print the items as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let filter = filter
        let json = json
        var output = try book.read { book in
            var output = Output()
            if json {
                output.append(try TodoJSON.numbered.list(book, filter))
            } else {
                try output.append(list: book, filter)
            }
            return output
        }
        try output.flush()
    }
}

extension TodoFilter: ExpressibleByArgument {}
