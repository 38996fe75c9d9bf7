import ArgumentParser
import DaybookCore
import DaybookStorage

struct Skip: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Pass over the open occurrence of repeating to-dos. Nothing is recorded.")

    @Argument(help: "Their numbers, or the starts of their ids.")
    var items: [ItemName]

    @OptionGroup var book: BookOptions

    func run() throws {
        try book.change(items, { todo, _ in .skip(todo.id) }, { _ in "Skipped" })
    }
}
