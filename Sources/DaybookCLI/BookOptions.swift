import ArgumentParser
import DaybookBook
import DaybookStorage
import Foundation

/// Which book a command is about.
struct BookOptions: ParsableArguments {
    @Option(
        name: .customLong("book"),
        help: ArgumentHelp("The book to use, instead of your own.", valueName: "path"), completion: .file(),
        transform: TypedText.plain)
    var path: String?

    /// The kinds that books know.
    @TaskLocal static var kinds: [any KindTable.Type] = Book.kinds

    /// To be closed in the end: that brings everything into the one file, if no other program has it open.
    ///
    /// - Parameter makes: whether a book that isn't there is made. Under a mistyped name an empty one would look as if
    ///   everything were lost.
    func open(makes: Bool) throws -> Book {
        let path = try location()
        guard try makes || Self.isThere(path) else { throw Self.none(at: path) }
        return try Book(path: path, kinds: Self.kinds)
    }

    /// Opens the book for as long as `body` takes.
    func using<Value>(makes: Bool, _ body: (Book) throws -> Value) throws -> Value {
        try Self.closing(open(makes: makes), body)
    }

    /// The path of the book.
    func location() throws -> String {
        var path = try Self.location(option: path) { Environment.variable($0) }
        if path.hasPrefix("/") { return path }
        // To SQLite these would be no names of files.
        if path.hasPrefix("file:") || path == ":memory:" { path = "./" + path }
        guard let folder = getcwd(nil, 0) else {
            throw CommandFailure(
                "\(path) can't be found, because the current folder was deleted. Change to another folder, or name the book by "
                    + "its whole path.")
        }
        free(folder)
        return path
    }

    /// Reads the book; one that isn't there isn't made. A person's own is empty until something is written.
    func read<Value>(_ body: (BookReader) throws -> Value) throws -> Value {
        let path = try location()
        let isNamed = self.path != nil || Environment.variable("DAYBOOK_BOOK") != nil
        guard try Self.isThere(path) else {
            guard !isNamed else { throw Self.none(at: path) }
            return try Self.closing(.inMemory()) { try $0.read(body) }
        }
        guard access(path, R_OK) == 0 else {
            throw BookError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
        // SQLite keeps files of its own beside it.
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        guard access(path, W_OK) == 0, access(folder, W_OK) == 0 else { return try Book.readCopy(of: path, body) }
        return try Book.read(at: path, body)
    }

    /// Reads the book as a change would find it: empty, where a change would make it.
    func look<Value>(_ body: (BookReader) throws -> Value) throws -> Value {
        guard try Self.isThere(location()) else { return try Self.closing(.inMemory()) { try $0.read(body) } }
        return try read(body)
    }

    /// Changes the book, by all of `body` or not at all.
    ///
    /// - Parameters:
    ///   - makes: as `open(makes:)` takes it.
    ///   - undoable: whether `daybook undo` can take it back.
    ///   - note: what it was, if it stands in the list of imports.
    func write<Value>(
        makes: Bool = false, undoable: Bool = true, showing progress: Progress = Progress("Writing"),
        noting note: (Value) -> PastImport.Note? = { _ in nil }, _ body: (BookTransaction) throws -> Value
    ) throws -> Value {
        defer { progress.end() }
        return try using(makes: makes) { book in
            let value = try book.write {
                try undoable ? RememberedChange.remembering($0, noting: note, body) : body($0)
            }
            book.foldLog()
            return value
        }
    }

    /// Adds something to the book, which is made if it isn't there; all of it or nothing.
    ///
    /// - Parameter body: may be called twice.
    func add<Value>(_ body: (BookTransaction) throws -> Value) throws -> Value {
        try beforeMaking { _ = try body($0) }
        return try write(makes: true, body)
    }

    /// Calls `body` with an empty book in memory, if there is no book yet: what can't be written would leave an empty
    /// one.
    func beforeMaking(_ body: (BookTransaction) throws -> Void) throws {
        if try !Self.isThere(location()) { try Self.closing(.inMemory(kinds: Self.kinds)) { try $0.write(body) } }
    }

    private static func closing<Value>(_ book: Book, _ body: (Book) throws -> Value) throws -> Value {
        defer { try? book.close() }
        return try body(book)
    }

    /// Tells whether there is something at `path`, or may be, in a folder that can't be looked into; an empty file isn't one
    /// yet.
    ///
    /// - Throws: `logWithoutBook`, so that nobody takes what lies there for an empty book.
    private static func isThere(_ path: String) throws(BookError) -> Bool {
        var file = stat()
        if stat(path, &file) != 0 {
            guard errno == ENOENT || errno == ENOTDIR else { return true }
        } else if file.st_mode & S_IFMT != S_IFREG || file.st_size > 0 {
            return true
        }
        try Book.checkLog(path)
        return false
    }

    /// Tells whether there is a book with something in it, be it deleted.
    func isFilled() throws -> Bool { try Self.isThere(location()) && !look { try $0.isEmpty() } }

    /// Throws if there is no book.
    func checkThere() throws {
        let path = try location()
        guard try Self.isThere(path) else { throw Self.none(at: path) }
    }

    private static func none(at path: String) -> CommandFailure {
        CommandFailure("There is no book at \(path). Check the path. 'daybook add' creates a new book there.")
    }

    /// The path of the book: the option, else the environment's, else a file in the folder for a person's data.
    static func location(option: String?, environment: (String) -> String?) throws(CommandFailure) -> String {
        if let option {
            guard !option.isEmpty else { throw CommandFailure("--book is empty. Name a file.") }
            return option
        }
        if let path = environment("DAYBOOK_BOOK") { return path }
        return try dataFolder(environment: environment) + "/book.sqlite"
    }

    /// The folder for a person's data.
    static func dataFolder(environment: (String) -> String?) throws(CommandFailure) -> String {
        // The XDG specification has relative paths ignored.
        if let folder = environment("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/daybook" }
        guard let home = environment("HOME") else {
            throw CommandFailure("$HOME isn't set, so your book can't be found. Name it with --book.")
        }
        return home + "/.local/share/daybook"
    }
}
