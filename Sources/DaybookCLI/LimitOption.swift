import ArgumentParser

/// How many a command shows.
struct LimitOption: ParsableArguments {
    @Option(
        name: .customLong("limit"), help: ArgumentHelp("At most so many.", valueName: "number"),
        transform: TypedText.number)
    var count: Int?

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--limit is \(count). Give a number from 1.") }
    }
}
