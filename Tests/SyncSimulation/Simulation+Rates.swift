import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    /// Says rates of few days, so that devices say the same ones, takes some away, and writes what is none.
    mutating func actOnRates(of replica: Replica) throws {
        let choice = random.below(100)
        let codes = ["USD", "EUR", "JPY"]
        let (from, to) = (codes[random.below(3)], codes[random.below(3)])
        let day = CivilDate(daysSince1970: 20_000 + Int64(choice % 2))
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            guard let from = Currency(from), let to = Currency(to),
                let number = RateNumber(coefficient: Int64(choice + 1), scale: choice % 4),
                let rate = Rate(day, from, to, number)
            else { return }
            switch choice {
            case ..<70: try transaction.set(rate)
            case ..<85: do { try transaction.perform(.delete(.rate, rate.id)) } catch is ItemError {}
            case ..<92: try transaction.put(rate.id, .rate, [UInt8(choice)], at: at)
            default: try transaction.put(rate.id, .rateTo, Array("EUR".utf8), at: at)
            }
        }
        note("\(replica.name) acts on rates (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    /// Holds the rates that a copy shows against its registers.
    ///
    /// - Returns: what it shows. Whether the server has all of them is left out.
    func checkRates(of replica: Replica, isAlive: (EntityID) -> Bool) throws -> [String] {
        func text(_ id: EntityID, _ field: DaybookCore.Field) -> String {
            String(
                decoding: replica.committed[RegisterKey(entity: id, field: field)]?.register.value ?? [], as: UTF8.self)
        }
        let ids = replica.committed.values.map(\.register).filter { $0.field == .type && $0.value == [0, 10] }
            .map(\.entity).filter(isAlive)
        var made: [String] = []
        for id in ids {
            let number = text(id, .rate)
            let isNumber = number.contains { $0 != "0" && $0 != "." } && number.allSatisfy { $0.isNumber || $0 == "." }
            let name = text(id, .day) + text(id, .rateFrom) + text(id, .rateTo)
            if isNumber, EntityID(derivedFrom: Array(name.utf8), for: "rate") == id { made.append("\(name) \(number)") }
        }
        let shown = try replica.read { try $0.rateRows() }.map(\.rate).map { rate in
            "\(rate.day.text)\(rate.from.code)\(rate.to.code) \(rate.number.text)"
        }
        guard shown.sorted() == made.sorted() else {
            throw Violation(1, "\(replica.name) shows other rates than its registers make: \(shown) \(made)")
        }
        return shown
    }
}
