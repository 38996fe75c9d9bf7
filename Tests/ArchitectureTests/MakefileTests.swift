import Foundation
import Testing

/// Holds the Makefile against `.ci/run`.
@Suite struct MakefileTests {
    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// What `.ci/run` leaves to people until all of it is timed in one run: `.ci/run all` runs these, too.
    private let onDemand: Set = [
        "test-fast", "simulate", "bench", "bench-sync", "bench-web", "install", "deb", "docs", "run",
    ]

    @Test("010.3 CI knows every target of the Makefile") func everyTarget() throws {
        let targets = Set(try text("Makefile").matches(of: /(?m)^([a-z][a-z-]*):/).map { String($0.1) })
        #expect(targets.isSuperset(of: onDemand.union(["help", "test"])))
        let parts = try text(".ci/run").components(separatedBy: "\n[ \"${1-}\" = all ] || exit 0\n")
        #expect(parts.count == 2)
        func commands(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
        func runs(_ text: String) -> Set<String> {
            Set(commands(text).flatMap { $0.matches(of: /\bmake ([a-z][a-z-]*)/).map { String($0.1) } })
        }
        #expect(runs(parts[0]) == targets.subtracting(onDemand), ".ci/run has to run these")
        #expect(runs(parts[1]) == onDemand, ".ci/run all has to run these")
        for target in targets where target.hasPrefix("bench") {
            #expect(commands(parts[1]).contains("make \(target) SIZE=small"), "at its smallest size")
        }
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
