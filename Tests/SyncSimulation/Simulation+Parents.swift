import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    /// Puts to-dos under others, also under what is gone or never was a to-do. Two devices may make cycles.
    mutating func actOnParents(of replica: Replica) throws {
        let rows = try replica.read { try $0.rows() }
        guard let one = random.pick(rows)?.todo, let other = random.pick(rows)?.todo else { return }
        let any = random.pick(replica.committed.keys.map(\.entity).sorted()) ?? other.id
        let choice = random.below(100)
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                var edit = Changes()
                switch choice {
                case ..<15: edit[.parent] = .nothing
                case ..<80: edit[.parent] = .entity(other.id)
                case ..<90: edit[.parent] = .entity(any)
                // Another program, which looks at nothing.
                case ..<97: return try transaction.put(one.id, .parent, any.bytes, at: at)
                default: return try transaction.put(one.id, .parent, [UInt8(choice)], at: at)
                }
                try transaction.perform(.edit(.todo, one.id, edit))
            } catch is ItemError {}
        }
        note("\(replica.name) acts on parents (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    /// Where the to-dos of a copy stand under each other.
    func forest(of replica: Replica) throws -> TodoForest {
        TodoForest(try replica.read { try $0.rows() }.map(\.todo))
    }
}
