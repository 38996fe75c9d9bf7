import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find words in to-dos, entries and transfers, in upper or lower case.",
        discussion: """
            Every word has to occur: in the title, description, notes or amount of a to-do, in the note, payee, place, \
            tags or amount of an entry, in the note or the amounts of a transfer. A day such as 2026-12-24 or "dec 24" finds what is of it.
            """)

    @Argument(help: "What to look for.", transform: TypedText.plain)
    var text: [String]

    @OptionGroup var limit: LimitOption

    @Flag(help: "Print {\"todos\": [...], \"entries\": [...], \"transfers\": [...]} as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        if query.isEmpty { throw ValidationError("There is no word to look for. Give one.") }
    }

    private var query: SearchQuery { SearchQuery(text.joined(separator: " ")) }

    func run() throws {
        let (todos, entries, transfers, names) = try book.read { book in
            let payees = try book.payeeNames()
            return try (
                found(in: book.rows()), found(in: book.entryRows()) { payees.searchTexts(of: $0.entry) },
                found(in: book.transferRows()), AccountNames(book)
            )
        }
        var output = Output()
        if json {
            output.append(Self.json(todos, entries, transfers))
        } else {
            output.append(found: todos, entries, transfers, names)
        }
        try output.flush()
    }

    /// - Parameter more: what else of a row it looks into.
    private func found<Row: ItemRow>(in rows: [Row], _ more: (Row) -> [String] = { _ in [] }) -> [Row] {
        var found: [Row] = []
        let most = limit.count ?? .max
        for row in rows where query.matches(SearchQuery.fold(row.item.searchTexts() + more(row))) {
            found.append(row)
            if found.count == most { break }
        }
        return found
    }

    private static func json(_ todos: [TodoRow], _ entries: [EntryRow], _ transfers: [TransferRow]) -> JSONWriter {
        .object { json in
            json.key("todos")
            TodoJSON.numbered.append(todos, to: &json)
            json.key("entries")
            EntryJSON.numbered.append(entries, to: &json)
            json.key("transfers")
            TransferJSON.numbered.append(transfers, to: &json)
        }
    }
}

extension Output {
    /// To-dos, open ones first, then entries and transfers, the newest first, each with its day.
    fileprivate mutating func append(
        found todos: [TodoRow], _ entries: [EntryRow], _ transfers: [TransferRow], _ names: AccountNames
    ) {
        let clock = LocalTime.clocks()
        if !todos.isEmpty { heading("To-dos") }
        for row in todos { append(line: row, clock) }
        if !todos.isEmpty, !entries.isEmpty { append("\n") }
        if !entries.isEmpty { heading("Entries") }
        let width = entries.map { $0.entry.amount?.text.utf8.count ?? 0 }.max() ?? 0
        for row in entries {
            append(row.number, width: 5)
            append("  \(row.entry.day.text)  ")
            append(entry: row.entry, amountWidth: width)
            append("\n")
        }
        if !transfers.isEmpty {
            if !todos.isEmpty || !entries.isEmpty { append("\n") }
            heading("Transfers")
            append(transfers: transfers, names)
        }
        if todos.isEmpty, entries.isEmpty, transfers.isEmpty { append("Nothing was found.\n") }
    }

    mutating func heading(_ text: String) {
        styled(.heading) { $0.append(text) }
        append("\n")
    }
}
