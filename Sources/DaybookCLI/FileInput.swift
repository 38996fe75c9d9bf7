import Foundation

/// Reads a file to its end, or a pipe such as a shell makes of `<(command)`.
enum FileInput {
    /// In bytes; more than anybody writes, and less than what has no end, such as /dev/zero, takes of the memory.
    private static let greatestSize = 1 << 30

    /// - Parameter path: `-` for standard input.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { if path != "-" { close(descriptor) } }
        let first = length(descriptor)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 256 * 1_024)
        while true {
            let count = read(descriptor, &part, part.count)
            if count > 0 {
                guard bytes.count + count <= greatestSize else {
                    throw failure(path, "it has more than 1 GiB, and is to be given in parts")
                }
                bytes += part[..<count]
            } else if count == 0 {
                guard bytes.count == length(descriptor) ?? first ?? bytes.count else {
                    throw failure(path, "another program changed it meanwhile. Try again when that is done")
                }
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

    /// How long a file is. A pipe has no length, nor have files that the system makes up, or that are empty.
    private static func length(_ descriptor: Int32) -> Int? {
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_size > 0 else { return nil }
        return Int(file.st_size)
    }

    /// Says what `errno` does.
    private static func failure(_ path: String) -> CommandFailure {
        switch errno {
        case ENOENT: failure(path, "there is no such file")
        case EISDIR: failure(path, "it is a folder")
        case EACCES: failure(path, "it isn't yours to read")
        case let code: failure(path, String(cString: strerror(code)))
        }
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure("\(path == "-" ? "Standard input" : path) can't be read: \(reason).")
    }
}
