import DaybookCore
import DaybookPostgres
import DaybookStorage

/// The memory of a book, kept for its copies on all servers.
extension PostgresBook {
    func memory() async throws(PostgresError) -> LocalState {
        try await database.run { [account] connection throws(PostgresError) in
            let steps = try connection.run(
                "SELECT number, items, undone FROM undo WHERE account = $1 ORDER BY number", [.number(account)])
            let answers = try connection.run(
                "SELECT number, kind, money_account, answers FROM import_answers WHERE account = $1 ORDER BY number",
                [.number(account)])
            var memory = (steps: [UndoStep](), answers: [ImportAnswers]())
            for row in 0..<steps.count {
                memory.steps.append(
                    UndoStep(
                        number: try steps.number(row, 0), packed: steps.bytes(row, 1) ?? [],
                        isUndone: try steps.number(row, 2) != 0))
            }
            for row in 0..<answers.count {
                memory.answers.append(
                    ImportAnswers(
                        number: try answers.number(row, 0), kind: try answers.text(row, 1),
                        account: EntityID(bytes: answers.bytes(row, 2) ?? []), answers: answers.bytes(row, 3) ?? []))
            }
            return LocalState(steps: memory.steps, answers: memory.answers)
        }
    }

    /// Statements that keep it, in the place of what was kept.
    func storing(_ memory: LocalState) -> [PostgresConnection.Call] {
        let (steps, answers) = (memory.steps, memory.answers)
        return [
            .init("DELETE FROM undo WHERE account = $1", [.number(account)]),
            .init(
                """
                INSERT INTO undo (account, number, items, undone)
                SELECT $1, * FROM unnest($2::bigint[], $3::bytea[], $4::bigint[])
                """,
                [
                    .number(account), .numbers(steps.map(\.number)), .bytes(each: steps.map(\.packed)),
                    .numbers(steps.map { $0.isUndone ? 1 : 0 }),
                ]),
            .init("DELETE FROM import_answers WHERE account = $1", [.number(account)]),
            .init(
                """
                INSERT INTO import_answers (account, number, kind, money_account, answers)
                SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[])
                """,
                [
                    .number(account), .numbers(answers.map(\.number)), .texts(answers.map(\.kind)),
                    .bytes(each: answers.map { $0.account?.bytes ?? [] }), .bytes(each: answers.map(\.answers)),
                ]),
        ]
    }
}

extension UndoStep {
    /// No entity has this id, so nothing but what has a note begins so.
    private static let mark = [UInt8](repeating: 0xFF, count: 16)

    /// The changed bytes, behind those before, if these are noted.
    fileprivate var packed: [UInt8] {
        guard !note.isEmpty else { return items }
        var bytes = Self.mark
        bytes.append(bigEndian: UInt64(note.count))
        return bytes + note + items
    }

    fileprivate init(number: Int64, packed: [UInt8], isUndone: Bool) {
        let start = Self.mark.count + 8
        guard packed.starts(with: Self.mark), packed.count >= start,
            let count = UInt64(bigEndian: packed[Self.mark.count..<start]), count <= UInt64(packed.count - start)
        else {
            self.init(number: number, items: packed, isUndone: isUndone)
            return
        }
        let end = start + Int(count)
        self.init(
            number: number, items: Array(packed[end...]), isUndone: isUndone, note: Array(packed[start..<end]))
    }
}
