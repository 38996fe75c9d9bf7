import GRDBSQLite

extension Connection {
    /// Runs a command and tells how many rows its last statement changed.
    @discardableResult public func run(_ command: Command) throws -> Int {
        if let error = command.error { throw error }
        for step in command.steps {
            let key = try step.keyed.map(rowKey) ?? []
            try started(model: "") { step.write(to: &$0, key: key) }.execute()
        }
        if case .definition = command.steps.last { return 0 }
        return changes
    }

    /// Runs a command and gives the rows that it returns.
    @discardableResult public func run<Output>(_ returning: Returning<Output>) throws -> [Output] {
        if let error = returning.command.error { throw error }
        var result: [Output] = []
        for step in returning.command.steps {
            let key = try step.keyed.map(rowKey) ?? []
            let statement = try started(model: "") { returning.write(step, to: &$0, key: key) }
            defer { statement.finish() }
            while try statement.step() { result.append(try returning.read(Row(statement.rows))) }
        }
        return result
    }

    /// Inserts a model and gives its row id. For a table `WITHOUT ROWID` the number means nothing.
    @inlinable @discardableResult public func insert<M: Model>(_ element: M) throws -> Int64 {
        try insert(M.self, M.table, element.setter())
    }

    /// Inserts many. Inside `write` they are one transaction.
    @inlinable public func insert<M: Model>(contentsOf elements: some Sequence<M>) throws {
        for element in elements { _ = try insert(M.self, M.table, element.setter()) }
    }

    /// Inserts a model, or does what `onConflict` says where its key is there already. Gives the number of rows
    /// changed.
    @discardableResult public func insert<M: Model>(_ element: M, onConflict: Conflict) throws -> Int {
        try run(M.table.insert(element.setter(), onConflict: onConflict))
    }

    /// Inserts a model, or gives its values to the row that agrees in `key`, which must be a primary key or unique.
    @inlinable public func upsert<M: Model, V>(_ element: M, _ key: Expression<V>) throws {
        try upsert(M.self, M.table, element.setter(), key.label)
    }

    /// The same for a key of two columns.
    @inlinable public func upsert<M: Model, V, W>(_ element: M, _ key: Expression<V>, and other: Expression<W>) throws {
        try upsert(M.self, M.table, element.setter(), key.label, other.label)
    }

    /// Updates the rows for which the condition holds, inserts the model if there are none, and gives a row id.
    ///
    /// Where the condition says what the key is (`Member.id == 3`) and the setter leaves the key out, the inserted row
    /// gets that key, so that the next call finds it. The id is that of the first row that was found; in a table
    /// `WITHOUT ROWID` it is 0.
    @discardableResult public func upsert<M: Model, V>(
        _ element: M, _ key: Expression<V>, where condition: Expression<Bool>
    ) throws -> Int64 {
        try savepoint {
            var setters = element.setter()
            let found = Query(M.self).where(condition)
            let rowID = try rowID(of: M.table).map { Expression<Int64>($0) }
            // Asked before the update, which may change the very columns that the condition looks at.
            let id: Int64? = if let rowID { try first(found.select(rowID)) } else { try exists(found) ? 0 : nil }
            if let id {
                try run(found.update(setters))
                guard let rowID, let own = setters.first(where: { $0.column == key.label }) else { return id }
                // The row id is another if the key that was set is the row id.
                let same = Expression<Bool>(node: .binary(.equal, .column(key.label), .value(own.value)))
                return try first(Query(M.self).where(same).select(rowID)) ?? id
            }
            if !setters.contains(where: { $0.column == key.label }), let value = condition.node.value(of: key.label) {
                setters.append(Setter(column: key.label, value: value))
            }
            try run(M.table.insert(setters, onConflict: .fail))
            return rowID == nil ? 0 : lastInsertedID
        }
    }

    /// Updates the rows for which the condition holds; gives their number.
    @discardableResult public func update<M: Model>(_ element: M, where condition: Expression<Bool>) throws -> Int {
        try run(Query(M.self).where(condition).update(element.setter()))
    }

    /// Updates the row with this key; gives 1, or 0 if it is not there. The fastest way to change one row.
    @inlinable @discardableResult public func update<M: Model, V>(
        _ element: M, _ key: Expression<V>, _ value: V
    ) throws -> Int {
        try update(M.self, M.table, element.setter(), key.label, value.stored)
    }

    /// Gives the row with this key the values in which `element` differs from `old`, so that indexes of other columns
    /// stay untouched; gives 1, or 0 if the row is not there or nothing differs.
    @discardableResult public func update<M: Model, V: Value>(
        _ element: M, from old: M, _ key: Expression<V>, _ value: V
    ) throws -> Int {
        let (new, present) = (element.setter(), old.setter())
        let changed = new.indices.filter { index in
            let setter = new[index]
            guard setter.expression == nil, index < present.count else { return true }
            return setter.column != present[index].column || setter.value != present[index].value
        }.map { new[$0] }
        return changed.isEmpty ? 0 : try update(M.self, M.table, changed, key.label, value.stored)
    }

    /// Deletes the row with this key; gives 1, or 0 if it is not there.
    @inlinable @discardableResult public func delete<M: Model, V>(
        _ model: M.Type, _ key: Expression<V>, _ value: V
    ) throws -> Int {
        try delete(M.self, M.table, key.label, value.stored)
    }

    /// Tells what the row id is called; nil in a table without. Asked at each upsert, and so without a query: to SQLite the
    /// row id is an INTEGER and a key, as a column that hides it hardly ever is.
    private func rowID(of table: Tablex) throws -> String? {
        for name in Tablex.rowIDs {
            var type: UnsafePointer<CChar>?
            var isKey: Int32 = 0
            let code = sqlite3_table_column_metadata(handle, nil, table.name, name, &type, nil, nil, &isKey, nil)
            guard code == SQLITE_OK else { return nil }
            if isKey == 1, let type, String(cString: type) == "INTEGER" { return name }
        }
        throw table.hidesRowID
    }

    /// The columns that tell the rows of a table apart: the row id, or the primary key of a table without.
    private func rowKey(of table: Tablex) throws -> [String] {
        let columns = try rows(
            sql: """
                SELECT name, pk > 0 AND EXISTS (SELECT 1 FROM pragma_table_list(?1) WHERE wr) \
                FROM pragma_table_info(?1) ORDER BY pk
                """, arguments: [table.name]
        ).map { (name: try $0.get(at: 0, as: String.self), isKey: try $0.get(at: 1, as: Bool.self)) }
        let key = columns.filter(\.isKey).map(\.name)
        return key.isEmpty ? [try table.rowID(besides: columns.map(\.name))] : key
    }

    /// Runs `migrate` of each model, all in one transaction.
    public func migrate(_ models: [any Migrator.Type]) throws {
        try savepoint {
            for model in models { try model.migrate(self) }
        }
    }
}

extension Tablex {
    /// SQLite's names of the row id. A column of such a name hides it.
    fileprivate static let rowIDs = ["rowid", "_rowid_", "oid"]

    fileprivate var hidesRowID: SwormError {
        .misuse("The row id of \(name) can't be reached, because each of its names is a column.")
    }

    /// Tells what the row id is called in a table with these columns.
    func rowID(besides columns: [String]) throws -> String {
        let columns = Set(columns.map { $0.lowercased() })
        guard let free = Tablex.rowIDs.first(where: { !columns.contains($0) }) else { throw hidesRowID }
        return free
    }
}

extension Node {
    /// The value that a condition demands of a column: 3 for `id = 3 AND …`.
    fileprivate func value(of column: String) -> StoredValue? {
        switch self {
        case .binary(.equal, .column(column), .value(let value)),
            .binary(.equal, .qualified(_, column), .value(let value)):
            value
        case .binary(.and, let left, let right):
            left.value(of: column) ?? right.value(of: column)
        default: nil
        }
    }
}
