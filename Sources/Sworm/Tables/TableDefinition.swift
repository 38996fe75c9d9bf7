/// The shape of a table: columns, constraints and indexes. Made by ``Tablex/definition(strict:withoutRowID:_:)``.
public struct TableDefinition: Sendable {
    /// Which table it is.
    public let table: Tablex
    let isStrict: Bool
    let isWithoutRowID: Bool
    var columns: [ColumnDefinition] = []
    var primaryKey: [String] = []
    var constraints: [Constraint] = []
    var indexes: [IndexDefinition] = []

    enum Constraint: Sendable {
        case unique([String])
        case check(Node)
        case foreignKey([String], Reference)
    }

    init(_ table: Tablex, strict: Bool, withoutRowID: Bool) {
        self.table = table
        self.isStrict = strict
        self.isWithoutRowID = withoutRowID
    }

    /// Adds a column. Its type comes from `V`; it is NOT NULL unless `V` is optional.
    ///
    /// - Parameters:
    ///   - column: its name and type.
    ///   - primaryKey: `true`, or `.autoincrement` for an integer that SQLite counts up and never gives twice.
    ///   - unique: whether no two rows may have the same value.
    ///   - value: what an insert that leaves the column out gets. The same at each start: with `Date()` the table would be
    ///     another one each time.
    ///   - check: what every row must fulfil.
    ///   - references: the row of another table that the value has to name.
    public mutating func column<V>(
        _ column: Expression<V>, primaryKey: PrimaryKey = false, unique: Bool = false, default value: V? = nil,
        check: Expression<Bool>? = nil, references: Reference? = nil
    ) {
        columns.append(
            ColumnDefinition(
                name: column.label, type: V.columnType, isOptional: V.isOptional, primaryKey: primaryKey,
                isUnique: unique, fallback: value?.stored, check: check?.node, reference: references))
    }

    /// The key of several columns.
    public mutating func primaryKey<each V>(_ columns: repeat Expression<each V>) {
        for column in repeat each columns { primaryKey.append(column.label) }
    }

    /// No two rows agree in all of these.
    public mutating func unique<each V>(_ columns: repeat Expression<each V>) {
        var names: [String] = []
        for column in repeat each columns { names.append(column.label) }
        constraints.append(.unique(names))
    }

    /// Every row must fulfil this. NULL counts as fulfilled.
    public mutating func check(_ condition: Expression<Bool>) {
        constraints.append(.check(condition.node))
    }

    /// The values of these columns are the key of a row in another table.
    public mutating func foreignKey<each V>(_ columns: repeat Expression<each V>, references reference: Reference) {
        var names: [String] = []
        for column in repeat each columns { names.append(column.label) }
        constraints.append(.foreignKey(names, reference))
    }

    /// An index that comes with the table. `where` makes it partial.
    public mutating func index<each V>(
        _ columns: repeat Expression<each V>, unique: Bool = false, where condition: Expression<Bool>? = nil,
        name: String? = nil
    ) {
        var names: [String] = []
        for column in repeat each columns { names.append(column.label) }
        indexes.append(
            IndexDefinition(table: table, name: name, columns: names, isUnique: unique, condition: condition?.node))
    }
}

/// Says whether a column is the primary key, and how it gets its values.
public struct PrimaryKey: Sendable, Hashable, ExpressibleByBooleanLiteral {
    enum Kind { case none, plain, autoincrement }
    let kind: Kind

    /// SQLite counts it up, never giving the number of a deleted row again.
    public static let autoincrement = PrimaryKey(kind: .autoincrement)

    init(kind: Kind) {
        self.kind = kind
    }

    /// `true` for a plain primary key, `false` for none.
    public init(booleanLiteral value: Bool) {
        self.init(kind: value ? .plain : .none)
    }
}

/// The far end of a foreign key.
public struct Reference: Sendable {
    /// Says what happens to the rows that point to a row which goes away.
    public enum Action: String, Sendable {
        /// The row can't go away while they are there.
        case restrict = "RESTRICT"
        /// They go away as well.
        case cascade = "CASCADE"
        /// Their columns become NULL.
        case setNull = "SET NULL"
    }

    let table: String
    let columns: [String]
    let onDelete: Action

    /// The key of a row in `table`; the columns there must be its primary key or unique.
    public init<each V>(_ table: Tablex, _ columns: repeat Expression<each V>, onDelete: Action = .restrict) {
        var names: [String] = []
        for column in repeat each columns { names.append(column.label) }
        self.table = table.name
        self.columns = names
        self.onDelete = onDelete
    }
}

struct ColumnDefinition: Sendable {
    let name: String
    let type: ColumnType
    let isOptional: Bool
    let primaryKey: PrimaryKey
    let isUnique: Bool
    let fallback: StoredValue?
    let check: Node?
    let reference: Reference?
}

struct IndexDefinition: Sendable {
    let table: Tablex
    let columns: [String]
    let isUnique: Bool
    let condition: Node?
    let name: String

    init(table: Tablex, name: String?, columns: [String], isUnique: Bool, condition: Node?) {
        self.table = table
        self.columns = columns
        self.isUnique = isUnique
        self.condition = condition
        self.name = name ?? "\(table.name)_on_\(columns.joined(separator: "_"))"
    }
}
