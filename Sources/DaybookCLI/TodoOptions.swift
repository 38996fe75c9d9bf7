import ArgumentParser
import DaybookCore

/// What commands say of a to-do in the same words.
struct TodoOptions: ParsableArguments {
    @Option(
        name: .customLong("repeat-mode"),
        help: ArgumentHelp(
            "Whether every one counts (every), missed ones are passed over (passing), or it counts from completion (after-done).",
            valueName: "mode"),
        transform: { try TypedRule.mode($0) })
    var mode: RepeatMode?

    /// The fields that were given, with their values.
    var values: FieldValues { FieldValues() }
}
