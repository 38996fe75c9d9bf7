import DaybookCore

extension Reducer {
    @inline(never)
    mutating func show(_ notice: Notice, _ state: inout State) {
        let words = state.settings.language.notice(notice, rows: 0)
        state.notices.isAgain = words == state.notices.last && !state.notices.isAgain
        state.notices.last = words
        state.notices.shown = notice
        effects.append(.wake(.hideNotice, milliseconds: 6_000))
    }

    /// Says how many rows are left of the list, to those who can't see it.
    mutating func showFound(_ state: inout State) {
        if state.notices.shown?.isQuiet != false { show(.found, &state) }
    }
}
