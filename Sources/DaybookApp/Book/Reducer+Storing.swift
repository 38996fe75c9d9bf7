import DaybookCore

extension Reducer {
    /// Stores what changed in the book. Once it is stored it is sent; if it can't be, it is taken back.
    mutating func store(_ changes: [LocalBook.Change], step: Int? = nil, _ state: inout State) {
        guard !changes.isEmpty else { return }
        guard state.storage.status == .ready else { return sync(&state) }
        store(
            changes.map { StorageItem($0) },
            StorageState.Storing(token: 0, changes: step == nil ? [] : changes, step: step, typed: typed), &state)
    }

    /// Stores what came from the server, with the progress that goes with it.
    mutating func store(received items: [StorageItem], of known: [Record], _ state: inout State) {
        store(items, StorageState.Storing(token: 0, changes: [], received: known), &state)
    }

    private mutating func store(_ items: [StorageItem], _ storing: StorageState.Storing, _ state: inout State) {
        var items = items
        var storing = storing
        storing.token = state.storage.nextToken
        state.storage.nextToken += 1
        for known in state.storage.unstored {
            if let record = state.book.records[known.id] {
                items.append(StorageItem(LocalBook.Change(before: known, after: record), isAnew: true))
            }
        }
        storing.received += state.storage.unstored
        state.storage.unstored = []
        state.storage.storing.append(storing)
        effects.append(.store(token: storing.token, items))
    }

    /// Takes back a write that failed, apart from what was written over it since.
    mutating func takeBack(_ storing: StorageState.Storing, _ state: inout State) {
        for change in storing.changes.reversed() {
            let record = change.takenBack(from: state.book.records[change.after.id])
            state.book.restore(change.after.id, to: record)
            // A later write has this in it, and should it fail as well, it goes back to what is without.
            for storing in state.storage.storing.indices {
                for index in state.storage.storing[storing].changes.indices {
                    let later = state.storage.storing[storing].changes[index]
                    guard later.after.id == change.after.id else { continue }
                    state.storage.storing[storing].changes[index].before = change.takenBack(from: later.before)
                    state.storage.unstored.append(change.after)
                }
            }
        }
        if let step = storing.step { state.history.forget(step) }
        closeWhatIsGone(&state)
    }
}

extension LocalBook.Change {
    /// Tells what a record is without what this changed, apart from what was written over it since; nil if nothing is left.
    fileprivate func takenBack(from present: Record?) -> Record? {
        let record = (before ?? Record(id: after.id)).combined(with: present, inPlaceOf: after)
        return record.registers.isEmpty ? nil : record
    }
}

extension Record {
    /// The winners of this and another record of the same entity, of which `known` makes way also where it would win,
    /// unless it has been acknowledged since. A register is pending only if neither knows better.
    @inline(never)
    func combined(with other: Record?, inPlaceOf known: Record?) -> Record {
        guard let other else { return self }
        var record = self
        for register in other.registers {
            let isPending = other.isPending(register.field)
            if let known, known[register.field] == register, known.isPending(register.field) == isPending { continue }
            record.merge(register, isPending: isPending)
        }
        return record
    }
}
