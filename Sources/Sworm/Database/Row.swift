/// One row of a result.
///
/// A row handed to ``Model/parse(_:)`` or to a closure is the current one of a running statement: read it there, or
/// keep a copy with ``kept()``. Reading it later throws, or reads another row if the statement runs once more.
public struct Row {
    @usableFromInline let source: RowSource

    @inlinable init(_ source: RowSource) {
        self.source = source
    }

    /// The value of a column. Throws if it is missing, holds another type, or isn't the only one of its name.
    @inlinable public func get<V: Value>(_ column: Expression<V>) throws -> V {
        let source = source
        let position = source.next
        source.next = position &+ 1
        let index: Int32
        if position < source.learned, source.plan[position].name == column.label {
            index = source.plan[position].index
        } else {
            index = try source.locate(column, at: position)
        }
        do {
            if let statement = source.statement {
                return try V.read(Field(statement: statement, index: index))
            }
            return try V.read(try source.kept(index))
        } catch {
            throw source.explain(error, at: index)
        }
    }

    /// The value of the column at this place, from 0.
    @inlinable public func get<V: Value>(at index: Int, as type: V.Type = V.self) throws -> V {
        let index = try source.checked(index)
        do {
            return try V.read(source.field(index))
        } catch {
            throw source.explain(error, at: index)
        }
    }

    /// The bytes of a text or blob column, without a copy. Empty for anything else.
    @inlinable public func withBytes<V: Value, Result>(
        of column: Expression<V>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try source.field(source.locate(column, at: .max)).withBytes(body)
    }

    /// The bytes of the text or blob column at this place, from 0, without a copy. Empty for anything else.
    @inlinable public func withBytes<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try source.field(source.checked(index)).withBytes(body)
    }

    /// The values of the columns, from left to right.
    func tuple<each V: Value>() throws -> (repeat each V) {
        var index = -1
        func next<Item: Value>(_ type: Item.Type) throws -> Item {
            index += 1
            return try get(at: index)
        }
        return (repeat try next((each V).self))
    }

    /// The names of the columns, from left to right.
    public var columns: [String] { source.names }

    /// Tells what the column at this place holds, from 0.
    public func stored(at index: Int) throws -> StoredValue {
        try source.field(source.checked(index)).stored
    }

    /// A copy that outlives the statement.
    public func kept() throws -> Row {
        Row(try RowSource(keeping: source))
    }
}

/// Where rows read from: a running statement, or values that were kept.
@usableFromInline final class RowSource {
    /// Nil once the statement is done, so that a row that was carried off throws.
    @exclusivity(unchecked) @usableFromInline var statement: OpaquePointer?
    /// How many columns were asked for in this row.
    @exclusivity(unchecked) @usableFromInline var next = 0
    /// How many places of ``plan`` are known.
    @exclusivity(unchecked) @usableFromInline var learned = 0
    /// The columns in the order in which the first row was read, so that later rows look up nothing.
    @usableFromInline let plan: UnsafeMutablePointer<Place>
    @exclusivity(unchecked) @usableFromInline var values: [StoredValue]?
    @exclusivity(unchecked) var names: [String] = []
    @exclusivity(unchecked) var model = ""
    /// The table of a join whose columns these are. A column of another table is looked up each time.
    @exclusivity(unchecked) var table: Tablex?

    @usableFromInline struct Place {
        @usableFromInline let name: String
        @usableFromInline let index: Int32
    }

    private static let capacity = 64

    init(model: String) {
        self.model = model
        plan = .allocate(capacity: RowSource.capacity)
    }

    init(keeping other: RowSource) throws {
        values = try other.names.indices.map { try other.field(Int32($0)).stored }
        names = other.names
        model = other.model
        table = other.table
        plan = .allocate(capacity: 0)
    }

    deinit {
        forget()
        plan.deallocate()
    }

    /// Forgets what it knew of the columns.
    func forget() {
        plan.deinitialize(count: learned)
        learned = 0
        names = []
    }

    @inlinable func field(_ index: Int32) throws -> Field {
        if let statement { return Field(statement: statement, index: index) }
        return try kept(index)
    }

    @usableFromInline func kept(_ index: Int32) throws -> Field {
        guard let values, values.indices.contains(Int(index)) else {
            throw SwormError.misuse(
                "A row was read after its statement was done. Read it inside, or keep a copy: kept().")
        }
        return Field(values[Int(index)])
    }

    @usableFromInline func checked(_ index: Int) throws -> Int32 {
        guard names.indices.contains(index) else {
            throw SwormError.missingColumn("at place \(index)", model: model)
        }
        return Int32(index)
    }

    /// Finds a column by name, and remembers it if the plan ends just here.
    @usableFromInline func locate<V>(_ column: Expression<V>, at position: Int) throws -> Int32 {
        let name = column.label
        if let table, case .qualified(let other, _) = column.node, other != table.reference {
            throw SwormError.missingColumn("\(other).\(name)", model: model)
        }
        guard let index = names.firstIndex(of: name) else {
            throw SwormError.missingColumn(name, model: model)
        }
        guard names.lastIndex(of: name) == index else {
            throw SwormError.misuse(
                "The row has several columns called \(name). Read them by their place, `get(at:)`, or name them apart with "
                    + "`alias`.")
        }
        if statement != nil, table == nil, position == learned, learned < RowSource.capacity {
            (plan + learned).initialize(to: Place(name: name, index: Int32(index)))
            learned += 1
        }
        return Int32(index)
    }

    /// Adds column and model to what a value threw.
    @usableFromInline func explain(_ error: any Error, at index: Int32) -> any Error {
        guard case SwormError.mistyped(_, _, let expected, let found) = error else { return error }
        let column = names.indices.contains(Int(index)) ? names[Int(index)] : ""
        return SwormError.mistyped(column: column, model: model, expected: expected, found: found)
    }
}
