public import DaybookCore

/// The files in which to-dos and entries go out, by their names.
public enum ExportedFile: String, CaseIterable, Sendable {
    case todosJSON = "todos.json"
    case todosCSV = "todos.csv"
    case todoTxt = "todo.txt"
    case taskwarrior = "tasks.json"
    case iCalendar = "todos.ics"
    case entriesJSON = "entries.json"
    case entriesCSV = "entries.csv"
    case hledger = "daybook.journal"
    case beancount = "daybook.beancount"

    /// True where it has to-dos, rather than entries.
    public var isOfTodos: Bool {
        switch self {
        case .todosJSON, .todosCSV, .todoTxt, .taskwarrior, .iCalendar: true
        case .entriesJSON, .entriesCSV, .hledger, .beancount: false
        }
    }

    /// The media type of HTTP.
    public var mediaType: String {
        switch self {
        case .todosJSON, .taskwarrior, .entriesJSON: "application/json"
        case .todosCSV, .entriesCSV: "text/csv; charset=utf-8"
        case .iCalendar: "text/calendar; charset=utf-8"
        case .todoTxt, .hledger, .beancount: "text/plain; charset=utf-8"
        }
    }

    /// The bytes of a file of to-dos; none for one of entries.
    ///
    /// - Parameters:
    ///   - things: what goes out in a file of to-dos beside them. JSON alone has it.
    ///   - accounts: those that somebody made or changed.
    ///   - kept: what apps of CalDAV stored of them. iCalendar alone has it.
    ///   - clock: what clocks show at a moment where the person is.
    public func bytes(
        _ rows: [TodoRow], things: [any RecordEntity], accounts: [MoneyAccount],
        kept: @autoclosure () throws -> [EntityID: CalendarObject], clock: (Timestamp) -> LocalTime
    ) rethrows -> [UInt8] {
        var bytes: [UInt8] = []
        let lists = things.compactMap { $0 as? ItemList }
        let names = lists.names.merging(accounts.names) { first, _ in first }
        func list(_ todo: Todo) -> String? { todo.extraFields[.list]?.entity.flatMap { names[$0] } }
        switch self {
        case .todosJSON: bytes = TodoFile.json(rows, things: things, names: names).bytes
        case .todosCSV: TodoFile.writeCSV(rows, names: names, to: &bytes)
        case .todoTxt: TodoTxt.write(rows, listName: list, day: { clock($0).day }, to: &bytes)
        case .taskwarrior:
            Taskwarrior.write(
                rows, listName: list,
                instant: { day, minute in Timestamp(day, minute: minute) { LocalTime.offset(of: clock, $0) } },
                to: &bytes)
        case .iCalendar: try ICalendar.write(rows, kept: kept(), accounts: accounts.names, listName: list, to: &bytes)
        case .entriesJSON, .entriesCSV, .hledger, .beancount: break
        }
        return bytes
    }

    /// The bytes of a file of all entries; none for one of to-dos.
    ///
    /// - Parameters:
    ///   - transfers: as the elements of an array of JSON, and as they are.
    ///   - budget: the envelopes, and what was set and moved. JSON alone has it.
    ///   - rates: what currencies were worth, as people said it.
    ///   - payees: those of the book.
    ///   - assertions: the statements with which accounts were reconciled.
    public func bytes(
        _ rows: [EntryRow], transfers: [Transfer], transferJSON: (inout JSONWriter) -> Void, accounts: [MoneyAccount],
        budget: [any RecordEntity] = [], rates: [Rate], payees: PayeeNames, assertions: [LedgerAssertion]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        func write(_ ledger: some Ledger) {
            ledger.write(
                rows, accounts, openings: accounts, transfers: transfers, rates: rates, payees: payees,
                assertions: assertions, to: &bytes)
        }
        switch self {
        case .entriesJSON:
            let json = JSONWriter.array { json in
                EntryJSON.append(accounts + budget, to: &json)
                EntryJSON.portable.append(elements: rows, to: &json)
                transferJSON(&json)
            }
            bytes = json.bytes
        case .entriesCSV: EntryCSV.write(rows, transfers: transfers, names: accounts.names, to: &bytes)
        case .hledger: write(Hledger())
        case .beancount: write(Beancount())
        case .todosJSON, .todosCSV, .todoTxt, .taskwarrior, .iCalendar: break
        }
        return bytes
    }
}
