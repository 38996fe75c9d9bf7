import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    /// Makes transfers, also of entries, changes, parts and deletes them, and writes what joins an entry once more, or is no
    /// transfer at all.
    mutating func actOnTransfers(of replica: Replica) throws {
        let transfer = random.pick(try replica.read { try $0.transferRows() })?.transfer
        let entries = try replica.read { try $0.entryRows() }.map(\.entry).filter { $0.id != Self.lunch }
        let out = random.pick(entries.filter { $0.kind == .expense })
        let income = random.pick(entries.filter { $0.kind == .income })
        let accounts = try replica.read { try $0.accounts() }.map(\.account.id)
        let any = random.pick(replica.committed.keys.map(\.entity).sorted())
        let (from, to) = (random.pick(accounts), random.pick(accounts))
        let choice = random.below(100)
        let (amount, other) = (newAmount(), newAmount())
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                var values = Changes()
                switch choice {
                case ..<30:
                    values[.account] = (choice < 25 ? from : any).map { .entity($0) }
                    values[.toAccount] = to.map { .entity($0) }
                    values[.amount] = .amount(amount)
                    if amount.currency != other.currency { values[.toAmount] = .amount(other) }
                    values[.day] = .day(CivilDate(daysSince1970: 20_000 + Int64(choice % 4)))
                    values[.toDay] = .day(CivilDate(daysSince1970: 20_000 + Int64(choice % 5)))
                    try transaction.perform(.add(.transfer, EntityID(using: &transaction.random), values))
                case ..<52:
                    if choice >= 45 { values[.toAccount] = to.map { .entity($0) } }
                    let day = CivilDate(daysSince1970: 20_000)
                    let out = try out ?? transaction.add(entry: .entry(kind: .expense, amount: amount, day: day)).entry
                    let income =
                        try income ?? transaction.add(entry: .entry(kind: .income, amount: other, day: day)).entry
                    _ = try transaction.join(from: out, to: choice < 45 ? income : nil, values)
                case ..<56:
                    // As another device that doesn't know of the first may.
                    guard let transfer, let entry = transfer.entries.first else { return }
                    values[.amount] = .amount(amount)
                    values[.fromEntry] = .entity(entry)
                    values[.toEntry] = income.map { .entity($0.id) }
                    try transaction.perform(.add(.transfer, Transfer.id(from: entry, to: income?.id), values))
                case ..<60:
                    try transaction.put(
                        transfer?.id ?? EntityID(high: 3, low: 3), .fromRow, (any ?? .init(high: 1, low: 2)).bytes,
                        at: at)
                default:
                    guard let transfer else { return }
                    switch choice {
                    case ..<66: values[.note] = .text("n\(choice)")
                    case ..<72: values[.toDay] = .day(CivilDate(daysSince1970: 20_000 + Int64(choice % 5)))
                    case ..<78: values[.amount] = .amount(amount)
                    case ..<82: values[.toAccount] = (to ?? any).map { .entity($0) }
                    case ..<86: return try transaction.perform(.delete(.transfer, transfer.id))
                    case ..<90: return try transaction.delete(transfer)
                    case ..<96:
                        _ = try transaction.part(transfer)
                        return
                    default:
                        let legs = transfer.from.bytes + transfer.to.bytes
                        return try transaction.put(transfer.id, .legs, Array(legs.prefix(choice % 3 * 38)), at: at)
                    }
                    try transaction.perform(.edit(.transfer, transfer.id, values))
                }
            } catch is ItemError {}
        }
        note("\(replica.name) acts on transfers (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    /// The transfers that the registers of a copy make, worked out here, and the entries that stand in them.
    func transfers(
        of replica: Replica, isAlive: (EntityID) -> Bool
    ) -> (legs: [EntityID: [Transfer.Leg]], entries: Set<EntityID>) {
        func register(_ id: EntityID, _ field: DaybookCore.Field) -> [UInt8] {
            replica.committed[RegisterKey(entity: id, field: field)]?.register.value ?? []
        }
        var legs: [EntityID: [Transfer.Leg]] = [:]
        var names: [EntityID: Set<EntityID>] = [:]
        for key in replica.committed.keys where key.field == .legs && register(key.entity, .type) == [0, 7] {
            let bytes = register(key.entity, .legs)
            guard isAlive(key.entity), bytes.count == 76 else { continue }
            let sides = [0, 38].compactMap { start -> Transfer.Leg? in
                guard let account = EntityID(bytes: bytes[start..<start + 16]),
                    let day = CivilDate(String(decoding: bytes[start + 16..<start + 26], as: UTF8.self)),
                    let amount = Amount(bytes: Array(bytes[start + 26..<start + 38]))
                else { return nil }
                return Transfer.Leg(account: account, day: day, amount: amount)
            }
            guard sides.count == 2 else { continue }
            legs[key.entity] = sides
            names[key.entity] = Set([.fromEntry, .toEntry].compactMap { EntityID(bytes: register(key.entity, $0)) })
        }
        // One that names an entry which another with a smaller id names as well isn't there.
        let hidden = names.filter { id, own in names.contains { $0.key < id && !$0.value.isDisjoint(with: own) } }
        for id in hidden.keys { legs[id] = nil }
        return (legs, Set(names.filter { hidden[$0.key] == nil }.values.flatMap(\.self)))
    }

    /// Holds the transfers that a copy shows against its registers.
    ///
    /// - Returns: what it shows. Whether the server has all of them is left out.
    func checkTransfers(of replica: Replica, _ legs: [EntityID: [Transfer.Leg]]) throws -> [String] {
        let shown = try replica.read { try $0.transferRows() }.map(\.transfer)
        guard Dictionary(uniqueKeysWithValues: shown.map { ($0.id, [$0.from, $0.to]) }) == legs else {
            throw Violation(17, "\(replica.name) shows other transfers than its registers make")
        }
        for transfer in shown {
            if transfer.from.amount.currency == transfer.to.amount.currency, transfer.from.amount != transfer.to.amount
            {
                throw Violation(17, "\(replica.name) has a transfer that is income or an expense")
            }
            for amount in [transfer.from.amount, transfer.to.amount] where !amounts.contains(amount) {
                guard ["3.01 EUR", "90.01 EUR"].contains(amount.text) else {
                    throw Violation(11, "\(amount.text) of a transfer mixes two writers")
                }
            }
        }
        return shown.map { transfer in
            var transfer = transfer
            transfer.isSynced = true
            return "\(transfer)"
        }
    }

    /// Two devices that don't hear of each other join one entry with different ones. One of the transfers counts. Once that
    /// is taken apart the other one does, and once that is, all three are entries again.
    mutating func checkSimultaneousJoins() throws {
        guard devices.count >= 2 else { return }
        let amount = newAmount()
        let ids = (1...3).map { EntityID(high: 2, low: UInt64($0)) }
        let day = CivilDate(daysSince1970: 20_000)
        try change(devices[0], after: 1) { transaction in
            for id in ids {
                try transaction.add(
                    entry: .entry(kind: id == ids[0] ? .expense : .income, amount: amount, day: day), id: id)
            }
        }
        try settleAndCheck()
        for (index, income) in [ids[1], ids[2]].enumerated() {
            try change(devices[index], after: Int64(index)) { transaction in
                var transfer = Changes()
                (transfer[.amount], transfer[.day]) = (.amount(amount), .day(day))
                (transfer[.fromEntry], transfer[.toEntry]) = (.entity(ids[0]), .entity(income))
                try transaction.perform(.add(.transfer, Transfer.id(from: ids[0], to: income), transfer))
            }
        }
        for left in [1, 1, 3] {
            try settleAndCheck()
            let shown = try server.read { book in try ids.filter { try book.entry($0) != nil } }
            guard shown.count == left else {
                throw Violation(17, "\(shown.count) entries are there, and \(left) stand in no transfer")
            }
            try change(devices[1], after: 1) { transaction in
                if let row = try transaction.reader.transfer(of: ids[0]) { _ = try transaction.part(row.transfer) }
            }
        }
    }

    mutating func settleAndCheck() throws {
        time += 61_000
        let rounds = try settle()
        if rounds > Self.greatestRounds { throw Violation(12, "sync took \(rounds) rounds") }
        try checkAgreement()
    }
}
