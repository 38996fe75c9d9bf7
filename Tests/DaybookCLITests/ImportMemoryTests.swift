import Fixtures
import Foundation
import Testing

/// The memory that files take on their way into the book.
@Suite(.bounded) struct ImportMemoryTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    /// The most that the program held, in bytes, while it read a file.
    private func peak(_ text: String) async throws -> Double {
        let file = daybook.folder.appending(path: "rows.csv").path
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        // The system counts the parent, too, in the peak of a child that ended. So the process is looked at while it runs.
        let line = """
            "$0" import "$1" --dry-run >/dev/null & while grep VmHWM /proc/$!/status; do sleep 0.01; done; wait $!
            """
        let outcome = try await daybook.run(shell: line, [file])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let words = outcome.output.split(separator: "\n").last?.split(whereSeparator: \.isWhitespace) ?? []
        let kibibytes = words.count == 3 ? Double(words[1]) : nil
        return 1_024 * (try #require(kibibytes))
    }

    // It is 4.7, and 4.4 of 10 MB; it was 14 while the table was held twice. Twice the size isn't reached: beside the file
    // itself a row is where its cells are, its day, amount and texts, and an id of which a second copy tells it from others.
    // A row of a hundred bytes so takes some three hundred and forty more.
    @Test("12.4 A bank's CSV takes at most five and a half times its size in memory") func table() async throws {
        var text = "Date,Value date,Payee,Purpose,Amount,Currency,Balance\n"
        let small = text + Self.row(1)
        for number in 1...30_000 { text += Self.row(number) }
        let ratio = (try await peak(text) - peak(small)) / Double(text.utf8.count)
        #expect(ratio > 0.5 && ratio < 5.5, "\(ratio)")
    }

    private static func row(_ number: Int) -> String {
        let day = String(format: "2026-%02d-%02d", number / 28 % 12 + 1, number % 28 + 1)
        return "\(day),\(day),Card payment Supermarket Nord,Reference \(4_711_000_000 + number) mandate \(number),"
            + "\(number % 3 == 0 ? "" : "-")\(number % 977).\(number % 90 + 10),EUR,\(number * 3 % 9_999).00\n"
    }
}
