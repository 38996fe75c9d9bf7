import Fixtures
import Foundation
import Testing

/// The bugs that `scripts/plant-bugs` puts into the sources.
@Suite struct PlantedBugTests {
    @Test("Each can be planted in the sources as they are") func apply() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "scripts/planted-bugs")
        let patches = ["", "cluster"].flatMap { name in
            let part = folder.appending(path: name).path
            let files = (try? FileManager.default.contentsOfDirectory(atPath: part)) ?? []
            return files.filter { $0.hasSuffix(".patch") }.map { part + "/" + $0 }
        }
        #expect(patches.count > 40)
        for patch in patches {
            let git = Process()
            git.executableURL = URL(filePath: "/usr/bin/env")
            git.arguments = ["git", "apply", "--check", "-p0", patch]
            git.currentDirectoryURL = root
            try git.begin()
            git.waitUntilExit()
            #expect(git.terminationStatus == 0, "bring \(patch) up to date")
        }
    }
}
