import ArgumentParser
import DaybookCore
import DaybookStorage

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change the title, description or notes of an item.")

    @Argument(help: "Its number, or the start of its id.")
    var item: ItemName

    @Option(help: ArgumentHelp("The new title.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The new description; \"\" for none.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The new notes; \"\" for none.", valueName: "text"))
    var notes: String?

    @OptionGroup var book: BookOptions

    func validate() throws {
        if title == nil, description == nil, notes == nil {
            throw ValidationError("Nothing is to be changed; give --title, --description or --notes.")
        }
    }

    func run() throws {
        let edit = TodoEdit(title: title, description: description, notes: notes)
        try book.change("Changed", [item]) { .edit($0, edit) }
    }
}
