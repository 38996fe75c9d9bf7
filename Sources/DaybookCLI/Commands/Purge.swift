import ArgumentParser
import DaybookCore
import DaybookStorage

struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove for good what deleted items contained.",
        discussion: """
            Texts, amounts and recordings leave this book. The fact of the deletion and the names of an entry's tags stay. \
            Each device and the server keep their own copies until you purge them too. A device that was offline during \
            the deletion and edited the item afterwards will restore its own copy when it syncs.
            """)

    @Option(
        name: .customLong("older-than"),
        help: ArgumentHelp("Only what was deleted that long ago. (default: 90)", valueName: "days"),
        transform: TypedText.number)
    var days: Int = 90

    @OptionGroup var book: BookOptions

    func validate() throws {
        guard (0...36_500).contains(days) else {
            throw ValidationError("--older-than is \(days). Give days from 0 to 36500.")
        }
    }

    func run() throws {
        let time = Timestamp(milliseconds: Timestamp.now().milliseconds - Int64(days) * 86_400_000)
        let count = try book.write { try $0.purge(deletedBefore: time) }
        try Output.confirm { $0.append("Purged \(count) deleted \(count == 1 ? "thing" : "things")\n") }
    }
}
