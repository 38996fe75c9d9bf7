import DaybookCore

/// Deleting goes by what a device knows. What another one had changed before, without this one's knowledge, is gone with the
/// rest: that is said, and can be taken back.
extension Reducer {
    /// Notes what was deleted before the app was loaded, and may meet with changes of others yet.
    func noteDeleted(_ state: inout State) {
        for id in state.book.pending.ids {
            if let record = state.book.records[id], record.isPending(.deleted), !record.isAlive {
                state.notices.deletedBefore.insert(id)
            }
        }
    }

    /// Looks whether what came from the server would have changed what was deleted here.
    func noteLost(_ changes: [LocalBook.Change], _ state: inout State) {
        for change in changes {
            let record = change.after
            guard let before = change.before, record.isDeletedUnseen(since: before),
                record[.deleted]?.stamp.node == state.book.clock.node
                    || state.notices.deletedBefore.contains(record.id),
                !state.notices.lost.contains(record.id)
            else { continue }
            state.notices.lost.append(record.id)
        }
    }

    /// Brings back what was deleted, as the others had changed it.
    mutating func bringBack(_ ids: [EntityID], _ state: inout State) {
        if state.book.clock.isNearEnd { return show(.problem(.item(.clockAtEnd)), &state) }
        let stamp = state.book.clock.tick(now: now(state))
        let names = ids.compactMap { state.book.records[$0] }.filter { !$0.isAlive }.compactMap { $0.name }
        state.notices.lost.removeAll { ids.contains($0) }
        keep(state.book.write(names.map { $0.restamped(stamp) }), &state)
        show(.undone, &state)
    }
}

extension Screens {
    /// Shows the changes that were lost so, with what can be done about them.
    var lost: Node {
        let records = state.notices.lost.compactMap { state.book.records[$0] }.filter { !$0.isAlive }
        guard !records.isEmpty else { return .empty }
        let isCovered = state.navigation.overlay != .none
        var names = ""
        for record in records.prefix(3) {
            let name = record[.title].flatMap { $0.value.isEmpty ? nil : String(utf8: $0.value) } ?? texts(.money)
            names += (names.isEmpty ? "" : texts(.comma)) + texts(.quoted, name.excerpt(40))
        }
        return .element(
            .div, [.class("notice"), .attribute(.role, "status")],
            [
                .element(.p, text: texts(.changedElsewhere, records.count, names + (records.count > 3 ? " …" : ""))),
                isCovered ? .empty : button(texts(.bringBack), class: "undo", .item(.bringBack)),
                isCovered ? .empty : icon(texts(.close), class: "close", .screen(.hideLost)),
            ])
    }
}
