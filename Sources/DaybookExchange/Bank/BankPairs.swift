import DaybookCore

/// The transfers among the rows of a file: two rows, of which each names the account of the other.
enum BankPairs {
    private struct Key: Hashable {
        /// Where the row is, and where the other side is to be.
        let statement: Int
        let other: Int
        let amount: Amount
        let day: CivilDate
    }

    private struct Place {
        let statement: Int
        let row: Int
        let other: Int
    }

    /// Gives both sides of each transfer the same number.
    ///
    /// - Returns: how many rows say that they are one side, and lack the other one.
    static func join(_ statements: inout [BankStatement]) -> Int {
        guard statements.contains(where: { $0.rows.contains { !$0.other.isEmpty } }) else { return 0 }
        let names = Dictionary(
            statements.indices.map { (key(statements[$0].account), $0) }, uniquingKeysWith: { first, _ in first })
        var out: [Place] = []
        var into: [Key: [Place]] = [:]
        /// The rows that come in, by line: one line of a file may be both sides.
        var lines: [Int: Place] = [:]
        for statement in statements.indices.reversed() {
            for row in statements[statement].rows.indices.reversed() {
                let side = statements[statement].rows[row]
                guard !side.other.isEmpty, let other = names[key(side.other)], other != statement else { continue }
                let place = Place(statement: statement, row: row, other: other)
                guard side.kind == .income else {
                    out.append(place)
                    continue
                }
                into[Key(statement: statement, other: other, amount: side.amount, day: side.day), default: []]
                    .append(place)
                lines[side.line] = place
            }
        }
        out.reverse()
        var count = 0
        func join(_ from: Place, _ to: Place) -> Bool {
            guard statements[to.statement].rows[to.row].pair == nil else { return false }
            count += 1
            statements[from.statement].rows[from.row].pair = count
            statements[to.statement].rows[to.row].pair = count
            return true
        }
        for from in out {
            let side = statements[from.statement].rows[from.row]
            guard let to = lines[side.line], to.statement == from.other, to.other == from.statement,
                statements[to.statement].rows[to.row].bankID == side.bankID
            else { continue }
            _ = join(from, to)
        }
        // The nearest day first, so that of equal transfers each has its own sides.
        for distance in 0..<BankImport.greatestDistance + 1 {
            for from in out where statements[from.statement].rows[from.row].pair == nil {
                let side = statements[from.statement].rows[from.row]
                for days in distance == 0 ? [0] : [-distance, distance] {
                    let key = Key(
                        statement: from.other, other: from.statement, amount: side.amount,
                        day: side.day.adding(days: days))
                    while let to = into[key]?.popLast() { if join(from, to) { break } }
                    if statements[from.statement].rows[from.row].pair != nil { break }
                }
            }
        }
        return statements.reduce(0) { $0 + $1.rows.count { $0.isHalfTransfer } }
    }

    /// Names of accounts in the form in which they are compared.
    private static func key(_ name: String) -> String { name.trimmed.lowercased() }
}

extension BankRow {
    /// True where it says that it is one side of a transfer, whose other side isn't in the file.
    fileprivate var isHalfTransfer: Bool { pair == nil && note.begins(with: BudgetReader.transferMark) }
}
