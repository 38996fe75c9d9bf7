import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ event: OutsideEvent) {
        switch event {
        case .loaded(let changes, let progress):
            state.book.load(changes)
            var progress = progress
            // Where what is marked as arrived has arrived couldn't be stored. No server's data is this, so it gets all.
            if progress.epoch == nil, !changes.isEmpty { progress.epoch = 0 }
            state.sync = SyncClient(node: state.sync.node, progress: progress)
            state.storage = .ready
            beginSync(&state)
            if !state.awaitsFirstPull { state.openToday() }
        case .notLoaded(let reason):
            state.storage = .refused(reason)
            beginSync(&state)
        case .stored(let token):
            guard let stored = state.endStoring(token) else { return }
            if stored.step != nil, !state.isKept {
                state.isKept = true
                effects.append(.persist)
            }
            // There is room again.
            if !state.unstored.isEmpty { store(received: [], of: [], &state) }
            if state.detailDraft?.hasAlarm == false { saveDetail(&state) }
            sync(&state)
        case .notStored(let token, let reason):
            guard let storing = state.endStoring(token) else { return }
            state.unstored += storing.received
            takeBack(storing, &state)
            giveBack(storing.typed, &state)
            // What came from the server is stored with what comes next.
            if !storing.changes.isEmpty { show(.problem(.notStored(reason)), &state) }
        case .emptied:
            let records = state.book.records.values
            store(
                received: records.map { StorageItem(LocalBook.Change(before: nil, after: $0)) }
                    + [StorageItem(state.sync.progress)],
                of: records.map { Record(id: $0.id) }, &state)
        case .pushAnswered(let answer):
            receive(answer, &state)
        case .pushFailed(let failure):
            receive(failure, &state)
        case .pullAnswered(let page):
            receive(page, &state)
        case .pullFailed(let failure):
            state.sync.pullFailed(failure, now: world.now())
            state.hasNews = true
            endTakeOver(&state)
        case .otherTab(let changes, let progress):
            for change in changes { if let deletion = change.after[.deleted] { saveTyped(before: deletion, &state) } }
            state.book.merge(changes)
            if let progress { state.sync.catchUp(with: progress) }
            closeWhatIsGone(&state)
        case .woken(let alarm):
            wake(alarm, &state)
        case .news(let head):
            hear(head, &state)
        case .deaf:
            state.hearsNews = false
            sync(&state)
        case .online(let isOnline):
            state.hearsNews = false
            if isOnline {
                state.sync.retryNow()
                sync(&state)
            }
        case .visible(let isVisible):
            state.isVisible = isVisible
            if isVisible {
                // A hidden page has no line to the server.
                state.hearsNews = false
                return sync(&state)
            }
            saveTyped(&state)
            push(&state)
            if let time = state.lastSync {
                effects.append(.rememberSetting("synced", String(max(0, time.milliseconds))))
            }
        case .resized(let width):
            state.window.width = width
        case .printing(let isPrinting): state.window.isPrinting = isPrinting
        case .undelivered(let count): state.undelivered = count
        case .visited(let path):
            let (route, isMoney) = (Route(path: path), path.begins(with: "#/money"))
            state.opensToday = path == "#" && state.storage == .loading
            if let filter = Filter(path: path), filter != .all { state.filter = filter }
            if !closeWhatCovers(&state) {
                turn(toMoney: isMoney, &state)
                go(to: route, &state)
            } else if route == state.route, isMoney == state.money.isShown {
                state.hasStepBack = false
            } else {
                // The step back was for what is closed now.
                effects.append(.visit(state.route.path(state), replaces: false))
            }
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
        } else {
            closeWhatIsGone(&state)
        }
        sync(&state)
    }

    mutating func endTakeOver(_ state: inout State) {
        guard state.awaitsFirstPull else { return }
        state.awaitsFirstPull = false
        state.openToday()
        closeWhatIsGone(&state)
    }

    private mutating func wake(_ alarm: Alarm, _ state: inout State) {
        switch alarm {
        case .poll:
            effects.append(.wake(.poll, milliseconds: Self.pollInterval))
            state.quietPolls += 1
            // A line may be dead without a word, so now and then it is asked in any case.
            if state.isVisible, !state.hearsNews || state.sync.failure != nil || state.quietPolls >= Self.mostQuietPolls
            {
                state.quietPolls = 0
                state.hasNews = true
                sync(&state)
            }
        case .hideNotice:
            state.notice = nil
        case .commitDraft:
            state.detailDraft?.hasAlarm = false
            saveDetail(&state)
        case .takeOver: endTakeOver(&state)
        case .push: sync(&state)
        }
    }

    /// What could not be stored goes as it came, apart from what was written over it since.
    private mutating func takeBack(_ storing: State.Storing, _ state: inout State) {
        for change in storing.changes.reversed() {
            let record = change.takenBack(from: state.book.records[change.after.id])
            state.book.restore(change.after.id, to: record)
            // What came after has this in it, and should it fail as well, it goes back to what is without.
            for storing in state.storing.indices {
                for index in state.storing[storing].changes.indices {
                    let later = state.storing[storing].changes[index]
                    guard later.after.id == change.after.id else { continue }
                    state.storing[storing].changes[index].before = change.takenBack(from: later.before)
                    state.unstored.append(change.after)
                }
            }
        }
        if let step = storing.step { state.history.forget(step) }
        closeWhatIsGone(&state)
    }

    /// What is open may have been deleted elsewhere.
    mutating func closeWhatIsGone(_ state: inout State) {
        if case .detail(let id) = state.route, !state.book.hasTodo(id) {
            leave(&state)
            show(.problem(.todo(.notFound(id))), &state)
        }
        if case .entry(let id?) = state.route, !state.book.hasEntry(id) {
            leave(&state)
            show(.problem(.money(.notFound(id))), &state)
        }
        if case .menu(let id, _, _) = state.overlay, !state.has(id) {
            state.overlay = .none
        }
        if let id = state.gesture.id, !state.has(id) { state.gesture = .none }
        if let edit = state.edit, !state.book.hasTodo(edit.id) {
            state.edit = nil
            show(.problem(.todo(.notFound(edit.id))), &state)
        }
        for id in state.selected.ids where !state.has(id) { state.selected.remove(id) }
    }
}

extension LocalBook.Change {
    /// What a record is without what this changed, apart from what was written over it since; nil if nothing is left.
    fileprivate func takenBack(from present: Record?) -> Record? {
        let record = (before ?? Record(id: after.id)).combined(with: present, inPlaceOf: after)
        return record.registers.isEmpty ? nil : record
    }
}
