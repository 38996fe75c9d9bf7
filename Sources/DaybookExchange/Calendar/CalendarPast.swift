public import DaybookCore

/// The ends of the occurrences of a to-do that comes again, as the book has them.
public struct CalendarPast: Sendable {
    /// When they were done, by the day on which they were due by the rule.
    private let done: [CivilDate: Timestamp]
    /// The day of the one that is open, where it was done before and opened again.
    private let reopened: CivilDate?

    public init(_ occurrences: [PastOccurrence], reopened: CivilDate?) {
        let done = occurrences.filter { !$0.occurrence.isSkipped }.map {
            ($0.occurrence.slot, $0.doneAt)
        }
        self.done = Dictionary(done) { first, _ in first }
        self.reopened = reopened
    }

    /// Corrects an app's word of an occurrence; nil where it is true, or is of one that is still to come.
    fileprivate func correction(of occurrence: CalendarObject.Occurrence) -> Timestamp?? {
        if let time = done[occurrence.day], occurrence.isOpen { return .some(time) }
        if occurrence.day == reopened, occurrence.isDone { return .some(nil) }
        return nil
    }
}

extension CalendarObject {
    /// The components that change an occurrence by themselves, without BEGIN and END.
    private var changes: [(occurrence: Occurrence, lines: Range<Int>)] {
        var changes: [(Occurrence, Range<Int>)] = []
        var begin: Int?
        for index in lines.indices where lines[index].depth == 1 {
            if lines[index].line.begins("VTODO") { begin = index + 1 }
            guard lines[index].line.name == "END", let start = begin, start < index else { continue }
            begin = nil
            if let occurrence = occurrence(start..<index) { changes.append((occurrence, start..<index)) }
        }
        return changes
    }

    /// The text with other lines for a part of a component.
    private func replacing(_ part: CalendarValues.Part, in range: Range<Int>, by new: [UInt8])
        -> [UInt8]
    {
        var (result, position): ([UInt8], Int) = ([], 0)
        func copy(upTo end: Int) {
            result += bytes[position..<max(end, position)]
            position = max(end, position)
        }
        var isWritten = false
        func write() {
            if !isWritten { result += new }
            isWritten = true
        }
        for line in lines[range] where line.depth == 2 {
            if line.line.name == "BEGIN" {
                copy(upTo: line.range.lowerBound)
                write()
            } else if CalendarValues.part(of: line.line) == part {
                copy(upTo: line.range.lowerBound)
                position = line.range.upperBound
                write()
            }
        }
        copy(upTo: lines[range.upperBound].range.lowerBound)
        write()
        copy(upTo: bytes.count)
        return result
    }

    /// With each occurrence that an app changed by itself done, or not, as the book has it.
    public func saying(_ past: CalendarPast) -> CalendarObject {
        for (occurrence, range) in changes {
            guard let correction = past.correction(of: occurrence) else { continue }
            var writer = ICalendarWriter()
            writer.status(doneAt: correction)
            // Each correction leaves one fewer.
            return (try? CalendarObject(replacing(.status, in: range, by: writer.bytes)))?.saying(past)
                ?? self
        }
        return self
    }

    /// With the open occurrence where the book has put it, beside the day that the rule gives it.
    func moving(_ todo: Todo) -> [UInt8] {
        guard todo.rule != nil, let anchor = todo.repeats?.anchor else { return bytes }
        var writer = ICalendarWriter()
        if let change = changes.first(where: { $0.occurrence.isOpen && $0.occurrence.day == anchor }) {
            writer.ownDays(of: todo)
            return replacing(.days, in: change.lines, by: writer.bytes)
        }
        guard todo.due != anchor, let end = lines.last?.range.lowerBound else { return bytes }
        writer.move(of: todo, as: uid)
        return Array(bytes[..<end]) + writer.bytes + bytes[end...]
    }
}
