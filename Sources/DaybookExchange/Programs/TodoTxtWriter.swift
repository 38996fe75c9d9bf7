public import DaybookCore

/// To-dos as todo.txt: one a line.
///
/// There is no escape in it: a word of a title such as `+1` or `note:x` is a project or a member to other programs.
public enum TodoTxt {
    /// Before the id of a to-do, so that the line is known again.
    static let idName = "id"

    /// - Parameters:
    ///   - rows: in the order in which they are to stand there.
    ///   - listName: what the list is called in which one lies; nil for the inbox.
    ///   - day: the day on which a moment falls.
    public static func write(
        _ rows: [TodoRow], listName: (Todo) -> String?,
        day: (Timestamp) -> CivilDate = { CivilDate($0) }, to output: inout [UInt8]
    ) {
        for row in rows {
            var line = TodoTxtLine(row.todo, day)
            line.add(name: listName(row.todo) ?? "", after: "+")
            for tag in row.todo.tags { line.add(name: tag, after: "@") }
            line.addMembers(of: row.todo)
            output += line.words.joined(separator: " ").utf8
            output.append(0x0A)
        }
    }

    /// Tells what of a to-do a line has no place for.
    static func unsaid(_ todo: Todo) -> Set<UnsaidPart> {
        var line = TodoTxtLine(todo, { CivilDate($0) })
        line.addMembers(of: todo)
        return line.unsaid
    }
}

/// A line while it is made.
private struct TodoTxtLine {
    private(set) var words: [String] = []
    private(set) var unsaid: Set<UnsaidPart> = []

    /// The day of creation is always there: behind it a title may begin with anything.
    init(_ todo: Todo, _ day: (Timestamp) -> CivilDate) {
        if let done = todo.completedAt {
            words = ["x", day(done).text]
        } else if let letter = todo.priorityLetter {
            words = ["(\(letter))"]
        }
        words.append(day(todo.createdAt).text)
        words += todo.title.parts { $0.isSpace }.map { String($0) }
    }

    /// Names have no spaces there. One that the title says already isn't said again.
    mutating func add(name: String, after sign: String) {
        let name = sign + name.parts { $0.isSpace }.map { String($0) }.joined(separator: "_")
        if name != sign, !words.contains(where: { ByteString($0) == ByteString(name) }) { words.append(name) }
    }

    mutating func addMembers(of todo: Todo) {
        if todo.extraFields[.parent] != nil { unsaid.insert(.parent) }
        if let due = todo.due { words.append("due:\(due.text)") }
        if let time = todo.dueTime { words.append("time:\(time.text)") }
        if let start = todo.start { words.append("t:\(start.text)") }
        if todo.startTime != nil { unsaid.insert(.startTime) }
        if todo.todayDay != nil { unsaid.insert(.today) }
        if !todo.reminders.isEmpty { unsaid.insert(.reminders) }
        if let repeats = todo.repeats, !repeats.rule.isEmpty {
            let step = repeats.parsed?.todoTxtStep(from: repeats.anchor)
            if let step {
                words.append("rec:\(repeats.mode == .afterDone ? "" : "+")\(step)")
            } else {
                unsaid.insert(.rule)
            }
        }
        if todo.isCompleted, let letter = todo.priorityLetter { words.append("pri:\(letter)") }
        let texts = [todo.description, todo.notes].filter { !$0.isBlank }
        for line in texts.flatMap({ $0.parts { $0.isLineBreak } }).map({ String($0) }) { add(note: line) }
        if todo.amount != nil { unsaid.insert(.amount) }
        words.append("\(TodoTxt.idName):\(todo.id.text)")
    }

    /// A line such as `estimate: 2h` has a place.
    private mutating func add(note line: String) {
        let parts = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].starts(with: "//".utf8),
            parts[0].allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
        else {
            unsaid.insert(.notes)
            return
        }
        let (name, value) = (
            String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self).trimmed
        )
        let isTaken = name.lowercased().isOne(of: "due t rec pri h priority time id")
        guard !isTaken, !value.isEmpty, value.utf8.first != UInt8(ascii: ":"),
            !value.scalars.contains(where: { $0.isSpace })
        else {
            unsaid.insert(.notes)
            return
        }
        words.append("\(name):\(value)")
    }
}

extension Todo {
    /// A for high, B for medium, C for low; nil for none.
    fileprivate var priorityLetter: String? {
        switch extraFields[.priority]?.choice ?? 0 {
        case 1...4: "A"
        case 5: "B"
        case 6...9: "C"
        default: nil
        }
    }
}

extension RepeatRule {
    /// The step as `rec:` has it, such as `2w`; nil for a rule that isn't the same step over and over without an end.
    ///
    /// - Parameter anchor: the day from which it counts, whose weekday and day of the month are those that it takes.
    fileprivate func todoTxtStep(from anchor: CivilDate) -> String? {
        guard count == nil, until == nil else { return nil }
        // The day, or the last one of a shorter month, is what a step by months from there means.
        if case .day(let day, .dayOrLast) = place, day == anchor.day {
            return frequency == .monthly ? "\(interval)m" : "\(interval)y"
        }
        guard positions.isEmpty else { return nil }
        if frequency == .weekly, interval == 1, months.isEmpty, monthDays.isEmpty,
            Set(weekdays) == Set((0..<5).map { Weekday($0) })
        {
            return "1b"
        }
        let weekday = (anchor.daysSince1970 + 3).quotientAndRemainderFloored(by: 7).remainder
        let hasDay = monthDays.isEmpty || monthDays == [anchor.day]
        switch frequency {
        case .daily where weekdays.isEmpty && monthDays.isEmpty && months.isEmpty: return "\(interval)d"
        case .weekly where weekdays.isEmpty || weekdays == [Weekday(weekday)]:
            return monthDays.isEmpty && months.isEmpty ? "\(interval)w" : nil
        case .monthly where weekdays.isEmpty && hasDay && months.isEmpty: return "\(interval)m"
        case .yearly where weekdays.isEmpty && hasDay && (months.isEmpty || months == [anchor.month]):
            return months.isEmpty && !monthDays.isEmpty ? nil : "\(interval)y"
        case .daily, .weekly, .monthly, .yearly: return nil
        }
    }
}
