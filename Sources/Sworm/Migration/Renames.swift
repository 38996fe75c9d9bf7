/// The names of one version that the next has otherwise, each found on both sides.
struct Renames {
    private let from: SchemaVersion
    private let to: SchemaVersion

    /// - Parameter gone: the old tables that a mapping or `drops` takes away.
    init(from: SchemaVersion, to: SchemaVersion, gone: Set<String>) throws {
        self.from = from
        self.to = to
        for (index, rename) in to.renames.enumerated() {
            guard !to.renames[..<index].contains(where: { $0.meets(rename) }) else {
                throw misfit(rename, "another rename has one of these names already")
            }
            switch rename {
            case .table(let old, let new):
                guard from.tables.contains(where: { $0.table.name == old }) else {
                    throw misfit(rename, "version \(from.number) has no table \(old)")
                }
                guard to.tables.contains(where: { $0.table.name == new }) else {
                    throw misfit(rename, "version \(to.number) has no table \(new)")
                }
                guard !gone.contains(old) else { throw misfit(rename, "a mapping or `drops` takes table \(old) away") }
            case .column(_, _, let table):
                guard to.tables.contains(where: { $0.table.name == table }) else {
                    throw misfit(rename, "version \(to.number) has no table \(table); `of` is the table's new name")
                }
            }
        }
        for case .column(let old, let new, let table) in to.renames {
            let rename = Rename.column(old, to: new, of: table)
            let source = oldTable(of: table)
            guard let source = from.tables.first(where: { $0.table.name == source }), !gone.contains(source.table.name)
            else {
                throw misfit(rename, "the rows of table \(table) are not copied from version \(from.number)")
            }
            guard source.columns.contains(where: { $0.name == old }) else {
                throw misfit(rename, "table \(source.table.name) of version \(from.number) has no column \(old)")
            }
            guard to.tables.contains(where: { $0.table.name == table && $0.columns.contains { $0.name == new } }) else {
                throw misfit(rename, "table \(table) of version \(to.number) has no column \(new)")
            }
        }
    }

    /// Tells what a table of the new version was called; nil if its name belonged to a table that has another now.
    func oldTable(of name: String) -> String? {
        var isTaken = false
        for case .table(let old, let new) in to.renames {
            if new == name { return old }
            if old == name { isTaken = true }
        }
        return isTaken ? nil : name
    }

    /// Tells what a column of the new version was called; nil if its name belonged to a column that has another now.
    func oldColumn(of name: String, in table: String) -> String? {
        var isTaken = false
        for case .column(let old, let new, table) in to.renames {
            if new == name { return old }
            if old == name { isTaken = true }
        }
        return isTaken ? nil : name
    }

    func haveColumns(of table: String) -> Bool {
        to.renames.contains { if case .column(_, _, table) = $0 { true } else { false } }
    }

    private func misfit(_ rename: Rename, _ reason: String) -> SwormError {
        .misuse("Version \(to.number) renames \(rename.words), but \(reason). The file's content was not changed.")
    }
}

extension Rename {
    fileprivate var words: String {
        switch self {
        case .table(let old, let new): "table \(old) to \(new)"
        case .column(let old, let new, let table): "column \(old) of \(table) to \(new)"
        }
    }

    /// Tells whether both take the same thing, or give the same name.
    fileprivate func meets(_ other: Rename) -> Bool {
        switch (self, other) {
        case (.table(let old, let new), .table(let otherOld, let otherNew)): old == otherOld || new == otherNew
        case (.column(let old, let new, let table), .column(let otherOld, let otherNew, let otherTable)):
            table == otherTable && (old == otherOld || new == otherNew)
        case (.table, .column), (.column, .table): false
        }
    }
}
