import ArgumentParser
import DaybookCore
import DaybookStorage

struct Uncheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uncheck", abstract: "Open finished to-dos again. Each becomes the last of the open ones.")

    @Argument(help: "Their numbers, or the starts of their ids.")
    var items: [ItemName]

    @OptionGroup var book: BookOptions

    func run() throws {
        try book.change(items, { todo, _ in .uncheck(todo.id) }, { $0.isCompleted ? "Reopened" : "Already open" })
    }
}
