import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    private static let loan = EntityID(high: 5, low: 1)
    private static let purse = EntityID(high: 5, low: 2)

    /// Devices that hear of each other now and then finish the instalments of a loan, open them again, change them and pay something
    /// extra. Each is booked once and whole: its interest and its principal come to a payment that somebody wrote.
    mutating func checkInstalments() throws {
        guard devices.count >= 2, let currency = Currency("USD") else { return }
        func amount(_ cents: Int) throws -> Amount {
            guard let amount = Amount(coefficient: Int64(cents), scale: 2, currency: currency) else {
                throw Violation(25, "\(cents) is no amount")
            }
            return amount
        }
        // The interest of a month is 3.00 at first: payments are less, as much and more.
        var payments = Set(try [100, 299, 300, 301, 900].map { try amount($0) })
        let debt = try amount(30_000)
        amounts.formUnion(payments.union([debt]))
        let day = CivilDate(daysSince1970: 20_000)
        try change(devices[0], after: 1) { transaction in
            for (id, kind) in [(Self.loan, 3), (Self.purse, 1)] {
                var account = Changes()
                (account[.title], account[.accountKind]) = (.text("i\(kind)"), .choice(UInt8(kind)))
                (account[.amount], account[.openingSide]) = (.amount(debt), .choice(kind == 3 ? 1 : 0))
                (account[.day], account[.interest]) = (.day(day), kind == 3 ? .text("12") : nil)
                try transaction.perform(.add(.account, id, account))
            }
            var todo = Changes.todo(title: "instalment", amount: try amount(900), due: day)
            todo[.repeats] = .repeats(Repeat("FREQ=MONTHLY", .every, anchor: day))
            (todo[.account], todo[.paysInto]) = (.entity(Self.purse), .entity(Self.loan))
            try transaction.add(todo: todo)
        }
        try settleAndCheck()
        for step in 0..<16 {
            guard let device = random.pick(devices) else { return }
            let (choice, paid, extra) = (
                random.below(10), random.pick(payments.sorted { $0.coefficient < $1.coefficient }), newAmount()
            )
            if choice < 3 {
                try exchange(device)
                continue
            }
            try change(device, after: Int64(step % 3)) { transaction in
                let own = try transaction.reader.rows().map(\.todo).filter {
                    $0.extraFields[.paysInto]?.entity == Self.loan
                }
                let (open, done) = (own.first { !$0.isCompleted }, own.first { $0.isCompleted })
                do {
                    switch choice {
                    case ..<6: if let open { try transaction.perform(.check(open.id)) }
                    case 6: if let done { try transaction.perform(.uncheck(done.id)) }
                    case 7:
                        if let done, let paid { try transaction.perform(.edit(.todo, done.id, .todo(amount: paid))) }
                    case 8:
                        if let open, let paid { try transaction.perform(.edit(.todo, open.id, .todo(amount: paid))) }
                    default:
                        var transfer = Changes()
                        (transfer[.account], transfer[.toAccount]) = (.entity(Self.purse), .entity(Self.loan))
                        (transfer[.amount], transfer[.day]) = (.amount(extra), .day(day))
                        try transaction.perform(.add(.transfer, EntityID(using: &transaction.random), transfer))
                    }
                } catch is ItemError {}
            }
            // The parts of payments are worked out, and nobody wrote them.
            let replica = device.replica
            amounts.formUnion(try replica.read { try $0.entryRows() }.compactMap(\.entry.amount))
            amounts.formUnion(try replica.read { try $0.transferRows() }.map(\.transfer.from.amount))
        }
        payments.insert(try amount(900))
        try settleAndCheck()
        for todo in try server.read({ try $0.rows(.completed) }).map(\.todo)
        where todo.extraFields[.paysInto]?.entity == Self.loan {
            let (transfer, interest, whole) = try server.read {
                (
                    try $0.transferRow(todo.bookedTransfer)?.transfer, try $0.entry(todo.bookedInterest)?.amount,
                    try $0.entry(todo.bookedEntry)?.amount
                )
            }
            var sum = Sum(.zero(currency))
            // One that the interest takes whole is an expense alone.
            if let amount = transfer == nil && interest == nil ? whole : interest { sum = try sum.adding(Sum(amount)) }
            if let transfer {
                let paid = Sum(transfer.from.amount)
                sum = try sum.adding(transfer.to.account == Self.loan ? paid : paid.negated)
            }
            guard payments.contains(where: { Sum($0) == sum }) else {
                throw Violation(25, "an instalment is booked as \(sum.text), which nobody paid")
            }
        }
    }
}
