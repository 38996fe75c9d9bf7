import DaybookCore

/// A component of iCalendar with what is in it, as it is written.
struct CalendarNode {
    /// In capitals.
    let name: String
    var lines: [Line] = []
    var nodes: [CalendarNode] = []

    struct Line {
        let line: ICalendarLine
        /// With its folds and its end.
        let bytes: ArraySlice<UInt8>
    }

    /// How many components may stand in each other.
    private static let greatestDepth = 16

    /// The calendar that a text is; nil for any other text.
    static func read(_ text: [UInt8]) -> CalendarNode? {
        var open: [CalendarNode] = []
        for (number, bytes, range) in ICalendarLine.unfolded(text) {
            guard let line = ICalendarLine(bytes, number) else { return nil }
            switch line.name {
            case "BEGIN":
                guard open.count < greatestDepth else { return nil }
                open.append(CalendarNode(name: line.value.trimmed.uppercased()))
            case "END":
                guard let node = open.popLast() else { return nil }
                guard !open.isEmpty else { return node }
                open[open.count - 1].nodes.append(node)
            default:
                guard !open.isEmpty else { return nil }
                open[open.count - 1].lines.append(Line(line: line, bytes: text[range]))
            }
        }
        return nil
    }

    func first(_ name: String) -> ICalendarLine? { lines.first { $0.line.name == name }?.line }
}
