public import DaybookCore

/// The part of a to-do's text that a client wants: the `calendar-data` of a request (RFC 4791, 9.6).
public struct CalendarSelection: Sendable {
    /// The part of a component that is wanted.
    public struct Component: Sendable {
        let name: String
        /// The names of properties, and whether without their values; nil for all.
        private(set) var properties: [String: Bool]? = [:]
        /// The components in it; nil for all.
        private(set) var components: [Component]? = []

        public init(name: String) { self.name = name.uppercased() }

        public mutating func take(property name: String, isBare: Bool) { properties?[name.uppercased()] = isBare }

        public mutating func take(_ component: Component) { components?.append(component) }

        /// To be called last. One of which nothing is said is wanted as a whole.
        public mutating func settle(hasAllProperties: Bool, hasAllComponents: Bool) {
            let isWhole =
                !hasAllProperties && !hasAllComponents && properties?.isEmpty ?? true && components?.isEmpty ?? true
            if hasAllProperties || isWhole { properties = nil }
            if hasAllComponents || isWhole { components = nil }
        }
    }

    /// There are more occurrences in the range than are told.
    public struct TooMany: Error {}

    /// The part of the calendar; nil for all.
    public var component: Component?
    /// Where each occurrence stands by itself instead of the rule.
    public var expanded: TimeRange?
    /// Where the VTODO of an occurrence of its own is wanted.
    public var limited: TimeRange?

    /// How many occurrences a to-do has in an answer.
    static let mostOccurrences = 1_000
    /// In bytes, of a to-do with all its occurrences.
    static let longest = 1 << 20

    public init() {}

    /// Cuts a text to what is wanted. One that isn't iCalendar stays as it is.
    ///
    /// - Parameter offset: as `CalendarFilter.matches` takes it.
    public func text(
        of text: [UInt8], offset: @escaping (_ zone: String, _ time: Timestamp) -> Int64
    ) throws -> [UInt8] {
        guard var calendar = CalendarNode.read(text) else { return text }
        if let expanded { calendar = try expand(calendar, expanded, offset) }
        if let limited { limit(&calendar, limited, offset) }
        var bytes: [UInt8] = []
        Self.write(calendar, component?.name == calendar.name ? component : nil, to: &bytes)
        return bytes
    }

    private static func write(_ node: CalendarNode, _ wanted: Component?, to bytes: inout [UInt8]) {
        bytes += "BEGIN:\(node.name)\r\n".utf8
        for line in node.lines {
            if let properties = wanted?.properties {
                guard let isBare = properties[line.line.name] else { continue }
                if isBare { bytes += "\(line.line.name):\r\n".utf8 } else { bytes += line.bytes }
            } else {
                bytes += line.bytes
            }
        }
        for inner in node.nodes {
            if let components = wanted?.components {
                guard let component = components.first(where: { $0.name == inner.name }) else { continue }
                write(inner, component, to: &bytes)
            } else {
                write(inner, nil, to: &bytes)
            }
        }
        bytes += "END:\(node.name)\r\n".utf8
    }

    /// Each occurrence in a range is a VTODO, at moments in UTC, and nothing says any more when it comes again.
    private func expand(
        _ calendar: CalendarNode, _ range: TimeRange, _ offset: @escaping CalendarOccurrences.Offset
    ) throws -> CalendarNode {
        var expanded = calendar
        expanded.nodes = []
        var (count, size) = (0, 0)
        func add(_ todo: CalendarNode) throws {
            count += 1
            size += todo.size
            guard count <= Self.mostOccurrences, size <= Self.longest else { throw TooMany() }
            expanded.nodes.append(todo)
        }
        for node in calendar.nodes where node.name != "VTIMEZONE" {
            guard node.name == "VTODO" else {
                expanded.nodes.append(node)
                continue
            }
            let comesAgain = node.first("RRULE") != nil && node.first("RECURRENCE-ID") == nil
            let occurrences = CalendarOccurrences(node, among: calendar.nodes, offset)
            let isTooMuch = try occurrences.forEach(in: range) { occurrence in
                guard occurrences.isTimeless || range.overlaps(occurrence.start, occurrence.due) else { return true }
                try add(node.occurrence(occurrence.shift, isOfMany: comesAgain, offset))
                return true
            }
            if isTooMuch { throw TooMany() }
        }
        return expanded
    }

    /// Leaves out the VTODO of each occurrence that doesn't lie in a range.
    private func limit(
        _ calendar: inout CalendarNode, _ range: TimeRange, _ offset: @escaping CalendarOccurrences.Offset
    ) {
        calendar.nodes.removeAll { node in
            guard node.name == "VTODO", let line = node.first("RECURRENCE-ID"), let moment = ICalendarMoment(line)
            else {
                return false
            }
            let former = moment.time(in: line.parameter("TZID") ?? "", offset)
            if range.overlaps(former, former) { return false }
            var isThere = false
            CalendarOccurrences(node, among: [], offset).forEach(in: range) { occurrence in
                isThere = range.overlaps(occurrence.start, occurrence.due)
                return false
            }
            return !isThere
        }
    }
}

extension CalendarNode {
    fileprivate var size: Int { lines.reduce(0) { $0 + $1.bytes.count } + nodes.reduce(0) { $0 + $1.size } }

    private static let rules: Set = ["RRULE", "RDATE", "EXRULE", "EXDATE"]
    private static let moments: Set = ["DTSTART", "DUE", "RECURRENCE-ID"]

    /// The VTODO of an occurrence so many days later, by itself.
    fileprivate func occurrence(
        _ shift: Int64, isOfMany: Bool, _ offset: CalendarOccurrences.Offset
    ) -> CalendarNode {
        var occurrence = self
        occurrence.lines = []
        if isOfMany, let line = first("DTSTART") ?? first("DUE"), let moment = ICalendarMoment(line) {
            occurrence.add("RECURRENCE-ID", moment.adding(days: shift), line, offset)
        }
        for line in lines where !Self.rules.contains(line.line.name) {
            if Self.moments.contains(line.line.name), let moment = ICalendarMoment(line.line) {
                occurrence.add(line.line.name, moment.adding(days: shift), line.line, offset)
            } else {
                occurrence.lines.append(line)
            }
        }
        return occurrence
    }

    private mutating func add(
        _ name: String, _ moment: ICalendarMoment, _ source: ICalendarLine, _ offset: CalendarOccurrences.Offset
    ) {
        var writer = ICalendarWriter()
        let zone = source.parameter("TZID") ?? ""
        switch moment {
        case .day(let day): writer.line("\(name);VALUE=DATE", ICalendarWriter.day(day))
        // Where the person is, there is no other way to say it.
        case .shown(let day, let minute, _) where zone.isEmpty:
            writer.line(name, ICalendarWriter.moment(Timestamp(day, minute: minute) { _ in 0 }, isUTC: false))
        case .shown, .utc: writer.line(name, ICalendarWriter.moment(moment.time(in: zone, offset), isUTC: true))
        }
        guard let line = ICalendarLine(ICalendarLine.unfolded(writer.bytes).first?.bytes ?? [], 1) else { return }
        lines.append(Line(line: line, bytes: writer.bytes[...]))
    }
}

extension ICalendarWriter {
    fileprivate static func day(_ day: CivilDate) -> String { String(utf8: day.text.utf8.filter { $0 != 0x2D }) }

    /// `20261121T093000`, perhaps with a Z.
    fileprivate static func moment(_ time: Timestamp, isUTC: Bool) -> String {
        let digits = Array(time.text.utf8.filter { (0x30...0x39).contains($0) }.prefix(14))
        return String(utf8: Array(digits.prefix(8))) + "T" + String(utf8: Array(digits.dropFirst(8)))
            + (isUTC ? "Z" : "")
    }
}
