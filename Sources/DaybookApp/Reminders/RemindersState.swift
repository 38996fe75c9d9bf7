public import DaybookCore

/// The to-dos that remind while the app is open.
public struct RemindersState {
    /// A to-do, and the moment for which it reminds.
    public struct Ringing: Equatable {
        public let id: EntityID
        public let moment: Timestamp
    }

    /// The first of what does so now.
    public internal(set) var ringing: Ringing?
    /// The version of the book's to-dos for which that holds.
    var version = -1
    /// True where the moment of one may have come.
    var isDue = false
}
