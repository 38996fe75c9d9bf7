public import Foundation

extension Process {
    /// Starts it, and closes the files that were opened for it: they would stay open with the `Process`, which Foundation
    /// keeps after its end.
    ///
    /// - Returns: what ends when the process has ended. A test that is broken off, as at its time limit, waits for it
    ///   all the same: asking a process that runs how it ended would end the tests.
    public func start() throws -> Task<Void, Never> {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        terminationHandler = { _ in end.finish() }
        try run()
        let shared = [FileHandle.nullDevice, .standardInput, .standardOutput, .standardError]
        for given in [standardInput, standardOutput, standardError] {
            guard let file = given as? FileHandle, !shared.contains(where: { $0 === file }) else { continue }
            try file.close()
        }
        return Task { for await _ in ended {} }
    }
}
