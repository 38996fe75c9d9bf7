import ArgumentParser
import DaybookCore
import DaybookStorage

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a to-do within its section: --before or --after another, --first or --last.",
        discussion: """
            Today has an order of its own, on all devices: with --today the place is one on Today, among those under the same \
            heading there. Lists keep their order then.
            """)

    @Argument(help: "Its number, or the start of its id.")
    var item: ItemName

    @Option(help: ArgumentHelp("Directly before this item.", valueName: "item"))
    var before: ItemName?

    @Option(help: ArgumentHelp("Directly after this item.", valueName: "item"))
    var after: ItemName?

    @Flag(help: "To the top of its section.")
    var first = false

    @Flag(help: "To the bottom of its section.")
    var last = false

    @Flag(help: "On Today, and not in its list.")
    var today = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        let places = [before != nil, after != nil, first, last].count { $0 }
        guard places == 1 else {
            throw ValidationError("Give one place to move it to: --before, --after, --first or --last.")
        }
    }

    func run() throws {
        let row = try book.write { book in
            let id = try item.todo(in: book.reader).todo.id
            let place = try place(in: book.reader)
            do {
                if !today {
                    try book.carryOut(.move(id, place))
                } else if try !book.moveOnToday(id, to: place, on: .local()) {
                    throw CommandFailure(
                        "The to-do \(item.text) isn't open on Today. Put it there with: daybook edit \(item.text) --today"
                    )
                }
            } catch ItemError.otherSection {
                let other = (before ?? after)?.text ?? ""
                throw CommandFailure(
                    today
                        ? "The to-do \(other) isn't under the same heading on Today. Name one that is: see 'daybook today'."
                        : "The to-do \(other) is in the other section. Name one of the same section.")
            }
            return try book.reader.row(id)
        }
        try Output.confirm { if let row { $0.append("Moved", row) } }
    }

    private func place(in book: BookReader) throws -> TodoPlace {
        if let before { return .before(try before.todo(in: book).todo.id) }
        if let after { return .after(try after.todo(in: book).todo.id) }
        return first ? .first : .last
    }
}
