public import DaybookCore

extension CalendarValues {
    /// Sets the fields that a part is made of. Whether a to-do is done, and under which one it stands, is more than fields.
    ///
    /// - Parameter mode: how its rule counts, unless it says that.
    public func set(_ part: Part, in values: inout FieldValues, mode: RepeatMode, today: CivilDate) {
        switch part {
        case .title: values[.title] = .text(title)
        case .notes:
            values[.description] = .text("")
            values[.notes] = .text(notes)
        case .days:
            values[.due] = FieldValue(days.due)
            values[.dueTime] = FieldValue(days.dueTime)
            values[.start] = FieldValue(days.start)
            values[.startTime] = FieldValue(days.startTime)
        case .rule:
            let day = anchor ?? days.due
            values[.repeats] = FieldValue(
                rule.map { Repeat($0.text, countsFromDone ? .afterDone : mode, anchor: day ?? today) })
            if day != nil { values[.due] = FieldValue(day) }
        case .priority: values[.priority] = .choice(priority)
        case .tags: values[.tag] = .texts(tags)
        case .reminders: values[.reminders] = .texts(reminders)
        case .order: values[.todoPosition] = position.map { .position($0) }
        case .amount: values[.amount] = FieldValue(amount)
        case .status, .parent: break
        }
    }

    /// The move that a new to-do with its fields lacks: its open occurrence was put to another day than that of the rule.
    public var move: Changes? {
        guard rule != nil, let anchor, days.due != anchor else { return nil }
        var changes = Changes()
        set(.days, in: &changes.values, mode: .every, today: anchor)
        return changes
    }

    /// The account that it says pays the amount; nil where it says none that is there and of that currency.
    ///
    /// - Parameters:
    ///   - account: finds the account of an id.
    ///   - accounts: those that are found by their name.
    public func payer(
        _ account: (EntityID) throws -> MoneyAccount?, among accounts: () throws -> [MoneyAccount]
    ) rethrows -> EntityID? {
        try find(self.account, account, among: accounts)
    }

    /// Tells how finishing it books the amount, but for the account that pays: only what is said.
    ///
    /// - Parameters:
    ///   - account: finds the account of an id.
    ///   - accounts: those that are found by their name.
    public func booked(
        _ account: (EntityID) throws -> MoneyAccount?, among accounts: () throws -> [MoneyAccount]
    ) rethrows -> FieldValues {
        var values = FieldValues()
        if let id = try find(receiver, account, among: accounts) { values[.paysInto] = .entity(id) }
        if amount != nil, books == "INCOME" { values[.books] = .choice(1) }
        if amount != nil, estimate == "ABOUT" { values[.estimate] = .choice(1) }
        return values
    }

    private func find(
        _ said: String, _ account: (EntityID) throws -> MoneyAccount?, among accounts: () throws -> [MoneyAccount]
    ) rethrows -> EntityID? {
        guard !said.isEmpty, let currency = amount?.currency else { return nil }
        if let id = EntityID(said.lowercased()) { return try account(id)?.currency == currency ? id : nil }
        let named = try accounts().filter { $0.currency == currency && $0.isAccount(named: said) }
        return named.count == 1 ? named.first?.id : nil
    }

    /// True where its amount, if it has one, is to be the to-do's. A to-do that is finished was paid.
    public var hasOwnAmount: Bool { !isDone || ownsAmount }
}

extension CalendarObject {
    /// The value of `Field.calendar`.
    ///
    /// - Parameter name: the last part of its address, escaped.
    public static func register(_ name: String, _ text: [UInt8]) -> [UInt8] { Array(name.utf8) + [0x0A] + text }

    /// The text that such a value has behind the name; nil for what isn't one.
    public static func text(ofRegister bytes: [UInt8]) -> [UInt8]? {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0 else { return nil }
        return Array(bytes[(end + 1)...])
    }

    /// A component with its bytes up to its last line, and that.
    struct Part {
        var lines: ArraySlice<UInt8>
        var end: ArraySlice<UInt8> = []
        let isOwn: Bool
        /// The zone of a VTIMEZONE alone.
        var zone: String?
    }

    /// Its components in the order in which they stand.
    ///
    /// - Parameter left: the names of lines which are left out.
    func parts(without left: [String]) -> [Part] {
        var parts: [Part] = []
        for (index, line) in lines.enumerated() where line.depth > 0 {
            let (name, isBegin) = (line.line.name, line.line.name == "BEGIN")
            if line.depth == 1, isBegin { parts.append(Part(lines: [], isOwn: index + 1 == own.lowerBound)) }
            guard line.depth > 1 || isBegin || name == "END", !left.contains(name), !parts.isEmpty else { continue }
            let last = parts.count - 1
            if line.depth == 2, name == "TZID" { parts[last].zone = line.line.value.trimmed }
            if line.depth == 1, !isBegin {
                parts[last].end = bytes[line.range]
            } else {
                parts[last].lines += bytes[line.range]
            }
        }
        return parts
    }

    /// The UID of the one under which it stands; nil for none.
    var parentUID: String? {
        properties(in: own).first { CalendarValues.part(of: $0) == .parent && !$0.value.isBlank }?.text.trimmed
    }

    /// Tells whether it says more than what Daybook writes of its own to-do.
    func isNeeded(for id: EntityID) -> Bool {
        let hasRule = properties(in: own).contains { $0.name == "RRULE" }
        return uid != Self.uid(of: id) || !unshown.isEmpty || occurrences.contains { !$0.isOpen }
            || hasRule && values.rule == nil && !values.isDone
    }

    /// The lines of the to-do itself that Daybook keeps, and shows nowhere.
    var unshown: [ProgramFile.Loss] {
        let all = properties(in: own)
        let alarms = lines[own].count { $0.depth == 2 && $0.line.begins("VALARM") } - values.reminders.count
        return all.compactMap { unshown($0, all) } + Array(repeating: .reminder, count: max(0, alarms))
    }

    private func unshown(_ line: ICalendarLine, _ all: [ICalendarLine]) -> ProgramFile.Loss? {
        let value = line.value.trimmed.uppercased()
        switch line.name {
        case "COMMENT": return .comment
        case "ATTACH": return .attachment
        case "RELATED-TO" where CalendarValues.part(of: line) == nil:
            return line.parameter("RELTYPE")?.uppercased() == "CHILD" ? nil : .dependency
        case "STATUS": return value == "IN-PROCESS" ? .other(value) : nil
        case "PERCENT-COMPLETE": return values.isDone || value == "0" || value == "100" ? nil : .other(line.name)
        case "DURATION": return all.contains { $0.name == "DUE" } && !value.isEmpty ? .other(line.name) : nil
        case "CATEGORIES":
            let isTold = line.texts.allSatisfy { $0.isBlank || CalendarValues.tag(of: $0) != nil }
            return isTold ? nil : .other(line.name)
        default:
            let isSilent = CalendarValues.part(of: line) != nil || Self.silent.contains(line.name)
            return isSilent || value.isEmpty ? nil : .other(line.name)
        }
    }

    /// The properties that mean nothing outside of the program that wrote them, or stand for the to-do itself.
    private static let silent: Set<String> = [
        "UID", "CREATED", "LAST-MODIFIED", "DTSTAMP", "RECURRENCE-ID", "SEQUENCE", "CLASS", "X-MOZ-GENERATION",
        "X-MOZ-LASTACK", "X-LIC-ERROR",
    ]
}

extension CalendarObject.Occurrence {
    /// Finishes the open occurrence of a to-do, or passes over it, where it is this one; nil where it isn't over, or
    /// isn't the open one.
    ///
    /// - Parameter offset: how many seconds clocks of the to-do's zone are ahead of UTC at a moment.
    public func action(on todo: Todo, _ offset: (String, Timestamp) -> Int64) -> BookAction? {
        guard !isOpen, todo.rule != nil else { return nil }
        let day = day(of: todo, offset)
        guard todo.repeats?.anchor == day || todo.due == day else { return nil }
        return isDone ? .check(todo.id, at: doneAt) : .skip(todo.id)
    }

    public func day(of todo: Todo, _ offset: (String, Timestamp) -> Int64) -> CivilDate {
        guard let time, let zone = todo.dueTime?.zone, zone != TimeOfDay.utc else { return day }
        return LocalTime(time, minutesAhead: Int(offset(zone, time) / 60)).day
    }
}
