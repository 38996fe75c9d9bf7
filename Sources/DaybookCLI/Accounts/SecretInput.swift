import Foundation

/// The terminal's own settings, for a handler of signals.
nonisolated(unsafe) private var shownSettings = termios()

/// Reads what nobody else should see.
enum SecretInput {
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// A line from a person, who doesn't see it while typing, or from a pipe.
    ///
    /// - Returns: nil at the end of the input.
    static func line(_ prompt: String) throws -> String? {
        guard isTerminal else { return try nextLine() }
        var output = Output()
        output.append(prompt)
        output.flushToStandardError()
        tcgetattr(STDIN_FILENO, &shownSettings)
        var silent = shownSettings
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Who breaks off gets a terminal back that shows what is typed.
        let ends = [SIGINT, SIGTERM, SIGHUP]
        for end in ends {
            signal(end) { end in
                tcsetattr(STDIN_FILENO, TCSANOW, &shownSettings)
                signal(end, SIG_DFL)
                raise(end)
            }
        }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shownSettings)
            for end in ends { signal(end, SIG_DFL) }
            output.append("\n")
            output.flushToStandardError()
        }
        return try nextLine()
    }

    /// Does the same as `readLine`, which puts replacement characters in the place of what is no UTF-8: two passwords would be one.
    private static func nextLine() throws -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if bytes.isEmpty { return nil }
                break
            }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("What was typed isn't UTF-8. Nothing was changed. Set the terminal to UTF-8.")
        }
        return line
    }

    /// A new password; a person types it twice.
    static func newPassword() throws -> String {
        guard let password = try line("Password: ") else {
            throw CommandFailure("There is no password on standard input.")
        }
        if isTerminal, try line("Again: ") != password {
            throw CommandFailure("The two passwords differ. Nothing was changed.")
        }
        return password
    }
}
