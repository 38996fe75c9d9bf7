import DaybookCore
import DaybookExchange
import DaybookStorage

extension Output {
    private struct Enough: Error {}

    /// A line of the list, until it is known where it stands.
    private struct Line {
        let id: EntityID
        let parent: EntityID?
        let number: Int64
        let isCompleted: Bool
        /// In UTF-8.
        let title: [UInt8]
        let plan: PlanText
    }

    /// The to-dos under their heading, then the finished under theirs; a section without items has no heading. Those under
    /// another of the section follow it, two spaces further in a level.
    ///
    /// - Parameters:
    ///   - isAll: whether all that pass the filter are shown.
    ///   - isShown: which of them.
    mutating func append(
        list book: BookReader, _ filter: TodoFilter, limit: Int? = nil, isAll: Bool,
        where isShown: (TodoColumns) throws -> Bool
    ) throws {
        var section: TodoSection?
        var left = limit ?? .max
        let clock = LocalTime.clocks()
        let places = [
            DaybookCore.Field.title, .completedAt, .start, .due, .dueTime, .amount, .repeats, .priority, .tag, .parent,
        ].map {
            Todo.fields.index(of: $0) ?? 0
        }
        let nests = try book.hasSubtasks()
        var lines: [Line] = []
        func show(_ row: TodoColumns) throws {
            guard left > 0 else { throw Enough() }
            guard try isShown(row) else { return }
            left -= 1
            let isCompleted = try row.value(at: places[1]).time != nil
            if section != (isCompleted ? .done : .todo) {
                append(nested: lines, clock)
                lines = []
                if section != nil { append("\n" as StaticString) }
                styled(.heading) { $0.append((isCompleted ? "Finished" : "To do") as StaticString) }
                append("\n" as StaticString)
                section = isCompleted ? .done : .todo
            }
            let number = try row.number
            let plan = PlanText(
                start: try row.value(at: places[2]).day, due: try row.value(at: places[3]).day,
                dueTime: try row.value(at: places[4]).timeOfDay, amount: try row.value(at: places[5]).amount,
                repeats: try row.value(at: places[6]).repeats, priority: try row.value(at: places[7]).choice,
                tags: try row.value(at: places[8]).texts)
            guard nests else {
                return try row.withText(at: places[0]) { self.append(line: number, isCompleted, $0, plan, clock) }
            }
            var title: [UInt8] = []
            try row.withText(at: places[0]) { title = Array($0) }
            let parent = try row.value(at: places[9]).entity
            lines.append(
                Line(
                    id: try row.id, parent: parent, number: number, isCompleted: isCompleted, title: title, plan: plan))
        }
        do {
            try book.forEachRow(filter, show)
        } catch is Enough {}
        append(nested: lines, clock)
        if section == nil { append(isAll ? Self.nothing(filter) : "There is no such to-do.\n") }
    }

    /// Lines of one section.
    private mutating func append(nested lines: [Line], _ clock: (_ zone: String) -> LocalTime) {
        guard !lines.isEmpty else { return }
        let indices = Dictionary(lines.indices.map { (lines[$0].id, $0) }) { first, _ in first }
        for place in TodoForest(inOrder: lines.map { ($0.id, $0.parent) }).places {
            guard let line = indices[place.id].map({ lines[$0] }) else { continue }
            append(line.number, width: 5)
            bytes.append(contentsOf: repeatElement(0x20, count: place.depth * 2))
            line.title.withUnsafeBytes {
                append(behindNumber: line.isCompleted, $0, line.plan, indent: place.depth * 2, clock)
            }
        }
    }

    private static func nothing(_ filter: TodoFilter) -> StaticString {
        switch filter {
        case .all: "There are no to-dos. Write something down: daybook add \"Buy milk\"\n"
        case .active: "There is nothing to do.\n"
        case .completed: "Nothing is finished yet.\n"
        case .unsynced: "Everything is synced.\n"
        }
    }
}
