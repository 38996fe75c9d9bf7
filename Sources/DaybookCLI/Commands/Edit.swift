import ArgumentParser
import DaybookCore
import DaybookStorage

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change the title, description, notes, amount or days of a to-do.")

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
        name: [.customLong("due"), .customLong("on")],
        help: ArgumentHelp(
            "The day on which it is due, such as 2026-12-01, tomorrow or \"friday 15:00\"; \"\" for none. The start moves "
                + "along.", valueName: "day"),
        transform: { $0.isEmpty ? TypedMoment() : try TypedMoment($0) })
    var due: TypedMoment?

    @Option(
        help: ArgumentHelp("The day on which to begin; \"\" for none.", valueName: "day"),
        transform: { $0.isEmpty ? TypedMoment() : try TypedMoment($0) })
    var start: TypedMoment?

    @Flag(inversion: .prefixedNo, help: "Put it on Today, or take it off. What is due stays due.")
    var today: Bool?

    @OptionGroup var book: BookOptions

    func validate() throws {
        if title == nil, description == nil, notes == nil, amount == nil, due == nil, start == nil, today == nil {
            throw ValidationError(
                "There is nothing to change. Give --title, --description, --notes, --amount, --due, --start, --today or "
                    + "--no-today.")
        }
    }

    func run() throws {
        var edit = TodoEdit(title: title, description: description, notes: notes)
        due?.put(into: &edit.values, .due, .dueTime)
        start?.put(into: &edit.values, .start, .startTime)
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
                if let today {
                    let change = today ? TodoEdit.onToday(.local()) : todo.offToday(.local())
                    for (field, value) in change.values.all { edit.values[field] = edit.values[field] ?? value }
                }
                return .edit(todo.id, edit)
            }, { _ in "Changed" })
        Output.tell(settled: settled)
    }
}
