import DaybookCore

extension Screens {
    /// Folds what is under a row, and says how much that is while it is hidden.
    func foldButton(_ todo: Todo, _ idText: String) -> Node {
        guard let row = state.subtasks.rows[todo.id], row.count > 0 else { return .empty }
        let isOpen = !row.isFolded
        return .element(
            .button,
            [
                .class("fold"), .id("fold-" + idText), .isButton,
                .label(texts(.subtaskCount, row.count) + texts(.colon) + todo.title),
                .state(.ariaExpanded, isOpen), .on(.click, .subtasks(.fold(todo.id))),
            ], text: isOpen ? "" : Language.grouped(row.count))
    }

    /// Shows what a to-do stands under, and a field that adds one under it.
    func subtaskControls(_ todo: Todo) -> Node {
        if todo.isPastOccurrence { return .empty }
        let id = todo.id
        let parent = (state.subtasks.forest?[id]?.parent).flatMap { state.book[$0] }
        let form = Node.element(
            .form, [.class("field plain"), .on(.submit, .subtasks(.add(id)))],
            [
                .element(.label, [.attribute(.for, "subtask")], text: texts(.addSubtask)),
                .element(
                    .input,
                    [
                        .id("subtask"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .attribute(.placeholder, texts(.addSubtask)), .attribute(.enterkeyhint, "done"),
                        .attribute(.value, state.subtasks.typedUnder == id ? state.subtasks.title : ""),
                        .ask(.input) { .subtasks(.type($0.text, under: id)) },
                    ]),
            ])
        let children = (state.subtasks.forest?.children(of: id) ?? []).compactMap { state.book[$0.id] }.map { child in
            Node.element(
                .div, key: child.id, [.class(child.isCompleted ? "child done" : "child")],
                [
                    box(child, isMarked: false),
                    button(child.title, class: "name", .screen(.details(child.id))),
                ])
        }
        return .element(
            .div, [.class("subtasks")],
            [
                parent.map {
                    .element(
                        .div, [.class("hint")],
                        [
                            .element(.span, text: texts(.under) + " "),
                            button($0.title, class: "lead", .screen(.details($0.id))),
                        ])
                } ?? .empty,
                // By themselves: so the line below stays where another one comes.
                children.isEmpty ? .empty : .element(.div, [], children), form,
            ])
    }

    /// Says what becomes of open ones under those that are finished, without a question.
    var subtaskSetting: Node {
        setting(
            texts(.openSubtasks),
            SubtaskRule.allCases.map {
                choice(
                    texts($0 == .ask ? .ask : $0 == .all ? .finishToo : .leaveOpen), $0 == state.subtasks.rule,
                    .subtasks(.setRule($0)))
            })
    }
}
