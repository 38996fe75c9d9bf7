import DaybookCore
import Flux

extension Reducer {
    /// Changing the title in its row, and the fields of the detail screen.
    mutating func reduce(_ state: inout State, _ action: EditingAction) {
        switch action {
        case .begin(let id):
            guard let todo = state.book[id] else { return }
            closeTransients(&state)
            state.editing.title = TitleEdit(id: id, text: todo.title, original: todo.title)
            focus(on: "edit", selectsText: true)
        case .type(let text):
            guard var edit = state.editing.title else { return }
            edit.text = title(text, of: edit.id, state)
            state.editing.title = edit
        case .commit:
            guard let edit = state.editing.title, commitTitle(&state) else { return }
            focus(on: "open-" + edit.id.text)
        case .leave:
            commitTitle(&state)
        case .cancel:
            guard let edit = state.editing.title else { return }
            state.editing.title = nil
            focus(on: "open-" + edit.id.text)
        case .field(let field, let text): type(text, in: field, &state)
        case .pick(let field, let text):
            type(text, in: field, &state)
            commitDetail(&state)
        case .set(let field, let value):
            if case .detail(let id) = state.navigation.route {
                reduce(&state, ItemAction.set(id, field, value))
            } else {
                state.editing.form[field] = value
            }
        case .change(let change):
            for element in change.changes(of: state.planned(world)).values.all {
                reduce(&state, EditingAction.set(element.field, element.value))
            }
        case .open(let part):
            commitDetail(&state, keepsBad: true)
            state.editing.part = state.editing.part == part ? nil : part
            // A day is rather picked, and a phone's keyboard would cover what there is to pick.
            guard state.editing.part == part, let field = part.field,
                state.navigation.window.isWide || field == .tags || field == .amount
            else { return }
            focus(on: (state.navigation.route == .form ? "form-" : "detail-") + field.rawValue)
        case .commitDetail:
            commitDetail(&state, keepsBad: true)
        }
    }

    /// Writes the title that is being changed in its row.
    ///
    /// - Parameter ends: whether the field closes.
    /// - Returns: whether it could be taken; if not, it stays to be mended.
    @discardableResult
    mutating func commitTitle(_ state: inout State, ends: Bool = true) -> Bool {
        guard let edit = state.editing.title else { return false }
        if let problem = Changes.todo(title: edit.text).todoProblem(), !edit.text.isBlank {
            show(.problem(.item(problem)), &state)
            return false
        }
        if ends { state.editing.title = nil } else { state.editing.title?.original = edit.text }
        if edit.text != edit.original, let todo = state.book[edit.id] {
            reduce(
                &state, .update(Todo.nameLens.set(todo, edit.text)), typed: .field(edit.id, .title, edit.text))
        }
        return true
    }

    /// Writes all that is typed and can be taken, and leaves it open to be typed on.
    mutating func saveTyped(_ state: inout State) {
        saveDetail(&state)
        commitTitle(&state, ends: false)
        saveEntry(&state)
    }

    /// Writes what is typed where it is about to be deleted, so that it outlives that.
    @inline(never)
    mutating func saveTyped(before deletion: Register, _ state: inout State) {
        let id = deletion.entity
        guard
            state.editing.title?.id == id || state.navigation.route == .detail(id)
                || state.navigation.route == .entry(id)
        else { return }
        state.book.clock.observe(deletion.stamp)
        saveTyped(&state)
        // Keeps unanswered changes for when the row is there again.
        guard state.formChangesReconciled, let form = state.entry.form else { return }
        state.drafts.waiting.append(form.kept)
        state.entry.close()
    }

    /// Writes what is typed in the detail screen so far. The field keeps it as it was typed.
    mutating func saveDetail(_ state: inout State) {
        guard let draft = state.editing.detail, !draft.isSaved, let todo = state.book[draft.id],
            let changed = todo.with(draft.field, draft.text, state, world),
            changed.edit(from: todo).todoProblem(changing: todo) == nil
        else { return }
        let version = state.book.version
        reduce(&state, .update(changed), typed: .field(draft.id, draft.field, draft.text))
        state.editing.detail?.isSaved = true
        if state.book.version != version { state.editing.detail?.hasStep = true }
    }

    /// A title has one line, also if it was pasted. One that came from elsewhere with more keeps them.
    private func title(_ typed: String, of id: EntityID?, _ state: State) -> String {
        if let old = id.flatMap({ state.book[$0]?.title }), old.scalars.contains(where: { $0.isLineBreak }) {
            return typed
        }
        return typed.parts { $0.isLineBreak }.map { String($0) }.joined(separator: " ")
    }

    private mutating func type(_ typed: String, in field: FormField, _ state: inout State) {
        // From here on the last step is what is typed.
        if state.notices.shown?.tellsOfMoney == true { state.notices.shown = nil }
        var text = typed
        if field == .title {
            let id: EntityID? = if case .detail(let id) = state.navigation.route { id } else { nil }
            text = title(typed, of: id, state)
        }
        switch state.navigation.route {
        case .detail(let id):
            if let draft = state.editing.detail, draft.field != field || draft.id != id { commitDetail(&state) }
            // Also while one types on and on, it is written every now and then.
            if state.editing.detail?.hasAlarm != true { effects.append(.wake(.commitDraft, milliseconds: 800)) }
            let hasStep = state.editing.detail?.hasStep ?? false
            state.editing.detail = DetailDraft(id: id, field: field, text: text, hasStep: hasStep)
            state.editing.part = DetailPart(field) ?? state.editing.part
            if field == .tags { next.append(.completion(.offer(text, .details))) }
        case .form:
            switch field {
            case .title: state.editing.form[.title] = .text(text)
            case .description: state.editing.form[.description] = .text(text)
            case .notes: state.editing.form[.notes] = .text(text)
            default: state.editing.plan[field] = text
            }
            state.editing.part = DetailPart(field) ?? state.editing.part
            if field == .tags { next.append(.completion(.offer(text, .details))) }
        case .entry:
            next.append(.entry(.field(field, text)))
        case .list, .sums, .budget, .questions, .forecast, .payOff: return
        }
    }

    /// Writes what was typed in the detail screen. A blank title is not taken, and said so.
    ///
    /// - Parameter keepsBad: whether what can't be taken stays in its field; else it is said, and there again once the details are opened.
    @inline(never)
    mutating func commitDetail(_ state: inout State, keepsBad: Bool = false) {
        guard let draft = state.editing.detail else { return }
        let field = draft.field.field
        state.drafts.waiting.removeAll { $0.place == .detail && $0.id == draft.id && $0.values[field] != nil }
        // Somebody else may have written the field since.
        if draft.isSaved {
            state.editing.detail = nil
            return
        }
        guard let todo = state.book[draft.id], let changed = todo.with(draft.field, draft.text, state, world) else {
            if keepsBad, state.book.hasTodo(draft.id) { return }
            state.editing.detail = nil
            if let problem = state.problem(of: draft.text, in: draft.field, world) {
                show(.problem(.item(problem)), &state)
                state.drafts.waiting.append(Draft(.detail, draft.id, text: draft.text, in: field))
            }
            return
        }
        if todo.amount == nil, changed.amount != nil { settleCurrency(unlessNamedBy: draft.text, &state) }
        reduce(&state, .update(changed), typed: .field(draft.id, draft.field, draft.text))
        // A text that is too long stays, to be shortened.
        if keepsBad, !draft.text.isBlank, changed.edit(from: todo).todoProblem(changing: todo) != nil { return }
        state.editing.detail = nil
    }
}
