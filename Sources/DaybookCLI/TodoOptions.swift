import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

/// Options that commands for to-dos share.
struct TodoOptions: ParsableArguments {
    @Option(
        name: .customLong("repeat-mode"),
        help: ArgumentHelp(
            "Whether every one counts (every), missed ones are passed over (passing), or it counts from completion (after-done).",
            valueName: "mode"),
        transform: { try TypedRule.mode($0) })
    var mode: RepeatMode?

    @Option(
        help: ArgumentHelp("How important it is: none, low, medium or high.", valueName: "priority"),
        transform: { try TypedText.choice($0, of: Todo.priorities, "priority") })
    var priority: FieldValue?

    @Option(help: ArgumentHelp("The list in which it lies, by its name; inbox for none.", valueName: "list"))
    var list: KindName<ItemList>?

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "The account that pays its amount; \"\" for the default one. 'daybook money-account' shows all.",
            valueName: "account"), transform: TypedText.plain)
    var account: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The account to which finishing it moves its amount; \"\" for none: it books an expense or an income.",
            valueName: "account"), transform: TypedText.plain)
    var paysInto: String?

    @Option(
        help: ArgumentHelp(
            "What finishing it books of its amount, unless it goes --to an account: expense or income.",
            valueName: "kind"),
        transform: { try TypedText.choice($0, of: Todo.bookings, "kind") })
    var books: FieldValue?

    @Option(
        help: ArgumentHelp("Whether its amount is exact, or about so much: exact or about.", valueName: "estimate"),
        transform: { try TypedText.choice($0, of: Todo.estimates, "estimate") })
    var estimate: FieldValue?

    @Option(
        help: ArgumentHelp(
            "The to-do under which it stands, by its number or the start of its id.", valueName: "item"))
    var parent: ItemName?

    @Option(
        name: .customLong("tag"), help: ArgumentHelp("A tag to add; give it once for each.", valueName: "name"),
        transform: TypedText.plain)
    var tags: [String] = []

    @Option(
        name: .customLong("remind"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "When to remind of it: -30m, -2h or -1d before it is due, start-1h before its start, or a moment such as \"fri 9:00\"; give it once for each.",
            valueName: "when"),
        transform: { try TypedReminder($0).reminder })
    var reminders: [Reminder] = []

    var isEmpty: Bool {
        mode == nil && priority == nil && list == nil && account == nil && paysInto == nil && books == nil
            && estimate == nil && parent == nil && tags.isEmpty && reminders.isEmpty
    }

    /// The fields that were given, with their values, but for the tags.
    func values(in book: BookReader) throws -> FieldValues {
        var values = FieldValues()
        values[.priority] = priority
        if let list { values[.list] = FieldValue(try list.id(in: book)) }
        values[.books] = books
        values[.estimate] = estimate
        for (field, argument) in [(Field.account, account), (.paysInto, paysInto)] {
            guard let argument else { continue }
            let name = AccountName(argument: argument)
            values[field] = try name.map { .entity(try $0.account(in: book).id) } ?? .nothing
        }
        if books == .choice(1), values[.paysInto]?.entity != nil {
            throw CommandFailure(
                "What goes --to an account is a transfer, and no income. For an income, name its account with --account."
            )
        }
        if let parent { values[.parent] = .entity(try parent.todo(in: book).todo.id) }
        if !reminders.isEmpty { values[.reminders] = .texts(reminders.map(\.text)) }
        return values
    }
}

extension [String] {
    /// Tags with others added, and some taken away, however those are spelled.
    ///
    /// - Parameters:
    ///   - noun: what bears them.
    ///   - command: which command shows them.
    func changed(
        adding added: [String], removing removed: [String], of noun: String, shownBy command: String
    ) throws(CommandFailure) -> [String] {
        let gone = removed.map { TagNames.key($0) }
        let present = map { TagNames.key($0) }
        if let tag = removed.first(where: { !present.contains(TagNames.key($0)) }) {
            throw CommandFailure(
                "The \(noun) has no tag \"\(tag)\". 'daybook \(command)' shows the tags that it has.")
        }
        return filter { !gone.contains(TagNames.key($0)) } + added
    }
}
