import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write something down; it becomes the first of the to-dos.")

    @Argument(help: "What there is to do, in quotes if it is more than a word.")
    var title: String

    @Option(help: ArgumentHelp("More about it.", valueName: "text"))
    var description = ""

    @Option(help: ArgumentHelp("Anything to remember with it.", valueName: "text"))
    var notes = ""

    @Flag(help: "Print the item as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let draft = TodoDraft(title: title, description: description, notes: notes)
        let row = try book.write { try $0.add(draft) }
        var output = Output()
        if json { try output.append(TodoJSON.numbered.item(row)) } else { output.append("Added", row) }
        output.flush()
    }
}
