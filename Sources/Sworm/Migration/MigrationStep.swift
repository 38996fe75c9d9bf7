/// Carries out one ``MigrationPlan`` inside the open transaction.
struct MigrationStep {
    let plan: MigrationPlan
    let db: Connection
    let isDryRun: Bool
    let progress: (MigrationProgress) -> Void

    private var from: Int { plan.from.number }
    private var to: Int { plan.to.number }
    private static let progressInterval = 500

    func run() throws -> [MigrationReport.Table] {
        let mappings = plan.to.mappings
        let withoutRowID = Set(plan.to.tables.filter(\.isWithoutRowID).map(\.table.name))
        let kept = Set(mappings.map(\.source.name)).subtracting(plan.aside)
        let migration = try Migration(
            from: from, to: to, mappings: mappings,
            Migration.Tables(withoutRowID: withoutRowID, kept: kept.intersection(withoutRowID)), db: db)
        let extras = try extras()
        let views = try views()
        let triggered = try triggered()
        try setAside()
        // Before the first row is made: what a mapping adds to a table that it keeps is no source.
        let sources = try mappings.map(source)
        for table in plan.created {
            try db.run(Command.definition { table.writeCreate(to: &$0, ifNotExists: false) })
        }
        var reports = try plan.copies.map(copy)
        var mapped: [MigrationReport.Table] = []
        for (index, mapping) in mappings.enumerated() {
            migration.mapping = index
            mapped.append(try makeRows(mapping, sources[index], migration))
        }
        for (index, mapping) in mappings.enumerated() where mapping.relate != nil {
            migration.mapping = index
            try relate(mapping, sources[index], migration, &mapped[index])
        }
        reports += mapped
        for (old, new) in plan.counted where plan.aside.contains(old) { try goOnCounting(old, new) }
        for name in plan.aside { try db.run(Tablex(MigrationStep.aside(name)).drop()) }
        try createIndexes(&reports)
        for extra in extras { try create(extra) }
        for view in views { try check(view) }
        for table in triggered { try check(triggersOf: table) }
        try migration.end()
        try db.execute(sql: "PRAGMA user_version = \(to)")
        return reports
    }

    private static func aside(_ name: String) -> String { "sworm_old_\(name)" }

    /// Renames the old tables and drops the indexes that are not in the new version as they are.
    private func setAside() throws {
        for table in plan.from.tables {
            let stays = !plan.aside.contains(table.table.name)
            let wanted = stays ? plan.to.tables.first { $0.table == table.table }?.indexSQL ?? [:] : [:]
            for (name, sql) in table.indexSQL where wanted[name] != sql {
                try execute {
                    $0.text("DROP INDEX ")
                    $0.name(name)
                }
            }
        }
        for name in plan.aside {
            try execute {
                $0.text("ALTER TABLE ")
                $0.name(name)
                $0.text(" RENAME TO ")
                $0.name(MigrationStep.aside(name))
            }
        }
    }

    private func createIndexes(_ reports: inout [MigrationReport.Table]) throws {
        for table in plan.to.tables {
            let isNew = plan.created.contains { $0.table == table.table }
            let there = isNew ? [:] : plan.from.tables.first { $0.table == table.table }?.indexSQL ?? [:]
            for (name, sql) in table.indexSQL.sorted(by: { $0.key < $1.key }) where there[name] != sql {
                do {
                    try db.execute(sql: sql)
                } catch {
                    let failure = MigrationReport.Failure(record: "index \(name)", reason: "\(error)")
                    guard isDryRun else { throw failed(table.table.name, failure) }
                    let place = reports.firstIndex { $0.name == table.table.name } ?? reports.count
                    // The table stays as it is, and only gets an index.
                    if place == reports.count {
                        reports.append(MigrationReport.Table(from: from, to: to, name: table.table.name))
                    }
                    reports[place].failures.append(failure)
                }
            }
        }
    }

    /// Numbers that the old table gave to rows which are gone by now are not given again.
    private func goOnCounting(_ old: String, _ new: String) throws {
        let query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        guard let last = try db.value(sql: query, arguments: [MigrationStep.aside(old)], as: Int64.self) else { return }
        let change = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
        if try db.execute(sql: change, arguments: [last, new]) == 0 {
            try db.execute(sql: "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)", arguments: [last, new])
        }
    }

    /// Tells what the row ids of both tables are called, where no column is one: they stay, as other programs' indexes may
    /// name rows by them.
    private func rowIDs(_ copy: MigrationPlan.Copy) -> (old: String, new: String)? {
        func name(_ table: String, _ version: SchemaVersion) -> String? {
            guard let definition = version.tables.first(where: { $0.table.name == table }), !definition.hasIntegerKey
            else { return nil }
            return try? definition.rowID()
        }
        guard let old = name(copy.source, plan.from), let new = name(copy.destination, plan.to) else { return nil }
        return (old, new)
    }

    private func copy(_ copy: MigrationPlan.Copy) throws -> MigrationReport.Table {
        let rowIDs = self.rowIDs(copy)
        var report = MigrationReport.Table(from: from, to: to, name: copy.destination)
        report.rowsIn = try db.count(Tablex(MigrationStep.aside(copy.source)).all)
        do {
            try execute {
                $0.text("INSERT INTO ")
                $0.name(copy.destination)
                $0.text(" (")
                if let rowIDs { $0.text(rowIDs.new + ", ") }
                $0.names(copy.columns.map(\.new))
                $0.text(") SELECT ")
                if let rowIDs { $0.text(rowIDs.old + ", ") }
                $0.names(copy.columns.map(\.old))
                $0.text(" FROM ")
                $0.name(MigrationStep.aside(copy.source))
            }
            report.rowsOut = db.changes
        } catch {
            let failure = MigrationReport.Failure(record: "copying its rows", reason: "\(error)")
            guard isDryRun else { throw failed(copy.destination, failure) }
            report.failures.append(failure)
        }
        progress(
            MigrationProgress(
                from: from, to: to, table: copy.destination, rows: report.rowsIn, total: report.rowsIn))
        return report
    }

    private func makeRows(
        _ mapping: Mapping, _ source: Source, _ migration: Migration
    ) throws -> MigrationReport.Table {
        var report = MigrationReport.Table(from: from, to: to, name: mapping.name)
        let total = source.count * (mapping.relate == nil ? 1 : 2)
        try read(source) { row in
            report.rowsIn += 1
            migration.made = 0
            let failure = try attempt(row, source, migration, mapping.name, mapping.rows)
            if let failure {
                report.failures.append(failure)
            } else if migration.made == 0 {
                report.dropped += 1
            }
            report.rowsOut += migration.made
            tell(mapping, report.rowsIn, total)
            return failure == nil
        }
        return report
    }

    private func relate(
        _ mapping: Mapping, _ source: Source, _ migration: Migration, _ report: inout MigrationReport.Table
    ) throws {
        guard let relate = mapping.relate else { return }
        var rows = 0
        var failures: [MigrationReport.Failure] = []
        try read(source) { row in
            rows += 1
            let failure = try attempt(row, source, migration, mapping.name, relate)
            if let failure { failures.append(failure) }
            tell(mapping, source.count + rows, source.count * 2)
            return failure == nil
        }
        report.failures += failures
    }

    /// Calls `body` with each row. If it says false, a savepoint was rolled back, which ends every statement that
    /// reads; then reading starts again behind that row.
    private func read(_ source: Source, _ body: (Row) throws -> Bool) throws {
        var position: Int64?
        var count: Int64 = 0
        var isDone = false
        while !isDone {
            let statement = try db.prepared(model: "") { source.write(to: &$0, resumes: position != nil) }
            let bounds = (source.rowID == nil ? [] : [source.last]) + (position.map { [$0] } ?? [])
            try statement.start(bounds.map { .integer($0) })
            defer { statement.finish() }
            isDone = true
            while try statement.step() {
                let row = Row(statement.rows)
                let id = try source.rowID(row)
                count += 1
                if try !body(row) {
                    position = id ?? count
                    isDone = false
                    break
                }
            }
        }
    }

    /// Calls a pass for one row. A dry run takes a failed row back and goes on; otherwise the failure is thrown.
    private func attempt(
        _ row: Row, _ source: Source, _ migration: Migration, _ name: String,
        _ pass: (Row, Migration) throws -> Void
    ) throws -> MigrationReport.Failure? {
        migration.source = try source.rowID(row)
        do {
            if isDryRun {
                try db.savepoint { try pass(row, migration) }
            } else {
                try pass(row, migration)
            }
            return nil
        } catch {
            let record = try source.record(row)
            let failure = MigrationReport.Failure(record: record, reason: "\(error)")
            guard isDryRun else { throw failed(name, failure) }
            migration.made = 0
            try migration.keepReverseIndex()
            return failure
        }
    }

    private func tell(_ mapping: Mapping, _ rows: Int, _ total: Int) {
        guard rows.isMultiple(of: MigrationStep.progressInterval) || rows == total else { return }
        progress(MigrationProgress(from: from, to: to, table: mapping.name, rows: rows, total: total))
    }

    func failed(_ table: String, _ failure: MigrationReport.Failure) -> SwormError {
        .migrationFailed(from: from, to: to, table: table, record: failure.record, reason: failure.reason)
    }

    private func execute(_ write: (inout SQLWriter) -> Void) throws {
        var sql = SQLWriter(literal: true)
        write(&sql)
        try db.execute(sql: sql.sql)
    }
}

extension MigrationStep {
    /// How a mapping's rows are read.
    private struct Source {
        let table: String
        let count: Int
        /// The name of the row id; nil if there is none.
        let rowID: String?
        /// The greatest row id; the least there is where there are no rows.
        let last: Int64
        let key: [String]

        /// From the start to the row id that is bound, and behind the row id or number of rows that is bound next. The
        /// row id comes last.
        func write(to sql: inout SQLWriter, resumes: Bool) {
            sql.text(rowID.map { "SELECT *, \($0) AS sworm_rowid FROM " } ?? "SELECT * FROM ")
            sql.name(table)
            if let rowID { sql.text(" WHERE \(rowID) <= ?") }
            if resumes { sql.text(rowID.map { " AND \($0) > ?" } ?? " LIMIT -1 OFFSET ?") }
        }

        func rowID(_ row: Row) throws -> Int64? { rowID == nil ? nil : try row.get(at: row.columns.count - 1) }

        /// Says which row it is: its row id, or else its place.
        func record(_ row: Row) throws -> String {
            if let id = try rowID(row) { return "row \(id)" }
            return "the row with \(key.joined(separator: ", ")) "
                + key.compactMap { name in row.columns.firstIndex(of: name).flatMap { try? "\(row.stored(at: $0))" } }
                .joined(separator: ", ")
        }
    }

    private func source(of mapping: Mapping) throws -> Source {
        let name =
            plan.aside.contains(mapping.source.name) ? MigrationStep.aside(mapping.source.name) : mapping.source.name
        let definition = plan.from.tables.first { $0.table == mapping.source }
        let rowID = try definition?.rowID()
        let last = try rowID.flatMap { try db.first(Tablex(name).select(Expression<Int64>($0).max)) }
        return Source(
            table: name, count: try db.count(Tablex(name).all), rowID: rowID, last: last ?? .min,
            key: definition?.keyColumns.map(\.name) ?? [])
    }
}
