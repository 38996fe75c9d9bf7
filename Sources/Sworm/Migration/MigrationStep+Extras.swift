extension MigrationStep {
    /// A trigger or an index that the schema does not know, on a table that is made again; a view; or a table with
    /// triggers.
    struct Extra {
        let type: String
        let name: String
        /// The table's name before.
        let table: String
        let sql: String
    }

    /// The extras that have to be made again once the tables are there. One that stands on a table that goes for good goes with it.
    func extras() throws -> [Extra] {
        let query = """
            SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE \
            AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid
            """
        let ours = Set((plan.from.tables + plan.to.tables).flatMap(\.indexes).map(\.name))
        var extras: [Extra] = []
        for table in plan.aside {
            try db.eachRow(sql: query, arguments: [table]) { row in
                let name = try row.get(at: 1, as: String.self)
                guard !ours.contains(name) else { return }
                extras.append(
                    Extra(type: try row.get(at: 0), name: name, table: table, sql: try row.get(at: 2)))
            }
        }
        return try extras.filter { extra in
            if let copy = plan.copies.first(where: { $0.source == extra.table && $0.destination != extra.table }) {
                throw misfit(extra, "its table is called \(copy.destination) from now on")
            }
            return plan.created.contains { $0.table.name == extra.table }
        }
    }

    func create(_ extra: Extra) throws {
        do {
            try db.execute(sql: extra.sql)
            if extra.type == "trigger" { try setOff(Tablex(extra.table)) }
        } catch SwormError.sqlite(let failure) {
            throw misfit(extra, failure.message)
        }
    }

    /// Compiles what would set the table's triggers off, since SQLite looks at the columns only then.
    private func setOff(_ table: Tablex) throws {
        let columns = try db.rows(sql: "SELECT name FROM pragma_table_info(?)", arguments: [table.name])
        let everything = try columns.map { row in
            let name = try row.get(at: 0, as: String.self)
            return Setter(column: name, expression: .column(name))
        }
        for command in [table.insert([]), table.all.update(everything), table.delete()] {
            _ = try db.rows(sql: "EXPLAIN " + command.sql)
        }
    }

    /// The tables that stay and have triggers, which may reach into one that doesn't. One that is broken has been so
    /// before.
    func triggered() throws -> [Extra] {
        let query = """
            SELECT name FROM sqlite_schema AS tables WHERE type = 'table' AND EXISTS \
            (SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = tables.name COLLATE NOCASE)
            """
        return try db.rows(sql: query).map { row in
            let name = try row.get(at: 0, as: String.self)
            return Extra(type: "a trigger of table", name: name, table: name, sql: "")
        }.filter { !plan.aside.contains($0.table) && (try? check(triggersOf: $0)) != nil }
    }

    func check(triggersOf table: Extra) throws {
        do {
            try setOff(Tablex(table.name))
        } catch SwormError.sqlite(let failure) {
            throw misfit(table, failure.message)
        }
    }

    /// The views that can be read. One that can't has been broken before.
    func views() throws -> [Extra] {
        try db.rows(sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'view'").map { row in
            let name = try row.get(at: 0, as: String.self)
            return Extra(type: "view", name: name, table: name, sql: try row.get(at: 1))
        }.filter { (try? check($0)) != nil }
    }

    /// Reads no row of the view: SQLite looks at the tables only then.
    func check(_ view: Extra) throws {
        do {
            _ = try db.all(Tablex(view.name).all.limit(0))
        } catch SwormError.sqlite(let failure) {
            throw misfit(view, failure.message)
        }
    }

    private func misfit(_ extra: Extra, _ reason: String) -> SwormError {
        failed(
            extra.table,
            MigrationReport.Failure(
                record: "\(extra.type) \(extra.name)",
                reason: "it was made outside of the schema and no longer fits: \(reason). Drop it first"))
    }
}
