import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ event: OutsideEvent) {
        switch event {
        case .loaded(let changes, let progress, let drafts):
            let isLate = if case .refused = state.storage.status { true } else { false }
            state.book.load(changes)
            noteDeleted(&state)
            var progress = progress
            // Where what is marked as arrived has arrived couldn't be stored. No server's data is this, so it gets all.
            if progress.epoch == nil, !changes.isEmpty { progress.epoch = 0 }
            state.sync.client = SyncClient(node: state.sync.client.node, progress: progress)
            state.storage.status = .ready
            takeDrafts(drafts, &state)
            // Changes that came or were made meanwhile live in this tab only.
            if isLate { storeAll(&state) }
            beginSync(&state)
            if !state.sync.awaitsFirstPull { state.openToday() }
            if state.settings.notifies { notify(nil, state.settings.language) }
        case .notLoaded(let reason):
            state.storage.status = .refused(reason)
            beginSync(&state)
        case .stored(let token):
            guard let stored = state.storage.end(token) else { return }
            if stored.step != nil, !state.storage.isKept {
                state.storage.isKept = true
                effects.append(.persist)
            }
            // There is room again.
            if !state.storage.unstored.isEmpty { store(received: [], of: [], &state) }
            if state.editing.detail?.hasAlarm == false { saveDetail(&state) }
            sync(&state)
        case .notStored(let token, let reason):
            guard let storing = state.storage.end(token) else { return }
            state.storage.unstored += storing.received
            takeBack(storing, &state)
            giveBack(storing.typed, &state)
            // Changes from the server are stored with what comes next.
            if !storing.changes.isEmpty { show(.problem(.notStored(reason)), &state) }
        case .emptied: storeAll(&state)
        case .pushAnswered(let answer):
            receive(answer, &state)
        case .pushFailed(let failure):
            receive(failure, &state)
        case .pullAnswered(let page):
            receive(page, &state)
        case .pullFailed(let failure):
            state.sync.client.pullFailed(failure, now: world.now())
            state.sync.hasNews = true
            endTakeOver(&state)
        case .otherTab(let changes, let progress):
            for change in changes { if let deletion = change.after[.deleted] { saveTyped(before: deletion, &state) } }
            state.book.merge(changes)
            if let progress { state.sync.client.catchUp(with: progress) }
            closeWhatIsGone(&state)
        case .woken(let alarm):
            wake(alarm, &state)
        case .news(let head):
            hear(head, &state)
        case .deaf:
            state.sync.hearsNews = false
            sync(&state)
        case .online(let isOnline):
            state.sync.hearsNews = false
            if isOnline {
                state.sync.client.retryNow()
                sync(&state)
            }
        case .visible(let isVisible):
            state.navigation.isVisible = isVisible
            if isVisible {
                // Its alarms may have slept.
                state.reminders.lookAgain()
                // A hidden page has no line to the server.
                state.sync.hearsNews = false
                return sync(&state)
            }
            saveTyped(&state)
            push(&state)
            if let time = state.sync.lastSync {
                effects.append(.rememberSetting("synced", String(max(0, time.milliseconds))))
            }
        case .resized(let width, let moves):
            (state.navigation.window.width, state.navigation.window.moves) = (width, moves)
        case .printing(let isPrinting): state.navigation.window.isPrinting = isPrinting
        case .undelivered(let count): state.sync.undelivered = count
        case .visited(let path):
            let (route, isMoney) = (Route(path: path), path.begins(with: "#/money"))
            state.todos.opensToday = path == "#" && state.storage.status == .loading
            if let (filter, list) = Filter.named(in: path) {
                (state.todos.filter, state.lists.shown) = (filter, list)
            }
            if !closeWhatCovers(&state) {
                turn(toMoney: isMoney, &state)
                if route == .budget {
                    state.budget.day = path.parts { $0 == "/" }.last.flatMap { CivilDate(String($0)) }
                }
                if route == .forecast { state.forecast.take(path: path) }
                // Back from the rows of a number.
                if !route.isOfRows, route != .sums, route != .budget { state.entries.filter = EntryFilter() }
                if isMoney, route == .list || route == .sums {
                    let (account, range) = EntryFilter.named(in: path)
                    if route == .sums, let origin = state.report.origin {
                        state.entries.filter = origin
                        state.report.origin = nil
                    } else if state.navigation.route == .list || route == .sums {
                        // Back from the rows of a sum.
                        state.entries.filter = EntryFilter()
                    }
                    state.entries.filter.account = nil
                    state.entries.filter.range = range
                    state.entries.wantedAccount = account
                }
                go(to: route, &state)
            } else if route == state.navigation.route, isMoney == state.navigation.isMoney {
                state.navigation.hasStepBack = false
            } else {
                // The step back was for what is closed now.
                effects.append(.visit(state.navigation.route.path(state), replaces: false))
            }
        case .restoredHistory(let history):
            state.history = history
        case .listening: next.append(.record(.listening))
        case .recorded(let bytes): next.append(.record(.heard(bytes)))
        case .notRecorded(let reason): next.append(.record(.refuse(.notRecorded(reason))))
        case .kept: next.append(.record(.kept))
        case .notKept(let reason): next.append(.record(.refuse(.notStored(reason))))
        case .notifying(let isOn): state.settings.take(notifies: isOn, &self)
        case .notNotifying(let reason): show(.problem(.notNotified(reason)), &state)
        case .fileChosen(let name, let problem): next.append(.importing(.choose(name, problem)))
        case .fileShared(let name, let origin): next.append(.importing(.ask(about: name, from: origin)))
        case .devicesAnswered(let status, let body): state.settings.takeDevices(status, body, &self)
        case .importAnswered(let step, let status, let body): answer(step, status, body, &state)
        case .texts(let texts, let tag): state.settings.take(texts: texts, of: tag, &self)
        case .notPlayed(let reason): show(.problem(.notPlayed(reason)), &state)
        }
    }

    private mutating func storeAll(_ state: inout State) {
        let records = state.book.records.values
        store(
            received: records.map { StorageItem(LocalBook.Change(before: nil, after: $0)) }
                + [StorageItem(state.sync.client.progress)],
            of: records.map { Record(id: $0.id) }, &state)
    }

    /// A device that knows nothing shows what the server's page holds until it has got the same itself, or for as long
    /// as a person would wait.
    private mutating func beginSync(_ state: inout State) {
        effects.append(.wake(.poll, milliseconds: Self.pollInterval))
        if state.book.records.isEmpty, state.sync.client.progress.epoch == nil {
            state.sync.awaitsFirstPull = true
            effects.append(.wake(.takeOver, milliseconds: 3_000))
        } else {
            closeWhatIsGone(&state)
        }
        sync(&state)
    }

    mutating func endTakeOver(_ state: inout State) {
        guard state.sync.awaitsFirstPull else { return }
        state.sync.awaitsFirstPull = false
        state.openToday()
        closeWhatIsGone(&state)
    }

    private mutating func wake(_ alarm: Alarm, _ state: inout State) {
        switch alarm {
        case .poll:
            effects.append(.wake(.poll, milliseconds: Self.pollInterval))
            state.sync.quietPolls += 1
            // A line may be dead without a word, so now and then it is asked in any case.
            if state.navigation.isVisible,
                !state.sync.hearsNews || state.sync.client.failure != nil
                    || state.sync.quietPolls >= Self.mostQuietPolls
            {
                state.sync.quietPolls = 0
                state.sync.hasNews = true
                sync(&state)
            }
        case .hideNotice:
            state.notices.shown = nil
        case .commitDraft:
            state.editing.detail?.hasAlarm = false
            saveDetail(&state)
        case .takeOver: endTakeOver(&state)
        case .push: sync(&state)
        case .remind: state.reminders.lookAgain()
        case .fetchTexts: if let language = state.settings.wanted { effects.append(.fetchTexts(language)) }
        case .hold: hold(&state)
        case .letGo: letGo(&state)
        case .keepDrafts: state.drafts.isDue = true
        }
    }

    /// Says that a thing is gone, which can be restored where it was deleted.
    private func gone(_ kind: Kind, _ id: EntityID, _ state: State) -> Notice {
        guard let name = state.book.records[id]?.name else { return .problem(.item(.notFound(kind, id))) }
        return .gone(id, name.field == .title ? String(utf8: name.value) : "")
    }

    /// Closes what is open and may have been deleted elsewhere.
    mutating func closeWhatIsGone(_ state: inout State) {
        if case .detail(let id) = state.navigation.route, !state.book.hasTodo(id) {
            leave(&state)
            show(gone(.todo, id, state), &state)
        }
        if case .entry(let id?) = state.navigation.route, !state.book.hasEntry(id) {
            leave(&state)
            show(gone(.entry, id, state), &state)
        }
        if case .menu(let id, _, _) = state.navigation.overlay, !state.has(id), state.book.transfer(id) == nil {
            state.navigation.overlay = .none
        }
        if state.navigation.overlay == .form, let form = state.form, let id = form.id,
            state.name(of: form.kind, id) == nil
        {
            keepDialog(&state)
            closeOverlay(&state)
            show(gone(form.kind, id, state), &state)
        }
        if let id = state.gesture.id, !state.has(id) { state.gesture = .none }
        if let edit = state.editing.title, !state.book.hasTodo(edit.id) {
            state.editing.title = nil
            show(gone(.todo, edit.id, state), &state)
        }
        for id in state.selection.ids.ids where !state.has(id) { state.selection.ids.remove(id) }
    }
}
