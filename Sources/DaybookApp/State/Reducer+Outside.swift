import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ event: OutsideEvent) {
        switch event {
        case .loaded(let records, let progress):
            state.book.load(records)
            state.sync = SyncClient(node: state.sync.node, progress: progress)
            state.storage = .ready
            fillEntryForm(&state)
            beginSync(&state)
        case .notLoaded(let reason):
            state.storage = .refused(reason)
            beginSync(&state)
        case .stored(let token):
            guard state.endStoring(token) != nil else { return }
            // There is room again.
            if !state.unstored.isEmpty { store(received: [], of: [], &state) }
            sync(&state)
        case .notStored(let token, let reason):
            guard let storing = state.endStoring(token) else { return }
            for id in storing.received { state.unstored.insert(id) }
            takeBack(storing, &state)
            show(.problem(.notStored(reason)), &state)
        case .pushAnswered(let answer):
            receive(answer, &state)
        case .pushFailed(let failure):
            state.sync.pushFailed(failure, now: world.now())
        case .pullAnswered(let page):
            receive(page, &state)
        case .pullFailed(let failure):
            state.awaitsFirstPull = false
            state.sync.pullFailed(failure, now: world.now())
        case .otherTab(let records, let progress):
            state.book.merge(records)
            if let progress, progress.epoch == state.sync.progress.epoch, progress.cursor > state.sync.progress.cursor {
                state.sync = SyncClient(node: state.sync.node, progress: progress)
            }
            closeWhatIsGone(&state)
        case .woken(let alarm):
            wake(alarm, &state)
        case .news:
            state.hearsNews = true
            state.hasNews = true
            if state.sync.failure == .offline { state.sync.retryNow() }
            sync(&state)
        case .deaf:
            state.hearsNews = false
            sync(&state)
        case .online(let isOnline):
            state.isOnline = isOnline
            if isOnline {
                state.sync.retryNow()
                sync(&state)
            }
        case .visible(let isVisible):
            state.isVisible = isVisible
            if isVisible { sync(&state) } else { saveDetail(&state) }
        case .resized(let width, let height):
            state.window.width = width
            state.window.height = height
            // The list is a part of it; how much, the first scrolling tells.
            state.window.listHeight = height
        case .visited(let path):
            state.money.isShown = path.begins(with: "#/money")
            go(to: Route(path: path), &state)
        case .restoredHistory(let history):
            state.history = history
        case .listening:
            if state.money.voice == .asked { state.money.voice = .listening }
        case .recorded(let bytes): take(bytes, &state)
        case .notRecorded(let reason): refuseVoice(.notRecorded(reason), &state)
        case .kept: keptVoice(&state)
        case .notKept(let reason): refuseVoice(.notStored(reason), &state)
        case .notPlayed(let reason): show(.problem(.notPlayed(reason)), &state)
        }
    }

    /// A device that knows nothing shows what the server's page holds until it has got the same itself, or for as long
    /// as a person would wait.
    private mutating func beginSync(_ state: inout State) {
        effects.append(.wake(.poll, milliseconds: Self.pollInterval))
        if state.book.records.isEmpty, state.sync.progress.epoch == nil {
            state.awaitsFirstPull = true
            effects.append(.wake(.takeOver, milliseconds: 3_000))
        }
        sync(&state)
    }

    private mutating func wake(_ alarm: Alarm, _ state: inout State) {
        switch alarm {
        case .poll:
            effects.append(.wake(.poll, milliseconds: Self.pollInterval))
            if state.isVisible, !state.hearsNews || state.sync.failure != nil { sync(&state) }
        case .hideNotice:
            state.notice = nil
        case .commitDraft:
            saveDetail(&state)
        case .takeOver:
            state.awaitsFirstPull = false
        }
    }

    /// What could not be stored goes as it came, apart from what was written over it since.
    private func takeBack(_ storing: State.Storing, _ state: inout State) {
        for change in storing.changes.reversed() {
            let failed = change.after.registers.filter { change.before?[$0.field] != $0 }
            var record = change.before ?? Record(id: change.after.id)
            if let present = state.book.records[change.after.id] {
                for register in present.registers where !failed.contains(register) {
                    record.merge(register, isPending: present.isPending(register.field))
                }
            }
            state.book.restore(record.id, to: record.registers.isEmpty ? nil : record)
        }
        if let step = storing.step { state.history.forget(step) }
        closeWhatIsGone(&state)
    }

    /// An item that is shown in detail may have been deleted elsewhere.
    func closeWhatIsGone(_ state: inout State) {
        if case .detail(let id) = state.route, !state.book.hasTodo(id) { state.route = .list }
        if case .entry(let id?) = state.route, !state.book.hasEntry(id) { state.route = .list }
        if let edit = state.edit, !state.book.hasTodo(edit.id) { state.edit = nil }
        for id in state.selected.ids where !state.book.hasTodo(id) { state.selected.remove(id) }
    }
}
