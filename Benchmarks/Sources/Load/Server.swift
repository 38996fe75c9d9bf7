import Foundation

/// The built program as a process.
public final class Server {
    public let port: UInt16
    private let process: Process

    /// The program that was built with the benchmark: optimised if that is.
    public static let daybook = program("daybook")

    /// The path of a program that was built with this one.
    public static func program(_ name: String) -> String {
        Bundle.main.bundleURL.resolvingSymlinksInPath().appending(path: name).path
    }

    /// Serves a book on a free port.
    public convenience init(book: String) throws {
        try self.init(Self.daybook, ["serve", "--port", "0", "--book", book, "--log-level", "warning"])
    }

    /// Starts a program that says its address in its first line.
    public init(_ program: String, _ arguments: [String]) throws {
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = waiting(for: "the address of \(program)") {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        guard let port = line.split(separator: ":").last.flatMap({ UInt16($0.trimmingCharacters(in: .newlines)) })
        else {
            throw BenchmarkError(message: "\(program) said: \(line)")
        }
        self.port = port
    }

    /// The processor time that the process has used so far, in seconds.
    public func processorSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        // The name before it may hold spaces. What follows the parenthesis starts with field 3 of proc(5).
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchmarkError(message: "The time of the server can't be read.")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The memory that the process occupies, in kilobytes.
    public func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Int($0.filter(\.isNumber)) }) else {
            throw BenchmarkError(message: "The memory of the server can't be read.")
        }
        return number
    }

    public func stop() {
        process.interrupt()
        waiting(for: "the server's end") { process.waitUntilExit() }
    }

    /// How long a program runs, from its start to its end. Foundation's `Process` looks only every 50 ms.
    public static func seconds(of command: [String]) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        // On a terminal it would ask, and wait for an answer.
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }

        let start = DispatchTime.now().uptimeNanoseconds
        var process = pid_t()
        var status: Int32 = 0
        guard posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0,
            waiting(for: command[0], { waitpid(process, &status, 0) }) == process, status == 0
        else { throw BenchmarkError(message: "\(command.joined(separator: " ")) failed") }
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    /// How long a program runs until it has written something. The rest is read, too.
    public static func secondsToFirstByte(of command: [String]) throws -> Double {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchmarkError(message: "no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }

        let start = DispatchTime.now().uptimeNanoseconds
        var process = pid_t()
        guard posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0 else {
            throw BenchmarkError(message: "\(command[0]) does not start")
        }
        close(ends[1])
        return try waiting(for: command[0]) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var count = read(ends[0], &buffer, buffer.count)
            let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            while count > 0 { count = read(ends[0], &buffer, buffer.count) }
            close(ends[0])
            var status: Int32 = 0
            guard waitpid(process, &status, 0) == process, status == 0 else {
                throw BenchmarkError(message: "\(command.joined(separator: " ")) failed")
            }
            return time
        }
    }
}

public struct BenchmarkError: Error, CustomStringConvertible {
    let message: String

    public init(message: String) { self.message = message }

    public var description: String { message }
}
