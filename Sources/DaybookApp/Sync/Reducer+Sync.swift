import DaybookCore

extension Reducer {
    /// How often a server that doesn't tell by itself is asked for news while the app is in sight, in milliseconds.
    static let pollInterval = 4_000
    /// A server that tells by itself is asked as well, after so many of these: once a minute.
    static let mostQuietPolls = 15

    /// A push waits until so many milliseconds after the one before, so that what is done in a row shares one. One that is
    /// full doesn't wait, nor does any while the page isn't seen.
    static let pushInterval: Int64 = 200

    mutating func reduce(_ state: inout State, _ action: SyncAction) {
        switch action {
        case .openSync: open(.sync, &state)
        case .showUnsynced:
            closeOverlay(&state)
            if state.navigation.isMoney { reduce(&state, MoneyAction.show(false)) }
            leave(&state)
            reduce(&state, TodosAction.setFilter(.unsynced))
        case .retrySync:
            state.sync.client.retryNow()
            state.sync.hasNews = true
            sync(&state)
        }
    }

    /// Sends what may be sent now, and fetches what there is to fetch.
    mutating func sync(_ state: inout State) {
        push(&state)
        guard state.storage.status != .loading, state.sync.wantsPull,
            let cursor = state.sync.client.pull(now: world.now())
        else { return }
        state.sync.hasNews = false
        effects.append(.pull(cursor: cursor == 0 && state.book.records.isEmpty ? nil : cursor))
    }

    mutating func push(_ state: inout State) {
        guard state.storage.status != .loading, state.storage.storing.isEmpty || state.storage.status != .ready,
            !state.sync.client.isPushing
        else { return }
        let now = world.now()
        if !state.book.pending.isEmpty, state.navigation.isVisible,
            state.book.pending.count <= PushRequest.greatestCount
        {
            let wait = Self.pushInterval - (now.milliseconds &- state.sync.pushedAt.milliseconds)
            // A clock that was set back must not make it any longer.
            if wait > 0, wait <= Self.pushInterval {
                return effects.append(.wake(.push, milliseconds: Int(wait)))
            }
        }
        // To gather what is pending takes a while where it is much.
        let pending = state.book.pendingRegisters(limit: PushRequest.greatestCount)
        guard let request = state.sync.client.push(pending: pending, now: now) else { return }
        state.sync.pushedAt = now
        effects.append(.push(request.bytes))
    }

    /// Takes what the line to the server tells: the number of its last commit.
    mutating func hear(_ head: UInt64, _ state: inout State) {
        let cursor = state.sync.client.progress.cursor
        // The first head of a line may be of other data than the cursor, and so is a head that comes twice.
        if !state.sync.hearsNews || head == state.sync.head {
            state.sync.hasNews = true
        } else if state.sync.client.isPushing, head == cursor &+ 1 {
            // It may be the push, whose answer is on its way.
            state.sync.mayBeOwnNews = true
        } else if head != cursor {
            state.sync.hasNews = true
        }
        state.sync.head = head
        state.sync.hearsNews = true
        if state.sync.client.failure == .offline { state.sync.client.retryNow() }
        sync(&state)
    }

    /// Looks, once a push is answered, whether what was heard meanwhile was more than that.
    private func endPush(_ state: inout State) {
        if state.sync.mayBeOwnNews, state.sync.head != state.sync.client.progress.cursor { state.sync.hasNews = true }
        state.sync.mayBeOwnNews = false
    }

    mutating func receive(_ failure: SyncClient.Failure, _ state: inout State) {
        state.sync.client.pushFailed(failure, now: world.now())
        endPush(&state)
        if state.sync.hasNews { sync(&state) }
    }

    mutating func receive(_ answer: PushAnswer, _ state: inout State) {
        switch answer {
        case .clockAhead:
            // Registers that are being stored may have to be taken back, so they keep their stamps until then.
            if !state.storage.storing.isEmpty { return receive(.offline, &state) }
        case .accepted(_, let time, _): followClock(time, &state)
        }
        let known = state.sync.client.progress
        let writes = state.sync.client.pushed(answer, now: world.now())
        defer { noteSync(&state) }
        noteStartingOver(since: known, &state)
        endPush(&state)
        guard !writes.isEmpty else { return }
        if case .clockAhead(let time) = answer { state.sync.skew = time.milliseconds &- world.now().milliseconds }
        carryOut(writes, &state)
        sync(&state)
    }

    mutating func receive(_ page: PullPage, _ state: inout State) {
        followClock(page.serverTime, &state)
        for register in page.registers where register.field == .deleted { saveTyped(before: register, &state) }
        let known = state.sync.client.progress
        carryOut(state.sync.client.pulled(page), &state)
        noteSync(&state)
        if !state.sync.awaitsFirstPull { closeWhatIsGone(&state) } else if !page.hasMore { endTakeOver(&state) }
        if page.hasMore { state.sync.hasNews = true }
        noteStartingOver(since: known, &state)
        if state.sync.hasNews || known.epoch != page.epoch { sync(&state) }
    }

    /// A server whose data is another is read from the start, without waiting for it to tell of a commit.
    private func noteStartingOver(since known: SyncClient.Progress, _ state: inout State) {
        let progress = state.sync.client.progress
        if known.epoch != nil, progress.epoch != known.epoch || progress.cursor < known.cursor {
            state.sync.hasNews = true
        }
    }

    /// Keeps in mind when the server had everything that is here, and everything of it was here.
    private func noteSync(_ state: inout State) {
        if state.sync.client.failure == nil, !state.sync.client.isBehind, state.book.pending.isEmpty {
            state.sync.lastSync = world.now()
        }
    }

    /// A clock that was wrong may be right by now.
    private func followClock(_ serverTime: Timestamp, _ state: inout State) {
        if state.sync.skew != 0 { state.sync.skew = serverTime.milliseconds &- world.now().milliseconds }
    }

    /// In memory first, then stored as one: the progress never gets ahead of the registers.
    private mutating func carryOut(_ writes: [SyncClient.Write], _ state: inout State) {
        var items: [StorageItem] = []
        var received: [Record] = []
        for write in writes {
            let changes: [LocalBook.Change]
            var isAnew = false
            switch write {
            case .merge(let registers):
                changes = state.book.merge(registers, isPending: false)
                noteLost(changes, &state)
            case .acknowledge(let registers): changes = state.book.acknowledge(registers)
            case .restampPending(let limit, let time):
                changes = state.book.restampPending(after: limit, from: time)
                isAnew = true
            case .markAllPending:
                changes = state.book.markAllPending()
                // Also what comes back, should something that is being stored be taken back.
                for storing in state.storage.storing.indices {
                    for index in state.storage.storing[storing].changes.indices {
                        state.storage.storing[storing].changes[index].before?.markAllPending()
                    }
                }
                isAnew = true
            case .save(let progress):
                items.append(StorageItem(progress))
                continue
            }
            for change in changes {
                items.append(StorageItem(change, isAnew: isAnew))
                received.append(change.before ?? Record(id: change.after.id))
            }
        }
        guard !items.isEmpty, state.storage.status == .ready else { return }
        store(received: items, of: received, &state)
    }
}
