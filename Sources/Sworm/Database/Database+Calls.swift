// Each call is a `read` or a `write` of its own. Several that belong together go into one.

extension Database {
    /// See ``Connection/migrate(_:)``.
    @inlinable public func migrate(_ models: [any Migrator.Type]) throws { try write { try $0.migrate(models) } }

    /// See ``Connection/run(_:)``.
    @discardableResult @inlinable public func run(_ command: Command) throws -> Int {
        try write { try $0.run(command) }
    }

    /// See ``Connection/run(_:)``.
    @discardableResult @inlinable public func run<Output>(_ returning: Returning<Output>) throws -> [Output] {
        try write { try $0.run(returning) }
    }

    /// See ``Connection/query(_:_:)``.
    @inlinable public func query<M: Model>(_ model: M.Type, _ refine: (Query<M>) -> Query<M> = { $0 }) throws -> [M] {
        try read { try $0.query(model, refine) }
    }

    /// See ``Connection/query(_:_:)``.
    @_disfavoredOverload
    @inlinable public func query<M: Model>(_ model: M.Type, _ refine: (Query<M>) -> Query<M> = { $0 }) throws -> [Row] {
        try read { db -> [Row] in try db.query(model, refine) }
    }

    /// See ``Connection/all(_:)``.
    @inlinable public func all<Output>(_ query: Query<Output>) throws -> [Output] { try read { try $0.all(query) } }

    /// See ``Connection/first(_:)``.
    @inlinable public func first<Output>(_ query: Query<Output>) throws -> Output? { try read { try $0.first(query) } }

    /// See ``Connection/first(_:)``.
    @inlinable public func first<V: Value>(_ query: Query<V?>) throws -> V? { try read { try $0.first(query) } }

    /// See ``Connection/find(_:_:_:)``.
    @inlinable public func find<M: Model, V: Value>(_ model: M.Type, _ key: Expression<V>, _ value: V) throws -> M? {
        try read { try $0.find(model, key, value) }
    }

    /// See ``Connection/count(_:)``.
    @inlinable public func count<Output>(_ query: Query<Output>) throws -> Int { try read { try $0.count(query) } }

    /// See ``Connection/count(_:)``.
    @inlinable public func count<M: Model>(_ model: M.Type) throws -> Int { try read { try $0.count(model) } }

    /// See ``Connection/exists(_:)``.
    @inlinable public func exists<Output>(_ query: Query<Output>) throws -> Bool { try read { try $0.exists(query) } }

    /// See ``Connection/insert(_:)``.
    @discardableResult @inlinable public func insert<M: Model>(_ element: M) throws -> Int64 {
        try write { try $0.insert(element) }
    }

    /// See ``Connection/insert(contentsOf:)``. All or none.
    @inlinable public func insert<M: Model>(contentsOf elements: some Sequence<M>) throws {
        try write { try $0.insert(contentsOf: elements) }
    }

    /// See ``Connection/update(_:where:)``.
    @discardableResult @inlinable public func update<M: Model>(_ element: M, where condition: Expression<Bool>) throws
        -> Int
    {
        try write { try $0.update(element, where: condition) }
    }

    /// See ``Connection/upsert(_:_:where:)``.
    @discardableResult @inlinable public func upsert<M: Model, V>(
        _ element: M, _ key: Expression<V>, where condition: Expression<Bool>
    ) throws -> Int64 {
        try write { try $0.upsert(element, key, where: condition) }
    }

    /// See ``Connection/delete(_:_:_:)``.
    @discardableResult @inlinable public func delete<M: Model, V>(
        _ model: M.Type, _ key: Expression<V>, _ value: V
    ) throws -> Int {
        try write { try $0.delete(model, key, value) }
    }
}
