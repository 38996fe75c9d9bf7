import DaybookCore
import Sworm

@testable import DaybookApp
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
    /// The header by which it offers versions of the protocol; nil for a program from before there was one.
    var offer: String?
    /// Whether it packs what it sends, and takes answers packed.
    var packs = false
    /// The book as a browser has it. It is told the same as the real one, and has to hold and show the same.
    private(set) var tab: LocalBook
    /// It began empty, so that it never heard of some deletions.
    var isBootstrapped = false

    init(_ index: Int, _ replica: Replica) throws {
        self.index = index
        self.replica = replica
        _ = try replica.write(at: 0) { try $0.setRemote(url: "http://server") }
        let node = try replica.read { try $0.node() }
        client = SyncClient(node: node)
        tab = LocalBook(node: node)
    }

    /// What the device wrote goes into the tab as well.
    func tabTakes(since before: [RegisterKey: RegisterRow]) {
        let changed = replica.committed.values.map(\.register).filter { before[$0.key]?.register != $0 }
        tab.merge(changed.sorted { ($0.key, $0.stamp) < ($1.key, $1.stamp) }, isPending: true)
    }

    /// What a `SyncClient` says, as the web app carries it out.
    func tabApplies(_ writes: [SyncClient.Write]) {
        for write in writes {
            switch write {
            case .merge(let registers): tab.merge(registers, isPending: false)
            case .acknowledge(let registers): _ = tab.acknowledge(registers)
            case .restampPending(let time): _ = tab.restampPending(from: time)
            case .markAllPending: _ = tab.markAllPending()
            case .save: break
            }
        }
    }

    /// The tab holds what the book holds, has the same yet to send, and shows the same.
    func checkTab() throws {
        let rows = try replica.read { try $0.db.query(RegisterRow.self) }
        let own = Set(tab.records.values.flatMap(\.registers))
        guard own == Set(rows.map(\.register)) else { throw Violation(1, "the browser's book has other registers") }
        guard Set(tab.pendingRegisters) == Set(rows.filter(\.isPending).map(\.register)) else {
            throw Violation(3, "the browser's book has something else yet to send")
        }
        for section in [TodoSection.todo, .done] {
            guard try tab.list.ids(in: section) == replica.read({ try $0.ids(in: section) }) else {
                throw Violation(1, "the browser's book shows another list")
            }
        }
    }

    /// What is left when the process dies is what is stored.
    func restart() throws {
        push = nil
        pull = nil
        let (node, progress) = try replica.read { (try $0.node(), try $0.remote()?.progress ?? .init()) }
        client = SyncClient(node: node, progress: progress)
        try loadTab()
    }

    /// The tab reads what is stored.
    func loadTab() throws {
        let node = try replica.read { try $0.node() }
        var records: [EntityID: Record] = [:]
        for row in try replica.read({ try $0.db.query(RegisterRow.self) }) {
            let id = row.register.entity
            records[id, default: Record(id: id)].merge(row.register, isPending: row.isPending)
        }
        tab = LocalBook(node: node)
        tab.load(records.values.sorted { $0.id < $1.id })
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
