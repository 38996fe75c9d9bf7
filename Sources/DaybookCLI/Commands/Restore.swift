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
        let (todos, entries, own, other) = try book.using(makes: true) { book in
            let other = try book.restore(from: backup)
            book.foldLog()
            return try book.read { try ($0.count(), $0.entryCount(), $0.remote()?.url, other) }
        }
        progress.end()
        var output = Output()
        output.append(
            "Restored \(todos) \(todos == 1 ? "to-do" : "to-dos") and \(entries) \(entries == 1 ? "entry" : "entries").\n"
        )
        if let own {
            output.append("The book syncs with \(own)\(own == other ? "" : ", as before").\n")
        } else if let other {
            output.append("The backup synced with \(other): `daybook remote add \(other)` has the book sync again.\n")
        }
        try output.flushChange()
    }
}
