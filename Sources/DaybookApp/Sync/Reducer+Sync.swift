import DaybookCore

extension Reducer {
    /// How often a server that doesn't tell by itself is asked for news while the app is in sight, in milliseconds.
    static let pollInterval = 4_000
    /// A server that tells by itself is asked as well, after so many of these: once a minute.
    static let mostQuietPolls = 15

    /// Asks for whatever may be sent or fetched now.
    mutating func sync(_ state: inout State) {
        guard state.storage != .loading else { return }
        let now = world.now()
        // To gather what is pending takes a while where it is much.
        if state.storing.isEmpty || state.storage != .ready, !state.sync.isPushing,
            let request = state.sync.push(pending: state.book.pendingRegisters, now: now)
        {
            effects.append(.push(request.bytes))
        }
        if let cursor = state.sync.pull(now: now) {
            state.hasNews = false
            effects.append(.pull(cursor: cursor == 0 && state.book.records.isEmpty ? nil : cursor))
        }
    }

    mutating func receive(_ answer: PushAnswer, _ state: inout State) {
        switch answer {
        case .clockAhead:
            // What is being stored may have to be taken back, so it keeps its stamps until then.
            if !state.storing.isEmpty { return state.sync.pushFailed(.offline, now: world.now()) }
        case .accepted(_, let time, _): followClock(time, &state)
        }
        let writes = state.sync.pushed(answer, now: world.now())
        defer { noteSync(&state) }
        guard !writes.isEmpty else { return }
        if case .clockAhead(let time) = answer { state.skew = time.milliseconds &- world.now().milliseconds }
        carryOut(writes, &state)
        sync(&state)
    }

    mutating func receive(_ page: PullPage, _ state: inout State) {
        followClock(page.serverTime, &state)
        for register in page.registers where register.field == .deleted { saveTyped(before: register, &state) }
        let known = state.sync.progress.epoch
        carryOut(state.sync.pulled(page), &state)
        noteSync(&state)
        if !state.awaitsFirstPull { closeWhatIsGone(&state) } else if !page.hasMore { endTakeOver(&state) }
        if page.hasMore || state.hasNews || known != page.epoch { sync(&state) }
    }

    /// Keeps in mind when the server had everything that is here, and everything of it was here.
    private func noteSync(_ state: inout State) {
        if state.sync.failure == nil, !state.sync.isBehind, state.book.pending.ids.isEmpty {
            state.lastSync = world.now()
        }
    }

    /// A clock that was wrong may be right by now.
    private func followClock(_ serverTime: Timestamp, _ state: inout State) {
        if state.skew != 0 { state.skew = serverTime.milliseconds &- world.now().milliseconds }
    }

    /// In memory first, then stored as one: the progress never gets ahead of the registers.
    private mutating func carryOut(_ writes: [SyncClient.Write], _ state: inout State) {
        var items: [StorageItem] = []
        var received: [Record] = []
        for write in writes {
            let changes: [LocalBook.Change]
            var isAnew = false
            switch write {
            case .merge(let registers): changes = state.book.merge(registers, isPending: false)
            case .acknowledge(let registers): changes = state.book.acknowledge(registers)
            case .restampPending(let limit, let time):
                changes = state.book.restampPending(after: limit, from: time)
                isAnew = true
            case .markAllPending:
                changes = state.book.markAllPending()
                // Also what comes back, should something that is being stored be taken back.
                for storing in state.storing.indices {
                    for index in state.storing[storing].changes.indices {
                        state.storing[storing].changes[index].before?.markAllPending()
                    }
                }
                isAnew = true
            case .save(let progress):
                items.append(StorageItem(progress))
                continue
            }
            for change in changes {
                items.append(StorageItem(change.after, inPlaceOf: isAnew ? change.before : nil))
                received.append(change.before ?? Record(id: change.after.id))
            }
        }
        guard !items.isEmpty, state.storage == .ready else { return }
        store(received: items, of: received, &state)
    }
}
