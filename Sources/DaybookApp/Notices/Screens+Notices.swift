import DaybookCore

extension Screens {
    /// Tells what a notice says: that there are no rows as the list itself does.
    private func words(of notice: Notice) -> String {
        if case .found = notice, state.rowCount == 0 { return nothing.title }
        return texts.notice(notice, rows: state.rowCount)
    }

    /// Changes the entries that are like one that was corrected, or makes a rule of it.
    private func alikeButtons(_ notice: Notice) -> Node {
        guard case .alike(let alike) = notice else { return .empty }
        return .element(
            .span, [],
            [
                button(texts(.changeAlike), class: "undo", .money(.changeAlike(forGood: false))),
                alike.rule.isEmpty
                    ? .empty : button(texts(.alwaysAlike), class: "undo", .money(.changeAlike(forGood: true))),
            ])
    }

    /// Elements stay when what they say changes, which a screen reader tells.
    var notices: [Node] {
        var storage = Node.empty
        if case .refused(let reason) = state.storage.status, state.notices.shown?.isQuiet != false {
            storage = .element(
                .div, [.class("notice problem")], [.element(.p, text: texts(.notKept) + texts.reason(reason))])
        }
        guard let notice = state.notices.shown else { return [storage, .empty, lost, reminder] }
        var isProblem = if case .problem = notice { true } else { false }
        var restoring = Node.empty
        if case .gone(let id, _) = notice {
            isProblem = true
            restoring = button(texts(.bringBack), class: "undo", .item(.restore(id)))
        }
        // Under a dialog there is nothing to get to.
        let isCovered = state.navigation.overlay != .none
        // A message that is said again would be no change without the space.
        let text = words(of: notice) + (state.notices.isAgain ? "\u{A0}" : "")
        return [
            storage,
            .element(
                .div, [.class(isProblem ? "notice problem" : notice.isQuiet ? "notice quiet" : "notice")],
                [
                    .element(.p, text: text),
                    isCovered ? .empty : alikeButtons(notice), isCovered ? .empty : restoring,
                    notice.offersUndo && !isCovered ? button(texts(.undo), class: "undo", .item(.undo)) : .empty,
                    notice.isQuiet || isCovered ? .empty : icon(texts(.close), class: "close", .screen(.hideNotice)),
                ]),
            lost, reminder,
        ]
    }
}
