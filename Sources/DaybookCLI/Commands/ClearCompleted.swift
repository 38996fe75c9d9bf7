import ArgumentParser
import DaybookCore
import DaybookStorage

struct ClearCompleted: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-completed", abstract: "Delete all finished to-dos.")

    @OptionGroup var book: BookOptions

    func run() throws {
        let (count, expenses) = try book.write { book in
            let items = try book.reader.rows(.completed)
            let expenses = try items.count { row in
                try row.todo.amount != nil && book.reader.entryRow(row.todo.bookedEntry) != nil
            }
            try book.carryOut(.clearCompleted)
            return (items.count, expenses)
        }
        var output = Output()
        output.append(count == 1 ? "Deleted 1 finished item\n" : "Deleted \(count) finished items\n")
        if expenses > 0 {
            output.append(expenses == 1 ? "Its expense stays recorded\n" : "\(expenses) expenses stay recorded\n")
        }
        try output.flushChange()
    }
}
