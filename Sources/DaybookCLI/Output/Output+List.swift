import DaybookCore
import DaybookStorage

extension Output {
    /// The to-dos under their heading, then the finished under theirs; a section without items has no heading.
    mutating func append(list book: BookReader, _ filter: TodoFilter) throws {
        var section: TodoSection?
        try book.forEachRow(filter) { row in
            let isCompleted = try row.completedAt != nil
            if section != (isCompleted ? .done : .todo) {
                if section != nil { append("\n" as StaticString) }
                append((isCompleted ? "Finished\n" : "To do\n") as StaticString)
                section = isCompleted ? .done : .todo
            }
            let number = try row.number
            let (day, amount) = try (row.plannedDay, row.amount)
            try row.withTitle { append(line: number, isCompleted, $0, day, amount) }
        }
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
