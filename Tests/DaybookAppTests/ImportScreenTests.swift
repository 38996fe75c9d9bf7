import DaybookCore
import Testing

@testable import DaybookApp

/// Files on their way into the book, as the app shows them.
@Suite struct ImportScreenTests {
    private let person = Importer()

    private func answer(_ step: ImportStep, _ status: Int, _ answer: ImportAnswer) {
        self.answer(step, status, answer.bytes)
    }

    private func answer(_ step: ImportStep, _ status: Int, _ body: [UInt8]) {
        person.dispatch(.outside(.importAnswered(step, status, body)))
    }

    @Test("008.6 The number on the button is what the server would write, and nothing is asked for without it")
    func number() throws {
        person.dispatch(.outside(.fileChosen("a.ofx", nil)))
        #expect(person.asked == .ask(.preview, "/api/v1/imports?preview=1&currency=USD", bringsFile: true))
        #expect(person.html.contains("a.ofx") && person.html.contains("The server reads the file…"))
        answer(
            .preview, 200,
            ImportAnswer("OFX · UTF-8", isOfEntries: true, writes: 12) {
                $0.append(.more, "… and 11 more")
                $0.append(.sentence, "12 new")
                $0.append(.head, "Content", id: "Line", result: "Result")
                $0.append(.row, "Tea", id: "5", value: "is-new", detail: "2026-01-02", result: "new")
            })
        for text in ["OFX · UTF-8", "12 new", "Tea", "2026-01-02", "… and 11 more", "Import 12"] {
            #expect(person.html.contains(text), "\(text)")
        }
        #expect(person.effects.contains(.focus("import-now", selectsText: false)))
        person.dispatch(.item(.create(.todo(title: "Tea"))))
        person.dispatch(.item(.undo))
        #expect(!person.state.history.redo.isEmpty)
        person.dispatch(.importing(.write))
        #expect(person.asked == .ask(.write, "/api/v1/imports?expected=12&currency=USD", bringsFile: true))
        answer(
            .write, 201,
            ImportAnswer("OFX", isOfEntries: true, writes: 12) {
                $0.append(.done, "Imported 12 entries", id: "abc")
            })
        #expect(person.state.navigation.overlay == .none && person.state.navigation.isMoney)
        #expect(person.html.contains("Imported 12 entries"))
        person.dispatch(.item(.undo))
        #expect(person.asked == .ask(.takeBack, "/api/v1/imports/abc", bringsFile: false))
        answer(.takeBack, 204, [])
        #expect(person.state.notices.shown == .undone)
        #expect(person.effects.contains(.rememberHistory))
        #expect(person.state.history.redo.isEmpty, "what was undone before it is not what redo means")
        // It is taken back once.
        person.dispatch(.item(.undo))
        #expect(person.effects.filter { $0 == .ask(.takeBack, "/api/v1/imports/abc", bringsFile: false) }.count == 1)
    }

    @Test("008.5 An answer is a parameter of what is asked next, and takes the place of the one before")
    func questions() throws {
        person.dispatch(.outside(.fileChosen("a.qif", nil)))
        answer(
            .preview, 200,
            ImportAnswer("QIF", writes: 0) {
                $0.append(.question, "Which order?")
                $0.append(.choice, "Day first", id: "dateOrder", value: "&dateOrder=dmy")
            })
        #expect(person.html.contains("Which order?") && person.html.contains("Nothing to import"))
        person.dispatch(.importing(.answer(key: "dateOrder", parameters: "&dateOrder=dmy")))
        #expect(
            person.asked == .ask(.preview, "/api/v1/imports?preview=1&currency=USD&dateOrder=dmy", bringsFile: true))
        person.dispatch(.importing(.answer(key: "dateOrder", parameters: "")))
        #expect(person.asked == .ask(.preview, "/api/v1/imports?preview=1&currency=USD", bringsFile: true))
        // Of two that are under way the last one counts.
        answer(.preview, 200, ImportAnswer("QIF", writes: 3))
        #expect(!person.html.contains("Import 3"))
        answer(.preview, 200, ImportAnswer("QIF", writes: 4))
        #expect(person.html.contains("Import 4"))
    }

    @Test("008.6 Without the server the dialog says so, and asks again on wish; bytes that mean nothing do no harm")
    func failures() throws {
        person.dispatch(.outside(.fileChosen("a.csv", nil)))
        answer(.preview, 0, Array("TypeError:x".utf8))
        #expect(
            person.html.contains("Importing needs the server. The server can&#39;t be reached")
                || person.html.contains("Importing needs the server. The server can't be reached"))
        person.dispatch(.importing(.again))
        answer(.preview, 500, Array("<html>".utf8))
        #expect(person.html.contains("HTTP 500"))
        person.dispatch(.importing(.again))
        let empty = ImportAnswer("CSV") { $0.append(.problem, "It is empty.") }
        answer(.preview, 200, empty)
        #expect(person.html.contains("It is empty.") && person.html.contains("Import "))
        // Bytes that aren't an answer of this version.
        for bytes in [
            Array(empty.bytes.dropLast()), empty.bytes + [0], [255] + empty.bytes, [0, 0, 255, 255, 255, 15],
        ] {
            person.dispatch(.importing(.again))
            answer(.preview, 200, bytes)
            #expect(person.html.contains("HTTP 200"))
        }
        person.dispatch(.outside(.fileChosen("b", .tooLarge)))
        #expect(person.html.contains("more than 10 MB") && !person.html.contains("Try again"))
    }

    @Test("010.5 An import can still be undone once the page was loaded again") func reload() throws {
        person.dispatch(.outside(.fileChosen("a.csv", nil)))
        answer(.preview, 200, ImportAnswer("CSV", writes: 1))
        person.dispatch(.importing(.write))
        answer(
            .write, 201,
            ImportAnswer("CSV", writes: 1) {
                $0.append(.done, "Imported 1 to-do", id: "abc")
            })
        #expect(person.effects.last { $0 == .rememberHistory } != nil)
        let next = Importer()
        next.dispatch(.outside(.restoredHistory(try History(bytes: person.state.history.bytes))))
        next.dispatch(.item(.undo))
        #expect(next.asked == .ask(.takeBack, "/api/v1/imports/abc", bringsFile: false))
        next.dispatch(.item(.undo))
        #expect(next.effects.filter { if case .ask = $0 { true } else { false } }.count == 1)
        // What isn't an address of the server's is never asked for.
        #expect(throws: WireError.self) { try History(bytes: [0, 0] + Array("https://elsewhere.example/".utf8)) }
    }

    @Test("010.5 What was done after an import is undone first, by itself") func order() throws {
        person.dispatch(.outside(.fileChosen("a.csv", nil)))
        answer(.preview, 200, ImportAnswer("CSV", writes: 1))
        person.dispatch(.importing(.write))
        answer(
            .write, 201,
            ImportAnswer("CSV", writes: 1) {
                $0.append(.done, "Imported 1 to-do", id: "abc")
            })
        person.dispatch(.item(.create(.todo(title: "x"))))
        person.dispatch(.item(.undo))
        #expect(!person.effects.contains(.ask(.takeBack, "/api/v1/imports/abc", bringsFile: false)))
        #expect(person.state.incomplete.isEmpty)
    }
}

/// A person who imports files, and what the browser is asked for.
private final class Importer {
    private(set) var effects: [Effect] = []
    private let world = TestWorld().world()
    private lazy var app = App(State(node: 7), world: world) { [unowned self] in effects.append($0) }

    init() { app.dispatch(.outside(.loaded([], SyncClient.Progress()))) }

    var state: State { app.state }
    var html: String { appScreen(app.state, world).html }
    /// What was asked of the server last.
    var asked: Effect? { effects.last { if case .ask = $0 { true } else { false } } }

    func dispatch(_ action: Action) { app.dispatch(action) }
}

/// Rules for entries, as the app shows them.
@Suite struct RuleScreenTests {
    private let person = Importer()

    private func answer(_ step: ImportStep, _ status: Int, _ answer: ImportAnswer) {
        self.answer(step, status, answer.bytes)
    }

    private func answer(_ step: ImportStep, _ status: Int, _ body: [UInt8]) {
        person.dispatch(.outside(.importAnswered(step, status, body)))
    }

    private func open(_ text: String) {
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.list(.rule)))
        person.dispatch(.form(.open(.rule, nil)))
        person.dispatch(.form(.set(.ruleText, .text(text))))
    }

    @Test("008.4 A rule is saved once the server has shown what it does, and says on which entries")
    func saved() throws {
        open("text:\"a&b\"\nthen tag:é ")
        person.dispatch(.form(.save))
        let address = "/api/v1/rule-runs?preview=1&text=text%3A%22a%26b%22%20then%20tag%3A%C3%A9"
        #expect(person.asked == .ask(.preview, address, bringsFile: false))
        #expect(person.state.book.rules.isEmpty && person.html.contains("The server reads the rules…"))
        answer(
            .preview, 200,
            ImportAnswer("The rules change 1 entry.", isOfEntries: true, writes: 1) {
                $0.append(.row, "Tea", id: "2026-01-02", value: "is-new", detail: "#é", result: "rule 1")
            })
        for text in ["The rules change 1 entry.", "Tea", "#é", "Save"] {
            #expect(person.html.contains(text), "\(text)")
        }
        // What is typed since has to be shown again.
        person.dispatch(.form(.set(.ruleText, .text("text:tea then tag:drink"))))
        #expect(!person.html.contains("The rules change 1 entry."))
        person.dispatch(.form(.save))
        #expect(person.state.book.rules.isEmpty)
        answer(.preview, 200, ImportAnswer("The rules change nothing.", isOfEntries: true, writes: 0))
        person.dispatch(.form(.save))
        #expect(person.state.book.rules.map(\.text) == ["text:tea then tag:drink"])
        #expect(person.state.navigation.overlay == .things(.rule) && person.html.contains("text:tea then tag:drink"))
        let rule = try #require(person.state.book.rules.first).id
        person.dispatch(.form(.open(.rule, rule)))
        person.dispatch(.form(.save))
        #expect(
            person.asked
                == .ask(
                    .preview,
                    "/api/v1/rule-runs?preview=1&text=text%3Atea%20then%20tag%3Adrink&rule=\(rule.text)",
                    bringsFile: false))
        person.dispatch(.form(.delete(.rule, rule)))
        #expect(person.state.book.rules.isEmpty)
        person.dispatch(.item(.undo))
        #expect(person.state.book.rules.count == 1)
    }

    @Test("11.9 A rule is made by a form, which says it as a text; what fields can't say is shown as a text")
    func form() throws {
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.list(.rule)))
        person.dispatch(.form(.open(.rule, nil)))
        for (number, text) in [(0, "REWE \"x\""), (4, "50"), (5, "Rewe City"), (6, "food, fun")] {
            person.dispatch(.form(.set(RuleForm.Part.allCases[number].field, .text(text))))
        }
        person.dispatch(.form(.turnRule))
        let text = "text:\"REWE \\\"x\\\"\" amount<50 then payee:\"Rewe City\" tag:food tag:fun"
        #expect(person.state.form?.values[.ruleText]?.text == text)
        #expect(person.html.contains("What it asks for, and does"))
        person.dispatch(.form(.turnRule))
        #expect(!person.html.contains("What it asks for, and does") && person.html.contains("value=\"food, fun\""))
        #expect(person.html.contains("value=\"REWE &quot;x&quot;\""))
        for text in ["text:a|b then tag:x", "-payee:a then tag:x", "day:2026 then tag:x", "a then tag:x"] {
            person.dispatch(.form(.propose(text)))
            #expect(person.html.contains("What it asks for, and does"), "\(text)")
        }
    }

    @Test("11.9 Save and change saves the rule, and asks for as many changes as the button says")
    func saveAndChange() throws {
        open("text:tea then tag:drink")
        person.dispatch(.form(.save))
        answer(.preview, 200, ImportAnswer("x", writes: 16) { _ in })
        #expect(person.html.contains("Save and change 16"))
        #expect(!person.effects.contains(.focus("import-now", selectsText: false)))
        person.dispatch(.form(.saveAndChange))
        #expect(person.state.book.rules.map(\.text) == ["text:tea then tag:drink"])
        let run = Effect.ask(.write, "/api/v1/rule-runs?expected=16", bringsFile: false)
        #expect(!person.effects.contains(run))
        person.dispatch(.importing(.run))
        #expect(person.asked == run)
        answer(
            .write, 201,
            ImportAnswer("x") {
                $0.append(.isOfEntries)
                $0.append(.done, "Changed 16 entries", id: "abc")
            })
        #expect(person.html.contains("Changed 16 entries") && person.state.navigation.overlay == .none)
    }

    @Test("008.4 A rule that can't be followed isn't saved, nor one that the server can't be asked about")
    func refused() throws {
        open("text:tea")
        person.dispatch(.form(.save))
        answer(
            .preview, 200,
            ImportAnswer("x") {
                $0.append(.problem, "Character 9: there is no “then”.")
            })
        #expect(person.html.contains("there is no “then”."))
        person.dispatch(.form(.save))
        answer(.preview, 0, Array("TypeError:x".utf8))
        #expect(person.html.contains("Rules need the server."))
        person.dispatch(.form(.save))
        #expect(person.state.book.rules.isEmpty)
        // An answer to what was typed before says nothing of what stands there now.
        person.dispatch(.form(.set(.ruleText, .text("x then tag:y"))))
        answer(.preview, 200, ImportAnswer("The rules change nothing.", writes: 0))
        person.dispatch(.form(.save))
        #expect(person.state.book.rules.isEmpty)
    }

    @Test(
        "008.4 The rules are applied after a preview, as one step that undo takes back; what is proposed is a press away"
    )
    func applied() throws {
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.list(.rule)))
        #expect(person.html.contains("There are no rules yet."))
        person.dispatch(.account(.applyRules))
        #expect(person.asked == .ask(.preview, "/api/v1/rule-runs?preview=1", bringsFile: false))
        answer(
            .preview, 200,
            ImportAnswer("The rules change 2 entries.", isOfEntries: true, writes: 2) {
                $0.append(.question, "1 entry was reconciled")
                $0.append(.choice, "Change it", id: "reconciled", value: "&reconciled=change")
                $0.append(.rule, "text:x then tag:y", detail: "3 times")
            })
        for text in ["Change 2 entries", "Change it", "text:x then tag:y"] {
            #expect(person.html.contains(text), "\(text)")
        }
        person.dispatch(.importing(.answer(key: "reconciled", parameters: "&reconciled=change")))
        #expect(person.asked == .ask(.preview, "/api/v1/rule-runs?preview=1&reconciled=change", bringsFile: false))
        answer(.preview, 200, ImportAnswer("The rules change 3 entries.", isOfEntries: true, writes: 3))
        person.dispatch(.importing(.write))
        #expect(person.asked == .ask(.write, "/api/v1/rule-runs?expected=3&reconciled=change", bringsFile: false))
        answer(
            .write, 201,
            ImportAnswer("x", isOfEntries: true, writes: 3) {
                $0.append(.done, "The rules changed 3 entries", id: "abc")
            })
        #expect(person.html.contains("The rules changed 3 entries"))
        person.dispatch(.item(.undo))
        #expect(person.asked == .ask(.takeBack, "/api/v1/rule-runs/abc", bringsFile: false))
        person.dispatch(.form(.propose("text:x then tag:y")))
        #expect(person.state.form?.values[.ruleText]?.text == "text:x then tag:y")
        #expect(person.html.contains("New rule"))
    }
}

extension ImportAnswer {
    init(_ title: String, isOfEntries: Bool = false, writes: UInt64 = 0, _ fill: (inout Self) -> Void = { _ in }) {
        self.init()
        append(.title, title)
        if isOfEntries { append(.isOfEntries) }
        append(.writes, number: writes)
        fill(&self)
    }
}
