/// The fingerprint of a file's shape: the definitions of its tables and indexes as SQLite keeps them, by name.
struct Shape: Equatable {
    private(set) var definitions: [String: String] = [:]

    init(of version: SchemaVersion) {
        for table in version.tables {
            definitions[table.table.name] = table.createSQL
            definitions.merge(table.indexSQL) { $1 }
        }
    }

    init(_ db: Connection) throws {
        try db.eachRow(
            sql: "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL"
        ) { row in
            definitions[try row.get(at: 0)] = try row.get(at: 1)
        }
    }

    var isEmpty: Bool { definitions.isEmpty }

    func contains(_ name: String) -> Bool { definitions[name] != nil }

    private static func firstDifference(_ found: String, _ defined: String) -> String {
        /// Its columns, and what follows them.
        func parts(_ sql: String) -> [Substring] {
            let end = sql.lastIndex(of: ")") ?? sql.endIndex
            return sql[..<end].split(separator: ", ") + [sql[end...]]
        }
        let (found, defined) = (parts(found), parts(defined))
        let place = zip(found, defined).prefix { $0 == $1 }.count
        func part(_ parts: [Substring]) -> String {
            place < parts.count - 1 ? shortened(String(parts[place])) : "nothing more before \(parts.last ?? "")"
        }
        return "It has \(part(found)) where the version has \(part(defined))"
    }

    /// Tells what `found` lacks or has otherwise; nil if it has everything. Tables that the schema does not know are let be.
    func difference(to found: Shape) -> String? {
        for (name, definition) in definitions.sorted(by: { $0.key < $1.key }) {
            guard let other = found.definitions[name] else { return "\(name) is missing" }
            if other != definition {
                return "\(name) differs from this version's definition. \(Self.firstDifference(other, definition))"
            }
        }
        return nil
    }
}
