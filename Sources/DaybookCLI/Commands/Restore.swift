import ArgumentParser
import DaybookStorage

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of everything in the book.",
        discussion: """
            The server may go on running. Devices that sync with the book notice, and give back what they have and the \
            backup lacks. Putting the file itself back would leave them unaware.
            """)

    @Argument(help: "The backup, a book itself.", completion: .file(), transform: TypedText.plain)
    var backup: String

    @OptionGroup var book: BookOptions

    func run() throws {
        let progress = Progress("Restoring")
        defer { progress.end() }
        // Before the book is opened: under a mistyped name of a backup no empty book is made.
        let backup = try Backup(of: backup)
        let (todos, entries, before, after) = try book.using(makes: true) { book in
            // A book of which not even that can be read is restored all the same.
            let before = (try? book.read { try $0.remote() })?.url
            try book.restore(from: backup)
            book.foldLog()
            return try book.read { try ($0.count(), $0.entryCount(), before, $0.remote()?.url) }
        }
        progress.end()
        var output = Output()
        output.append(
            "Restored \(todos) \(todos == 1 ? "to-do" : "to-dos") and \(entries) \(entries == 1 ? "entry" : "entries").\n"
        )
        if let after, after != before {
            output.append("The book syncs with \(after) now, as the backup did.\n")
        } else if let before, after == nil {
            output.append("The backup synced with no server: `daybook remote add \(before)` has the book sync again.\n")
        }
        try output.flushChange()
    }
}
