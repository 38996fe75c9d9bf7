import ArgumentParser
import DaybookCore
import DaybookStorage

struct ClearCompleted: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-completed", abstract: "Delete all finished to-dos.")

    @OptionGroup var book: BookOptions

    func run() throws {
        let (count, booked) = try book.write { book in
            let items = try book.reader.rows(.completed)
            let booked = try items.count { row in
                try row.todo.amount != nil && BookedRow(row.todo, in: book.reader) != nil
            }
            try book.carryOut(.clearCompleted)
            return (items.count, booked)
        }
        var output = Output()
        output.append(count == 1 ? "Deleted 1 finished item\n" : "Deleted \(count) finished items\n")
        if booked > 0 {
            output.append(
                booked == 1 ? "What it booked stays recorded\n" : "What \(booked) of them booked stays recorded\n")
        }
        try output.flushChange()
    }
}
