/// Holds the state and lets it change in one way only: by dispatching an action.
///
/// The reducer is pure. What has to happen outside (storing, sending, focusing) it answers as
/// effects, which are values too; `perform` carries them out and may dispatch further actions.
/// A store belongs to one thread or actor.
public final class Store<State, Action, Effect> {
    /// Changes the state as the action says, and answers what has to happen outside.
    public typealias Reduce = (inout State, Action) -> [Effect]

    /// The present state. Only an action changes it.
    public private(set) var state: State

    /// Carries out the effects. Set once, before the first action.
    ///
    /// The store keeps this closure: what holds the store has to be captured `weak` or `unowned` here, and so does the
    /// store itself, or neither ever goes away.
    public var perform: (Effect) -> Void = { _ in }

    private let reduce: Reduce
    private var waiting: [Action] = []
    private var isRunning = false
    private let observers = Observers()

    /// A store that starts with this state.
    public init(_ state: State, reduce: @escaping Reduce) {
        self.state = state
        self.reduce = reduce
    }

    /// Reduces `action`, tells the observers whose values changed, then performs the effects.
    /// An action dispatched from an observer or an effect waits until this one is done.
    public func dispatch(_ action: Action) {
        waiting.append(action)
        run()
    }

    /// Goes on with all that waits, in the order in which it came.
    private func run() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        var next = 0
        while next < waiting.count {
            let action = waiting[next]
            next += 1
            let effects = reduce(&state, action)
            // One that an earlier one cancels hears nothing more.
            for observer in observers.list { observer.look?(self) }
            for effect in effects { perform(effect) }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Calls `onChange` with the selected value now, and again after each action that changed it. An action that the
    /// first call dispatches waits until that call is done. Goes on until the observation is cancelled, or the store is
    /// gone.
    @discardableResult
    public func observe<Value: Equatable>(
        _ select: @escaping (State) -> Value, onChange: @escaping (Value) -> Void
    ) -> Observation {
        var last = select(state)
        let observer = Observer { store in
            let value = select(store.state)
            guard value != last else { return }
            last = value
            onChange(value)
        }
        observers.list.append(observer)
        let wasRunning = isRunning
        isRunning = true
        onChange(last)
        isRunning = wasRunning
        run()
        // Kept for longer than the store, it keeps none of the others.
        #if hasFeature(Embedded)
            // There are no weak references there.
            let observers: Observers? = observers
        #else
            weak let observers = observers
        #endif
        return Observation {
            guard observer.look != nil else { return }
            observer.look = nil
            guard let observers else { return }
            observers.cancelledCount += 1
            // Not at each, so that ending many takes no longer for each of them.
            guard observers.cancelledCount * 2 > observers.list.count else { return }
            observers.list.removeAll { $0.look == nil }
            observers.cancelledCount = 0
        }
    }

    private final class Observer {
        /// Nil once it is cancelled.
        var look: ((Store) -> Void)?

        init(_ look: @escaping (Store) -> Void) { self.look = look }
    }

    private final class Observers {
        var list: [Observer] = []
        /// How many of them hear nothing any more.
        var cancelledCount = 0
    }
}

/// A running observation. It ends when `cancel` is called, and with its store.
public struct Observation {
    /// Ends it. A second call does nothing.
    public let cancel: () -> Void
}
