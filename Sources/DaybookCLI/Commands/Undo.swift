import ArgumentParser
import DaybookServer
import DaybookStorage

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change that was made on the command line.",
        discussion: """
            Give it again to undo the change before that, up to 20 changes. A change that others build on isn't undone: \
            the command says which item was changed since.
            """)

    @OptionGroup var book: BookOptions

    func run() throws { try book.repeatChange(undoing: true) }
}

struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Repeat the change that was undone last.")

    @OptionGroup var book: BookOptions

    func run() throws { try book.repeatChange(undoing: false) }
}

extension BookOptions {
    /// How many lines tell what was done; an import has more.
    private static let mostLines = 10

    fileprivate func repeatChange(undoing: Bool) throws {
        let (changes, names) = try write(undoable: false) { book in
            do {
                guard let change = try RememberedChange.next(in: book, undone: !undoing) else {
                    throw CommandFailure(
                        undoing
                            ? "There is nothing to undo. 'daybook undo' knows the last 20 changes of this book's command line."
                            : "There is nothing to do again.")
                }
                return (try change.apply(undoing: undoing, in: book), try AccountNames(book.reader))
            } catch let error as ChangeFailure {
                throw CommandFailure(error.message)
            }
        }
        var output = Output()
        for change in changes.prefix(Self.mostLines) {
            let verb = "\(undoing ? "Undone" : "Done again"): \(change.verb)"
            switch change.row {
            case .todo(let row): output.append(verb, row)
            case .entry(let row): output.append(verb, row)
            case .transfer(let row): output.append(verb, row, names)
            }
        }
        if changes.count > Self.mostLines { output.append("… and \(changes.count - Self.mostLines) more\n") }
        if changes.isEmpty { output.append(undoing ? "Undone\n" : "Done again\n") }
        try output.flushChange()
    }
}
