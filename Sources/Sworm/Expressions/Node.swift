/// The syntax tree under the typed face. Names are always quoted and values always bound, so that text from a person
/// stays text.
indirect enum Node: Sendable {
    case column(String)
    case qualified(table: String, column: String)
    case everything(table: String?)
    case value(StoredValue)
    case prefix(Operator, Node)
    case suffix(Node, Operator)
    case binary(Operator, Node, Node)
    case between(Node, Node, Node)
    case like(Node, pattern: Node, escape: Character?)
    case isIn(Node, [Node])
    case isInQuery(Node, Select)
    case exists(Select)
    case scalar(Select)
    case call(Function, [Node], distinct: Bool)
    case alias(Node, String)
    /// A part that was left out, since SQLite would not follow so deep. It is refused where it is written.
    case tooDeep

    enum Operator: String, Sendable {
        case equal = " = "
        case notEqual = " <> "
        case less = " < "
        case lessOrEqual = " <= "
        case greater = " > "
        case greaterOrEqual = " >= "
        case and = " AND "
        case or = " OR "
        case not = "NOT "
        case isNull = " IS NULL"
        case isNotNull = " IS NOT NULL"
        case isSame = " IS "
        case add = " + "
        case subtract = " - "
        case multiply = " * "
        case divide = " / "
        case remainder = " % "
        case concatenate = " || "
        case ascending = " ASC"
        case descending = " DESC"
    }

    /// The only functions that the builder calls. The `sworm_` ones are exact on decimals.
    enum Function: String, Sendable {
        case count, sum, min, max, avg, lower, upper, length, instr, coalesce
        case decimalSum = "sworm_sum"
        case decimalAverage = "sworm_avg"
        case decimalAdd = "sworm_add"
        case decimalSubtract = "sworm_subtract"
        case decimalMultiply = "sworm_multiply"
    }
}

extension Node {
    func write(to sql: inout SQLWriter) {
        switch self {
        case .column(let name):
            sql.name(name)
        case .qualified(let table, let column):
            sql.name(table)
            sql.text(".")
            sql.name(column)
        case .everything(let table):
            if let table {
                sql.name(table)
                sql.text(".")
            }
            sql.text("*")
        case .value(let value):
            sql.value(value)
        case .prefix(let symbol, let operand):
            sql.text(symbol.rawValue)
            operand.writeOperand(to: &sql)
        case .suffix(let operand, let symbol):
            operand.writeOperand(to: &sql)
            sql.text(symbol.rawValue)
        case .binary(let symbol, let left, let right):
            // SQL reads a chain from the left as well; in parentheses it takes no more than some ninety links. In a
            // loop, since there may be more of them than the stack has room for. SQLite takes 1,000.
            var (first, others) = (left, [Node]())
            while symbol == .and || symbol == .or, case .binary(symbol, let next, let other) = first {
                others.append(other)
                first = next
            }
            first.writeOperand(to: &sql)
            for other in others.reversed() {
                sql.text(symbol.rawValue)
                other.writeOperand(to: &sql)
            }
            sql.text(symbol.rawValue)
            right.writeOperand(to: &sql)
        case .between(let operand, let low, let high):
            operand.writeOperand(to: &sql)
            sql.text(" BETWEEN ")
            low.writeOperand(to: &sql)
            sql.text(" AND ")
            high.writeOperand(to: &sql)
        case .like(let operand, let pattern, let escape):
            operand.writeOperand(to: &sql)
            sql.text(" LIKE ")
            pattern.writeOperand(to: &sql)
            if let escape {
                sql.text(" ESCAPE ")
                sql.value(.text(String(escape)))
            }
        case .isIn(let operand, let candidates):
            operand.writeOperand(to: &sql)
            sql.text(" IN ")
            sql.parenthesized { $0.list(candidates) }
        case .isInQuery(let operand, let select):
            operand.writeOperand(to: &sql)
            sql.text(" IN ")
            sql.subquery(select)
        case .exists(let select):
            sql.text("EXISTS ")
            sql.subquery(select)
        case .scalar(let select):
            sql.subquery(select)
        case .call(let function, let arguments, let distinct):
            sql.text(function.rawValue)
            sql.parenthesized {
                if distinct { $0.text("DISTINCT ") }
                if arguments.isEmpty { $0.text("*") }
                $0.list(arguments)
            }
        case .alias(let node, _):
            node.write(to: &sql)
        case .tooDeep: sql.isTooDeep = true
        }
    }

    /// Writes it into a list of columns, the one place that can name what it holds.
    func writeColumn(to sql: inout SQLWriter) {
        write(to: &sql)
        guard case .alias(_, let name) = self else { return }
        sql.text(" AS ")
        sql.name(name)
    }

    /// Writes with parentheses around anything that is not a single term.
    private func writeOperand(to sql: inout SQLWriter) {
        switch self {
        case .column, .qualified, .value, .call, .exists, .scalar, .everything, .tooDeep:
            write(to: &sql)
        case .alias(let node, _):
            node.writeOperand(to: &sql)
        case .prefix, .suffix, .binary, .between, .like, .isIn, .isInQuery:
            sql.parenthesized { write(to: &$0) }
        }
    }
}
