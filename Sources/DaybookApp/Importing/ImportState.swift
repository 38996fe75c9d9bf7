public import DaybookCore

/// A file on its way into the book, or a run of the rules.
public struct ImportState {
    private(set) var subject = ImportSubject.file
    /// The name of the file, or the rule that is tried.
    private(set) var name = ""
    /// Where a file came from that nobody chose here, as `OutsideEvent.fileShared` says it; nil once the person did.
    private(set) var sharedFrom: String?
    /// The server's last answer.
    private(set) var answer: ImportAnswer?
    /// Why it said nothing.
    private(set) var failure: ImportProblem?
    /// How many answers are on their way: the last one counts.
    private(set) var underway = 0
    /// The answers of the person: to what, and the parameters of the answer.
    private var answers: [[String]] = []
    /// The number of entries that the rules change once the server has the last rule; 0 for none.
    private(set) var awaited: UInt64 = 0
    /// The column whose meanings are offered; empty for none.
    private(set) var column = ""

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
    /// Looks at a file that was chosen or dropped.
    case choose(String, ImportProblem?)
    /// Asks about a file that another program or a website handed over. The server sees it once the person chose it.
    case ask(about: String, from: String)
    /// Shows what the rules would do to the entries that are there.
    case previewRules
    /// Asks whether the rule in the form can be followed, and what it would do.
    case tryRule(String)
    /// Changes so many entries by the rules, as soon as the server has the last of them.
    case runLater(UInt64)
    /// Does that now. Where it isn't as many any more, the server says what the rules would do instead.
    case run
    /// Answers a question by these parameters, which are put in the place of those of the same key.
    case answer(key: String, parameters: String)
    /// Offers what a column may mean, or ends that.
    case open(column: String)
    /// Asks once more for what would be done.
    case again
    case write
    case list
    /// Takes one of these back, but for what was changed since.
    case takeBack(String)
    /// Makes a transfer of two entries, by their ids.
    case join(String, String)
    /// They are one.
    case joined(String, String)
}

extension ImportState {
    mutating func reduce(_ action: ImportAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .choose(let name, let problem):
            begin(.file, name)
            failure = problem
            show(&app)
            if problem == nil { ask(.preview, state, &app) }
        case .ask(let name, let origin):
            begin(.file, name)
            sharedFrom = origin
            show(&app)
        case .previewRules:
            begin(.rules)
            show(&app)
            ask(.preview, state, &app)
        case .tryRule(let rule):
            begin(.rule, rule)
            ask(.preview, state, &app)
        case .runLater(let count): awaited = count
        case .run:
            let count = awaited
            begin(.rules)
            show(&app)
            underway += 1
            app.effects.append(.ask(.write, path + "?expected=" + String(count), bringsFile: false))
        case .answer(let key, let parameters):
            answers.removeAll { $0[0] == key }
            answers.append([key, parameters])
            column = ""
            ask(.preview, state, &app)
        case .open(let column): self.column = self.column == column ? "" : column
        case .again:
            sharedFrom = nil
            ask(.preview, state, &app)
        case .write: ask(.write, state, &app)
        case .list:
            begin(.past)
            show(&app)
            underway += 1
            app.effects.append(.ask(.list, path, bringsFile: false))
        case .join(let from, let to):
            guard let out = EntityID(from).flatMap({ state.book.entry($0) }),
                let into = EntityID(to).flatMap({ state.book.entry($0) })
            else { return }
            switch state.book.joining(from: out, to: into) {
            case .success(let made): app.next.append(.perform(made.actions, then: [.importing(.joined(from, to))]))
            case .failure(let error): app.next.append(.say(.problem(.item(error))))
            }
        case .joined(let from, let to):
            answer = answer?.pairs(but: from, to)
            if answer?.lines.isEmpty ?? true { app.next.append(.screen(.closeOverlay)) }
        // The history does that.
        case .takeBack: break
        }
    }

    /// Forgets what the server said before, since it is about something else.
    mutating func begin(_ subject: ImportSubject, _ name: String = "", _ answer: ImportAnswer? = nil) {
        (self.subject, self.name, self.answer) = (subject, name, answer)
        (sharedFrom, failure) = (nil, nil)
        (answers, column, awaited) = ([], "", 0)
    }

    /// Forgets what the server said.
    mutating func close() { answer = nil }

    private func show(_ app: inout Reducer) {
        app.next.append(.screen(.open(.importing, focus: "import-close")))
    }

    private mutating func ask(_ step: ImportStep, _ state: State, _ app: inout Reducer) {
        var address = path
        address += step == .preview ? "?preview=1" : "?expected=" + String(answer?.writes ?? 0)
        switch subject {
        case .file: address += "&currency=" + state.usualCurrency.code
        case .rules, .past, .pairs: break
        case .rule:
            address += "&text=" + name.inAddress
            if let id = state.form?.id { address += "&rule=" + id.text }
        }
        for answer in answers { address += answer[1] }
        failure = nil
        underway += 1
        app.effects.append(.ask(step, address, bringsFile: subject == .file))
    }

    /// Takes an answer of the server.
    ///
    /// - Parameter isShown: whether it is awaited on the screen.
    /// - Returns: what was written; nil for nothing.
    mutating func take(
        _ answer: ImportAnswer, _ failure: SyncClient.Failure?, of step: ImportStep, isShown: Bool,
        _ app: inout Reducer
    ) -> ImportAnswer.Line? {
        underway -= 1
        if step == .write, let done = answer[.done] { return done }
        guard underway == 0, isShown else { return nil }
        let isFirst = self.answer == nil
        self.failure = failure.map { .server($0) }
        guard failure == nil else { return nil }
        self.answer = answer
        // In a form the focus stays where a person types.
        if isFirst, answer.isReady, subject != .rule { app.focus(on: "import-now") }
        return nil
    }
}

extension String {
    /// The text as a value in an address.
    fileprivate var inAddress: String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] { bytes.append(digit + (digit < 10 ? 0x30 : 0x37)) }
            }
        }
        return String(utf8: bytes)
    }
}
