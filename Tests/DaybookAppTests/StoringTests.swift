@testable import DaybookApp
import DaybookCore
import Flux
import Testing

/// What can't be stored, or is stored by another tab, leaves nothing behind and takes nothing away.
@Suite final class StoringTests: Tab {
    @Test("A redo that can't be stored can be done again") func redoNotStored() throws {
        let id = try add("a")
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "b"))))
        dispatch(.item(.undo))
        for _ in 0..<2 {
            dispatch(.item(.redo))
            #expect(app.state.item(id)?.title == "b")
            dispatch(.outside(.notStored(try #require(stored).token, "full")))
            #expect(app.state.item(id)?.title == "a")
        }
    }

    @Test("Two changes of one item of which neither can be stored are both taken back") func neitherStored() throws {
        let id = try add("a")
        var tokens: [Int] = []
        for _ in 0..<2 {
            dispatch(.item(.toggle(id)))
            tokens.append(try #require(stored).token)
        }
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "b"))))
        for token in tokens { dispatch(.outside(.notStored(token, "full"))) }
        let todo = try #require(app.state.item(id))
        #expect(!todo.isCompleted && todo.title == "b")
    }

    @Test("003.70 What another tab has pulled doesn't make anything count as synced that was not sent")
    func otherTabPulls() throws {
        func page(_ cursor: UInt64) -> PullPage {
            PullPage(
                epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: cursor, hasMore: false, registers: []
            )
        }
        func pushes() -> [[UInt8]] { effects.compactMap { if case .push(let bytes) = $0 { bytes } else { nil } } }
        dispatch(.outside(.pullAnswered(page(1))))
        dispatch(.outside(.stored(try #require(stored).token)))
        let first = try add("first")
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(pushes().count == 1)
        dispatch(.outside(.otherTab([], SyncClient.Progress(cursor: 5, epoch: 1))))
        let second = try add("second")
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(pushes().isEmpty, "one is under way")
        let now = Timestamp(milliseconds: time.clock)
        dispatch(.outside(.pushAnswered(.accepted(seq: 6, serverTime: now, epoch: 1))))
        #expect(app.state.item(first)?.isSynced == true && app.state.item(second)?.isSynced == false)
        time.clock += Reducer.pushInterval
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(pushes().count == 1)
    }

    @Test("What another tab has pulled isn't asked for again") func otherTabAsked() {
        dispatch(.outside(.otherTab([], SyncClient.Progress(cursor: 5, epoch: 1))))
        dispatch(.outside(.online(true)))
        #expect(effects.contains(.pull(cursor: 5)))
    }

    @Test("A server that tells of its news is asked once a minute all the same: the line may be dead without a word")
    func quietLine() {
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false, registers: [])
        /// Answers as long as the server is asked.
        func isAsked() -> Bool {
            guard effects.contains(where: { if case .pull = $0 { true } else { false } }) else { return false }
            dispatch(.outside(.pullAnswered(page)))
            _ = isAsked()
            return true
        }
        dispatch(.outside(.pullAnswered(page)))
        #expect(isAsked())
        dispatch(.outside(.news(1)))
        #expect(isAsked())
        let asked = (0..<30).filter { _ in
            dispatch(.outside(.woken(.poll)))
            return isAsked()
        }
        // It looks every four seconds whether there is a need.
        #expect(asked == [14, 29])
    }

    /// What the browser keeps.
    private struct Kept {
        var values: [[UInt8]: [UInt8]] = [:]

        mutating func store(_ effects: [Effect]) {
            for case .store(_, let entries) in effects {
                for entry in entries { values[entry.key] = StorageItem.combined(values[entry.key] ?? [], entry.value) }
            }
        }

        private var contents: StorageItem.Contents { StorageItem.Contents(Array(values.values)) }
        var changes: [LocalBook.Change] { contents.changes }
        var progress: SyncClient.Progress? { contents.progress }
    }

    @Test(
        "What another tab has stored stays, though this one, which hasn't heard of it, writes everything for the server anew",
        arguments: [false, true])
    func otherTabStores(isRestored: Bool) throws {
        var kept = Kept()
        func answer(_ event: OutsideEvent) throws {
            dispatch(.outside(event))
            kept.store(effects)
            dispatch(.outside(.stored(try #require(stored).token)))
        }
        func page(_ epoch: UInt64) -> OutsideEvent {
            let now = Timestamp(milliseconds: time.clock)
            return .pullAnswered(
                PullPage(epoch: epoch, serverTime: now, cursor: 1, hasMore: false, registers: []))
        }
        let real = Timestamp(milliseconds: time.clock)
        if !isRestored { time.clock += 86_400_000 }
        try answer(page(1))
        let id = try add("mine")
        kept.store(effects)
        dispatch(.outside(.stored(try #require(stored).token)))
        if isRestored { try answer(.pushAnswered(.accepted(seq: 2, serverTime: real, epoch: 1))) }

        let other = App(State(node: 8), world: time.world()) { kept.store([$0]) }
        other.dispatch(.outside(.loaded(kept.changes, SyncClient.Progress())))
        other.dispatch(.item(.update(Todo.nameLens.set(try #require(other.state.item(id)), "theirs"))))
        try answer(isRestored ? page(2) : .pushAnswered(.clockAhead(serverTime: real)))

        let next = App(State(node: 9), world: time.world()) { _ in }
        next.dispatch(.outside(.loaded(kept.changes, SyncClient.Progress())))
        #expect(next.state.item(id)?.title == "theirs")
        let record = try #require(next.state.book.records[id])
        #expect(record.pendingRegisters == record.registers)
        if !isRestored {
            let day = CivilDate(real)
            #expect(record.registers.filter { CivilDate($0.stamp.time) != day }.map(\.field) == [.title])
        }
    }

    @Test("What one tab writes anew by the right clock, so has the other, and nothing of the wrong one")
    func otherTabHears() throws {
        let real = Timestamp(milliseconds: time.clock)
        time.clock += 86_400_000
        let id = try add("mine")
        let other = App(State(node: 8), world: time.world()) { _ in }
        other.dispatch(
            .outside(
                .loaded(app.state.book.records.values)))
        dispatch(.outside(.stored(try #require(stored).token)))
        dispatch(.outside(.pushAnswered(.clockAhead(serverTime: real))))
        other.dispatch(.outside(.otherTab(try #require(stored).changes, nil)))
        let record = try #require(other.state.book.records[id])
        #expect(record == app.state.book.records[id])
        #expect(record.registers.allSatisfy { CivilDate($0.stamp.time) == CivilDate(real) })
    }

    @Test(
        "What is to be sent anew, to a server that was restored or by the right clock, is so though storing that fails",
        arguments: [false, true])
    func sendingAnewNotStored(isRestored: Bool) throws {
        var kept = Kept()
        func succeed() throws {
            kept.store(effects)
            dispatch(.outside(.stored(try #require(stored).token)))
        }
        let real = Timestamp(milliseconds: time.clock)
        func page(_ epoch: UInt64) -> OutsideEvent {
            .pullAnswered(PullPage(epoch: epoch, serverTime: real, cursor: 1, hasMore: false, registers: []))
        }
        if !isRestored { time.clock += 86_400_000 }
        dispatch(.outside(page(1)))
        try succeed()
        let id = try add("mine")
        try succeed()
        if isRestored {
            dispatch(.outside(.pushAnswered(.accepted(seq: 2, serverTime: real, epoch: 1))))
            try succeed()
        }
        dispatch(.outside(isRestored ? page(2) : .pushAnswered(.clockAhead(serverTime: real))))
        dispatch(.outside(.notStored(try #require(stored).token, "full")))
        _ = try add("another")
        try succeed()

        let record = try #require(kept.changes.map(\.after).first { $0.id == id })
        #expect(record.pendingRegisters == record.registers)
        #expect(record.registers.allSatisfy { CivilDate($0.stamp.time) == CivilDate(real) })
    }

    @Test(
        "A change that was taken back, since it couldn't be stored, doesn't come again with the next of the same item")
    func takenBackForGood() throws {
        var kept = Kept()
        let id = try add("a")
        kept.store(effects)
        dispatch(.outside(.stored(try #require(stored).token)))
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "b"))))
        let failing = try #require(stored).token
        dispatch(.item(.toggle(id)))
        let next = effects
        dispatch(.outside(.notStored(failing, "full")))
        kept.store(next)
        dispatch(.outside(.stored(failing + 1)))
        kept.store(effects)
        #expect(kept.changes.map(\.after) == [try #require(app.state.book.records[id])])
        #expect(app.state.item(id)?.title == "a" && app.state.item(id)?.isCompleted == true)
    }

    @Test("A page that is left in the middle of the first sync still knows that it lacks the rest")
    func leftInFirstSync() throws {
        for hasMore in [true, false] {
            let now = Timestamp(milliseconds: time.clock)
            dispatch(.outside(.online(true)))
            dispatch(
                .outside(
                    .pullAnswered(
                        PullPage(
                            epoch: 1, serverTime: now, cursor: hasMore ? 1 : 2, hasMore: hasMore, registers: []))))
            var kept = Kept()
            kept.store(effects)
            let next = App(State(node: 9), world: time.world()) { _ in }
            next.dispatch(.outside(.loaded([], try #require(kept.progress))))
            #expect(appScreen(next.state, next.world).html.contains("Syncing…") == hasMore)
        }
    }

    /// Adds an item, of which the push is under way then.
    private func push() throws {
        let now = Timestamp(milliseconds: time.clock)
        dispatch(
            .outside(.pullAnswered(PullPage(epoch: 1, serverTime: now, cursor: 1, hasMore: false, registers: []))))
        dispatch(.outside(.stored(try #require(stored).token)))
        _ = try add("pushed")
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(effects.contains { if case .push = $0 { true } else { false } })
    }

    @Test("Once the device's clock is right again, new things bear the right day") func clockMended() throws {
        let day: Int64 = 86_400_000
        let real = time.clock
        time.clock += 3 * day
        try push()
        dispatch(.outside(.pushAnswered(.clockAhead(serverTime: Timestamp(milliseconds: real)))))
        time.clock = real
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: real), cursor: 1, hasMore: false, registers: [])
        dispatch(.outside(.pullAnswered(page)))
        dispatch(.money(.show(true)))
        dispatch(.record(.type("5 lunch")))
        dispatch(.record(.save))
        #expect(app.state.book.entries.all.map(\.day) == [CivilDate(Timestamp(milliseconds: real))])
    }

    @Test("On a device whose clock is ahead, what is made next bears the server's time") func clockAhead() throws {
        let real = time.clock
        time.clock += 86_400_000
        try push()
        dispatch(.outside(.pushAnswered(.clockAhead(serverTime: Timestamp(milliseconds: real)))))
        let id = try add("later")
        let later = try #require(app.state.item(id))
        #expect(abs(later.createdAt.milliseconds - real) < 60_000)
    }

    @Test("A server that refuses the time of what isn't ahead of its own leaves this device's clock alone")
    func contradictoryClock() throws {
        try push()
        dispatch(.outside(.pushAnswered(.clockAhead(serverTime: Timestamp(milliseconds: .max)))))
        #expect(html.contains("clock"))
        dispatch(.item(.create(.todo(title: "later"))))
        let created = try #require(app.state.incomplete.first).createdAt
        #expect(abs(time.clock - created.milliseconds) < 60_000)
    }

    @Test("004.21 What is recorded bears the day of the person's own clock, whatever the server's says")
    func serverClockBehind() throws {
        let serverTime = Timestamp(milliseconds: time.clock - 3 * 86_400_000)
        try push()
        dispatch(.outside(.pushAnswered(.clockAhead(serverTime: serverTime))))
        dispatch(.money(.show(true)))
        dispatch(.record(.type("5 lunch")))
        dispatch(.record(.save))
        #expect(app.state.book.entries.all.map(\.day) == [CivilDate(Timestamp(milliseconds: time.clock))])
    }

    @Test("An undo that can't be stored is still to be done, also in a tab that was loaded again")
    func undoNotStored() throws {
        let id = try add("a")
        for title in ["b", "c"] {
            dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), title))))
        }
        dispatch(.outside(.restoredHistory(try History(bytes: app.state.history.bytes))))
        for _ in 0..<2 {
            dispatch(.item(.undo))
            #expect(app.state.item(id)?.title == "b")
            dispatch(.outside(.notStored(try #require(stored).token, "full")))
            #expect(app.state.item(id)?.title == "c")
        }
        for title in ["b", "a"] {
            dispatch(.item(.undo))
            #expect(app.state.item(id)?.title == title)
        }
    }

    @Test("What was deleted and brought back elsewhere is nothing that this browser has to send, be it new or not")
    func broughtBack() throws {
        let id = EntityID(high: 1, low: 1)
        func stamp(_ later: UInt64) -> Stamp { Stamp(clock: UInt64(time.clock) << 16 + later, node: 1) }
        let first = [
            Register(id, .title, stamp(1), Array("a".utf8)), Register(id, .notes, stamp(1), Array("n".utf8)),
            Register(id, .createdAt, stamp(1), stamp(1).time.bytes),
            Register(id, .todoPosition, stamp(1), Position.first(stamp(1)).bytes),
        ]
        let deleted = Register(id, .deleted, stamp(2), [])
        let title = Register(id, .title, stamp(3), Array("a".utf8))
        func pull(_ cursor: UInt64, _ registers: [Register]) {
            dispatch(.outside(.online(true)))
            let now = Timestamp(milliseconds: time.clock)
            dispatch(
                .outside(
                    .pullAnswered(
                        PullPage(epoch: 1, serverTime: now, cursor: cursor, hasMore: false, registers: registers))))
        }
        // The server gives all of what came back.
        pull(1, [title] + first.dropFirst() + [deleted])
        #expect(app.state.item(id)?.notes == "n" && app.state.unsyncedCount == 0)
        // A browser that had it and heard of the deletion.
        pull(2, [Register(id, .deleted, stamp(4), [])])
        #expect(app.state.item(id) == nil)
        let again = Register(id, .title, stamp(5), Array("b".utf8))
        pull(3, [again] + first.dropFirst() + [Register(id, .deleted, stamp(4), [])])
        #expect(app.state.item(id)?.title == "b" && app.state.unsyncedCount == 0)
        // What the page lacks may have been purged there.
        pull(4, [Register(id, .deleted, stamp(6), [])])
        pull(5, [Register(id, .title, stamp(7), Array("c".utf8))])
        let record = try #require(app.state.book.records[id])
        #expect(record.pendingRegisters.map(\.field) == record.registers.map(\.field).filter { $0 != .title })
    }

    @Test("What came from the server and couldn't be stored is stored with what comes next")
    func unstored() throws {
        let theirs = EntityID(high: 1, low: 1)
        let stamp = Stamp(clock: UInt64(time.clock) << 16, node: 1)
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 5, hasMore: false,
            registers: [
                Register(theirs, .title, stamp, Array("theirs".utf8)),
                Register(theirs, .createdAt, stamp, stamp.time.bytes),
                Register(theirs, .todoPosition, stamp, Position.first(stamp).bytes),
            ])
        dispatch(.outside(.pullAnswered(page)))
        let first = try #require(stored)
        #expect(first.keys.contains(theirs.bytes))
        dispatch(.outside(.notStored(first.token, "full")))
        #expect(app.state.item(theirs)?.title == "theirs")
        #expect(!html.contains("could not store"), "nothing of this device is taken back")
        _ = try add("mine")
        let second = try #require(stored)
        #expect(second.keys.contains(theirs.bytes))
        dispatch(.outside(.notStored(second.token, "full")))
        #expect(app.state.incomplete.map(\.title) == ["theirs"])
        #expect(html.contains("could not store"))
        _ = try add("mine")
        let third = try #require(stored)
        #expect(third.keys.contains(theirs.bytes))
        dispatch(.outside(.stored(third.token)))
        _ = try add("another")
        #expect(try !#require(stored).keys.contains(theirs.bytes))
    }
}
