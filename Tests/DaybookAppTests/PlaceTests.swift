import DaybookApp
import DaybookCore
import Testing

/// Where a person is in the app: rows, keys, menus and the address.
@Suite final class PlaceTests: Tab {
    @Test("While a sheet is open, keys are about the sheet; on the money side they are about money")
    func keys() throws {
        let person = Person()
        try person.add("a")
        for action in [Action.screen(.openShortcuts), .screen(.openSettings), .todos(.pasteLines("x\ny"))] {
            person.dispatch(action)
            let overlay = person.state.navigation.overlay
            for key in ["3", "N", "?", "j", "ArrowDown"] { try person.press(key, on: "Close") }
            #expect(person.state.navigation.overlay == overlay && person.state.todos.filter == .all)
            #expect(person.state.navigation.route == .list && person.state.selection.cursor == nil)
            try person.press("Escape", on: "Close")
            #expect(person.state.navigation.overlay == .none)
        }
        try person.press("3", on: "Settings")
        #expect(person.state.todos.filter == .completed)
        person.dispatch(.money(.show(true)))
        try person.press("1", on: "Settings")
        #expect(person.state.todos.filter == .completed)
        try person.press("?", on: "Settings")
        #expect(!person.html.contains("Alt ↑ ↓") && person.html.contains("Ctrl Z"))
    }

    @Test("11.5 g, then t, u or i, goes to a place from anywhere, a row and details too; m turns to the other side")
    func placeKeys() throws {
        let person = Person()
        try person.add("a")
        let id = try #require(person.state.incomplete.first).id
        for (key, filter, list) in [("u", Filter.upcoming, ShownList.all), ("i", .all, .inbox), ("t", .today, .all)] {
            for (start, place) in [
                (Action.screen(.details(id)), "#detail-back"), (.money(.show(true)), "#settings"),
                (.ignore, "#settings"),
            ] {
                person.dispatch(.lists(.showAll(.all)))
                person.dispatch(start)
                try person.press("g", on: place)
                person.dispatch(.outside(.woken(.poll)))
                try person.press(key, on: place)
                #expect(person.state.todos.filter == filter && person.state.lists.shown == list)
                #expect(!person.state.navigation.isMoney && person.state.navigation.route == .list)
            }
        }
        person.dispatch(.lists(.showAll(.all)))
        try person.press("g", on: "a")
        try person.press("t", on: "a")
        #expect(person.state.todos.filter == .today && person.state.navigation.overlay == .none)
        // A place is named by the next key alone.
        person.dispatch(.lists(.showAll(.all)))
        for key in ["g", "j", "u"] { try person.press(key, on: "#settings") }
        #expect(person.state.todos.filter == .all)
        for isMoney in [true, false] {
            try person.press("m", on: "#settings")
            #expect(person.state.navigation.isMoney == isMoney)
        }
    }

    @Test("Single keys mean nothing where they are turned off; arrows, and keys of a row that has the focus, do")
    func noLetters() throws {
        let person = Person()
        try person.add("b", "a")
        try person.tap("Settings")
        try person.tap("Single-key shortcuts")
        try person.press("Escape", on: "Close")
        for key in ["3", "N", "n", "?", "j", "/"] { try person.press(key, on: "Settings") }
        #expect(
            person.state.todos.filter == .all && person.state.navigation.route == .list
                && person.state.navigation.overlay == .none)
        #expect(person.state.selection.cursor == nil)
        try person.press("ArrowDown", on: "Settings")
        #expect(person.state.selection.cursor != nil)
        try person.press("x", on: "a")
        #expect(person.state.completed.map(\.title) == ["a"])
        person.dispatch(.screen(.openShortcuts))
        #expect(person.html.contains("Alt ↑ ↓") && !person.html.contains("1 – 5") && !person.html.contains("⇧ n"))
        person.dispatch(.screen(.closeOverlay))
        try person.tap("Settings")
        try person.tap("Single-key shortcuts")
        try person.press("Escape", on: "Close")
        try person.press("3", on: "Settings")
        #expect(person.state.todos.filter == .completed)
    }

    @Test("Keys are the input method's while that composes") func composing() throws {
        let person = Person()
        try person.add("a")
        try person.narrow(to: "a")
        for key in ["Escape", "3", "?", "N", "ArrowDown"] {
            for field in ["Search", "Settings"] { try person.press(key, on: field, modifiers: .composing) }
        }
        #expect(
            person.state.todos.filter == .all && person.state.navigation.overlay == .none
                && person.state.navigation.route == .list)
        #expect(person.state.selection.cursor == nil && person.named("Search")?.last?[.value] == "a")
    }

    @Test("After a bulk deletion the focus is on the next row that is left, or else on the one before")
    func bulkDeletion() throws {
        let ids = try ["e", "d", "c", "b", "a"].map { try add($0) }.reversed().map { $0 }
        for (selected, next) in [([1, 2], 3), ([3, 4], 0)] {
            dispatch(.selection(.start))
            for place in selected { dispatch(.selection(.toggle(ids[place], extends: false))) }
            dispatch(.selection(.focusRow(ids[selected[0]], by: 0)))
            dispatch(.item(.deleteSelected))
            #expect(focused == "open-" + ids[next].text && app.state.selection.cursor == ids[next])
        }
    }

    @Test("A key on a row leaves the focus there, however the row got it")
    func keyOnRow() throws {
        let ids = try ["b", "a"].map { try add($0) }
        dispatch(.screen(.details(ids[1])))
        dispatch(.screen(.back))
        dispatch(.item(.change(ids[0], .priority(9))))
        #expect(focused == "open-" + ids[0].text && app.state.selection.cursor == ids[0])
    }

    @Test("An open part of the details gets the focus: a day only where no keyboard covers the days to pick")
    func focusOnPart() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        for (width, part, wanted) in [
            (390, DetailPart.tags, "detail-tags"), (390, .amount, "detail-amount"), (390, .due, nil),
            (1_440, .due, "detail-day"), (1_440, .start, "detail-start"), (1_440, .list, nil),
        ] as [(Int, DetailPart, String?)] {
            dispatch(.outside(.resized(width: width)))
            effects = []
            dispatch(.editing(.open(part)))
            #expect(focused == wanted)
            dispatch(.editing(.open(part)))
        }
        dispatch(.subtasks(.type("b", under: id)))
        dispatch(.subtasks(.add(id)))
        #expect(focused == "subtask")
    }

    @Test("Details beside the list take the focus when they are asked for once more")
    func focusOnDetails() throws {
        let id = try add("a")
        dispatch(.outside(.resized(width: 1_440)))
        effects = []
        dispatch(.screen(.details(id)))
        #expect(app.state.navigation.route == .detail(id) && focused == nil)
        dispatch(.screen(.details(id)))
        #expect(
            app.state.navigation.route == .detail(id) && focused == "detail-title",
            "there is no way back to press there")
        dispatch(.outside(.resized(width: 390)))
        dispatch(.screen(.details(id)))
        #expect(focused == "detail-back")
    }

    @Test("x finishes a row and goes on to the next; the sheet of keys gives the focus back to the row")
    func goingOn() throws {
        let person = Person()
        try person.add("c", "b", "a")
        try person.press("x", on: "a")
        #expect(person.state.completed.map(\.title) == ["a"])
        #expect(person.state.selection.cursor == person.state.incomplete.first?.id)
        let ids = try ["b", "a"].map { try add($0) }
        dispatch(.selection(.focusRow(ids[1], by: 1)))
        dispatch(.screen(.openShortcuts))
        dispatch(.screen(.closeOverlay))
        #expect(focused == "open-" + ids[0].text)
    }

    @Test("Escape leads out of the field that adds, to where keys are commands") func escapedField() throws {
        dispatch(.screen(.key("Escape", .inField)))
        #expect(focused == "settings")
        dispatch(.screen(.key("Escape", [])))
        #expect(focused == nil)
        let ids = try ["b", "a"].map { try add($0) }
        dispatch(.selection(.focusRow(ids[1], by: 1)))
        dispatch(.screen(.key("Escape", .inField)))
        #expect(focused == "open-" + ids[0].text)
    }

    @Test("Escape on the money side leaves the to-dos' search alone, which can't be seen there")
    func escapedMoney() throws {
        dispatch(.todos(.search("x")))
        let id = try add("x")
        dispatch(.todos(.search("x")))
        dispatch(.selection(.focusRow(id, by: 0)))
        dispatch(.money(.show(true)))
        dispatch(.screen(.key("Escape", .inField)))
        #expect(app.state.todos.query.text == "x" && focused == "settings")
        dispatch(.money(.show(false)))
        dispatch(.screen(.key("Escape", .inField)))
        #expect(app.state.todos.query.text == "")
    }

    @Test("Ctrl Z undoes and Ctrl Shift Z redoes, also with Caps Lock on") func capsLock() throws {
        let id = try add("a")
        for (key, modifiers, isThere) in [
            ("Z", [.command], false), ("z", [.command, .shift], true), ("z", [.command], false),
            ("Z", [.command, .shift], true),
        ] as [(String, Event.Modifiers, Bool)] {
            dispatch(.screen(.key(key, modifiers)))
            #expect((app.state.item(id) != nil) == isThere)
        }
    }

    @Test("A selection that has ended, as by a row's details or the form, is nothing to go on from")
    func endedSelection() throws {
        let ids = try ["e", "d", "c", "b", "a"].map { try add($0) }.reversed().map { $0 }
        dispatch(.selection(.toggle(ids[0], extends: false)))
        dispatch(.screen(.details(ids[2])))
        dispatch(.selection(.toggle(ids[4], extends: true)))
        #expect(app.state.selection.ids.ids.sorted() == ids[2...].sorted())
        dispatch(.screen(.openForm))
        #expect(focused == "form-title")
        dispatch(.screen(.key("Escape", [])))
        #expect(app.state.navigation.route == .list && focused == "new")
    }

    @Test("x goes on among the to-dos, and opens nothing again that was finished") func goingOnAmongToDos() throws {
        let ids = try ["d", "c", "b", "a"].map { try add($0) }
        dispatch(.item(.toggle(ids[0])))
        dispatch(.item(.toggleAndGoOn(ids[1])))
        #expect(focused == "open-" + ids[2].text, "the last one goes on to the one before it")
        dispatch(.item(.toggleAndGoOn(ids[2])))
        #expect(focused == "open-" + ids[3].text)
        dispatch(.item(.toggleAndGoOn(ids[3])))
        #expect(focused == nil && app.state.incomplete.isEmpty)
    }

    @Test("A title that is being changed is written when its row is filtered away") func filteredAway() throws {
        let id = try add("a")
        dispatch(.todos(.setFilter(.active)))
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("new")))
        dispatch(.item(.toggle(id)))
        #expect(app.state.editing.title == nil && app.state.item(id)?.title == "new")
    }

    @Test("Of pasted lines the good ones are seen, also where another is too long") func partlyPasted() throws {
        dispatch(.todos(.search("nothing like it")))
        dispatch(.todos(.pasteLines("a\n" + String(repeating: "x", count: 10_001))))
        dispatch(.todos(.acceptLines))
        #expect(app.state.visible.todo.count == 1)
    }

    @Test("A title that is being changed is written when its row is scrolled away") func scrolledAway() throws {
        dispatch(.item(.createAll((1...400).map { .todo(title: "\($0)") })))
        let id = try #require(app.state.incomplete.first).id
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("new")))
        dispatch(.todos(.scrolled(offset: 120, height: 600)))
        #expect(app.state.editing.title != nil)
        dispatch(.todos(.scrolled(offset: 8_800, height: 600)))
        #expect(app.state.editing.title == nil && app.state.item(id)?.title == "new")
    }

    @Test("A drag ends with its row, should another tab delete that") func dragOfGone() throws {
        let id = try add("a")
        dispatch(.gesture(.pressGrip(id, x: 0, y: 100)))
        var record = Record(id: id)
        time.clock += 1_000
        record.merge(Register(id, .deleted, Stamp(clock: UInt64(time.clock) << 16, node: 9), []), isPending: false)
        dispatch(.outside(.otherTab([record])))
        #expect(app.state.gesture == .none)
    }

    @Test("A dragged row stays under the finger when the list is scrolled and when rows come in above it") func drag()
        throws
    {
        let titles = ["e", "d", "c", "b", "a"]
        for title in titles.reversed() { _ = try add(title) }
        let id = try #require(app.state.incomplete.first { $0.title == "c" }).id
        func dragged() -> Int? { if case .drag(_, _, _, let by, _) = app.state.gesture { by } else { nil } }
        dispatch(.gesture(.pressGrip(id, x: 0, y: 200)))
        dispatch(.gesture(.move(x: 0, y: 210)))
        #expect(dragged() == 10)
        dispatch(.todos(.scrolled(offset: 60, height: 300)))
        #expect(dragged() == 70)
        dispatch(.gesture(.move(x: 0, y: 215)))
        #expect(dragged() == 75)
        // One more row above, from another tab: what lies under the finger moved down, the row must not.
        let other = App(State(node: 8), world: time.world()) { _ in }
        other.dispatch(.outside(.loaded([], SyncClient.Progress())))
        other.dispatch(.item(.create(.todo(title: "new"))))
        dispatch(
            .outside(.otherTab(other.state.book.records.values)))
        #expect(dragged() == 31)
        dispatch(.gesture(.move(x: 0, y: 245)))
        #expect(dragged() == 61)
        dispatch(.gesture(.release))
        #expect(app.state.incomplete.map(\.title) == ["new", "e", "d", "b", "c", "a"])
    }

    @Test("A row that is dragged far in a long list stays there to be let go") func longDrag() throws {
        dispatch(.item(.createAll((1...400).map { .todo(title: "\($0)") })))
        let id = try #require(app.state.incomplete.first).id
        dispatch(.gesture(.pressGrip(id, x: 0, y: 100)))
        dispatch(.todos(.scrolled(offset: 8_800, height: 600)))
        #expect(html.contains("grip-\(id.text)"))
        dispatch(.gesture(.release))
        #expect(app.state.incomplete.dropFirst(200).first?.title == "1")
    }

    @Test("Details of what was checked and is filtered away give the focus to the row beside it")
    func checkedAway() throws {
        let ids = try ["c", "b", "a"].map { try add($0) }
        dispatch(.todos(.setFilter(.active)))
        dispatch(.screen(.details(ids[1])))
        dispatch(.item(.toggle(ids[1])))
        dispatch(.screen(.back))
        #expect(focused == "open-" + ids[0].text)
    }

    @Test("A page that is printed has all rows, on both sides") func printing() throws {
        dispatch(.item(.createAll((1...300).map { .todo(title: "\($0)") })))
        func rows() -> Int { html.split(separator: "class=\"name\"").count - 1 }
        #expect(rows() < 100 && html.contains("aria-posinset=\"2\" aria-setsize=\"300\""))
        dispatch(.outside(.printing(true)))
        #expect(rows() == 300 && !html.contains("aria-posinset"))
        dispatch(.outside(.printing(false)))
        #expect(rows() < 100)
        dispatch(.money(.show(true)))
        for number in 1...300 {
            dispatch(.record(.type("\(number) lunch")))
            dispatch(.record(.save))
        }
        #expect(rows() < 100 && html.contains("aria-posinset=\"2\" aria-setsize=\"300\""))
        dispatch(.outside(.printing(true)))
        #expect(rows() == 300 && !html.contains("aria-posinset"))
    }

    @Test("A title that is left stays there, and the focus goes where it went") func titleLeft() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("b")))
        dispatch(.editing(.leave))
        #expect(app.state.item(id)?.title == "b" && app.state.editing.title == nil && focused == nil)
    }

    @Test("The menu of a row goes with the row, and choosing in it closes it") func menu() throws {
        let id = try add("a")
        dispatch(.screen(.openMenu(id, x: 0, y: 0)))
        dispatch(.selection(.toggle(id, extends: false)))
        #expect(app.state.navigation.overlay == .none && app.state.selection.ids.contains(id))
        dispatch(.selection(.end))
        dispatch(.screen(.openMenu(id, x: 0, y: 0)))
        time.clock += 1_000
        var record = Record(id: id)
        record.merge(
            Register(id, .deleted, Stamp(clock: UInt64(time.clock) << 16, node: 9), []), isPending: false)
        dispatch(.outside(.otherTab([record])))
        #expect(app.state.navigation.overlay == .none)
    }

    @Test("The address of an item that is nowhere leads to the list, also without a server") func goneAddress() throws {
        let app = App(State(node: 7), world: time.world()) { [unowned self] in effects.append($0) }
        effects = []
        app.dispatch(.outside(.visited("#/todo/" + EntityID(high: 1, low: 1).text)))
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        #expect(app.state.navigation.route == .list)
        #expect(effects.contains { if case .visit("#/", true) = $0 { true } else { false } })
    }

    @Test("Looking into one item after another adds one step to the browser's history") func browserHistory() throws {
        let id = try add("a")
        var steps = 0
        for _ in 0..<3 {
            dispatch(.screen(.details(id)))
            for case .visit(_, let replaces) in effects where !replaces { steps += 1 }
            dispatch(.screen(.back))
            for case .visit(_, let replaces) in effects where !replaces { steps += 1 }
        }
        #expect(steps == 1)
        // The browser's own Back.
        dispatch(.outside(.visited("#/")))
        dispatch(.screen(.details(id)))
        #expect(effects.contains { if case .visit(_, false) = $0 { true } else { false } })
    }

    @Test("The browser's Back closes what covers the screen, or ends selecting, and goes nowhere else")
    func backCloses() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        for cover in [ScreenAction.openSettings, .openShortcuts, .openMenu(id, x: 0, y: 0)] {
            dispatch(.screen(cover))
            dispatch(.outside(.visited("#/")))
            #expect(app.state.navigation.overlay == .none && app.state.navigation.route == .detail(id))
            #expect(effects.contains { $0 == .visit("#/todo/" + id.text, replaces: false) })
        }
        dispatch(.screen(.back))
        dispatch(.selection(.start))
        dispatch(.outside(.visited("#/")))
        #expect(!app.state.selection.isOn)
        dispatch(.screen(.details(id)))
        dispatch(.outside(.visited("#/")))
        #expect(app.state.navigation.route == .list)
    }

    @Test("Shift selects from the row on which one was, also if nothing was selected before") func shiftFirst() throws {
        let ids = try ["e", "d", "c", "b", "a"].map { try add($0) }
        dispatch(.screen(.details(ids[3])))
        dispatch(.selection(.toggle(ids[1], extends: true)))
        #expect(Set(app.state.selection.ids.ids) == Set(ids[1...3]))
        // From the row that was marked, wherever the arrow keys went since.
        dispatch(.selection(.end))
        dispatch(.selection(.toggle(ids[0], extends: false)))
        dispatch(.selection(.focusRow(ids[0], by: -2)))
        dispatch(.selection(.toggle(ids[4], extends: true)))
        #expect(Set(app.state.selection.ids.ids) == Set(ids))
    }

    @Test("Who checks an item in its details comes back to it, however far it has gone in the list")
    func checkedFarAway() throws {
        let ids = try (0..<500).map { try add("\($0)") }
        dispatch(.screen(.details(ids[499])))
        dispatch(.item(.toggle(ids[499])))
        dispatch(.screen(.back))
        #expect(focused == "open-" + ids[499].text)
        #expect(html.contains("id=\"open-\(ids[499].text)\""))
        #expect(effects.contains { if case .scroll(let offset) = $0 { offset > 1_000 } else { false } })
        // One that is there already is left where it is, and so is the list of the other side.
        dispatch(.screen(.details(ids[499])))
        dispatch(.screen(.back))
        #expect(!effects.contains { if case .scroll = $0 { true } else { false } })
        dispatch(.money(.show(true)))
        dispatch(.screen(.details(ids[0])))
        dispatch(.screen(.back))
        #expect(!effects.contains { if case .scroll = $0 { true } else { false } })
    }

    @Test("Beyond the last row the keys stay on it, also if the focus has left it") func lastRow() throws {
        let (b, a) = (try add("b"), try add("a"))
        for (steps, end) in [(1, b), (-1, a)] {
            for _ in 0..<3 { dispatch(.selection(.focusRow(app.state.selection.cursor, by: steps))) }
            #expect(focused == "open-" + end.text)
        }
    }

    @Test("The keys begin with the first row, or upwards with the last") func firstRow() throws {
        let (b, a) = (try add("b"), try add("a"))
        for (steps, row) in [(1, a), (-1, b)] {
            dispatch(.selection(.focusRow(nil, by: steps)))
            #expect(focused == "open-" + row.text)
        }
    }

    @Test("A row that the keys reach is scrolled to, with the one after it") func reachedRow() throws {
        let ids = try (0..<20).map { try add("\($0)") }.reversed().map { $0 }
        dispatch(.todos(.scrolled(offset: 0, height: 300)))
        dispatch(.selection(.focusRow(ids[3], by: 1)))
        // Below the heading, 40 pixels, six rows of 44.
        #expect(effects.contains(.scroll(40 + 6 * 44 - 300)))
    }

    @Test("Each side of the book is scrolled as it was, also by the browser's Back") func sidesScrolled() throws {
        _ = try add("a")
        dispatch(.todos(.scrolled(offset: 700, height: 400)))
        dispatch(.money(.show(true)))
        #expect(effects.contains(.scroll(0)))
        dispatch(.todos(.scrolled(offset: 90, height: 400)))
        dispatch(.outside(.visited("#/")))
        #expect(effects.contains(.scroll(700)))
        dispatch(.money(.show(true)))
        #expect(effects.contains(.scroll(90)))
    }

    @Test("After a deletion the keys are on the row beside it")
    func focus() throws {
        let (c, b, a) = (try add("c"), try add("b"), try add("a"))
        dispatch(.item(.delete(b)))
        #expect(focused == "open-" + c.text)
        dispatch(.item(.delete(c)))
        #expect(focused == "open-" + a.text)
        dispatch(.screen(.openMenu(a, x: 0, y: 0)))
        dispatch(.item(.toggle(a)))
        #expect(focused == "more-" + a.text)
    }

    @Test("What was added is seen, whatever was searched for")
    func added() throws {
        dispatch(.todos(.search("nothing like it")))
        dispatch(.todos(.setFilter(.completed)))
        let id = try add("new")
        #expect(app.state.visible.todo == [id])
        dispatch(.todos(.scrolled(offset: 900, height: 300)))
        _ = try add("newer")
        #expect(app.state.navigation.window.scroll == 0)
        dispatch(.money(.show(true)))
        dispatch(.money(.filter(.kinds([.income]))))
        dispatch(.record(.type("5 lunch")))
        dispatch(.record(.save))
        #expect(app.state.entries.count == 1)
    }

    @Test("Keys on a marked row are about all that are marked")
    func marked() throws {
        let person = Person()
        try person.add("a", "b", "c", "d")
        let ids = person.state.incomplete.map(\.id)
        for id in ids.prefix(2) { person.dispatch(.selection(.toggle(id, extends: false))) }
        try person.press("Delete", on: "d")
        #expect(person.state.incomplete.map(\.title) == ["b", "a"])
        try person.press("Delete", on: "b")
        #expect(person.state.incomplete.map(\.title) == ["a"])
    }

    @Test("Clearing the finished takes what is shown of them")
    func clear() throws {
        for title in ["one", "two"] { dispatch(.item(.toggle(try add(title)))) }
        dispatch(.todos(.search("one")))
        dispatch(.item(.clearCompleted))
        #expect(app.state.completed.map(\.title) == ["two"])
    }
}
