import Foundation
import Testing

/// Holds the sources against the arrows of docs/architecture.md.
@Suite struct ArrowTests {
    /// What each folder of `Sources` may import of the house. Nothing else is allowed.
    static let arrows: [String: Set<String>] = [
        "CZlib": [],
        "Sworm": ["GRDB", "GRDBSQLite"],
        "Flux": [],
        "MoneyMomModel": ["Sworm"],
        "DaybookCore": [],
        "DaybookApp": ["DaybookCore", "Flux"],
        "DaybookUnicode": [],
        "DaybookWeb": ["DaybookApp", "DaybookCore", "Flux"],
        "DaybookStorage": ["DaybookCore", "Sworm"],
        "DaybookServer": ["CZlib", "DaybookStorage", "DaybookApp", "DaybookCore", "Flux", "Sworm"],
        "DaybookCLI": [
            "DaybookStorage", "DaybookApp", "DaybookServer", "MoneyMomModel", "DaybookCore", "Flux", "Sworm",
        ],
    ]

    /// These build as Embedded Swift, so the standard library is all they have.
    static let embedded: Set<String> = ["DaybookUnicode", "Flux", "DaybookCore", "DaybookApp", "DaybookWeb"]

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

    @Test("A target imports only what its arrows allow", arguments: arrows.keys.sorted())
    func arrow(target: String) throws {
        let house = Set(Self.arrows.keys).union(["GRDB", "GRDBSQLite"])
        let imports = try imports(of: target)
        #expect(imports.intersection(house).subtracting(Self.arrows[target] ?? []).subtracting([target]) == [])
        if Self.embedded.contains(target) {
            #expect(imports.subtracting(house) == [], "builds as Embedded Swift: the standard library only")
        }
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
