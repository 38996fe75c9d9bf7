import GRDB
import GRDBSQLite

extension Connection {
    /// The error for a code that a step gave.
    func failed(_ code: Int32, _ prepared: Prepared) -> any Error {
        if code & 0xFF == SQLITE_INTERRUPT, Task.isCancelled { return CancellationError() }
        let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
        return failure(
            code: code, message: message, sql: String(decoding: prepared.key, as: UTF8.self),
            model: prepared.rows.model,
            values: prepared.values)
    }

    /// GRDB's error as Sworm's; any other stays as it is.
    func translated(_ error: any Error, _ prepared: Prepared) -> any Error {
        translated(
            error, model: prepared.rows.model, sql: String(decoding: prepared.key, as: UTF8.self),
            values: prepared.values)
    }

    func translated(_ error: any Error, model: String, sql: String, values: [StoredValue] = []) -> any Error {
        guard let error = error as? GRDB.DatabaseError else { return error }
        return failure(
            code: error.extendedResultCode.rawValue, message: error.message ?? "", sql: error.sql ?? sql, model: model,
            values: values)
    }

    func bindingFailed(
        _ code: Int32, _ value: StoredValue, at index: Int, for column: String, of prepared: Prepared
    ) -> any Error {
        let sql = String(decoding: prepared.key, as: UTF8.self)
        if case .refused(let reason) = value {
            return SwormError.unstorable(column: column, model: prepared.rows.model, reason: reason)
        }
        return failure(
            code: code, message: "argument \(index + 1)", sql: sql, model: prepared.rows.model, values: [value])
    }

    private func failure(code: Int32, message: String, sql: String, model: String, values: [StoredValue]) -> SwormError
    {
        let (table, column) = SQLiteFailure.place(in: message)
        return .sqlite(
            SQLiteFailure(
                code: SQLiteCode(rawValue: code), message: message, sql: sql, model: model.isEmpty ? table : model,
                column: column, values: showsValues ? values : nil))
    }
}

extension SQLiteFailure {
    init(_ error: GRDB.DatabaseError) {
        self.init(
            code: SQLiteCode(rawValue: error.extendedResultCode.rawValue), message: error.message ?? "",
            sql: error.sql ?? "", model: "", column: "", values: nil)
    }

    /// Table and columns of "UNIQUE constraint failed: members.team, members.name" and of "cannot store TEXT value in
    /// REAL column members.age". A check's message is its text or name, and an index on an expression is named by its
    /// own.
    static func place(in message: String) -> (table: String, column: String) {
        let kinds = [
            ("UNIQUE ", "constraint failed: "), ("NOT NULL ", "constraint failed: "), ("cannot store ", " column "),
        ]
        guard let (_, end) = kinds.first(where: { message.hasPrefix($0.0) }),
            let start = message.firstRange(of: end)?.upperBound, !message[start...].hasPrefix("index '")
        else { return ("", "") }
        let places = message[start...].split(separator: ", ").map { $0.split(separator: ".", maxSplits: 1) }
        guard let table = places.first?.first, places.allSatisfy({ $0.count == 2 }) else { return ("", "") }
        return (String(table), places.map { String($0[1]) }.joined(separator: ", "))
    }
}
