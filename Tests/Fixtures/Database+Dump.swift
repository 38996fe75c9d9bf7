public import Sworm

/// Everything in a database: version, definitions and rows.
public func dump(_ database: Database) throws -> [String] {
    try database.writeWithoutTransaction { db in
        var lines = ["version \(try db.value(sql: "PRAGMA user_version", as: Int.self) ?? -1)"]
        var tables: [String] = []
        try db.eachRow(sql: "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name") { row in
            lines.append("\(try row.stored(at: 1)) \(try row.stored(at: 2))")
            if try row.get(at: 0, as: String.self) == "table" { tables.append(try row.get(at: 1)) }
        }
        for table in tables {
            try db.eachRow(Tablex(table).all) { row in
                lines.append(try row.columns.indices.map { "\(try row.stored(at: $0))" }.joined(separator: "|"))
            }
        }
        return lines
    }
}
