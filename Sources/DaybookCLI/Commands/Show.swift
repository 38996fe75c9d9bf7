import ArgumentParser
import DaybookCore
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
        let (row, parent, children) = try book.read { book in
            let row = try item.todo(in: book)
            let forest = try json ? nil : book.forest()
            let parent = try forest?[row.todo.id]?.parent.flatMap { try book.row($0) }
            return (row, parent, try forest?.children(of: row.todo.id).compactMap { try book.row($0.id) } ?? [])
        }
        var output = Output()
        if json {
            output.append(TodoJSON.numbered.item(row))
        } else {
            output.append(details: row, under: parent, children)
        }
        try output.flush()
    }
}
