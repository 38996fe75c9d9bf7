import Foundation
import Testing

/// Entries on their way into files and out of them.
@Suite(.bounded) struct EntryFileTests {
    private let daybook: Program
    private let file: String

    init() throws {
        daybook = try Program()
        file = daybook.folder.appending(path: "entries.csv").path
    }

    @Test("A note with a carriage return comes through CSV as it is")
    func carriageReturn() async throws {
        try "amount,note\r\n5 EUR,\"a\rb\"\r\n".write(toFile: file, atomically: true, encoding: .utf8)
        try await daybook.succeed("import", file)
        let text = try await daybook.succeed("export", "--format", "csv")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let other = daybook.folder.appending(path: "other.sqlite").path
        #expect(try await daybook.succeed("import", file, "--book", other) == "Added 1 entry; 0 known already\n")
        #expect(try await daybook.succeed("export", "--format", "csv", "--book", other) == text)
    }

    @Test("The mark at the start of a CSV is no part of it, also before a name in quotation marks")
    func byteOrderMark() async throws {
        let text = "\u{FEFF}\"day\",\"amount\"\n2026-01-01,5 EUR\n"
        let outcome = try await daybook.run("import", "-", "--format", "csv", input: text)
        #expect(outcome.output == "Added 1 entry; 0 known already\n", "\(outcome.errors)")
        #expect(try await daybook.succeed("entries").hasPrefix("2026-01-01 "))
    }

    @Test("008.5 A CSV that isn't UTF-8 is read as Windows-1252, which is told; one with two encodings is refused")
    func otherEncoding() async throws {
        let latin1 = "amount,note\n5 EUR,caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) }
        try Data(latin1 + Array("6 EUR,café\n".utf8)).write(to: URL(filePath: file))
        let mixed = try await daybook.run("import", file)
        #expect(mixed.status == 1 && mixed.errors.contains("line 3 has letters in UTF-8"), "\(mixed.errors)")
        #expect(try await daybook.succeed("entries", "--json") == "[]\n")
        try Data(latin1).write(to: URL(filePath: file))
        let outcome = try await daybook.run("import", file)
        #expect(
            outcome.status == 0 && outcome.errors.hasPrefix("\(file) is read as Windows-1252.\n"), "\(outcome.errors)")
        #expect(try await daybook.succeed("entries").contains("café"))
    }

    @Test("What REST gives is taken in, and no member of it is refused")
    func fromREST() async throws {
        let json = #"[{"amount":"5 EUR","day":"2026-01-02","number":1,"synced":false,"url":"/api/v1/entries/1"}]"#
        let outcome = try await daybook.run("import", "-", input: json)
        #expect(outcome.output == "Added 1 entry; 0 known already\n" && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test("Who says the format of a file isn't told to say it")
    func saidFormat() async throws {
        let outcome = try await daybook.run("import", "-", "--format", "json", input: "amount\n5 EUR\n")
        #expect(outcome.status == 1 && !outcome.errors.contains("--format"), "\(outcome.errors)")
    }

    @Test("An export is JSON if nothing else is asked for, and has the entries that the filter picks")
    func export() async throws {
        for day in ["2026-01-01", "2026-01-02"] { try await daybook.succeed("spend", "1 EUR", "--on", day) }
        #expect(try await daybook.succeed("export").hasPrefix("[{"))
        #expect(try await daybook.succeed("export", "--from", "2026-01-02").matches(of: /"id":/).count == 1)
    }
}
