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
        let (row, parent, children, list, names) = try book.read { book in
            let row = try item.todo(in: book)
            let forest = try json ? nil : book.forest()
            let place = forest?[row.todo.id]
            let parent = try place?.parent.flatMap { try book.row($0) }
            let under = try forest?.descendants(of: row.todo.id).compactMap { child in
                try book.row(child.id).map { (depth: child.depth - (place?.depth ?? 0) - 1, row: $0) }
            }
            let list =
                try json ? nil : row.todo.extraFields[.list]?.entity.flatMap { try book.find(ItemList.self, $0)?.list }
            return (row, parent, under ?? [], list, try AccountNames(book))
        }
        var output = Output()
        if json {
            output.append(TodoJSON.numbered.item(row))
        } else {
            output.append(details: row, in: list, under: parent, children, names)
        }
        try output.flush()
    }
}
