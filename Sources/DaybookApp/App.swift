import DaybookCore
import Flux

/// The running app: the state, and what of it is shown.
public final class App {
    /// Where the app gets the time and random numbers from.
    public let world: World
    private let store: Store<State, Action, Effect>
    private var renderer = Renderer()

    /// - Parameter perform: carries an effect out, once the state has changed. It may dispatch further actions.
    public init(_ state: State, world: World, perform: @escaping (Effect) -> Void) {
        self.world = world
        store = Store(state) { state, action in reduce(&state, action, world) }
        store.perform = perform
    }

    /// The state as the last action left it.
    public var state: State { store.state }

    /// The steps to undo and redo, for `History(bytes:)`.
    public var history: [UInt8] { store.state.history.bytes }

    /// The key of what is typed in this tab, in the storage.
    public var draftsKey: [UInt8] { StorageItem.draftsKey(of: store.state.sync.client.node) }

    /// Changes the state, then performs the effects. What one of these dispatches waits until this action is done.
    public func dispatch(_ action: Action) { store.dispatch(action) }

    /// Offers an event to an element, then to those that it lies in.
    ///
    /// - Returns: the number of the element that took it; 0 if none did. A move counts once it means something, so that a
    ///   tap stays a tap, also on a row that is pushed aside.
    public func handle(_ event: Event, at id: Int32) -> Int32 {
        guard let taker = renderer.taker(of: event, at: id) else { return 0 }
        dispatch(taker.action)
        guard event.kind == .pointermove else { return taker.id }
        switch store.state.gesture {
        case .none, .pressed: return 0
        case .swipe(let id, _, let distance): return distance == -store.state.swipeWidth(of: id) ? 0 : taker.id
        case .swiped, .drag: return taker.id
        }
    }

    /// The changes since the last time, valid until the next call; nil while the server's page is to stay.
    public func render() -> Patch? {
        guard !store.state.isTakingOver else { return nil }
        renderer.render(appScreen(state, world))
        return renderer.patch
    }

    /// Something else has changed the element with this number, or a text that is its child.
    public func note(_ touch: Touch, at id: Int32) { renderer.note(touch, at: id) }

    /// Forgets what is shown: the root is empty, and the next rendering makes all of it.
    public func startOver() { renderer = Renderer() }

    /// Takes over a document that was rendered before: see `Renderer.adopt`.
    public func adopt(words: [Int32], text: [UInt8]) {
        renderer.adopt(words: words, text: text)
    }
}
