import DaybookExchange
import Foundation

/// Text for the terminal or a pipe, gathered and written at once.
struct Output {
    /// True where standard output is one.
    static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// How many columns a terminal on standard output has; nil for anything else.
    static let columns: Int? = {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }()

    var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// A number, with spaces before it up to `width`.
    mutating func append(_ number: Int64, width: Int = 0) {
        let start = bytes.count
        bytes.append(decimal: number)
        let missing = width - (bytes.count - start)
        if missing > 0 { bytes.insert(contentsOf: repeatElement(0x20, count: missing), at: start) }
    }

    mutating func append(_ json: JSONWriter) {
        if Self.isTerminal { append(terminalJSON: json.bytes) } else { bytes.append(contentsOf: json.bytes) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes everything that was gathered to standard output. A reader that has gone away, such as `head`, is no
    /// error; a disk that is full is one.
    mutating func flush() throws(CommandFailure) { try flush("") }

    /// The same for the confirmation of a change. If it can't be printed, the change stays, and repeating the command
    /// would make it twice.
    mutating func flushChange() throws(CommandFailure) {
        try flush(" The change was saved, but the confirmation could not be printed. Do not run the command again.")
    }

    /// Writes what `body` appends to standard output.
    static func show(_ body: (inout Output) throws -> Void) throws {
        var output = Output()
        try body(&output)
        try output.flush()
    }

    /// The same for the confirmation of a change: see `flushChange`.
    static func confirm(_ body: (inout Output) throws -> Void) throws {
        var output = Output()
        try body(&output)
        try output.flushChange()
    }

    /// - Parameter consequence: what it means if that fails, as a sentence after a space.
    mutating func flush(_ consequence: String) throws(CommandFailure) {
        let code = write(to: STDOUT_FILENO)
        guard code == 0 || code == EPIPE else {
            throw CommandFailure(
                "Not everything could be written to standard output: \(String(cString: strerror(code))).\(consequence)")
        }
    }

    /// Writes everything that was gathered to standard error. A failure can't be reported anywhere.
    mutating func flushToStandardError() { _ = write(to: STDERR_FILENO) }

    /// - Returns: the number of the error that cut it short, or 0.
    private mutating func write(to descriptor: Int32) -> Int32 {
        defer { bytes.removeAll() }
        return bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    written += count
                } else if errno == EAGAIN {
                    // A pipe that doesn't block, and is full.
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
