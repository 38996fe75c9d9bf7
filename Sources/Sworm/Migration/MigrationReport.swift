/// Reports what a migration did, or what a dry run would do.
public struct MigrationReport: Sendable, Equatable {
    /// The file's version before: 0 for a new file, that of `to` if there was nothing to do.
    public let from: Int
    /// The version after.
    public let to: Int
    /// One for each table that was changed or mapped, in order.
    public internal(set) var tables: [Table] = []

    /// One source table on the way from one version to the next.
    public struct Table: Sendable, Equatable {
        /// The version before.
        public let from: Int
        /// The version after.
        public let to: Int
        /// The mapping's name, or the table's if the change was inferred.
        public let name: String
        /// Source rows that were read.
        public internal(set) var rowsIn = 0
        /// Rows that were made of them.
        public internal(set) var rowsOut = 0
        /// Source rows from which no row was made.
        public internal(set) var dropped = 0
        /// Source rows that can't be migrated. Only a dry run goes on after the first.
        public internal(set) var failures: [Failure] = []
    }

    /// A source row that can't be migrated.
    public struct Failure: Sendable, Equatable {
        /// Which row, such as `row 17`.
        public let record: String
        /// Says what is wrong with it.
        public let reason: String
    }

    /// True where every row can be migrated.
    public var isClean: Bool { tables.allSatisfy(\.failures.isEmpty) }
}

/// How far a migration is.
public struct MigrationProgress: Sendable, Equatable {
    /// The version before.
    public let from: Int
    /// The version after.
    public let to: Int
    /// The table that is being read.
    public let table: String
    /// Rows of this table that were read so far, of so many, both passes together.
    public let rows: Int
    /// How many rows will be read of it.
    public let total: Int
}
