import DaybookCore

extension Screens {
    /// Shows the state of sync.
    var syncDialog: [Node] {
        let pending = state.book.pending.ids
        let todos = pending.count { state.book.hasTodo($0) }
        let entries = pending.count { state.book.hasEntry($0) }
        var facts = [(texts(.lastSync), state.sync.lastSync.map { moment($0) } ?? texts(.notYet))]
        for (name, number) in [
            (texts(.todos), todos), (texts(.money), entries), (texts(.deletions), pending.count - todos - entries),
            (texts(.voiceNotes), state.sync.undelivered),
        ] where number > 0 {
            facts.append((texts(.waiting, name), Language.grouped(number)))
        }
        if let failure = state.sync.client.failure { facts.append((texts(.lastFailure), texts.failure(failure))) }
        return [
            .element(
                .div, [.class("fields")],
                [
                    .element(.p, [.attribute(.ariaLive, "polite")], text: syncText),
                    .element(
                        .dl, [.class("dates")],
                        facts.flatMap { [.element(.dt, text: $0.0), .element(.dd, text: $0.1)] }),
                ]),
            .element(
                .footer, [.class("actions")],
                [
                    todos == 0 ? .empty : button(texts(.showUnsynced), class: "quiet", .sync(.showUnsynced)),
                    state.sync.client.failure == .signedOut
                        ? .element(.a, [.class("primary"), .attribute(.href, "/login")], text: texts(.signIn))
                        : button(texts(.syncNow), class: "primary", id: "sync-now", .sync(.retrySync)),
                ]),
        ]
    }

    private func moment(_ time: Timestamp) -> String {
        texts.moment(time, minutesAhead: world.minutesAheadOfUTC(time))
    }
}
