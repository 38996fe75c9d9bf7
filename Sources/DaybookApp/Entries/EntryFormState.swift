public import DaybookCore

/// The form of an entry that is open.
public struct EntryFormState {
    /// The form of the entry that is edited; that of a new one, which has no id yet, waits until it is saved or
    /// cancelled.
    private var forms = EntityTable<EntryForm>()
    private var formID = Self.newEntry

    private static let newEntry = EntityID(high: 0, low: 0)

    /// The form that was opened last; nil where none was, or it was saved as a new entry, or cancelled.
    public private(set) var form: EntryForm? {
        get { forms[formID] }
        set { forms[formID] = newValue }
    }

    /// Opens the form of an entry, or of a new one, unless something is typed in that already.
    mutating func open(_ form: EntryForm) {
        if formID != Self.newEntry, refused(of: formID) == nil { self.form = nil }
        formID = form.entry?.id ?? Self.newEntry
        if formID != Self.newEntry || self.form?.hasChanged != true { self.form = form }
    }

    /// The text in the form of an entry that could not be taken, such as an amount that isn't one; nil for none.
    func refused(of id: EntityID) -> FieldValues? {
        guard let form = forms[id], form.hasChanged, case .failure = form.draft else { return nil }
        return form.kept.values
    }

    /// The text that is typed in the forms and isn't in the book.
    var drafts: [Draft] { forms.values.filter { $0.hasChanged }.map { $0.kept } }

    /// Says again in the form that is open what was typed before.
    mutating func take(_ typed: FieldValues?) { if let typed { form?.take(typed) } }

    /// Forgets the form, and what was typed in it.
    mutating func close() { form = nil }

    /// Says that it was to be stored and can't be.
    mutating func check() { form?.isChecked = true }

    /// Shows what the book says of its entry by now.
    mutating func rebase(on entry: Entry) { form?.rebase(on: entry) }
}

/// The actions of a person on the form of an entry.
public indirect enum EntryAction: Equatable {
    /// The text in a field by now.
    case field(FormField, String)
    case kind(EntryKind)
    /// The account; nil for the default one.
    case account(EntityID?)
    /// The envelope; nil for the one of its tags.
    case envelope(EntityID?)
    /// Gives it a payee by a name.
    case payee(String)
    /// Changes its parts.
    case part(PartChange)
}

extension EntryFormState {
    mutating func reduce(_ action: EntryAction, _ app: inout Reducer) {
        switch action {
        case .field(let field, let text):
            form?[field] = text
            if field == .tags { app.next.append(.completion(.offer(text, .form))) }
        case .kind(let kind): form?.set(.kind, .choice(kind.rawValue))
        case .account(let id): form?.set(.account, FieldValue(id))
        case .envelope(let id): form?.set(.envelope, FieldValue(id))
        case .payee(let name):
            form?[.payee] = name
            app.focus(on: "entry-payee")
        case .part(let change):
            form?.apply(change)
            let count = form?.parts.count ?? 0
            switch change {
            case .add: app.focus(on: "part-\(count - 1)-amount")
            case .remove(let index): app.focus(on: count == 0 ? "add-part" : "part-\(min(index, count - 1))-amount")
            case .giveRest: app.focus(on: "part-\(count - 1)-amount", selectsText: true)
            case .type, .envelope: break
            }
        }
    }
}
