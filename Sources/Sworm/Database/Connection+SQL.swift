import GRDBSQLite

extension Connection {
    /// Runs one statement that the builder can't say. Values go through `arguments`, one for each `?`; never write them
    /// into the text.
    ///
    ///     try db.execute(sql: "UPDATE members SET name = ? WHERE id = ?", arguments: ["Ann", 3])
    ///
    /// - Returns: the number of rows changed; 0 if the statement is not of the kind that changes rows.
    @discardableResult public func execute(sql: String, arguments: [any Value] = []) throws -> Int {
        let prepared = try start(sql, arguments)
        // SQLite's number stays that of the last statement that changed rows.
        let before = sqlite3_total_changes64(handle)
        try prepared.execute()
        return sqlite3_total_changes64(handle) == before ? 0 : changes
    }

    /// The rows of one statement that the builder can't say.
    public func rows(sql: String, arguments: [any Value] = []) throws -> [Row] {
        var rows: [Row] = []
        try eachRow(sql: sql, arguments: arguments) { rows.append(try $0.kept()) }
        return rows
    }

    /// Calls `body` with each row of one statement, holding one at a time.
    public func eachRow(sql: String, arguments: [any Value] = [], _ body: (Row) throws -> Void) throws {
        let prepared = try start(sql, arguments)
        defer { prepared.finish() }
        let row = Row(prepared.rows)
        while try prepared.step() { try body(row) }
    }

    /// The first column of the first row; nil if there is no row, and if it is NULL.
    public func value<V: Value>(sql: String, arguments: [any Value] = [], as type: V.Type = V.self) throws -> V? {
        let prepared = try start(sql, arguments)
        defer { prepared.finish() }
        return try prepared.step() ? try Row(prepared.rows).get(at: 0, as: V?.self) : nil
    }

    private func start(_ sql: String, _ arguments: [any Value]) throws -> Prepared {
        let prepared = try prepared(model: "") { $0.text(sql) }
        if isBracketed, prepared.isReadOnly, !prepared.isQuery, sql.endsTransaction {
            throw SwormError.misuse(
                "`read`, `write` and `savepoint` begin and end their transaction themselves. For transactions of your own "
                    + "there is `writeWithoutTransaction`. Refused: \(sql)")
        }
        try prepared.start(arguments.map { $0.stored })
        return prepared
    }
}

extension String {
    /// True where it is a COMMIT, END or ROLLBACK, other than to a savepoint.
    fileprivate var endsTransaction: Bool {
        let words = words(3)
        return switch words.first?.uppercased() {
        case "COMMIT", "END": true
        case "ROLLBACK": !words.contains { $0.uppercased() == "TO" }
        default: false
        }
    }

    /// The first words of SQL, past comments and what is no letter.
    private func words(_ count: Int) -> [Substring] {
        var rest = self[...]
        var words: [Substring] = []
        while words.count < count, let first = rest.first {
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else if first.isLetter {
                let word = rest.prefix { $0.isLetter }
                words.append(word)
                rest = rest[word.endIndex...]
            } else {
                rest = rest.dropFirst()
            }
        }
        return words
    }
}
