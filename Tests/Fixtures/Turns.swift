/// Lets a few tests at a time do what takes much of the machine: Swift Testing starts all of them at once.
public actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(_ count: Int) { free = count }

    /// Runs `body` once fewer than so many others run. What `body` calls must not wait for a turn of the same object.
    public func take<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }
}
