import DaybookApp
import DaybookCore
import Flux
import Testing

/// What a person typed, and what other devices wrote meanwhile, is kept.
@Suite final class KeepingTests {
    private let time = TestWorld()
    private var effects: [Effect] = []
    private lazy var app = App(State(node: 7), world: time.world()) { [unowned self] in effects.append($0) }

    init() {
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
    }

    private var html: String { appScreen(app.state, app.world).html }

    private func dispatch(_ action: Action) {
        effects = []
        app.dispatch(action)
    }

    private func add(_ title: String) throws -> EntityID {
        dispatch(.item(.create(TodoDraft(title: title))))
        return try #require(app.state.incomplete.first).id
    }

    private var focused: String? {
        for case .focus(let id, _) in effects.reversed() { return id }
        return nil
    }

    private var stored: (token: Int, keys: [[UInt8]])? {
        for case .store(let token, let entries) in effects.reversed() { return (token, entries.map(\.key)) }
        return nil
    }

    @Test("A pause while one types in the details writes what is there, and leaves the field alone")
    func pause() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "two ")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(app.state.item(id)?.notes == "two ")
        dispatch(.editing(.field(.title, "")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(app.state.item(id)?.title == "a" && html.contains("id=\"detail-title\""))
        if case .problem? = app.state.notice { Issue.record("Nothing is wrong with a title that is being typed.") }
        dispatch(.editing(.field(.title, "b ")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(html.contains("value=\"b \""))
        dispatch(.editing(.field(.amount, "12")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(app.state.item(id)?.amount?.number == "12.00" && html.contains("value=\"12\""))
        dispatch(.editing(.commitDetail))
        #expect(html.contains("value=\"12.00 "))
        dispatch(.editing(.field(.title, " ")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.title == "b" && app.state.notice != nil)
    }

    @Test("What was typed in the details is written when the page is left, and not over what others wrote since")
    func leaving() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "typed")))
        dispatch(.outside(.visible(false)))
        #expect(app.state.item(id)?.notes == "typed")
        dispatch(.item(.update(Todo.notesLens.set(try #require(app.state.item(id)), "theirs"))))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.notes == "theirs")
    }

    @Test("Undo takes back what is being typed in the details, and redo brings it again")
    func undoTyped() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "typed")))
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "" && !html.contains("typed"))
        dispatch(.item(.redo))
        #expect(app.state.item(id)?.notes == "typed")
    }

    @Test("Typing on in a field is one step of undo, and each renaming is one")
    func steps() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        for text in ["n", "no", "note"] {
            dispatch(.editing(.field(.notes, text)))
            dispatch(.outside(.woken(.commitDraft)))
        }
        dispatch(.editing(.commitDetail))
        for title in ["b", "c"] {
            dispatch(.editing(.begin(id)))
            dispatch(.editing(.type(title)))
            dispatch(.editing(.commit))
        }
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "b")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "a" && app.state.item(id)?.notes == "note")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "")
    }

    @Test("Undo of what another device has changed since leaves that alone, and says so")
    func changedSince() throws {
        let id = try add("a")
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "mine"))))
        time.clock += 1_000
        let stamp = Stamp(clock: UInt64(time.clock) << 16, node: 9)
        let theirs = Register(id, .title, stamp, Array("theirs".utf8))
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 5, hasMore: false,
                        registers: [theirs]))))
        #expect(app.state.item(id)?.title == "theirs")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "theirs" && app.state.notice == .keptAsIs)
    }

    @Test("Undo of a drag brings back nothing that was deleted elsewhere") func draggedAndDeleted() throws {
        let (b, a) = (try add("b"), try add("a"))
        dispatch(.item(.move(a, .after(b))))
        time.clock += 1_000
        let stamp = Stamp(clock: UInt64(time.clock) << 16, node: 9)
        var record = Record(id: a)
        record.merge(Register(a, .deleted, stamp, []), isPending: false)
        dispatch(.outside(.otherTab([record], nil)))
        #expect(app.state.incomplete.map(\.title) == ["b"])
        dispatch(.item(.undo))
        #expect(app.state.incomplete.map(\.title) == ["b"])
    }

    @Test("A redo that can't be stored can be done again") func redoNotStored() throws {
        let id = try add("a")
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "b"))))
        dispatch(.item(.undo))
        for _ in 0..<2 {
            dispatch(.item(.redo))
            #expect(app.state.item(id)?.title == "b")
            dispatch(.outside(.notStored(try #require(stored).token, "full")))
            #expect(app.state.item(id)?.title == "a")
        }
    }

    @Test("Two changes of one item of which neither can be stored are both taken back") func neitherStored() throws {
        let id = try add("a")
        var tokens: [Int] = []
        for _ in 0..<2 {
            dispatch(.item(.toggle(id)))
            tokens.append(try #require(stored).token)
        }
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "b"))))
        for token in tokens { dispatch(.outside(.notStored(token, "full"))) }
        let todo = try #require(app.state.item(id))
        #expect(!todo.isCompleted && todo.title == "b")
    }

    @Test("003.70 What another tab has pulled doesn't make anything count as synced that was not sent")
    func otherTabPulls() throws {
        func page(_ cursor: UInt64) -> PullPage {
            PullPage(
                epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: cursor, hasMore: false, registers: []
            )
        }
        func pushes() -> [[UInt8]] { effects.compactMap { if case .push(let bytes) = $0 { bytes } else { nil } } }
        dispatch(.outside(.pullAnswered(page(1))))
        dispatch(.outside(.stored(try #require(stored).token)))
        let first = try add("first")
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(pushes().count == 1)
        dispatch(.outside(.otherTab([], SyncClient.Progress(cursor: 5, epoch: 1))))
        let second = try add("second")
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(pushes().isEmpty, "one is under way")
        let now = Timestamp(milliseconds: time.clock)
        dispatch(.outside(.pushAnswered(.accepted(seq: 6, serverTime: now, epoch: 1))))
        #expect(app.state.item(first)?.isSynced == true && app.state.item(second)?.isSynced == false)
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(pushes().count == 1)
    }

    @Test("Once the device's clock is right again, new things bear the right day") func clockMended() throws {
        let day: Int64 = 86_400_000
        let real = time.clock
        time.clock += 3 * day
        dispatch(.outside(.pushAnswered(.clockAhead(serverTime: Timestamp(milliseconds: real)))))
        time.clock = real
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: real), cursor: 1, hasMore: false, registers: [])
        dispatch(.outside(.pullAnswered(page)))
        dispatch(.money(.show(true)))
        dispatch(.money(.type("5 lunch")))
        dispatch(.money(.record))
        #expect(app.state.book.entries.all.map(\.day) == [CivilDate(Timestamp(milliseconds: real))])
    }

    @Test("An undo that can't be stored is still to be done, also in a tab that was loaded again")
    func undoNotStored() throws {
        let id = try add("a")
        for title in ["b", "c"] {
            dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), title))))
        }
        dispatch(.outside(.restoredHistory(try History(bytes: app.state.history.bytes))))
        for _ in 0..<2 {
            dispatch(.item(.undo))
            #expect(app.state.item(id)?.title == "b")
            dispatch(.outside(.notStored(try #require(stored).token, "full")))
            #expect(app.state.item(id)?.title == "c")
        }
        for title in ["b", "a"] {
            dispatch(.item(.undo))
            #expect(app.state.item(id)?.title == title)
        }
    }

    @Test("While a sheet is open, keys are about the sheet; on the money side they are about money")
    func keys() throws {
        let person = Person()
        try person.add("a")
        for action in [ScreenAction.openShortcuts, .openSettings, .pasteLines("x\ny")] {
            person.dispatch(.screen(action))
            let overlay = person.state.overlay
            for key in ["3", "N", "?", "j", "ArrowDown"] { try person.press(key, on: "Close") }
            #expect(person.state.overlay == overlay && person.state.filter == .all)
            #expect(person.state.route == .list && person.state.cursor == nil)
            try person.press("Escape", on: "Close")
            #expect(person.state.overlay == .none)
        }
        try person.press("3", on: "Settings")
        #expect(person.state.filter == .completed)
        person.dispatch(.money(.show(true)))
        try person.press("1", on: "Settings")
        #expect(person.state.filter == .completed)
        try person.press("?", on: "Settings")
        #expect(!person.html.contains("Alt ↑ ↓") && person.html.contains("Ctrl Z"))
    }

    @Test("A dragged row stays under the finger when the list is scrolled and when rows come in above it") func drag()
        throws
    {
        let titles = ["e", "d", "c", "b", "a"]
        for title in titles.reversed() { _ = try add(title) }
        let id = try #require(app.state.incomplete.first { $0.title == "c" }).id
        func dragged() -> Int? { if case .drag(_, _, let by) = app.state.gesture { by } else { nil } }
        dispatch(.gesture(.pressGrip(id, y: 200)))
        dispatch(.gesture(.move(x: 0, y: 210)))
        #expect(dragged() == 10)
        dispatch(.screen(.scrolled(offset: 60, height: 300)))
        #expect(dragged() == 70)
        dispatch(.gesture(.move(x: 0, y: 215)))
        #expect(dragged() == 75)
        // One more row above, from another tab: what lies under the finger moved down, the row must not.
        let other = App(State(node: 8), world: time.world()) { _ in }
        other.dispatch(.outside(.loaded([], SyncClient.Progress())))
        other.dispatch(.item(.create(TodoDraft(title: "new"))))
        dispatch(.outside(.otherTab(other.state.book.records.values, nil)))
        #expect(dragged() == 15)
        dispatch(.gesture(.move(x: 0, y: 260)))
        #expect(dragged() == 60)
        dispatch(.gesture(.release))
        #expect(app.state.incomplete.map(\.title) == ["new", "e", "d", "b", "c", "a"])
    }

    @Test("A row that is dragged far in a long list stays there to be let go") func longDrag() throws {
        dispatch(.item(.createAll((1...400).map { TodoDraft(title: "\($0)") })))
        let id = try #require(app.state.incomplete.first).id
        dispatch(.gesture(.pressGrip(id, y: 100)))
        dispatch(.screen(.scrolled(offset: 12_000, height: 600)))
        #expect(html.contains("grip-\(id.text)"))
        dispatch(.gesture(.release))
        #expect(app.state.incomplete[200].title == "1")
    }

    @Test("What was changed in the form of an entry is written when one turns to another part of the app")
    func entryFormLeft() throws {
        dispatch(.money(.show(true)))
        dispatch(.money(.type("5 lunch")))
        dispatch(.money(.record))
        let id = try #require(app.state.book.entries.all.first).id
        for (note, leave) in [("b", Action.money(.show(false))), ("c", .outside(.visited("#/money")))] {
            dispatch(.money(.show(true)))
            dispatch(.money(.edit(id)))
            dispatch(.editing(.field(.note, note)))
            dispatch(leave)
            #expect(app.state.book.entries[id]?.note == note && app.state.route == .list)
        }
    }

    @Test("002.19 A form that is left keeps what was typed in it until it is saved or cancelled, and stores nothing")
    func formLeft() throws {
        for leave in [ScreenAction.back, .key("Escape", [])].map({ Action.screen($0) }) + [.outside(.visited("#/"))] {
            dispatch(.screen(.openForm))
            dispatch(.editing(.field(.title, "typed")))
            dispatch(leave)
            #expect(app.state.route == .list && app.state.allCount == 0)
            dispatch(.screen(.openForm))
            #expect(app.state.form.title == "typed")
            dispatch(.screen(.cancel))
            dispatch(.screen(.openForm))
            #expect(app.state.form.title.isEmpty)
            dispatch(.screen(.cancel))

            dispatch(.money(.show(true)))
            dispatch(.money(.edit(nil)))
            dispatch(.editing(.field(.amount, "5")))
            if case .outside = leave { dispatch(.outside(.visited("#/money"))) } else { dispatch(leave) }
            #expect(app.state.route == .list && app.state.book.entries.all.isEmpty)
            dispatch(.money(.edit(nil)))
            #expect(app.state.money.form?.amount == "5")
            dispatch(.screen(.cancel))
            dispatch(.money(.edit(nil)))
            #expect(app.state.money.form?.amount == "")
            dispatch(.screen(.back))
            time.clock += 86_400_000
            dispatch(.money(.edit(nil)))
            #expect(app.state.money.form?.day == CivilDate(Timestamp(milliseconds: time.clock)).text)
            dispatch(.screen(.cancel))
            dispatch(.money(.show(false)))
        }
    }

    @Test("What is typed in a row or in an entry's form is written when the page is left") func pageLeft() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("renamed")))
        dispatch(.outside(.visible(false)))
        #expect(app.state.item(id)?.title == "renamed")
        dispatch(.money(.show(true)))
        dispatch(.money(.type("5 lunch")))
        dispatch(.money(.record))
        let entry = try #require(app.state.book.entries.all.first).id
        dispatch(.money(.edit(entry)))
        dispatch(.editing(.field(.amount, "6")))
        dispatch(.outside(.visible(false)))
        #expect(app.state.book.entries[entry]?.amount?.number == "6.00" && app.state.route == .entry(entry))
    }

    @Test("A title that is left stays there, and the focus goes where it went") func titleLeft() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("b")))
        dispatch(.editing(.leave))
        #expect(app.state.item(id)?.title == "b" && app.state.edit == nil && focused == nil)
    }

    @Test("What is too long for the book is said again when the details are left, rather than lost in silence")
    func tooLong() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, String(repeating: "x", count: 70_000))))
        dispatch(.outside(.woken(.commitDraft)))
        dispatch(.screen(.hideNotice))
        dispatch(.screen(.back))
        #expect(app.state.notice != nil)
    }

    @Test("The menu of a row goes with the row, and choosing in it closes it") func menu() throws {
        let id = try add("a")
        dispatch(.screen(.openMenu(id, x: 0, y: 0)))
        dispatch(.selection(.toggle(id, extends: false)))
        #expect(app.state.overlay == .none && app.state.selected.contains(id))
        dispatch(.selection(.end))
        dispatch(.screen(.openMenu(id, x: 0, y: 0)))
        time.clock += 1_000
        var record = Record(id: id)
        record.merge(
            Register(id, .deleted, Stamp(clock: UInt64(time.clock) << 16, node: 9), []), isPending: false)
        dispatch(.outside(.otherTab([record], nil)))
        #expect(app.state.overlay == .none)
    }

    @Test("The address of an item that is nowhere leads to the list, also without a server") func goneAddress() throws {
        let app = App(State(node: 7), world: time.world()) { [unowned self] in effects.append($0) }
        effects = []
        app.dispatch(.outside(.visited("#/todo/" + EntityID(high: 1, low: 1).text)))
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        #expect(app.state.route == .list)
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

    @Test("Renaming in the row writes a title that was changed, and no other")
    func rename() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "theirs"))))
        dispatch(.editing(.commit))
        #expect(app.state.item(id)?.title == "theirs" && app.state.edit == nil)
        let long = String(repeating: "x", count: 10_001)
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type(long)))
        dispatch(.editing(.commit))
        #expect(app.state.edit?.text == long && app.state.notice != nil, "what can't be taken stays to be mended")
        dispatch(.screen(.typeNew(long)))
        dispatch(.screen(.addNew))
        #expect(app.state.newTitle == long && app.state.allCount == 1)
    }

    @Test("What came from the server and couldn't be stored is stored with what comes next")
    func unstored() throws {
        let theirs = EntityID(high: 1, low: 1)
        let stamp = Stamp(clock: UInt64(time.clock) << 16, node: 1)
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 5, hasMore: false,
            registers: [
                Register(theirs, .title, stamp, Array("theirs".utf8)),
                Register(theirs, .createdAt, stamp, stamp.time.bytes),
                Register(theirs, .todoPosition, stamp, Position.first(stamp).bytes),
            ])
        dispatch(.outside(.pullAnswered(page)))
        let first = try #require(stored)
        #expect(first.keys.contains(theirs.bytes))
        dispatch(.outside(.notStored(first.token, "full")))
        #expect(app.state.item(theirs)?.title == "theirs")
        _ = try add("mine")
        let second = try #require(stored)
        #expect(second.keys.contains(theirs.bytes))
        dispatch(.outside(.notStored(second.token, "full")))
        #expect(app.state.incomplete.map(\.title) == ["theirs"])
        _ = try add("mine")
        let third = try #require(stored)
        #expect(third.keys.contains(theirs.bytes))
        dispatch(.outside(.stored(third.token)))
        _ = try add("another")
        #expect(try !#require(stored).keys.contains(theirs.bytes))
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
        dispatch(.screen(.search("nothing like it")))
        dispatch(.screen(.setFilter(.completed)))
        let id = try add("new")
        #expect(app.state.visible.todo == [id])
        dispatch(.screen(.scrolled(offset: 900, height: 300)))
        _ = try add("newer")
        #expect(app.state.window.scroll == 0)
        dispatch(.money(.show(true)))
        dispatch(.money(.filter(.kinds([.income]))))
        dispatch(.money(.type("5 lunch")))
        dispatch(.money(.record))
        #expect(app.state.money.count == 1)
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
        dispatch(.screen(.search("one")))
        dispatch(.item(.clearCompleted))
        #expect(app.state.completed.map(\.title) == ["two"])
    }

    @Test("What was changed in the form of an entry is written when another is opened, and undo leaves it alone")
    func entryForm() throws {
        dispatch(.money(.show(true)))
        for line in ["1 first", "2 second"] {
            dispatch(.money(.type(line)))
            dispatch(.money(.record))
        }
        let ids = app.state.money.days.flatMap { $0.section.entries.map(\.id) }
        dispatch(.money(.edit(ids[0])))
        dispatch(.editing(.field(.note, "changed")))
        dispatch(.money(.edit(ids[1])))
        #expect(app.state.book.entries[ids[0]]?.note == "changed" && app.state.route == .entry(ids[1]))
        dispatch(.editing(.field(.amount, "x")))
        dispatch(.item(.undo))
        #expect(app.state.money.form?.amount == "x")
        dispatch(.money(.edit(ids[0])))
        #expect(app.state.route == .entry(ids[1]), "what can't be written stays to be mended")
        dispatch(.screen(.back))
        #expect(app.state.route == .entry(ids[1]), "by the arrow, too")
        dispatch(.screen(.cancel))
        dispatch(.money(.delete(ids[0])))
        #expect(focused == "open-" + ids[1].text)
        dispatch(.money(.filter(.text("nothing"))))
        dispatch(.screen(.key("Escape", [])))
        #expect(app.state.money.filter.text.isEmpty)
    }
}
