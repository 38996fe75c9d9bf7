import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

/// The command for the things of a kind. It follows from the kind, its fields and its face.
struct KindCommand<Owner: FacedKind>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let face = Owner.face
        let move: [any ParsableCommand.Type] = face.isNumbered ? [Move.self] : []
        return CommandConfiguration(
            commandName: face.name, abstract: face.abstract, discussion: face.discussion,
            subcommands: [Show.self, Add.self, Edit.self] + move + [Delete.self] + face.more,
            defaultSubcommand: Show.self, aliases: face.aliases)
    }

    struct Show: KindStep {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "show", abstract: Owner.face.shows)
        }

        @Flag(help: "Print the \(Owner.kind.nouns) as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func perform() throws -> Output {
            try book.read { book in
                let rows = try book.all(Owner.self)
                var output = Output()
                if json {
                    output.append(ItemJSON<Owner>.numbered.list(rows))
                } else if let show = Owner.face.show {
                    try show(rows, book, &output)
                } else {
                    for row in rows { output.append(terminalLine: Owner.face.line(row)) }
                }
                if rows.isEmpty, output.bytes.isEmpty {
                    output.append("There are no \(Owner.kind.nouns). \(Owner.face.start)\n")
                }
                return output
            }
        }

        func run() throws {
            var output = try perform()
            try output.flush()
        }
    }

    struct Add: KindStep {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "add", abstract: Owner.face.adds)
        }

        @OptionGroup var fields: FieldArguments<Owner, Adding>
        @OptionGroup var book: BookOptions

        func perform() throws -> Output {
            let (name, number) = try book.add { book in
                let row = try book.add(Owner.self, Changes(fields.values(in: book.reader)))
                try Owner.face.check(row, book.reader)
                if let place = fields.place { try book.move(row, to: place) }
                return (row.item.name, try book.reader.number(of: row))
            }
            return .saying(Owner.self, Owner.face.made, number, name, Owner.face.hint)
        }
    }

    struct Edit: KindStep {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "edit", abstract: Owner.face.edits)
        }

        @Argument(help: ArgumentHelp("\(Owner.face.naming)", valueName: Owner.kind.noun.text))
        var thing: KindName<Owner>

        @OptionGroup var fields: FieldArguments<Owner, Editing>
        @OptionGroup var book: BookOptions

        func validate() throws {
            guard fields.isEmpty else { return }
            throw ValidationError(
                "There is nothing to change. Give an option; 'daybook help \(Owner.face.name) edit' names them all.")
        }

        func perform() throws -> Output {
            let (name, number) = try book.write { book in
                var row = try thing.row(in: book.reader)
                try book.carryOut(.edit(Owner.kind, row.item.id, Changes(fields.values(in: book.reader))))
                if let place = fields.place { try book.move(row, to: place) }
                row = try book.reader.find(Owner.self, row.item.id) ?? row
                try Owner.face.check(row, book.reader)
                return (row.item.name, try book.reader.number(of: row))
            }
            return .saying(Owner.self, "Changed", number, name)
        }
    }

    struct Move: KindStep {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "move", abstract: "Put \(Owner.kind.one) to another place in the order.")
        }

        @Argument(help: ArgumentHelp("\(Owner.face.naming)", valueName: Owner.kind.noun.text))
        var thing: KindName<Owner>

        @Argument(help: "The number that it is to have.", transform: TypedText.number)
        var place: Int

        @OptionGroup var book: BookOptions

        func perform() throws -> Output {
            try book.write { book in try book.move(thing.row(in: book.reader), to: place) }
            var output = Output()
            output.append("Moved the \(Owner.kind.noun) to place \(place)\n")
            return output
        }
    }

    struct Delete: KindStep {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "delete", abstract: Owner.face.deletes, discussion: Owner.face.deletion)
        }

        @Argument(help: ArgumentHelp("\(Owner.face.naming)", valueName: Owner.kind.noun.text))
        var thing: KindName<Owner>

        @OptionGroup var book: BookOptions

        func perform() throws -> Output {
            let (name, farewell) = try book.write { book in
                let row = try thing.row(in: book.reader)
                let farewell = try Owner.face.farewell(row, book.reader)
                try book.carryOut(.delete(Owner.kind, row.item.id))
                return (row.item.name, farewell)
            }
            return .saying(Owner.self, "Deleted", nil, name, farewell)
        }
    }
}

/// A command for the things of a kind: what it does, it says.
protocol KindStep: ParsableCommand {
    /// Does it.
    ///
    /// - Returns: the text for standard output.
    func perform() throws -> Output
}

extension KindStep {
    func run() throws {
        var output = try perform()
        try output.flushChange()
    }
}

extension BookReader {
    /// The place of a thing among those of its kind, from 1.
    fileprivate func number<Owner: FacedKind>(of row: KindRow<Owner>) throws -> Int? {
        guard Owner.face.isNumbered else { return nil }
        return try all(Owner.self).firstIndex { $0.item.id == row.item.id }.map { $0 + 1 }
    }
}

extension BookTransaction {
    /// Puts a thing to a place among those of its kind, from 1.
    fileprivate func move<Owner: FacedKind>(_ row: KindRow<Owner>, to place: Int) throws {
        let things = try reader.all(Owner.self).map(\.item)
        guard things.indices.contains(place - 1) else {
            let (count, nouns) = (things.count, Owner.face.isNumbered ? Owner.kind.nouns.text : "places")
            throw CommandFailure("There are \(count) \(nouns). Give a number from 1 to \(count).")
        }
        for action in things.moving(row.item.id, to: place - 1) { try carryOut(action) }
    }
}

extension Output {
    /// Says what was done to a thing: “Changed rule 2”, or “Changed the list “Home”.”
    fileprivate static func saying<Owner: FacedKind>(
        _: Owner.Type, _ verb: String, _ number: Int?, _ name: String, _ more: String = ""
    ) -> Output {
        var output = Output()
        if let number {
            output.append("\(verb) \(Owner.kind.noun) \(number)\(more)\n")
        } else {
            output.say("\(verb) the \(Owner.kind.noun)", name, more)
        }
        return output
    }

    mutating func append(terminalLine line: String) {
        append(terminal: line)
        append("\n")
    }

    private mutating func say(_ what: String, _ name: String, _ more: String = "") {
        append("\(what) “")
        append(terminal: name)
        append("”.\(more)\n")
    }

    /// Says what was done to something with a name.
    static func say(_ what: String, _ name: String, _ more: String = "") throws {
        var output = Output()
        output.say(what, name, more)
        try output.flushChange()
    }
}
