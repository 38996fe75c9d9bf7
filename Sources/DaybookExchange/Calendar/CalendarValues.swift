public import DaybookCore

/// The values of a VTODO, as far as Daybook knows them.
public struct CalendarValues: Equatable, Sendable {
    /// When it is to be done: one value, since a client writes all of it at once.
    public struct Days: Equatable, Sendable {
        public var due: CivilDate?
        public var dueTime: TimeOfDay?
        public var start: CivilDate?
        public var startTime: TimeOfDay?
    }

    /// A part that changes as a whole.
    public enum Part: CaseIterable, Sendable {
        case title, notes, days, rule, priority, status, parent, tags, order, amount, reminders
    }

    /// On one line; not blank.
    public internal(set) var title = CalendarValues.noTitle
    /// The description and the notes, one below the other.
    public internal(set) var notes = ""
    public internal(set) var days = Days()
    /// Nil also for one that can't be followed. What is done doesn't come again.
    public internal(set) var rule: RepeatRule?
    /// The day from which on the rule goes: that of the open occurrence, from which `days` may be moved. Nil without a rule.
    public internal(set) var anchor: CivilDate?
    /// True where the next one is counted from the day on which one was done.
    public internal(set) var countsFromDone = false
    public internal(set) var priority: UInt8 = 0
    public internal(set) var isDone = false
    /// Nil also where it is done, and nothing says when.
    public internal(set) var doneAt: Timestamp?
    /// The one under which it stands, which may not be there.
    public internal(set) var parent: EntityID?
    /// Sorted.
    public internal(set) var tags: [String] = []
    /// Nil where a client wrote none. See `position`.
    public internal(set) var order: Int64?
    public internal(set) var amount: Amount?
    /// The id or the name of the account that pays it; empty where that isn't said.
    public internal(set) var account = ""
    /// The same of the account to which it moves the amount.
    public internal(set) var receiver = ""
    /// `INCOME` where the amount comes in; empty where that isn't said.
    public internal(set) var books = ""
    /// `ABOUT` where it is about so much; empty where that isn't said.
    public internal(set) var estimate = ""
    /// True where it says that the amount is its own.
    public internal(set) var ownsAmount = false
    /// The texts of those that clients know of, sorted. A to-do may have more: see `Reminder.shown`.
    public internal(set) var reminders: [String] = []

    /// The title of a to-do without a SUMMARY.
    static let noTitle = "(untitled)"

    init() {}

    /// Reads what a to-do of the book would say.
    public init(_ todo: Todo) {
        title = todo.title.onOneLine
        if title.isBlank { title = Self.noTitle }
        notes = Self.notes(todo)
        days = Days(due: todo.due, dueTime: todo.dueTime, start: todo.start, startTime: todo.startTime)
        rule = todo.rule
        if rule != nil {
            anchor = todo.repeats?.anchor
            countsFromDone = todo.repeats?.mode == .afterDone
        }
        priority = todo.extraFields[.priority]?.choice ?? 0
        isDone = todo.isCompleted
        doneAt = todo.completedAt.map { Timestamp(milliseconds: $0.milliseconds / 1_000 * 1_000) }
        parent = todo.parent
        tags = todo.tags
        order = SortOrder.order(of: todo.todoPosition)
        amount = todo.amount
        if amount != nil {
            account = todo.account?.text ?? ""
            receiver = todo.extraFields[.paysInto]?.entity?.text ?? ""
            books = todo.books == .income ? "INCOME" : ""
            estimate = todo.isAbout ? "ABOUT" : ""
        }
        reminders = Self.sorted(todo.reminders.map { $0.shown(days) })
    }

    private static func sorted(_ reminders: [Reminder?]) -> [String] {
        Set(reminders.compactMap { $0 }).map { ByteString($0.text) }.sorted().map(\.text)
    }

    /// The place that `order` is of.
    public var position: Position? { order.map { SortOrder.position($0) } }

    /// Tells as which of `reminders` clients see one of the book; nil where they don't.
    public func shows(_ reminder: Reminder) -> String? { reminder.shown(days)?.text }

    /// Takes the reminders that alarms say.
    mutating func take(_ alarms: [CalendarAlarm]) {
        reminders = Array(Self.sorted(alarms.map { $0.reminder(days) }).prefix(Reminder.most))
    }

    private static func notes(_ todo: Todo) -> String {
        [todo.description, todo.notes].filter { !$0.isBlank }.joined(separator: "\n").withLineFeeds
    }

    /// Reads the properties of a VTODO.
    init(_ lines: [ICalendarLine]) throws(CalendarError) {
        func first(_ name: String) -> ICalendarLine? { lines.first { $0.name == name && !$0.value.isBlank } }
        if let title = first("SUMMARY")?.text.onOneLine, !title.isBlank {
            self.title = title.cut(to: ItemError.longestTitle)
        }
        notes = (first("DESCRIPTION")?.text ?? "").withLineFeeds
        if notes.isBlank { notes = "" }
        if let number = first("PRIORITY").flatMap({ UInt8($0.value.trimmed) }), number <= 9 { priority = number }
        let status = first("STATUS")?.value.trimmed.uppercased()
        isDone =
            status == "COMPLETED" || first("COMPLETED") != nil
            || first("PERCENT-COMPLETE")?.value.trimmed == "100"
        if isDone { doneAt = first("COMPLETED").flatMap { ICalendarMoment($0) }?.time { _ in 0 } }
        tags = Self.tags(lines)
        for line in lines where Self.part(of: line) == .parent && parent == nil && !line.value.isBlank {
            parent = CalendarObject.id(ofUID: line.text.trimmed)
        }
        order = first("X-APPLE-SORT-ORDER").flatMap { Int64($0.value.trimmed) }
        amount = Self.amount(lines)
        if amount != nil {
            func text(_ name: String) -> String { first(name)?.text.trimmed ?? "" }
            account = text("X-DAYBOOK-ACCOUNT")
            receiver = text("X-DAYBOOK-TO-ACCOUNT")
            books = text("X-DAYBOOK-BOOKS").uppercased()
            estimate = text("X-DAYBOOK-ESTIMATE").uppercased()
        }
        ownsAmount = amount != nil && lines.contains { $0.name == "X-DAYBOOK-UID" }
        try takeDays(first)
        try takeRule(lines, first)
    }

    private static func tags(_ lines: [ICalendarLine]) -> [String] {
        var tags: Set<ByteString> = []
        for line in lines where line.name == "CATEGORIES" {
            for tag in line.texts.compactMap(tag(of:)) where tags.count < ItemError.mostTags {
                tags.insert(ByteString(tag))
            }
        }
        return tags.sorted().map(\.text)
    }

    /// The tag that a category is, without the mark that some write before it; nil for what can't be one.
    static func tag(of category: String) -> String? {
        let name = category.trimmed
        let bare = name.unicodeScalars.first == "#" ? String(name.unicodeScalars.dropFirst()) : name
        return ItemTag.isName(bare) ? bare : nil
    }

    /// Reads `12.50 EUR`. Some clients copy a to-do to another UID, with all its lines: the amount stays with the first.
    static func amount(_ lines: [ICalendarLine]) -> Amount? {
        func text(_ name: String) -> String? { lines.first { $0.name == name }?.text.trimmed }
        if let owner = text("X-DAYBOOK-UID"), owner != text("UID") { return nil }
        let parts = (text("X-DAYBOOK-AMOUNT") ?? "").split(separator: " ")
        guard parts.count == 2, let currency = Currency(String(parts[1])) else { return nil }
        return try? Amount(number: String(parts[0]), currency: currency)
    }

    private mutating func takeDays(_ first: (String) -> ICalendarLine?) throws(CalendarError) {
        func moment(_ name: String) throws(CalendarError) -> ICalendarMoment? {
            guard let line = first(name) else { return nil }
            guard let moment = ICalendarMoment(line) else {
                throw .data("its \(name) “\(line.value.excerpt)” isn't a date.")
            }
            return moment
        }
        let start = try moment("DTSTART")
        var due = try moment("DUE")
        if due == nil, let start, let duration = first("DURATION")?.value.trimmed {
            due = try? start.adding(duration)
        }
        if let due = due?.written, (1...9_999).contains(due.day.year) { (days.due, days.dueTime) = due }
        if let start = start?.written { (days.start, days.startTime) = start }
    }

    /// Tells whether no app may store a rule beside days that are right.
    static func isRefused(_ rule: ICalendarLine, beside lines: [ICalendarLine]) -> Bool {
        (try? CalendarValues(lines.filter { part(of: $0) == .days } + [rule])) == nil
    }

    private mutating func takeRule(
        _ lines: [ICalendarLine], _ first: (String) -> ICalendarLine?
    ) throws(CalendarError) {
        for line in lines where line.name == "RRULE" && !line.value.isBlank {
            do throws(RepeatError) {
                let rule = try RepeatRule(line, from: first("DTSTART") ?? first("DUE"))
                guard rule.first(from: days.due ?? days.start ?? CivilDate(daysSince1970: 0)) != nil else {
                    throw .noDay
                }
                if self.rule == nil { self.rule = rule }
            } catch .unsupported(let part) where !part.uppercased().hasSuffix("SECONDLY") {
                continue
            } catch {
                throw .data("its RRULE can't be: \(error.message)")
            }
        }
        guard rule != nil else { return }
        // A to-do that comes again has a start for the sake of its rule, and here is due on some day.
        if days.due == nil { (days.due, days.dueTime) = (days.start, days.startTime) }
        if days.due == days.start { (days.start, days.startTime) = (nil, nil) }
        anchor = days.due
        if isDone {
            rule = nil
            return
        }
        countsFromDone = lines.contains { $0.name == "X-DAYBOOK-REPEAT" && $0.isAfterDone }
    }

    /// Takes over the days of its open occurrence, which was moved from that of the rule.
    mutating func move(by other: CalendarValues) {
        var moved = other.days
        if moved.due == nil { (moved.due, moved.dueTime) = (moved.start, moved.startTime) }
        if moved.due == moved.start { (moved.start, moved.startTime) = (nil, nil) }
        if moved.due != nil { days = moved }
    }

    /// To which part a property belongs; nil for one that Daybook doesn't know.
    static func part(of line: ICalendarLine) -> Part? {
        switch line.name {
        case "SUMMARY": .title
        case "DESCRIPTION": .notes
        case "DTSTART", "DUE", "DURATION": .days
        case "RRULE", "X-DAYBOOK-REPEAT": .rule
        case "PRIORITY": .priority
        case "STATUS", "COMPLETED", "PERCENT-COMPLETE": .status
        case "CATEGORIES": .tags
        case "X-APPLE-SORT-ORDER": .order
        case "X-DAYBOOK-AMOUNT", "X-DAYBOOK-UID", "X-DAYBOOK-ACCOUNT", "X-DAYBOOK-TO-ACCOUNT", "X-DAYBOOK-BOOKS",
            "X-DAYBOOK-ESTIMATE":
            .amount
        case "RELATED-TO" where line.parameter("RELTYPE").map { $0.uppercased() == "PARENT" } ?? true: .parent
        default: nil
        }
    }

    /// Tells whether two say the same of a part.
    public func isSame(_ part: Part, as other: CalendarValues) -> Bool {
        switch part {
        case .title: ByteString(title) == ByteString(other.title)
        case .notes: ByteString(notes) == ByteString(other.notes)
        case .days: days == other.days && (rule == nil || other.rule == nil || anchor == other.anchor)
        case .rule: rule == other.rule && countsFromDone == other.countsFromDone
        case .priority: priority == other.priority
        case .status: isDone == other.isDone && (doneAt == nil || other.doneAt == nil || doneAt == other.doneAt)
        case .parent: parent == other.parent
        case .tags: tags.map { ByteString($0) } == other.tags.map { ByteString($0) }
        case .order: order == other.order
        // Some apps leave out what they don't know.
        case .amount:
            amount == other.amount
                && zip(booking, other.booking).allSatisfy {
                    $0.isEmpty || $1.isEmpty || ByteString($0) == ByteString($1)
                }
        case .reminders: reminders == other.reminders
        }
    }
}

extension CalendarValues {
    /// Tells how the amount is booked, each empty where it isn't said.
    var booking: [String] { [account, receiver, books, estimate] }
}
