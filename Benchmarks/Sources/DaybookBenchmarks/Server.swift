import Foundation

/// The built program as a process.
final class Server {
    let port: UInt16
    private let process: Process

    /// The optimised build of the package around this one.
    static let daybook = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/release/daybook").path

    /// Serves a book on a free port.
    init(book: String) throws {
        process = Process()
        process.executableURL = URL(filePath: Self.daybook)
        process.arguments = ["serve", "--port", "0", "--book", book, "--log-level", "warning"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = line.split(separator: ":").last.flatMap({ UInt16($0.trimmingCharacters(in: .newlines)) })
        else {
            throw BenchmarkError(message: "daybook serve said: \(line)")
        }
        self.port = port
    }

    func stop() {
        process.interrupt()
        process.waitUntilExit()
    }

    /// How long a program runs, from its start to its end. Foundation's `Process` looks only every 50 ms.
    static func seconds(of command: [String]) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }

        let start = DispatchTime.now().uptimeNanoseconds
        var process = pid_t()
        var status: Int32 = 0
        guard posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0,
            waitpid(process, &status, 0) == process, status == 0
        else { throw BenchmarkError(message: "\(command.joined(separator: " ")) failed") }
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    /// How long a program runs until it has written something. The rest is read, too.
    static func secondsToFirstByte(of command: [String]) throws -> Double {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchmarkError(message: "no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
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

struct BenchmarkError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
