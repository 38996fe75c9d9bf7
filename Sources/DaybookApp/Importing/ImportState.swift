public import DaybookCore

/// A file on its way into the book, and the last that got there.
public struct ImportState {
    /// What the file is called.
    var name = ""
    /// What the server said of it last.
    var answer: ImportAnswer?
    /// Why it said nothing.
    var failure: ImportProblem?
    /// How many answers are on their way: the last one counts.
    var underway = 0
    /// What the person answered: to what, and the parameters of the answer.
    var answers: [[String]] = []
    /// By which the last import is taken back, as long as nothing was done since; else empty.
    var done = ""
}

/// What is asked of the server.
public enum ImportStep: Int32, Sendable {
    case preview = 2
    case write
    case takeBack
}

/// Why a file isn't imported.
public enum ImportProblem: Equatable, Sendable {
    case server(SyncClient.Failure)
    /// It is larger than the server takes.
    case tooLarge
    /// The browser can't read it; the browser's own words.
    case unreadable(String)
}

/// What a person does about a file that is to be imported.
public enum ImportAction: Equatable {
    /// Answers a question by these parameters, which are put in the place of those of the same key.
    case answer(key: String, parameters: String)
    /// Asks once more for what would be done.
    case again
    /// Imports the file.
    case write
}
