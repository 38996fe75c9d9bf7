import ArgumentParser
import DaybookCore
import DaybookStorage

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change the title, description, notes, amount or day of a to-do.")

    @Argument(help: "Its number, or the start of its id.")
    var item: ItemName

    @Option(help: ArgumentHelp("The new title.", valueName: "text"), transform: TypedText.plain)
    var title: String?

    @Option(help: ArgumentHelp("The new description; \"\" for none.", valueName: "text"), transform: TypedText.plain)
    var description: String?

    @Option(help: ArgumentHelp("The new notes; \"\" for none.", valueName: "text"), transform: TypedText.plain)
    var notes: String?

    @Option(help: ArgumentHelp("The new amount; \"\" for none.", valueName: "amount"), transform: TypedText.plain)
    var amount: String?

    @Option(
        name: .customLong("on"),
        help: ArgumentHelp(
            "The day on which the amount is due, such as 2026-12-01 or tomorrow; \"\" for none.", valueName: "day"),
        transform: TypedText.plain)
    var day: String?

    @OptionGroup var book: BookOptions

    func validate() throws {
        if let day, !day.isEmpty { _ = try TypedDay.one(day, .coming) }
        if title == nil, description == nil, notes == nil, amount == nil, day == nil {
            throw ValidationError("There is nothing to change. Give --title, --description, --notes, --amount or --on.")
        }
    }

    func run() throws {
        var edit = TodoEdit(title: title, description: description, notes: notes)
        if let day {
            edit.values[.due] = FieldValue(day.isEmpty ? nil : try TypedDay.one(day, .coming))
        }
        var settled: Currency?
        try book.change(
            [item],
            { todo, transaction in
                if let amount {
                    let reader = transaction.reader
                    if todo.amount == nil { settled = try transaction.settleCurrency(for: amount) }
                    let usual = try todo.amount?.currency ?? reader.currency()
                    edit.values[.amount] = FieldValue(
                        amount.isEmpty ? nil : try Amount(amount, of: .expense, usual: usual, local: .local))
                }
                return .edit(todo.id, edit)
            }, { _ in "Changed" })
        Output.tell(settled: settled)
    }
}
