import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: TodosAction) {
        switch action {
        case .setFilter(let filter):
            state.todos.opensToday = false
            state.todos.filter = filter
            scrollToTop(&state)
            showFound(&state)
        case .search(let text):
            state.todos.query = SearchQuery(text)
            scrollToTop(&state)
            showFound(&state)
        case .typeNew(let text):
            state.todos.newTitle = text
            state.todos.isTitleTyped = true
            if text.isBlank { state.todos.literal = [] }
        case .tryLine(let text):
            reduce(&state, TodosAction.typeNew(text))
            focus(on: "new")
        case .takeLiterally(let words):
            state.todos.literal.append(words)
            focus(on: "new")
        case .addNew:
            guard !state.todos.newTitle.isBlank else { return }
            var draft = Changes.todo(title: state.todos.newTitle)
            draft.read(state.quick)
            if let problem = draft.todoProblem() { return show(.problem(.item(problem)), &state) }
            reduce(&state, .create(draft), typed: .title(state.todos.newTitle))
            state.todos.newTitle = ""
            state.todos.literal = []
            focus(on: "new")
        case .pasteLines(let text):
            state.todos.pastedLines = Self.lines(text)
            open(.question(.lines), "paste-several", &state)
        case .acceptLines:
            let drafts = state.todos.pastedLines.map { Changes.todo(title: $0) }
            let lines = drafts.filter { $0.todoProblem() == nil }.map { $0.text(.title) }
            reduce(&state, .createAll(drafts), typed: .lines(lines))
            // Lines that can't be taken stay in the field, to be mended.
            state.todos.pastedLines = drafts.filter { $0.todoProblem() != nil }.map { $0.text(.title) }
            if !state.todos.pastedLines.isEmpty { return reduce(&state, TodosAction.keepAsOneLine) }
            closeOverlay(&state)
        case .keepAsOneLine:
            if !state.todos.newTitle.isBlank { state.todos.newTitle += " " }
            state.todos.newTitle += state.todos.pastedLines.joined(separator: " ")
            closeOverlay(&state)
        case .showMonth(let step):
            let month = state.month
            let shown =
                step == 0 ? state.today : step > 0 ? month.adding(days: 31) : month.adding(days: -1)
            state.todos.month = shown.startOfMonth == state.today.startOfMonth ? nil : shown.startOfMonth
        case .addOn(let day):
            state.editing.plan[.day] = day.text
            reduce(&state, ScreenAction.openForm)
        case .scrolled(let offset, let height):
            state.gesture = state.gesture.moved(by: offset - state.navigation.window.scroll)
            state.navigation.window.scroll = offset
            state.navigation.window.listHeight = height
            // A row that is scrolled away takes its field along.
            if let edit = state.editing.title, let index = state.visible.index(of: edit.id),
                !state.listLayout.holds(index)
            {
                commitTitle(&state)
            }
        }
    }

    /// The lines of a pasted text that can become titles.
    static func lines(_ text: String) -> [String] {
        text.parts { $0.isLineBreak }
            .map { line in
                let line = String(Array(line.drop { $0.isSpace }))
                // The marks of a list do not belong to the titles.
                for mark in "- [ ] |- [x] |- [X] |* [ ] |* [x] |- |* |+ |• |・|☐ |☑ ".parts({ $0 == "|" }) {
                    if let title = line.rest(after: String(mark)) { return title }
                }
                return line
            }
            .filter { !$0.isBlank }
    }

    mutating func scrollToTop(_ state: inout State) { scroll(to: 0, &state) }

    mutating func scroll(to offset: Int, _ state: inout State) {
        guard state.navigation.window.scroll != offset else { return }
        state.navigation.window.scroll = offset
        effects.append(.scroll(offset))
    }
}
