import DaybookCore

@testable import DaybookStorage

/// The invariants of docs/sync.md, by their numbers.
extension Simulation {
    /// What the server has and which clock it bears, after each push that it took.
    func checkServer(after push: PushRequest, _ answer: PushAnswer) throws {
        switch answer {
        case .clockAhead:
            return
        case .accepted:
            for register in push.changes {
                guard let kept = server.committed[register.key]?.register,
                    kept == register || kept.wins(over: register)
                else { throw Violation(7, "the server took only a part of a push") }
            }
        }
        let latest = time + server.skew + PushAnswer.greatestLead
        for row in server.committed.values where row.register.stamp.time.milliseconds > latest {
            throw Violation(8, "the server keeps a stamp that is more than five minutes ahead")
        }
        guard push.changes.count % 3 == 0 else { return }
        let head = try server.read { try $0.head() }
        _ = try server.write(at: time) { try $0.accept(push) }
        guard try server.read({ try $0.head() }) == head else { throw Violation(5, "a replay moved the head") }
    }

    /// A device at cursor c has everything that the server has up to c.
    func checkCoverage(of device: Device) throws {
        guard try server.read({ try $0.bookRow().epoch }) == device.client.progress.epoch else { return }
        for row in self.server.committed.values where row.seq <= device.client.progress.cursor {
            let key = row.register.key
            if let found = device.replica.committed[key]?.register {
                if found == row.register || found.wins(over: row.register) { continue }
            } else if hasPurged || device.isBootstrapped, isGone(record(key.entity, of: server)),
                isGone(record(key.entity, of: device.replica))
            {
                continue
            }
            throw Violation(6, "device \(device.index) at \(device.client.progress.cursor) lacks \(row)")
        }
    }

    /// Once nothing is left to do, everybody has the same, and shows what it says.
    func checkAgreement() throws {
        let expected = records(of: server)
        let order = try server.read { try $0.rows() }.map { Shown($0.todo) }
        try checkProjection(of: server)
        if let half = expected.values.first(where: { $0.isAlive && $0[.title] == nil }) {
            throw Violation(10, "\(half.id.text) came back without what a purge took")
        }
        for device in devices {
            let own = records(of: device.replica)
            for id in Set(expected.keys).union(own.keys) where own[id]?.registers != expected[id]?.registers {
                if hasPurged || device.isBootstrapped, isGone(own[id]), isGone(expected[id]) { continue }
                throw Violation(1, "device \(device.index) and the server differ in \(id.text)")
            }
            let rows = try device.replica.read { try $0.rows() }
            guard rows.map({ Shown($0.todo) }) == order else {
                throw Violation(1, "device \(device.index) shows another list than the server")
            }
            if let unsynced = rows.first(where: { !$0.todo.isSynced }) {
                throw Violation(1, "\(unsynced.todo.id.text) is still unsynced on device \(device.index)")
            }
            try checkProjection(of: device.replica)
        }
        for register in acknowledged {
            // A purge takes what was deleted, and never the deletion.
            if hasPurged, register.field != .deleted, expected[register.entity]?.isAlive == false { continue }
            guard let kept = server.committed[register.key]?.register,
                kept == register || kept.wins(over: register)
            else { throw Violation(3, "an acknowledged write is gone: \(register)") }
        }
    }

    /// The list says what the registers say, worked out here by other means than the book's.
    private func checkProjection(of replica: Replica) throws {
        var newest: [EntityID: [Bool: Stamp]] = [:]
        for row in replica.committed.values {
            let (id, field) = (row.register.entity, row.register.field)
            if field == .amount, Set(row.register.value).count != 1 {
                throw Violation(11, "an amount mixes two writers")
            }
            if field == .todoPosition || field == .donePosition { continue }
            let isDeletion = field == .deleted
            newest[id, default: [:]][isDeletion] = max(
                row.register.stamp, newest[id]?[isDeletion] ?? row.register.stamp)
        }
        let alive = newest.filter { id, stamps in
            guard replica.committed[RegisterKey(entity: id, field: .title)] != nil else { return false }
            guard let deletion = stamps[true] else { return true }
            return stamps[false].map { $0 > deletion } ?? false
        }
        let rows = try replica.read { try $0.rows() }
        guard Set(rows.map(\.todo.id)) == Set(alive.keys) else {
            throw Violation(10, "\(replica.name) shows what is deleted, or hides what was edited after that")
        }
        for row in rows {
            let title = replica.committed[RegisterKey(entity: row.todo.id, field: .title)]?.register.value ?? []
            guard Array(row.todo.title.utf8) == title else {
                throw Violation(1, "\(replica.name) shows a title that its registers don't have")
            }
        }
    }

    /// One device checks an item while another, which doesn't know that yet, drags it.
    mutating func checkCheckAgainstDrag() throws {
        guard devices.count >= 2, let item = try server.read({ try $0.rows(.active) }).first?.todo else { return }
        for device in devices { device.replica.skew = 0 }
        time += 400 * 86_400_000
        for (device, action) in zip(devices, [TodoAction.check(item.id), .move(item.id, .last)]) {
            let before = device.replica.committed
            _ = try device.replica.write(at: time + Int64(device.index) * 1_000) { try $0.perform(action) }
            device.tabTakes(since: before)
        }
        time += 61_000
        let rounds = try settle()
        if rounds > Self.greatestRounds { throw Violation(12, "sync took \(rounds) rounds") }
        try checkAgreement()
        guard try server.read({ try $0.rows(.completed) }).first?.todo.id == item.id else {
            throw Violation(9, "a drag took the section or the first place from a check")
        }
    }

    private func isGone(_ record: Record?) -> Bool { record.flatMap { Todo($0) } == nil }

    private func record(_ id: EntityID, of replica: Replica) -> Record {
        var record = Record(id: id)
        for row in replica.committed.values where row.register.entity == id {
            record.merge(row.register, isPending: false)
        }
        return record
    }

    private func records(of replica: Replica) -> [EntityID: Record] {
        var records: [EntityID: Record] = [:]
        for row in replica.committed.values {
            records[row.register.entity, default: Record(id: row.register.entity)].merge(row.register, isPending: false)
        }
        return records
    }
}

/// A to-do as a person sees it.
private struct Shown: Equatable {
    let todo: Todo

    init(_ todo: Todo) {
        var todo = todo
        todo.isSynced = true
        self.todo = todo
    }
}
