/// The decision of a push, without any store: which registers are written under the next `seq`. Every store of books
/// asks this one.
///
/// It relies on `Record.merge`, which takes the winner of two registers whatever came first. So the same push twice writes
/// nothing, pushes in any order lead to one book, and a register that lost is never written. What a `seq` holds is
/// enough for a device that has all before it: an entity that comes back to life is written as a whole, and what changes
/// about a deleted one takes its deletion along.
public struct PushMerge: Sendable {
    /// The registers to write, in the order of the push: those that won, and those that devices have to get once more.
    public private(set) var writes: [Register] = []
    /// True where the `seq` holds nothing but what was pushed. Nothing new is no `seq`.
    public private(set) var holdsPushAlone: Bool
    /// The entities that change.
    public let changes: [RecordChange]

    /// - Parameter record: what the store has of an entity; without registers if it has nothing.
    public init(_ registers: [Register], into record: (EntityID) -> Record) {
        changes = Self.changes(registers, arePending: false, into: record)
        var isAlone = true
        for change in changes {
            let given = change.given
            for register in change.after.registers where given.contains(register) {
                if change.before[register.field] == register { isAlone = false }
                writes.append(register)
            }
        }
        holdsPushAlone = isAlone && !writes.isEmpty
    }

    /// The entities that `registers` change, each once, in the order in which they come first.
    ///
    /// - Parameters:
    ///   - arePending: whether they were written here, and a server has yet to get them.
    ///   - record: as of `init`.
    public static func changes<Failure: Error>(
        _ registers: [Register], arePending: Bool, into record: (EntityID) throws(Failure) -> Record
    ) throws(Failure) -> [RecordChange] {
        var order: [EntityID] = []
        var records: [EntityID: RecordChange] = [:]
        for register in registers {
            let id = register.entity
            if records[id] == nil {
                records[id] = RecordChange(before: try record(id))
                order.append(id)
            }
            records[id]?.after.merge(register, isPending: arePending)
        }
        return order.compactMap { records[$0] }.filter { $0.before != $0.after }
    }
}

/// An entity that a commit changes.
public struct RecordChange: Sendable {
    /// The record in the store.
    public let before: Record
    public var after: Record

    init(before: Record) { (self.before, after) = (before, before) }

    public init(from before: Record, to after: Record) { (self.before, self.after) = (before, after) }

    /// Which registers of `after` a commit gives its `seq`.
    ///
    /// An entity that comes back to life is given as a whole, so that devices without it get all of it. What changes
    /// about one that is deleted takes the deletion along, for devices that never heard of that.
    public var given: Given {
        let isAlive = after.isAlive
        let hasNews = after.registers.contains { before[$0.field] != $0 }
        return Given(before: before, isWhole: isAlive && !before.isAlive, withDeletion: hasNews && !isAlive)
    }

    /// The rule, worked out once for an entity.
    public struct Given: Sendable {
        fileprivate let before: Record
        fileprivate let isWhole: Bool
        fileprivate let withDeletion: Bool

        public func contains(_ register: Register) -> Bool {
            isWhole || before[register.field] != register || (withDeletion && register.field == .deleted)
        }
    }
}

extension PushRequest {
    /// Tells whether a stamp in it is later than a server takes whose time is `time`; then all of it is refused.
    public func isAhead(of time: Timestamp) -> Bool {
        changes.contains { $0.stamp.time.milliseconds > time.milliseconds + PushAnswer.greatestLead }
    }
}
