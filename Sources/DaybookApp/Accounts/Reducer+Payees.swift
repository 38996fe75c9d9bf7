import DaybookCore

extension LocalBook {
    /// The names of payees that entries say and nobody made, by name. Each is spelled as one of them does.
    func unmadePayees(_ names: PayeeNames) -> [String] {
        var found = SortedMap<ByteString, String>()
        entries.all.each { entry in
            guard !entry.payee.isBlank, let shown = names.payee(of: entry), shown.id == nil else { return }
            found.change(ByteString(String(utf8: PayeeNames.key(shown.name))), from: shown.name) { _ in }
        }
        return found.all.map { $0.value }
    }
}

extension Reducer {
    /// Saves what the form of a payee says, as one step: it is renamed, and has the other names that stand there. The name of
    /// another payee makes the two one.
    mutating func savePayee(_ form: KindForm, _ state: inout State) {
        let names = state.accounts.payees
        let name = form.text(.title).trimmed
        var random = world.generator
        let owner = names.meaning(of: name).id
        if name.isBlank || owner != nil && owner != form.id {
            return mend(KindForm.Problem(field: .title, error: name.isBlank ? .blankTitle(.payee) : nil), &state)
        }
        var actions: [BookAction] = []
        let id = form.id ?? EntityID(using: &random)
        let old = form.id.flatMap { state.book.payee($0) }
        let present = old.map { names.others(of: $0) } ?? []
        var made = Changes()
        made[.title] = .text(name)
        if let old {
            if old.name != name { actions += names.renaming(old, to: name, EntityID(using: &random)) }
        } else {
            actions.append(.add(.payee, id, made))
        }
        let wanted = form.text(.payeeOf).parts { $0.isLineBreak }.map { String($0).trimmed }.filter { !$0.isBlank }
        let keys = wanted.map { PayeeNames.key($0) }
        for other in present where !keys.contains(PayeeNames.key(other.name)) {
            // A name that a rename takes away is gone already.
            if PayeeNames.key(other.name) != PayeeNames.key(name) { actions.append(.delete(.payee, other.id)) }
        }
        for (index, other) in wanted.enumerated() where keys.firstIndex(of: keys[index]) == index {
            let meaning = names.meaning(of: other).id
            if let meaning, meaning != id {
                actions.append(PayeeNames.merging(meaning, into: id))
            } else if meaning == nil, keys[index] != PayeeNames.key(name) {
                actions.append(PayeeNames.adding(other, to: id, EntityID(using: &random)))
            }
        }
        guard perform(actions, &state) != nil else { return }
        state.form = nil
        reduce(&state, AccountAction.list(.payee))
    }
}
