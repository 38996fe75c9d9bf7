import DaybookStorage
import Fixtures
import Testing

@testable import DaybookApp
@testable import DaybookCore

/// The seam between planning and where a book is kept: a file of SQLite, the app's memory, or what tests hand in. The same
/// steps have the same answers on each side.
@Suite struct BookSourceTests {
    enum Place: CaseIterable, Sendable { case file, app, memory }

    /// The questions of a plan, whatever error the book may throw.
    private struct Answers {
        let book: any BookSource

        func todo(_ id: EntityID) throws -> Todo? { try book.todo(id) }
        func entry(_ id: EntityID) throws -> Entry? { try book.entry(id) }
        func record(_ id: EntityID) throws -> DaybookCore.Record { try book.record(id) }
        func account(_ id: EntityID) throws -> MoneyAccount? { try book.account(id) }
        func defaultAccount(in currency: Currency) throws -> MoneyAccount? { try book.defaultAccount(in: currency) }
        func transfer(_ id: EntityID) throws -> Transfer? { try book.transfer(id) }
        func transfers(naming id: EntityID) throws -> [EntityID] { try book.transfers(naming: id) }
        func names(of kind: Kind) throws -> [String] { try book.names(of: kind).map(\.name) }
        func ids(in section: TodoSection) throws -> Set<EntityID> { Set(try book.ids(in: section)) }
        func children(of ids: [EntityID]) throws -> [EntityID] { try book.children(of: ids).map(\.id) }
        func neighbours(of id: EntityID, _ side: TodoSide, limit: Int) throws -> [EntityID] {
            guard let todo = try book.todo(id) else { return [] }
            return try book.neighbours(of: todo, side, limit: limit).map(\.id)
        }
    }

    /// A book that carries actions out by its own answers.
    private final class Kept {
        private let place: Place
        private let file: Book
        private var app = LocalBook(node: 7)
        private var random = SeededRandom(11)

        init(_ place: Place) throws {
            self.place = place
            file = try Book.inMemory()
        }

        func perform(_ actions: BookAction...) throws {
            for action in actions {
                if place == .file {
                    try file.write { try $0.perform(action) }
                } else {
                    var clock = app.clock
                    var random = random
                    let registers = try answer {
                        try action.registers(in: $0.book, clock: &clock, now: .now(), using: &random).get()
                    }
                    self.random = random
                    app.clock = clock
                    _ = app.write(registers)
                }
            }
        }

        func answer<Value>(_ body: (Answers) throws -> Value) throws -> Value {
            switch place {
            case .file: try file.read { try body(Answers(book: $0)) }
            case .app: try body(Answers(book: app))
            case .memory:
                try body(
                    Answers(
                        book: ItemsInMemory(
                            todos: app.list, entries: app.entries, lists: app.lists, accounts: app.accounts,
                            transfers: app.transfers.values)))
            }
        }
    }

    private static func id(_ number: UInt64) -> EntityID { EntityID(high: 5, low: number) }

    private static func account(_ name: String, kind: UInt8 = 1, _ currency: Currency) -> Changes {
        var changes = Changes.todo(title: name)
        changes[.amount] = .amount(.zero(currency))
        changes[.accountKind] = .choice(kind)
        return changes
    }

    @Test("Planning: sections, neighbours and what stands under a to-do", arguments: Place.allCases)
    func todos(place: Place) throws {
        let book = try Kept(place)
        let ids = (1...5).map { Self.id($0) }
        for (index, id) in ids.enumerated() {
            try book.perform(.add(.todo, id, .todo(title: "\(index)", order: Double(index))))
        }
        var below = Changes()
        below[.parent] = .entity(ids[0])
        try book.perform(.edit(.todo, ids[1], below), .check(ids[3]), .delete(.todo, ids[4]))
        try book.answer { (source: Answers) throws in
            #expect(try source.todo(ids[0])?.title == "0" && source.todo(ids[3])?.isCompleted == true)
            #expect(try source.todo(ids[4]) == nil && source.todo(Self.id(99)) == nil)
            #expect(try source.ids(in: .todo) == Set(ids[..<3]) && source.ids(in: .done) == [ids[3]])
            #expect(try source.neighbours(of: ids[2], .before, limit: 9) == [ids[1], ids[0]])
            #expect(try source.neighbours(of: ids[0], .after, limit: 1) == [ids[1]])
            #expect(try source.neighbours(of: ids[0], .before, limit: 9).isEmpty)
            #expect(try source.children(of: [ids[0], ids[2]]) == [ids[1]])
            #expect(try source.children(of: [ids[4]]).isEmpty)
        }
    }

    @Test("Planning: names, records, and accounts that nobody made", arguments: Place.allCases)
    func accounts(place: Place) throws {
        let book = try Kept(place)
        let (euro, franc) = (try #require(Currency("EUR")), try #require(Currency("CHF")))
        let (home, work, giro, house, gone) = (Self.id(1), Self.id(2), Self.id(3), Self.id(4), Self.id(5))
        let own = MoneyAccount.defaultID(of: euro)
        try book.answer { (source: Answers) throws in
            #expect(try source.account(own)?.isMade == false && source.account(own)?.currency == euro)
            #expect(try source.account(giro) == nil && source.defaultAccount(in: euro) == nil)
            #expect(try source.names(of: .account).isEmpty && source.record(home).registers.isEmpty)
        }
        try book.perform(
            .add(.list, home, .todo(title: "Home")), .add(.list, work, .todo(title: "Work")), .delete(.list, work),
            .add(.account, house, Self.account("House", kind: 4, euro)),
            .add(.account, giro, Self.account("Giro", euro)), .add(.account, gone, Self.account("Gone", franc)),
            .delete(.account, gone))
        try book.answer { (source: Answers) throws in
            #expect(try source.names(of: .list) == ["Home"])
            #expect(try source.names(of: .account) == ["House", "Giro"])
            #expect(try source.names(of: .rate).isEmpty)
            #expect(try source.account(giro)?.name == "Giro" && source.account(gone) == nil)
            #expect(try source.defaultAccount(in: euro)?.id == giro, "nobody pays with a house")
            #expect(try source.defaultAccount(in: franc) == nil)
            #expect(try source.record(home)[.title]?.value == Array("Home".utf8))
            #expect(try source.record(giro).isOf(.account))
            #expect(try source.record(Self.id(99)).registers.isEmpty)
        }
        var closed = Changes()
        closed[.closedAt] = .time(.now())
        try book.perform(.edit(.account, giro, closed))
        try book.answer { (source: Answers) throws in
            #expect(try source.defaultAccount(in: euro) == nil && source.account(giro)?.isClosed == true)
        }
    }

    @Test("Planning: entries, and the transfers that name them", arguments: Place.allCases)
    func transfers(place: Place) throws {
        let book = try Kept(place)
        let euro = try #require(Currency("EUR"))
        let (out, back, lone, giro, cash) = (Self.id(1), Self.id(2), Self.id(3), Self.id(4), Self.id(5))
        try book.perform(
            .add(.account, giro, Self.account("Giro", euro)), .add(.account, cash, Self.account("Cash", kind: 0, euro)))
        let sum = try Amount("5", usual: euro)
        let day = try #require(CivilDate("2026-11-20"))
        for (id, kind, account) in [(out, EntryKind.expense, giro), (back, .income, cash), (lone, .expense, giro)] {
            var changes = Changes.entry(kind: kind, amount: sum, day: day)
            changes[.account] = .entity(account)
            try book.perform(.add(.entry, id, changes))
        }
        let made = try book.answer { (source: Answers) throws in
            #expect(try source.entry(out)?.amount == sum && source.entry(Self.id(99)) == nil)
            return try source.book.joining(from: source.entry(out), to: source.entry(back)).get()
        }
        let id = made.id
        for action in made.actions { try book.perform(action) }
        try book.perform(.delete(.entry, lone))
        try book.answer { (source: Answers) throws in
            #expect(try source.transfer(id)?.from.account == giro)
            #expect(try source.transfers(naming: out) == [id] && source.transfers(naming: lone).isEmpty)
            #expect(try source.entry(lone) == nil && source.transfer(lone) == nil)
        }
        try book.perform(.delete(.transfer, id))
        try book.answer { (source: Answers) throws in
            #expect(try source.transfer(id) == nil && source.transfers(naming: out).isEmpty)
        }
    }
}
