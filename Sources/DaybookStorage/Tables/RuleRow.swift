public import DaybookCore
public import Sworm

/// A rule for entries as a copy of a book has it.
public struct RuleRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let rule: EntryRule

    public var item: EntryRule { rule }
}

extension RuleRow: Model {
    public static var table: Tablex { Tablex("rules") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let position = Expression<Position>("position")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(EntryRule.fields)

    public static func parse(_ row: Row) throws -> RuleRow {
        RuleRow(number: try row.get(key), rule: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(rule) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The rules in their order.
    public func rules() throws -> [RuleRow] {
        try db.all(Query(RuleRow.self).order(RuleRow.position, RuleRow.id))
    }

    /// The rule with this id; nil if there is none, or it is deleted.
    public func ruleRow(_ id: EntityID) throws -> RuleRow? { try db.find(RuleRow.self, RuleRow.id, id) }
}

extension BookTransaction {
    /// Adds a rule.
    @discardableResult
    public func add(rule: Changes) throws -> RuleRow {
        let id = EntityID(using: &random)
        try perform(.add(.rule, id, rule))
        guard let row = try reader.ruleRow(id) else { throw ItemError.notFound(.rule, id) }
        return row
    }

    /// Writes the row of a rule, or takes it away.
    func projectRule(_ record: Record) throws {
        try write(record.id, EntryRule(record).map { rule in { RuleRow(number: $0, rule: rule) } })
    }
}
