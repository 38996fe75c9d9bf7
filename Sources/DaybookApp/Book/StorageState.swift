import DaybookCore

/// The writes to this device that are under way.
public struct StorageState {
    /// While it is loading, nothing is sent and nothing asked for.
    public internal(set) var status = Status.loading
    var storing: [Storing] = []
    /// The known state of records that are to be stored again, which makes way for them: of those that came from the
    /// server and could not be stored, without which the progress of sync must not be.
    var unstored: [Record] = []
    var nextToken = 1
    /// True where the browser was asked not to delete what it keeps.
    var isKept = false

    /// Says whether changes are kept on this device.
    public enum Status: Equatable {
        /// The stored data hasn't come yet.
        case loading
        /// The stored data is in the book, and changes are stored.
        case ready
        /// Changes live in this tab only.
        case refused(String)
    }

    struct Storing {
        var token: Int
        /// The changes to take back should it fail.
        var changes: [LocalBook.Change]
        /// The step of `history` that it carries out.
        var step: Int?
        /// The words that it carries out, as they were typed.
        var typed = UnsavedInput.nothing
        /// The known state of what came from the server: that stays, and is stored with whatever comes next should it
        /// fail.
        var received: [Record] = []
    }

    /// Ends the write under this token, and returns what was being stored.
    mutating func end(_ token: Int) -> Storing? {
        storing.firstIndex { $0.token == token }.map { storing.remove(at: $0) }
    }

}
