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
        #expect(person.asked == .bringFile(.preview, "preview=1&currency=USD"))
        #expect(person.html.contains("a.ofx") && person.html.contains("The server reads the file…"))
        answer(
            .preview, 200, "h\tOFX · UTF-8", "k\tentries", "w\t12", "s\t12 new", "t\tLine\tContent\tResult",
            "r\t5\tis-new\tnew\tTea\t2026-01-02", "m\t… and 11 more")
        for text in ["OFX · UTF-8", "12 new", "Tea", "2026-01-02", "… and 11 more", "Import 12"] {
            #expect(person.html.contains(text), "\(text)")
        }
        #expect(person.effects.contains(.focus("import-now", selectsText: false)))
        person.dispatch(.importing(.write))
        #expect(person.asked == .bringFile(.write, "expected=12&currency=USD"))
        answer(.write, 201, "h\tOFX", "k\tentries", "w\t12", "i\tabc", "d\tImported 12 entries")
        #expect(person.state.navigation.overlay == .none && person.state.money.isShown)
        #expect(person.html.contains("Imported 12 entries"))
        person.dispatch(.item(.undo))
        #expect(person.asked == .bringFile(.takeBack, "abc"))
        answer(.takeBack, 204)
        #expect(person.state.notices.shown == .undone)
        // It is taken back once.
        person.dispatch(.item(.undo))
        #expect(person.effects.filter { $0 == .bringFile(.takeBack, "abc") }.count == 1)
    }

    @Test("008.5 An answer is a parameter of what is asked next, and takes the place of the one before")
    func questions() throws {
        person.dispatch(.outside(.fileChosen("a.qif", nil)))
        answer(.preview, 200, "h\tQIF", "w\t0", "q\tWhich order?", "c\t0\tdateOrder\t&dateOrder=dmy\tDay first")
        #expect(person.html.contains("Which order?") && person.html.contains("Nothing to import"))
        person.dispatch(.importing(.answer(key: "dateOrder", parameters: "&dateOrder=dmy")))
        #expect(person.asked == .bringFile(.preview, "preview=1&currency=USD&dateOrder=dmy"))
        person.dispatch(.importing(.answer(key: "dateOrder", parameters: "")))
        #expect(person.asked == .bringFile(.preview, "preview=1&currency=USD"))
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

    @Test("010.5 What was done after an import is undone first, by itself") func order() throws {
        person.dispatch(.outside(.fileChosen("a.csv", nil)))
        answer(.preview, 200, "h\tCSV", "k\ttodos", "w\t1")
        person.dispatch(.importing(.write))
        answer(.write, 201, "h\tCSV", "k\ttodos", "w\t1", "i\tabc", "d\tImported 1 to-do")
        person.dispatch(.item(.create(.todo(title: "x"))))
        person.dispatch(.item(.undo))
        #expect(!person.effects.contains(.bringFile(.takeBack, "abc")))
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
    var asked: Effect? { effects.last { if case .bringFile = $0 { true } else { false } } }

    func dispatch(_ action: Action) { app.dispatch(action) }
}
