import ArgumentParser
import DaybookExchange
import DaybookStorage

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything about one to-do.")

    @Argument(help: "Its number, or the start of its id.")
    var item: ItemName

    @Flag(help: "Print the item as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let row = try book.read { try item.todo(in: $0) }
        var output = Output()
        if json { output.append(TodoJSON.numbered.item(row)) } else { output.append(details: row) }
        try output.flush()
    }
}
