import ArgumentParser
import DaybookStorage

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of everything in the book.",
        discussion: """
            The server may go on running. Devices that sync with the book notice, and give back what they have and the \
            backup lacks. Putting the file itself back would leave them unaware.
            """)

    @Argument(help: "The backup, a book itself.", completion: .file())
    var backup: String

    @OptionGroup var book: BookOptions

    func run() throws {
        let book = try book.open()
        try book.restore(from: backup)
        book.foldLog()
        let count = try book.read { try $0.count() }
        var output = Output()
        output.append("Restored \(count) items.\n")
        output.flush()
    }
}
