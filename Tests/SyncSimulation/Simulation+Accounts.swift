import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    /// Makes accounts, changes, closes and deletes them, names default ones, and puts entries into them, also into what is
    /// gone or never was an account.
    mutating func actOnAccounts(of replica: Replica) throws {
        let account = random.pick(try replica.read { try $0.accounts() })?.account
        let entry = random.pick(try replica.read { try $0.entryRows() })?.entry
        let any = random.pick(replica.committed.keys.map(\.entity).sorted())
        let choice = random.below(100)
        let amount = newAmount()
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                var values = Changes()
                guard let account, choice >= 15 else {
                    values[.title] = .text("a\(choice)")
                    values[.amount] = .amount(amount)
                    values[.openingSide] = .choice(UInt8(choice % 2))
                    values[.accountKind] = .choice(UInt8(choice % 5))
                    try transaction.perform(.add(.account, EntityID(using: &transaction.random), values))
                    return
                }
                switch choice {
                case ..<25: values[.title] = .text("a\(choice)")
                case ..<33: values[.amount] = .amount(amount)
                case ..<38: values[.openingSide] = .choice(1 - account.side)
                case ..<42: values[.closedAt] = account.isClosed ? .nothing : .time(at)
                case ..<45: values[.day] = .day(CivilDate(daysSince1970: 20_000 + Int64(choice % 4)))
                case ..<50:
                    values[.title] = .text("d\(choice)")
                    let id = MoneyAccount.defaultID(of: amount.currency)
                    return try transaction.perform(.edit(.account, id, values))
                case ..<58: return try transaction.perform(.delete(.account, account.id))
                case ..<60: return try transaction.put(account.id, .amount, [UInt8(choice)], at: at)
                default:
                    guard let entry else { return }
                    var edit = Changes()
                    edit[.account] = choice < 68 ? .nothing : .entity(choice < 94 ? account.id : any ?? account.id)
                    return try transaction.perform(.edit(.entry, entry.id, edit))
                }
                try transaction.perform(.edit(.account, account.id, values))
            } catch is ItemError {}
        }
        note("\(replica.name) acts on accounts (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    /// What is in the accounts of a copy: together what the openings, the entries and the sides of transfers say, worked out
    /// here from the registers. Whether the server has all of them is left out.
    ///
    /// - Parameters:
    ///   - entries: those that the copy shows.
    ///   - legs: both sides of each transfer.
    func checkBalances(
        of replica: Replica, _ entries: [Entry], _ legs: [EntityID: [Transfer.Leg]], isAlive: (EntityID) -> Bool
    ) throws -> [String] {
        let balances = try replica.read { try $0.balances() }
        var total = Sums()
        func register(_ id: EntityID, _ field: DaybookCore.Field) -> [UInt8]? {
            replica.committed[RegisterKey(entity: id, field: field)]?.register.value
        }
        var accounts: Set<EntityID> = []
        for key in replica.committed.keys where key.field == .type && register(key.entity, .type) == [0, 4] {
            guard isAlive(key.entity), register(key.entity, .title) != nil,
                let opening = register(key.entity, .amount).flatMap({ Amount(bytes: $0) })
            else { continue }
            accounts.insert(key.entity)
            try total.add(register(key.entity, .openingSide) == [1] ? Sum(opening).negated : Sum(opening))
        }
        for entry in entries where entry.kind != .unsorted {
            guard let amount = entry.amount else { continue }
            try total.add(entry.kind == .income ? Sum(amount) : Sum(amount).negated)
        }
        for sides in legs.values {
            try total.add(Sum(sides[0].amount).negated)
            try total.add(Sum(sides[1].amount))
        }
        guard try balances.total == total else {
            throw Violation(1, "\(replica.name) has other balances than its openings, entries and transfers come to")
        }
        guard Set(balances.filter { $0.account.isMade }.map(\.account.id)) == accounts else {
            throw Violation(10, "\(replica.name) shows an account that is deleted, or hides one that is there")
        }
        return balances.map { balance in
            var account = balance.account
            account.isSynced = true
            return "\(account) \(balance.balance.text) \(balance.count) \(balance.legs)"
        }
    }
}
