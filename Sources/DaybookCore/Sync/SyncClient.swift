/// One device's side of sync, without any input or output: it says what to send, is told what came back, and says
/// what to write. Whoever drives it carries bytes and stores registers; there is nothing else to decide.
///
/// Pushing and pulling go on independently of each other; at most one of each is under way.
public struct SyncClient: Equatable, Sendable {
    /// What has to be stored for sync to go on after a restart.
    public struct Progress: Equatable, Sendable {
        /// Everything up to here was pulled.
        public var cursor: UInt64
        /// The server's data that the cursor speaks of; nil before the first pull.
        public var epoch: UInt64?

        public init(cursor: UInt64 = 0, epoch: UInt64? = nil) {
            self.cursor = cursor
            self.epoch = epoch
        }
    }

    /// What to do with the stored registers, in this order, in one transaction.
    public enum Write: Equatable, Sendable {
        /// Merge registers that came from the server.
        case merge([Register])
        /// Clear the pending flag of registers whose stamp is still this one.
        case acknowledge([Register])
        /// Write all pending registers anew, with stamps from this moment on: the device's clock was ahead.
        case restampPending(Timestamp)
        /// Mark everything as pending: the server lost data and gets it back.
        case markAllPending
        case save(Progress)
    }

    /// Why the last attempt failed, for a person to see.
    public enum Failure: Equatable, Sendable {
        case offline
        case refused(String)
    }

    public let node: UInt64
    public private(set) var progress: Progress
    public private(set) var failure: Failure?
    /// No request is made before this moment; attempts that fail are spaced from 1 second to 1 minute.
    public private(set) var retryAt: Timestamp?
    private var pushed: [Register]?
    private var isPulling = false
    private var failedAttempts = 0

    public init(node: UInt64, progress: Progress = Progress()) {
        self.node = node
        self.progress = progress
    }

    public var isPushing: Bool { pushed != nil }

    /// The push to send now, or nil: nothing is pending, one is under way, or it is not yet time to retry.
    ///
    /// A push that was returned must be answered by `pushed` or `pushFailed`.
    public mutating func push(pending: [Register], now: Timestamp) -> PushRequest? {
        guard pushed == nil, !isWaiting(now), !pending.isEmpty else { return nil }
        let request = PushRequest(node: node, from: pending)
        pushed = request.changes
        return request
    }

    /// The cursor to pull from now, or nil: a pull is under way, or it is not yet time to retry.
    ///
    /// A pull that was returned must be answered by `pulled` or `pullFailed`.
    public mutating func pull(now: Timestamp) -> UInt64? {
        guard !isPulling, !isWaiting(now) else { return nil }
        isPulling = true
        return progress.cursor
    }

    /// Takes the answer to a push.
    public mutating func pushed(_ answer: PushAnswer) -> [Write] {
        let sent = pushed ?? []
        pushed = nil
        succeed()
        switch answer {
        case .accepted(_, _, let epoch):
            guard epoch == progress.epoch || progress.epoch == nil else { return [] }
            return [.acknowledge(sent)]
        case .clockAhead(let serverTime):
            return [.restampPending(serverTime)]
        }
    }

    /// Takes a page. Where it `hasMore`, pull again.
    public mutating func pulled(_ page: PullPage) -> [Write] {
        isPulling = false
        succeed()
        if let epoch = progress.epoch, epoch != page.epoch {
            progress = Progress(cursor: 0, epoch: page.epoch)
            return [.markAllPending, .save(progress)]
        }
        let next = Progress(cursor: max(progress.cursor, page.cursor), epoch: page.epoch)
        guard next != progress || !page.registers.isEmpty else { return [] }
        progress = next
        return [.merge(page.registers), .save(progress)]
    }

    public mutating func pushFailed(_ failure: Failure, now: Timestamp) {
        pushed = nil
        fail(failure, now)
    }

    public mutating func pullFailed(_ failure: Failure, now: Timestamp) {
        isPulling = false
        fail(failure, now)
    }

    /// Lets the next attempt be made at once: the network is back, or the person asks for it.
    public mutating func retryNow() {
        retryAt = nil
        failedAttempts = 0
    }

    private func isWaiting(_ now: Timestamp) -> Bool {
        guard let retryAt else { return false }
        return now < retryAt
    }

    private mutating func succeed() {
        failure = nil
        retryNow()
    }

    private mutating func fail(_ failure: Failure, _ now: Timestamp) {
        self.failure = failure
        let delay = Int64(1_000) << Int64(min(failedAttempts, 6))
        failedAttempts = min(failedAttempts + 1, 6)
        retryAt = Timestamp(milliseconds: now.milliseconds + min(delay, 60_000))
    }
}
