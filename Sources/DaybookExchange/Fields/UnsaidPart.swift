public import DaybookCore

/// Tells what another program's format may have no place for.
enum UnsaidPart: CaseIterable {
    case notes, rule, mode, amount, account, books, parent, reminders, startTime, today

    /// How a message calls it, of one to-do and of several.
    fileprivate var words: String {
        switch self {
        case .notes: "notes"
        case .rule: "rule"
        case .mode: "way of repeating"
        case .amount: "amount"
        case .account: "account that pays"
        case .books: "income or transfer"
        case .parent: "parent"
        case .reminders: "reminders"
        case .startTime: "time of the start"
        case .today: "place on Today"
        }
    }
}

extension ExportedFile {
    /// Tells what a file of to-dos can't say of them, in English, for the person who writes it; nil if there is nothing.
    ///
    /// - Parameter things: what goes out in JSON beside them.
    public func unsaid(_ rows: [TodoRow], things: [any RecordEntity]) -> String? {
        let format: String
        let parts: (Todo) -> Set<UnsaidPart>
        switch self {
        case .todoTxt: (format, parts) = ("todo.txt", TodoTxt.unsaid)
        case .taskwarrior: (format, parts) = ("Taskwarrior", Taskwarrior.unsaid)
        case .iCalendar: (format, parts) = ("iCalendar", ICalendar.unsaid)
        case .todosCSV: (format, parts) = ("CSV", { _ in [] })
        case .todosJSON, .entriesJSON, .entriesCSV, .hledger, .beancount: return nil
        }
        var counts: [UnsaidPart: Int] = [:]
        for row in rows {
            for part in parts(row.todo) { counts[part, default: 0] += 1 }
            // No other program's to-dos pay from an account.
            if self == .todoTxt || self == .taskwarrior, row.todo.amount != nil, row.todo.account != nil {
                counts[.account, default: 0] += 1
            }
            if self == .todoTxt || self == .taskwarrior, row.todo.amount != nil, row.todo.books != .expense {
                counts[.books, default: 0] += 1
            }
        }
        var words = UnsaidPart.allCases.compactMap { part in
            counts[part].map { "the \(part.words) of \($0) \($0 == 1 ? "to-do" : "to-dos")" }
        }
        // All of these say in which list a to-do lies.
        var others: [(kind: Kind, count: Int)] = []
        for kind in things.map({ type(of: $0).kind }) where kind != .list {
            if others.last?.kind != kind { others.append((kind, 0)) }
            others[others.count - 1].count += 1
        }
        words += others.map { "the \($0.count == 1 ? "\($0.kind.noun)" : "\($0.count) \($0.kind.nouns)")" }
        guard let last = words.popLast() else { return nil }
        let list = words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
        var rest = ""
        if self == .taskwarrior, counts[.rule] ?? counts[.amount] ?? counts[.parent] != nil {
            rest = "Rules, amounts and parents stand in annotations. "
        } else if self == .iCalendar, counts[.mode] ?? counts[.amount] != nil {
            rest = "Ways of repeating, amounts and their accounts stand in lines that Daybook alone reads. "
        }
        return "\(format) has no place for \(list). \(rest)JSON has all of it."
    }
}

extension Taskwarrior {
    /// Tells what of a to-do no member of a task says.
    static func unsaid(_ todo: Todo) -> Set<UnsaidPart> {
        var parts: Set<UnsaidPart> = []
        if todo.repeats?.rule.isEmpty == false { parts.insert(.rule) }
        if todo.amount != nil { parts.insert(.amount) }
        if todo.extraFields[.parent] != nil { parts.insert(.parent) }
        if !todo.reminders.isEmpty { parts.insert(.reminders) }
        if todo.todayDay != nil { parts.insert(.today) }
        return parts
    }
}

extension ICalendar {
    /// Tells what of a to-do no property of a VTODO says to other programs.
    static func unsaid(_ todo: Todo) -> Set<UnsaidPart> {
        var parts: Set<UnsaidPart> = []
        if let repeats = todo.repeats, !repeats.rule.isEmpty {
            if repeats.parsed == nil { parts.insert(.rule) } else if repeats.mode == .afterDone { parts.insert(.mode) }
        }
        if todo.amount != nil { parts.insert(.amount) }
        if todo.todayDay != nil { parts.insert(.today) }
        return parts
    }
}
