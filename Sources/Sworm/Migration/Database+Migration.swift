import GRDB

extension Database {
    /// Brings the file to the schema's last version, all in one transaction; a new file gets it at once.
    ///
    /// The way goes version by version. Before the commit, foreign keys and the file's integrity are checked. Whatever
    /// goes wrong, be it an error or the end of the process, leaves the content as it was. A copy of the file as it was
    /// stays beside it (`….before-migration`) until the file has been opened once more in its new version; after an
    /// error it is not needed and goes at once.
    ///
    /// Triggers and indexes that were made by SQL of one's own on a table that is copied are made again; where they no
    /// longer fit, the migration fails, and so it does where a view that could be read can't be any more. A file opened
    /// read-only has to have the last version already.
    ///
    /// - Parameters:
    ///   - schema: the shapes that the file has had.
    ///   - progress: called now and then from the thread that migrates.
    @discardableResult public func migrate(
        to schema: Schema, progress: (MigrationProgress) -> Void = { _ in }
    ) throws -> MigrationReport {
        try migrate(to: schema, isDryRun: false, progress)
    }

    /// True where the copy of a migration that came through lies beside the file still. The next `migrate(to:)` removes
    /// it.
    public var hasMigrationCopy: Bool { path.map { MigrationCopy(of: $0).isThere } ?? false }

    /// Does everything that ``migrate(to:progress:)`` does, goes on after rows that fail, and takes it all back.
    public func dryRun(
        to schema: Schema, progress: (MigrationProgress) -> Void = { _ in }
    ) throws -> MigrationReport {
        try migrate(to: schema, isDryRun: true, progress)
    }

    private func migrate(
        to schema: Schema, isDryRun: Bool, _ progress: (MigrationProgress) -> Void
    ) throws -> MigrationReport {
        let copy = path.map { MigrationCopy(of: $0) }
        return try writeWithoutTransaction { db in
            guard !db.isInTransaction else {
                throw SwormError.misuse(
                    "`migrate(to:)` was called inside `write`. A migration is a transaction of its own.")
            }
            while true {
                guard let start = try db.snapshot({ try schema.start(db) }) else {
                    if !isDryRun, !isReadOnly { copy?.remove() }
                    return MigrationReport(from: schema.newest, to: schema.newest)
                }
                guard !isReadOnly else {
                    throw SwormError.misuse(
                        "The file has version \(start) and is opened read-only, so it can't be brought to version "
                            + "\(schema.newest). Open it once for writing.")
                }
                do {
                    return try db.withoutForeignKeys {
                        try migrate(db, from: start, to: schema, copy, isDryRun: isDryRun, progress)
                    }
                } catch Interruption.dryRun(let report) {
                    return report
                } catch Interruption.otherMigration {
                    // Perhaps not to the newest version.
                    continue
                }
            }
        }
    }

    private func migrate(
        _ db: Connection, from start: Int, to schema: Schema, _ copy: MigrationCopy?, isDryRun: Bool,
        _ progress: (MigrationProgress) -> Void
    ) throws -> MigrationReport {
        var isCopied = false
        do {
            return try db.transaction {
                // Nobody can have written between the copy and this.
                guard try schema.start(db) == start else { throw Interruption.otherMigration }
                let plans = try schema.plans(db, from: start)
                if !isDryRun, let copy, try !Shape(db).isEmpty {
                    try copy.write()
                    isCopied = true
                }
                let report = try schema.migrate(db, from: start, plans, isDryRun: isDryRun, progress)
                if isDryRun { throw Interruption.dryRun(report) }
                return report
            }
        } catch {
            // The file is as it was, and may need the room.
            if isCopied { copy?.discard() }
            throw error
        }
    }
}

private enum Interruption: Error {
    case dryRun(MigrationReport)
    /// Another process has migrated the file meanwhile.
    case otherMigration
}

extension Schema {
    fileprivate var newest: Int { versions.last?.number ?? 0 }

    /// The version to start from, 0 for a new file; nil if the file has the newest.
    func start(_ db: Connection) throws -> Int? {
        let numbers = versions.map(\.number)
        guard let newest = versions.last, numbers == numbers.sorted(), Set(numbers).count == numbers.count else {
            throw SwormError.misuse("A schema needs versions, in ascending order.")
        }
        guard let oldest = numbers.first, (0...Int(Int32.max)).contains(oldest), newest.number <= Int32.max else {
            throw SwormError.misuse(
                "The numbers of a schema's versions go from 0 to \(Int32.max): a file keeps 32 bits.")
        }
        for version in versions {
            let names = version.tables.map { $0.table.name.lowercased() }
            if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
                throw SwormError.misuse("Version \(version.number) lists table \(twice) twice.")
            }
        }
        let version = try db.value(sql: "PRAGMA user_version", as: Int.self) ?? 0
        guard version <= newest.number else { throw SwormError.newerFile(version: version, newest: newest.number) }
        let found = try Shape(db)
        guard let known = versions.first(where: { $0.number == version }) else {
            guard version == 0 else {
                throw SwormError.noMapping(
                    from: version, to: newest.number, table: "",
                    reason: "the schema does not list version \(version). Add a SchemaVersion(\(version), …)")
            }
            if let table = firstTable(in: found) {
                throw SwormError.noMapping(
                    from: 0, to: newest.number, table: table.table.name,
                    reason: "the file has this table but no version, as a file that Migrator or another program made. "
                        + "List its shape as SchemaVersion(0, …)")
            }
            return 0
        }
        if version == 0, firstTable(in: found) == nil { return 0 }
        if let difference = Shape(of: known).difference(to: found) {
            throw SwormError.unknownShape(version: version, difference: difference)
        }
        return version == newest.number ? nil : version
    }

    /// The first of any version that the file has. Without one, a file of version 0 is new to the schema.
    private func firstTable(in found: Shape) -> TableDefinition? {
        versions.flatMap(\.tables).first { found.contains($0.table.name) }
    }

    /// One plan for each step, made before anything is done; none for a file without tables of the schema.
    func plans(_ db: Connection, from start: Int) throws -> [MigrationPlan] {
        guard try firstTable(in: Shape(db)) != nil, versions.contains(where: { $0.number == start }) else { return [] }
        let ahead = versions.filter { $0.number >= start }
        return try zip(ahead, ahead.dropFirst()).map { try MigrationPlan(from: $0, to: $1) }
    }

    fileprivate func migrate(
        _ db: Connection, from start: Int, _ plans: [MigrationPlan], isDryRun: Bool,
        _ progress: (MigrationProgress) -> Void
    ) throws -> MigrationReport {
        var report = MigrationReport(from: start, to: newest)
        guard let newest = versions.last else { return report }
        if plans.isEmpty {
            for table in newest.tables { try db.run(table.create()) }
            try db.execute(sql: "PRAGMA user_version = \(newest.number)")
            return report
        }
        for plan in plans {
            // The closures of a step don't outlive it.
            report.tables += try withoutActuallyEscaping(progress) { progress in
                try MigrationStep(plan: plan, db: db, isDryRun: isDryRun, progress: progress).run()
            }
        }
        guard report.isClean else { return report }
        try check(db, from: start)
        return report
    }

    private func check(_ db: Connection, from start: Int) throws {
        if let row = try db.rows(sql: "PRAGMA foreign_key_check").first {
            let id = try row.get(at: 1, as: Int64?.self)
            throw SwormError.migrationFailed(
                from: start, to: newest, table: try row.get(at: 0), record: id.map { "row \($0)" } ?? "a row",
                reason: "it refers to a row of \(try row.get(at: 2, as: String.self)) that doesn't exist")
        }
        let integrity = try db.value(sql: "PRAGMA integrity_check", as: String.self) ?? ""
        guard integrity == "ok" else {
            throw SwormError.migrationFailed(
                from: start, to: newest, table: "", record: "the integrity check", reason: integrity)
        }
    }
}

extension Connection {
    /// Tables change places in a migration, so references are checked once, at the end.
    fileprivate func withoutForeignKeys<Result>(_ body: () throws -> Result) throws -> Result {
        let foreignKeys = try value(sql: "PRAGMA foreign_keys", as: Int.self) ?? 1
        let legacy = try value(sql: "PRAGMA legacy_alter_table", as: Int.self) ?? 0
        try execute(sql: "PRAGMA foreign_keys = 0")
        // A renamed table keeps its name in the references of others: the new one will have it.
        try execute(sql: "PRAGMA legacy_alter_table = 1")
        defer {
            _ = try? execute(sql: "PRAGMA legacy_alter_table = \(legacy)")
            _ = try? execute(sql: "PRAGMA foreign_keys = \(foreignKeys)")
        }
        return try body()
    }
}
