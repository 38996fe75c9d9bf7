import DaybookApp
import DaybookCore
import Testing

/// Files on their way into the book, as the app shows them.
@Suite struct ImportScreenTests {
    private let person = Importer()

    private func answer(_ step: ImportStep, _ status: Int, _ lines: String...) {
        person.dispatch(.outside(.importAnswered(step, status, Array(lines.map { $0 + "\n" }.joined().utf8))))
    }

    @Test("008.6 The number on the button is what the server would write, and nothing is asked for without it")
    func number() throws {
        person.dispatch(.outside(.fileChosen("a.ofx", nil)))
        #expect(person.asked == .ask(.preview, "/api/v1/imports?preview=1&currency=USD", bringsFile: true))
        #expect(person.html.contains("a.ofx") && person.html.contains("The server reads the file…"))
        answer(
            .preview, 200, "h\tOFX · UTF-8", "k\tentries", "w\t12", "s\t12 new", "t\tLine\tContent\tResult",
            "r\t5\tis-new\tnew\tTea\t2026-01-02", "m\t… and 11 more")
        for text in ["OFX · UTF-8", "12 new", "Tea", "2026-01-02", "… and 11 more", "Import 12"] {
            #expect(person.html.contains(text), "\(text)")
        }
        #expect(person.effects.contains(.focus("import-now", selectsText: false)))
        person.dispatch(.importing(.write))
        #expect(person.asked == .ask(.write, "/api/v1/imports?expected=12&currency=USD", bringsFile: true))
        answer(.write, 201, "h\tOFX", "k\tentries", "w\t12", "i\tabc", "d\tImported 12 entries")
        #expect(person.state.navigation.overlay == .none && person.state.navigation.isMoney)
        #expect(person.html.contains("Imported 12 entries"))
        person.dispatch(.item(.undo))
        #expect(person.asked == .ask(.takeBack, "/api/v1/imports/abc", bringsFile: false))
        answer(.takeBack, 204)
        #expect(person.state.notices.shown == .undone)
        #expect(person.effects.contains(.rememberHistory))
        // It is taken back once.
        person.dispatch(.item(.undo))
        #expect(person.effects.filter { $0 == .ask(.takeBack, "/api/v1/imports/abc", bringsFile: false) }.count == 1)
    }

    @Test("008.5 An answer is a parameter of what is asked next, and takes the place of the one before")
    func questions() throws {
        person.dispatch(.outside(.fileChosen("a.qif", nil)))
        answer(.preview, 200, "h\tQIF", "w\t0", "q\tWhich order?", "c\t0\tdateOrder\t&dateOrder=dmy\tDay first")
        #expect(person.html.contains("Which order?") && person.html.contains("Nothing to import"))
        person.dispatch(.importing(.answer(key: "dateOrder", parameters: "&dateOrder=dmy")))
        #expect(
            person.asked == .ask(.preview, "/api/v1/imports?preview=1&currency=USD&dateOrder=dmy", bringsFile: true))
        person.dispatch(.importing(.answer(key: "dateOrder", parameters: "")))
        #expect(person.asked == .ask(.preview, "/api/v1/imports?preview=1&currency=USD", bringsFile: true))
        // Of two that are under way the last one counts.
        answer(.preview, 200, "h\tQIF", "w\t3")
        #expect(!person.html.contains("Import 3"))
        answer(.preview, 200, "h\tQIF", "w\t4")
        #expect(person.html.contains("Import 4"))
    }

    @Test("008.6 Without the server the dialog says so, and asks again on wish; lines that mean nothing do no harm")
    func failures() throws {
        person.dispatch(.outside(.fileChosen("a.csv", nil)))
        answer(.preview, 0, "TypeError:x")
        #expect(
            person.html.contains("Importing needs the server. The server can&#39;t be reached")
                || person.html.contains("Importing needs the server. The server can't be reached"))
        person.dispatch(.importing(.again))
        answer(.preview, 500, "<html>")
        #expect(person.html.contains("HTTP 500"))
        person.dispatch(.importing(.again))
        answer(
            .preview, 200, "", "c\t1", "q", "w\tabc", "w\t99999999999999999999999", "r", "h", "h\tx", "p\tIt is empty.")
        #expect(person.html.contains("It is empty.") && person.html.contains("Import "))
        person.dispatch(.outside(.fileChosen("b", .tooLarge)))
        #expect(person.html.contains("more than 10 MB") && !person.html.contains("Try again"))
    }

    @Test("010.5 An import can still be undone once the page was loaded again") func reload() throws {
        person.dispatch(.outside(.fileChosen("a.csv", nil)))
        answer(.preview, 200, "h\tCSV", "k\ttodos", "w\t1")
        person.dispatch(.importing(.write))
        answer(.write, 201, "h\tCSV", "k\ttodos", "w\t1", "i\tabc", "d\tImported 1 to-do")
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
        answer(.preview, 200, "h\tCSV", "k\ttodos", "w\t1")
        person.dispatch(.importing(.write))
        answer(.write, 201, "h\tCSV", "k\ttodos", "w\t1", "i\tabc", "d\tImported 1 to-do")
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

    private func answer(_ step: ImportStep, _ status: Int, _ lines: String...) {
        person.dispatch(.outside(.importAnswered(step, status, Array(lines.map { $0 + "\n" }.joined().utf8))))
    }

    private func open(_ text: String) {
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.openRules))
        person.dispatch(.account(.open(.rule, nil)))
        person.dispatch(.account(.set(.ruleText, .text(text))))
    }

    @Test("008.4 A rule is saved once the server has shown what it does, and says on which entries")
    func saved() throws {
        open("text:\"a&b\"\nthen tag:é ")
        person.dispatch(.account(.save))
        let address = "/api/v1/rule-runs?preview=1&text=text%3A%22a%26b%22%20then%20tag%3A%C3%A9"
        #expect(person.asked == .ask(.preview, address, bringsFile: false))
        #expect(person.state.book.rules.isEmpty && person.html.contains("The server reads the rules…"))
        answer(
            .preview, 200, "h\tThe rules change 1 entry.", "k\tentries", "w\t1",
            "r\t2026-01-02\tis-new\trule 1\tTea\t#é")
        for text in ["The rules change 1 entry.", "Tea", "#é", "Save"] {
            #expect(person.html.contains(text), "\(text)")
        }
        // What is typed since has to be shown again.
        person.dispatch(.account(.set(.ruleText, .text("text:tea then tag:drink"))))
        #expect(!person.html.contains("The rules change 1 entry."))
        person.dispatch(.account(.save))
        #expect(person.state.book.rules.isEmpty)
        answer(.preview, 200, "h\tThe rules change nothing.", "k\tentries", "w\t0")
        person.dispatch(.account(.save))
        #expect(person.state.book.rules.map(\.text) == ["text:tea then tag:drink"])
        #expect(person.state.navigation.overlay == .rules && person.html.contains("text:tea then tag:drink"))
        let rule = try #require(person.state.book.rules.first).id
        person.dispatch(.account(.open(.rule, rule)))
        person.dispatch(.account(.save))
        #expect(
            person.asked
                == .ask(
                    .preview,
                    "/api/v1/rule-runs?preview=1&text=text%3Atea%20then%20tag%3Adrink&rule=\(rule.text)",
                    bringsFile: false))
        person.dispatch(.account(.delete(.rule, rule)))
        #expect(person.state.book.rules.isEmpty)
        person.dispatch(.item(.undo))
        #expect(person.state.book.rules.count == 1)
    }

    @Test("008.4 A rule that can't be followed isn't saved, nor one that the server can't be asked about")
    func refused() throws {
        open("text:tea")
        person.dispatch(.account(.save))
        answer(.preview, 200, "h\tx", "p\tCharacter 9: there is no “then”.")
        #expect(person.html.contains("there is no “then”."))
        person.dispatch(.account(.save))
        answer(.preview, 0, "TypeError:x")
        #expect(person.html.contains("Rules need the server."))
        person.dispatch(.account(.save))
        #expect(person.state.book.rules.isEmpty)
        // An answer to what was typed before says nothing of what stands there now.
        person.dispatch(.account(.set(.ruleText, .text("x then tag:y"))))
        answer(.preview, 200, "h\tThe rules change nothing.", "w\t0")
        person.dispatch(.account(.save))
        #expect(person.state.book.rules.isEmpty)
    }

    @Test(
        "008.4 The rules are applied after a preview, as one step that undo takes back; what is proposed is a press away"
    )
    func applied() throws {
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.openRules))
        #expect(person.html.contains("There are no rules yet."))
        person.dispatch(.account(.applyRules))
        #expect(person.asked == .ask(.preview, "/api/v1/rule-runs?preview=1", bringsFile: false))
        answer(
            .preview, 200, "h\tThe rules change 2 entries.", "k\tentries", "w\t2",
            "q\t1 entry was reconciled", "c\t0\treconciled\t&reconciled=change\tChange it",
            "o\ttext:x then tag:y\t3 times")
        for text in ["Change 2 entries", "Change it", "text:x then tag:y"] {
            #expect(person.html.contains(text), "\(text)")
        }
        person.dispatch(.importing(.answer(key: "reconciled", parameters: "&reconciled=change")))
        #expect(person.asked == .ask(.preview, "/api/v1/rule-runs?preview=1&reconciled=change", bringsFile: false))
        answer(.preview, 200, "h\tThe rules change 3 entries.", "k\tentries", "w\t3")
        person.dispatch(.importing(.write))
        #expect(person.asked == .ask(.write, "/api/v1/rule-runs?expected=3&reconciled=change", bringsFile: false))
        answer(.write, 201, "h\tx", "k\tentries", "w\t3", "i\tabc", "d\tThe rules changed 3 entries")
        #expect(person.html.contains("The rules changed 3 entries"))
        person.dispatch(.item(.undo))
        #expect(person.asked == .ask(.takeBack, "/api/v1/rule-runs/abc", bringsFile: false))
        person.dispatch(.account(.propose("text:x then tag:y")))
        #expect(person.html.contains("text:x then tag:y") && person.html.contains("New rule"))
    }
}
