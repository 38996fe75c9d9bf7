extension Connection {
    /// Every row of a query.
    public func all<Output>(_ query: Query<Output>) throws -> [Output] {
        var result: [Output] = []
        try each(query) { result.append($0) }
        return result
    }

    /// Every row of a query, as models.
    @inlinable public func all<M: Model>(_ query: Query<M>) throws -> [M] {
        let statement = try open(query)
        defer { statement.finish() }
        let row = Row(statement.rows)
        var result: [M] = []
        while try statement.step() { result.append(try M.parse(row)) }
        return result
    }

    /// The first row of a query, or nil.
    public func first<Output>(_ query: Query<Output>) throws -> Output? { try firstRow(query) }

    /// The first row's value; nil without a row, and where it is NULL.
    public func first<V: Value>(_ query: Query<V?>) throws -> V? { try firstRow(query) ?? nil }

    private func firstRow<Output>(_ query: Query<Output>) throws -> Output? {
        // So that SQLite, as it sorts, keeps one row and not all.
        let isSorted = !query.select.order.isEmpty && query.select.limit == nil
        let statement = try open(isSorted ? query.limit(1) : query)
        defer { statement.finish() }
        return try statement.step() ? try query.read(Row(statement.rows)) : nil
    }

    /// Calls `body` for each row, holding one at a time.
    public func each<Output>(_ query: Query<Output>, _ body: (Output) throws -> Void) throws {
        let statement = try open(query)
        defer { statement.finish() }
        let row = Row(statement.rows)
        while try statement.step() { try body(try query.read(row)) }
    }

    /// Calls `body` with each row as it lies in the statement: the way to raw bytes. See ``Row/withBytes(at:_:)``.
    @inlinable public func eachRow<Output>(_ query: Query<Output>, _ body: (Row) throws -> Void) throws {
        let statement = try open(query)
        defer { statement.finish() }
        let row = Row(statement.rows)
        while try statement.step() { try body(row) }
    }

    /// The rows of a model that the closure's query finds: `query(Member.self) { $0.where(Member.id == 3) }`.
    @inlinable public func query<M: Model>(
        _ model: M.Type, _ refine: (Query<M>) -> Query<M> = { $0 }
    ) throws -> [M] {
        try all(refine(Query(model)))
    }

    /// The same as rows, for a `parse` of your own: `query(Member.self) { … }.map(Member.parse)`.
    @_disfavoredOverload
    public func query<M: Model>(_ model: M.Type, _ refine: (Query<M>) -> Query<M> = { $0 }) throws -> [Row] {
        var rows: [Row] = []
        try eachRow(refine(Query(model))) { rows.append(try $0.kept()) }
        return rows
    }

    /// The row with this key, or nil. The fastest way to one row. A key that is nil finds none: ask `where(key ==
    /// nil)`.
    @inlinable public func find<M: Model, V: Value>(_ model: M.Type, _ key: Expression<V>, _ value: V) throws -> M? {
        let statement = try openFind(model, M.table, key.label, value.stored)
        defer { statement.finish() }
        return try statement.step() ? try M.parse(Row(statement.rows)) : nil
    }

    /// The rows that have this value in a column. The fastest way to a few rows. Nil finds none: ask `where(key ==
    /// nil)`.
    @inlinable public func all<M: Model, V: Value>(_ model: M.Type, _ key: Expression<V>, _ value: V) throws -> [M] {
        let statement = try openFind(model, M.table, key.label, value.stored)
        defer { statement.finish() }
        let row = Row(statement.rows)
        var result: [M] = []
        while try statement.step() { result.append(try M.parse(row)) }
        return result
    }

    /// How many rows a query gives.
    public func count<Output>(_ query: Query<Output>) throws -> Int {
        let statement = try started(model: "") { sql in
            sql.text("SELECT count(*) FROM ")
            sql.subquery(query.select)
        }
        defer { statement.finish() }
        return try statement.step() ? try Row(statement.rows).get(at: 0) : 0
    }

    /// How many rows the model's table has.
    @inlinable public func count<M: Model>(_ model: M.Type) throws -> Int { try count(Query(model)) }

    /// Tells whether a query gives any row.
    public func exists<Output>(_ query: Query<Output>) throws -> Bool {
        let statement = try started(model: "") { sql in
            sql.text("SELECT EXISTS ")
            sql.subquery(query.select)
        }
        defer { statement.finish() }
        return try statement.step() ? try Row(statement.rows).get(at: 0) : false
    }

    @usableFromInline func open<Output>(_ query: Query<Output>) throws -> Prepared {
        let statement = try started(model: query.model) { query.select.write(to: &$0) }
        let select = query.select
        statement.rows.table = select.columns.isEmpty && !select.joins.isEmpty ? select.table : nil
        return statement
    }
}

extension Query {
    /// The name that errors give: the model's, else the table's, if there is just one.
    var model: String {
        if Output.self is any Model.Type { return "\(Output.self)" }
        return select.joins.isEmpty ? select.table.name : ""
    }
}
