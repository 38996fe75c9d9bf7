public import Foundation

/// Held while a process starts and while a pipe is made: a process that starts on another thread meanwhile would keep the
/// pipe open as well, and who reads it, or waits for the first process, would wait for the second.
private let starting = NSLock()

extension Pipe {
    /// A pipe that only its own process gets.
    public static func alone() -> Pipe { starting.withLock { Pipe() } }
}

extension Process {
    /// Starts it with the files that it was given, and no others.
    public func begin() throws { try starting.withLock { try run() } }

    /// Starts it, and closes the files that were opened for it: they would stay open with the `Process`, which Foundation
    /// keeps after its end.
    ///
    /// - Returns: what ends when the process has ended. A test that is broken off, as at its time limit, waits for it
    ///   all the same: asking a process that runs how it ended would end the tests.
    public func start() throws -> Task<Void, Never> {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        terminationHandler = { _ in end.finish() }
        try begin()
        let shared = [FileHandle.nullDevice, .standardInput, .standardOutput, .standardError]
        for given in [standardInput, standardOutput, standardError] {
            guard let file = given as? FileHandle, !shared.contains(where: { $0 === file }) else { continue }
            try file.close()
        }
        return Task { for await _ in ended {} }
    }
}
