import DaybookApp
import DaybookCore
import Testing

/// The list, the details and the form as HTML text and as what a person can tap on them.
@Suite struct ScreenTests {
    /// The titles in a section, or nil if it isn't on the screen.
    private func titles(_ person: Person, _ section: String) throws -> [String]? {
        let app = try #require(person.screen.element)
        return app.all(class: section).first { $0.tag == .section }?.all(class: "name").map(\.text)
    }

    // MARK: List

    @Test("002.1 The to-dos come first, the finished last") func sections() throws {
        let person = Person()
        try person.add("a", "b", "c")
        try person.tap("Finish: b")
        #expect(try titles(person, "todo") == ["c", "a"])
        #expect(try titles(person, "done") == ["b"])
        let finished = try #require(person.html.split(separator: "<section class=\"done\"").last)
        #expect(!finished.contains("<section class=\"todo\""))
    }

    @Test("002.2 002.3 A section without items has no header, either") func oneSection() throws {
        let person = Person()
        try person.add("a")
        #expect(person.html.contains(">To-dos</h2>"))
        #expect(!person.html.contains(">Finished</h2>"))
        try person.tap("Finish: a")
        #expect(!person.html.contains(">To-dos</h2>"))
        #expect(person.html.contains(">Finished</h2>"))
    }

    @Test("002.4 A page with nothing on it invites to add") func empty() throws {
        let person = Person()
        #expect(!person.html.contains("<section"))
        #expect(person.html.contains("class=\"emptiness\""))
        // Nobody is told how many nothing is.
        #expect(!person.html.contains("0 to do"))
        try person.add("a")
        #expect(person.html.contains("1 to do · 1 in all"))
    }

    @Test("002.5 002.6 002.7 002.8 003.61 The box and the menu check, uncheck and delete") func boxAndMenu() throws {
        let person = Person()
        try person.add("a", "b", "c", "d")
        try person.tap("Finish: a")
        try person.tap("Finish: c")
        #expect(try titles(person, "done") == ["c", "a"])
        try person.tap("Finish: c")
        #expect(try titles(person, "todo") == ["d", "b", "c"])
        for title in ["d", "a"] {
            try person.rightClick(title)
            try person.tap("Delete")
        }
        #expect(try titles(person, "todo") == ["b", "c"])
        #expect(try titles(person, "done") == nil)
    }

    @Test("003.60 A completed row is struck through and ticked") func completedRow() throws {
        let person = Person()
        try person.add("a")
        #expect(person.html.contains("<li data-key=") && !person.html.contains("class=\"row done\""))
        #expect(person.html.contains("aria-checked=\"false\" aria-label=\"Finish: a\""))
        try person.tap("Finish: a")
        // `.done .name` is what the style sheet strikes through.
        #expect(person.html.contains("class=\"row done\""))
        #expect(person.html.contains("aria-checked=\"true\" aria-label=\"Finish: a\""))
    }

    @Test("003.62 A swipe offers Details and Delete") func swipe() throws {
        let person = Person()
        try person.add("a", "b")
        try person.swipe("b", by: -120)
        let app = try #require(person.screen.element)
        #expect(app.all(class: "swipe").first?.children.map(\.text) == ["Tomorrow", "Details", "", "Delete"])
        try person.tap("Details")
        #expect(person.state.selectedItem?.title == "b")
        try person.tap("Back")
        try person.swipe("b", by: -120)
        try person.tap("Delete")
        #expect(try titles(person, "todo") == ["a"])
    }

    @Test("003.62 A row that was swiped open is swiped shut") func swipeShut() throws {
        let person = Person()
        try person.add("a")
        try person.swipe("a", by: -120)
        #expect(person.html.contains("class=\"swipe three\""))
        try person.swipe("a", by: -30)
        #expect(person.html.contains("class=\"swipe three\""))
        try person.swipe("a", by: 200)
        #expect(!person.html.contains("class=\"swipe three\""))
    }

    @Test(
        "003.62 A row that is swiped by a third of what is below it stays open", arguments: [(-50, false), (-60, true)])
    func swipedFar(distance: Int, staysOpen: Bool) throws {
        let person = Person()
        try person.add("a")
        try person.swipe("a", by: distance)
        #expect(person.html.contains("class=\"swipe three\"") == staysOpen)
    }

    @Test("003.62 A finger that hardly moves swipes nothing") func noSwipe() throws {
        let person = Person()
        try person.add("a")
        try person.swipe("a", by: -8)
        #expect(!person.html.contains("class=\"swipe three\""))
    }

    @Test("003.63 The filter shows what is set, and sets what is tapped") func filter() throws {
        let person = Person()
        try person.add("a", "b")
        func pressed() throws -> [String] {
            try #require(person.screen.element).all(class: "filters").flatMap(\.children).compactMap(\.element)
                .filter { $0[.ariaPressed] == "true" }.map(\.text)
        }
        #expect(try pressed() == ["All"])
        try person.tap("Finished")
        #expect(try pressed() == ["Finished"])
        #expect(try titles(person, "todo") == nil)
        try person.tap("All")
        try person.tap("Finish: a")
        person.dispatch(.todos(.setFilter(.completed)))
        #expect(try titles(person, "todo") == nil)
        #expect(try titles(person, "done") == ["a"])
        person.dispatch(.todos(.setFilter(.active)))
        #expect(try pressed() == ["Active"])
    }

    @Test("An item that was not sent shows it") func unsynced() throws {
        let person = Person()
        try person.add("a")
        #expect(person.html.contains("class=\"unsynced\""))
    }

    @Test("Text is never HTML", arguments: ["<b>x</b>", "\"><script>alert(1)</script>", "a & b", "'quoted'"])
    func escaping(title: String) throws {
        let person = Person(width: 1_440)
        try person.add(title)
        try person.tap(title)
        #expect(!person.html.contains("<script") && !person.html.contains("<b>"))
        let shown = person.html.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        #expect(shown.contains(title))
    }

    @Test("While several are marked, the title of a row says whether it is one of them") func marked() throws {
        let person = Person()
        try person.add("a", "b")
        #expect(!person.html.contains("class=\"open\" aria-pressed"))
        person.dispatch(.selection(.start))
        try person.tap("a")
        let titles = try #require(person.screen.element).all(class: "open")
        #expect(titles.map { $0[.ariaPressed] } == ["false", "true"])
        #expect(person.html.contains("1 selected"))
    }

    @Test("A large number of items is written in threes") func largeNumbers() throws {
        let person = Person()
        person.dispatch(.todos(.pasteLines((1...1_001).map { "n\($0)" }.joined(separator: "\n"))))
        person.dispatch(.todos(.acceptLines))
        person.dispatch(.selection(.all))
        #expect(person.html.contains("1,001 selected"))
        person.dispatch(.item(.deleteSelected))
        #expect(person.html.contains("Deleted 1,001 items"))
    }

    @Test("The parts of the page are called after what is in them") func parts() throws {
        let person = Person(width: 1_440)
        func names() -> [String] {
            person.html.split(separator: "-pane\" aria-label=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        }
        #expect(names() == ["To-dos", "Details"])
        try person.tap("Add with details")
        #expect(names() == ["To-dos", "New to-do"])
        person.dispatch(.money(.show(true)))
        #expect(names() == ["Money", "Upcoming"])
        person.dispatch(.money(.edit(nil)))
        #expect(names() == ["Money", "New entry"])
    }

    @Test("The sheet of keys has those that the side knows") func keys() throws {
        let person = Person()
        func keys() throws -> [String] {
            let sheet = try #require(person.screen.element).all(class: "shortcuts").first
            return try #require(sheet).children.map(\.text)
        }
        person.dispatch(.screen(.openShortcuts))
        #expect(try keys().contains("Ctrl ASelect all"))
        #expect(try keys().count == 27)
        person.dispatch(.money(.show(true)))
        person.dispatch(.screen(.openShortcuts))
        #expect(try keys().count == 19 && keys().contains("xExpense or income"))
    }

    // MARK: Details

    @Test("002.12 Back returns to the list") func back() throws {
        let person = Person()
        try person.add("a")
        try person.tap("a")
        #expect(person.html.contains("data-state=\"detail\""))
        #expect(person.named("Add a to-do") == nil)
        try person.tap("Back")
        #expect(person.html.contains("data-state=\"list\""))
        #expect(person.named("Add a to-do") != nil)
    }

    @Test("002.13 002.14 A to-do shows its title and Check; checked there, it is the first of the finished")
    func checkInDetail() throws {
        let person = Person()
        try person.add("x", "a", "b")
        try person.tap("Finish: x")
        try person.tap("a")
        let actions = try #require(person.screen.element).all(class: "actions")
        #expect(person.named("Title")?.last?[.value] == "a")
        #expect(actions.first?.children.last?.text == "Check")
        let detail = try #require(person.screen.element).all(class: "detail").first
        #expect(detail?.children.last?.element?[.class] == "actions", "at the bottom: nothing comes after it")
        try person.tap("Check")
        #expect(person.named("Uncheck") != nil && person.named("Check") == nil)
        try person.tap("Back")
        #expect(try titles(person, "done") == ["a", "x"])
    }

    @Test("002.15 002.16 A finished item shows Uncheck; unchecked there, it is the last of the to-dos")
    func uncheckInDetail() throws {
        let person = Person()
        try person.add("a", "b", "c")
        try person.tap("Finish: c")
        try person.tap("c")
        #expect(person.named("Title")?.last?[.value] == "c")
        try person.tap("Uncheck")
        #expect(person.named("Check") != nil && person.named("Uncheck") == nil)
        try person.tap("Back")
        #expect(try titles(person, "todo") == ["b", "a", "c"])
    }

    @Test("003.65 Details has three text fields and a switch, filled in; each change is an update")
    func detailFields() throws {
        let person = Person()
        try person.add("a")
        try person.tap("a")
        for (field, text) in [("Title", "A"), ("Description", "d"), ("Notes", "n")] {
            try person.type(text, into: field)
            #expect(person.named(field)?.last.map { $0[.value] == text } == true)
        }
        let item = try #require(person.state.selectedItem)
        #expect(item.title == "A" && item.description == "d" && item.notes == "n" && !item.isCompleted)
        try person.tap("Finished")
        let ring = try #require(person.screen.element?.all(class: "head").first?.children.first?.element)
        #expect(ring[.ariaLabel] == "Finished" && ring[.role] == "switch" && ring[.ariaChecked] == "true")
        #expect(person.state.selectedItem?.isCompleted == true)
    }

    @Test("11.5 A chip says what is set and opens its field below; one is open at a time, and a wrong one stays")
    func chips() throws {
        let person = Person()
        try person.add("Book flights 189 eur #travel")
        try person.tap("Book flights")
        func fields() throws -> [String] {
            try #require(person.screen.element).all(class: "editor")
                .compactMap { $0.children.first?.element?.children.first?.text }
        }
        func chips() throws -> [String] {
            try #require(person.screen.element).all(class: "chip").filter { $0[.class] == "chip" }.map(\.text)
        }
        #expect(try fields() == [] && chips() == ["#travel", "189.00 EUR"])
        try person.tap("#chip-due")
        #expect(try fields() == ["Due"])
        try person.tap("Tomorrow")
        #expect(try chips() == ["Due Tomorrow", "#travel", "189.00 EUR"])
        try person.tap("#chip-amount")
        #expect(try fields() == ["Amount"])
        try person.type("1,2,3", into: "Amount")
        try person.tap("#chip-tags")
        try person.tap("#chip-tags")
        #expect(try fields() == ["Amount"] && person.html.contains("1,2,3"))
        try person.type("7", into: "Amount")
        #expect(try chips() == ["Due Tomorrow", "#travel", "7.00 EUR"])
    }

    @Test("11.5 The panel that changes a to-do makes one, too: with tags, list, priority, reminder and rule")
    func wholeForm() throws {
        let person = Person()
        person.dispatch(.item(.create(.todo(title: "x"))))
        try person.tap("Add with details")
        try person.type("Rent", into: "Title")
        try person.type("tomorrow", into: "Due")
        try person.type("home, flat", into: "Tags")
        try person.tap("High")
        try person.tap("1 hour before")
        try person.tap("Monthly")
        try person.tap("Save")
        let todo = try #require(person.state.incomplete.first)
        #expect(todo.title == "Rent" && todo.tags == ["flat", "home"] && todo.reminders.map(\.text) == ["-1h"])
        #expect(todo.extraFields[.priority] == .choice(1) && todo.rule?.frequency == .monthly)
        #expect(todo.due == person.state.today.adding(days: 1))
    }

    @Test("Links in notes are links, and nothing else is") func links() throws {
        let person = Person()
        try person.add("a")
        try person.tap("a")
        try person.type("see https://example.org/x, not javascript:alert(1)", into: "Notes")
        #expect(
            person.html.contains("<a href=\"https://example.org/x\" target=\"_blank\" rel=\"noopener noreferrer\">"))
        #expect(!person.html.contains("href=\"javascript"))
        try person.type(
            "https://a.example/b_(c), and (https://a.example/d). (As in https://a.example/e_(f)), Https://a.example/g",
            into: "Notes")
        for address in [
            "https://a.example/b_(c)", "https://a.example/d", "https://a.example/e_(f)", "Https://a.example/g",
        ] {
            #expect(person.html.contains("<a href=\"\(address)\""))
        }
        let chinese = "請看https://a.example/x，然後。另見https://b.example/y和http://c.example（http://d.example/z）"
        try person.type(chinese, into: "Notes")
        for address in ["https://a.example/x", "https://b.example/y", "http://c.example", "http://d.example/z"] {
            #expect(person.html.contains("<a href=\"\(address)\""))
        }
    }

    @Test("Details tell in local time when an item was made") func madeAt() throws {
        // 2026-09-21, 14:13 UTC.
        let world = TestWorld().world(minutesAheadOfUTC: 480)
        let app = App(State(node: 7), world: world) { _ in }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.item(.create(.todo(title: "a"))))
        app.dispatch(.screen(.details(try #require(app.state.incomplete.first).id)))
        #expect(appScreen(app.state, world).html.contains("Sep 21, 2026, 22:13"))
    }

    @Test("A row shows what the item costs and when, before its description") func costsInRow() throws {
        let person = Person()
        try person.add("Rent")
        try person.tap("Rent")
        try person.type("flat", into: "Description")
        try person.type("800 EUR", into: "Amount")
        try person.type("2026-12-01", into: "Due")
        #expect(
            person.html.contains(
                "<span class=\"more-text\">flat</span><span class=\"due\">Dec 1</span><span class=\"cost\">800.00 EUR</span>"
            ))
    }

    @Test("A title is one line that wraps: Enter ends it, and line breaks that are pasted are spaces")
    func titleField() throws {
        let person = Person()
        try person.tap("Add with details")
        try person.press("Enter", on: "Title")
        #expect(
            person.state.navigation.route == .form && person.state.allCount == 0 && person.state.notices.shown == nil)
        try person.type("one\ntwo", into: "Title")
        try person.press("Enter", on: "Title")
        #expect(person.state.incomplete.map(\.title) == ["one two"] && person.state.navigation.route == .list)
        try person.tap("one two")
        person.dispatch(.editing(.field(.title, "three")))
        try person.press("Enter", on: "Title")
        #expect(person.state.incomplete.map(\.title) == ["three"])
    }

    @Test("A key that is held down deletes one row and toggles one") func heldKey() throws {
        let person = Person()
        try person.add("c", "b", "a")
        try person.press("Delete", on: "a")
        try person.press("Delete", on: "b", modifiers: .repeated)
        try person.press("x", on: "b", modifiers: .repeated)
        #expect(person.state.incomplete.map(\.title) == ["b", "c"])
    }

    @Test("The field of a title has the browser's menu, the row around it the app's") func titleMenu() throws {
        let person = Person()
        try person.add("a")
        person.dispatch(.editing(.begin(try #require(person.state.incomplete.first).id)))
        try person.rightClick("Title")
        #expect(person.state.navigation.overlay == .none && person.state.editing.title != nil)
        try person.press("Escape", on: "Title")
        try person.rightClick("a")
        #expect(person.state.navigation.overlay != .none)
    }

    @Test("Search says how many it found to those who can't see the list, and keeps an Undo that is offered")
    func found() throws {
        let person = Person()
        try person.add("milk", "bread", "butter", "μισθός")
        for word in ["ΜΙΣΘΌΣ", "μισθόσ", "μισθός"] {
            try person.narrow(to: word)
            #expect(person.html.contains("<p>1 found"))
        }
        try person.type("b", into: "Search")
        // Nobody sees it, so there is nothing in it to get to.
        #expect(person.html.contains(" class=\"notice quiet\"><p>2 found"))
        try person.type("bx", into: "Search")
        #expect(person.html.contains(" class=\"notice quiet\"><p>No results for “bx”</p>"))
        try person.type("", into: "Search")
        person.dispatch(.item(.delete(try #require(person.state.incomplete.last).id)))
        try person.narrow(to: "br")
        #expect(person.html.contains("class=\"undo\""))
    }

    @Test("A filter says how many rows it leaves, too") func filtered() throws {
        let person = Person()
        try person.add("milk", "bread")
        person.dispatch(.todos(.setFilter(.completed)))
        #expect(person.html.contains(" class=\"notice quiet\"><p>Nothing finished yet</p>"))
        person.dispatch(.todos(.setFilter(.all)))
        #expect(person.html.contains(" class=\"notice quiet\"><p>2 found"))
    }

    @Test("Why nothing is synced stands below the list, on both sides") func failure() throws {
        let person = Person()
        #expect(!person.html.contains("be reached</p>"))
        person.dispatch(.outside(.pullFailed(.offline)))
        for isMoney in [false, true] {
            person.dispatch(.money(.show(isMoney)))
            let failure = try #require(person.screen.element?.all(class: "failure").first)
            #expect(failure.text == "The server can't be reached")
            #expect(failure[.ariaLive] == "polite")
        }
    }

    @Test("003.70 Who isn't signed in any more is told so, and where to do it; what is written stays")
    func signedOut() throws {
        let person = Person()
        try person.add("kept")
        person.dispatch(.outside(.pullFailed(.signedOut)))
        #expect(person.html.contains("Signed out: what is written here stays here"))
        try person.tap(try #require(person.screen.element?.all(class: "sync").first?[.ariaLabel]))
        #expect(person.named("Sign in")?.last?[.href] == "/login")
        #expect(try titles(person, "todo") == ["kept"])
    }

    @Test("That nothing can be stored stays on the screen beside what is told to screen readers alone")
    func refusedStorage() throws {
        let person = Person()
        person.dispatch(.outside(.notLoaded("no room")))
        try person.add("a")
        #expect(person.html.contains("isn&#39;t synced lasts as long as this tab. no room"))
        #expect(person.html.contains("Added “a”"))
    }

    @Test("Under a dialog there is nothing of a notice to get to, and Settings offer no undo of nothing")
    func coveredNotice() throws {
        let person = Person()
        person.dispatch(.screen(.openSettings))
        #expect(person.html.contains("disabled>Undo</button>") && person.html.contains("disabled>Redo</button>"))
        person.dispatch(.screen(.closeOverlay))
        try person.add("a")
        person.dispatch(.item(.delete(try #require(person.state.incomplete.first).id)))
        #expect(person.html.contains("class=\"undo\"") && person.html.contains("icon close"))
        person.dispatch(.screen(.openMenu(EntityID(high: 1, low: 1), x: 0, y: 0)))
        #expect(!person.html.contains("class=\"undo\"") && person.html.contains("Deleted “a”"))
    }

    @Test("Who types too long a title is told how long it is, and how long one may be") func longTitle() {
        let person = Person()
        person.dispatch(.todos(.typeNew(String(repeating: "x", count: 10_001))))
        person.dispatch(.todos(.addNew))
        #expect(person.html.contains("The title has 10001 characters, and can have at most 10000."))
    }

    @Test("What was done to several is told in their number") func several() throws {
        let person = Person()
        person.dispatch(.item(.createAll(["a", "b", "c"].map { .todo(title: $0) })))
        #expect(person.html.contains("Added 3 items"))
        person.dispatch(.selection(.all))
        person.dispatch(.item(.checkSelected))
        #expect(person.html.contains("Finished 3 items"))
        person.dispatch(.selection(.all))
        person.dispatch(.item(.checkSelected))
        #expect(person.html.contains("Opened again 3 items"))
        person.dispatch(.settings(.setLanguage(.traditionalChinese)))
        #expect(person.html.contains("已重新開啟 3 項"))
    }

    // MARK: Add

    @Test("002.17 002.18 003.64 + opens a form with title, description and notes; Cancel and Save stand below")
    func form() throws {
        let person = Person()
        try person.tap("Add with details")
        let form = try #require(person.screen.element).all(class: "form").first
        let fields = try #require(form).all(class: "field").compactMap { $0.children.first?.text }
        #expect(fields.prefix(3) == ["Title", "Description", "Notes"])
        #expect(form?.children.last?.element?.children.map(\.text) == ["Cancel", "Save"])
    }

    @Test("002.19 Cancel changes nothing") func cancel() throws {
        let person = Person()
        try person.add("a")
        try person.tap("Add with details")
        try person.type("b", into: "Title")
        try person.tap("Cancel")
        #expect(try titles(person, "todo") == ["a"])
        try person.tap("Add with details")
        #expect(person.named("Title")?.last?[.value] == "")
    }

    @Test("002.20 002.21 Save is disabled without a title, and enabled with one") func save() throws {
        let person = Person()
        try person.tap("Add with details")
        for (title, isEnabled) in [("", false), ("  ", false), ("b", true)] {
            try person.type(title, into: "Title")
            #expect((person.named("Save")?.last?[.disabled] == nil) == isEnabled)
        }
    }

    @Test("002.22 A saved item is the first of the to-dos, with what was typed") func saved() throws {
        let person = Person()
        try person.add("a")
        try person.tap("Add with details")
        for (field, text) in [("Title", "b"), ("Description", "d"), ("Notes", "n")] {
            try person.type(text, into: field)
        }
        try person.tap("Save")
        #expect(person.html.contains("data-state=\"list\""))
        #expect(try titles(person, "todo") == ["b", "a"])
        #expect(person.state.incomplete.first?.notes == "n")
    }

    // MARK: Languages

    @Test("Every screen is there in each language", arguments: Language.all)
    func languages(language: Language) throws {
        let person = Person()
        try person.add("a")
        person.dispatch(.settings(.setLanguage(language)))
        #expect(person.html.contains("lang=\"\(language.tag)\""))
        let (todos, save) =
            language == .english
            ? ("To-dos", "Save") : language == .traditionalChinese ? ("待辦", "儲存") : ("待办", "保存")
        #expect(person.html.contains(">\(todos)</h2>"))
        person.dispatch(.screen(.openForm))
        #expect(person.html.contains(">\(save)</button>"))
    }
}
