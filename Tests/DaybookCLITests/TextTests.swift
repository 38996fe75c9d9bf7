import Foundation
import Testing

/// Runs the files of `Tests/CommandLine`: each says what a person types, and what the program answers.
@Suite(.bounded) struct TextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "CommandLine")
    private static let files =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".test") }
        .sorted()

    @Test("The program answers what the file says", arguments: files) func file(name: String) async throws {
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        #expect(text.hasPrefix("# "), "The first line is to say what a person would notice.")
        for problem in try await CommandText(text).problems() { Issue.record("\(name):\(problem)") }
    }

    @Test("There are such files, and one that says another answer, message or status fails with the difference")
    func wrong() async throws {
        #expect(!Self.files.isEmpty)
        for (text, problem) in [
            ("$ daybook lists\nInbox (0)\n", nil), ("$ daybook lists\nIn… (0)\n", nil), ("$ daybook lists\n…\n", nil),
            ("$ daybook lists delete x\n>2 …\n>= 1\n", nil),
            ("$ cat\n< a\n< b\na\nb\n", nil), ("$ daybook lists delete x\n>2 …no book at …\n>= 1\n", nil),
            ("$ daybook lists\nInbox (1)\n", "1: $ daybook lists\n-Inbox (1)\n+Inbox (0)"),
            ("$ daybook lists\nInbox (0)\nHome (0)\n", "1: $ daybook lists\n Inbox (0)\n-Home (0)"),
            ("\n$ daybook lists\n", "2: $ daybook lists\n+Inbox (0)"),
            ("$ true\n>2 x\n", "1: $ true\n->2 x"), ("$ echo x >&2\n", "1: $ echo x >&2\n+>2 x"),
            ("$ exit 3\n", "1: $ exit 3\n+>= 3"), ("$ true\n>= 1\n", "1: $ true\n->= 1"),
            ("daybook lists\n", "1: A file begins with a command, behind “$ ”."),
        ] { #expect(try await CommandText(text).problems() == (problem.map { [$0] } ?? []), "\(text)") }
    }
}

/// Lines that a person types, with what the program is to answer. See CONTRIBUTING.md.
private struct CommandText {
    private struct Step {
        let line: Int
        let command: String
        var input = ""
        /// The answer: lines of the output, then those of errors behind `>2 `, then the status behind `>= ` unless it is 0.
        var answer: [String] = []
    }

    private var steps: [Step] = []
    private var problem: String?

    init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("$ ") {
                steps.append(Step(line: index + 1, command: String(line.dropFirst(2))))
            } else if line.hasPrefix("# ") {
                continue
            } else if steps.isEmpty {
                if !line.isEmpty { problem = problem ?? "\(index + 1): A file begins with a command, behind “$ ”." }
            } else if line.hasPrefix("< ") {
                steps[steps.count - 1].input += line.dropFirst(2) + "\n"
            } else {
                steps[steps.count - 1].answer.append(Self.dated(line))
            }
        }
        // Lines between two commands are for the eye.
        for index in steps.indices { while steps[index].answer.last == "" { steps[index].answer.removeLast() } }
    }

    /// Runs the commands one after the other on a new book.
    ///
    /// - Returns: a text for each that answers something else, which begins with its line.
    func problems() async throws -> [String] {
        if let problem { return [problem] }
        let program = try Program(timeZone: .gmt)
        let path = "\(Program.daybook.deletingLastPathComponent().path):/usr/bin:/bin"
        var problems: [String] = []
        for step in steps {
            let outcome = try await program.run(
                shell: "cd \"$XDG_DATA_HOME\" && { \(step.command)\n}", [], ["PATH": path], input: step.input)
            var answer = Self.lines(outcome.output) + Self.lines(outcome.errors).map { ">2 \($0)" }
            if outcome.status != 0 { answer.append(">= \(outcome.status)") }
            if let difference = Self.difference(step.answer, answer) {
                problems.append("\(step.line): $ \(step.command)\n\(difference)")
            }
        }
        return problems
    }

    private static func lines(_ text: String) -> [String] {
        // Lines of CSV end as RFC 4180 has it.
        var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Writes the day of today for `{today}`, and another for `{today+7}` or `{today-1}`.
    private static func dated(_ line: Substring) -> String {
        String(line).replacing(#/\{today([+-]\d+)?\}/#) { match in
            let days = match.1.flatMap { Int($0) } ?? 0
            return String(Date.now.addingTimeInterval(Double(days) * 86_400).ISO8601Format().prefix(10))
        }
    }

    /// Tells whether a line is as it was expected: `…` stands for anything.
    private static func fits(_ expected: String, _ line: String) -> Bool {
        let parts = expected.components(separatedBy: "…")
        guard parts.count > 1 else { return expected == line }
        let pattern = parts.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: ".*")
        return line.range(of: "^\(pattern)$", options: .regularExpression) != nil
    }

    /// Compares line by line, where `…` alone on a line stands for any lines, and `>2 …` for any of errors.
    ///
    /// - Returns: the lines that are missing behind `-`, and those that weren't expected behind `+`; nil if all fits.
    private static func difference(_ expected: [String], _ lines: [String]) -> String? {
        var (expected, lines) = (expected[...], lines[...])
        var shown: [String] = []
        var isDifferent = false
        while let line = expected.first {
            if line == "…" || line == ">2 …" {
                let next = expected.dropFirst().first
                while let one = lines.first, one.hasPrefix(">2 ") == (line != "…"), !one.hasPrefix(">= "),
                    next.map({ !fits($0, one) }) ?? true
                {
                    lines.removeFirst()
                }
            } else if let one = lines.first, fits(line, one) {
                shown.append(" \(one)")
                lines.removeFirst()
            } else if let at = lines.firstIndex(where: { fits(line, $0) }) {
                shown += lines[..<at].map { "+\($0)" }
                lines = lines[at...]
                isDifferent = true
                continue
            } else {
                shown.append("-\(line)")
                isDifferent = true
            }
            expected.removeFirst()
        }
        shown += lines.map { "+\($0)" }
        return isDifferent || !lines.isEmpty ? shown.joined(separator: "\n") : nil
    }
}
