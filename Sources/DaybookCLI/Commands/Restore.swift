import ArgumentParser
import DaybookCore
import DaybookStorage
import Foundation

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace everything in the book with a backup.",
        discussion: """
            The book as it was is kept in a file beside it. On a terminal the command asks first.

            The server may go on running. Devices that sync with the book notice, and give back what they have and the \
            backup lacks. Don't put the backup's file in the place of the book's by hand: devices wouldn't notice.
            """)

    @Argument(help: "The backup, a book itself.", completion: .file(), transform: TypedText.plain)
    var backup: String

    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var book: BookOptions

    func run() throws {
        // Before the book is opened: under a mistyped name of a backup no empty book is made.
        let backup = try Backup(of: backup)
        guard try yes || confirm() else { throw CommandFailure("Nothing was changed.") }
        let progress = Progress("Restoring")
        defer { progress.end() }
        let kept = try keepOld()
        let (todos, entries, own, other) = try restore(backup, orDelete: kept)
        progress.end()
        var output = Output()
        output.append(
            "Restored \(todos) \(todos == 1 ? "to-do" : "to-dos") and \(entries) \(entries == 1 ? "entry" : "entries").\n"
        )
        if let kept {
            output.append("The book as it was is kept in ")
            output.append(terminalLine: kept)
        }
        if let own {
            output.append("The book syncs with \(own)\(own == other ? "" : ", as before").\n")
        } else if let other {
            output.append("The backup synced with \(other): `daybook remote add \(other)` has the book sync again.\n")
        }
        try output.flushChange()
    }

    private func restore(
        _ backup: Backup, orDelete kept: String?
    ) throws -> (todos: Int, entries: Int, own: String?, other: String?) {
        do {
            return try book.using(makes: true) { book in
                let other = try book.restore(from: backup)
                book.foldLog()
                return try book.read { try ($0.count(), $0.entryCount(), $0.remote()?.url, other) }
            }
        } catch {
            // The book is as it was, and needs no copy.
            if let kept { unlink(kept) }
            throw error
        }
    }

    /// Asks, where somebody can answer.
    private func confirm() throws -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1, let old = try counts() else { return true }
        var output = Output()
        output.append("This replaces \(old) in ")
        output.append(terminal: try book.location())
        output.append(" with the backup. Go on? [y/N] ")
        output.flushToStandardError()
        return ["y", "yes"].contains(readLine()?.trimmed.lowercased() ?? "")
    }

    /// Tells what the book holds; nil if that is nothing, or can't be read.
    private func counts() throws -> String? {
        guard let (todos, entries) = try? book.look({ try ($0.count(), $0.entryCount()) }), todos + entries > 0 else {
            return nil
        }
        return "\(todos) \(todos == 1 ? "to-do" : "to-dos") and \(entries) \(entries == 1 ? "entry" : "entries")"
    }

    /// Copies the book to a file of a dated name beside it.
    ///
    /// - Returns: the copy; nil if there is no book yet, or nothing in it.
    private func keepOld() throws -> String? {
        guard try book.isFilled() else { return nil }
        let path = try book.location()
        let start = "\(path).before-restore-\(CivilDate.local().text)"
        let names = [start] + (2...1_000).map { "\(start)-\($0)" }
        guard let kept = names.first(where: { access($0, F_OK) != 0 }) else {
            throw CommandFailure("There are too many copies of \(path). Delete some: \(path).before-restore-*")
        }
        do {
            try Book.copy(path, to: kept)
        } catch {
            guard case .damaged = error else { throw error }
            // The file stays as it is, for somebody who can save more of it.
            for end in ["", "-wal"] where access(path + end, F_OK) == 0 {
                try FileManager.default.copyItem(atPath: path + end, toPath: kept + end)
            }
        }
        return kept
    }
}
