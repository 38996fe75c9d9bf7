public import DaybookCore

/// A file on its way into the book, or a run of the rules.
public struct ImportState {
    /// The subject that is on its way.
    var subject = ImportSubject.file
    /// The name of the file, or the rule that is tried.
    var name = ""
    /// Where a file came from that nobody chose here, as `OutsideEvent.fileShared` says it; nil once the person did.
    var sharedFrom: String?
    /// The server's last answer.
    var answer: ImportAnswer?
    /// Why it said nothing.
    var failure: ImportProblem?
    /// How many answers are on their way: the last one counts.
    var underway = 0
    /// The answers of the person: to what, and the parameters of the answer.
    var answers: [[String]] = []
    /// The column whose meanings are offered; empty for none.
    var column = ""

    /// The server's address for it.
    var path: String { subject == .file || subject == .past ? "/api/v1/imports" : "/api/v1/rule-runs" }
    /// Why the server would refuse it; empty if it would not.
    var problem: String { answer?.text(.problem) ?? "" }
    /// Tells whether this rule was tried last, and can be followed.
    func knows(_ rule: String) -> Bool {
        underway == 0 && failure == nil && answer != nil && problem.isEmpty && name == rule
    }
}

/// A change of many things of the book at once, which is shown before it is made.
public enum ImportSubject: Equatable, Sendable {
    /// A file that was chosen or dropped.
    case file
    /// All rules, to the entries that are there.
    case rules
    /// The rule in the form, which is tried.
    case rule
    /// The list of imports.
    case past
    /// Entries of the last import that may be transfers.
    case pairs
}

/// The step that is asked of the server.
public enum ImportStep: Int32, Sendable {
    case preview = 2
    case write
    case takeBack
    case list
}

/// Why a file isn't imported.
public enum ImportProblem: Equatable, Sendable {
    case server(SyncClient.Failure)
    /// It is larger than the server takes.
    case tooLarge
    /// The browser can't read it; the browser's own words.
    case unreadable(String)
}

/// The actions of a person on a file that is to be imported.
public enum ImportAction: Equatable {
    /// Answers a question by these parameters, which are put in the place of those of the same key.
    case answer(key: String, parameters: String)
    /// Offers what a column may mean, or ends that.
    case open(column: String)
    /// Asks once more for what would be done.
    case again
    /// Imports the file.
    case write
    /// Lists what was imported.
    case list
    /// Takes one of these back, but for what was changed since.
    case takeBack(String)
    /// Makes a transfer of two entries, by their ids.
    case join(String, String)
}
