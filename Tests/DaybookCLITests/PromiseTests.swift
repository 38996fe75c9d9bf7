import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// What the pages in docs/ promise, tried as they say it.
@Suite(.bounded) struct PromiseTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    /// The lines of a page that call `sqlite3` with a statement, on this book.
    private func statements(in page: String) throws -> [String] {
        try Fixtures.page(page).replacingOccurrences(of: "\\\n", with: "").split(separator: "\n")
            .filter { $0.hasPrefix("    sqlite3 ") && $0.contains("SELECT") }
            .map { String($0).replacing(/sqlite3 \S*book\.sqlite/, with: "sqlite3 '\(daybook.book)'") }
    }

    @Test("The statements that the pages on storage and money show tell what the commands tell")
    func pages() async throws {
        for title in ["milk", "bread", "salt"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("check", "2")
        try await daybook.succeed("spend", "12.50 EUR")
        try await daybook.succeed("spend", "1.25 EUR")
        try await daybook.succeed("earn", "9 EUR")
        for (page, said) in [("storage.md", "3|salt\n1|milk\n"), ("money.md", "EUR|13.75\n")] {
            let lines = try statements(in: page)
            #expect(lines.count == 1, "\(page)")
            for line in lines {
                let outcome = try await daybook.run(shell: line)
                #expect(outcome.output == said, "\(line)\n\(outcome.errors)")
            }
        }
    }

    @Test("What was deleted 90 days ago is purged, and what was deleted later is not")
    func purge() async throws {
        let book = try Book(path: daybook.book)
        let now = Timestamp.now().milliseconds
        func delete(_ title: String, days: Double) throws {
            let time = Timestamp(milliseconds: now - Int64(days * 86_400_000))
            let row = try book.write(at: time) { try $0.add(todo: .todo(title: title)) }
            try book.write(at: time) { try $0.perform(.delete(.todo, row.todo.id)) }
        }
        try delete("old", days: 90.1)
        try delete("new", days: 89.9)
        try book.close()
        #expect(try await daybook.succeed("purge") == "Purged 1 deleted thing\n")
        #expect(try await daybook.succeed("purge", "--older-than", "89") == "Purged 1 deleted thing\n")
    }

    @Test("An amount of an empty book is in the money of the country that the environment names first, else in USD")
    func country() async throws {
        for (environment, currency) in [
            (["LC_ALL": "ja_JP.UTF-8", "LC_MONETARY": "de_DE", "LANG": "en_GB"], "JPY"),
            (["LC_ALL": "", "LC_MONETARY": "de_DE@euro", "LANG": "en_GB"], "EUR"),
            (["LC_ALL": "", "LC_MONETARY": "", "LANG": "en_GB.UTF-8"], "GBP"),
            (["LC_ALL": "", "LC_MONETARY": "", "LANG": "C.UTF-8"], "USD"), (["LANG": "bg_BG.UTF-8"], "EUR"),
        ] {
            let other = try Program()
            let outcome = try await other.run("spend", "7", environment: environment)
            #expect(outcome.output.contains(" \(currency)"), "\(outcome.output)\(outcome.errors)")
        }
    }

    @Test("Of several tags an entry has to bear one, or with --all-tags each; spaces around a name are none of it")
    func tags() async throws {
        try await daybook.succeed("spend", "1 EUR", "one", "--tag", "a")
        try await daybook.succeed("spend", "2 EUR", "both", "--tag", "a", "--tag", "b")
        try await daybook.succeed("spend", "3 EUR", "none")
        func notes(_ options: String...) async throws -> [String] {
            let outcome = try await daybook.run(
                Program.daybook, ["entries", "--json", "--tag", "a", "--tag", " b "] + options)
            let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
            return (json ?? []).compactMap { $0["note"] as? String }
        }
        #expect(try await notes() == ["both", "one"])
        #expect(try await notes("--all-tags") == ["both"])
    }
}
