import Foundation
import Testing

/// Holds the sources against the arrows of docs/architecture.md.
@Suite struct ArrowTests {
    /// What each folder of `Sources` imports of the house.
    static let arrows: [String: Set<String>] = [
        "CZlib": [],
        "Sworm": ["GRDB", "GRDBSQLite"],
        "Flux": [],
        "MoneyMomModel": ["Sworm"],
        "DaybookCore": [],
        "DaybookApp": ["DaybookCore", "Flux"],
        "DaybookRuntime": [],
        "DaybookWeb": ["DaybookApp", "DaybookCore"],
        "DaybookStorage": ["DaybookCore", "Sworm"],
        "DaybookExchange": ["CZlib", "DaybookCore"],
        "DaybookPostgres": ["DaybookCore"],
        "DaybookBook": ["DaybookStorage", "DaybookExchange", "DaybookCore"],
        "DaybookServer": [
            "DaybookBook", "DaybookStorage", "DaybookPostgres", "DaybookExchange", "DaybookApp", "DaybookCore", "Sworm",
        ],
        "DaybookCLI": [
            "DaybookBook", "DaybookStorage", "DaybookPostgres", "DaybookExchange", "DaybookApp", "DaybookCore",
            "DaybookServer", "MoneyMomModel",
        ],
    ]

    static let house = Set(arrows.keys).union(["GRDB", "GRDBSQLite"])

    /// These build as Embedded Swift, so the standard library is all they have.
    static let embedded: Set<String> = ["DaybookRuntime", "Flux", "DaybookCore", "DaybookApp", "DaybookWeb"]

    static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    /// An import, behind any attribute and access level, of a module or of one thing in it.
    nonisolated(unsafe) static let importLine =
        /(?m)^\s*(?:@\w+(?:\(\w+\))? )*(?:(?:public|internal|package|private|fileprivate) )?import (?:[a-z]+ )?(\w+)/

    private func imports(of target: String) throws -> Set<String> {
        let folder = Self.sources.appending(path: target)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var modules: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: Self.importLine) {
                modules.insert(String(match.1))
            }
        }
        return modules
    }

    @Test("A target imports what its arrows say, and nothing else", arguments: arrows.keys.sorted())
    func arrow(target: String) throws {
        let house = Self.house
        let imports = try imports(of: target)
        #expect(imports.intersection(house).subtracting([target]) == Self.arrows[target])
        if Self.embedded.contains(target) {
            #expect(imports.subtracting(house) == [], "builds as Embedded Swift: the standard library only")
        }
    }

    /// A target in the manifest, its name and what stands between the brackets of its dependencies.
    nonisolated(unsafe) static let targetLine =
        /(?:target|executableTarget|systemLibrary)\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/

    @Test("Package.swift has these arrows and no others")
    func package() throws {
        let manifest = Self.sources.deletingLastPathComponent().appending(path: "Package.swift")
        var targets: Set<String> = []
        for match in try String(contentsOf: manifest, encoding: .utf8).matches(of: Self.targetLine) {
            guard let arrows = Self.arrows[String(match.1)] else { continue }
            targets.insert(String(match.1))
            // The packages that products come from are no modules.
            let modules = (match.2 ?? "").replacing(/package: "[^"]+"/, with: "").matches(of: /"(\w+)"/)
            #expect(Set(modules.map { String($0.1) }).intersection(Self.house) == arrows, "\(match.1)")
        }
        // The plugin builds those two.
        #expect(Set(Self.arrows.keys).subtracting(targets) == ["DaybookRuntime", "DaybookWeb"])
    }

    @Test("Every folder of Sources has its arrows")
    func everyFolder() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        #expect(Set(folders) == Set(Self.arrows.keys))
    }

    @Test("000.10 The view never reaches the repository or the database")
    func viewAndDatabase() throws {
        let reach = try imports(of: "DaybookApp").union(imports(of: "DaybookWeb"))
        #expect(reach.isDisjoint(with: ["DaybookStorage", "Sworm", "GRDB", "GRDBSQLite"]))
        #expect(reach.contains("DaybookCore"))
    }
}
