import DaybookCore

/// A to-do while the reader of a file in JSON makes it.
struct ProgramDraft {
    private var item: ProgramFile.Item
    private var notes: [String] = []
    private var losses: [ProgramFile.Loss] = []

    /// Makes the draft of a task that has a title.
    init(key: String, line: Int, title: String?) throws(InputError) {
        item = ProgramFile.Item(key: key, line: line)
        let title = (title ?? "").onOneLine
        guard !title.isBlank else { throw InputError("title", "it has no title.") }
        guard title.utf8.count <= ItemError.longestTitle || title.unicodeScalars.count <= ItemError.longestTitle else {
            throw InputError(
                "title",
                "its title has \(title.unicodeScalars.count) characters, and can have at most "
                    + "\(ItemError.longestTitle). Put the rest into the notes.")
        }
        item.values[.title] = .text(title)
    }

    var key: String { item.key }
    var line: Int { item.line }
    var due: CivilDate? { item.values[.due]?.day }
    var start: CivilDate? { item.values[.start]?.day }
    var isCompleted: Bool { item.values[.completedAt] != nil }

    mutating func lose(_ loss: ProgramFile.Loss, _ count: Int = 1) {
        losses += repeatElement(loss, count: max(count, 0))
    }

    /// - Parameter time: nil where the file doesn't say it.
    mutating func create(at time: Timestamp?) { item.values[.createdAt] = time.map { .time($0) } }

    /// - Parameter times: those that may say when, the best one first.
    mutating func complete(at times: Timestamp?...) throws(InputError) {
        guard let time = times.lazy.compactMap({ $0 }).first else {
            throw InputError("it is completed, and doesn't say when. Open it again, or leave it out.")
        }
        item.values[.completedAt] = .time(time)
    }

    /// - Parameter time: midnight stands for the day alone.
    mutating func due(_ time: LocalTime, _ name: String) throws(InputError) {
        try take(time, .due, .dueTime, name)
    }

    /// Does the same as `due`.
    mutating func start(_ time: LocalTime, _ name: String) throws(InputError) {
        try take(time, .start, .startTime, name)
    }

    private mutating func take(
        _ time: LocalTime, _ day: Field, _ timeOfDay: Field, _ name: String
    ) throws(InputError) {
        // A moment at the end of time may fall on a day behind it where the person is.
        guard CivilDate(time.day.text) != nil else {
            throw .date(time.day.text, name, example: "2026-11-21")
        }
        item.values[day] = .day(time.day)
        item.values[timeOfDay] = time.minute == 0 ? nil : TimeOfDay(minute: time.minute).map { .timeOfDay($0) }
    }

    /// - Parameter number: of RFC 5545: 1 is high, 5 medium, 9 low.
    mutating func priority(_ number: UInt8) { item.values[.priority] = .choice(number) }

    /// - Parameter name: nil or blank for the inbox.
    mutating func list(_ name: String?) throws(InputError) {
        let name = (name ?? "").onOneLine
        guard name.utf8.count <= ItemError.longestTitle || name.unicodeScalars.count <= ItemError.longestTitle else {
            throw InputError(
                "the name of its list has \(name.unicodeScalars.count) characters, and can have at most "
                    + "\(ItemError.longestTitle). Shorten it.")
        }
        item.list = name.isBlank ? nil : name
    }

    /// Puts it under another.
    ///
    /// - Parameter key: that of the other; nil or blank for none.
    mutating func parent(_ key: String?) {
        guard let key, !key.isBlank else { return }
        if item.parent == nil { item.parent = key } else { lose(.parent) }
    }

    /// Tags it, or puts what can't be a tag into the notes.
    mutating func tag(_ name: String) {
        var tag = name.trimmedOfMarks
        if tag.unicodeScalars.first == "#" { tag = String(tag.unicodeScalars.dropFirst()).trimmedOfMarks }
        guard !tag.isBlank else { return }
        if !ItemTag.isName(tag) {
            note("tag: \(name.onOneLine)")
        } else if !item.tags.contains(where: { Spelling($0) == Spelling(tag) }) {
            item.tags.append(tag)
        }
    }

    /// Adds a text to the notes, on lines of its own that end with LF.
    mutating func note(_ text: String) {
        if !text.isBlank { notes.append(text.withLineFeeds) }
    }

    /// Adds a reminder.
    mutating func remind(_ reminder: Reminder) {
        if !item.remind(reminder) { lose(.reminder) }
    }

    /// Takes a rule as an RRULE says it, also one that can't be followed.
    ///
    /// - Parameter offset: as `RepeatRule` has it.
    mutating func rule(text: String, countsFromDone: Bool, offset: (Timestamp) -> Int64) {
        guard !isCompleted else { return }
        guard let rule = KeptRule.text(text, offset: offset) else { return lose(.rule) }
        item.rule = rule
        item.countsFromDone = countsFromDone
    }

    /// Says from which day the rule counts where there is neither a due nor a start.
    mutating func ruleStart(_ day: CivilDate?) { item.ruleStart = day }

    /// A rule; nil for one that can't be followed. What is finished comes no more: the next one is a task of its own.
    mutating func rule(_ rule: RepeatRule?, countsFromDone: Bool = false) {
        guard !isCompleted else { return }
        guard let rule else { return lose(.rule) }
        item.rule = rule.text
        item.countsFromDone = countsFromDone
    }

    /// - Returns: the to-do, and what it can't hold.
    fileprivate func finished() throws(InputError) -> (item: ProgramFile.Item, losses: [ProgramFile.Loss]) {
        var item = item
        item.values[.notes] = try FieldValue(notesOfProgram: notes)
        return (item, losses)
    }
}

/// A file while the reader of a format in JSON fills it.
struct ProgramCollector {
    private(set) var file = ProgramFile()
    private var keys: Set<Spelling> = []

    mutating func lose(_ loss: ProgramFile.Loss) { file.lose(loss) }

    /// Takes what `make` makes of a task, or its problem. A task with a problem loses nothing else.
    mutating func add(line: Int, _ make: () throws(InputError) -> ProgramDraft) {
        do throws(InputError) {
            let draft = try make()
            let finished = try draft.finished()
            guard keys.insert(Spelling(draft.key)).inserted else {
                throw InputError("it has the same id as another one before it. Leave one of them out.")
            }
            file.items.append(finished.item)
            for loss in finished.losses { file.lose(loss) }
        } catch {
            file.problems.append(ProgramFile.Problem(line: line, error.reason))
        }
    }
}
