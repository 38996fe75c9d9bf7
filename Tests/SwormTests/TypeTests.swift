import Fixtures
import Foundation
import Testing

/// What the compiler says to code on Sworm.
@Suite struct TypeTests {
    private static let beginning = [
        "import Sworm",
        "let id = Expression<Int64>(\"id\")",
        "let name = Expression<String>(\"name\")",
        "let note = Expression<String?>(\"note\")",
        "let table = Tablex(\"members\")",
    ]

    @Test("001.4 Expressions of the right type compile")
    func rightTypes() throws {
        let lines = [
            "let a = table.filter(id == 3 && name.like(\"A%\"))",
            "let b = table.filter(note == nil || id > 3)",
            "let c = [id <- 3, name <- \"Ann\", note <- nil]",
            "let d = try Database().first(table.select(id, name))?.1",
            "print(try Database().all(table.select(id, name)).count, d ?? \"\")",
            "print(try Database().all(table.all.select(id, name, note)).count)",
            "print(try Database().first(table.select(id, name, note))?.2 ?? \"\")",
        ]
        let (status, errors) = try typecheck(Self.beginning + lines)
        #expect(status == 0, "\(errors)")
    }

    @Test("The lines with which the page on Sworm begins compile without a warning")
    func pageOnSworm() throws {
        let beginning = try #require(page("sworm.md").split(separator: "\n## ").first)
        let lines = beginning.split(separator: "\n").filter { $0.hasPrefix("    ") }.map(String.init)
        #expect(lines.contains { $0.contains("import Sworm") })
        let (status, errors) = try typecheck(lines)
        #expect(status == 0)
        #expect(errors == "")
    }

    @Test("010.6 The code of each article on Sworm compiles without a warning", arguments: try articles(of: "Sworm"))
    func article(_ name: String) throws {
        let beginning = try code(of: "GettingStarted.md", in: "Sworm")
        // The others use the model and the database of the first.
        let lines =
            name == "GettingStarted.md" ? beginning : try beginning.prefix(2) + code(of: name, in: "Sworm")
        let (status, errors) = try typecheck(lines)
        #expect(status == 0 && errors == "", "\(errors)")
    }

    @Test("001.4 A wrong type does not compile")
    func wrongTypes() throws {
        let lines = [
            "let a = table.filter(id == \"3\")",
            "let b = table.filter(name > 3)",
            "let c = table.filter(id == name)",
            "let d = table.filter(id)",
            "let e = name + 1",
            "let f = id <- \"Ann\"",
            "let g = name <- nil",
            "let h = id.like(\"3%\")",
            "let i = Expression<UInt64>(\"bits\").sum",
            "let j = Expression<UInt64>(\"bits\") / 2",
            "let k = Expression<UInt>(\"bits\") - 1",
        ]
        let (status, errors) = try typecheck(Self.beginning + lines)
        #expect(status == 1)
        for (index, line) in lines.enumerated() {
            #expect(errors.contains("main.swift:\(Self.beginning.count + 1 + index):"), "\(line)\n\(errors)")
        }
    }
}
