import DaybookCore
import DaybookStorage

/// Keeps what notifications need: the server's key, the browsers that allowed them, and what was sent. No part of a book.
protocol ReminderStore: Sendable {
    /// The key of the server, or of all servers of a database; made at first.
    func key() async throws -> PushKey

    /// Takes a browser in, or what has changed about one. The account's oldest ones make room.
    ///
    /// - Throws: also `PostgresError.shutOut`, where its session or token has ended.
    func add(_ device: PushDevice) async throws

    /// Forgets a browser.
    func remove(_ endpoint: String, of account: Int64) async throws

    /// The devices whose session or token lets in. The others are forgotten.
    func devices(of account: Int64) async throws -> [PushDevice]

    /// Whose device has a number; nil where there is none.
    func account(ofDevice number: Int64) async throws -> Int64?

    /// Up to which moment a device was reminded of which to-do.
    func sent(to device: PushDevice) async throws -> [EntityID: Timestamp]

    /// Notes that a device was reminded, and forgets what is too old to be sent once more.
    func note(_ sent: PushSent, now: Timestamp) async throws

    /// The accounts whose browsers this server is to remind, as far as it doesn't know them yet.
    ///
    /// - Parameter existing: which accounts there are; nil where that is known already.
    func claim(among existing: Set<Int64>?) async throws -> Set<Int64>

    /// Tells whether it is this server that reminds the account's browsers, now and for a while.
    func holds(_ account: Int64) async throws -> Bool

    /// Lets other servers remind.
    func release() async

    /// Yields at once, and whenever there may be accounts to claim.
    func additions() -> AsyncStream<Void>

    func close()
}
