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
        let lines = try migrate(complete, killAfter: nil, delay: 0).lines
        let after = try dump(complete)
        #expect(before != after)
        #expect(lines >= 8)

        var random = SeededRandom(20_261_121)
        var undone = 0
        for attempt in 1...50 {
            let path = folder.path("store-\(attempt).sqlite")
            try FileManager.default.copyItem(atPath: original, toPath: path)
            // After so many words of progress, or up to 300 ms after the start, when it tries the way and copies the file.
            let line = Int.random(in: 0..<lines, using: &random)
            let delay = line == 0 ? UInt32.random(in: 0..<300_000, using: &random) : 0
            let result = try migrate(path, killAfter: line, delay: delay)
            let found = try dump(path)
            #expect(found == before || found == after, "killed after line \(line) and \(delay) µs")
            if found == before { undone += 1 }
            if result.wasKilled, attempt.isMultiple(of: 10) {
                // What is left migrates as if nothing had happened.
                _ = try migrate(path, killAfter: nil, delay: 0)
                #expect(try dump(path) == after)
            }
        }
        // Else the kills came too late to say anything.
        #expect(undone >= 25)
    }

    private func migrate(
        _ path: String, killAfter line: Int?, delay: UInt32
    ) throws -> (lines: Int, wasKilled: Bool) {
        let process = Process()
        let output = Pipe()
        process.executableURL = try MoneyMomProgram.url()
        process.arguments = ["migrate", path]
        // What a killed process tries the way on stays behind.
        process.environment = ["TMPDIR": URL(filePath: path).deletingLastPathComponent().path]
        process.standardOutput = output
        try process.run()
        var lines = 0
        if line == 0 {
            usleep(delay)
            kill(process.processIdentifier, SIGKILL)
        }
        while true {
            let said = output.fileHandleForReading.nextOutput()
            if said.isEmpty { break }
            lines += said.count { $0 == "\n" }
            if let line, lines >= line { kill(process.processIdentifier, SIGKILL) }
        }
        process.waitUntilExit()
        return (lines, process.terminationReason == .uncaughtSignal)
    }

    /// Everything in the file.
    private func dump(_ path: String) throws -> [String] {
        let database = try Database(path: path)
        let lines = try Fixtures.dump(database)
        try database.close()
        return lines
    }
}
