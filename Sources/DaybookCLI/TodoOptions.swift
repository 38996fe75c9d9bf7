import ArgumentParser
import DaybookCore
import DaybookExchange

/// What commands say of a to-do in the same words.
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
        transform: { try Shape.choice(Todo.priorities).value(of: $0, "priority") })
    var priority: FieldValue?

    /// The fields that were given, with their values.
    var values: FieldValues {
        var values = FieldValues()
        values[.priority] = priority
        return values
    }
}
