import Foundation

/// Reads what nobody else should see.
enum SecretInput {
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// A line from a person, who doesn't see it while typing, or from a pipe.
    ///
    /// - Returns: nil at the end of the input.
    static func line(_ prompt: String) -> String? {
        guard isTerminal else { return readLine() }
        var output = Output()
        output.append(prompt)
        output.flush(to: .standardError)
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            output.append("\n")
            output.flush(to: .standardError)
        }
        return readLine()
    }

    /// A new password; a person types it twice.
    static func newPassword() throws -> String {
        guard let password = line("Password: ") else { throw CommandFailure("There is no password on standard input.") }
        if isTerminal, line("Again: ") != password { throw CommandFailure("The two differ. Nothing was changed.") }
        return password
    }
}
