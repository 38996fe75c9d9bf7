import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ImportAction) {
        switch action {
        case .answer(let key, let parameters):
            state.importing.answers.removeAll { $0[0] == key }
            state.importing.answers.append([key, parameters])
            ask(.preview, &state)
        case .again: ask(.preview, &state)
        case .write: ask(.write, &state)
        }
    }

    /// Opens the dialog of a file that was chosen or dropped.
    mutating func take(file name: String, _ problem: ImportProblem?, _ state: inout State) {
        state.importing.name = name
        state.importing.answer = nil
        state.importing.answers = []
        state.importing.failure = problem
        closeMenu(&state)
        open(.importing, "import-close", &state)
        if problem == nil { ask(.preview, &state) }
    }

    private mutating func ask(_ step: ImportStep, _ state: inout State) {
        var parameters = step == .preview ? "preview=1" : "expected=" + String(state.importing.answer?.writes ?? 0)
        parameters += "&currency=" + state.usualCurrency.code
        for answer in state.importing.answers { parameters += answer[1] }
        state.importing.failure = nil
        state.importing.underway += 1
        effects.append(.bringFile(step, parameters))
    }

    /// Takes the last import back.
    mutating func takeBackImport(_ state: inout State) {
        effects.append(.bringFile(.takeBack, state.importing.done))
        state.importing.done = ""
    }

    mutating func answer(_ step: ImportStep, _ status: Int, _ body: [UInt8], _ state: inout State) {
        let answer = ImportAnswer(body)
        var failure: SyncClient.Failure?
        switch status {
        case 0, 502...504: failure = .offline
        case 401: failure = .signedOut
        case 204: break
        default:
            if let reason = ServerReason(problem: body) {
                failure = .unable(reason)
            } else if step == .takeBack ? status >= 500 : answer.value(UInt8(ascii: "h")).isEmpty {
                failure = .status(status)
            }
        }
        if step == .takeBack {
            show(failure.map { .problem(.importing(.server($0))) } ?? (status == 204 ? .undone : .keptAsIs), &state)
        } else {
            state.importing.underway -= 1
            guard step == .write, !answer.id.isEmpty else { return take(answer, failure, &state) }
            if state.navigation.overlay == .importing { closeOverlay(&state) }
            let isOfMoney = answer.value(UInt8(ascii: "k")) == "entries"
            reduce(&state, MoneyAction.show(isOfMoney))
            if !isOfMoney { reduce(&state, TodosAction.setFilter(.all)) }
            state.importing.done = answer.id
            show(.imported(answer.value(UInt8(ascii: "d"))), &state)
        }
        state.sync.hasNews = true
        sync(&state)
    }

    /// Shows what the server said of the file.
    private mutating func take(_ answer: ImportAnswer, _ failure: SyncClient.Failure?, _ state: inout State) {
        guard state.importing.underway == 0, state.navigation.overlay == .importing else { return }
        let isFirst = state.importing.answer == nil
        state.importing.failure = failure.map { .server($0) }
        guard failure == nil else { return }
        state.importing.answer = answer
        if isFirst, answer.isReady { focus(on: "import-now") }
    }
}
