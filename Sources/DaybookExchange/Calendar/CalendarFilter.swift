public import DaybookCore

/// A `filter` of RFC 4791 (9.7), by which a client asks.
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

    private let root: Component

    public init(_ root: Component) { self.root = root }

    /// Tells whether it lets a to-do through. One of which too much would have to be looked at comes through, too.
    ///
    /// - Parameters:
    ///   - text: iCalendar.
    ///   - offset: how many seconds clocks of a zone are ahead of UTC at a moment; where the person is for no zone.
    public func matches(_ text: [UInt8], offset: @escaping (_ zone: String, _ time: Timestamp) -> Int64) -> Bool {
        guard let calendar = CalendarNode.read(text) else { return true }
        guard root.name == calendar.name else { return root.isNotDefined }
        return Self.matches(root, calendar, in: [], offset)
    }

    /// - Parameter around: the components in which it stands, the innermost last.
    private static func matches(
        _ filter: Component, _ node: CalendarNode, in around: [CalendarNode],
        _ offset: @escaping CalendarOccurrences.Offset
    ) -> Bool {
        if filter.isNotDefined { return false }
        if let range = filter.range, !range.overlaps(node, in: around, offset) { return false }
        let hasProperties = filter.properties.allSatisfy { property in
            let lines = node.lines.map(\.line).filter { $0.name == property.name }
            if property.isNotDefined { return lines.isEmpty }
            return lines.contains { matches(property, $0, offset) }
        }
        return hasProperties
            && filter.components.allSatisfy { component in
                let nodes = node.nodes.filter { $0.name == component.name }
                if component.isNotDefined { return nodes.isEmpty }
                return nodes.contains { matches(component, $0, in: around + [node], offset) }
            }
    }

    private static func matches(
        _ filter: Property, _ line: ICalendarLine, _ offset: (String, Timestamp) -> Int64
    ) -> Bool {
        if let text = filter.text, !text.matches(line.text) { return false }
        if let range = filter.range {
            let zone = line.parameter("TZID") ?? ""
            guard let time = ICalendarMoment(line)?.time(in: zone, offset), range.contains(time) else { return false }
        }
        return filter.parameters.allSatisfy { parameter in
            guard let value = line.parameter(parameter.name) else { return parameter.isNotDefined }
            return !parameter.isNotDefined && parameter.text?.matches(value) ?? true
        }
    }
}

extension TimeRange {
    /// Tells whether a VTODO, one of its occurrences, or an alarm of one lies in it (RFC 4791, 9.9).
    fileprivate func overlaps(
        _ node: CalendarNode, in around: [CalendarNode], _ offset: @escaping CalendarOccurrences.Offset
    ) -> Bool {
        switch node.name {
        case "VTODO":
            func time(_ name: String) -> Timestamp? {
                guard let line = node.first(name) else { return nil }
                return ICalendarMoment(line)?.time(in: line.parameter("TZID") ?? "", offset)
            }
            let occurrences = CalendarOccurrences(node, among: around.last?.nodes ?? [], offset)
            if occurrences.isTimeless { return overlaps(completed: time("COMPLETED"), created: time("CREATED")) }
            return holds(occurrences) { overlaps($0.start, $0.due) }
        case "VALARM":
            guard let todo = around.last, let trigger = AlarmTrigger(node) else { return false }
            if case .at(let time) = trigger.moment { return trigger.rings(from: time, in: self) }
            let occurrences = CalendarOccurrences(todo, among: around.dropLast().last?.nodes ?? [], offset)
            return trigger.range(self).holds(occurrences) { occurrence in
                trigger.time(occurrence.start, occurrence.due).map { trigger.rings(from: $0, in: self) } ?? false
            }
        case "VEVENT": return false
        default: return true
        }
    }

    /// Tells whether something is so of an occurrence that may lie in it.
    private func holds(
        _ occurrences: CalendarOccurrences, _ condition: (CalendarOccurrences.Occurrence) -> Bool
    ) -> Bool {
        var holds = false
        let isTooMuch = occurrences.forEach(in: self) { occurrence in
            holds = condition(occurrence)
            return !holds
        }
        return holds || isTooMuch
    }
}

/// When a VALARM rings.
private struct AlarmTrigger {
    enum Moment {
        case at(Timestamp)
        /// So many milliseconds after the start, or the due.
        case start(Int64)
        case due(Int64)
    }

    let moment: Moment
    /// How often more, and how many milliseconds lie between.
    private let count: Int64
    private let pause: Int64

    private static let mostRepeats: Int64 = 1_000
    private static let longestPause: Int64 = 366 * 86_400_000

    init?(_ node: CalendarNode) {
        guard let line = node.first("TRIGGER") else { return nil }
        let text = line.value.trimmed
        let isBefore = text.hasPrefix("-")
        if case .utc(let time)? = ICalendarMoment(line) {
            moment = .at(time)
        } else if let seconds = ICalendarMoment.seconds(isBefore ? String(text.dropFirst()) : text) {
            let after = (isBefore ? -seconds : seconds) * 1_000
            moment = line.parameter("RELATED")?.uppercased() == "END" ? .due(after) : .start(after)
        } else {
            return nil
        }
        let repeats = node.first("REPEAT").flatMap { Int64($0.value.trimmed) } ?? 0
        let length = node.first("DURATION").flatMap { ICalendarMoment.seconds($0.value.trimmed) } ?? 0
        count = length > 0 ? min(max(repeats, 0), Self.mostRepeats) : 0
        pause = min(length * 1_000, Self.longestPause)
    }

    /// When it rings first; nil where nothing says when.
    func time(_ start: Timestamp?, _ due: Timestamp?) -> Timestamp? {
        switch moment {
        case .at(let time): time
        case .start(let after): (start ?? due).map { Timestamp(milliseconds: $0.milliseconds + after) }
        case .due(let after): (due ?? start).map { Timestamp(milliseconds: $0.milliseconds + after) }
        }
    }

    /// Tells whether it rings in a range, if it rings first at a time.
    func rings(from first: Timestamp, in range: TimeRange) -> Bool {
        let wait = range.start.milliseconds - first.milliseconds
        let number = wait <= 0 ? 0 : pause == 0 ? 1 : (wait + pause - 1) / pause
        return number <= count && first.milliseconds + number * pause < range.end.milliseconds
    }

    /// In which the start or the due lies if it rings in a range.
    func range(_ range: TimeRange) -> TimeRange {
        let after: Int64 =
            switch moment {
            case .at: 0
            case .start(let after), .due(let after): after
            }
        return TimeRange(
            start: Timestamp(milliseconds: range.start.milliseconds - after - count * pause),
            end: Timestamp(milliseconds: range.end.milliseconds - after))
    }
}
