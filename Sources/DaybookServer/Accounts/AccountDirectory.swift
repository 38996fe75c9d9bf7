public import DaybookCore

/// The accounts of a server, wherever they are kept: in a folder, or in a database of PostgreSQL.
public protocol AccountDirectory: Sendable {
    /// Does the same as `Accounts.add`.
    func add(_ name: String, password: String, now: Timestamp) async throws(AccountError) -> Account
    /// All of them, by name.
    func list() async throws(AccountError) -> [Account]
    /// Does the same as `Accounts.remove`.
    @discardableResult
    func remove(_ name: String) async throws(AccountError) -> Account
    /// Does the same as `Accounts.setPassword`.
    func setPassword(of name: String, to password: String) async throws(AccountError)
    /// Throws `noAccount` unless there is one of this name.
    func checkExists(_ name: String) async throws(AccountError)

    /// Does the same as `Accounts.addToken`.
    func addToken(for name: String, label: String, now: Timestamp) async throws(AccountError) -> Secret
    /// An account's tokens, the oldest first.
    func tokens(of name: String) async throws(AccountError) -> [AccessToken]
    /// Lets a token in no more.
    func revokeToken(_ number: Int64) async throws(AccountError)

    /// Does the same as `Accounts.addFeed`.
    func addFeed(for name: String, now: Timestamp) async throws(AccountError) -> Secret
    /// Does the same as `Accounts.feeds`.
    func feeds() async throws(AccountError) -> [(name: String, createdAt: Timestamp)]
    /// Does the same as `Accounts.revokeFeed`.
    func revokeFeed(of name: String) async throws(AccountError)

    /// The browsers of an account that are reminded, the oldest first.
    func devices(of name: String) async throws(AccountError) -> [NotifiedDevice]
    /// Reminds a browser no more, and ends the session by which it was taken in.
    func revokeDevice(_ number: Int64) async throws(AccountError)

    /// Calls after that throw.
    func close()
}

/// Answers what only a server asks.
protocol ServedAccounts: AccountDirectory {
    /// The account that a token was made for; nil where it was revoked or never made, or the account is gone.
    func account(token: Secret) async throws(AccountError) -> Account?
    /// The account that a session is of; nil where it has ended, or never began.
    func account(session: Secret, now: Timestamp) async throws(AccountError) -> Account?
    /// The account whose feed a secret opens; nil where the feed was revoked or never made.
    func account(feed: Secret) async throws(AccountError) -> Account?

    /// Does the same as `Accounts.row`.
    func row(_ name: String, password: String) async throws(AccountError) -> AccountRow
    /// Does the same as `Accounts.beginSession`.
    func beginSession(of row: AccountRow, replacing old: Secret?, now: Timestamp) async throws(AccountError) -> Secret
    /// Ends a session, by its SHA-256.
    func endSession(_ key: Digest) async throws(AccountError)

    /// Asks and changes what is known of attempts that failed: all servers of the same accounts know the same.
    ///
    /// - Parameters:
    ///   - door: each counts for itself.
    ///   - account: the name that is guessed at; nil where that doesn't count.
    ///   - address: the address that guesses.
    func throttle<Result: Sendable>(
        _ door: LoginThrottle.Door, _ account: String?, _ address: String,
        _ body: @escaping @Sendable (inout LoginThrottle) -> Result
    ) async throws(AccountError) -> Result
}

extension Accounts: ServedAccounts {}
