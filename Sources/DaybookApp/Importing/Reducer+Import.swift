import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ImportAction) {
        switch action {
        case .answer(let key, let parameters):
            state.importing.answers.removeAll { $0[0] == key }
            state.importing.answers.append([key, parameters])
            state.importing.column = ""
            ask(.preview, &state)
        case .open(let column): state.importing.column = state.importing.column == column ? "" : column
        case .again:
            state.importing.sharedFrom = nil
            ask(.preview, &state)
        case .write: ask(.write, &state)
        case .list:
            begin(.past, "", &state)
            open(.importing, "import-close", &state)
            state.importing.underway += 1
            effects.append(.ask(.list, state.importing.path, bringsFile: false))
        case .join(let from, let to):
            guard let from = EntityID(from).flatMap({ state.book.entry($0) }),
                let to = EntityID(to).flatMap({ state.book.entry($0) }), join(from, to, &state) != nil
            else { return }
            let rest = state.importing.answer?.pairs(but: from.id.text, to.id.text)
            state.importing.answer = rest
            if rest?.lines.isEmpty ?? true { closeOverlay(&state) }
        case .takeBack(let id):
            closeOverlay(&state)
            state.history.onServer = state.importing.path + "/" + id + "?changed=keep"
            takeBackImport(&state)
        }
    }

    /// Opens the dialog of a file that was chosen or dropped.
    mutating func take(file name: String, _ problem: ImportProblem?, _ state: inout State) {
        begin(.file, name, &state)
        state.importing.failure = problem
        closeMenu(&state)
        open(.importing, "import-close", &state)
        if problem == nil { ask(.preview, &state) }
    }

    /// Asks about a file that another program or a website handed over. The server sees it once the person chose it.
    mutating func take(shared name: String, from origin: String, _ state: inout State) {
        begin(.file, name, &state)
        state.importing.sharedFrom = origin
        closeMenu(&state)
        open(.importing, "import-close", &state)
    }

    /// Shows what the rules would do to the entries that are there.
    mutating func previewRules(_ state: inout State) {
        begin(.rules, "", &state)
        open(.importing, "import-close", &state)
        ask(.preview, &state)
    }

    /// Asks whether the rule in the form can be followed, and what it would do.
    mutating func tryRule(_ state: inout State) {
        guard let form = state.accounts.dialog else { return }
        begin(.rule, form.rule, &state)
        ask(.preview, &state)
    }

    /// Forgets what the server said before, since it is about something else.
    mutating func begin(_ subject: ImportSubject, _ name: String, _ state: inout State) {
        state.importing.subject = subject
        state.importing.name = name
        state.importing.sharedFrom = nil
        state.importing.answer = nil
        state.importing.answers = []
        state.importing.column = ""
        state.importing.failure = nil
    }

    private mutating func ask(_ step: ImportStep, _ state: inout State) {
        let importing = state.importing
        var address = importing.path
        address += step == .preview ? "?preview=1" : "?expected=" + String(importing.answer?.writes ?? 0)
        switch importing.subject {
        case .file: address += "&currency=" + state.usualCurrency.code
        case .rules, .past, .pairs: break
        case .rule:
            address += "&text=" + importing.name.inAddress
            if let id = state.accounts.dialog?.id { address += "&rule=" + id.text }
        }
        for answer in importing.answers { address += answer[1] }
        state.importing.failure = nil
        state.importing.underway += 1
        effects.append(.ask(step, address, bringsFile: importing.subject == .file))
    }

    /// Takes the last import, or run of the rules, back.
    mutating func takeBackImport(_ state: inout State) {
        effects.append(.ask(.takeBack, state.history.onServer, bringsFile: false))
        state.history.onServer = ""
        effects.append(.rememberHistory)
    }

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
        if step == .takeBack {
            show(failure.map { .problem(.importing(.server($0))) } ?? (status == 204 ? .undone : .keptAsIs), &state)
        } else {
            state.importing.underway -= 1
            guard step == .write, let done = answer[.done] else { return take(answer, failure, &state) }
            if state.navigation.overlay == .importing {
                closeOverlay(&state)
                // The rows that changed are to be seen, and what takes it back.
                if state.navigation.overlay == .rules { closeOverlay(&state) }
            }
            let isOfMoney = answer[.isOfEntries] != nil
            reduce(&state, MoneyAction.show(isOfMoney))
            if !isOfMoney { reduce(&state, TodosAction.setFilter(.all)) }
            state.history.onServer = state.importing.path + "/" + done.id
            effects.append(.rememberHistory)
            show(.imported(done.text), &state)
            if answer[.pair] != nil {
                begin(.pairs, "", &state)
                state.importing.answer = answer.pairs(but: "", "")
                open(.importing, "import-close", &state)
            }
        }
        state.sync.hasNews = true
        sync(&state)
    }

    /// Shows what the server said of the file.
    private mutating func take(_ answer: ImportAnswer, _ failure: SyncClient.Failure?, _ state: inout State) {
        let isTried = state.importing.subject == .rule && state.accounts.dialog?.kind == .rule
        guard state.importing.underway == 0, isTried || state.navigation.overlay == .importing else { return }
        let isFirst = state.importing.answer == nil
        state.importing.failure = failure.map { .server($0) }
        guard failure == nil else { return }
        state.importing.answer = answer
        if isFirst, answer.isReady { focus(on: "import-now") }
    }
}

extension String {
    /// The text as a value in an address.
    fileprivate var inAddress: String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] { bytes.append(digit + (digit < 10 ? 0x30 : 0x37)) }
            }
        }
        return String(utf8: bytes)
    }
}
