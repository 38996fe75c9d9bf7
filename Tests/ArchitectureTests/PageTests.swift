import Foundation
import Testing

/// Holds the pages for people against the repository and the style sheet in CONTRIBUTING.md.
@Suite struct PageTests {
    static let repository = ArrowTests.sources.deletingLastPathComponent()

    /// The Markdown pages, as paths from the root of the repository.
    static let pages: [String] = {
        var pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        for folder in ["docs", "Sources/Sworm/Sworm.docc", "Sources/Flux/Flux.docc"] {
            let files = FileManager.default.enumerator(atPath: repository.appending(path: folder).path)
            for case let file as String in files ?? .init() where file.hasSuffix(".md") {
                pages.append(folder + "/" + file)
            }
        }
        return pages.sorted()
    }()

    private func text(_ page: String) throws -> String {
        try String(contentsOf: Self.repository.appending(path: page), encoding: .utf8)
    }

    /// The names by which a page's headings are linked to, as GitHub makes them.
    private func anchors(_ page: String) throws -> Set<String> {
        var anchors: Set<String> = []
        for line in try text(page).split(separator: "\n") where line.hasPrefix("#") {
            let title = line.drop { $0 == "#" }.dropFirst().lowercased()
            anchors.insert(
                String(title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 }))
        }
        return anchors
    }

    @Test("010.1 Every link of a page leads to a page, a heading or a file that is there", arguments: pages)
    func links(page: String) throws {
        let folder = Self.repository.appending(path: page).deletingLastPathComponent()
        for match in try text(page).matches(of: /\]\(([^)\s]+)\)/) {
            let link = String(match.1)
            if link.contains(/^[a-z]+:/) { continue }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? Self.repository.appending(path: page) : folder.appending(path: parts[0])
            let path = file.standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: path), "\(link)")
            guard parts.count == 2 else { continue }
            let target = String(path.dropFirst(Self.repository.standardizedFileURL.path.count + 1))
            #expect(try anchors(target).contains(parts[1]), "\(link)")
        }
    }

    @Test("010.1 The first two commands of the README are targets of the Makefile")
    func firstCommands() throws {
        let commands = try text("README.md").split(separator: "\n").filter { $0.hasPrefix("    ") }.prefix(2)
        let targets = try text("Makefile").split(separator: "\n").compactMap { $0.firstMatch(of: /^([a-z-]+):/)?.1 }
        for command in commands {
            let name = try #require(command.firstMatch(of: /make ([a-z-]+)/)?.1)
            #expect(targets.contains(name), "\(command)")
        }
        #expect(commands.count == 2)
    }

    @Test("010.1 Each feature in the README is one of the behaviours that tests hold")
    func features() throws {
        let readme = try text("README.md")
        let list = try #require(readme.firstMatch(of: #/(?s)## What it does\n(.*?)\n## /#)).1
        let features = list.split(separator: "\n- ").dropFirst()
        #expect(features.count > 10)
        let rows = Set(try text("docs/behaviours.md").matches(of: /\b(\d+\.\d+)\b/).map { String($0.1) })
        let tests = try Self.testNames()
        for feature in features {
            let comment = try #require(feature.firstMatch(of: /<!-- ([0-9. ]+) -->/), "\(feature)")
            for row in comment.1.split(separator: " ").map(String.init) {
                #expect(
                    rows.contains(row) && tests.contains { $0.split(separator: " ").contains { $0 == row } }, "\(row)")
            }
        }
    }

    @Test("Each behaviour that a test names is on the page of behaviours")
    func behaviours() throws {
        let rows = Set(try text("docs/behaviours.md").matches(of: /\b(\d+\.\d+)\b/).map { String($0.1) })
        let named = try Self.testNames().compactMap { $0.firstMatch(of: /^\d+\.\d+/).map { String($0.0) } }
        #expect(named.count > 500)
        for row in Set(named) { #expect(rows.contains(row), "\(row)") }
    }

    /// The names of all tests.
    private static func testNames() throws -> [String] {
        let folder = repository.appending(path: "Tests")
        return try (FileManager.default.enumerator(atPath: folder.path) ?? .init()).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                    .matches(of: /@Test\(\s*"([^"]+)"/).map { String($0.1) }
            }
    }

    @Test("010.6 No page has the words that the style sheet rules out", arguments: pages)
    func words(page: String) throws {
        // It names them itself.
        if page == "CONTRIBUTING.md" { return }
        for (number, line) in try text(page).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            #expect(
                !line.contains(/\banew\b|\b[Ww]hoever\b|\b(is|are|was) told\b|\bare the most\b/), "line \(number + 1)")
        }
    }
}
