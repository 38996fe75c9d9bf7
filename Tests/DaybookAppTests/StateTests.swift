import DaybookApp
import DaybookCore
import Flux
import Testing

/// What can be watched of the state, and what its items are.
@Suite struct StateTests {
    private static func todo(_ id: UInt64, _ title: String) -> Todo {
        Todo(
            id: EntityID(high: 0, low: id), title: title, createdAt: Timestamp(milliseconds: 1),
            todoPosition: Position(bytes: []))
    }

    private static func store() -> Store<State, Action, Effect> {
        let world = TestWorld().world()
        let store = Store<State, Action, Effect>(State(node: 7)) { state, action in
            DaybookApp.reduce(&state, action, world)
        }
        store.dispatch(.outside(.loaded([], SyncClient.Progress())))
        return store
    }

    @Test(
        "003.26 Notes and selection may be missing from what is stored, a title may not; what can't be decoded is a value"
    )
    func decoding() {
        let id = EntityID(high: 1, low: 1)
        let stamp = Stamp(clock: 1 << 16, node: 1)
        var record = Record(id: id)
        record.merge(Register(id, .description, stamp, Array("d".utf8)), isPending: false)
        #expect(Todo(record) == nil)
        record.merge(Register(id, .title, stamp, Array("a".utf8)), isPending: false)
        let todo = Todo(
            id: id, title: "a", description: "d", createdAt: stamp.time, todoPosition: Position(bytes: []),
            isSynced: true)
        #expect(Todo(record) == todo)
        let store = Self.store()
        store.dispatch(.outside(.loaded([LocalBook.Change(before: nil, after: record)], SyncClient.Progress())))
        #expect(store.state.incomplete == [todo] && store.state.selectedItem == nil)
        let whole = StorageItem.combined([], [0] + record.bytes)
        #expect(StorageItem.Content(whole) == .record(record, inPlaceOf: nil))
        for count in 0..<whole.count { #expect(StorageItem.Content(Array(whole.prefix(count))) == nil) }
        #expect(StorageItem.Content([0xFF]) == nil)
        let values = [Array(whole.dropLast()), whole, [0xFF]]
        #expect(StorageItem.Contents(values).changes.map(\.after) == [record], "the others stay")
        // Of what can't be read the server is asked for everything again, and it takes no other's place.
        let known: [UInt8] = [1, 7]
        #expect(StorageItem.Contents([whole, known]).progress?.cursor == 7)
        #expect(StorageItem.Contents(values + [known]).progress == nil)
        #expect(StorageItem.combined(whole, [0xFF]) == whole && StorageItem.combined([], [0xFF]) == [0xFF])
    }

    @Test("003.66 The app asks its server when it starts, for everything or for what came since", arguments: [nil, 7])
    func asksAtStart(cursor: UInt64?) {
        var effects: [Effect] = []
        let app = App(State(node: 7), world: TestWorld().world()) { effects.append($0) }
        let progress = cursor.map { SyncClient.Progress(cursor: $0, epoch: 1) } ?? SyncClient.Progress()
        app.dispatch(.outside(.loaded([], progress)))
        #expect(effects.contains(.pull(cursor: cursor)))
    }

    @Test("The server is asked at once when the network is back, and when it tells of news", arguments: [true, false])
    func asksAtOnce(hasNews: Bool) {
        var effects: [Effect] = []
        let app = App(State(node: 7), world: TestWorld().world()) { effects.append($0) }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        effects = []
        app.dispatch(.outside(hasNews ? .news(1) : .online(true)))
        #expect(effects == [.pull(cursor: nil)])
    }

    @Test("003.27 003.29 An item is known by its id, and a changed one is another value") func identity() {
        let a = Self.todo(1, "a")
        let changed = Todo.nameLens.set(a, "b")
        #expect(a.title == "a" && changed.title == "b")
        #expect(a.id == changed.id && a != changed)
        #expect(Self.todo(2, "a").id != a.id)
    }

    @Test("003.40 003.41 003.42 Items, filter and selection can be observed, each by itself") func observing() throws {
        let store = Self.store()
        var titles: [[String]] = []
        var filters: [Filter] = []
        var selections: [EntityID?] = []
        store.observe({ $0.incomplete.map(\.title) }) { titles.append($0) }
        store.observe({ $0.todos.filter }) { filters.append($0) }
        store.observe({ $0.selectedItem?.id }) { selections.append($0) }
        store.dispatch(.item(.create(.todo(title: "a"))))
        let id = try #require(store.state.incomplete.first).id
        store.dispatch(.todos(.setFilter(.active)))
        store.dispatch(.todos(.setFilter(.active)))
        store.dispatch(.screen(.details(id)))
        #expect(titles == [[], ["a"]])
        #expect(filters == [.all, .active])
        #expect(selections == [nil, id])
    }

    @Test("003.51 One item can be observed by itself: the others' changes are not its own") func oneItem() throws {
        let store = Self.store()
        store.dispatch(.item(.create(.todo(title: "a"))))
        let id = try #require(store.state.incomplete.first).id
        var seen: [String?] = []
        store.observe({ $0.item(id)?.title }) { seen.append($0) }
        store.dispatch(.item(.create(.todo(title: "b"))))
        store.dispatch(.item(.update(Todo.nameLens.set(try #require(store.state.item(id)), "A"))))
        store.dispatch(.item(.delete(id)))
        #expect(seen == ["a", "A", nil])
    }
}
