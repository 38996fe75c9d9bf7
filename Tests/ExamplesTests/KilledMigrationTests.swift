import Fixtures
import Foundation
import Sworm
import Testing

@testable import MoneyMomModel

/// Kills a process that migrates, and looks at what it left.
@Suite struct KilledMigrationTests {
    @Test("004.12 Killed at any moment, a migration has done nothing or everything; fifty times")
    func kills() throws {
        let folder = try TemporaryFolder()
        let original = folder.path("original.sqlite")
        try SampleStore.version3(600, at: original)
        let before = try dump(original)
        let complete = folder.path("complete.sqlite")
        try FileManager.default.copyItem(atPath: original, toPath: complete)
        let (lines, trials, _) = try migrate(complete, killAfter: nil)
        let after = try dump(complete)
        #expect(before != after)
        #expect(trials >= 8 && lines - trials >= 8)

        var random = SeededRandom(20_261_121)
        var undone = 0
        for attempt in 1...50 {
            let path = folder.path("store-\(attempt).sqlite")
            try FileManager.default.copyItem(atPath: original, toPath: path)
            // After so many lines of progress: one in five while it tries the way on a copy.
            let line = Int.random(in: attempt.isMultiple(of: 5) ? 0..<trials : trials..<lines, using: &random)
            let wasKilled = try migrate(path, killAfter: line).wasKilled
            let found = try dump(path)
            #expect(found == before || found == after, "killed after line \(line)")
            if found == before { undone += 1 }
            if wasKilled, attempt.isMultiple(of: 10) {
                // What is left migrates as if nothing had happened.
                _ = try migrate(path, killAfter: nil)
                #expect(try dump(path) == after)
            }
        }
        // Else the kills came too late to say anything.
        #expect(undone >= 25)
    }

    /// How many lines of progress came in all, and how many of them while it tried the way.
    private func migrate(_ path: String, killAfter line: Int?) throws -> (lines: Int, trials: Int, wasKilled: Bool) {
        let process = Process()
        let output = Pipe.alone()
        process.executableURL = try MoneyMomProgram.url()
        process.arguments = ["migrate", path]
        // What a killed process tries the way on stays behind.
        process.environment = ["TMPDIR": URL(filePath: path).deletingLastPathComponent().path]
        process.standardOutput = output
        process.standardError = output
        try process.begin()
        var said = ""
        var lines = 0
        while true {
            if let line, lines >= line { kill(process.processIdentifier, SIGKILL) }
            let more = output.fileHandleForReading.nextOutput()
            if more.isEmpty { break }
            said += more
            lines += more.count { $0 == "\n" }
        }
        process.waitUntilExit()
        let trials = said.split(separator: "\n").count { $0.hasPrefix("Trying") }
        return (lines, trials, process.terminationReason == .uncaughtSignal)
    }

    /// Everything in the file.
    private func dump(_ path: String) throws -> [String] {
        let database = try Database(path: path)
        let lines = try Fixtures.dump(database)
        try database.close()
        return lines
    }
}
