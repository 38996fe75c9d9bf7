public import DaybookCore

/// To-dos as another program wrote them to a file: the same for every format.
public struct ProgramFile: Sendable {
    public enum Format: String, CaseIterable, Sendable {
        case todotxt, taskwarrior, todoist, ics, ticktick, vikunja, microsoft, google

        /// The to-do that an import makes of what a program knows by `key`: the same each time.
        func id(of key: String) -> EntityID {
            EntityID(derivedFrom: (rawValue + "\n" + key).bytes, for: "program's to-do")
        }

        /// The name of the program, or of the format.
        public var title: String {
            switch self {
            case .todotxt: "todo.txt"
            case .taskwarrior: "Taskwarrior"
            case .todoist: "Todoist"
            case .ics: "iCalendar"
            case .ticktick: "TickTick"
            case .vikunja: "Vikunja"
            case .microsoft: "Microsoft To Do"
            case .google: "Google Tasks"
            }
        }

        /// The id of the to-do from which Daybook itself wrote what a file knows by `key`, if it is one.
        func ownID(of key: String) -> EntityID? {
            switch self {
            case .ics:
                guard key.hasSuffix(ICalendarWriter.uidEnd) else { return nil }
                return EntityID(String(key.dropLast(ICalendarWriter.uidEnd.count)))
            case .taskwarrior: return EntityID(key.lowercased().filter { $0 != "-" })
            case .todotxt: return key.rest(after: TodoTxt.idName + ":").flatMap { EntityID($0) }
            case .todoist, .ticktick, .vikunja, .microsoft, .google: return nil
            }
        }
    }

    /// Things for which Daybook has no place.
    public enum Loss: Hashable, Sendable {
        /// An alarm or a reminder.
        case reminder
        /// A parent that the file lacks, that has too many others above, or that is the item itself: it stands further up.
        case parent
        /// A rule that is written in words, or that no rule of Daybook can say. The to-do comes without it.
        case rule
        /// A file or a link that is attached.
        case attachment
        /// A comment of another person, or an entry of a history.
        case comment
        /// A wait for another to be done.
        case dependency
        /// Anything else, by the name that the file gives it.
        case other(String)
    }

    /// A to-do.
    public struct Item: Sendable {
        /// Tells it apart from the others of the file, and is the same in the next file: the program's own id, or
        /// its content.
        public var key: String
        /// Where it stands, for messages: the line, counted from 1, or its place in the file.
        public var line: Int
        /// The title, texts, days, times, `priority`, `createdAt`, `completedAt`. Its days are those where the person is.
        public var values = FieldValues()
        /// The name of the list in which it lies; nil for the inbox.
        public var list: String?
        /// The key of the one under which it stands, which may come later in the file; nil for none.
        public var parent: String?
        /// Each once.
        public var tags: [String] = []
        /// The rule by which it comes again, as RFC 5545 writes it without `RRULE:`; nil for none.
        public var rule: String?
        /// True where the next is counted from the day on which one was done.
        public var countsFromDone = false
        /// From which day the rule counts where it has neither a due nor a start; nil for that of the import.
        public var ruleStart: CivilDate?
        /// The object that an app of CalDAV would store; nil where the file isn't iCalendar.
        var calendar: CalendarObject?

        public init(key: String, line: Int) {
            self.key = key
            self.line = line
        }

        /// Adds a reminder, each once.
        ///
        /// - Returns: whether it has it. One more than `Reminder.most` it can't have.
        mutating func remind(_ reminder: Reminder) -> Bool {
            var texts = values[.reminders]?.texts ?? []
            if texts.contains(reminder.text) { return true }
            guard texts.count < Reminder.most else { return false }
            texts.append(reminder.text)
            values[.reminders] = .texts(texts)
            return true
        }
    }

    /// Says what is wrong in a place of the file.
    public struct Problem: Equatable, Sendable {
        public let line: Int
        /// Says what is wrong and what to do, in English: the end of a sentence that names the place.
        public let reason: Sentence

        init(line: Int, _ reason: Sentence) {
            self.line = line
            self.reason = reason
        }
    }

    public internal(set) var items: [Item] = []
    /// Things that can't be read, in the order of the file. No item has it.
    public internal(set) var problems: [Problem] = []
    /// How many there are in the file of what no to-do can hold, or is to.
    public internal(set) var lost: [Loss: Int] = [:]
    /// How many there are of what is kept for apps of CalDAV and exports, and is shown nowhere.
    public internal(set) var kept: [Loss: Int] = [:]

    init() {}

    /// Why nothing comes in, where there is neither a to-do nor one that can't be read.
    ///
    /// - Parameter name: that of the file, for the message.
    public func emptiness(of name: String) -> Sentence? {
        guard items.isEmpty, problems.isEmpty else { return nil }
        let others = lost.map { $0.words($1) }.sorted()
        guard !others.isEmpty else { return "\(name) has no to-dos. Export it again." }
        return "\(name) has no to-dos that Daybook takes, only \(others.joined(separator: ", ")). Export it again."
    }

    mutating func lose(_ loss: Loss) { lost[loss, default: 0] += 1 }
}
