import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists", abstract: "Show the lists of to-dos, or make, change and delete them.",
        subcommands: [Show.self, Add.self, Edit.self, Delete.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the lists, and how many open to-dos lie in each.")

        @Flag(help: "Print the lists as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let (rows, counts) = try book.read { (try $0.lists(), try $0.listCounts()) }
            var output = Output()
            if json {
                output.append(ItemJSON<ItemList>.numbered.list(rows))
                return try output.flush()
            }
            output.append("Inbox (\(counts[nil] ?? 0))\n")
            for row in rows {
                output.append(terminal: row.list.name)
                output.append(" (\(counts[row.list.id] ?? 0))")
                if row.list.isArchived { output.append(", put away") }
                output.append("\n")
            }
            try output.flush()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Make a list, the last of them.")

        @Argument(help: "What it is called.", transform: TypedText.plain)
        var name: String

        @OptionGroup var options: ListOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write(makes: true) { book in
                var values = options.values
                values[.title] = .text(name)
                try book.add(ItemList.self, Changes(values))
            }
            try Output.say("Made the list", name)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Rename a list, or change its colour or place, or put it away.")

        @Argument(help: "Its name, or the start of its id.")
        var list: ListName

        @Option(help: ArgumentHelp("The new name.", valueName: "text"), transform: TypedText.plain)
        var name: String?

        @Flag(inversion: .prefixedNo, help: "Put it away, or take it into use again.")
        var archived: Bool?

        @OptionGroup var place: PlaceOption
        @OptionGroup var options: ListOptions
        @OptionGroup var book: BookOptions

        func validate() throws {
            guard name == nil, archived == nil, place.place == nil, options.values.isEmpty else { return }
            throw ValidationError(
                "There is nothing to change. Give an option; 'daybook help lists edit' names them all.")
        }

        func run() throws {
            let row = try book.write { book in
                let row = try list.row(in: book.reader)
                var values = options.values
                if let name { values[.title] = .text(name) }
                if let archived { values[.archivedAt] = archived ? .time(.now()) : .nothing }
                try book.carryOut(.edit(.list, row.list.id, Changes(values)))
                try place.move(row.list.id, among: book.reader.lists().map(\.list), in: book)
                return try book.reader.find(ItemList.self, row.list.id) ?? row
            }
            try Output.say("Changed the list", row.list.name)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a list. Its to-dos lie in the inbox then.",
            discussion: "'daybook undo' brings it back, with its to-dos.")

        @Argument(help: "Its name, or the start of its id.")
        var list: ListName

        @OptionGroup var book: BookOptions

        func run() throws {
            let (row, count) = try book.write { book in
                let row = try list.row(in: book.reader)
                let count = try book.reader.listCounts()[row.list.id] ?? 0
                try book.carryOut(.delete(.list, row.list.id))
                return (row, count)
            }
            try Output.say(
                "Deleted the list", row.list.name, count == 0 ? "" : " Open to-dos now in the inbox: \(count).")
        }
    }
}

/// Which place something is to have among those of its kind.
struct PlaceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Its place in the order, from 1.", valueName: "number"), transform: TypedText.number)
    var place: Int?

    func move<Thing: NamedEntity>(_ id: EntityID, among things: [Thing], in book: BookTransaction) throws {
        guard let place else { return }
        guard (1...things.count).contains(place) else {
            throw CommandFailure("There are \(things.count) places. Give a number from 1 to \(things.count).")
        }
        for action in things.moving(id, to: place - 1) { try book.carryOut(action) }
    }
}

/// Options that commands for lists share.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("One of \(ItemList.colours.joined(separator: ", ")).", valueName: "colour"),
        transform: { try TypedText.choice($0, of: ItemList.colours, "colour") })
    var colour: FieldValue?

    var values: FieldValues {
        var values = FieldValues()
        values[.colour] = colour
        return values
    }
}

typealias ListName = KindName<ItemList>

extension ListName {
    /// The id of the list that bears the name, or throws `CommandFailure`; nil for the inbox.
    func id(in book: BookReader) throws -> EntityID? {
        if text.lowercased() == "inbox", try !book.lists().contains(where: { $0.list.name.lowercased() == "inbox" }) {
            return nil
        }
        return try row(in: book).list.id
    }
}

extension Output {
    static func say(_ what: String, _ name: String, _ more: String = "") throws {
        var output = Output()
        output.append("\(what) “")
        output.append(terminal: name)
        output.append("”.\(more)\n")
        try output.flushChange()
    }
}
