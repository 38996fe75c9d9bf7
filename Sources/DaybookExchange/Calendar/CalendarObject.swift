public import DaybookCore
import Synchronization

extension Field {
    /// The text that a client of CalDAV wrote, of a to-do or a list: the last part of its address, a line feed, and the text, which
    /// is iCalendar of a to-do and XML of a list. No other face of Daybook looks at it.
    public static let calendar = Field(rawValue: 56)
}

/// A to-do as a client of CalDAV wrote it: an iCalendar object with one VTODO, and perhaps some that change occurrences
/// of it. All that is in it is kept, line by line.
public struct CalendarObject: Sendable {
    /// The longest, in bytes: it has to fit a register.
    public static let longest = 60 * 1_024
    /// How many components may stand in each other.
    private static let greatestDepth = 16

    /// The text, each line with CR and LF at its end.
    public let bytes: [UInt8]
    /// The id by which all programs know the to-do.
    public private(set) var uid = ""
    public private(set) var values = CalendarValues()
    /// Says what became of occurrences by a VTODO of their own, or by an EXDATE: in the order of their days.
    public private(set) var occurrences: [Occurrence] = []
    let lines: [Line]
    /// The alarms of the to-do itself that may be reminders.
    private(set) var alarms: [CalendarAlarm] = []
    /// The lines between BEGIN and END of the to-do itself.
    private(set) var own: Range<Int> = 0..<0

    struct Line: Sendable {
        let line: ICalendarLine
        /// Where it lies in the text.
        let range: Range<Int>
        /// How many components stand around it.
        let depth: Int
    }

    /// An occurrence with an end, or changes, of its own.
    public struct Occurrence: Hashable, Sendable {
        enum State { case open, done, out }

        /// The day as it is written; in UTC where `time` is there.
        public let day: CivilDate
        public let time: Timestamp?
        let state: State
        /// When it was done; nil also where nothing says that.
        public let doneAt: Timestamp?

        init(_ moment: ICalendarMoment, _ state: State, doneAt: Timestamp? = nil) {
            day = moment.written.day
            if case .utc(let time) = moment { self.time = time } else { time = nil }
            self.state = state
            self.doneAt = doneAt
        }

        private init(_ occurrence: Occurrence, _ state: State) {
            (day, time, doneAt) = (occurrence.day, occurrence.time, nil)
            self.state = state
        }

        /// True where it is changed, and yet to be done.
        public var isOpen: Bool { state == .open }
        /// False also for one that was taken out.
        public var isDone: Bool { state == .done }
        /// The same one where it is done.
        public var finished: Occurrence { Occurrence(self, .done) }

        public static func == (left: Occurrence, right: Occurrence) -> Bool {
            left.day == right.day && left.time == right.time && left.state == right.state
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(day) }
    }

    /// Reads a text, and refuses what could be nobody's to-do.
    public init(_ text: [UInt8]) throws(CalendarError) {
        let text = try Self.decoded(Self.tidied(text))
        guard text.count <= Self.longest else { throw .tooLarge }
        bytes = text
        lines = try Self.lines(of: text)
        try read()
        Self.counts.withLock { if let count = $0[uid] { $0[uid] = count + 1 } }
    }

    /// How many texts were read of some UIDs: of those that a test names.
    static let counts = Mutex<[String: Int]>([:])

    /// In UTF-8, also of its lines as they are folded: a line may be folded within a letter (RFC 5545, 3.1).
    private static func decoded(_ text: [UInt8]) throws(CalendarError) -> [UInt8] {
        if String(validating: text, as: UTF8.self) != nil { return text }
        var writer = ICalendarWriter()
        for line in ICalendarLine.unfolded(text) {
            guard let line = String(validating: line.bytes, as: UTF8.self) else {
                throw .data("it isn't in UTF-8. Write it in UTF-8.")
            }
            writer.folded(line)
        }
        return writer.bytes
    }

    /// With CR and LF at the end of each line, and without control characters, for which XML has no place.
    private static func tidied(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + 2)
        var last: UInt8 = 0
        for byte in text.starts(with: [0xEF, 0xBB, 0xBF]) ? text[3...] : text[...] {
            switch byte {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0D: bytes += [0x0D, 0x0A]
            case 0x00..<0x09, 0x0B..<0x20, 0x7F: break
            default: bytes.append(byte)
            }
            last = byte
        }
        if !bytes.isEmpty, bytes.last != 0x0A { bytes += [0x0D, 0x0A] }
        return bytes
    }

    private static func lines(of text: [UInt8]) throws(CalendarError) -> [Line] {
        var lines: [Line] = []
        var open: [String] = []
        for (number, bytes, range) in ICalendarLine.unfolded(text) {
            guard let line = ICalendarLine(bytes, number) else {
                throw .data("line \(number) has no name with a colon behind it.")
            }
            if lines.isEmpty, !line.begins("VCALENDAR") { throw .data("it doesn't begin with BEGIN:VCALENDAR.") }
            if !lines.isEmpty, open.isEmpty { throw .data("line \(number) stands behind END:VCALENDAR.") }
            let name = line.value.trimmed.uppercased()
            if line.name == "END", open.popLast() != name {
                throw .data("END:\(name.excerpt(40)) in line \(number) closes nothing that is open.")
            }
            lines.append(Line(line: line, range: range, depth: open.count))
            if line.name == "BEGIN" {
                open.append(name)
                if open.count > greatestDepth { throw .data("line \(number) is nested too deep.") }
            }
        }
        guard open.isEmpty, !lines.isEmpty else { throw .data("it breaks off before END:VCALENDAR.") }
        return lines
    }

    /// A component right in the calendar.
    private struct Component {
        let name: String
        /// Its lines without BEGIN and END.
        let lines: Range<Int>
    }

    private mutating func read() throws(CalendarError) {
        var components: [Component] = []
        var begin: Int?
        for (index, line) in lines.enumerated() where line.depth == 1 {
            if line.line.name == "BEGIN" { begin = index }
            if line.line.name == "END", let start = begin {
                components.append(Component(name: line.line.value.trimmed.uppercased(), lines: start + 1..<index))
            }
            if line.line.name == "METHOD" {
                throw .object("it has a METHOD, which messages have. Leave that out.")
            }
        }
        if let other = components.first(where: { $0.name != "VTODO" && $0.name != "VTIMEZONE" }) {
            throw .component(other.name)
        }
        let todos = components.filter { $0.name == "VTODO" }
        guard let first = todos.first else { throw .data("it has no VTODO.") }
        var uids: [ByteString] = []
        for todo in todos {
            let uid = self.first("UID", in: todo.lines)?.text.trimmed ?? ""
            guard !uid.isEmpty, uid.utf8.count <= 1_000 else { throw .data("it has no UID. Give each VTODO one.") }
            uids.append(ByteString(uid))
        }
        guard uids.allSatisfy({ $0 == uids[0] }) else {
            throw .object("it has several UIDs. Store each to-do by itself.")
        }
        let masters = todos.filter { self.first("RECURRENCE-ID", in: $0.lines) == nil }
        guard masters.count <= 1 else { throw .object("it has the same to-do twice.") }
        uid = uids[0].text
        own = (masters.first ?? first).lines
        values = try CalendarValues(properties(in: own))
        readAlarms()
        for todo in todos where todo.lines != own {
            let changed = try CalendarValues(properties(in: todo.lines))
            guard let occurrence = occurrence(todo.lines) else { continue }
            occurrences.append(occurrence)
            if occurrence.isOpen, values.rule != nil, occurrence.day == values.anchor {
                values.move(by: changed)
            }
        }
        for line in properties(in: own) where line.name == "EXDATE" {
            for moment in ICalendarMoment.all(line) { occurrences.append(Occurrence(moment, .out)) }
        }
        occurrences.sort { $0.day < $1.day }
    }

    /// Reads the occurrence that a component is of; nil where it is the to-do itself.
    func occurrence(_ range: Range<Int>) -> Occurrence? {
        guard let moment = first("RECURRENCE-ID", in: range).flatMap({ ICalendarMoment($0) }),
            let changed = try? CalendarValues(properties(in: range))
        else { return nil }
        let status = first("STATUS", in: range)?.value.trimmed.uppercased()
        // Some apps that open one again leave when it was done.
        let isDone = changed.isDone && status != "NEEDS-ACTION"
        return Occurrence(
            moment, isDone ? .done : status == "CANCELLED" ? .out : .open, doneAt: isDone ? changed.doneAt : nil)
    }

    private mutating func readAlarms() {
        var begin: Int?
        for index in own where lines[index].depth == 2 {
            let line = lines[index].line
            if line.begins("VALARM") { begin = index }
            if line.name == "END", let start = begin {
                if let alarm = CalendarAlarm(lines, start..<index + 1) { alarms.append(alarm) }
                begin = nil
            }
        }
        values.take(alarms)
    }

    /// The properties of a component, without those of what stands in it.
    func properties(in range: Range<Int>) -> [ICalendarLine] {
        lines[range].filter { $0.depth == 2 && $0.line.name != "BEGIN" && $0.line.name != "END" }.map(\.line)
    }

    private func first(_ name: String, in range: Range<Int>) -> ICalendarLine? {
        lines[range].first { $0.depth == 2 && $0.line.name == name }?.line
    }

    /// The to-do that a UID names: one of Daybook's own, or the one that an import of it would make.
    public static func id(ofUID uid: String) -> EntityID {
        let parts = uid.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1] == "daybook", let id = EntityID(String(parts[0])) { return id }
        return ProgramFile.Format.ics.id(of: uid)
    }

    /// The name by which others know a to-do of Daybook's own.
    public static func uid(of id: EntityID) -> String { ICalendarWriter.uid(id) }
}

extension ICalendarMoment {
    /// The day and the time as they are written, also of a moment.
    var written: (day: CivilDate, time: TimeOfDay?) {
        let shown = shown { LocalTime($0, minutesAhead: 0) }
        guard case .utc = self, let time = shown.time else { return shown }
        return (shown.day, TimeOfDay(minute: time.minute, zone: TimeOfDay.utc))
    }
}
