import Foundation
import Testing

/// Holds the Makefile against `.ci/run`.
@Suite struct MakefileTests {
    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("010.3 CI runs every target of the Makefile") func everyTarget() throws {
        let targets = Set(try text("Makefile").matches(of: /(?m)^([a-z][a-z-]*):/).map { String($0.1) })
        #expect(targets.contains("test"))
        let commands = try text(".ci/run").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let runs = commands.flatMap { $0.matches(of: /\bmake ([a-z][a-z-]*)/).map { String($0.1) } }
        #expect(Set(runs) == targets)
        for target in targets where target.hasPrefix("bench") {
            #expect(commands.contains("step make \(target) SIZE=small"), "at its smallest size")
        }
    }

    @Test("010.2 The unit for systemd bounds the memory, and leaves no core with books in it") func unit() throws {
        let lines = try text("Packaging/daybook.service").split(separator: "\n")
        #expect(lines.contains("LimitCORE=0") && lines.contains { $0.hasPrefix("MemoryMax=") })
    }

    @Test("Every target that `make help` lists is one, and is no file") func help() throws {
        let makefile = try text("Makefile")
        let targets = makefile.matches(of: /(?m)^([a-z][a-z-]*):(.*)/)
        for target in targets {
            #expect(target.2.contains("## "), "\(target.1) has no line for `make help`")
            #expect(makefile.contains(".PHONY: \(target.1)\n"))
        }
        // It builds only what it runs, and doesn't take the options that the program is built with.
        #expect(!makefile.contains("swift run"))
    }
}
