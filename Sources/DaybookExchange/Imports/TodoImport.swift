public import DaybookCore

/// The plan for the to-dos of a file, whichever program wrote it.
public struct TodoImport: Sendable {
    /// A to-do that the file has.
    public struct Row: Sendable {
        /// The same whenever the file, or a newer one of the program, is imported.
        public let id: EntityID
        /// The line, or its place in the file, counted from 1.
        public let line: Int
        /// Makes it.
        public let todo: ImportedTodo
        /// The lists and accounts that it names, and that neither the book nor the file knows.
        var lost: [Kind] = []
        /// The object that an app of CalDAV would store; nil where the file isn't iCalendar.
        var calendar: CalendarObject?
    }

    public private(set) var summary = ImportSummary(isOfTodos: true)
    /// The outcome of each, and what can't be read, in the order of the file.
    public let rows: [ImportRow]
    /// The rows that are written, the last of the file first.
    private var wanted: [Row] = []
    private let moment: ImportMoment

    /// - Parameters:
    ///   - rows: in the order of the file. Of two with the same id the last one counts.
    ///   - lists: those that the rows name.
    ///   - parts: the other things that the file brings along.
    init(
        _ rows: [Row], _ problems: [ImportSummary.Problem], _ lists: ImportedLists, bringing parts: [FilePart] = [],
        _ options: ImportOptions, in book: some ImportSource, at moment: ImportMoment
    ) throws {
        self.moment = moment
        summary.leavesOut = options.leavesOutUnreadable
        for problem in problems { summary.fail(problem) }
        let presences = try book.presences(of: rows.map(\.id))
        var told = problems.map { ImportRow($0.line, because: $0.reason) }
        var seen: Set<EntityID> = []
        for row in rows.reversed() {
            let outcome = ImportOutcome(seen.insert(row.id).inserted ? presences[row.id] : .present, options)
            summary.count(outcome)
            told.append(ImportRow(row.line, outcome, row.todo))
            guard outcome == .new || outcome == .restored else { continue }
            wanted.append(row)
            for kind in row.lost { summary.lostNames[kind, default: 0] += 1 }
        }
        self.rows = told.sorted { $0.line < $1.line }
        summary.parts = try made(lists, parts, options, in: book)
    }

    /// Tells which lists, filters and other things are made: those of the file that the book lacks, unless they were deleted
    /// there, and the lists in which new to-dos lie.
    private func made(
        _ lists: ImportedLists, _ parts: [FilePart], _ options: ImportOptions, in book: some ImportSource
    ) throws -> [FilePart] {
        let needed = Set(wanted.compactMap(\.todo.list))
        let filters = try parts.isEmpty ? [] : book.importedFilters()
        let own = try parts.filter { part in
            let isLacking =
                switch part.kind {
                case .list: lists.new.contains { $0.id == part.id }
                case .filter: !filters.contains { part.isFilter($0) }
                default: try !part.kind.holds(book.record(part.id))
                }
            return try isLacking
                && (needed.contains(part.id) || options.restoresDeleted || !book.wasDeleted(part.id))
        }
        let known = Set(parts.map(\.id))
        return own + lists.new.filter { !known.contains($0.id) && needed.contains($0.id) }
    }

    /// Writes what is new. The last is written first, so that those without a place stand as in the file.
    ///
    /// - Parameter advance: is called once one is written.
    public func write(to book: some ImportTarget, advance: () -> Void = {}) throws {
        for row in wanted {
            let old = try book.reader.record(row.id)
            try book.perform { row.todo.registers(row.id, $0, replacing: old) }
            if let object = row.calendar { try settle(row.id, object, in: book) }
            advance()
        }
        for part in summary.parts { try book.perform(.add(part.kind, part.id, part.changes)) }
    }

    /// Puts the open occurrence where the file has it, and passes over those that are over there.
    private func settle(_ id: EntityID, _ object: CalendarObject, in book: some ImportTarget) throws {
        guard object.values.rule != nil else { return }
        if let move = object.values.move { try book.perform(.edit(.todo, id, move)) }
        for occurrence in object.occurrences where !occurrence.isOpen {
            let action = try book.reader.importedTodo(id).flatMap { todo in
                occurrence.action(on: todo) { LocalTime.offset(of: moment.clock, $1) }
            }
            if let action { try book.perform(action) }
        }
    }
}
