import DaybookCore
import DaybookStorage

extension Output {
    private struct Enough: Error {}

    /// The to-dos under their heading, then the finished under theirs; a section without items has no heading.
    ///
    /// - Parameter isShown: which of them.
    mutating func append(
        list book: BookReader, _ filter: TodoFilter, limit: Int? = nil, where isShown: (TodoColumns) throws -> Bool
    ) throws {
        var section: TodoSection?
        var left = limit ?? .max
        let clock = LocalTime.clocks()
        let places = [
            DaybookCore.Field.title, .completedAt, .start, .due, .dueTime, .amount, .repeats, .priority, .tag,
        ].map {
            Todo.fields.index(of: $0) ?? 0
        }
        func show(_ row: TodoColumns) throws {
            guard left > 0 else { throw Enough() }
            guard try isShown(row) else { return }
            left -= 1
            let isCompleted = try row.value(at: places[1]).time != nil
            if section != (isCompleted ? .done : .todo) {
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
            try row.withText(at: places[0]) { self.append(line: number, isCompleted, $0, plan, clock) }
        }
        do {
            try book.forEachRow(filter, show)
        } catch is Enough {}
        if section == nil { append(Self.nothing(filter)) }
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
