import DaybookApp
import DaybookCore
import Flux
import Testing

/// The app with a storage that says yes or no.
@Suite final class AppTests {
    private var storageWorks = true
    private var stores: [Int] = []
    private lazy var app = App(State(node: 7), world: TestWorld().world()) { [unowned self] effect in
        if case .store(let token, _) = effect { stores.append(token) }
    }

    init() { app.dispatch(.outside(.loaded([], SyncClient.Progress()))) }

    private func perform(_ action: ItemAction) {
        app.dispatch(.item(action))
        for token in stores { app.dispatch(.outside(storageWorks ? .stored(token) : .notStored(token, "disk full"))) }
        stores = []
    }

    private func add(_ title: String) throws -> EntityID {
        perform(.create(.todo(title: title)))
        return try #require(app.state.incomplete.first).id
    }

    private func titles(_ ids: [EntityID]) -> [String] { ids.compactMap { app.state.item($0)?.title } }

    @Test("A new device on a slow line says that it is getting the book, not that there is none, until it is all there")
    func slowFirstPull() throws {
        let time = TestWorld()
        let app = App(State(node: 7), world: time.world()) { _ in }
        var html: String { appScreen(app.state, app.world).html }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        #expect(app.render() == nil, "the server's page is still the best there is to show")
        app.dispatch(.outside(.woken(.takeOver)))
        #expect(app.render() != nil)
        let (syncing, none) = ("Syncing…", "Nothing to do")
        #expect(html.contains(syncing) && !html.contains(none))
        app.dispatch(.money(.show(true)))
        #expect(!html.contains("Nothing recorded"))
        app.dispatch(.money(.show(false)))
        for hasMore in [true, false] {
            app.dispatch(
                .outside(
                    .pullAnswered(
                        PullPage(
                            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: hasMore ? 1 : 2,
                            hasMore: hasMore, registers: []))))
            #expect(html.contains(syncing) == hasMore && html.contains(none) == !hasMore)
        }
        #expect(html.contains("Everything is synced"))
    }

    @Test("003.53 003.67 A created item is the first of the to-dos, and unsynced") func create() throws {
        _ = try add("a")
        _ = try add("b")
        #expect(app.state.incomplete.map(\.title) == ["b", "a"])
        #expect(app.state.unsynced.map(\.title) == ["b", "a"])
    }

    @Test("Pasted lines are offered without the marks of a list, and nothing of a line that has only a mark")
    func pasted() {
        app.dispatch(.todos(.pasteLines("- a\n- \n  * b\n-\n- [ ] - c\n\n  d ")))
        #expect(app.state.todos.pastedLines == ["a", "b", "-", "- c", "d "])
    }

    @Test("A pasted line that is too long for a title stays in the field, to be mended") func pastedTooLong() {
        let long = String(repeating: "x", count: ItemError.longestTitle + 1)
        app.dispatch(.todos(.pasteLines("a\n\(long)\nb")))
        app.dispatch(.todos(.acceptLines))
        #expect(app.state.incomplete.map(\.title) == ["a", "b"])
        #expect(app.state.todos.newTitle == long && app.state.navigation.overlay == .none)
    }

    @Test("Pasted lines that stay one are parted by spaces, from what is typed already too") func pastedAsOne() {
        app.dispatch(.todos(.typeNew("a")))
        app.dispatch(.todos(.pasteLines("- [X] a\n* [ ] b\n+ c\n・買い物\n☐ d")))
        #expect(app.state.todos.pastedLines == ["a", "b", "c", "買い物", "d"])
        app.dispatch(.todos(.pasteLines("b\nc")))
        app.dispatch(.todos(.keepAsOneLine))
        #expect(app.state.todos.newTitle == "a b c")
    }

    @Test("003.44 003.45 003.46 003.47 003.48 003.58 Completed, incomplete and their counts follow a toggle")
    func toggle() throws {
        let (a, _) = (try add("a"), try add("b"))
        perform(.toggle(a))
        #expect(app.state.completed.map(\.title) == ["a"])
        #expect(app.state.incomplete.map(\.title) == ["b"])
        #expect(app.state.stats.all == 2 && app.state.stats.incomplete == 1)
        perform(.toggle(a))
        #expect(app.state.incomplete.map(\.title) == ["b", "a"])
    }

    @Test("003.25 003.43 003.57 The visible list follows the filter") func filter() throws {
        let theirs = EntityID(high: 1, low: 1)
        let stamp = Stamp(clock: 1 << 16, node: 1)
        app.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: 1), cursor: 5, hasMore: false,
                        registers: [
                            Register(theirs, .title, stamp, Array("synced".utf8)),
                            Register(theirs, .createdAt, stamp, stamp.time.bytes),
                            Register(theirs, .todoPosition, stamp, Position.first(stamp).bytes),
                        ]))))
        let (a, b) = (try add("a"), try add("b"))
        perform(.toggle(a))
        app.dispatch(.screen(.details(b)))
        for (filter, todo, done) in [
            (Filter.all, ["b", "synced"], ["a"]), (.active, ["b", "synced"], []), (.completed, [], ["a"]),
            (.unsynced, ["b"], ["a"]), (.selected, ["b"], []),
        ] {
            app.dispatch(.todos(.setFilter(filter)))
            #expect(titles(app.state.visible.todo) == todo)
            #expect(titles(app.state.visible.done) == done)
        }
    }

    @Test("003.50 003.55 Details selects one and deselects the others") func details() throws {
        let (a, b) = (try add("a"), try add("b"))
        app.dispatch(.screen(.details(a)))
        #expect(app.state.selectedItem?.id == a)
        app.dispatch(.screen(.details(b)))
        #expect(app.state.selectedItem?.id == b)
    }

    @Test("003.52 003.54 003.59 Update, delete and clear completed") func change() throws {
        let (a, b) = (try add("a"), try add("b"))
        perform(.update(Todo.notesLens.set(try #require(app.state.item(a)), "n")))
        #expect(app.state.item(a)?.notes == "n")
        perform(.toggle(a))
        perform(.clearCompleted)
        #expect(app.state.allCount == 1)
        perform(.delete(b))
        #expect(app.state.allCount == 0)
    }

    @Test("A change that can't be stored is taken back") func failedStore() throws {
        let a = try add("a")
        storageWorks = false
        perform(.delete(a))
        #expect(app.state.incomplete.map(\.title) == ["a"])
        #expect(app.state.notices.shown != nil)
    }

    @Test("003.56 Loading what is there already gives no duplicates") func loadTwice() throws {
        let a = try add("a")
        var record = Record(id: a)
        record.merge(
            Register(a, .title, Stamp(clock: 1, node: 1), Array("old".utf8)), isPending: false)
        var other = Record(id: EntityID(high: 0, low: 1))
        other.merge(Register(other.id, .title, Stamp(clock: 1, node: 1), Array("b".utf8)), isPending: false)
        for _ in 1...2 { app.dispatch(.outside(.loaded([record, other]))) }
        #expect(Set(app.state.incomplete.map(\.title)) == ["a", "b"])
        #expect(app.state.stats.all == 2)
    }

    @Test("What is written in the notes of an item is found by a search") func searchedNotes() throws {
        let a = try add("a")
        perform(.update(Todo.notesLens.set(try #require(app.state.item(a)), "milk")))
        app.dispatch(.todos(.search("milk")))
        #expect(app.state.visible.todo == [a])
    }

    @Test("Several that are finished at once keep their order") func checkSelected() {
        perform(.createAll(["a", "b", "c"].map { .todo(title: $0) }))
        app.dispatch(.selection(.all))
        perform(.checkSelected)
        #expect(app.state.completed.map(\.title) == ["a", "b", "c"])
    }
}
