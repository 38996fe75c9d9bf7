extension Connection {
    /// Runs one statement that the builder can't say. Values go through `arguments`, one for each `?`; never write them
    /// into the text.
    ///
    ///     try db.execute(sql: "UPDATE members SET name = ? WHERE id = ?", arguments: ["Ann", 3])
    ///
    /// - Returns: the number of rows changed.
    @discardableResult public func execute(sql: String, arguments: [any Value] = []) throws -> Int {
        let prepared = try start(sql, arguments)
        try prepared.execute()
        return changes
    }

    /// The rows of one statement that the builder can't say.
    public func rows(sql: String, arguments: [any Value] = []) throws -> [Row] {
        var rows: [Row] = []
        try eachRow(sql: sql, arguments: arguments) { rows.append($0.kept()) }
        return rows
    }

    /// Calls `body` with each row of one statement, holding one at a time.
    public func eachRow(sql: String, arguments: [any Value] = [], _ body: (Row) throws -> Void) throws {
        let prepared = try start(sql, arguments)
        defer { prepared.finish() }
        let row = Row(prepared.rows)
        while try prepared.step() { try body(row) }
    }

    /// The first column of the first row, or nil if there is no row.
    public func value<V: Value>(sql: String, arguments: [any Value] = [], as type: V.Type = V.self) throws -> V? {
        let prepared = try start(sql, arguments)
        defer { prepared.finish() }
        return try prepared.step() ? try Row(prepared.rows).get(at: 0, as: V.self) : nil
    }

    private func start(_ sql: String, _ arguments: [any Value]) throws -> Prepared {
        let prepared = try prepared(model: "") { $0.text(sql) }
        try prepared.start(arguments.map { $0.stored })
        return prepared
    }
}
