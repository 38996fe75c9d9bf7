public import DaybookCore

/// Works out what an import of another program's file does to a book.
public struct ProgramImport: Sendable {
    /// In the order of the file.
    public private(set) var rows: [TodoImport.Row] = []
    /// Things that can't be read, in the order of the file.
    public private(set) var problems: [ProgramFile.Problem]
    /// How many there are in the file of what no to-do can hold, or is to.
    public private(set) var lost: [ProgramFile.Loss: Int]
    /// How many there are of what is kept for apps of CalDAV and exports, and is shown nowhere.
    public let kept: [ProgramFile.Loss: Int]
    /// How many rules are kept as they are, since Daybook can't follow them.
    public private(set) var keptRules = 0
    /// The lists that the to-dos name.
    private(set) var lists: ImportedLists

    /// - Parameters:
    ///   - lists: those of the book. One of the same name, in upper or lower case, gets what lies in a list of the file.
    ///   - today: the day on which a rule begins that has none.
    ///   - payer: finds the account that a to-do of iCalendar names.
    ///   - knows: whether the book has ever heard of a to-do: Daybook may have written the file itself.
    public init(
        _ file: ProgramFile, _ format: ProgramFile.Format, lists: [ItemList], today: CivilDate,
        payer: (CalendarValues) throws -> EntityID? = { _ in nil },
        booked: (CalendarValues) throws -> FieldValues = { _ in FieldValues() },
        knows: (EntityID) throws -> Bool = { _ in false }
    ) rethrows {
        problems = file.problems
        (lost, kept) = (file.lost, file.kept)
        self.lists = ImportedLists(lists, [])
        var made: [(item: ProgramFile.Item, id: EntityID, values: FieldValues, lost: [Kind])] = []
        for item in file.items {
            var values = item.values
            var lost: [Kind] = []
            values[.list] = item.list.map { .entity(self.lists.id(called: $0)) }
            if !item.tags.isEmpty { values[.tag] = .texts(item.tags) }
            if let said = item.calendar?.values, values[.amount] != nil, !said.account.isEmpty {
                values[.account] = try payer(said).map { .entity($0) }
                if values[.account] == nil { lost.append(.account) }
            }
            if let said = item.calendar?.values, values[.amount] != nil { values.take(try booked(said)) }
            if let rule = item.rule, values[.completedAt] == nil {
                let day = values[.due]?.day ?? values[.start]?.day ?? item.ruleStart ?? today
                let mode: RepeatMode = item.countsFromDone ? .afterDone : .usual(hasAmount: values[.amount] != nil)
                if let repeats = Self.repeats(rule, item, mode, from: day) {
                    values[.repeats] = .repeats(repeats)
                    values[.due] = .day(repeats.anchor)
                } else {
                    values[.repeats] = .repeats(Repeat(rule, mode, anchor: day))
                    keptRules += 1
                }
            }
            if let problem = Changes(values).todoProblem() {
                problems.append(ProgramFile.Problem(line: item.line, Sentence(problem)))
                continue
            }
            // A to-do that Daybook wrote itself is the one that it was.
            var id = format == .ics ? CalendarObject.id(ofUID: item.key) : format.id(of: item.key)
            if let own = format.ownID(of: item.key), try knows(own) { id = own }
            made.append((item, id, values, lost))
        }
        let ids = Dictionary(made.map { (ByteString($0.item.key), $0.id) }) { first, _ in first }
        let forest = TodoForest(
            inOrder: made.map { ($0.id, $0.item.parent.flatMap { ids[ByteString($0)] }) })
        for (item, id, values, names) in made {
            var values = values
            let parent = forest[id]?.parent
            if item.parent.flatMap({ ids[ByteString($0)] }) != parent || item.parent != nil && parent == nil {
                lost[.parent, default: 0] += 1
            }
            values[.parent] = parent.map { .entity($0) }
            let kept = item.calendar.flatMap { $0.isNeeded(for: id) ? $0.bytes : nil }
            let todo = ImportedTodo(values, calendar: kept)
            rows.append(
                TodoImport.Row(id: id, line: item.line, todo: todo, lost: names, calendar: item.calendar))
        }
        problems.sort { $0.line < $1.line }
    }

    /// Tells what becomes of each to-do in a book.
    public static func plan(
        _ file: ProgramFile, _ format: ProgramFile.Format, _ options: ImportOptions, in book: some ImportSource,
        at moment: ImportMoment
    ) throws -> (file: ProgramImport, todos: TodoImport) {
        let accounts = try book.importedAccounts()
        let own = try ProgramImport(
            file, format, lists: book.importedLists(), today: moment.today,
            payer: { try $0.payer(book.account) { accounts } }, booked: { try $0.booked(book.account) { accounts } },
            knows: { try book.hasOrHad($0) })
        let problems = own.problems.map { ImportSummary.Problem($0.line, InputError($0.reason)) }
        return (own, try TodoImport(own.rows, problems, own.lists, options, in: book, at: moment))
    }

    /// How it comes again; nil where its rule can't be followed, or has no day.
    private static func repeats(
        _ text: String, _ item: ProgramFile.Item, _ mode: RepeatMode, from day: CivilDate
    ) -> Repeat? {
        guard var rule = try? RepeatRule(text) else { return nil }
        // A rule of iCalendar says all of it.
        if !item.countsFromDone, item.calendar == nil { rule.settle(on: day) }
        guard let first = rule.first(from: day) else { return nil }
        return Repeat(rule.text, mode, anchor: first)
    }

    /// Says that rules are kept which can't be followed, in English; nil for none.
    public static func words(ofKept rules: Int) -> String? {
        switch rules {
        case 0: nil
        case 1: "1 rule can't be followed. It is kept and shown as it is."
        default: "\(rules) rules can't be followed. They are kept and shown as they are."
        }
    }

    /// Says what is kept and not shown, in English; nil for nothing.
    public static func words(ofKept parts: [ProgramFile.Loss: Int]) -> String? {
        let words = parts.map { $0.words($1) }.sorted()
        return words.isEmpty ? nil : "Kept for other programs, and not shown: \(words.joined(separator: ", "))."
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
