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
    /// A model as it is: what a query gives as models may be parsed once more, as if it had given rows.
    @_disfavoredOverload
    public static func parse(_ model: Self?) throws -> Self {
        guard let model else { throw SwormError.misuse("There is no \(Self.self) to parse.") }
        return model
    }

    /// Inside a model the name `Expression` means Sworm's, also beside `import Foundation`.
    public typealias Expression<Result: Value> = Sworm.Expression<Result>
}

/// A model that makes its own table. For tables that change shape over time, see ``Schema``.
public protocol Migrator: Model {
    /// Creates the table and its indexes where they are missing.
    static func migrate(_ db: Connection) throws
}
