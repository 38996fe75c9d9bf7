import Fixtures
import Foundation
import Synchronization
import Testing

extension Trait where Self == TimeLimitTrait {
    /// What runs programs may wait for ever. Hundreds of tests take turns, so the limit is far from what one takes.
    static var bounded: Self { .timeLimit(.minutes(25)) }
}

/// The built `daybook`, run as a process on a book in a folder of its own, which is deleted in the end.
final class Program: Sendable {
    private let temporary: TemporaryFolder
    /// Where the program thinks it is, if not where this machine is.
    private let timeZone: TimeZone?
    var folder: URL { temporary.url }
    /// Where the person's own book is.
    var book: String { folder.appending(path: "daybook/book.sqlite").path }

    init(timeZone: TimeZone? = nil) throws {
        self.timeZone = timeZone
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.appending(path: "daybook"), withIntermediateDirectories: false)
    }

    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs `daybook` to its end.
    @discardableResult
    func run(
        _ arguments: String..., environment: [String: String] = [:], input: String = ""
    ) async throws -> Outcome {
        try await run(Self.daybook, arguments, environment, input: input)
    }

    /// Runs `daybook` and expects it to succeed.
    @discardableResult
    func succeed(_ arguments: String...) async throws -> String {
        let outcome = try await run(Self.daybook, arguments, [:])
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome.output
    }

    /// Runs `daybook` and expects it to succeed.
    @discardableResult
    func succeed(_ arguments: [String]) async throws -> String {
        let outcome = try await run(Self.daybook, arguments, [:])
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome.output
    }

    /// Runs another program, named by its path.
    func run(
        _ executable: URL, _ arguments: [String], _ environment: [String: String] = [:], input: String = ""
    ) async throws -> Outcome {
        let name = UUID().uuidString
        let given = folder.appending(path: "\(name).in")
        try Data(input.utf8).write(to: given)
        let output = folder.appending(path: "\(name).out")
        let errors = folder.appending(path: "\(name).err")
        let process = try process(executable, arguments, environment)
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try Self.empty(output)
        process.standardError = try Self.empty(errors)
        await Self.end(of: process, try process.start())
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// Runs a line of the shell to its end, where `$0` is `daybook`, and `$1` the first of the arguments.
    func run(
        shell line: String, _ arguments: [String] = [], _ environment: [String: String] = [:], input: String = ""
    ) async throws -> Outcome {
        try await run(Self.shell, ["-c", line, Self.daybook.path] + arguments, environment, input: input)
    }

    /// Starts `daybook serve` on a free port, calls `body` with its address, and stops it as Ctrl-C does, or with
    /// another signal.
    ///
    /// - Returns: what it wrote to standard error.
    @discardableResult
    func serving(
        _ arguments: String..., endingWith signal: Int32 = SIGINT, while body: (_ url: String) async throws -> Void
    ) async throws -> String {
        try await serving(through: Self.daybook, ["serve", "--port", "0"] + arguments, endingWith: signal) { url, _ in
            try await body(url)
        }
    }

    /// As above, with another program that becomes `daybook serve`.
    @discardableResult
    func serving(
        through executable: URL, _ arguments: [String], endingWith signal: Int32 = SIGINT,
        while body: (_ url: String, _ process: pid_t) async throws -> Void
    ) async throws -> String {
        let log = folder.appending(path: "serve.log")
        let process = try process(executable, arguments, [:])
        let pipe = Pipe.alone()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = try Self.empty(log)
        let ended = try process.start()
        defer { try? pipe.fileHandleForReading.close() }
        let line = pipe.fileHandleForReading.nextOutput()
        let match = line.wholeMatch(of: /Daybook is at (https?:\/\/\S+)\n/)
        let said = try String(contentsOf: log, encoding: .utf8)
        let url = try #require(match?.1, "\(line)\(said)")
        let result = await Result { try await body(String(url), process.processIdentifier) }
        kill(process.processIdentifier, signal)
        await Self.end(of: process, ended)
        #expect(process.terminationStatus == (signal == SIGKILL ? signal : 0))
        try result.get()
        return try String(contentsOf: log, encoding: .utf8)
    }

    /// Lets a line of the shell become `daybook serve`, as `run(shell:)` runs one.
    func serving(
        shell line: String, _ arguments: [String] = [],
        while body: (_ url: String, _ process: pid_t) async throws -> Void
    ) async throws {
        try await serving(through: Self.shell, ["-c", line, Self.daybook.path] + arguments, while: body)
    }

    /// Runs `daybook` while `body` does something, and then stops it as `kill` does, or with another signal.
    ///
    /// - Parameter body: gets what it says.
    func running(
        _ arguments: String..., endingWith signal: Int32 = SIGTERM,
        while body: (_ output: FileHandle) async throws -> Void
    ) async throws {
        let process = try process(Self.daybook, arguments, [:])
        let pipe = Pipe.alone()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        let ended = try process.start()
        defer { try? pipe.fileHandleForReading.close() }
        let result = await Result { try await body(pipe.fileHandleForReading) }
        kill(process.processIdentifier, signal)
        await Self.end(of: process, ended)
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        try result.get()
    }

    private func process(
        _ executable: URL, _ arguments: [String], _ environment: [String: String]
    ) throws -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ["XDG_DATA_HOME": folder.path, "PATH": "/usr/bin:/bin", "HOME": folder.path]
            .merging(timeZone.map { ["TZ": $0.identifier] } ?? [:]) { $1 }
            .merging(environment) { $1 }
        return process
    }

    /// Waits until a process has ended. One that a test still runs at its time limit is killed.
    private static func end(of process: Process, _ ended: Task<Void, Never>) async {
        let id = process.processIdentifier
        await withTaskCancellationHandler {
            await ended.value
        } onCancel: {
            _ = kill(id, SIGKILL)
        }
    }

    private static func empty(_ file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    private static let shell = URL(filePath: "/bin/sh")

    /// The product, which lies beside the tests.
    static let daybook = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "daybook")
}
