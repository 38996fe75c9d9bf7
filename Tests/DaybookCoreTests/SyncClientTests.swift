import DaybookCore
import Testing

@Suite struct SyncClientTests {
    var client = SyncClient(node: 1)
    let now = Timestamp(milliseconds: 1_000_000)
    let register = Register(EntityID(high: 0, low: 1), .title, Stamp(clock: 5, node: 1), [0x41])

    private func page(epoch: UInt64 = 7, cursor: UInt64, registers: [Register] = []) -> PullPage {
        PullPage(epoch: epoch, serverTime: now, cursor: cursor, hasMore: false, registers: registers)
    }

    private func at(_ milliseconds: Int64) -> Register {
        let stamp = Stamp(clock: UInt64(milliseconds) << 16, node: 1)
        return Register(EntityID(high: 0, low: UInt64(milliseconds)), .title, stamp, [0x41])
    }

    @Test("003.68 A push carries all that is pending, one at a time") mutating func push() {
        #expect(client.push(pending: [], now: now) == nil)
        #expect(client.push(pending: [register], now: now)?.changes == [register])
        #expect(client.push(pending: [register], now: now) == nil)
        #expect(
            client.pushed(.accepted(seq: 1, serverTime: now, epoch: 7), now: now)
                == [.acknowledge([register]), .save(.init(cursor: 1, epoch: 7))])
        #expect(client.push(pending: [register], now: now) != nil)
    }

    @Test("What a device pushed itself needn't be pulled, unless something came in between", arguments: [3, 0, 5])
    mutating func ownPush(seq: UInt64) {
        _ = client.pull(now: now)
        _ = client.pulled(page(cursor: 2))
        _ = client.push(pending: [register], now: now)
        _ = client.pushed(.accepted(seq: seq, serverTime: now, epoch: 7), now: now)
        #expect(client.pull(now: now) == (seq == 3 ? 3 : 2))
    }

    @Test("Pull never waits for push") mutating func independent() {
        #expect(client.push(pending: [register], now: now) != nil)
        #expect(client.pull(now: now) == 0)
        #expect(client.pull(now: now) == nil)
        #expect(client.pulled(page(cursor: 4, registers: [register])).count == 2)
        #expect(client.pull(now: now) == 4)
    }

    @Test("What is written during the first pull is sent after it, for its page may leave out what is deleted by then")
    mutating func firstPull() {
        #expect(client.pull(now: now) == 0)
        #expect(client.push(pending: [register], now: now) == nil)
        _ = client.pulled(page(cursor: 4))
        #expect(client.push(pending: [register], now: now) != nil)
        #expect(client.pull(now: now) == 4)
        _ = client.pushed(.accepted(seq: 5, serverTime: now, epoch: 7), now: now)
        #expect(client.push(pending: [register], now: now) != nil)
    }

    @Test("003.70 A failure is told, and the next attempt waits longer each time, up to a minute")
    mutating func failure() {
        var time = now
        var delays: [Int64] = []
        for _ in 0..<8 {
            #expect(client.push(pending: [register], now: time) != nil)
            client.pushFailed(.offline, now: time)
            #expect(client.failure == .offline)
            #expect(client.push(pending: [register], now: time) == nil)
            let delay = client.delay(time)
            delays.append(delay)
            time = Timestamp(milliseconds: time.milliseconds + delay)
        }
        #expect(delays == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
        client.pushFailed(.refused, now: time)
        client.retryNow()
        #expect(client.push(pending: [register], now: time) != nil)
        _ = client.pushed(.accepted(seq: 1, serverTime: now, epoch: 7), now: now)
        #expect(client.failure == nil)
    }

    @Test("A clock that is set back makes no attempt wait") mutating func setBack() {
        client.pullFailed(.offline, now: now)
        #expect(client.delay(Timestamp(milliseconds: now.milliseconds - 500_000)) == 0)
    }

    @Test("003.70 A refused push stays known while pulls succeed, and is tried again when it is time")
    mutating func refusedPush() {
        _ = client.push(pending: [register], now: now)
        _ = client.pull(now: now)
        client.pushFailed(.refused, now: now)
        _ = client.pulled(page(cursor: 4))
        #expect(client.failure == .refused)
        #expect(client.push(pending: [register], now: now) == nil && client.pull(now: now) == 4)
        let later = Timestamp(milliseconds: now.milliseconds + client.delay(now))
        #expect(later > now && client.push(pending: [register], now: later) != nil)
        _ = client.pushed(.accepted(seq: 9, serverTime: now, epoch: 7), now: later)
        #expect(client.failure == nil)
    }

    @Test("A refused clock has the pending registers written anew") mutating func clockAhead() {
        let limit = Timestamp(milliseconds: now.milliseconds + PushAnswer.greatestLead)
        let ahead = [at(limit.milliseconds + 1), at(limit.milliseconds - 9)]
        _ = client.push(pending: ahead, now: now)
        #expect(client.pushed(.clockAhead(serverTime: now), now: now) == [.restampPending(after: limit, from: now)])
        #expect(client.failure == nil && client.push(pending: ahead, now: now) != nil)
    }

    @Test("What is written anew comes after all that the server has") mutating func clockAheadOfServer() {
        let newest = now.milliseconds + 60_000
        let limit = Timestamp(milliseconds: now.milliseconds + PushAnswer.greatestLead)
        _ = client.pull(now: now)
        _ = client.pulled(page(cursor: 4, registers: [at(newest)]))
        _ = client.push(pending: [at(limit.milliseconds + 1)], now: now)
        #expect(
            client.pushed(.clockAhead(serverTime: now), now: now)
                == [.restampPending(after: limit, from: Timestamp(milliseconds: newest + 1))])
    }

    @Test(
        "A server that refuses what isn't ahead of the time that it tells changes nothing here", arguments: [0, .max])
    mutating func contradictoryClock(lead: Int64) {
        let pushed = at(now.milliseconds + PushAnswer.greatestLead)
        _ = client.push(pending: [pushed], now: now)
        let serverTime = Timestamp(milliseconds: lead == .max ? lead : now.milliseconds + lead)
        #expect(client.pushed(.clockAhead(serverTime: serverTime), now: now).isEmpty)
        if case .clocksDiffer = client.failure {} else { Issue.record("\(String(describing: client.failure))") }
        #expect(client.push(pending: [pushed], now: now) == nil, "it waits")
    }

    @Test("A server whose clock shows nonsense traps nobody", arguments: [0x7F, 0x80])
    mutating func absurdClock(first: UInt8) throws {
        let bytes = [1, 1, first] + Array(repeating: first == 0x80 ? 0 : 0xFF, count: 7)
        _ = client.push(pending: [register], now: now)
        #expect(client.pushed(try PushAnswer(bytes: bytes), now: now).isEmpty == (first == 0x7F))
    }

    @Test("A device is behind until it has the last page; once it has heard of the server, it counts on having it all")
    mutating func behind() {
        #expect(client.isBehind)
        for hasMore in [true, true, false] {
            #expect(client.pull(now: now) != nil)
            let cursor = client.progress.cursor + 5
            _ = client.pulled(
                PullPage(epoch: 7, serverTime: now, cursor: cursor, hasMore: hasMore, registers: []))
            #expect(client.isBehind == hasMore)
            #expect(SyncClient(node: 1, progress: client.progress).isBehind == hasMore)
        }
        #expect(!SyncClient(node: 1, progress: client.progress).isBehind)
        _ = client.pull(now: now)
        client.pullFailed(.offline, now: now)
        #expect(!client.isBehind)
    }

    @Test("A device is as far behind as the tab that pulled for it", arguments: [true, false])
    mutating func catchUp(hasMore: Bool) {
        client.catchUp(with: SyncClient.Progress(cursor: 1, epoch: 7, hasMore: !hasMore))
        client.catchUp(with: SyncClient.Progress(cursor: 5, epoch: 7, hasMore: hasMore))
        #expect(client.isBehind == hasMore && client.pull(now: now) == 5)
    }

    @Test("A server with restored data gets everything back, and is pulled from the start") mutating func epoch() {
        _ = client.pull(now: now)
        _ = client.pulled(page(cursor: 9))
        _ = client.push(pending: [register], now: now)
        let start = SyncClient.Progress(cursor: 0, epoch: 8)
        #expect(
            client.pushed(.accepted(seq: 1, serverTime: now, epoch: 8), now: now) == [.markAllPending, .save(start)])
        #expect(client.pull(now: now) == 0)
        #expect(client.pulled(page(epoch: 9, cursor: 2)) == [.markAllPending, .save(.init(epoch: 9))])
        #expect(client.pull(now: now) == 0)
    }

    @Test("A page that brings nothing writes nothing") mutating func idle() {
        _ = client.pull(now: now)
        #expect(client.pulled(page(cursor: 9)) == [.merge([]), .save(.init(cursor: 9, epoch: 7))])
        _ = client.pull(now: now)
        #expect(client.pulled(page(cursor: 9)) == [])
    }

    @Test("A page for a place where the device no longer is leaves the cursor alone") mutating func latePage() {
        _ = client.pull(now: now)
        _ = client.pulled(page(cursor: 9))
        _ = client.push(pending: [register], now: now)
        _ = client.pull(now: now)
        // The server was restored: the push tells of it first, and the pull's answer is already from the new data.
        _ = client.pushed(.accepted(seq: 1, serverTime: now, epoch: 8), now: now)
        #expect(client.pulled(page(epoch: 8, cursor: 12)) == [])
        #expect(client.pull(now: now) == 0)
    }

    @Test("A page from before the cursor means that the server lost data") mutating func lostData() {
        _ = client.pull(now: now)
        _ = client.pulled(page(cursor: 9))
        _ = client.pull(now: now)
        #expect(client.pulled(page(cursor: 5)) == [.markAllPending, .save(.init(epoch: 7))])
    }

    @Test("A page from before the cursor means so also while a push is under way") mutating func lostWhilePushing() {
        _ = client.pull(now: now)
        _ = client.pulled(page(cursor: 9))
        // Its stamp is later than what the server is known to have.
        let late = Register(register.entity, .title, Stamp(clock: UInt64(now.milliseconds) << 16, node: 3), [])
        _ = client.push(pending: [late], now: now)
        _ = client.pull(now: now)
        _ = client.pushed(.accepted(seq: 6, serverTime: now, epoch: 7), now: now)
        #expect(client.pulled(page(cursor: 6)).first == .markAllPending)
        #expect(client.pull(now: now) == 0)
    }
}
