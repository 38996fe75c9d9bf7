public import DaybookCore

/// A to-do while the reader of a format makes it.
struct ProgramRow {
    private var item: ProgramFile.Item
    private var notes: [String] = []
    private var tags: Set<ByteString> = []
    private var losses: [ProgramFile.Loss] = []
    private var kept: [ProgramFile.Loss] = []
    /// The one of the due, where it is said by itself.
    private var time: TimeOfDay?

    init(key: String, line: Int) { item = ProgramFile.Item(key: key, line: line) }

    var key: String { item.key }
    var hasDue: Bool { item.values[.due] != nil }
    var isCompleted: Bool { item.values[.completedAt] != nil }
    var due: CivilDate? { item.values[.due]?.day }
    var start: CivilDate? { item.values[.start]?.day }
    var repeats: Bool { item.rule != nil }

    mutating func lose(_ loss: ProgramFile.Loss, _ count: Int = 1) {
        losses += repeatElement(loss, count: max(count, 0))
    }

    /// Counts what is kept, and shown nowhere.
    mutating func keep(_ loss: ProgramFile.Loss) { kept.append(loss) }

    /// Takes over what a VTODO says, as an app of CalDAV would store it.
    ///
    /// - Parameters:
    ///   - doneAt: nil for one that isn't done.
    ///   - rules: as they are written. The first is kept also where it can't be followed.
    mutating func take(_ object: CalendarObject, doneAt: Timestamp?, rules: [String]) throws(InputError) {
        let values = object.values
        for part in CalendarValues.Part.allCases where !values.isSame(part, as: CalendarValues()) {
            switch part {
            case .notes: note(values.notes)
            case .tags: item.tags = values.tags
            case .amount where !values.hasOwnAmount: break
            default: values.set(part, in: &item.values, mode: .every, today: CivilDate(daysSince1970: 0))
            }
        }
        item.values[.repeats] = nil
        parent(object.parentUID)
        if let doneAt { try complete(at: doneAt) }
        if let text = values.rule?.text ?? rules.first.flatMap({ KeptRule.text($0) { _ in 0 } }) {
            (item.rule, item.countsFromDone) = (text, values.countsFromDone)
        } else if !rules.isEmpty {
            lose(.rule)
        }
        for _ in rules.dropFirst() { keep(.rule) }
        kept += object.unshown
        item.calendar = object
    }

    /// - Parameter text: its lines become one.
    mutating func title(_ text: String?) throws(InputError) {
        let title = (text ?? "").onOneLine
        guard !title.isBlank else { throw InputError("it has no title. Give it one.") }
        item.values[.title] = .text(try Self.short(title, "title"))
    }

    /// - Parameter name: nil or blank for the inbox.
    mutating func list(_ name: String?) throws(InputError) {
        let name = try Self.short((name ?? "").onOneLine, "list's name")
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
        let bare = String(name.scalars.drop { $0 == "#" || $0.isSpace }.map { $0 }).trimmedOfMarks
        guard !bare.isBlank else { return }
        if !ItemTag.isName(bare) {
            note("tag", name)
        } else if tags.insert(ByteString(bare)).inserted {
            item.tags.append(bare)
        }
    }

    /// Adds a text to the notes, on lines of its own that end with LF.
    mutating func note(_ text: String) {
        if !text.isBlank { notes.append(text.withLineFeeds) }
    }

    /// Adds a line such as `place: Berlin` to the notes.
    mutating func note(_ name: String, _ text: String) {
        let text = text.onOneLine
        if !text.isBlank { notes.append("\(name): \(text)") }
    }

    mutating func due(_ day: CivilDate, _ time: TimeOfDay?) throws(InputError) {
        try take(day, time, .due, .dueTime)
    }

    /// - Parameter time: midnight stands for the day alone.
    mutating func due(_ time: LocalTime) throws(InputError) {
        try due(time.day, time.minute == 0 ? nil : time.timeOfDay)
    }

    /// Sets the time of the due: of a day that may follow.
    mutating func dueTime(_ time: TimeOfDay) { self.time = time }

    mutating func start(_ day: CivilDate, _ time: TimeOfDay?) throws(InputError) {
        try take(day, time, .start, .startTime)
    }

    /// Does the same as `due`.
    mutating func start(_ time: LocalTime) throws(InputError) {
        try start(time.day, time.minute == 0 ? nil : time.timeOfDay)
    }

    private mutating func take(_ day: CivilDate, _ time: TimeOfDay?, _ field: Field, _ timeField: Field)
        throws(InputError)
    {
        // A day that is reckoned may leave the years that there are.
        guard (1...9_999).contains(day.year) else {
            throw InputError("its day is beyond the years 1 to 9999. Change it.")
        }
        item.values[field] = .day(day)
        item.values[timeField] = time.map { .timeOfDay($0) }
    }

    /// - Parameter number: of RFC 5545; 0 for none.
    mutating func priority(_ number: UInt8) { item.values[.priority] = number == 0 ? nil : .choice(number) }

    /// - Parameter time: nil where the file doesn't say it.
    mutating func create(at time: Timestamp?) { item.values[.createdAt] = time.map { .time($0) } }

    /// - Parameter times: those that may say when, the best one first.
    mutating func complete(at times: Timestamp?...) throws(InputError) {
        guard let time = times.lazy.compactMap({ $0 }).first else { throw .completedAtNoTime }
        item.values[.completedAt] = .time(time)
    }

    mutating func remind(_ reminder: Reminder) {
        if !item.remind(reminder) { lose(.reminder) }
    }

    /// Gives it the rule of an RRULE, also one that can't be followed: it is kept and shown as it is.
    ///
    /// - Parameter offset: as `RepeatRule` has it.
    mutating func rule(text: String, countsFromDone: Bool = false, offset: (Timestamp) -> Int64) {
        guard let rule = KeptRule.text(text, offset: offset) else { return lose(.rule) }
        item.rule = rule
        item.countsFromDone = countsFromDone
    }

    /// Says from which day the rule counts where there is neither a due nor a start.
    mutating func ruleStart(_ day: CivilDate?) { item.ruleStart = day }

    /// Gives it a rule, or counts it among what is lost where there is none that can be followed.
    mutating func rule(_ rule: RepeatRule?, countsFromDone: Bool = false) {
        guard let rule else { return lose(.rule) }
        item.rule = rule.text
        item.countsFromDone = countsFromDone
    }

    /// - Returns: the to-do, what it can't hold, and what is shown nowhere.
    fileprivate func finished() throws(InputError) -> (
        item: ProgramFile.Item, losses: [ProgramFile.Loss], kept: [ProgramFile.Loss]
    ) {
        var (item, losses) = (item, losses)
        if isCompleted {
            // A finished task comes no more: the next one is a task of its own.
            (item.rule, item.countsFromDone) = (nil, false)
            losses.removeAll { $0 == .rule }
        }
        var notes = notes
        if let time {
            if hasDue { item.values[.dueTime] = .timeOfDay(time) } else { notes.append("time: \(time.text)") }
        }
        item.values[.notes] = try FieldValue(notesOfProgram: notes)
        return (item, losses, kept)
    }

    private static func short(_ text: String, _ noun: String) throws(InputError) -> String {
        let most = ItemError.longestTitle
        guard text.utf8.count > most, text.unicodeScalars.count > most else { return text }
        throw InputError(
            "its \(noun) has \(text.unicodeScalars.count) characters, and can have at most \(most). Shorten it.")
    }
}

/// A file while the reader of a format fills it.
struct ProgramRows {
    private(set) var file = ProgramFile()
    /// How many times each key was there.
    private var counts: [ByteString: Int] = [:]
    /// The parents of those of which the parent says it.
    private var adoptions: [String: String] = [:]

    mutating func lose(_ loss: ProgramFile.Loss) { file.lose(loss) }

    mutating func report(line: Int, _ reason: Sentence) {
        file.problems.append(ProgramFile.Problem(line: line, reason))
    }

    /// Takes a to-do, or its problem. One with a problem loses nothing else.
    ///
    /// - Parameter key: the second to-do with it gets `#2` on a line of its own behind it, so that no other key is the
    ///   same.
    /// - Returns: the key that it got.
    @discardableResult
    mutating func add(key: String, line: Int, _ fill: (inout ProgramRow) throws(InputError) -> Void) -> String {
        let key = ownKey(key)
        take(line: line, hasOwnKey: true) { () throws(InputError) in
            var row = ProgramRow(key: key, line: line)
            try fill(&row)
            return row
        }
        return key
    }

    /// Takes a to-do of a file that says the key of each, in the same way.
    mutating func add(line: Int, _ make: () throws(InputError) -> ProgramRow) {
        take(line: line, hasOwnKey: false, make)
    }

    private mutating func ownKey(_ key: String) -> String {
        let count = counts[ByteString(key), default: 0] + 1
        counts[ByteString(key)] = count
        return count == 1 ? key : "\(key)\n#\(count)"
    }

    private mutating func take(line: Int, hasOwnKey: Bool, _ make: () throws(InputError) -> ProgramRow) {
        do throws(InputError) {
            var finished = try make().finished()
            if !hasOwnKey { finished.item.key = ownKey(finished.item.key) }
            file.items.append(finished.item)
            for loss in finished.losses { file.lose(loss) }
            for loss in finished.kept { file.kept[loss, default: 0] += 1 }
        } catch {
            report(line: line, error.reason)
        }
    }

    /// Remembers that one says of another, by their keys, that it stands under it.
    mutating func adopt(_ child: String, under parent: String) {
        if adoptions[child] == nil { adoptions[child] = parent }
    }

    /// Puts those under others that say no parent themselves.
    mutating func endAdoptions() {
        for index in file.items.indices where file.items[index].parent == nil {
            file.items[index].parent = adoptions[file.items[index].key]
        }
    }

    /// Gives each its parent by another name.
    ///
    /// - Parameter keys: the keys by these names. What isn't among them is a key already.
    mutating func nameParents(_ keys: [String: String]) {
        for index in file.items.indices {
            if let name = file.items[index].parent { file.items[index].parent = keys[name] ?? name }
        }
    }
}

/// The rows of a program's CSV by the names of their columns.
struct ProgramTable {
    let rows: ArraySlice<(number: Int, values: [String])>
    private let columns: [String: Int]
    private let width: Int

    /// - Parameters:
    ///   - header: its names are compared in capitals. Of two with the same name the first one counts.
    ///   - rows: those below it.
    init(_ header: [String], _ rows: ArraySlice<(number: Int, values: [String])>) {
        self.rows = rows
        width = header.count
        var columns: [String: Int] = [:]
        for (index, name) in header.enumerated() where columns[name.trimmed.uppercased()] == nil {
            columns[name.trimmed.uppercased()] = index
        }
        self.columns = columns
    }

    func has(_ name: String) -> Bool { columns[name] != nil }

    /// Tells what a row has in a column, without white space around it; empty where it has nothing.
    func text(_ name: String, _ values: [String]) -> String { written(name, values).trimmed }

    /// Does the same as `text`, with its white space.
    func written(_ name: String, _ values: [String]) -> String {
        guard let index = columns[name], values.indices.contains(index) else { return "" }
        return values[index]
    }

    /// Refuses a row with more in it than the header has names for, and, unless it may be short, one with less.
    func check(_ values: [String], mayBeShort: Bool) throws(InputError) {
        let isLong = values.dropFirst(width).contains { !$0.isBlank }
        guard isLong || values.count < width && !mayBeShort else { return }
        throw InputError(
            "it has \(values.count) \(values.count == 1 ? "column" : "columns"), the header \(width). The file may be cut "
                + "off or damaged: export it again.")
    }
}

extension FieldValue {
    /// The notes of a to-do of a program, one below the other; nil for none.
    init?(notesOfProgram notes: [String]) throws(InputError) {
        guard !notes.isEmpty else { return nil }
        let text = notes.joined(separator: "\n")
        guard text.utf8.count <= FieldValues.longestText else {
            throw InputError(
                "its notes have \(text.utf8.count) bytes, and can have at most \(FieldValues.longestText). Shorten them."
            )
        }
        self = .text(text)
    }
}

extension String {
    /// On one line, without white space around it.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.isLineBreak }) else { return trimmed }
        return parts { $0.isLineBreak }.map { String($0).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// With lines that end with LF.
    var withLineFeeds: String {
        var lines: [UInt8] = []
        var last: UInt8 = 0
        for byte in utf8 {
            if byte == 0x0D { lines.append(0x0A) } else if byte != 0x0A || last != 0x0D { lines.append(byte) }
            last = byte
        }
        return String(utf8: lines)
    }
}

extension InputError {
    static var completedAtNoTime: InputError {
        InputError("it is completed, and doesn't say when. Open it again, or leave it out.")
    }

    /// A date that can't be read, or doesn't exist.
    ///
    /// - Parameters:
    ///   - noun: what it is of the to-do.
    ///   - form: how it would be right.
    static func unread(_ text: String, _ noun: String, form: String = "2026-11-21") -> InputError {
        InputError("its \(noun) “\(text.excerpt)” isn't a valid date. Use the form \(form).")
    }
}

extension CivilDate {
    /// The moment that stands for a day of which no time is known: 12:00 in UTC.
    var noon: Timestamp { Timestamp(milliseconds: daysSince1970 * 86_400_000 + 43_200_000) }

    /// Tells whether a text has the form of a day, be it one that exists or not.
    static func isForm(of text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }
}

extension LocalTime {
    /// How many seconds a clock is ahead of UTC at a moment.
    public static func offset(of clock: (Timestamp) -> LocalTime, _ time: Timestamp) -> Int64 {
        let shown = clock(time)
        let minutes = time.milliseconds.quotientAndRemainderFloored(by: 60_000).quotient
        return (shown.day.daysSince1970 * 1_440 + shown.minute - minutes) * 60
    }

    var timeOfDay: TimeOfDay? { TimeOfDay(minute: minute) }
}
