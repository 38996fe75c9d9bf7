import Fixtures
import Foundation
import Synchronization

/// `daybook serve` at a port of its own, which may be killed and started.
final class ServerProcess: Sendable {
    let (host, port): (String, Int)
    private let url: String
    /// What runs it.
    private let command: [String]
    private let options: [String]
    private let process = Mutex<Process?>(nil)

    /// - Parameter isLossless: whether only a synchronous standby takes over.
    init(_ url: String, isLossless: Bool) throws {
        (self.url, command, host, port) = (url, [], "127.0.0.1", try freePort())
        options = isLossless ? ["--failover", "lossless"] : []
    }

    init(_ url: String, on island: Island) {
        (command, host, port) = (island.command, island.host, 8080)
        // Nobody else is on that cable, so what comes from there may be in the open.
        options = ["--trusted-proxy", island.clients]
        self.url = Postgres.address(of: url, at: island.database)
    }

    /// Returns once it listens, or couldn't since there is no database; then it tries again when it is started next.
    func start() throws {
        for _ in 0..<20 {
            let process = Process()
            let words =
                command + [
                    Program.daybook.path, "serve", "--host", host, "--port", "\(port)", "--database", url,
                    "--log-level", "critical",
                ] + options
            process.executableURL = URL(filePath: words[0])
            process.arguments = Array(words.dropFirst())
            let pipe = Pipe.alone()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            _ = try process.start()
            self.process.withLock { $0 = process }
            defer { try? pipe.fileHandleForReading.close() }
            if pipe.fileHandleForReading.nextOutput().hasPrefix("Daybook is at ") { return }
        }
        throw POSIXError(.ECHILD)
    }

    func signal(_ signal: Int32) {
        process.withLock { process in
            if let process, process.isRunning { Foundation.kill(process.processIdentifier, signal) }
        }
    }

    func kill() { end(SIGKILL) }

    /// Returns once it has ended.
    func end(_ signal: Int32 = SIGTERM) {
        self.signal(signal)
        process.withLock { process in
            process?.waitUntilExit()
            process = nil
        }
    }
}
