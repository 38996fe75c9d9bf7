/// The compiled statements of one model that need no writing of SQL to be found again.
final class ModelStatements {
    let id: ObjectIdentifier
    let name: String
    @exclusivity(unchecked) var slots: [Slot] = []

    enum Operation {
        case insert, upsert, find, update, delete
    }

    /// One statement, found by what it does and by the columns in it.
    struct Slot {
        let operation: Operation
        let table: String
        let columns: [String]
        let key: String
        let otherKey: String?
        let prepared: Prepared
    }

    init(id: ObjectIdentifier, name: String) {
        self.id = id
        self.name = name
    }

    /// The statement that was kept for the same columns; nil if there is none or it is running.
    func find(
        _ operation: Operation, _ table: Tablex, _ key: String, and otherKey: String? = nil, _ setters: [Setter]
    ) -> Prepared? {
        // Through a buffer, so that no slot is copied, and so counted, to be looked at.
        slots.withUnsafeBufferPointer { slots in
            for index in slots.indices where slots[index].matches(operation, table, key, otherKey, setters) {
                let prepared = slots[index].prepared
                return prepared.isBusy ? nil : prepared
            }
            return nil
        }
    }

    func keep(
        _ prepared: Prepared, _ operation: Operation, _ table: Tablex, _ key: String, and otherKey: String? = nil,
        _ setters: [Setter]
    ) {
        // A setter with an expression has other values to bind each time. A model with very many shapes gains nothing
        // here; the connection keeps its statements too.
        guard slots.count < 32, setters.allSatisfy({ $0.expression == nil }) else { return }
        slots.append(
            Slot(
                operation: operation, table: table.name, columns: setters.map(\.column), key: key,
                otherKey: otherKey, prepared: prepared))
    }
}

extension ModelStatements.Slot {
    fileprivate func matches(
        _ operation: ModelStatements.Operation, _ table: Tablex, _ key: String, _ otherKey: String?,
        _ setters: [Setter]
    ) -> Bool {
        guard self.operation == operation, self.key == key, self.otherKey == otherKey, self.table == table.name,
            columns.count == setters.count
        else { return false }
        // Through buffers, so that no name is copied, and so counted, to be compared.
        return columns.withUnsafeBufferPointer { columns in
            setters.withUnsafeBufferPointer { setters in
                columns.indices.allSatisfy {
                    columns[$0] == setters[$0].column && setters[$0].expression == nil
                }
            }
        }
    }
}
