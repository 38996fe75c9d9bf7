/// The registers of one entity, and which of them the server hasn't acknowledged yet.
///
/// It relies on `Register.wins`, an order of all registers of a field. So records that merged the same registers hold the
/// same, in whatever order and how often these came. A register is pending until the server acknowledges its stamp, or
/// another one wins: a register that lost is never sent. All that a book shows of an entity follows from its record.
public struct Record: Equatable, Sendable {
    /// The entity of every register in it.
    public let id: EntityID
    /// At most one for each field, in the order of the fields.
    public private(set) var registers: [Register] = []
    /// In the order of the fields, so that records with the same content are equal.
    private var pending: [Field] = []

    /// A record without registers: nothing is known of the entity.
    public init(id: EntityID) {
        self.id = id
    }

    /// The winner for a field; nil if none is known.
    public subscript(field: Field) -> Register? {
        registers.first { $0.field == field }
    }

    /// True where every register has reached the server.
    public var isSynced: Bool { pending.isEmpty }

    /// The registers that still have to reach the server.
    public var pendingRegisters: [Register] {
        registers.filter { pending.contains($0.field) }
    }

    /// Tells whether the field's register still has to reach the server.
    public func isPending(_ field: Field) -> Bool { pending.contains(field) }

    /// True where anything about the entity was written after it was deleted, or it never was.
    public var isAlive: Bool {
        guard let deleted = self[.deleted] else { return true }
        return registers.contains { $0.field.isContent && $0.stamp > deleted.stamp }
    }

    /// Tells whether the entity is there in spite of a deletion that counted in `before`, or that `before` didn't know. A
    /// device that has it gives all of it back then, but for what just came from the server: elsewhere it may have been
    /// purged.
    public func isBack(since before: Record) -> Bool {
        guard let deleted = self[.deleted], isAlive else { return false }
        return !before.isAlive || before[.deleted] != deleted
    }

    /// Takes `register` if it wins over the one in its place.
    ///
    /// - Parameter isPending: whether it was written here and has yet to reach the server.
    /// - Returns: whether the record changed. A register that loses changes nothing; one that is here already may
    ///   still be marked as arrived.
    @discardableResult
    public mutating func merge(_ register: Register, isPending: Bool) -> Bool {
        guard register.entity == id else { return false }
        var index = 0
        while index < registers.count, registers[index].field < register.field { index += 1 }
        if index < registers.count, registers[index].field == register.field {
            let present = registers[index]
            if present == register {
                return !isPending && clear(register.field)
            }
            guard register.wins(over: present) else { return false }
            registers[index] = register
        } else {
            registers.insert(register, at: index)
        }
        if isPending {
            mark(register.field)
        } else {
            clear(register.field)
        }
        return true
    }

    /// Marks a field as arrived at the server, unless it was written again since `stamp`.
    ///
    /// - Returns: whether the record changed.
    @discardableResult
    public mutating func acknowledge(_ field: Field, _ stamp: Stamp) -> Bool {
        guard self[field]?.stamp == stamp else { return false }
        return clear(field)
    }

    /// Marks every register as one that the server has yet to get.
    public mutating func markAllPending() {
        pending = registers.map { $0.field }
    }

    /// Marks every register as one that the server has yet to get, besides those that just came from it.
    public mutating func markPending(besides received: some Collection<Register>) {
        for register in registers where !received.contains(register) { mark(register.field) }
    }

    /// The record with `restamped` in the place of what was written to the same fields, however their stamps compare.
    /// Pending ones stay so.
    public func replacing(_ restamped: [Register]) -> Record {
        var record = self
        record.registers = registers.map { register in restamped.first { $0.field == register.field } ?? register }
        return record
    }

    private mutating func mark(_ field: Field) {
        let index = pending.firstIndex { $0 >= field } ?? pending.count
        if index == pending.count || pending[index] != field { pending.insert(field, at: index) }
    }

    @discardableResult
    private mutating func clear(_ field: Field) -> Bool {
        guard let index = pending.firstIndex(of: field) else { return false }
        pending.remove(at: index)
        return true
    }
}
