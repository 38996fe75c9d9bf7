import DaybookCore
import Fixtures
import Testing

@testable import DaybookStorage

/// Transfers in a book, and the entries that stand in them.
@Suite struct TransferTests {
    private let book: Book
    private let euro: Currency
    private let bank: EntityID
    private let cash: EntityID

    init() throws {
        book = try Book.inMemory()
        let euro = try #require(Currency("EUR"))
        self.euro = euro
        func account(_ name: String, in book: Book) throws -> EntityID {
            var changes = Changes()
            changes[.title] = .text(name)
            changes[.amount] = .amount(.zero(euro))
            return try book.write { try $0.add(MoneyAccount.self, changes) }.account.id
        }
        (bank, cash) = (try account("Bank", in: book), try account("Cash", in: book))
    }

    private func entry(_ kind: EntryKind, _ amount: String, _ account: EntityID?, _ note: String = "") throws -> Entry {
        var draft = Changes.entry(
            kind: kind, amount: try Amount(amount, usual: euro), day: CivilDate("2026-11-03"), note: note, tags: ["x"])
        draft[.account] = account.map { .entity($0) }
        return try book.write { try $0.add(entry: draft) }.entry
    }

    private func balances() throws -> [String] {
        try book.read { try $0.balances() }.map { "\($0.account.name) \($0.balance.text) \($0.count)+\($0.legs)" }
    }

    private func notes(_ book: Book? = nil) throws -> [String] {
        try (book ?? self.book).read { try $0.entryRows() }.map(\.entry.note).sorted()
    }

    @Test("008.2 Balances count both sides of a transfer on their days, and sums of what came in and went out don't")
    func balance() throws {
        var changes = Changes()
        changes[.account] = .entity(bank)
        changes[.toAccount] = .entity(cash)
        changes[.amount] = .amount(try Amount("100", usual: euro))
        changes[.day] = FieldValue(CivilDate("2026-11-03"))
        changes[.toDay] = FieldValue(CivilDate("2026-11-05"))
        let row = try book.write { try $0.add(transfer: changes) }
        #expect(try balances() == ["Bank -100.00 EUR 0+1", "Cash 100.00 EUR 0+1"])
        let between = try book.read { try $0.balances(on: CivilDate("2026-11-04")) }
        #expect(between.map(\.balance.text) == ["-100.00 EUR", "0.00 EUR"])
        #expect(try book.read { try ($0.days(), $0.tagTotals().count) } == ([], 0))
        // Where one of its accounts is deleted, that side is in the default account; nothing is lost.
        try book.write { try $0.perform(.delete(.account, cash)) }
        #expect(try balances() == ["Bank -100.00 EUR 0+1", "EUR 100.00 EUR 0+1"])
        try book.write { try $0.perform { [Register(cash, .title, $0, Array("Purse".utf8))] } }
        #expect(try balances() == ["Bank -100.00 EUR 0+1", "Purse 100.00 EUR 0+1"])
        try book.write { try $0.perform(.delete(.transfer, row.transfer.id)) }
        #expect(try balances() == ["Bank 0.00 EUR 0+0", "Purse 0.00 EUR 0+0"])
    }

    @Test("008.2 Of two transfers of one entry one counts in balances, and the other once that is gone")
    func twoOfOne() throws {
        let out = try entry(.expense, "40", bank, "machine")
        func transfer(_ id: UInt64, to account: EntityID) throws {
            var changes = Changes()
            changes[.account] = .entity(bank)
            changes[.toAccount] = .entity(account)
            changes[.amount] = .amount(try Amount("40", usual: euro))
            changes[.day] = FieldValue(CivilDate("2026-11-03"))
            changes[.fromEntry] = .entity(out.id)
            try book.write { try $0.perform(.add(.transfer, EntityID(high: 0, low: id), changes)) }
        }
        try transfer(2, to: cash)
        #expect(try balances() == ["Bank -40.00 EUR 0+1", "Cash 40.00 EUR 0+1"])
        try transfer(1, to: MoneyAccount.defaultID(of: euro))
        #expect(try balances() == ["Bank -40.00 EUR 0+1", "Cash 0.00 EUR 0+0", "EUR 40.00 EUR 0+1"])
        try book.write { try $0.perform(.delete(.transfer, EntityID(high: 0, low: 1))) }
        #expect(try balances() == ["Bank -40.00 EUR 0+1", "Cash 40.00 EUR 0+1"])
    }

    @Test("008.2 Two entries are joined and parted again: they are entries no more, and come back as they were")
    func join() throws {
        let out = try entry(.expense, "40", bank, "machine")
        let income = try entry(.income, "40", cash, "from bank")
        _ = try entry(.expense, "5", cash, "tea")
        let before = try book.read { try $0.entryRows() }.map(\.entry)
        let transfer = try book.write { try $0.join(from: out, to: income) }.transfer
        #expect(try notes() == ["tea"] && transfer.note == "machine")
        #expect(try balances() == ["Bank -40.00 EUR 0+1", "Cash 35.00 EUR 1+1"])
        #expect(try book.read { try $0.tags() }.map(\.count) == [1])
        #expect(try book.read { try $0.transfer(of: out.id) }?.transfer == transfer)
        // What another device writes to one of them meanwhile is kept, and makes it no entry.
        let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds) << 16, node: 9)
        _ = try book.write {
            try $0.accept(
                PushRequest(node: 9, changes: [Register(income.id, .place, stamp, Array("ATM".utf8))]))
        }
        #expect(try notes() == ["tea"])
        let parted = try book.write { try $0.part(transfer) }.map(\.entry)
        #expect(parted.map(\.note) == ["machine", "from bank"] && parted.map(\.place) == ["", "ATM"])
        var after = try book.read { try $0.entryRows() }.map(\.entry)
        for index in after.indices { after[index].place = "" }
        #expect(after.map { $0.withoutSync } == before.map { $0.withoutSync })
        #expect(try balances() == ["Bank -40.00 EUR 1+0", "Cash 35.00 EUR 2+0"])
        // Once more, and what the book doesn't have any more is made of the transfer.
        let again = try book.write { try $0.join(from: out, to: income) }.transfer
        #expect(again.id == transfer.id)
        try book.write { book in
            try book.perform { [Register(income.id, .deleted, $0, [])] }
        }
        #expect(try book.write { try $0.part(again) }.map(\.entry.amount?.text) == ["40.00 EUR", "40.00 EUR"])
        #expect(try balances() == ["Bank -40.00 EUR 1+0", "Cash 35.00 EUR 2+0"])
    }

    @Test("008.2 A deleted transfer takes its entries along; one of one entry alone has an account for the other side")
    func one() throws {
        let out = try entry(.expense, "40", bank, "machine")
        var changes = Changes()
        changes[.toAccount] = .entity(cash)
        let transfer = try book.write { try $0.join(from: out, to: nil, changes) }.transfer
        #expect(try balances() == ["Bank -40.00 EUR 0+1", "Cash 40.00 EUR 0+1"])
        #expect(transfer.entries == [out.id] && transfer.to.day == out.day)
        try book.write { try $0.delete(transfer) }
        #expect(try notes().isEmpty && balances() == ["Bank 0.00 EUR 0+0", "Cash 0.00 EUR 0+0"])
    }

    @Test("008.2 Registers in any order, of devices that joined one entry differently, make one book without doubles")
    func anyOrder() throws {
        let out = try entry(.expense, "40", bank, "out")
        let ins = try (1...3).map { try entry(.income, "40", cash, "in \($0)") }
        let start = try book.read { try $0.page(after: 0, now: .now()).registers }
        var all = start
        for income in ins {
            let other = try Book.inMemory()
            _ = try other.write { try $0.accept(PushRequest(node: 1, changes: start)) }
            _ = try other.write { book in
                try book.join(from: book.reader.entry(out.id), to: book.reader.entry(income.id))
            }
            all += try other.read { try $0.page(after: 1, now: .now()).registers }
        }
        var shown: Set<[String]> = []
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededRandom(seed)
            let other = try Book.inMemory()
            for register in all.shuffled(using: &random) {
                _ = try other.write { try $0.accept(PushRequest(node: 1, changes: [register])) }
            }
            let transfers = try other.read { try $0.transferRows() }.map(\.transfer)
            #expect(try transfers.count == 1 && notes(other).count == 2)
            let total = try other.read { try $0.balances() }.total.all.map(\.text)
            #expect(total == ["80.00 EUR"])
            shown.insert(try notes(other) + transfers.map(\.id.text))
            // To take that one apart makes the next one count, and so on: nothing is lost on the way.
            for left in [2, 2, 4] {
                _ = try other.write { book in
                    try book.reader.transferRows().first.map { try book.part($0.transfer) }
                }
                #expect(try notes(other).count == left)
            }
            #expect(try other.read { try $0.transferRows() }.isEmpty && other.read { try $0.rows() }.isEmpty)
        }
        #expect(shown.count == 1)
    }

    @Test("008.2 Joining an entry again takes away what doesn't count, and entries that are made anew join as well")
    func rejoin() throws {
        let (out, income) = (try entry(.expense, "40", bank), try entry(.income, "40", cash))
        let other = try entry(.income, "40", nil)
        let rival = Transfer.id(from: out.id, to: other.id)
        let first = try book.write { try $0.join(from: out, to: income) }.transfer
        // Another device joined the same entry with another one.
        let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds) << 16, node: 9)
        var registers = [
            Register(rival, .type, stamp, [0, 7]), Register(rival, .legs, stamp, first.from.bytes + first.to.bytes),
        ]
        registers += [
            Register(rival, .fromEntry, stamp, out.id.bytes), Register(rival, .toEntry, stamp, other.id.bytes),
        ]
        _ = try book.write { try $0.accept(PushRequest(node: 9, changes: registers)) }
        let counts = try #require(try book.read { try $0.transferRows() }.first).transfer
        #expect(counts.id == min(first.id, rival))
        #expect(try book.read { try $0.entryRows() }.count == 1)
        // The entry that is left is joined with another: the transfer that didn't count is in nobody's way.
        let left = try #require(try book.read { try $0.entryRows() }.first).entry
        let new = try entry(.expense, "40", left.extraFields[.account]?.entity == bank ? cash : bank)
        _ = try book.write { try $0.join(from: new, to: left) }
        #expect(try book.read { try ($0.transferRows().count, $0.entryRows().count) } == (2, 0))
        #expect(try book.read { try $0.rows(naming: left.id).count } == 1)
    }
}

extension Entry {
    fileprivate var withoutSync: Entry {
        var entry = self
        entry.isSynced = false
        return entry
    }
}
