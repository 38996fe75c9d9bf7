/// Writes SQL as UTF-8 and gathers the values to bind.
struct SQLWriter {
    private(set) var bytes: [UInt8] = []
    private(set) var values: [StoredValue] = []
    /// The first value that no column can keep, and the column that it was meant for, if known.
    private var refusal: (column: String, reason: String)?
    private var lacksName = false
    private var depth = 0
    var isTooDeep = false
    /// SQLite's.
    static let greatestDepth = 1_000
    /// Definitions (defaults, checks, partial indexes) can't have bound values: there they are written as literals.
    let literal: Bool

    init(literal: Bool = false) {
        self.literal = literal
    }

    var sql: String { String(decoding: bytes, as: UTF8.self) }

    /// Says what is wrong with what was written.
    func error(model: String) -> SwormError? {
        if lacksName {
            return .misuse(
                "\(model.isEmpty ? "A statement" : model) names a column or a table by an empty text. What is computed, such as "
                    + "`id + 1`, isn't a column. Give it a name with `alias`.")
        }
        if isTooDeep {
            let message = "Expression tree is too large (maximum depth \(SQLWriter.greatestDepth))"
            return .sqlite(
                SQLiteFailure(code: .error, message: message, sql: "", model: model, column: "", values: nil))
        }
        return refusal.map { .unstorable(column: $0.column, model: model, reason: $0.reason) }
    }

    /// Starts again, keeping the memory.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        refusal = nil
        lacksName = false
        isTooDeep = false
    }

    /// Every nesting goes through here, no deeper than SQLite would follow: the stack has not room for any number.
    @inline(__always)
    mutating func parenthesized(_ write: (inout SQLWriter) -> Void) {
        guard depth < SQLWriter.greatestDepth else {
            isTooDeep = true
            return
        }
        depth += 1
        text("(")
        write(&self)
        text(")")
        depth -= 1
    }

    @inline(__always)
    mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func name(_ name: String) {
        if name.isEmpty { lacksName = true }
        bytes.append(UInt8(ascii: "\""))
        for byte in name.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes each of them, with commas between.
    @inline(__always)
    mutating func list<Item>(_ items: [Item], _ write: (inout SQLWriter, Item) -> Void) {
        for (index, item) in items.enumerated() {
            if index > 0 { text(", ") }
            write(&self, item)
        }
    }

    mutating func names(_ names: [String]) {
        list(names) { $0.name($1) }
    }

    mutating func value(_ value: StoredValue, for column: String = "") {
        if case .refused(let reason) = value, refusal == nil { refusal = (column, reason) }
        if literal {
            writeLiteral(value)
        } else {
            bytes.append(UInt8(ascii: "?"))
            values.append(value)
        }
    }

    mutating func list(_ nodes: [Node]) {
        list(nodes) { $1.write(to: &$0) }
    }

    mutating func subquery(_ select: Select) {
        parenthesized { select.write(to: &$0) }
    }

    private mutating func writeLiteral(_ value: StoredValue) {
        switch value {
        case .null, .refused: text("NULL")
        case .integer(let number): text(String(number))
        case .real(let number):
            text(number.isFinite ? "\(number)" : number < 0 ? "-9e999" : "9e999")
        case .text(let string) where string.utf8.contains(0):
            text("(CAST(X'\(hexadecimal(string.utf8))' AS TEXT))")
        case .text(let string):
            text("'")
            for byte in string.utf8 {
                if byte == UInt8(ascii: "'") { bytes.append(byte) }
                bytes.append(byte)
            }
            text("'")
        case .blob(let blob): text("X'\(hexadecimal(blob))'")
        }
    }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
