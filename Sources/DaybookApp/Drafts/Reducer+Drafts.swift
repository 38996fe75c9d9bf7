import DaybookCore

/// The text that is typed and not saved, as far as it has to be kept.
public struct DraftsState {
    /// The drafts of places that aren't on the screen.
    var waiting: [Draft] = []
    /// The bytes of all that the storage has.
    fileprivate var kept: [UInt8] = []
    fileprivate var hasAlarm = false
    /// True where they are to be stored at once.
    var isDue = false

    /// Hands over what waits for a place.
    mutating func take(_ place: Draft.Place, _ id: EntityID?) -> FieldValues? {
        waiting.firstIndex { $0.place == place && $0.id == id }.map { waiting.remove(at: $0).values }
    }
}

extension Reducer {
    /// Has the device keep what is typed: in a moment, or at once where nothing is typed any more or the page is left.
    mutating func keepDrafts(_ state: inout State) {
        let bytes = Draft.bytes(of: state.typed)
        let isDue = state.drafts.isDue
        if isDue { state.drafts.hasAlarm = false }
        state.drafts.isDue = false
        guard bytes != state.drafts.kept, state.storage.status == .ready else { return }
        guard isDue || bytes.isEmpty || !state.navigation.isVisible else {
            if !state.drafts.hasAlarm { effects.append(.wake(.keepDrafts, milliseconds: 400)) }
            state.drafts.hasAlarm = true
            return
        }
        state.drafts.kept = bytes
        let item = StorageItem(drafts: bytes, of: state.sync.client.node)
        // With what was made of it, so that it is never here twice.
        for index in effects.indices.reversed() {
            guard case .store(let token, let items) = effects[index] else { continue }
            effects[index] = .store(token: token, items + [item])
            return
        }
        effects.append(.store(token: 0, [item]))
    }

    /// Gives back what was typed when the app was left: to its field, or to its form once that is opened.
    func takeDrafts(_ bytes: [UInt8], _ state: inout State) {
        state.drafts.kept = bytes
        for draft in Draft.all(in: bytes) {
            let text = draft.values[.title]?.text ?? ""
            switch draft.place {
            case .line: if state.todos.newTitle.isBlank { state.todos.newTitle = text }
            case .record: state.record.giveBack(text)
            case .subtask: (state.subtasks.title, state.subtasks.typedUnder) = (text, draft.id)
            case .form: state.editing.form.values.take(draft.values)
            case .plan: state.editing.plan.values = draft.values
            case .title:
                guard let id = draft.id, let todo = state.book[id] else { continue }
                state.editing.title = TitleEdit(id: id, text: text, original: todo.title)
            default: state.drafts.waiting.append(draft)
            }
        }
        fillDetail(&state)
    }

    /// Gives back to the details that are open the text that could not be taken.
    func fillDetail(_ state: inout State) {
        guard case .detail(let id) = state.navigation.route, state.editing.detail == nil,
            let first = state.drafts.take(.detail, id)?.all.first,
            let field = FormField.all.first(where: { $0.field == first.field })
        else { return }
        state.editing.detail = DetailDraft(id: id, field: field, text: first.value.text, hasAlarm: false)
    }
}

extension State {
    /// All that is typed and not saved.
    fileprivate var typed: [Draft] {
        var all = drafts.waiting
        all.append(
            Draft(.line, text: ([todos.newTitle] + todos.pastedLines).filter { !$0.isEmpty }.joined(separator: " ")))
        all.append(Draft(.record, text: record.line))
        all.append(Draft(.subtask, subtasks.typedUnder, text: subtasks.title))
        all.append(Draft(.form, nil, editing.form.values))
        all.append(Draft(.plan, nil, editing.plan.values))
        all += entry.drafts
        if let detail = editing.detail, !detail.isSaved {
            all.append(Draft(.detail, detail.id, text: detail.text, in: detail.field.field))
        }
        if let title = editing.title, title.text != title.original {
            all.append(Draft(.title, title.id, text: title.text))
        }
        if let words { all.append(words) }
        if let form { all.append(form.draft) }
        if let form = statement.form { all.append(form.draft) }
        return all
    }
}

extension State {
    /// The text in the field of a popover: for its part, of one to-do or of all that are marked.
    var words: Draft? {
        guard case .change(let part) = navigation.overlay else { return nil }
        return Draft(.words(part), part.id, text: selection.words)
    }
}

extension FormField {
    static let all: [FormField] = [
        .title, .description, .notes, .amount, .day, .tags, .start, .reminders, .currency, .place, .note, .payee,
    ]

    /// Its number in a draft.
    var field: Field { Field(rawValue: UInt16(Self.all.firstIndex(of: self) ?? 0)) }
}
