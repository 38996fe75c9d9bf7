public import DaybookCore

/// How far sync with the server has got.
public struct SyncState {
    /// The requests that are under way, and what the server has.
    public internal(set) var client: SyncClient
    /// True where the server tells by itself when it has news; otherwise it is asked every few seconds.
    var hearsNews = false
    /// How many recordings it has yet to get.
    var undelivered = 0
    /// How many times in a row there was no need to ask it.
    var quietPolls = 0
    /// True where there is news that no pull has asked for yet.
    var hasNews = false
    /// The server's last commit, as far as it was heard of.
    var head: UInt64 = 0
    /// True where that may be the push under way.
    var mayBeOwnNews = false
    /// When the last push was sent.
    var pushedAt = Timestamp(milliseconds: 0)
    /// True where nothing is known here yet and the server is asked: until it answers, its own page stays on the screen.
    var awaitsFirstPull = false
    /// Milliseconds that the server's clock is ahead of this one; known once it refused a stamp.
    var skew: Int64 = 0
    /// When the server last had everything that was here; nil if that isn't known.
    public internal(set) var lastSync: Timestamp?

    init(client: SyncClient) { self.client = client }

    /// True where there is, or may be, something to pull.
    var wantsPull: Bool { !hearsNews || hasNews || client.isBehind }

}
