import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the title, description, notes, amount, days, rule, list, reminders or parent of to-dos.")

    @Argument(help: "Their numbers, or the starts of their ids.")
    var items: [ItemName]

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

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "How it comes again from here on, such as \"every 2 weeks\"; \"\" for not any more.", valueName: "rule"),
        transform: TypedText.plain)
    var rule: String?

    @Option(
        help: ArgumentHelp("A tag to take away; give it once for each.", valueName: "name"), transform: TypedText.plain)
    var untag: [String] = []

    @Flag(name: .customLong("no-parent"), help: "Put it under no other to-do.")
    var hasNoParent = false

    @Flag(name: .customLong("no-remind"), help: "Take its reminders away.")
    var hasNoReminders = false

    @OptionGroup var options: TodoOptions

    @OptionGroup var book: BookOptions

    func validate() throws {
        if let rule, !rule.isEmpty { _ = try TypedRule(rule) }
        if title == nil, description == nil, notes == nil, amount == nil, due == nil, start == nil, today == nil,
            rule == nil, untag.isEmpty, !hasNoParent, !hasNoReminders, options.isEmpty
        {
            throw ValidationError("There is nothing to change. Give an option; 'daybook help edit' names them all.")
        }
        if items.count > 1, title != nil {
            throw ValidationError(
                "Several to-dos can't get one title. Give one item with --title. Nothing was changed.")
        }
        if hasNoParent, options.parent != nil {
            throw ValidationError("Give --parent or --no-parent, not both. Nothing was changed.")
        }
    }

    func run() throws {
        var given = Changes.todo(title: title, description: description, notes: notes)
        due?.put(into: &given.values, .due, .dueTime)
        start?.put(into: &given.values, .start, .startTime)
        var settled: Currency?
        try book.change(
            items,
            { todo, transaction in
                var edit = given
                edit.values.take(try options.values(in: transaction.reader))
                if hasNoParent { edit[.parent] = .nothing }
                // New reminders come to those that it has.
                let present = hasNoReminders ? [] : todo.reminders
                if hasNoReminders || !options.reminders.isEmpty {
                    let more = options.reminders.filter { !present.contains($0) }
                    edit[.reminders] = .texts((present + more).map(\.text))
                }
                if !options.tags.isEmpty || !untag.isEmpty {
                    edit[.tag] = .texts(
                        try todo.tags.changed(
                            adding: options.tags, removing: untag, of: "to-do", shownBy: "show"))
                }
                if let amount {
                    let reader = transaction.reader
                    if todo.amount == nil { settled = try transaction.settleCurrency(for: amount) }
                    let usual = try todo.amount?.currency ?? reader.currency()
                    edit[.amount] = FieldValue(
                        amount.isEmpty ? nil : try Amount(amount, of: .expense, usual: usual, local: .local))
                }
                if let today {
                    let change = today ? Changes.onToday(.local()) : todo.offToday(.local())
                    for element in change.values.all { edit.values.fill(element.field, element.value) }
                }
                let start = edit[.start].map(\.day) ?? todo.start
                let due = edit[.due]?.day ?? todo.due ?? start
                let hasAmount = edit[.amount].map { !$0.isNothing } ?? (todo.amount != nil)
                if let rule {
                    edit[.repeats] =
                        rule.isEmpty
                        ? .nothing
                        : .repeats(
                            try TypedRule(rule).repeats(
                                due: due, hasAmount: hasAmount, options.mode ?? todo.repeats?.mode))
                } else if let mode = options.mode, var repeats = todo.repeats {
                    repeats.mode = mode
                    edit[.repeats] = .repeats(repeats)
                }
                return .edit(.todo, todo.id, edit)
            }, { _ in "Changed" })
        Output.tell(settled: settled)
    }
}
