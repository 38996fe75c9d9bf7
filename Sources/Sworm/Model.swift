/// A type whose values are the rows of one table.
///
/// `parse` should read the columns in the same order for every row: then each read after the first finds its column
/// without looking it up.
public protocol Model: SendableMetatype {
    /// The table.
    static var table: Tablex { get }
    /// Makes a value from a row, or throws what the row threw.
    static func parse(_ row: Row) throws -> Self
    /// Every column that is written. The key may be left out where SQLite makes it.
    func setter() -> [Setter]
}

extension Model {
    /// Inside a model the name `Expression` means Sworm's, also beside `import Foundation`.
    public typealias Expression<Result: Value> = Sworm.Expression<Result>
}

/// A model that makes its own table. For tables that change shape over time, see ``Schema``.
public protocol Migrator: Model {
    /// Creates the table and its indexes where they are missing.
    static func migrate(_ db: Connection) throws
}
