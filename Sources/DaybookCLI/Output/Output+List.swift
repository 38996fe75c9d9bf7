import DaybookCore
import DaybookStorage

extension Output {
    /// The to-dos under their heading, then the finished under theirs; a section without items has no heading.
    mutating func append(list book: BookReader, _ filter: TodoFilter) throws {
        var section: TodoSection?
        for row in try book.rows(filter) {
            if section != row.todo.section {
                if section != nil { append("\n" as StaticString) }
                append((row.todo.isCompleted ? "Finished\n" : "To do\n") as StaticString)
                section = row.todo.section
            }
            append(line: row)
        }
        if section == nil { append(Self.nothing(filter)) }
    }

    private static func nothing(_ filter: TodoFilter) -> StaticString {
        switch filter {
        case .all: "The book is empty. Write something down: daybook add \"Buy milk\"\n"
        case .active: "There is nothing to do.\n"
        case .completed: "Nothing is finished yet.\n"
        case .unsynced: "Everything is synced.\n"
        }
    }
}
