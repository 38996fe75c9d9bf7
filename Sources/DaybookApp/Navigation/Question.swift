public import DaybookCore

/// Something that a person has to answer.
public indirect enum Question: Equatable {
    /// Asks if pasted lines become several to-dos.
    case lines
    /// Asks about so many open ones under those that an action finishes.
    case subtasks(ItemAction, Int)
    /// Asks if a row that was reconciled is to be changed.
    case reconciled
    /// Asks if a list is to be deleted.
    case list(EntityID)
}

extension Screens {
    /// The title of a question, and below it what is said of it and its answers.
    func parts(of question: Question) -> (title: String, content: [Node]) {
        let (title, said, answers): (String, Node, [Node])
        let cancel = button(texts(.cancel), class: "quiet", .screen(.closeOverlay))
        switch question {
        case .lines:
            let lines = state.todos.pastedLines
            title = texts(.pasteQuestion, lines.count)
            said = .element(
                .ul, [.class("pasted")],
                (lines.prefix(6) + (lines.count > 6 ? ["…"] : [])).map { .element(.li, text: $0) })
            answers = [
                button(texts(.addAsOne), class: "quiet", .todos(.keepAsOneLine)),
                button(texts(.addSeveral, lines.count), class: "primary", id: "paste-several", .todos(.acceptLines)),
            ]
        case .subtasks(_, let count):
            title = texts(.finishSubtasks, count)
            said = .element(
                .div, [.class("fields")],
                [
                    toggle(
                        texts(.keepAnswer), "keep-answer", isOn: state.subtasks.keepsAnswer,
                        .subtasks(.toggleKeepsAnswer))
                ])
            answers = [
                cancel, button(texts(.leaveOpen), class: "quiet", .subtasks(.answer(.one))),
                button(texts(.finishToo), class: "primary", id: "subtasks-all", .subtasks(.answer(.all))),
            ]
        case .reconciled:
            let deletes = state.accounts.asked?.deletesRows == true
            title = texts(deletes ? .deleteReconciledTitle : .reconciledTitle)
            said = .element(.p, text: texts(.reconciled))
            answers = [
                cancel,
                button(
                    texts(deletes ? .deleteReconciled : .changeReconciled), class: "primary", id: "reconciled-change",
                    .account(.confirm)),
            ]
        case .list(let id):
            var count = 0
            state.book.list.forEach { if $0.extraFields[.list]?.entity == id { count += 1 } }
            title = texts(.deleteListQuestion, state.book.list(id)?.name ?? "")
            said = .element(.p, text: texts(.deleteListSaid, count))
            answers = [
                cancel, button(texts(.deleteList), class: "primary", id: "delete-list", .form(.delete(.list, id))),
            ]
        }
        return (title, [said, .element(.footer, [.class("actions")], answers)])
    }
}
