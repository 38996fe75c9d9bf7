/// The shapes that a program's file has had, oldest first. The last is the current one.
///
///     let schema = Schema([
///         SchemaVersion(1, tables: [oldRecords]),
///         SchemaVersion(2, tables: [records, transactions], mappings: [Mapping(from: OldRecord.self) { … }]),
///     ])
///     try database.migrate(to: schema)
///
/// Between a version and the next these need no mapping: a table that is added, a column that is added and has a
/// default or may be NULL, a column that may be NULL from now on, a column that is dropped, a rename that is declared,
/// and other checks, references, keys or indexes, which every row then has to fulfil. Anything else throws
/// ``SwormError/noMapping(from:to:table:reason:)``; so does a column that is dropped where one of the same type is
/// added, which looks like a rename that was forgotten.
public struct Schema: Sendable {
    /// Oldest first.
    public let versions: [SchemaVersion]

    /// A schema of these versions, in ascending order of their numbers.
    public init(_ versions: [SchemaVersion]) {
        self.versions = versions
    }
}

/// One shape of the file. A file carries its number as `user_version`.
public struct SchemaVersion: Sendable {
    /// The number that the file carries as `user_version`. Start with 1; 0 is the shape of files that were there before the
    /// schema, such as those of a ``Migrator``. At most 2,147,483,647. A new file gets the last version at once.
    public let number: Int
    /// Every table of this version.
    public let tables: [TableDefinition]
    /// The names that the version before had otherwise. Each must name what is in both versions, else nothing is migrated.
    public let renames: [Rename]
    /// Tables of the version before that go, with their rows.
    public let drops: [Tablex]
    /// How rows of the version before become rows of this one.
    public let mappings: [Mapping]

    /// One version, with what leads to it from the one before.
    public init(
        _ number: Int, tables: [TableDefinition], renames: [Rename] = [], drops: [Tablex] = [],
        mappings: [Mapping] = []
    ) {
        self.number = number
        self.tables = tables
        self.renames = renames
        self.drops = drops
        self.mappings = mappings
    }
}

/// A table or column that has another name than in the version before.
public enum Rename: Sendable, Hashable {
    /// The table with its rows.
    case table(String, to: String)
    /// The column with what it holds. `of` is the table's new name.
    case column(String, to: String, of: String)
}
