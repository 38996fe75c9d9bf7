import ArgumentParser
import DaybookStorage
import Foundation

/// Which book a command is about.
struct BookOptions: ParsableArguments {
    @Option(
        name: .customLong("book"),
        help: ArgumentHelp("The book to use, instead of your own.", valueName: "path"), completion: .file(),
        transform: TypedText.plain)
    var path: String?

    /// To be closed in the end: that brings everything into the one file, if no other program has it open.
    func open() throws -> Book { try Book(path: location()) }

    /// Opens the book for as long as `body` takes.
    func using<Value>(_ body: (Book) throws -> Value) throws -> Value {
        let book = try open()
        defer { try? book.close() }
        return try body(book)
    }

    /// The path of the book.
    func location() throws -> String { try Self.location(option: path) { Environment.variable($0) } }

    /// Reads the book. `body` may throw `CommandFailure`.
    ///
    /// - Throws: also if --book names a file that isn't there: an empty list would look as if everything were lost.
    func read<Value>(_ body: (BookReader) throws -> Value) throws -> Value {
        if let path, !path.isEmpty, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("There is no book at \(path). Check the path; 'daybook add' makes a new one there.")
        }
        var failure: CommandFailure?
        do {
            return try using { book in try book.read { book in try Self.keeping(&failure) { try body(book) } } }
        } catch {
            throw failure ?? error
        }
    }

    /// Changes the book, by all of `body` or not at all. `body` may throw `CommandFailure`.
    func write<Value>(_ body: (BookTransaction) throws -> Value) throws -> Value {
        var failure: CommandFailure?
        do {
            return try using { book in
                let value = try book.write { transaction in try Self.keeping(&failure) { try body(transaction) } }
                book.foldLog()
                return value
            }
        } catch {
            throw failure ?? error
        }
    }

    /// A book throws errors of its own only, so a failure that passes through one is kept beside it.
    private static func keeping<Value>(_ failure: inout CommandFailure?, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as CommandFailure {
            failure = error
            throw error
        }
    }

    /// The path of the book: the option, else the environment's, else a file in the folder for a person's data.
    /// Variables that are set to nothing count as not set.
    static func location(option: String?, environment: (String) -> String?) throws(CommandFailure) -> String {
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

        if let option {
            guard !option.isEmpty else { throw CommandFailure("--book is empty; name a file.") }
            return option
        }
        if let path = variable("DAYBOOK_BOOK") { return path }
        return try dataFolder(environment: environment) + "/book.sqlite"
    }

    /// The folder for a person's data.
    static func dataFolder(environment: (String) -> String?) throws(CommandFailure) -> String {
        // The XDG specification has relative paths ignored.
        if let folder = environment("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/daybook" }
        guard let home = environment("HOME"), !home.isEmpty else {
            throw CommandFailure("There is no $HOME to find your book in; name one with --book.")
        }
        return home + "/.local/share/daybook"
    }
}
