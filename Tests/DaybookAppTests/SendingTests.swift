import DaybookCore
import Testing

@testable import DaybookApp

/// When the app asks the server for something, and when it leaves it alone.
@Suite final class SendingTests: Tab {
    private var pushes: Int { effects.count { if case .push = $0 { true } else { false } } }
    private var pulls: Int { effects.count { if case .pull = $0 { true } else { false } } }
    private var now: Timestamp { Timestamp(milliseconds: time.clock) }

    /// The tab has all up to commit 1, and hears the server.
    override init() {
        super.init()
        time.clock += 2_000
        dispatch(.outside(.news(1)))
        answer(cursor: 1)
    }

    private func answer(cursor: UInt64) {
        dispatch(
            .outside(.pullAnswered(PullPage(epoch: 1, serverTime: now, cursor: cursor, hasMore: false, registers: []))))
        keep()
    }

    /// The storage takes what it was given.
    private func keep() {
        while let token = stored?.token { dispatch(.outside(.stored(token))) }
    }

    private func change() throws {
        _ = try add("something")
        keep()
    }

    @Test("005 What is done in a row is sent at most every 200 ms, in one request, and the first at once")
    func together() throws {
        try change()
        #expect(pushes == 1)
        dispatch(.outside(.pushAnswered(.accepted(seq: 2, serverTime: now, epoch: 1))))
        keep()
        for _ in 0..<3 {
            try change()
            #expect(pushes == 0)
        }
        let waits = effects.compactMap { if case .wake(.push, let time) = $0 { time } else { nil } }
        #expect(waits.count == 1 && (1...200).contains(waits[0]))
        time.clock += 200
        dispatch(.outside(.woken(.push)))
        #expect(pushes == 1)
        #expect(app.state.book.pendingRegisters().count > 3)
        dispatch(.outside(.pushAnswered(.accepted(seq: 3, serverTime: now, epoch: 1))))
        #expect(app.state.unsyncedCount == 0)
    }

    @Test("Where the page is hidden, nothing waits to be sent") func hidden() throws {
        try change()
        dispatch(.outside(.pushAnswered(.accepted(seq: 2, serverTime: now, epoch: 1))))
        keep()
        try change()
        #expect(pushes == 0)
        dispatch(.outside(.visible(false)))
        #expect(pushes == 1 && pulls == 0)
        dispatch(.outside(.pushAnswered(.accepted(seq: 3, serverTime: now, epoch: 1))))
        keep()
        try change()
        #expect(pushes == 1)
    }

    @Test("A clock that was set back doesn't hold back what is to be sent") func clockSetBack() throws {
        try change()
        dispatch(.outside(.pushAnswered(.accepted(seq: 2, serverTime: now, epoch: 1))))
        keep()
        time.clock -= 3_600_000
        try change()
        #expect(pushes == 1)
    }

    @Test("Pushes that are full follow one another without a pause") func full() throws {
        dispatch(.item(.createAll((0..<2_000).map { .todo(title: "\($0)") })))
        keep()
        var seq: UInt64 = 1
        while app.state.book.pending.count > PushRequest.greatestCount {
            #expect(pushes == 1)
            seq += 1
            dispatch(.outside(.pushAnswered(.accepted(seq: seq, serverTime: now, epoch: 1))))
            let after = effects
            keep()
            effects += after
        }
        #expect(seq > 3)
    }

    @Test("A device doesn't pull what it has pushed itself, whether the answer or the line tells of it first")
    func ownNews() throws {
        for seq: UInt64 in [2, 3] {
            time.clock += 200
            try change()
            #expect(pushes == 1 && pulls == 0)
            if seq == 2 { dispatch(.outside(.news(seq))) }
            #expect(pulls == 0)
            dispatch(.outside(.pushAnswered(.accepted(seq: seq, serverTime: now, epoch: 1))))
            #expect(pulls == 0)
            keep()
            if seq == 3 { dispatch(.outside(.news(seq))) }
            #expect(pulls == 0)
        }
    }

    @Test("What others wrote is pulled, also while a push is under way or shares their commit") func othersNews() throws
    {
        dispatch(.outside(.news(2)))
        #expect(pulls == 1)
        answer(cursor: 2)
        try change()
        dispatch(.outside(.news(3)))
        #expect(pulls == 0, "it may be the push")
        // It was: the commit holds more.
        dispatch(.outside(.pushAnswered(.accepted(seq: 0, serverTime: now, epoch: 1))))
        #expect(pulls == 1)
        answer(cursor: 3)
        time.clock += 200
        try change()
        dispatch(.outside(.news(5)))
        #expect(pulls == 1, "two commits are more than the push")
    }

    @Test("News that may have been a push's own is pulled where that fails") func failedPush() throws {
        try change()
        dispatch(.outside(.news(2)))
        #expect(pulls == 0)
        dispatch(.outside(.pushFailed(.status(503))))
        #expect(pulls == 1)
    }

    @Test("A pull follows a line that is new, the same head told twice, and a pull that failed") func otherData() {
        dispatch(.outside(.news(1)))
        #expect(pulls == 1, "the same number is another commit: the data was restored")
        dispatch(.outside(.pullFailed(.offline)))
        dispatch(.outside(.deaf))
        time.clock += 2_000
        dispatch(.outside(.news(1)))
        #expect(pulls == 1)
        answer(cursor: 1)
        dispatch(.outside(.visible(false)))
        dispatch(.outside(.visible(true)))
        #expect(pulls == 1)
    }

    @Test("Only what is new is added to the storage; what it has already is looked up first") func looksUp() throws {
        func lookedUp() -> [Bool] {
            effects.flatMap { effect -> [Bool] in
                guard case .store(_, let items) = effect else { return [] }
                return items.filter { $0.key.count == 16 }.map(\.replaces)
            }
        }
        let id = try add("a")
        #expect(lookedUp() == [false])
        keep()
        dispatch(.outside(.pushAnswered(.accepted(seq: 2, serverTime: now, epoch: 1))))
        #expect(lookedUp() == [true])
        dispatch(.item(.toggle(id)))
        #expect(lookedUp() == [true])
    }

    @Test("What waits longest is sent first, and a push looks at no more than it takes, however much waits")
    func longestFirst() {
        var book = LocalBook(node: 1)
        let changes = (0..<5_000).map { number in
            let stamp = Stamp(clock: UInt64(5_000 - number) << 16, node: 1)
            var record = Record(id: EntityID(high: 0, low: UInt64(number)))
            record.merge(Register(record.id, .title, stamp, []), isPending: true)
            return LocalBook.Change(before: nil, after: record)
        }
        book.load(changes)
        for _ in 0..<5 {
            let first = book.pendingRegisters(limit: 1_000)
            #expect(first == Array(book.pendingRegisters().sorted { $0.stamp < $1.stamp }.prefix(1_000)))
            _ = book.acknowledge(first)
        }
        #expect(book.pending.isEmpty && book.pendingRegisters().isEmpty)
    }

    @Test("An item that was sent and is changed again goes behind those that wait") func behind() {
        var pending = PendingItems()
        func id(_ number: Int) -> EntityID { EntityID(high: 0, low: UInt64(number)) }
        for number in 0..<500 { pending.insert(id(number)) }
        pending.insert(id(0))
        #expect(pending.ids == (0..<500).map(id))
        for number in [1, 2] { pending.remove(id(number)) }
        pending.insert(id(1))
        #expect(pending.ids == ([0] + (3..<500) + [1]).map(id) && pending.count == 499)
        for number in 3..<490 { pending.remove(id(number)) }
        #expect(pending.ids == ([0] + (490..<500) + [1]).map(id) && pending.contains(id(1)) && !pending.contains(id(2)))
    }
}
