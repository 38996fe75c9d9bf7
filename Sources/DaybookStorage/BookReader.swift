public import DaybookCore
import Sworm

/// Reads a book as it was at one moment. Made by `Book.read` and `BookTransaction`; not to be kept.
public struct BookReader {
    let db: Connection
    /// The tables of the kinds that it knows.
    let kinds: [any KindTable.Type]

    init(_ db: Connection, kinds: [any KindTable.Type] = Book.kinds) {
        self.db = db
        self.kinds = kinds
    }

    /// The kinds that it knows, beside to-dos and entries.
    public var knownKinds: [Kind] { kinds.map { $0.kind } }

    /// The things that go out in a file of to-dos or of entries beside those, in their order.
    public func things(in file: Kind.File) throws -> [any RecordEntity] {
        func things<Owner: RecordEntity>(_: Owner.Type) throws -> [any RecordEntity] {
            try all(Owner.self).map { $0.item }
        }
        return try kinds.filter { $0.kind.file == file }.flatMap { kind in
            try (kind.owner as? any RecordEntity.Type).map { try things($0) } ?? []
        }
    }

    /// The to-do with this id; nil if there is none, or it is deleted.
    public func row(_ id: EntityID) throws -> TodoRow? { try db.find(TodoRow.self, TodoRow.id, id) }

    /// The to-dos with some ids, in no order; those that aren't there are left out.
    public func rows(_ ids: [EntityID]) throws -> [TodoRow] {
        try Self.parts(ids).flatMap { try db.all(Query(TodoRow.self).where(TodoRow.id.isIn($0))) }
    }

    /// SQLite takes so many values at a time.
    static func parts(_ ids: [EntityID]) -> [ArraySlice<EntityID>] {
        stride(from: 0, to: ids.count, by: 500).map { ids[$0..<min($0 + 500, ids.count)] }
    }

    /// The to-do with this short number; nil if there is none.
    public func row(number: Int64) throws -> TodoRow? { try db.find(TodoRow.self, TodoRow.key, number) }

    /// To-dos whose id lies in `range`, at most `limit`: how the start of an id is looked up.
    public func rows(in range: ClosedRange<EntityID>, limit: Int) throws -> [TodoRow] {
        try db.query(TodoRow.self) {
            $0.where(TodoRow.id >= range.lowerBound && TodoRow.id <= range.upperBound).order(TodoRow.id).limit(limit)
        }
    }

    /// The to-dos in their order, then the finished in theirs.
    public func rows(_ filter: TodoFilter = .all) throws -> [TodoRow] {
        try Self.queries(filter).flatMap { try db.all($0) }
    }

    /// The first of the finished in their order.
    public func finishedRows(limit: Int) throws -> [TodoRow] { try db.all(Self.done.limit(limit)) }

    /// Does the same as `rows`, one at a time and without a copy of the texts.
    public func forEachRow(_ filter: TodoFilter = .all, _ body: (TodoColumns) throws -> Void) throws {
        for query in Self.queries(filter) {
            let columns = TodoRow.columns
            try db.eachRow(query.select(columns: columns.names)) { try body(TodoColumns(row: $0, table: columns)) }
        }
    }

    /// How many to-dos pass the filter.
    public func count(_ filter: TodoFilter = .all) throws -> Int {
        try Self.queries(filter).reduce(0) { try $0 + db.count($1) }
    }

    /// Tells whether any to-do names another under which it stands.
    public func hasSubtasks() throws -> Bool { try db.exists(Query(TodoRow.self).where(TodoRow.parent != nil)) }

    /// The number of the last commit: what a pull with the newest cursor has seen.
    public func head() throws -> UInt64 { try bookRow().seq }

    /// Reads what came after `cursor`: whole commits, as many as fill a page. A new device may ask without one, and gets
    /// nothing of what is deleted, but for the tags of deleted entries. A cursor from the future is answered with the
    /// head.
    public func page(after cursor: UInt64?, now: Timestamp) throws -> PullPage {
        // The first page is larger, since what was written to an item over time then travels together.
        try page(after: cursor, now: now, usualCount: cursor ?? 0 == 0 ? PullPage.firstCount : PullPage.usualCount)
    }

    /// Does the same as `page(after:now:)`, with what one commit wrote.
    public func commit(after cursor: UInt64, now: Timestamp) throws -> PullPage {
        try page(after: cursor, now: now, usualCount: 1)
    }

    func page(
        after place: UInt64?, now: Timestamp, usualCount: Int, usualSize: Int = PullPage.usualSize
    ) throws -> PullPage {
        let book = try bookRow()
        let cursor = place ?? 0
        var rows: [RegisterRow] = []
        var size = 0
        var hasMore = false
        if cursor < book.seq {
            do {
                let later = Query(RegisterRow.self).where(RegisterRow.seq > Int64(cursor)).order(RegisterRow.seq)
                try db.each(later) { row in
                    if rows.count >= usualCount || size >= usualSize, row.seq != rows.last?.seq { throw Enough() }
                    rows.append(row)
                    size += row.register.value.count
                }
            } catch is Enough {
                hasMore = true
            }
        }
        let end = hasMore ? rows.last?.seq ?? book.seq : book.seq
        if place == nil { rows = try withoutDeleted(rows) }
        return PullPage(
            epoch: book.epoch, serverTime: now, cursor: end, hasMore: hasMore,
            registers: rows.map(\.register))
    }

    private func withoutDeleted(_ rows: [RegisterRow]) throws -> [RegisterRow] {
        let marked = rows.map(\.register).filter { $0.field == .deleted }.map(\.entity)
        let gone = Set(try marked.filter { try !record($0).isAlive })
        return rows.filter { !gone.contains($0.register.entity) }
    }

    func bookRow() throws -> BookRow {
        guard let row = try db.find(BookRow.self, BookRow.id, 1) else { throw MissingRow.book }
        return row
    }

    public func record(_ id: EntityID) throws -> Record {
        var record = Record(id: id)
        for row in try db.all(RegisterRow.self, RegisterRow.entity, id) {
            record.merge(row.register, isPending: row.isPending)
        }
        return record
    }

    /// Tells what a field holds, of every entity that has it.
    public func values(of field: DaybookCore.Field) throws -> [EntityID: [UInt8]] {
        var values: [EntityID: [UInt8]] = [:]
        try db.each(Query(RegisterRow.self).where(RegisterRow.field == Int64(field.rawValue))) { row in
            values[row.register.entity] = row.register.value
        }
        return values
    }

    /// Tells what a field holds of some entities.
    public func values(of field: DaybookCore.Field, _ entities: [EntityID]) throws -> [EntityID: [UInt8]] {
        var values: [EntityID: [UInt8]] = [:]
        for part in Self.parts(entities) {
            let registers = Query(RegisterRow.self).where(
                RegisterRow.entity.isIn(part) && RegisterRow.field == Int64(field.rawValue))
            try db.each(registers) { values[$0.register.entity] = $0.register.value }
        }
        return values
    }

    /// Calls `body` with all registers of some fields, in no order.
    public func forEachRegister(of fields: [DaybookCore.Field], _ body: (Register) throws -> Void) throws {
        let numbers = fields.map { Int64($0.rawValue) }
        try db.each(Query(RegisterRow.self).where(RegisterRow.field.isIn(numbers))) { try body($0.register) }
    }

    private static func queries(_ filter: TodoFilter) -> [Query<TodoRow>] {
        switch filter {
        case .all: [todo, done]
        case .active: [todo]
        case .completed: [done]
        case .unsynced: [todo.where(!TodoRow.synced), done.where(!TodoRow.synced)]
        }
    }

    private static func items(in section: TodoSection) -> Query<TodoRow> {
        Query(TodoRow.self).where(section == .todo ? TodoRow.completedAt == nil : TodoRow.completedAt != nil)
    }

    private static let todo = items(in: .todo).order(TodoRow.todoPosition, TodoRow.id)
    private static let done = items(in: .done).order(TodoRow.donePosition, TodoRow.id)
}

extension BookReader: BookSource {
    /// The to-do with this id; nil if there is none, or it is deleted.
    public func todo(_ id: EntityID) throws -> Todo? { try row(id)?.todo }

    /// The entry with this id; nil if there is none, or it is deleted.
    public func entry(_ id: EntityID) throws -> Entry? { try entryRow(id)?.entry }

    /// The account with this id, a default one also where nobody has changed it; nil if there is none, or it is deleted.
    public func account(_ id: EntityID) throws -> MoneyAccount? { try accountRow(id)?.account }

    /// The envelope with this id; nil if there is none, or it is deleted.
    public func envelope(_ id: EntityID) throws -> Envelope? { try find(Envelope.self, id)?.item }

    /// The account that what is new is of, if it names none; nil for the one that nobody made.
    public func defaultAccount(in currency: Currency) throws -> MoneyAccount? {
        try accounts().map(\.account).usual(in: currency, chosen: settings().account)
    }

    /// The names of the accounts that entries may name.
    public func accountNames() throws -> [EntityID: String] {
        Dictionary(try accounts().map { ($0.account.id, $0.account.name) }) { first, _ in first }
    }

    /// The balance of an account at the end of a day; nil where that isn't known.
    public func balance(of account: MoneyAccount, on day: CivilDate) throws -> Sum? {
        try balances(on: day).first { $0.account.id == account.id }?.balance
    }

    /// The transfer with this id; nil if there is none, it is deleted, or doesn't count.
    public func transfer(_ id: EntityID) throws -> Transfer? { try transferRow(id)?.transfer }

    /// The things of a kind that people tell apart by their names. None of another kind.
    public func names(of kind: Kind) throws -> [(id: EntityID, name: String)] {
        func names<Owner: NamedEntity>(_: Owner.Type) throws -> [(id: EntityID, name: String)] {
            try all(Owner.self).map { ($0.item.id, $0.item.name) }
        }
        guard kind.needed.first == .title else { return [] }
        return try (kinds.first { $0.kind == kind }?.owner as? any NamedEntity.Type).map { try names($0) } ?? []
    }

    /// The ids of a section's to-dos, in no order.
    public func ids(in section: TodoSection) throws -> [EntityID] {
        try db.all(Self.items(in: section).select(TodoRow.id))
    }

    /// The to-dos on one side of another in its section, the nearest first.
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) throws -> [Todo] {
        let position = todo.isCompleted ? TodoRow.donePosition : TodoRow.todoPosition
        let items = Self.items(in: todo.section)
        // The first comparison lets SQLite walk the index from there; the second decides ties by the id.
        let query =
            switch side {
            case .before:
                items.where(position <= todo.position)
                    .where(position < todo.position || TodoRow.id < todo.id)
                    .order(position.descending, TodoRow.id.descending)
            case .after:
                items.where(position >= todo.position)
                    .where(position > todo.position || TodoRow.id > todo.id)
                    .order(position.ascending, TodoRow.id.ascending)
            }
        return try db.all(query.limit(limit)).map(\.todo)
    }

    /// The to-do of each cycle of parents that counts as one without: see `TodoForest`.
    public func cycleRoots() throws -> Set<EntityID> {
        var items: [(id: EntityID, parent: EntityID?)] = []
        let place = Todo.fields.index(of: .parent) ?? 0
        let columns = TodoRow.columns
        try db.eachRow(Query(TodoRow.self).where(TodoRow.parent != nil).select(columns: columns.names)) {
            let row = TodoColumns(row: $0, table: columns)
            items.append((try row.id, try row.value(at: place).entity))
        }
        guard !items.isEmpty else { return [] }
        let forest = TodoForest(inOrder: items)
        let ids = Set(items.map(\.id))
        return Set(
            items.filter { $0.parent.map { ids.contains($0) } ?? false && forest[$0.id]?.parent == nil }.map(\.id))
    }

    /// The to-do of an id that can be shown: itself, or the one that repeats where it is an occurrence that isn't in the list
    /// by itself; nil if that is gone.
    public func shownTodo(_ id: EntityID) throws -> EntityID? {
        if try db.exists(Query(TodoRow.self).where(TodoRow.id == id)) { return id }
        guard let series = Occurrence(try record(id))?.series,
            try db.exists(Query(TodoRow.self).where(TodoRow.id == series))
        else { return nil }
        return series
    }

    /// The to-dos that name one of these as the one above them, in no order.
    public func children(of ids: [EntityID]) throws -> [Todo] {
        try Self.parts(ids).flatMap { part in
            try db.all(Query(TodoRow.self).where(TodoRow.parent != nil && TodoRow.parent.isIn(part.map { $0 }))).map(
                \.todo)
        }
    }
}

/// Ends a reading before the last row.
struct Enough: Error {}
