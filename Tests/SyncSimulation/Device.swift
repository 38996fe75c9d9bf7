import DaybookCore
import Sworm

@testable import DaybookStorage

/// A device of the simulation: a book and the client that syncs it.
final class Device {
    let index: Int
    let replica: Replica
    var client: SyncClient
    /// Neither gets nor sends anything.
    var isPartitioned = false
    /// The requests that it waits for.
    var push: Int?
    var pull: Int?
    /// It began empty, so that it never heard of some deletions.
    var isBootstrapped = false

    init(_ index: Int, _ replica: Replica) throws {
        self.index = index
        self.replica = replica
        _ = try replica.write(at: 0) { try $0.setRemote(url: "http://server") }
        client = SyncClient(node: try replica.read { try $0.node() })
    }

    /// What is left when the process dies is what is stored.
    func restart() throws {
        push = nil
        pull = nil
        let (node, progress) = try replica.read { (try $0.node(), try $0.remote()?.progress ?? .init()) }
        client = SyncClient(node: node, progress: progress)
    }
}

extension BookTransaction {
    /// Registers of this device that no `TodoAction` makes: an amount, or a field of a later version.
    func put(_ id: EntityID, _ field: DaybookCore.Field, _ value: [UInt8], at now: Timestamp) throws {
        try merge([Register(id, field, clock.tick(now: now), value)], arePending: true)
        try save()
    }
}

extension DaybookCore.Field {
    /// Stand for an amount of money and for a field that this version doesn't know.
    static let amount = DaybookCore.Field(rawValue: 900)
    static let future = DaybookCore.Field(rawValue: 901)
}
