/// The steps between one version and the next, found without touching the file.
struct MigrationPlan {
    let from: SchemaVersion
    let to: SchemaVersion
    /// Old tables that step aside, by their old names.
    private(set) var aside: [String] = []
    /// New tables to create.
    private(set) var created: [TableDefinition] = []
    /// Tables copied by SQLite alone.
    private(set) var copies: [Copy] = []

    /// Tables that count their rows up and go on counting: old and new name.
    private(set) var counted: [(old: String, new: String)] = []

    struct Copy {
        let source: String
        let destination: String
        /// Column names, old and new.
        let columns: [(old: String, new: String)]
    }

    /// Throws ``SwormError/noMapping(from:to:table:reason:)`` where a change says nothing of what becomes of the rows,
    /// and ``SwormError/misuse(_:)`` where a mapping or a rename names what isn't there.
    init(from: SchemaVersion, to: SchemaVersion) throws {
        self.from = from
        self.to = to
        let old = Dictionary(from.tables.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
        for mapping in to.mappings where old[mapping.source.name] == nil {
            throw SwormError.misuse(
                "Mapping \(mapping.name) reads table \(mapping.source.name), which is not in version \(from.number).")
        }
        let gone = Set(to.mappings.filter { !$0.keepsSource }.map(\.source.name)).union(to.drops.map(\.name))
        let renames = try Renames(from: from, to: to, gone: gone)

        var used = gone
        for table in to.tables {
            let name = table.table.name
            if table.countsUp, let oldName = renames.oldTable(of: name), old[oldName]?.countsUp == true {
                counted.append((oldName, name))
            }
            guard let oldName = renames.oldTable(of: name), let source = old[oldName], !gone.contains(oldName) else {
                created.append(table)
                continue
            }
            used.insert(oldName)
            let isSame =
                oldName == name && source.createSQL == table.createSQL
                && source.columns.map(\.type) == table.columns.map(\.type)
            if isSame, !renames.haveColumns(of: name) { continue }
            aside.append(oldName)
            created.append(table)
            copies.append(
                Copy(source: oldName, destination: name, columns: try columns(from: source, to: table, renames)))
        }
        for table in from.tables where !used.contains(table.table.name) {
            throw noMapping(
                table.table.name, "version \(to.number) has no such table. Name it in `renames` or in `drops`")
        }
        aside += from.tables.map(\.table.name).filter { gone.contains($0) }
    }

    /// The columns that are taken over.
    private func columns(
        from source: TableDefinition, to destination: TableDefinition, _ renames: Renames
    ) throws -> [(old: String, new: String)] {
        let table = destination.table.name
        var result: [(old: String, new: String)] = []
        for column in destination.columns {
            let oldName = renames.oldColumn(of: column.name, in: table)
            if let old = source.columns.first(where: { $0.name == oldName }) {
                guard old.type == column.type else {
                    throw noMapping(table, "column \(column.name) was \(old.type) and is \(column.type)")
                }
                guard column.isOptional || !old.isOptional else {
                    throw noMapping(table, "column \(column.name) could be NULL and no longer can")
                }
                result.append((old.name, column.name))
            } else if column.fallback == nil, !column.isOptional {
                throw noMapping(
                    table,
                    "column \(column.name) is new and neither has a default nor may be NULL; if it had another name, "
                        + "name it in `renames`")
            } else if let lost = source.columns.first(where: { old in
                old.type == column.type
                    && !destination.columns.contains { renames.oldColumn(of: $0.name, in: table) == old.name }
            }) {
                throw noMapping(
                    table,
                    "column \(lost.name) is gone and column \(column.name), which can hold the same, is new. If they are one, "
                        + "name it in `renames`; if not, drop the one in a version of its own, or give a mapping")
            }
        }
        guard !result.isEmpty else { throw noMapping(table, "none of its columns stays") }
        return result
    }

    private func noMapping(_ table: String, _ reason: String) -> SwormError {
        .noMapping(from: from.number, to: to.number, table: table, reason: reason)
    }
}

extension TableDefinition {
    /// True where SQLite keeps the last number that it gave in `sqlite_sequence`.
    var countsUp: Bool { columns.contains { $0.primaryKey == .autoincrement } }

    /// The columns of the primary key, wherever it was declared.
    var keyColumns: [ColumnDefinition] {
        columns.filter { primaryKey.contains($0.name) || $0.primaryKey.kind != .none }
    }

    /// True where a column is the row id.
    var hasIntegerKey: Bool { keyColumns.count == 1 && keyColumns.first?.type == .integer }

    /// The name of its row id; nil for a table without one.
    ///
    /// - Throws: where columns have all the names that SQLite knows for it.
    func rowID() throws -> String? { isWithoutRowID ? nil : try table.rowID(besides: columns.map(\.name)) }

    var createSQL: String {
        var sql = SQLWriter(literal: true)
        writeCreate(to: &sql, ifNotExists: false)
        return sql.sql
    }

    var indexSQL: [String: String] {
        var result: [String: String] = [:]
        for index in indexes {
            var sql = SQLWriter(literal: true)
            index.write(to: &sql, ifNotExists: false)
            result[index.name] = sql.sql
        }
        return result
    }
}
