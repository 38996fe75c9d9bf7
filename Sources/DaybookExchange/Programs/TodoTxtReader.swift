import DaybookCore

extension ProgramFile {
    /// Reads todo.txt: a task a line.
    ///
    /// - Parameter today: when one was finished of which the file doesn't say it.
    static func todotxt(_ bytes: [UInt8], today: CivilDate) throws(InputError) -> ProgramFile {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        try checkTodotxt(text)
        var rows = ProgramRows()
        for (number, text) in BankLine.lines(text) where !text.isBlank {
            let task = TodoTxtTask(text)
            rows.add(key: task.key, line: number) { (row: inout ProgramRow) throws(InputError) in
                try task.fill(&row, today: today)
            }
        }
        return rows.file
    }

    /// Throws for bytes that aren't text, and for a file of another format.
    private static func checkTodotxt(_ bytes: [UInt8]) throws(InputError) {
        let wanted = "todo.txt is a text with a task on each line"
        if let place = bytes.firstIndex(where: { $0 < 0x20 && !($0 >= 0x09 && $0 <= 0x0D) }) {
            throw InputError("byte \(place + 1) is no part of a text. \(wanted).")
        }
        if let other = format(of: bytes, name: "") {
            throw InputError("this is a file of \(other.title). \(wanted).")
        }
        let start = String(decoding: bytes.prefix(64), as: UTF8.self).trimmed.lowercased()
        for mark in ["<?xml", "<!doctype", "<html", "[{", "{\"", "{\n"] where start.hasPrefix(mark) {
            throw InputError("it begins with “\(mark.trimmed)”, as other files do. \(wanted).")
        }
    }
}

struct TodoTxtTask {
    private var isDone = false
    /// A letter from A to Z.
    private var priority: UInt8?
    /// The dates before the text, as they are written: of one that is done the day of completion is the first.
    private var dates: [String] = []
    private var words: [String] = []

    init(_ line: String) {
        var words = line.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }[...]
        // A line behind white space is text.
        if let first = line.utf8.first, first != 0x20, first != 0x09 {
            isDone = first == UInt8(ascii: "x") && words.first?.utf8.count == 1 && words.count > 1
            if isDone { words.removeFirst() }
            takeMarks(&words)
        }
        self.words = Array(words)
    }

    /// The priority stands before the dates. Where a program only put the completion before the line, it stands behind it.
    private mutating func takeMarks(_ words: inout ArraySlice<String>) {
        while let word = words.first {
            if priority == nil, isDone || dates.isEmpty, let letter = Self.priority(word) {
                priority = letter
            } else if dates.count < (isDone ? 2 : 1), CivilDate.isForm(of: word) {
                dates.append(word)
            } else {
                return
            }
            words.removeFirst()
        }
    }

    /// The letter of `(A)`.
    private static func priority(_ word: String) -> UInt8? {
        let bytes = Array(word.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")") else { return nil }
        return letter(bytes[1...1])
    }

    /// Tells whether it has a priority, a date, a project, a context or one of the members that Daybook reads.
    var hasMarks: Bool {
        priority != nil || !dates.isEmpty
            || words.contains { word in
                Self.mark(word) != nil || Self.member(word)?.key.isOne(of: "due t rec") ?? false
            }
    }

    private static func letter(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.count == 1, let letter = bytes.first, (0x41...0x5A).contains(letter) else { return nil }
        return letter
    }

    /// The id of the to-do from which Daybook wrote the line.
    private var ownID: EntityID? {
        words.lazy.compactMap { Self.member($0) }.first { $0.key == TodoTxt.idName }.flatMap { EntityID($0.value) }
    }

    /// The id that Daybook gave it, or else the text, without the priority that one that is done may have in it.
    var key: String {
        if let ownID { return "\(TodoTxt.idName):\(ownID.text)" }
        return words.filter { word in
            Self.member(word).map { $0.key != "pri" || Self.letter(Array($0.value.utf8)[...]) == nil } ?? true
        }.joined(separator: " ")
    }

    /// The parts of `key:value`; nil for any other word, and for an address.
    private static func member(_ word: String) -> (name: String, key: String, value: String)? {
        let parts = word.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let first = parts[1].first, first != UInt8(ascii: ":"),
            !parts[1].starts(with: "//".utf8),
            parts[0].allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        let name = String(decoding: parts[0], as: UTF8.self)
        let key = name.lowercased()
        guard !key.isOne(of: "mailto tel sms") else { return nil }
        return (name, key, String(decoding: parts[1], as: UTF8.self))
    }

    func fill(_ row: inout ProgramRow, today: CivilDate) throws(InputError) {
        try takeDates(&row, today)
        if let priority { take(priority: priority, &row) }
        let isText = words.map { Self.mark($0) == nil && Self.member($0) == nil }
        let (first, last) = (isText.firstIndex(of: true) ?? 0, isText.lastIndex(of: true) ?? -1)
        // Marks before the sentence and behind it aren't of it. Those inside are words of it, and say the same, but for the
        // words of a title that Daybook wrote.
        let isOwn = ownID != nil
        var title: [String] = []
        var marks: [(sign: UInt8, name: String)] = []
        var inner: [(sign: UInt8, name: String)] = []
        for (index, word) in words.enumerated() {
            if let mark = Self.mark(word) {
                if index < first || index > last {
                    marks.append(mark)
                } else {
                    title.append(word)
                    if !isOwn { inner.append(mark) }
                }
            } else if let member = Self.member(word) {
                try take(member, &row)
            } else {
                title.append(word)
            }
        }
        var hasList = false
        for mark in marks + inner {
            if mark.sign == UInt8(ascii: "@") || hasList {
                row.tag(mark.name)
            } else {
                try row.list(mark.name)
                hasList = true
            }
        }
        try row.title(title.joined(separator: " "))
    }

    /// The name of a project or a context, and the sign before it; nil for any other word.
    private static func mark(_ word: String) -> (sign: UInt8, name: String)? {
        guard let sign = word.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "@") else { return nil }
        let name = String(decoding: word.utf8.dropFirst(), as: UTF8.self)
        return name.isBlank ? nil : (sign, name)
    }

    private func takeDates(_ row: inout ProgramRow, _ today: CivilDate) throws(InputError) {
        func day(_ text: String, _ noun: String) throws(InputError) -> CivilDate {
            guard let day = CivilDate(text) else { throw .unread(text, noun) }
            return day
        }
        if isDone {
            try row.complete(
                at: dates.first.map { text throws(InputError) in
                    try day(text, "date of completion")
                }?.noon ?? today.noon)
        }
        if let text = dates.dropFirst(isDone ? 1 : 0).first {
            row.create(at: try day(text, "date of creation").noon)
        }
    }

    private func take(priority letter: UInt8, _ row: inout ProgramRow) {
        switch letter {
        case UInt8(ascii: "A"): row.priority(1)
        case UInt8(ascii: "B"): row.priority(5)
        case UInt8(ascii: "C"): row.priority(9)
        default:
            row.priority(9)
            row.note("priority", String(Unicode.Scalar(letter)))
        }
    }

    private func take(_ member: (name: String, key: String, value: String), _ row: inout ProgramRow)
        throws(InputError)
    {
        let value = member.value
        switch member.key {
        case "due" where !row.hasDue:
            guard let day = CivilDate(value) else { throw .unread(value, "due date") }
            try row.due(day, nil)
        case "t":
            guard let day = CivilDate(value) else { throw .unread(value, "threshold date") }
            try row.start(day, nil)
        case "rec":
            let rule = Self.rule(value)
            row.rule(rule, countsFromDone: value.utf8.first != UInt8(ascii: "+"))
            if rule == nil { row.note(member.name, value) }
        case "pri":
            guard isDone, priority == nil, let letter = Self.letter(Array(value.utf8)[...]) else {
                return row.note(member.name, value)
            }
            take(priority: letter, &row)
        case "time":
            if let time = TimeOfDay(value) { row.dueTime(time) } else { row.note(member.name, value) }
        case "h" where value == "1": row.lose(.other("hidden"))
        case TodoTxt.idName where EntityID(value) != nil: break
        default: row.note(member.name, value)
        }
    }

    /// The rule of `1w` or `+1m`; nil for one that can't be followed.
    private static func rule(_ text: String) -> RepeatRule? {
        let step = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
        let digits = step.prefix { (0x30...0x39).contains($0) }
        guard let count = Int64(String(decoding: digits, as: UTF8.self)),
            (1...RepeatRule.greatestInterval).contains(count), step.count == digits.count + 1
        else { return nil }
        switch step.last {
        case UInt8(ascii: "d"): return RepeatRule(.daily, interval: count)
        case UInt8(ascii: "w"): return RepeatRule(.weekly, interval: count)
        case UInt8(ascii: "m"): return RepeatRule(.monthly, interval: count)
        case UInt8(ascii: "y"): return RepeatRule(.yearly, interval: count)
        case UInt8(ascii: "b") where count == 1:
            var rule = RepeatRule(.weekly)
            rule.weekdays = (0..<5).map { RepeatRule.Weekday($0) }
            return rule
        default: return nil
        }
    }
}
