import Synchronization

/// Lets a few tests at a time do what takes much of the machine: Swift Testing starts all of them at once.
public final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    public init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Runs `body` once fewer than so many others run. What `body` calls must not wait for a turn of the same object.
    public func take<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(turn)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { turn.resume() }
        }
        defer {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.free += 1
                return nil
            }
            next?.resume()
        }
        return try await body()
    }
}
