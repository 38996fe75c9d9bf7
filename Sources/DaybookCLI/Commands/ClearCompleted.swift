import ArgumentParser
import DaybookCore
import DaybookStorage

struct ClearCompleted: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-completed", abstract: "Take all finished items out of the book.")

    @OptionGroup var book: BookOptions

    func run() throws {
        let count = try book.write { book in
            let count = try book.reader.count(.completed)
            try book.perform(.clearCompleted)
            return count
        }
        var output = Output()
        output.append(count == 1 ? "Deleted 1 finished item\n" : "Deleted \(count) finished items\n")
        try output.flushChange()
    }
}
