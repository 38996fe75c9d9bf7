import ArgumentParser
import DaybookCore
import DaybookStorage

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Finish to-dos. Each becomes the first of the finished.",
        aliases: ["done"])

    @Argument(help: "Their numbers, or the starts of their ids.")
    var items: [ItemName]

    @Flag(help: "Finish the open to-dos under them as well.")
    var withChildren = false

    @OptionGroup var book: BookOptions

    func run() throws {
        try book.change(
            items, withSubtasks: withChildren, { todo, _ in .check(todo.id) },
            { $0.isCompleted ? "Already finished" : "Finished" })
    }
}
