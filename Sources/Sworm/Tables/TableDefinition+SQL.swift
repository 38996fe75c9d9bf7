extension TableDefinition {
    func writeCreate(to sql: inout SQLWriter, ifNotExists: Bool) {
        sql.text(ifNotExists ? "CREATE TABLE IF NOT EXISTS " : "CREATE TABLE ")
        sql.name(table.name)
        sql.text(" (")
        sql.list(columns) { $1.write(to: &$0) }
        if !primaryKey.isEmpty {
            sql.text(", PRIMARY KEY (")
            sql.names(primaryKey)
            sql.text(")")
        }
        for constraint in constraints {
            sql.text(", ")
            constraint.write(to: &sql)
        }
        sql.text(")")
        let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil].compactMap { $0 }
        if !options.isEmpty { sql.text(" " + options.joined(separator: ", ")) }
    }
}

extension TableDefinition.Constraint {
    func write(to sql: inout SQLWriter) {
        switch self {
        case .unique(let columns):
            sql.text("UNIQUE (")
            sql.names(columns)
            sql.text(")")
        case .check(let condition):
            sql.text("CHECK (")
            condition.write(to: &sql)
            sql.text(")")
        case .foreignKey(let columns, let reference):
            sql.text("FOREIGN KEY (")
            sql.names(columns)
            sql.text(")")
            reference.write(to: &sql)
        }
    }
}

extension ColumnDefinition {
    func write(to sql: inout SQLWriter) {
        sql.name(name)
        sql.text(" " + type.declaration)
        switch primaryKey.kind {
        case .none: break
        case .plain: sql.text(" PRIMARY KEY")
        case .autoincrement: sql.text(" PRIMARY KEY AUTOINCREMENT")
        }
        if !isOptional { sql.text(" NOT NULL") }
        if isUnique { sql.text(" UNIQUE") }
        if let fallback {
            sql.text(" DEFAULT ")
            sql.value(fallback, for: name)
        }
        if let check {
            sql.text(" CHECK (")
            check.write(to: &sql)
            sql.text(")")
        }
        reference?.write(to: &sql)
    }
}

extension Reference {
    func write(to sql: inout SQLWriter) {
        sql.text(" REFERENCES ")
        sql.name(table)
        sql.text(" (")
        sql.names(columns)
        sql.text(") ON DELETE \(onDelete.rawValue)")
    }
}

extension IndexDefinition {
    func write(to sql: inout SQLWriter, ifNotExists: Bool) {
        sql.text(isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
        if ifNotExists { sql.text("IF NOT EXISTS ") }
        sql.name(name)
        sql.text(" ON ")
        sql.name(table.name)
        sql.text(" (")
        sql.names(columns)
        sql.text(")")
        if let condition {
            sql.text(" WHERE ")
            condition.write(to: &sql)
        }
    }
}
