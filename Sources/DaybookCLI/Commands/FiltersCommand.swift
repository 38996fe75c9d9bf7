import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters", abstract: "Show the saved filters, or make, change and delete them.",
        discussion:
            "'daybook list --saved NAME' shows what a filter asks for. 'daybook help list' has the terms of a query.",
        subcommands: [Show.self, Add.self, Edit.self, Delete.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the filters, and what each asks for.")

        @Flag(help: "Print the filters as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let rows = try book.read { try $0.all(SavedFilter.self) }
            var output = Output()
            if json {
                output.append(ItemJSON<SavedFilter>.numbered.list(rows))
            } else if rows.isEmpty {
                output.append("There are no filters. To save one, run: daybook filters add Soon 'due<=today+7'\n")
            }
            for row in rows where !json {
                output.append(terminal: row.item.name)
                output.append(": ")
                output.append(terminal: row.item.query)
                output.append("\n")
            }
            try output.flush()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Save a filter, the last of them.")

        @Argument(help: "What it is called.", transform: TypedText.plain)
        var name: String

        @Argument(help: "What it asks for, as 'daybook list --where' takes it.", transform: FilterName.query)
        var query: String

        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write(makes: true) { book in
                var values = FieldValues()
                values[.title] = .text(name)
                values[.query] = .text(query)
                try book.add(SavedFilter.self, Changes(values))
            }
            try Output.say("Saved the filter", name)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Rename a filter, or change its place or what it asks for.")

        @Argument(help: "Its name, or the start of its id.")
        var filter: FilterName

        @Option(help: ArgumentHelp("The new name.", valueName: "text"), transform: TypedText.plain)
        var name: String?

        @Option(
            name: .customLong("where"), help: ArgumentHelp("What it is to ask for.", valueName: "query"),
            transform: FilterName.query)
        var query: String?

        @OptionGroup var place: PlaceOption
        @OptionGroup var book: BookOptions

        func validate() throws {
            guard name == nil, query == nil, place.place == nil else { return }
            throw ValidationError(
                "There is nothing to change. Give an option; 'daybook help filters edit' names them all.")
        }

        func run() throws {
            let row = try book.write { book in
                let row = try filter.row(in: book.reader)
                var values = FieldValues()
                if let name { values[.title] = .text(name) }
                if let query { values[.query] = .text(query) }
                try book.carryOut(.edit(.filter, row.item.id, Changes(values)))
                try place.move(row.item.id, among: book.reader.all(SavedFilter.self).map(\.item), in: book)
                return try book.reader.find(SavedFilter.self, row.item.id) ?? row
            }
            try Output.say("Changed the filter", row.item.name)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a filter. 'daybook undo' brings it back.")

        @Argument(help: "Its name, or the start of its id.")
        var filter: FilterName

        @OptionGroup var book: BookOptions

        func run() throws {
            let row = try book.write { book in
                let row = try filter.row(in: book.reader)
                try book.carryOut(.delete(.filter, row.item.id))
                return row
            }
            try Output.say("Deleted the filter", row.item.name)
        }
    }
}

typealias FilterName = KindName<SavedFilter>

extension FilterName {
    /// A query that can be read, as it was typed.
    static func query(_ text: String) throws -> String {
        let text = TypedText.plain(text)
        if text.isBlank { throw ValidationError("A filter needs a query. Type a term such as 'due<=today+7'.") }
        do throws(QueryError) { _ = try TodoQuery(text) } catch { throw ValidationError(error.message) }
        return text
    }
}
