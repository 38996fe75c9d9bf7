/// One SELECT, as a value.
struct Select: Sendable {
    var table: Tablex
    var columns: [Node] = []
    var isDistinct = false
    var joins: [Join] = []
    var predicate: Node?
    var groups: [Node] = []
    var having: Node?
    var order: [Node] = []
    var limit: Int?
    var offset: Int?

    struct Join: Sendable {
        let kind: Kind
        let table: Tablex
        let condition: Node

        enum Kind: String, Sendable {
            case inner = " JOIN "
            case left = " LEFT JOIN "
        }
    }

    init(_ table: Tablex) {
        self.table = table
    }

    func write(to sql: inout SQLWriter) {
        sql.text(isDistinct ? "SELECT DISTINCT " : "SELECT ")
        if columns.isEmpty {
            // The rows of a join, too, are those of its first table.
            Node.everything(table: joins.isEmpty ? nil : table.reference).write(to: &sql)
        } else {
            sql.list(columns) { $1.writeColumn(to: &$0) }
        }
        sql.text(" FROM ")
        table.write(to: &sql)
        for join in joins {
            sql.text(join.kind.rawValue)
            join.table.write(to: &sql)
            sql.text(" ON ")
            join.condition.write(to: &sql)
        }
        if let predicate {
            sql.text(" WHERE ")
            predicate.write(to: &sql)
        }
        if !groups.isEmpty {
            sql.text(" GROUP BY ")
            sql.list(groups)
        }
        if let having {
            sql.text(" HAVING ")
            having.write(to: &sql)
        }
        if !order.isEmpty {
            sql.text(" ORDER BY ")
            sql.list(order)
        }
        if let limit {
            sql.text(" LIMIT ")
            sql.value(.integer(Int64(limit)))
        }
        if let offset {
            sql.text(" OFFSET ")
            sql.value(.integer(Int64(offset)))
        }
    }
}
