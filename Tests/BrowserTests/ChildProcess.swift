import Fixtures
import Foundation
import Synchronization

/// A program that runs while a test does. It ends with `stop`, or at the latest with the object.
final class ChildProcess: Sendable {
    private let process: Mutex<Process>
    private let ended: Task<Void, Never>
    let firstLine: String

    /// Starts it, and waits for its first line that contains `sign`.
    ///
    /// - Parameter environment: what is other there than here.
    init(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:], until sign: String,
        log: URL? = nil
    ) throws {
        let child = Process()
        let pipe = Pipe.alone()
        child.executableURL = executable
        child.arguments = arguments
        child.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        child.standardInput = FileHandle.nullDevice
        child.standardOutput = pipe
        if let log {
            if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
            let handle = try FileHandle(forWritingTo: log)
            try handle.seekToEnd()
            child.standardError = handle
        } else {
            child.standardError = FileHandle.nullDevice
        }
        let ended = try child.start()
        var output = ""
        var found: String?
        while found == nil {
            let said = pipe.fileHandleForReading.nextOutput()
            if said.isEmpty { break }
            output += said
            found = output.split(separator: "\n").first { $0.contains(sign) }.map(String.init)
        }
        // Whatever else it prints must not fill the pipe. On a thread: Foundation may close the file under a handler.
        let rest = pipe.fileHandleForReading
        Thread.detachNewThread { while !rest.nextOutput().isEmpty {} }
        guard let found else { throw BrowserError("\(executable.lastPathComponent) did not start: \(output)") }
        process = Mutex(child)
        self.ended = ended
        firstLine = found
    }

    deinit {
        process.withLock { if $0.isRunning { $0.terminate() } }
    }

    /// Asks it to end, and waits until it has.
    func stop() async {
        process.withLock { if $0.isRunning { $0.terminate() } }
        await ended.value
    }

    /// Holds it up, or lets it go on.
    func hold(_ isHeld: Bool) {
        process.withLock { _ = Foundation.kill($0.processIdentifier, isHeld ? SIGSTOP : SIGCONT) }
    }

    /// Ends it and what it started without asking: chromedriver doesn't listen, and leaves Chromium running. Foundation
    /// gives each program a process group of its own.
    func kill() {
        process.withLock { if $0.isRunning { _ = Foundation.kill(-$0.processIdentifier, SIGKILL) } }
    }
}

/// Why a test can't go on.
struct BrowserError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
