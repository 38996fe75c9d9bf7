public import DaybookCore

/// An event outside, told by the browser.
public indirect enum OutsideEvent {
    /// The contents of the storage, how far sync had got, and what was typed and not saved, as `StorageItem.Contents` has it.
    case loaded([LocalBook.Change], SyncClient.Progress, drafts: [UInt8] = [])
    /// The storage couldn't be opened. A reason, here and below, is an error's name, a colon and the browser's words.
    case notLoaded(String)
    /// The write that `Effect.store` brought under this token is stored.
    case stored(Int)
    /// It isn't, for this reason.
    case notStored(Int, String)
    /// The stored data is gone, and there is room for it again.
    case emptied
    /// The server's word to `Effect.push`.
    case pushAnswered(PushAnswer)
    /// There is none, for this reason.
    case pushFailed(SyncClient.Failure)
    /// The server's word to `Effect.pull`.
    case pullAnswered(PullPage)
    /// There is none, for this reason.
    case pullFailed(SyncClient.Failure)
    /// Another tab stored this.
    case otherTab([LocalBook.Change], SyncClient.Progress?)
    /// The time of an alarm that `Effect.wake` set is over.
    case woken(Alarm)
    /// The number of the server's last commit: at first, and after each.
    case news(UInt64)
    /// The server can't be heard any more, so it is asked every few seconds.
    case deaf
    /// Says whether the device has a network, as far as the browser knows.
    case online(Bool)
    /// Says whether the page can be seen. What is typed is written when it no longer can.
    case visible(Bool)
    /// The inner width of the window in CSS pixels, at the start as well, and whether things may move.
    case resized(width: Int, moves: Bool = false)
    /// True before the page is printed, false after that.
    case printing(Bool)
    /// So many recordings are kept here that the server has yet to get.
    case undelivered(Int)
    /// The text in the address from `#` on: at the start, and when the person goes back or forward.
    case visited(String)
    /// The history that this tab kept before it was loaded again.
    case restoredHistory(History)
    case listening
    /// The sound file that the microphone gave, or else it is refused.
    case recorded([UInt8])
    /// The microphone gave no recording, for this reason.
    case notRecorded(String)
    /// The recording is stored.
    case kept
    /// The recording isn't stored, for this reason.
    case notKept(String)
    /// Says whether the server notifies this device from now on.
    case notifying(Bool)
    /// Notifications can't be turned on or off, for this reason.
    case notNotifying(String)
    /// A file of this name was chosen to be imported, or dropped onto the page; or why it can't be.
    case fileChosen(String, ImportProblem?)
    /// The status of the server's answer (0 if there was none), and the answer.
    case importAnswered(ImportStep, Int, [UInt8])
    /// A file of this name came from elsewhere, to be asked about: from the website of an address, from a website without
    /// one (`site`), or from another program.
    case fileShared(String, from: String)
    /// The status of the server's answer (0 if there was none), and the answer: devices, or nothing for one that it forgot.
    case devicesAnswered(Int, [UInt8])
    /// The texts of the language with a tag, as `Language.with(texts:)` takes them; nil where they can't be had now.
    case texts([UInt8]?, of: String)
    /// A recording couldn't be fetched or played, for this reason.
    case notPlayed(String)
}
