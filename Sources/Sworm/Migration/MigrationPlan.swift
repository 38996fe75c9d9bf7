/// What has to be done between one version and the next, found without touching the file.
struct MigrationPlan {
    let from: SchemaVersion
    let to: SchemaVersion
    /// Old tables that step aside, by their old names.
    private(set) var aside: [String] = []
    /// New tables to create.
    private(set) var created: [TableDefinition] = []
    /// Tables copied by SQLite alone.
    private(set) var copies: [Copy] = []

    struct Copy {
        let source: String
        let destination: String
        /// Column names, old and new.
        let columns: [(old: String, new: String)]
    }

    /// Throws ``SwormError/noMapping(from:to:table:)`` where a change says nothing of what becomes of the rows.
    init(from: SchemaVersion, to: SchemaVersion) throws {
        self.from = from
        self.to = to
        var oldNames: [String: String] = [:]
        for case .table(let old, let new) in to.renames { oldNames[new] = old }
        let old = Dictionary(from.tables.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
        let replaced = Set(to.mappings.filter { !$0.keepsSource }.map(\.source.name))
        let dropped = Set(to.drops.map(\.name))
        for mapping in to.mappings where old[mapping.source.name] == nil {
            throw SwormError.misuse(
                "Mapping \(mapping.name) reads table \(mapping.source.name), which is not in version \(from.number).")
        }

        var used = replaced.union(dropped)
        for table in to.tables {
            let name = table.table.name
            let oldName = oldNames[name] ?? name
            guard let source = old[oldName], !replaced.contains(oldName), !dropped.contains(oldName) else {
                created.append(table)
                continue
            }
            used.insert(oldName)
            if oldName == name, source.createSQL == table.createSQL { continue }
            guard let columns = MigrationPlan.columns(from: source, to: table, to.renames) else {
                throw SwormError.noMapping(from: from.number, to: to.number, table: name)
            }
            aside.append(oldName)
            created.append(table)
            copies.append(Copy(source: oldName, destination: name, columns: columns))
        }
        for table in from.tables where !used.contains(table.table.name) {
            throw SwormError.noMapping(from: from.number, to: to.number, table: table.table.name)
        }
        aside += from.tables.map(\.table.name).filter { replaced.contains($0) || dropped.contains($0) }
    }

    /// The columns that are taken over; nil if the rows can't be.
    private static func columns(
        from source: TableDefinition, to destination: TableDefinition, _ renames: [Rename]
    ) -> [(old: String, new: String)]? {
        var result: [(old: String, new: String)] = []
        for column in destination.columns {
            var oldName = column.name
            for case .column(let old, column.name, destination.table.name) in renames { oldName = old }
            if let old = source.columns.first(where: { $0.name == oldName }) {
                guard old.type == column.type, old.isOptional == column.isOptional else { return nil }
                result.append((oldName, column.name))
            } else if column.fallback == nil, !column.isOptional {
                return nil
            }
        }
        return result
    }
}

extension TableDefinition {
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
