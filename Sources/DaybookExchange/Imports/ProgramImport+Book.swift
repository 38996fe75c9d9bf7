public import DaybookCore

extension ProgramImport {
    /// Says what becomes of each to-do of the file.
    public struct Plan: Sendable {
        public let file: ProgramImport
        /// The rows that are to be written, in the order of the file.
        private var wanted: [ProgramImport.Row] = []
        /// The fates of the rows of the file.
        private var fates: [ImportRow.Fate] = []
        public private(set) var summary = ImportSummary(isOfTodos: true)
        private let moment: ImportMoment

        public init(
            _ program: ProgramFile, _ format: ProgramFile.Format, _ options: ImportOptions, in book: some ImportSource,
            at moment: ImportMoment
        ) throws {
            self.moment = moment
            let accounts = try book.importedAccounts()
            file = try ProgramImport(
                program, format, lists: book.importedLists(), today: moment.today,
                payer: { try $0.payer(book.account) { accounts } }, knows: { try book.hasOrHad($0) })
            let present = try book.presences(of: file.rows.map(\.id))
            for row in file.rows {
                let fate = summary.fate(of: present[row.id], options)
                fates.append(fate)
                if fate == .new || fate == .restored { wanted.append(row) }
            }
            summary.leavesOut = options.leavesOutUnreadable
            for problem in file.problems {
                summary.fail(
                    ImportSummary.Problem(
                        line: problem.line, message: "line \(problem.line): \(problem.reason.text)",
                        reason: problem.reason))
            }
        }

        /// Says what becomes of each to-do, and what can't be read, in the order of the file.
        public var rows: [ImportRow] {
            let rows = zip(file.rows, fates).map { ImportRow($0.line, $1, $0.todo) }
            return (rows + file.problems.map { ImportRow($0.line, because: $0.reason) }).sorted { $0.line < $1.line }
        }

        /// The last is written first, so that they stand as in the file.
        ///
        /// - Parameter advance: is called before each.
        /// - Returns: how many lists were made.
        public func write(to book: some ImportTarget, advance: () -> Void = {}) throws -> Int {
            for row in wanted.reversed() {
                advance()
                let old = try book.reader.record(row.id)
                try book.perform { row.todo.registers(row.id, $0, replacing: old) }
                if let object = row.calendar { try settle(row.id, object, in: book) }
            }
            let lists = newLists
            for list in lists { try book.perform(.add(.list, list.id, .todo(title: list.name))) }
            return lists.count
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

        /// The lists that are made.
        public var newLists: [(id: EntityID, name: String)] {
            let needed = Set(wanted.compactMap(\.list))
            return file.newLists.filter { needed.contains($0.id) }
        }
    }
}

extension ImportRow {
    init(_ line: Int, because reason: Sentence) {
        self.init(line, .unreadable)
        self.reason = reason
    }
}

extension ProgramFile.Loss {
    /// How a message calls so many of them.
    public func words(_ count: Int) -> String {
        let (one, many) =
            switch self {
            case .reminder: ("reminder", "reminders")
            case .parent: ("link to a parent", "links to parents")
            case .rule: ("rule of repetition", "rules of repetition")
            case .attachment: ("attachment", "attachments")
            case .comment: ("comment", "comments")
            case .dependency: ("dependency", "dependencies")
            case .other(let name): ("“\(name)”", "“\(name)”")
            }
        return "\(count) \(count == 1 ? one : many)"
    }
}
