public enum SyncAction: Equatable {
    /// Opens what is known of sync.
    case openSync
    /// Closes that, and lists the to-dos that the server has yet to get.
    case showUnsynced
    /// Asks the server at once, whatever the wait after a failure.
    case retrySync
}
