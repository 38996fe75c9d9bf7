import DaybookCore

extension Reducer {
    /// Takes the last import, or run of the rules, back.
    mutating func takeBackImport(_ state: inout State) {
        effects.append(.ask(.takeBack, state.history.onServer, bringsFile: false))
        state.history.onServer = ""
        effects.append(.rememberHistory)
    }

    /// Takes the server's answer. What was written is shown, and can be undone.
    mutating func answer(_ step: ImportStep, _ status: Int, _ body: [UInt8], _ state: inout State) {
        let answer = (try? ImportAnswer(bytes: body)) ?? ImportAnswer()
        var failure: SyncClient.Failure?
        switch status {
        case 0, 502...504: failure = .offline
        case 401: failure = .signedOut
        case 204: break
        default:
            if let reason = ServerReason(problem: body) {
                failure = .unable(reason)
            } else if step == .takeBack ? status >= 500 : answer[.title] == nil {
                failure = .status(status)
            }
        }
        let isTried = state.importing.subject == .rule && state.form?.kind == .rule
        let isShown = isTried || state.navigation.overlay == .importing
        if step == .takeBack {
            show(failure.map { .problem(.importing(.server($0))) } ?? (status == 204 ? .undone : .keptAsIs), &state)
        } else if let done = state.importing.take(answer, failure, of: step, isShown: isShown, &self) {
            if state.navigation.overlay == .importing {
                closeOverlay(&state)
                // The rows that changed are to be seen, and what takes it back.
                if state.navigation.overlay == .things(.rule) { closeOverlay(&state) }
            }
            let isOfMoney = answer[.isOfEntries] != nil
            reduce(&state, MoneyAction.show(isOfMoney))
            if !isOfMoney { reduce(&state, TodosAction.setFilter(.all)) }
            state.history.onServer = state.importing.path + "/" + done.id
            // Any action ends what could be redone.
            state.history.redo = []
            effects.append(.rememberHistory)
            show(.imported(done.text), &state)
            if answer[.pair] != nil {
                state.importing.begin(.pairs, "", answer.pairs(but: "", ""))
                open(.importing, &state)
            }
        }
        state.sync.hasNews = true
        sync(&state)
    }
}
