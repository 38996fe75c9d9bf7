/// How the rows of one table become rows of the next version.
///
/// It has two passes, each once over all source rows, one row in memory at a time. `rows` makes the new rows with
/// ``Migration/insert(_:)``, which remembers what came from what. When every mapping has made its rows, `relate` ties
/// them together: there ``Migration/destination(of:in:)`` knows all of them.
///
/// What either throws stops the whole migration, and the file stays as it was.
public struct Mapping: Sendable {
    /// The name under which ``Migration`` finds what this mapping made: the source table's, unless given.
    public let name: String
    let source: Tablex
    let keepsSource: Bool
    let rows: @Sendable (Row, Migration) throws -> Void
    let relate: (@Sendable (Row, Migration) throws -> Void)?

    /// Each row of a table of the version before.
    ///
    /// - Parameters:
    ///   - source: a table of the version before. Unless the new version has a table of this name that the mapping
    ///     fills, it is gone afterwards.
    ///   - name: where several mappings read one table, each needs its own to be found by.
    ///   - keepsSource: whether the table stays as it is, and the mapping only makes further rows from it.
    ///   - rows: makes what becomes of a row, with `Migration.insert`; nothing, to drop it.
    ///   - relate: runs once all mappings have made their rows, and joins what belongs together.
    public init(
        from source: Tablex, name: String? = nil, keepsSource: Bool = false,
        rows: @escaping @Sendable (Row, Migration) throws -> Void,
        relate: (@Sendable (Row, Migration) throws -> Void)? = nil
    ) {
        self.name = name ?? source.name
        self.source = source
        self.keepsSource = keepsSource
        self.rows = rows
        self.relate = relate
    }

    /// The same with each row as a model of the version before.
    public init<M: Model>(
        from model: M.Type, name: String? = nil, keepsSource: Bool = false,
        rows: @escaping @Sendable (M, Migration) throws -> Void,
        relate: (@Sendable (M, Migration) throws -> Void)? = nil
    ) {
        var typedRelate: (@Sendable (Row, Migration) throws -> Void)?
        if let relate { typedRelate = { row, migration in try relate(try M.parse(row), migration) } }
        self.init(
            from: M.table, name: name, keepsSource: keepsSource,
            rows: { row, migration in try rows(try M.parse(row), migration) }, relate: typedRelate)
    }
}
