// Each call is a `read` or a `write` of its own. Several that belong together go into one.

extension Database {
    /// Creates the tables of the models that aren't there yet.
    @inlinable public func migrate(_ models: [any Migrator.Type]) throws { try write { try $0.migrate(models) } }

    /// Runs a command, and returns how many rows it changed.
    @discardableResult @inlinable public func run(_ command: Command) throws -> Int {
        try write { try $0.run(command) }
    }

    /// Runs a command, and returns the rows that it changed.
    @discardableResult @inlinable public func run<Output>(_ returning: Returning<Output>) throws -> [Output] {
        try write { try $0.run(returning) }
    }

    /// The rows of a model's table as models, refined by the closure.
    @inlinable public func query<M: Model>(_ model: M.Type, _ refine: (Query<M>) -> Query<M> = { $0 }) throws -> [M] {
        try read { try $0.query(model, refine) }
    }

    /// The rows of a model's table as copies, refined by the closure.
    @_disfavoredOverload
    @inlinable public func query<M: Model>(_ model: M.Type, _ refine: (Query<M>) -> Query<M> = { $0 }) throws -> [Row] {
        try read { db -> [Row] in try db.query(model, refine) }
    }

    /// All rows of a query.
    @inlinable public func all<Output>(_ query: Query<Output>) throws -> [Output] { try read { try $0.all(query) } }

    /// The first row of a query; nil if there is none.
    @inlinable public func first<Output>(_ query: Query<Output>) throws -> Output? { try read { try $0.first(query) } }

    /// The first value of a query; nil if there is none, or if it is NULL.
    @inlinable public func first<V: Value>(_ query: Query<V?>) throws -> V? { try read { try $0.first(query) } }

    /// The row with this key; nil if there is none.
    @inlinable public func find<M: Model, V: Value>(_ model: M.Type, _ key: Expression<V>, _ value: V) throws -> M? {
        try read { try $0.find(model, key, value) }
    }

    /// How many rows a query has.
    @inlinable public func count<Output>(_ query: Query<Output>) throws -> Int { try read { try $0.count(query) } }

    /// How many rows a model's table has.
    @inlinable public func count<M: Model>(_ model: M.Type) throws -> Int { try read { try $0.count(model) } }

    /// Tells whether a query has a row.
    @inlinable public func exists<Output>(_ query: Query<Output>) throws -> Bool { try read { try $0.exists(query) } }

    /// Inserts a row, and returns its row id.
    @discardableResult @inlinable public func insert<M: Model>(_ element: M) throws -> Int64 {
        try write { try $0.insert(element) }
    }

    /// Inserts rows, all or none.
    @inlinable public func insert<M: Model>(contentsOf elements: some Sequence<M>) throws {
        try write { try $0.insert(contentsOf: elements) }
    }

    /// Updates all rows that match, and returns how many.
    @discardableResult @inlinable public func update<M: Model>(_ element: M, where condition: Expression<Bool>) throws
        -> Int
    {
        try write { try $0.update(element, where: condition) }
    }

    /// Updates the rows that match, or inserts one. See ``Connection/upsert(_:_:where:)``.
    @discardableResult @inlinable public func upsert<M: Model, V>(
        _ element: M, _ key: Expression<V>, where condition: Expression<Bool>
    ) throws -> Int64 {
        try write { try $0.upsert(element, key, where: condition) }
    }

    /// Deletes the rows with this value, and returns how many.
    @discardableResult @inlinable public func delete<M: Model, V>(
        _ model: M.Type, _ key: Expression<V>, _ value: V
    ) throws -> Int {
        try write { try $0.delete(model, key, value) }
    }
}
