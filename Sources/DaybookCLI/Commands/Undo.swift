import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
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

struct ImportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "Show what was imported, and the runs of the rules, or take one back.",
        discussion: """
            The last \(ImportNote.limit) are remembered, whatever came after them. An import that was taken back can be imported \
            again. It doesn't sync: take an import back where it was made.
            """,
        subcommands: [Show.self, Undo.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show what was imported, and the runs of the rules, the newest first.")

        @Flag(help: "Print them as JSON.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let all = try book.read { try $0.pastImports() }
            var output = Output()
            if json {
                output.append(all.json)
            } else if all.isEmpty {
                output.append("Nothing was imported that can be taken back.\n")
            }
            for (index, past) in all.enumerated() where !json {
                output.append(Int64(index + 1), width: 4)
                let clock = LocalTime.local(past.note.time)
                output.append("  \(clock.day.text) \(TimeOfDay(minute: clock.minute)?.text ?? "")  ")
                output.append(terminal: past.name)
                output.append(
                    past.note.kind == .rules ? "  changed \(past.note.count)\n" : "  added \(past.note.count)\n")
            }
            try output.flush()
        }
    }

    struct Undo: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo", abstract: "Take an import, or a run of the rules, back.",
            discussion: "What was changed since stays. Imported again, the file adds the rest as new.")

        @Argument(help: "Its number, as 'daybook imports' shows it.")
        var number: Int

        @OptionGroup var book: BookOptions

        func run() throws {
            let (name, kept) = try book.write(undoable: false) { book in
                let all = try book.reader.pastImports()
                guard all.indices.contains(number - 1),
                    let change = try RememberedChange.named(all[number - 1].id, in: book)
                else { throw CommandFailure("There is no import \(number). 'daybook imports' shows all.") }
                return (all[number - 1].name, try change.takeBack(in: book))
            }
            try Output.say("Took back", name, kept == 0 ? "" : " \(kept) changed since, and stay.")
        }
    }
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
