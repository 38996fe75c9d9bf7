import DaybookCore

/// The message of the moment, and the last one.
public struct NoticesState {
    /// Until another takes its place; gone after six seconds, or once it is no longer in use.
    public internal(set) var shown: Notice?
    /// The words of the last that was said, also once it is gone.
    var last = ""
    /// True where it says the same as the one before, and that one was new.
    var isAgain = false
    /// To-dos that were deleted here, though another device had changed them before and this one didn't know.
    var lost: [EntityID] = []
    /// Things that were deleted here before the app was loaded, and the server hadn't got by then.
    var deletedBefore = EntitySet()
}
