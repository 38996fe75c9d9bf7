import DaybookCore

/// A date, and a time of day where there is one, as RFC 3339 writes them: `2026-11-21`, `2026-11-21T09:30:00.0000000`,
/// `2026-11-21T09:30:00+01:00`.
struct WrittenMoment {
    /// As it is written, wherever that is.
    let day: CivilDate
    /// Of that day, from 0 to 86,399,999.
    let milliseconds: Int64
    /// How far clocks are ahead of UTC there; nil where the text doesn't say it.
    let minutesAhead: Int64?

    /// Nil for any other text, and for a date or a time that doesn't exist.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, let day = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)) else { return nil }
        self.day = day
        guard bytes.count > 10 else {
            milliseconds = 0
            minutesAhead = nil
            return
        }
        guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") || bytes[10] == 0x20,
            let seconds = Self.seconds(bytes[11...].prefix(8))
        else { return nil }
        var rest = bytes[11...].dropFirst(8)
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { Self.isDigit($0) }
            guard !digits.isEmpty else { return nil }
            for place in 0..<3 {
                fraction = fraction * 10 + (digits.dropFirst(place).first.map { Int64($0 - 0x30) } ?? 0)
            }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let ahead = Self.minutesAhead(rest) else { return nil }
        milliseconds = seconds * 1_000 + fraction
        minutesAhead = ahead.minutes
    }

    var isMidnight: Bool { milliseconds == 0 }

    /// The moment itself; nil where the text doesn't say where clocks show it.
    var time: Timestamp? { minutesAhead.map { time(minutesAhead: $0) } }

    /// The moment where the text says nothing else and means UTC.
    var timeInUTC: Timestamp { time(minutesAhead: minutesAhead ?? 0) }

    private func time(minutesAhead: Int64) -> Timestamp {
        Timestamp(milliseconds: day.daysSince1970 * 86_400_000 + milliseconds - minutesAhead * 60_000)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Of `09:30:00`.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], below: 24), let minute = number(parts[1], below: 60),
            let second = number(parts[2], below: 60)
        else { return nil }
        return (hour * 60 + minute) * 60 + second
    }

    /// Of `Z`, `+01:00` or nothing; nil for anything else.
    private static func minutesAhead(_ text: ArraySlice<UInt8>) -> (minutes: Int64?, Void)? {
        guard let sign = text.first else { return (nil, ()) }
        if text.count == 1, sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return (0, ()) }
        let parts = text.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
            let hours = number(parts[0], below: 24), let minutes = number(parts[1], below: 60)
        else { return nil }
        return ((hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1), ())
    }

    /// Of two digits.
    private static func number(_ digits: ArraySlice<UInt8>, below limit: Int64) -> Int64? {
        guard digits.count == 2, digits.allSatisfy({ isDigit($0) }) else { return nil }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return number < limit ? number : nil
    }
}

extension InputError {
    /// A date of a task that can't be read.
    ///
    /// - Parameters:
    ///   - name: of its member.
    ///   - example: how it would be right.
    static func date(_ text: String, _ name: String, example: String) -> InputError {
        InputError(name, "its \(name) “\(text.excerpt)” isn't a valid date. Write one such as \(example).")
    }

    /// A file that isn't of a format.
    ///
    /// - Parameter wanted: what the file would have to be.
    static func isNot(_ format: ProgramFile.Format, _ wanted: String) -> InputError {
        InputError("this isn't a file of \(format.title). It has to be \(wanted).")
    }
}

/// The members of an object in a program's file. Null is as good as absent.
struct ProgramMembers {
    let all: [String: JSONValue]

    /// Nil for anything but an object.
    init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        all = members.filter { $0.value != .null }
    }

    /// - Parameter noun: what the object would be, such as “a task”.
    init(_ json: JSONValue, _ noun: String) throws(InputError) {
        guard let members = ProgramMembers(json) else {
            throw InputError("\(noun) has to be an object. This is \(json.kind).")
        }
        self = members
    }

    func has(_ name: String) -> Bool { all[name] != nil }

    func text(_ name: String) throws(InputError) -> String? {
        try value(name, "a string") { if case .string(let text) = $0 { text } else { nil } }
    }

    func bool(_ name: String) throws(InputError) -> Bool? {
        try value(name, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }

    func integer(_ name: String) throws(InputError) -> Int64? {
        try value(name, "a whole number") { if case .number(let number) = $0 { Int64(exactly: number) } else { nil } }
    }

    func array(_ name: String) throws(InputError) -> [JSONValue]? {
        try value(name, "an array") { if case .array(let elements) = $0 { elements } else { nil } }
    }

    func object(_ name: String) throws(InputError) -> ProgramMembers? {
        try value(name, "an object") { ProgramMembers($0) }
    }

    /// The objects of an array; none if there is no array.
    func objects(_ name: String) throws(InputError) -> [ProgramMembers] {
        try value(name, "an array of objects") { json in
            guard case .array(let elements) = json else { return nil }
            let objects = elements.compactMap { ProgramMembers($0) }
            return objects.count == elements.count ? objects : nil
        } ?? []
    }

    /// The strings of an array; none if there is no array.
    func texts(_ name: String) throws(InputError) -> [String] {
        try value(name, "an array of strings") { json in
            guard case .array(let elements) = json else { return nil }
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        } ?? []
    }

    /// The moment that a member spells in the form of RFC 3339; nil where there is none.
    func time(_ name: String) throws(InputError) -> Timestamp? {
        guard let text = try text(name), !text.isBlank else { return nil }
        guard let time = WrittenMoment(text.trimmed)?.time else {
            throw .date(text, name, example: "2026-11-21T09:30:00Z")
        }
        return time
    }

    private func value<Value>(
        _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
    ) throws(InputError) -> Value? {
        guard let json = all[name] else { return nil }
        guard let value = read(json) else {
            let found = if case .number = json, wanted.hasSuffix("number") { "another number" } else { json.kind }
            throw InputError(name, "its \(name) is \(found), and has to be \(wanted).")
        }
        return value
    }
}

/// A to-do while the reader of a file in JSON makes it.
struct ProgramDraft {
    private var item: ProgramFile.Item
    private var notes: [String] = []
    private var losses: [ProgramFile.Loss] = []

    /// Of a task that has a title.
    init(key: String, line: Int, title: String?) throws(InputError) {
        item = ProgramFile.Item(key: key, line: line)
        let title = Self.line(title ?? "")
        guard !title.isBlank else { throw InputError("title", "it has no title.") }
        guard title.utf8.count <= ItemError.longestTitle || title.unicodeScalars.count <= ItemError.longestTitle else {
            throw InputError(
                "title",
                "its title has \(title.unicodeScalars.count) characters, and can have at most "
                    + "\(ItemError.longestTitle). Put the rest into the notes.")
        }
        item.values[.title] = .text(title)
    }

    /// A text on one line, without white space around it.
    static func line(_ text: String) -> String {
        text.parts { $0.isLineBreak }.map { String($0).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    var key: String { item.key }
    var line: Int { item.line }
    var due: CivilDate? { item.values[.due]?.day }
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

    /// As `due`.
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
        let name = Self.line(name ?? "")
        guard name.utf8.count <= ItemError.longestTitle || name.unicodeScalars.count <= ItemError.longestTitle else {
            throw InputError(
                "the name of its list has \(name.unicodeScalars.count) characters, and can have at most "
                    + "\(ItemError.longestTitle). Shorten it.")
        }
        item.list = name.isBlank ? nil : name
    }

    /// Tags it, or puts what can't be a tag into the notes.
    mutating func tag(_ name: String) {
        var tag = name.trimmedOfMarks
        if tag.unicodeScalars.first == "#" { tag = String(tag.unicodeScalars.dropFirst()).trimmedOfMarks }
        guard !tag.isBlank else { return }
        if !ItemTag.isName(tag) {
            note("tag: \(Self.line(name))")
        } else if !item.tags.contains(where: { Spelling($0) == Spelling(tag) }) {
            item.tags.append(tag)
        }
    }

    /// Adds a text to the notes, on lines of its own that end with LF.
    mutating func note(_ text: String) {
        guard !text.isBlank else { return }
        var lines: [Unicode.Scalar] = []
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" { lines.append("\n") } else if scalar != "\n" || last != "\r" { lines.append(scalar) }
            last = scalar
        }
        notes.append(String(lines))
    }

    /// A rule; nil for one that can't be followed. What is finished comes no more: the next one is a task of its own.
    mutating func rule(_ rule: RepeatRule?, countsFromDone: Bool = false) {
        guard !isCompleted else { return }
        guard let rule else { return lose(.rule) }
        item.rule = rule.text
        item.countsFromDone = countsFromDone
    }

    /// - Returns: the to-do, and what it can't hold.
    fileprivate func finished() throws(InputError) -> (item: ProgramFile.Item, losses: [ProgramFile.Loss]) {
        guard !notes.isEmpty else { return (item, losses) }
        var item = item
        let text = notes.joined(separator: "\n")
        guard text.utf8.count <= FieldValues.longestText else {
            throw InputError(
                "notes",
                "its notes have \(text.utf8.count) bytes, and can have at most \(FieldValues.longestText). Shorten them."
            )
        }
        item.values[.notes] = .text(text)
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
            file.problems.append(ProgramFile.Problem(line: line, error.message))
        }
    }
}

extension JSONValue {
    /// What the file of a program is.
    init(_ bytes: [UInt8], of format: ProgramFile.Format) throws(InputError) {
        let (text, encoding) = try TextEncoding.decode(bytes)
        guard encoding != .windows1252 else {
            throw InputError("this isn't a file of \(format.title): it isn't UTF-8. Export it again.")
        }
        do {
            try self.init(text)
        } catch {
            throw InputError(
                "\(error.message) A file of \(format.title) has to be JSON. If it is cut off, export it again.")
        }
    }
}

/// Makes text of HTML: lines of its blocks, dashes before the points of a list, addresses behind links.
struct MarkupText {
    private var text = ""
    /// How many bytes the text has right behind the dash of a point.
    private var dash = -1
    /// Whether white space counts, and line breaks are some.
    private var isVerbatim = false
    /// The element whose text nobody sees; nil outside.
    private var hidden: String?
    private var link: (address: String, start: Int)?

    /// Whether a text that may be either is HTML.
    static func isMarkup(_ text: String) -> Bool {
        let text = text.lowercased()
        if let start = text.trimmed.rest(after: "<"), start.contains(">") {
            let name = String(start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) })
            if isBlock(name) || name.isOne(of: elements) { return true }
        }
        return ["<br>", "<br/>", "<br />", "</p>", "</li>", "</div>"].contains { text.contains($0) }
    }

    /// With which HTML may begin, beside its blocks.
    private static let elements = "html head body a b i u s em strong code pre span mark img br hr li label details"

    /// The text itself where a tag has no end.
    static func text(_ markup: String) -> String {
        var reader = MarkupReader(Array(markup.utf8))
        var writer = MarkupText()
        do {
            while let token = try reader.next() { writer.take(token) }
        } catch {
            return markup
        }
        return writer.text.trimmed
    }

    private mutating func take(_ token: MarkupReader.Token) {
        switch token {
        case .open(let name, let content, let isClosed):
            if hidden == nil { open(name.lowercased(), content, isClosed) }
        case .close(let name): close(name.lowercased())
        case .text(let text): if hidden == nil { append(text) }
        }
    }

    private mutating func open(_ name: String, _ content: ArraySlice<UInt8>, _ isClosed: Bool) {
        switch name {
        case "script", "style", "title": hidden = isClosed ? nil : name
        case "br": text += "\n"
        case "li":
            breakLine()
            switch MarkupReader.attribute("data-checked", in: content) {
            case "true": text += "- [x] "
            case "false": text += "- [ ] "
            default: text += "- "
            }
            dash = text.utf8.count
        case "pre":
            breakLine()
            isVerbatim = true
        case "a":
            let address = MarkupReader.attribute("href", in: content)
            link = address.isEmpty ? nil : (address, text.utf8.count)
        default: if Self.isBlock(name), dash != text.utf8.count { breakLine() }
        }
    }

    private mutating func close(_ name: String) {
        if name == hidden { hidden = nil }
        guard hidden == nil else { return }
        switch name {
        case "pre":
            isVerbatim = false
            breakLine()
        case "a":
            guard let (address, start) = link else { return }
            link = nil
            let shown = String(decoding: text.utf8.dropFirst(start), as: UTF8.self).trimmed
            if shown != address, "mailto:\(shown)" != address { text += shown.isEmpty ? address : " (\(address))" }
        default: if Self.isBlock(name) || name == "li" { breakLine() }
        }
    }

    private static func isBlock(_ name: String) -> Bool {
        name.isOne(of: "p div ul ol tr table blockquote section article h1 h2 h3 h4 h5 h6")
    }

    private mutating func breakLine() {
        while text.utf8.last == 0x20 { text.unicodeScalars.removeLast() }
        if !text.isEmpty, text.utf8.last != 0x0A { text += "\n" }
    }

    private mutating func append(_ other: String) {
        guard !isVerbatim else {
            text += other
            return
        }
        for scalar in other.unicodeScalars {
            guard scalar == " " || scalar.value >= 0x09 && scalar.value <= 0x0D else {
                text.unicodeScalars.append(scalar)
                continue
            }
            if let last = text.utf8.last, last != 0x20, last != 0x0A { text += " " }
        }
    }
}
