public import DaybookCore

/// The words of a person that are being stored: should that fail, they stand where they were typed again.
public indirect enum UnsavedInput {
    case nothing
    /// In the field that adds a to-do.
    case title(String)
    /// Several lines, pasted into that field.
    case lines([String])
    /// In the form of a new to-do.
    case form(Changes, Plan)
    /// In a field of a to-do that exists.
    case field(EntityID, FormField, String)
    /// In the line of the quick record.
    case line(String)
    /// In the form of an entry, or of a new one.
    case entry(EntryForm)
}

extension Reducer {
    /// Carries out what was typed.
    mutating func reduce(_ state: inout State, _ action: ItemAction, typed: UnsavedInput) {
        self.typed = typed
        reduce(&state, action)
        self.typed = .nothing
    }

    /// Gives back words that can't be stored. What has been typed in the same place since then stays.
    mutating func giveBack(_ typed: UnsavedInput, _ state: inout State) {
        switch typed {
        case .nothing: break
        case .title(let text):
            state.todos.newTitle = state.todos.newTitle.isBlank ? text : text + " " + state.todos.newTitle
        case .lines(let lines):
            state.todos.pastedLines = lines + state.todos.pastedLines
            state.navigation.overlay = .question(.lines)
        case .form(let draft, let plan):
            guard state.editing.form.text(.title).isBlank else { return giveBack(.title(draft.text(.title)), &state) }
            state.editing.form = draft
            state.editing.plan = plan
            if state.navigation.route == .list, !state.navigation.isMoney { visit(.form, &state) }
        case .field(let id, let field, let text):
            if let draft = state.editing.detail, draft.id == id, draft.field == field {
                state.editing.detail?.isSaved = false
                state.editing.detail?.hasStep = false
            }
            guard state.book.hasTodo(id), state.editing.detail == nil else { return }
            if state.navigation.route == .list { visit(.detail(id), &state) }
            guard state.navigation.route == .detail(id) else { return }
            state.selection.ids = EntitySet([id])
            state.editing.detail = DetailDraft(id: id, field: field, text: text, hasAlarm: false)
        case .line(let text):
            state.record.giveBack(text)
        case .entry(let form):
            if state.navigation.route == .list, state.navigation.isMoney { visit(.entry(form.entry?.id), &state) }
            guard state.navigation.route == .entry(form.entry?.id) else { return }
            state.entry.open(form)
        }
    }
}
