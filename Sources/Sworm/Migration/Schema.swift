/// The shapes that a program's file has had, oldest first. The last is the current one.
public struct Schema: Sendable {
    public let versions: [SchemaVersion]

    public init(_ versions: [SchemaVersion]) {
        self.versions = versions
    }
}

/// One shape of the file. A file carries its number as `user_version`.
public struct SchemaVersion: Sendable {
    public let number: Int
    public let tables: [TableDefinition]

    public init(_ number: Int, tables: [TableDefinition]) {
        self.number = number
        self.tables = tables
    }
}

extension Database {
    /// Brings the file to the schema's last version. A new file gets it at once; a file of that version is left alone; a
    /// newer one is refused.
    public func migrate(to schema: Schema) throws {
        guard let newest = schema.versions.last else { throw SwormError.misuse("A schema needs a version.") }
        try write { db in
            let version = try db.value(sql: "PRAGMA user_version", as: Int.self) ?? 0
            guard version <= newest.number else {
                throw SwormError.newerFile(version: version, newest: newest.number)
            }
            guard version < newest.number else { return }
            for table in newest.tables { try db.run(table.create()) }
            try db.execute(sql: "PRAGMA user_version = \(newest.number)")
        }
    }
}
