// The part behind the calls for one model: its statements, found without writing SQL.

extension Connection {
    @usableFromInline func insert(_ model: any Model.Type, _ table: Tablex, _ setters: [Setter]) throws -> Int64 {
        let known = statements(of: model)
        if let prepared = known.find(.insert, table, "", setters) {
            try prepared.start(setters)
            try prepared.execute()
        } else {
            let insert = Insert(table: table, setters: setters, conflict: .fail)
            if let misuse = insert.misuse { throw misuse }
            let prepared = try started(model: known.name) { insert.write(to: &$0) }
            known.keep(prepared, .insert, table, "", setters)
            try prepared.execute()
        }
        return lastInsertedID
    }

    @usableFromInline func upsert(
        _ model: any Model.Type, _ table: Tablex, _ setters: [Setter], _ key: String, _ otherKey: String? = nil
    ) throws {
        let known = statements(of: model)
        if let prepared = known.find(.upsert, table, key, and: otherKey, setters) {
            try prepared.start(setters)
            try prepared.execute()
        } else {
            let keys = otherKey.map { [key, $0] } ?? [key]
            let conflict = Conflict(kind: .update(keys: keys, setters: nil, condition: nil))
            let insert = Insert(table: table, setters: setters, conflict: conflict)
            if let misuse = insert.misuse { throw misuse }
            let prepared = try started(model: known.name) { insert.write(to: &$0) }
            known.keep(prepared, .upsert, table, key, and: otherKey, setters)
            try prepared.execute()
        }
    }

    @usableFromInline func update(
        _ model: any Model.Type, _ table: Tablex, _ setters: [Setter], _ key: String, _ value: StoredValue
    ) throws -> Int {
        let known = statements(of: model)
        if let prepared = known.find(.update, table, key, setters) {
            try prepared.start(setters, and: value)
            try prepared.execute()
        } else {
            if let misuse = setters.updateMisuse(of: table) { throw misuse }
            let prepared = try started(model: known.name) {
                Command.Step.update(table, setters, .matching(.binary(.equal, .column(key), .value(value))))
                    .write(to: &$0)
            }
            known.keep(prepared, .update, table, key, setters)
            try prepared.execute()
        }
        return changes
    }

    @usableFromInline func delete(
        _ model: any Model.Type, _ table: Tablex, _ key: String, _ value: StoredValue
    ) throws -> Int {
        let known = statements(of: model)
        if let prepared = known.find(.delete, table, key, []) {
            try prepared.start([], and: value)
            try prepared.execute()
        } else {
            let prepared = try started(model: known.name) {
                Command.Step.delete(table, .matching(.binary(.equal, .column(key), .value(value)))).write(to: &$0)
            }
            known.keep(prepared, .delete, table, key, [])
            try prepared.execute()
        }
        return changes
    }

    @usableFromInline func openFind(
        _ model: any Model.Type, _ table: Tablex, _ key: String, _ value: StoredValue
    ) throws -> Prepared {
        let known = statements(of: model)
        if let prepared = known.find(.find, table, key, []) {
            try prepared.start([], and: value)
            return prepared
        }
        var select = Select(table)
        select.predicate = .binary(.equal, .column(key), .value(value))
        let prepared = try started(model: known.name) { select.write(to: &$0) }
        known.keep(prepared, .find, table, key, [])
        return prepared
    }
}
