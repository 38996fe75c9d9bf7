import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    /// Splits entries, changes parts, moves them and takes them away, and writes parts of what is no entry, or none at all.
    mutating func actOnParts(of replica: Replica) throws {
        let entry = random.pick(try replica.read { try $0.entryRows() })?.entry
        let any = random.pick(replica.committed.keys.map(\.entity).sorted())
        let choice = random.below(100)
        let tag = random.pick(Self.tags) ?? ""
        let at = Timestamp(milliseconds: time + replica.skew)
        var amount = newAmount()
        // Most are in the currency of the entry, and not all of them fit.
        if let own = entry?.amount, choice < 90,
            let near = Amount(
                coefficient: amount.coefficient, scale: amount.scale, currency: own.currency)
        {
            amount = near
            amounts.insert(near)
        }
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            guard let entry else { return }
            var parts = entry.parts
            let place = parts.isEmpty ? nil : choice % parts.count
            switch (choice, place) {
            case (..<40, _), (_, nil):
                parts.append(Part(amount: amount, tags: choice % 3 == 0 ? [] : [tag], note: "p\(choice)"))
            case (..<52, let place?): parts[place].amount = amount
            case (..<60, let place?): parts[place].tags = choice.isMultiple(of: 2) ? [tag] : parts[place].tags + [tag]
            case (..<66, let place?): parts[place].note = "q\(choice)"
            case (..<74, let place?): parts.remove(at: place)
            case (..<80, let place?): parts.swapAt(0, place)
            case (..<84, _): parts = []
            case (..<90, let place?): return try transaction.put(parts[place].id, .amount, [UInt8(choice)], at: at)
            case (..<95, let place?):
                return try transaction.put(parts[place].id, .parts, (any ?? entry.id).bytes, at: at)
            case (_, let place?): return try transaction.put(parts[place].id, .deleted, [], at: at)
            }
            var changes = Changes()
            changes[.parts] = .parts(parts)
            do { try transaction.perform(.edit(.entry, entry.id, changes)) } catch is ItemError {}
        }
        note("\(replica.name) acts on parts (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    /// The parts that the registers of a copy make, by what they name as their entry, worked out here and without their tags.
    func parts(of replica: Replica, isAlive: (EntityID) -> Bool) -> [EntityID: [Part]] {
        func register(_ id: EntityID, _ field: DaybookCore.Field) -> [UInt8] {
            replica.committed[RegisterKey(entity: id, field: field)]?.register.value ?? []
        }
        let ids = replica.committed.keys.filter { $0.field == .type }.map(\.entity)
            .filter { register($0, .type) == [0, 9] && isAlive($0) }
        let placed = ids.sorted { left, right in
            let places = (register(left, .todoPosition), register(right, .todoPosition))
            return places.0 == places.1 ? left < right : places.0.lexicographicallyPrecedes(places.1)
        }
        var parts: [EntityID: [Part]] = [:]
        for id in placed {
            guard let entry = EntityID(bytes: register(id, .parts)), let amount = Amount(bytes: register(id, .amount))
            else { continue }
            parts[entry, default: []].append(
                Part(id: id, amount: amount, note: String(decoding: register(id, .note), as: UTF8.self)))
        }
        return parts
    }
}
