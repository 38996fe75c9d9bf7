public import DaybookCore

/// What a client asks for: a `filter` of RFC 4791 (9.7).
public struct CalendarFilter: Sendable {
    /// A component, and what is to be true of it.
    public struct Component: Sendable {
        public var name: String
        public var isNotDefined = false
        public var range: TimeRange?
        public var properties: [Property] = []
        public var components: [Component] = []

        public init(name: String) { self.name = name.uppercased() }
    }

    /// A property, one of which has to be so.
    public struct Property: Sendable {
        public var name: String
        public var isNotDefined = false
        public var range: TimeRange?
        public var text: Text?
        public var parameters: [Parameter] = []

        public init(name: String) { self.name = name.uppercased() }
    }

    /// A parameter of a property.
    public struct Parameter: Sendable {
        let name: String
        let isNotDefined: Bool
        let text: Text?

        public init(name: String, isNotDefined: Bool, text: Text?) {
            self.name = name.uppercased()
            self.isNotDefined = isNotDefined
            self.text = text
        }
    }

    /// A part of a text.
    public struct Text: Sendable {
        let text: String
        let mindsCase: Bool
        let isNegated: Bool

        public init(text: String, mindsCase: Bool, isNegated: Bool) {
            self.text = mindsCase ? text : text.lowercased()
            self.mindsCase = mindsCase
            self.isNegated = isNegated
        }

        func matches(_ other: String) -> Bool {
            let other = mindsCase ? other : other.lowercased()
            return other.contains(text) != isNegated
        }
    }

    /// From a moment, up to another; nil for any.
    public struct TimeRange: Sendable {
        let start: Timestamp
        let end: Timestamp

        public init(start: Timestamp?, end: Timestamp?) {
            self.start = start ?? Timestamp(milliseconds: .min / 2)
            self.end = end ?? Timestamp(milliseconds: .max / 2)
        }

        /// The moment that `20261127T090000Z` spells; nil for any other text.
        public static func time(_ text: String) -> Timestamp? {
            guard let line = ICalendarLine(Array("X:\(text)".utf8), 1), case .utc(let time)? = ICalendarMoment(line)
            else { return nil }
            return time
        }
    }

    private let root: Component

    public init(_ root: Component) { self.root = root }

    /// Whether it lets a to-do through.
    ///
    /// - Parameter offset: how many seconds clocks of a zone are ahead of UTC at a moment; where the person is for no zone.
    public func matches(_ object: CalendarObject, offset: (_ zone: String, _ time: Timestamp) -> Int64) -> Bool {
        guard let calendar = object.tree else { return false }
        guard root.name == calendar.name else { return root.isNotDefined }
        return Self.matches(root, calendar, offset)
    }

    private static func matches(
        _ filter: Component, _ node: CalendarNode, _ offset: (String, Timestamp) -> Int64
    ) -> Bool {
        if filter.isNotDefined { return false }
        if let range = filter.range, !range.overlaps(node, offset) { return false }
        let hasProperties = filter.properties.allSatisfy { property in
            let lines = node.lines.filter { $0.name == property.name }
            if property.isNotDefined { return lines.isEmpty }
            return lines.contains { matches(property, $0, offset) }
        }
        return hasProperties
            && filter.components.allSatisfy { component in
                let nodes = node.nodes.filter { $0.name == component.name }
                if component.isNotDefined { return nodes.isEmpty }
                return nodes.contains { matches(component, $0, offset) }
            }
    }

    private static func matches(
        _ filter: Property, _ line: ICalendarLine, _ offset: (String, Timestamp) -> Int64
    ) -> Bool {
        if let text = filter.text, !text.matches(line.text) { return false }
        if let range = filter.range {
            guard let time = ICalendarMoment(line)?.time(in: line, offset) else { return false }
            guard time >= range.start, time < range.end else { return false }
        }
        return filter.parameters.allSatisfy { parameter in
            guard let value = line.parameter(parameter.name) else { return parameter.isNotDefined }
            return !parameter.isNotDefined && parameter.text?.matches(value) ?? true
        }
    }
}

/// A component with what is in it.
struct CalendarNode {
    let name: String
    var lines: [ICalendarLine] = []
    var nodes: [CalendarNode] = []
}

extension CalendarObject {
    var tree: CalendarNode? {
        var open: [CalendarNode] = []
        for line in lines {
            switch line.line.name {
            case "BEGIN": open.append(CalendarNode(name: line.line.value.trimmed.uppercased()))
            case "END":
                guard let node = open.popLast() else { return nil }
                guard !open.isEmpty else { return node }
                open[open.count - 1].nodes.append(node)
            default: if !open.isEmpty { open[open.count - 1].lines.append(line.line) }
            }
        }
        return nil
    }
}

extension ICalendarMoment {
    /// The moment itself, by the clock of the zone that its line names.
    fileprivate func time(in line: ICalendarLine, _ offset: (String, Timestamp) -> Int64) -> Timestamp {
        if case .day(let day) = self {
            return Timestamp(day, minute: 0) { offset("", $0) }
        }
        return time { offset(line.parameter("TZID") ?? "", $0) }
    }
}

extension CalendarFilter.TimeRange {
    /// How many of a rule's days are looked at.
    private static let mostDays = 2_000

    /// Whether a VTODO, or one of its occurrences, lies in it (RFC 4791, 9.9). Other components always do.
    fileprivate func overlaps(_ node: CalendarNode, _ offset: (String, Timestamp) -> Int64) -> Bool {
        guard node.name == "VTODO" else { return node.name != "VEVENT" }
        func time(_ name: String) -> Timestamp? {
            guard let line = node.lines.first(where: { $0.name == name }) else { return nil }
            return ICalendarMoment(line)?.time(in: line, offset)
        }
        func line(_ name: String) -> ICalendarLine? { node.lines.first { $0.name == name } }
        let start = time("DTSTART")
        var due = time("DUE")
        if due == nil, let line = line("DTSTART"), let length = duration(node), let moment = ICalendarMoment(line) {
            due = (try? moment.adding(length))?.time(in: line, offset)
        }
        if start == nil, due == nil { return overlaps(completed: time("COMPLETED"), created: time("CREATED")) }
        if overlaps(start, due) { return true }
        guard let values = try? CalendarValues(node.lines), let rule = values.rule, let day = values.days.due else {
            return false
        }
        for next in rule.days(from: day, limit: Self.mostDays).dropFirst() {
            let shift = (next.daysSince1970 - day.daysSince1970) * 86_400_000
            func shifted(_ time: Timestamp?) -> Timestamp? {
                time.map { Timestamp(milliseconds: $0.milliseconds + shift) }
            }
            if overlaps(shifted(start), shifted(due)) { return true }
            if let first = shifted(start ?? due), first > end { return false }
        }
        return false
    }

    private func duration(_ node: CalendarNode) -> String? {
        node.lines.first { $0.name == "DURATION" }?.value.trimmed
    }

    private func overlaps(_ from: Timestamp?, _ due: Timestamp?) -> Bool {
        switch (from, due) {
        case (let from?, let due?): (start < due || start <= from) && (end > from || end >= due)
        case (let from?, nil): start <= from && end > from
        case (nil, let due?): start < due && end >= due
        case (nil, nil): true
        }
    }

    private func overlaps(completed: Timestamp?, created: Timestamp?) -> Bool {
        switch (completed, created) {
        case (let completed?, let created?):
            (start <= created || start <= completed) && (end >= created || end >= completed)
        case (let completed?, nil): start <= completed && end >= completed
        case (nil, let created?): end > created
        case (nil, nil): true
        }
    }
}
