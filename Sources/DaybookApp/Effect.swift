public import DaybookCore

/// A thing that has to happen outside. It is a value, so that tests can see it and each place can carry it out its way.
public indirect enum Effect: Equatable {
    /// Store the records; answer with `.stored` or `.notStored` and the same token.
    case store(token: Int, [StorageItem])
    /// Send a request to the server; answer with `.pushAnswered` or `.pushFailed`.
    case push([UInt8])
    /// Fetch from the server; answer with `.pullAnswered` or `.pullFailed`. Without a cursor this device has nothing
    /// yet.
    case pull(cursor: UInt64?)
    /// Dispatch `.woken` for the alarm after so many milliseconds. An alarm that did not go off yet is put off.
    case wake(Alarm, milliseconds: Int)
    /// Show the path in the address, as a step of its own in the browser's history or in place of the present one.
    case visit(String, replaces: Bool)
    /// Move the keyboard focus to the element with the id once it is shown.
    case focus(String, selectsText: Bool)
    /// Scroll the list to so many CSS pixels from its top.
    case scroll(Int)
    /// Ask the browser not to delete by itself what it keeps: there is something that nobody else has.
    case persist
    /// Keep the history of undo for the next start of this tab.
    case rememberHistory
    /// Keep the language for the next start, and declare it as that of the page.
    case rememberLanguage(Language)
    /// Fetch the texts of the language; answer with `.texts`.
    case fetchTexts(Language)
    /// Keep something that was chosen on this device for the next start, by its name, for `State.take(settings:)`. The
    /// page shows itself in the theme at once.
    case rememberSetting(String, String)
    /// Listen to the microphone, or stop; answer with `.listening`, then `.recorded`, or with `.notRecorded`.
    case listen(Bool)
    /// Keep a recording and bring it to the server once that can be reached; answer with `.kept` or `.notKept`.
    case keep(Recording)
    /// Have the server notify this device of reminders, or no longer; answer with `.notifying` or `.notNotifying`. Nil
    /// tells it only what is new about the device, if it does so already. The text has what buttons are called, a line each.
    case notify(Bool?, String)
    /// Ask the server at an address for a step, with the file that was chosen last, or without; answer with
    /// `.importAnswered`.
    case ask(ImportStep, String, bringsFile: Bool)
    /// Ask the server which devices it reminds, or have it forget one by its number; answer with `.devicesAnswered`.
    case askDevices(revoking: String?)
    /// Play a recording, which the server may have to be asked for; answer with `.notPlayed` where it can't be.
    case play(Digest)
}

/// The purpose of a wake-up call.
public enum Alarm: Int, CaseIterable, Sendable {
    /// To ask the server for news.
    case poll
    /// To take the notice away.
    case hideNotice
    /// To write what is typed in the details so far.
    case commitDraft
    /// To show what is here, though the first pull isn't answered.
    case takeOver
    /// To send what came since the last push.
    case push
    case remind
    /// To ask once more for the texts of a language.
    case fetchTexts
    /// To mark the row that a finger stays on.
    case hold
    /// To let rows go that were finished.
    case letGo
    /// To have the device keep what is typed.
    case keepDrafts
}
