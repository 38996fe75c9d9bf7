import DaybookBook
import DaybookCore
import Fixtures
import Foundation
import Testing

@testable import DaybookStorage

/// Sheets of the sums that a book keeps, held against those of all its rows.
@Suite struct BudgetSumTests {
    @Test(
        "13.8 A sheet has the same numbers by the sums of a book as by its rows, whatever is changed, taken back or restored",
        arguments: 0..<8)
    func agreement(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        try check(book)
        for step in 0..<60 {
            try book.write { try change($0, &random) }
            if step % 3 == 0 { try check(book) }
        }
        try check(book)
        let backup = try Backup(of: folder.path("book.sqlite"))
        let copy = try Book(path: folder.path("copy.sqlite"))
        try withExtendedLifetime(backup) { _ = try copy.restore(from: backup) }
        try check(copy)
        try check(copy, as: book)
        let device = try Book.inMemory()
        let page = try book.read { try $0.page(after: nil, now: .now()) }
        _ = try device.write { try $0.accept(PushRequest(node: 7, changes: page.registers.shuffled(using: &random))) }
        try check(device, as: book)
        // A purge takes nothing that counts, and a recount changes nothing.
        _ = try book.write { try $0.purge(deletedBefore: Timestamp(milliseconds: .max)) }
        try check(book)
        try book.write { try $0.countSums() }
        try check(book, as: device)
    }

    /// Holds each page against that of the rows, in both modes, and balances against those of a recount.
    private func check(_ book: Book, as other: Book? = nil) throws {
        let mode = try book.read { try $0.settings().budgetMode }
        for own in BudgetMode.allCases {
            try book.write { try $0.set(.budgetMode, to: [own.rawValue]) }
            let (sums, rows) = try book.read { try (pages($0, \.0), pages($0, \.1)) }
            #expect(sums == rows)
            if let other {
                try other.write { try $0.set(.budgetMode, to: [own.rawValue]) }
                #expect(try sums == other.read { try pages($0, \.1) })
            }
        }
        try book.write { try $0.set(.budgetMode, to: [mode.rawValue]) }
    }

    private func pages(_ book: BookReader, _ side: ((BudgetSheet, BudgetSheet)) -> BudgetSheet) throws -> [String] {
        var shown: [String] = []
        for (sheet, _) in try book.budgetSheets() {
            let own = side((try book.budgetSheet(in: sheet.plan.currency), sheet))
            for day in stride(from: 20_430, to: 20_640, by: 7) {
                shown.append("\(own.page(of: own.plan.periods.number(of: CivilDate(daysSince1970: Int64(day)))))")
            }
        }
        return shown
    }

    private func change(_ book: BookTransaction, _ random: inout SeededRandom) throws {
        func day() -> CivilDate { CivilDate(daysSince1970: 20_454).adding(days: Int64(random.below(150))) }
        func amount(_ most: Int = 30_000) throws -> Amount {
            let currency = try #require(Currency(random.chance(85) ? "EUR" : "CHF"))
            let scale = random.chance(5) ? 3 : 2
            return try #require(Amount(coefficient: Int64(1 + random.below(most)), scale: scale, currency: currency))
        }
        let accounts = try book.reader.accounts().map(\.account)
        let envelopes = try book.reader.all(Envelope.self).map(\.item)
        let entries = try book.reader.entryRows().map(\.entry)
        let transfers = try book.reader.transferRows().map(\.transfer)
        let tags = ["food", "Fun", "rent", "x"]
        func entry() throws -> Changes {
            var entry = Changes()
            entry[.kind] = .choice(UInt8(random.chance(30) ? 0 : random.chance(90) ? 1 : 2))
            entry[.amount] = .amount(try amount())
            entry[.day] = .day(day())
            entry[.account] = random.pick(accounts).map { .entity($0.id) } ?? .nothing
            entry[.tag] = .texts(tags.filter { _ in random.chance(30) })
            if random.chance(20) { entry[.envelope] = random.pick(envelopes).map { .entity($0.id) } ?? .nothing }
            if random.chance(20) {
                entry[.parts] = .parts([Part(amount: try amount(9_000), tags: random.chance(70) ? ["fun"] : [])])
            }
            return entry
        }
        switch random.below(100) {
        case ..<12:
            var account = Changes()
            account[.title] = .text("Account \(random.below(1_000_000_000))")
            account[.accountKind] = .choice(UInt8(random.pick([0, 2, 2, 3]) ?? 0))
            account[.budget] = .choice(random.chance(15) ? 1 : 0)
            account[.amount] = .amount(try amount(50_000))
            account[.day] = random.chance(80) ? .day(day()) : .nothing
            if let old = random.pick(accounts), random.chance(40) {
                account[.amount] = nil
                try book.perform(.edit(.account, old.id, account))
            } else {
                _ = try book.add(MoneyAccount.self, account)
            }
        case ..<22:
            var envelope = Changes()
            envelope[.tag] = .texts(tags.filter { _ in random.chance(30) })
            if let old = random.pick(envelopes), random.chance(60) {
                try book.perform(random.chance(70) ? .edit(.envelope, old.id, envelope) : .delete(.envelope, old.id))
            } else {
                envelope[.title] = .text("Envelope \(random.below(1_000_000))")
                _ = try book.add(Envelope.self, envelope)
            }
        case ..<27:
            guard let place = random.pick(envelopes) else { return }
            try book.set(BudgetCell(place.id, day(), SignedAmount(amount(), isNegative: random.chance(20))))
        case ..<32:
            let periods = ["month 1", "month 25", "weeks 2 from 2026-01-07", "weeks 1 from 2026-02-01"]
            try book.set(.budgetPeriods, to: Array((random.pick(periods) ?? "month 1").utf8))
        case ..<42:
            guard accounts.count > 1 else { return }
            var transfer = Changes()
            transfer[.account] = random.pick(accounts).map { .entity($0.id) } ?? .nothing
            transfer[.toAccount] = random.pick(accounts).map { .entity($0.id) } ?? .nothing
            (transfer[.amount], transfer[.day]) = (.amount(try amount()), .day(day()))
            _ = try? book.add(transfer: transfer)
        case ..<47: if let old = random.pick(transfers) { try book.delete(old) }
        case ..<57: if let old = random.pick(entries) { try book.perform(.delete(.entry, old.id)) }
        case ..<72: if let old = random.pick(entries) { _ = try? book.perform(.edit(.entry, old.id, entry())) }
        default: _ = try? book.add(entry: entry())
        }
    }
}
