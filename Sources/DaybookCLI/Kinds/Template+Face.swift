import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookStorage

extension Template: FacedKind {
    static let face = KindFace<Template>(
        discussion: """
            A template is a to-do with its subtasks that you make again and again: daybook add --template Trip. Its lines are \
            read on that day, as 'daybook add' reads a title: "Pack in 3 days #travel" is due three days later.
            """,
        edits: "Rename a template, or change what it makes.",
        start: "To make one, run: daybook templates add Trip --todo 'Pack in 3 days' --subtask Passport",
        options: [
            FieldOption(
                .line, "todo", .text, value: "line",
                help: "The to-do, as 'daybook add' takes it; the name if left out."),
            FieldOption(
                .lines, "subtasks", .text, option: "subtask", value: "line",
                help: "A subtask; give it once for each.", isRepeated: true),
            FieldOption(
                .todo, "from", .entity, value: "item",
                help: "Make it of this to-do with its open subtasks.",
                read: { text in
                    guard let name = ItemName(argument: text) else { throw ValidationError("Name a to-do.") }
                    return TypedValue { book in
                        try book.template(of: name.todo(in: book).todo, local: .local, usual: book.currency())
                    }
                }),
        ])
}
