import Foundation

/// What a person names to be read to its end: a file, or a pipe such as a shell makes of `<(command)`.
enum FileInput {
    /// - Parameter path: `-` for standard input.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 256 * 1_024)
        while true {
            let count = read(descriptor, &part, part.count)
            if count > 0 {
                bytes += part[..<count]
            } else if count == 0 {
                return bytes
            } else if errno == EAGAIN {
                // A pipe that doesn't block, and has nothing as yet.
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                throw failure(path)
            }
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        let reason =
            switch errno {
            case ENOENT: "there is no such file"
            case EISDIR: "it is a folder"
            case EACCES: "it isn't yours to read"
            case let code: String(cString: strerror(code))
            }
        return CommandFailure("\(path == "-" ? "Standard input" : path) can't be read: \(reason).")
    }
}
