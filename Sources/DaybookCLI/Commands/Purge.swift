import ArgumentParser
import DaybookCore
import DaybookStorage

struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Forget what deleted things held.",
        discussion: """
            Their texts, amounts and recordings leave this book; that they are deleted, and the names of an entry's tags, \
            stay known. Each device and the server keep theirs until they are purged themselves. Whoever has been offline \
            since before the deletion and changed such a thing after it brings it back as they have it.
            """)

    @Option(
        name: .customLong("older-than"),
        help: ArgumentHelp("Only what was deleted that long ago. (default: 90)", valueName: "days"),
        transform: TypedText.number)
    var days: Int = 90

    @OptionGroup var book: BookOptions

    func validate() throws {
        guard (0...36_500).contains(days) else {
            throw ValidationError("--older-than is \(days); give days from 0 to 36500.")
        }
    }

    func run() throws {
        let time = Timestamp(milliseconds: Timestamp.now().milliseconds - Int64(days) * 86_400_000)
        let count = try book.write { try $0.purge(deletedBefore: time) }
        var output = Output()
        output.append("Purged \(count) deleted \(count == 1 ? "thing" : "things")\n")
        try output.flushChange()
    }
}
