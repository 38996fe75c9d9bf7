import ArgumentParser
import DaybookCore

/// The option of commands that say how a to-do comes again.
struct RepeatModeOption: ParsableArguments {
    @Option(
        name: .customLong("repeat-mode"),
        help: ArgumentHelp(
            "Whether every one counts (every), missed ones are passed over (passing), or it counts from completion (after-done).",
            valueName: "mode"),
        transform: { try TypedRule.mode($0) })
    var mode: RepeatMode?
}
