import DaybookCore

@testable import DaybookStorage

/// The invariants of docs/sync.md, by their numbers.
extension Simulation {
    /// What the server has and which clock it bears, after each push that it took.
    mutating func checkServer(after push: PushRequest, _ answer: PushAnswer) throws {
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
        try checkLimit()
        guard push.changes.count % 3 == 0 else { return }
        let head = try server.read { try $0.head() }
        _ = try server.accept(push, at: time)
        guard try server.read({ try $0.head() }) == head else { throw Violation(5, "a replay moved the head") }
    }

    /// No stamp is more than five minutes ahead of the server's time, whatever anybody sends. The counter of a stamp that
    /// the server makes itself may run over into the next millisecond.
    mutating func checkLimit() throws {
        readServerClock()
        let greatest = serverTime + PushAnswer.greatestLead + 1
        for row in server.committed.values where row.register.stamp.time.milliseconds > greatest {
            throw Violation(8, "the server keeps a stamp that is more than five minutes ahead")
        }
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
        let lists = try shownLists(of: server)
        let forest = try forest(of: server)
        let today = try checkToday(of: server)
        let money = try checkProjection(of: server)
        if let half = expected.values.first(where: { $0[.deleted] != nil && $0.isAlive && !$0.isWhole }) {
            throw Violation(10, "\(half.id.text) came back without what a purge took: \(half.registers)")
        }
        for device in devices {
            let own = records(of: device.replica)
            for id in Set(expected.keys).union(own.keys) where own[id]?.registers != expected[id]?.registers {
                if hasPurged || device.isBootstrapped, isGone(own[id]), isGone(expected[id]) { continue }
                throw Violation(1, "device \(device.index) and the server differ in \(id.text)")
            }
            let rows = try device.replica.read { try $0.rows() }
            guard rows.map({ Shown($0.todo) }) == order else {
                let shown = rows.map { Shown($0.todo) }
                let other = zip(shown, order).first { $0 != $1 }
                throw Violation(
                    1,
                    "device \(device.index) shows another list than the server: \(other.map { "\($0)" } ?? "its length")"
                )
            }
            guard try self.forest(of: device.replica) == forest else {
                throw Violation(1, "device \(device.index) shows to-dos under others than the server")
            }
            let shown = try shownLists(of: device.replica)
            guard shown == lists else {
                throw Violation(1, "device \(device.index) shows other lists than the server: \(shown), \(lists)")
            }
            if let unsynced = rows.first(where: { !$0.todo.isSynced }) {
                throw Violation(1, "\(unsynced.todo.id.text) is still unsynced on device \(device.index)")
            }
            if let unsynced = try device.replica.read({ try $0.entryRows() }).first(where: { !$0.entry.isSynced }) {
                throw Violation(1, "\(unsynced.entry.id.text) is still unsynced on device \(device.index)")
            }
            guard try checkProjection(of: device.replica) == money else {
                throw Violation(1, "device \(device.index) shows other money than the server")
            }
            guard try checkToday(of: device.replica) == today else {
                throw Violation(19, "device \(device.index) shows another Today than the server")
            }
            try device.checkTab()
            try checkToday(of: device)
            // The app has no screens for accounts yet.
            var shownThere = money
            shownThere.balances = []
            if let other = try device.shownMoney().difference(from: shownThere) {
                throw Violation(1, "the browser of device \(device.index) shows other money: \(other)")
            }
            try device.checkBudget(inAll: true)
        }
        for register in acknowledged {
            // A purge takes what was deleted, and never the deletion.
            if hasPurged, register.field != .deleted, expected[register.entity]?.isAlive == false { continue }
            guard let kept = server.committed[register.key]?.register,
                kept == register || kept.wins(over: register)
            else { throw Violation(3, "an acknowledged write is gone: \(register)") }
        }
    }

    /// The lists, without whether the server has all of them.
    private func shownLists(of replica: Replica) throws -> [ItemList] {
        try replica.read { try $0.lists() }.map { row in
            var list = row.list
            list.isSynced = true
            return list
        }
    }

    /// The list and the money say what the registers say, worked out here by other means than the book's.
    private func checkProjection(of replica: Replica) throws -> MoneyShown {
        var newest: [EntityID: [Bool: Stamp]] = [:]
        for row in replica.committed.values {
            let (id, field) = (row.register.entity, row.register.field)
            if field == .todoPosition || field == .donePosition || field.rawValue >= 0x8000 { continue }
            let isDeletion = field == .deleted
            newest[id, default: [:]][isDeletion] = max(
                row.register.stamp, newest[id]?[isDeletion] ?? row.register.stamp)
        }
        func isAlive(_ id: EntityID) -> Bool {
            guard let deletion = newest[id]?[true] else { return true }
            return newest[id]?[false].map { $0 > deletion } ?? false
        }
        let typed = Set(replica.committed.values.map(\.register).filter { $0.makesNoTodo }.map(\.entity))
        let hidden = try checkSeries(of: replica, isAlive)
        let alive = newest.filter { id, _ in
            replica.committed[RegisterKey(entity: id, field: .title)] != nil && isAlive(id) && !typed.contains(id)
                && !hidden.contains(id)
        }
        let unknown = Set(replica.committed.values.map(\.register).filter { $0.isUnknownType }.map(\.entity))
        for row in replica.committed.values where unknown.contains(row.register.entity) {
            let isNovel = novelties.contains {
                $0.key == row.register.key && $0.value == row.register.value
            }
            if !isNovel { throw Violation(15, "\(replica.name) changed what it doesn't know: \(row.register)") }
        }
        let rows = try replica.read { try $0.rows() }
        guard Set(rows.map(\.todo.id)) == Set(alive.keys) else {
            let differing = Set(rows.map(\.todo.id)).symmetricDifference(alive.keys).sorted()
            let registers = replica.committed.values.map(\.register).filter { $0.entity == differing.first }
            throw Violation(
                10,
                "\(replica.name) shows what is deleted, or hides what was edited after that: \(registers)")
        }
        for row in rows {
            let title = replica.committed[RegisterKey(entity: row.todo.id, field: .title)]?.register.value ?? []
            guard Array(row.todo.title.utf8) == title else {
                throw Violation(1, "\(replica.name) shows a title that its registers don't have")
            }
        }
        var money = try replica.read { try MoneyShown($0) }
        // What a to-do booked is none of them: another program may make a line of the file one by giving it a title.
        let imported = money.entries.filter { $0.todo == nil }.compactMap(\.amount).filter { $0.currency.code == "EUR" }
            .map(\.number)
        guard imported.count(where: { $0 == "3.01" }) <= 2, imported.count(where: { $0 == "90.01" }) <= 1 else {
            throw Violation(14, "\(replica.name) took entries of a file in twice")
        }
        for amount in rows.map(\.todo.amount) + money.entries.map(\.amount)
            + money.entries.flatMap({ $0.parts.map(\.amount) })
        {
            if let amount, !amounts.contains(amount), !["3.01 EUR", "90.01 EUR"].contains(amount.text) {
                throw Violation(11, "\(amount.text) mixes two writers")
            }
        }
        let known = replica.committed.values.map(\.register).filter { !typed.contains($0.entity) }
        let joined = transfers(of: replica, isAlive: isAlive)
        let parts = parts(of: replica, isAlive: isAlive)
        guard money == MoneyShown(known, parts, isAlive: { isAlive($0) && !joined.entries.contains($0) }) else {
            throw Violation(1, "\(replica.name) shows money that its registers don't have")
        }
        money.balances =
            try checkBalances(of: replica, money.entries, joined.legs, isAlive: isAlive)
            + checkTransfers(of: replica, joined.legs) + checkRates(of: replica, isAlive: isAlive)
            + checkBudget(of: replica, money.entries, joined.legs, isAlive: isAlive)
        return money
    }

    /// A new device writes while its first pull is on its way, and another deletes that, if it hears of it.
    mutating func joinInAHurry() throws {
        try addDevice()
        let (device, other) = (devices[devices.count - 1], devices[0])
        try startPull(device)
        let late = network
        network = []
        try change(device, after: 0) { try $0.add(todo: .todo(title: "new")) }
        try exchange(device)
        try exchange(other)
        try change(other, after: 1) { transaction in
            for row in try transaction.reader.rows() where row.todo.title == "new" {
                try transaction.perform(.delete(.todo, row.todo.id))
            }
        }
        try exchange(other)
        network = late
        try deliverAll()
    }

    /// An entry that everybody is to have.
    mutating func recordLunch() throws {
        let amount = newAmount()
        try change(devices[0], after: 0) {
            _ = try $0.add(
                entry: .entry(kind: .expense, amount: amount, day: Self.today, tags: ["food"]), id: Self.lunch)
        }
    }

    /// Two devices that don't hear of each other change the same things at the same time: one checks an item that the
    /// other drags, both tag an entry, and both import the same file.
    mutating func checkSimultaneousChanges() throws {
        let item = try server.read { try $0.rows(.active) }.map(\.todo).first {
            $0.repeats == nil && !$0.isPastOccurrence
        }
        guard devices.count >= 2, let item else { return }
        server.skew = 0
        for device in devices { device.replica.skew = 0 }
        time += 400 * 86_400_000
        try change(devices[0], after: 1) { transaction in
            try transaction.perform(.check(item.id))
            try transaction.perform(.edit(.entry, Self.lunch, .entry(tags: ["food", "here", "both"])))
            try transaction.importFile(Self.file, today: Self.today)
        }
        try change(devices[1], after: 2) { transaction in
            try transaction.perform(.move(item.id, .last))
            try transaction.perform(.edit(.entry, Self.lunch, .entry(tags: ["there", "both"])))
            try transaction.importFile(Self.file, today: Self.today)
        }
        time += 61_000
        let rounds = try settle()
        if rounds > Self.greatestRounds { throw Violation(12, "sync took \(rounds) rounds") }
        try checkAgreement()
        // What another program finished without a place stands before all.
        let finished = try server.read { try $0.rows(.completed) }.first { !$0.todo.donePosition.bytes.isEmpty }
        guard finished?.todo.id == item.id else {
            throw Violation(9, "a drag took the section or the first place from a check")
        }
        guard try server.read({ try $0.entry(Self.lunch) })?.tags == ["both", "here", "there"] else {
            throw Violation(13, "two devices that tag an entry take tags from each other")
        }
    }

    func change(_ device: Device, after seconds: Int64, _ body: (BookTransaction) throws -> Void) throws {
        let before = device.replica.committed
        _ = try device.replica.write(at: time + seconds * 1_000) { try body($0) }
        device.tabTakes(since: before)
    }

    static let lunch = EntityID(high: 1, low: 1)
    private static let today = CivilDate(daysSince1970: 20_003)

    private func isGone(_ record: Record?) -> Bool {
        record.map { $0.registers.isEmpty || !$0.isAlive } ?? true
    }

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

extension Record {
    /// True where it is all that it was made of.
    fileprivate var isWhole: Bool {
        if !isKnown { return self[.createdAt] != nil }
        if isOf(.rate) { return self[.rate] != nil }
        if isOf(.cell) { return self[.envelope] != nil && self[.assigned] != nil && self[.day] != nil }
        if isOf(.move) { return self[.createdAt] != nil && self[.move] != nil }
        if isOf(.carry) { return self[.envelope] != nil && self[.carry] != nil && self[.day] != nil }
        if isOf(.part) { return self[.parts] != nil && self[.amount] != nil }
        if isOf(.transfer) { return self[.createdAt] != nil && self[.legs] != nil }
        if self[.kind] != nil { return self[.createdAt] != nil && self[.day] != nil }
        return self[.title] != nil || self[.tag] != nil
    }
}
