import ArgumentParser
import DaybookCore
import DaybookStorage

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete to-dos (entries: daybook delete-entry).", aliases: ["rm"])

    @Argument(help: "Their numbers, or the starts of their ids.")
    var items: [ItemName]

    @OptionGroup var book: BookOptions

    func run() throws {
        try book.change(items, { todo, _ in .delete(.todo, todo.id) }, { _ in "Deleted" })
    }
}
