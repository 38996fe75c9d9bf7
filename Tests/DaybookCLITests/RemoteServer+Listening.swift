@testable import DaybookCLI

extension RemoteServer {
    /// Listens to the news until a connection that came about has ended. One that doesn't come about, as on a machine that
    /// is busy, is tried again, as a device does.
    func listen(_ onHead: @Sendable () -> Void) async {
        while await !live(onHead), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(100)) }
    }

    /// Listens to the news until it is cancelled. A connection that ends is begun again, as by a device: where hundreds
    /// of tests take turns, nobody may read from it for so long that it counts as silent.
    func follow(_ onHead: @Sendable () -> Void) async {
        while !Task.isCancelled {
            await live(onHead)
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}

extension Task where Failure == Never {
    /// Its end, or the end of the test that waits for it, which then says where it waited.
    var valueOrCancelled: Success? {
        get async {
            let (values, value) = AsyncStream.makeStream(of: Success.self)
            let waiting = Task<Void, Never> { value.yield(await self.value) }
            defer { waiting.cancel() }
            for await value in values { return value }
            return nil
        }
    }
}
