import DaybookApp
import DaybookCore
import Testing

/// A tab of a browser that has no server. What the app asks for is carried out by nobody: the tests answer themselves.
class Tab {
    let time = TestWorld()
    var effects: [Effect] = []
    lazy var app = App(State(node: 7), world: time.world()) { [unowned self] in effects.append($0) }

    init() {
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
    }

    var html: String { appScreen(app.state, app.world).html }

    func dispatch(_ action: Action) {
        effects = []
        app.dispatch(action)
    }

    func add(_ title: String) throws -> EntityID {
        dispatch(.item(.create(.todo(title: title))))
        return try #require(app.state.incomplete.first).id
    }

    var focused: String? {
        for case .focus(let id, _) in effects.reversed() { return id }
        return nil
    }

    /// What is to be stored: the keys, and the records among it, as another tab hears of them.
    var stored: (token: Int, keys: [[UInt8]], changes: [LocalBook.Change])? {
        for case .store(let token, let entries) in effects.reversed() {
            return (token, entries.map(\.key), StorageItem.Contents(entries.map(\.value)).changes)
        }
        return nil
    }
}

extension OutsideEvent {
    /// Nothing but these is stored.
    static func loaded(_ records: [Record]) -> OutsideEvent {
        .loaded(records.map { LocalBook.Change(before: nil, after: $0) }, SyncClient.Progress())
    }

    /// Another tab stored these, in the place of nothing.
    static func otherTab(_ records: [Record]) -> OutsideEvent {
        .otherTab(records.map { LocalBook.Change(before: nil, after: $0) }, nil)
    }
}
