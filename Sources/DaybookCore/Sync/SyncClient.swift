/// One device's side of sync, without any input or output: it says what to send, takes what came back, and says
/// what to write. Whoever drives it carries bytes and stores registers; there is nothing else to decide.
///
/// Pushing and pulling go on independently of each other; at most one of each is under way.
///
/// It relies on its caller to carry out the writes of an answer in their order, in one transaction. Then an answer that is
/// lost, comes twice or comes late changes nothing that it shouldn't: `progress` grows with what is stored, and a
/// register stays pending until the server has acknowledged that stamp. After a restore of the server (another epoch)
/// all is pulled again, and what the server lost is pushed again.
public struct SyncClient: Equatable, Sendable {
    /// The state that has to be stored for sync to go on after a restart.
    public struct Progress: Equatable, Sendable {
        /// Everything up to here was pulled.
        public var cursor: UInt64
        /// The server's data that the cursor speaks of; nil before the first answer.
        public var epoch: UInt64?
        /// The latest moment in a stamp that the server is known to have. What is restamped comes after it.
        public var newest: Timestamp
        /// True where the server had more; only for what a screen says, so it needn't be stored.
        public var hasMore: Bool

        public init(
            cursor: UInt64 = 0, epoch: UInt64? = nil, newest: Timestamp = Timestamp(milliseconds: 0),
            hasMore: Bool = false
        ) {
            self.cursor = cursor
            self.epoch = epoch
            self.newest = newest
            self.hasMore = hasMore
        }
    }

    /// Says what to do with the stored registers, in this order, in one transaction.
    public enum Write: Equatable, Sendable {
        /// Merge registers that came from the server.
        case merge([Register])
        /// Clear the pending flag of registers whose stamp is still this one.
        case acknowledge([Register])
        /// Write the pending registers that are later than the limit again, with stamps from a moment on: the device's
        /// clock was ahead. `HybridClock.restamp` works them out.
        case restampPending(after: Timestamp, from: Timestamp)
        /// Mark everything as pending: the server lost data and gets it back.
        case markAllPending
        /// Store how far sync has got, in place of what was stored.
        case save(Progress)
    }

    /// Why the last attempt failed, for a person to see.
    public enum Failure: Equatable, Sendable {
        /// The server can't be reached, or didn't answer in time.
        case offline
        /// The server wants to know who asks.
        case signedOut
        /// It answered that it can't do this at the moment.
        case unable(ServerReason)
        /// It refused the time of the changes: its clock, or this device's, is wrong.
        case clocksDiffer
        /// It answered with something that isn't a message of sync.
        case unreadable
        /// It answered with a status of HTTP that says no more.
        case status(Int)
        /// It answered, and not as it should.
        case refused
    }

    /// The device, as its pushes name it; who wrote a register is in its stamp.
    public let node: UInt64
    /// How far it has got: further than what is stored, until the writes that were answered last are carried out.
    public private(set) var progress: Progress
    /// Nil once an attempt succeeds. That of a push stays while pulls succeed: until a push does, nothing is pending, or
    /// a pull fails in its turn.
    public private(set) var failure: Failure?
    /// No request is made before this moment; attempts that fail are spaced from 1 second to 1 minute.
    private var retryAt: Timestamp?
    /// True where it was the push that failed last; pulls go on then.
    private var hasFailedPush = false
    private var pushed: [Register]?
    /// Where the pull under way was to go on.
    private var pulling: Progress?
    private var failedAttempts = 0
    private var hasRestamped = false

    /// True where the server is known to have more than was pulled, as it may have to a device that never heard of it.
    public var isBehind: Bool { progress.hasMore || progress.epoch == nil }

    /// True where a push waits for its answer: there is no other until then.
    public var isPushing: Bool { pushed != nil }

    /// - Parameter progress: what was stored last; left out where nothing was.
    public init(node: UInt64, progress: Progress = Progress()) {
        self.node = node
        self.progress = progress
    }

    /// The push to send now, or nil: nothing is pending, one is under way, the first pull is, or it is not yet time to
    /// retry.
    ///
    /// A push that was returned must be answered by `pushed` or `pushFailed`.
    public mutating func push(pending: [Register], now: Timestamp) -> PushRequest? {
        // The refused push is gone.
        if pending.isEmpty, hasFailedPush { succeed() }
        guard pushed == nil, delay(now) == 0, !pending.isEmpty else { return nil }
        // The first page may be that of a device that holds nothing, which is spared what is deleted. What it sent
        // before the page was made may be among that.
        if let pulling, pulling.epoch == nil { return nil }
        let request = PushRequest(node: node, from: pending)
        pushed = request.changes
        return request
    }

    /// The cursor to pull from now, or nil: a pull is under way, or it is not yet time to retry.
    ///
    /// A pull that was returned must be answered by `pulled` or `pullFailed`.
    public mutating func pull(now: Timestamp) -> UInt64? {
        guard pulling == nil, hasFailedPush || delay(now) == 0 else { return nil }
        pulling = progress
        return progress.cursor
    }

    /// Takes the answer to a push.
    public mutating func pushed(_ answer: PushAnswer, now: Timestamp) -> [Write] {
        let sent = pushed ?? []
        pushed = nil
        switch answer {
        case .accepted(let seq, _, let epoch):
            succeed()
            hasRestamped = false
            guard epoch == progress.epoch || progress.epoch == nil else { return startOver(epoch) }
            let before = progress
            progress.epoch = epoch
            learn(sent)
            // Nothing came in between, so there is nothing to pull.
            if progress.cursor < .max, seq == progress.cursor + 1 { progress.cursor = seq }
            return progress == before ? [.acknowledge(sent)] : [.acknowledge(sent), .save(progress)]
        case .clockAhead(let serverTime):
            let limit = Timestamp(milliseconds: serverTime.milliseconds + PushAnswer.greatestLead)
            // A server that refuses what isn't ahead of the time that it tells would have everything get that time.
            let isTrue = sent.contains { $0.stamp.time > limit }
            if hasRestamped || !isTrue { pushFailed(.clocksDiffer, now: now) } else { succeed() }
            guard isTrue else { return [] }
            hasRestamped = true
            // Stamps go on after whatever the server has, so that what was written last here still wins.
            let start = max(serverTime, Timestamp(milliseconds: progress.newest.milliseconds + 1))
            return [.restampPending(after: limit, from: start)]
        }
    }

    /// Takes a page. Where it `hasMore`, pull again.
    public mutating func pulled(_ page: PullPage) -> [Write] {
        let asked = pulling
        pulling = nil
        if !hasFailedPush {
            succeed()
        } else if failure == .offline {
            // The server is there again.
            retryNow()
        }
        if let epoch = progress.epoch, epoch != page.epoch { return startOver(page.epoch) }
        let isWanted = asked?.cursor == progress.cursor && asked?.epoch == progress.epoch
        // A cursor behind the one that was asked for: the server lost data and doesn't know it.
        if page.cursor < progress.cursor, isWanted { return startOver(page.epoch) }
        let before = progress
        progress.epoch = page.epoch
        learn(page.registers)
        // A page for a place where this device no longer is leaves a gap before its cursor.
        if isWanted || asked?.cursor == before.cursor && asked?.epoch == nil {
            progress.cursor = page.cursor
            progress.hasMore = page.hasMore
        }
        if progress == before, page.registers.isEmpty { return [] }
        return [.merge(page.registers), .save(progress)]
    }

    /// Takes over what another tab of this browser, which stores to the same place, has pulled meanwhile. What was
    /// asked for while nothing was here is nobody's then: it would be spared deletions of what is here by now.
    public mutating func catchUp(with other: Progress) {
        guard other.epoch == progress.epoch || progress.epoch == nil, other.cursor > progress.cursor else { return }
        progress.epoch = other.epoch
        progress.cursor = other.cursor
        progress.hasMore = other.hasMore
        progress.newest = max(progress.newest, other.newest)
    }

    /// Goes on from what is stored: what `pushed` or `pulled` said last couldn't be written.
    public mutating func writeFailed(stored: Progress) {
        progress = stored
        pulling = nil
    }

    private static let longestDelay: Int64 = 60_000

    /// The push came to nothing: the next attempt waits, and what is pending stays so.
    public mutating func pushFailed(_ failure: Failure, now: Timestamp) {
        pushed = nil
        hasFailedPush = true
        fail(failure, now)
    }

    /// The pull came to nothing: the next attempt waits.
    public mutating func pullFailed(_ failure: Failure, now: Timestamp) {
        pulling = nil
        hasFailedPush = false
        fail(failure, now)
    }

    /// Lets the next attempt be made at once: the network is back, or the person asks for it.
    public mutating func retryNow() {
        retryAt = nil
        failedAttempts = 0
    }

    /// The server's data is another than the one known so far: it gets everything, and is read from the start.
    private mutating func startOver(_ epoch: UInt64) -> [Write] {
        progress = Progress(epoch: epoch)
        return [.markAllPending, .save(progress)]
    }

    private mutating func learn(_ registers: [Register]) {
        for register in registers { progress.newest = max(progress.newest, register.stamp.time) }
    }

    /// Milliseconds until the next attempt may be made after a failure; 0 if one may be made now.
    public func delay(_ now: Timestamp) -> Int64 {
        guard let retryAt else { return 0 }
        let delay = retryAt.milliseconds - now.milliseconds
        // A clock that was set back must not make the wait any longer.
        return delay <= Self.longestDelay ? max(0, delay) : 0
    }

    private mutating func succeed() {
        failure = nil
        hasFailedPush = false
        retryNow()
    }

    private mutating func fail(_ failure: Failure, _ now: Timestamp) {
        self.failure = failure
        let delay = Int64(1_000) << Int64(min(failedAttempts, 6))
        failedAttempts = min(failedAttempts + 1, 6)
        retryAt = Timestamp(milliseconds: now.milliseconds + min(delay, Self.longestDelay))
    }
}
