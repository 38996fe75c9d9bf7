import DaybookCore

/// The steps that can be undone and redone in this tab.
///
/// A step has each register before and after. To undo it is an action as any other: it writes what was there before, with
/// new stamps, and so reaches other devices. It relies on the record of that moment: a register that was written since, here
/// or elsewhere, stays. A step is there only once its store was asked for, and `forget` takes it back if that fails.
public struct History: Equatable {
    /// The oldest first; a new one beyond 100 takes the place of the oldest.
    public internal(set) var undo: [Step] = []
    /// The steps that were undone, the last one last. A new action empties it.
    public internal(set) var redo: [Step] = []
    /// The address at which the server takes back its last import or run of the rules. Empty if there was none, or
    /// something was done since.
    var onServer = ""

    /// How many steps are remembered.
    static let limit = 100

    /// The writes of one action.
    public struct Step: Equatable {
        /// The store under way that carries it out, undoes it or redoes it.
        var id: Int
        var items: [ItemChange]
        /// True where it was undone before, and is done again.
        var isRedone = false
    }

    /// Remembers an action. One that goes on with the last step, such as typing in the same field, joins it: should it
    /// fail to be stored, the whole step is forgotten, and what it wrote before stays.
    mutating func record(_ changes: [LocalBook.Change], id: Int, joins: Bool = false) {
        let items = changes.map { ItemChange($0) }
        redo = []
        if joins, items.count == 1, let last = undo.last, last.items.count == 1,
            let joined = last.items[0].joined(with: items[0])
        {
            undo[undo.count - 1] = Step(id: id, items: [joined])
            return
        }
        undo.append(Step(id: id, items: items))
        if undo.count > Self.limit { undo.removeFirst() }
    }

    /// Forgets a step that could not be stored; where that was an undo or a redo, the step is still to be undone or
    /// redone.
    mutating func forget(_ id: Int) {
        if let index = undo.firstIndex(where: { $0.id == id }) {
            let step = undo.remove(at: index)
            if step.isRedone { redo.append(step) }
        } else if let index = redo.firstIndex(where: { $0.id == id }) {
            undo.append(redo.remove(at: index))
        }
    }
}

extension ItemChange {
    init(_ change: LocalBook.Change) { self.init(before: change.before, after: change.after) }
}
