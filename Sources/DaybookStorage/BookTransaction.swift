public import DaybookCore
import Sworm

/// Changes a book, as one part of a commit. Made by `Book.write`; not to be kept.
///
/// An error that is thrown here takes back the whole body of the `write` it is in.
///
/// A register and the rows that follow from it are written here together, so the tables never say anything else than the
/// registers. What a commit writes bears its `seq`. A commit larger than a page of sync takes several, each for whole
/// actions. A device that has all before a `seq` needs what bears it, and nothing else.
public final class BookTransaction {
    /// The book as this transaction sees it, with its own changes.
    public let reader: BookReader
    let db: Connection
    let now: Timestamp
    var book: BookRow
    var clock: HybridClock
    var random: BookRandom
    /// Is told of each entity that an action changes, as it was and as it is.
    public var onChange: ((_ before: Record, _ after: Record) -> Void)?
    private var stored: BookRow
    /// How many registers bear the present `seq`; at 0 the next one gets a new `seq`.
    private var seqCount = 0
    /// How many bytes the values of these have.
    private var seqSize = 0
    /// True where something that was here already is given to the devices once more, under this commit's `seq`.
    private var hasGivenAgain = false
    /// True where anything in the book bears a tag, or did; nil before that was asked. Without it each to-do that comes from
    /// elsewhere would be looked up.
    var hasTags: Bool?
    /// True where any transfer was made of entries; nil before that was asked.
    var hasJoined: Bool?
    /// True where what the book remembers for itself is another than before.
    var changesMemory = false
    /// The recordings that were to be kept.
    private(set) var recordings: [Recording] = []
    /// True where what is written here is kept elsewhere, and so needs no server to send it to.
    let isCopy: Bool
    /// True where a thing that goes is to have its number again if it comes back.
    public var keepsNumbers = false
    /// True where numbers of deleted things are kept; nil before that was asked.
    var hasGoneNumbers: Bool?
    /// The texts that clients of CalDAV are told, where they are kept elsewhere.
    var told: [(client: EntityID, texts: [ToldText])] = []
    /// True where there is a part of an entry; nil before that was asked.
    var hasParts: Bool?
    /// The periods of the budget; nil before they were asked for.
    var budgetPeriods: BudgetPeriods?
    /// How many registers came from a server that weren't here, and won.
    public internal(set) var receivedCount = 0

    init(
        _ db: Connection, now: Timestamp, _ random: BookRandom, isCopy: Bool = false,
        kinds: [any KindTable.Type] = Book.kinds
    ) throws {
        self.db = db
        self.isCopy = isCopy
        self.now = now
        self.random = random
        reader = BookReader(db, kinds: kinds)
        try Book.checkVersion(db)
        book = try reader.bookRow()
        stored = book
        clock = HybridClock(node: book.node, latest: book.clock)
    }

    /// Carries out what a person asks for.
    ///
    /// - Throws: `ItemError` where it can't be done, or nobody may: see `BookAction.problem`.
    public func carryOut(_ action: BookAction) throws {
        if let problem = try action.problem(in: reader) { throw problem }
        try perform(action)
    }

    /// Does the same as `carryOut` with what comes from elsewhere, such as a file: nothing is refused that another device may
    /// have written.
    ///
    /// - Throws: `ItemError` if it can't be done.
    public func perform(_ action: BookAction) throws {
        try merge(registers(action), arePending: true)
        try save()
    }

    private func registers(_ action: BookAction) throws -> [Register] {
        try action.registers(
            in: reader, clock: &clock, now: now, today: CivilDate.local,
            zoned: { zone, time in LocalTime.clock(in: zone)?(time).day }, using: &random
        ).get()
    }

    /// Makes a currency the one of amounts that name none, from now on.
    ///
    /// - Parameter isGuess: true where it was settled on: see `Settings.registers`.
    public func setCurrency(_ currency: Currency, isGuess: Bool = false) throws {
        try set(isGuess ? .guessedCurrency : .currency, to: currency.bytes)
    }

    /// Makes an account the one that what is new is of, if it names none; nil for the first of each currency.
    public func setDefaultAccount(_ account: EntityID?) throws { try set(.defaultAccount, to: account?.bytes ?? []) }

    /// Sets one of the settings of the book.
    public func set(_ field: DaybookCore.Field, to value: [UInt8]) throws {
        try merge(Settings.registers(setting: field, to: value, clock: &clock, now: now).get(), arePending: true)
        try save()
    }

    /// Settles on the currency of amounts that name none, where none is set.
    ///
    /// - Parameter guess: the currency to take in a book without amounts; else it is that of most entries.
    /// - Returns: the currency, if it was settled now: that is to be told.
    public func settleCurrency(_ guess: Currency) throws -> Currency? {
        guard try reader.settings().currency == nil else { return nil }
        let currency = try reader.usualCurrency() ?? guess
        try setCurrency(currency, isGuess: true)
        return currency
    }

    /// Adds an entry.
    ///
    /// - Parameter id: one of its own, if it comes from elsewhere.
    @discardableResult
    public func add(entry: Changes, id: EntityID? = nil) throws -> EntryRow {
        let id = id ?? EntityID(using: &random)
        try carryOut(.add(.entry, id, entry))
        guard let row = try reader.entryRow(id) else { throw ItemError.notFound(.entry, id) }
        return row
    }

    /// Writes registers that the caller made, all with one new stamp: so a change is undone.
    public func perform(_ registers: (Stamp) throws -> [Register]) throws {
        try merge(registers(clock.tick(now: now)), arePending: true)
        try save()
    }

    /// Adds an entry, and remembers for which row of a bank it stands: in one go, so that its row is written once.
    public func add(entry id: EntityID, _ draft: Changes, forBankRow row: EntityID, _ format: String) throws {
        let made = try registers(.add(.entry, id, draft))
        guard let stamp = made.map(\.stamp).max() else { return }
        let link = [Register(id, .bankRow, stamp, row.bytes), Register(id, .rowFormat, stamp, Array(format.utf8))]
        try merge(made + link, arePending: true)
        try save()
    }

    /// Remembers for which row of a bank an entry stands.
    public func link(_ entry: EntityID, toBankRow row: EntityID, _ format: String) throws {
        try perform { [Register(entry, .bankRow, $0, row.bytes), Register(entry, .rowFormat, $0, Array(format.utf8))] }
    }

    /// Keeps a recording. Storing it again changes nothing.
    public func store(_ recording: Recording) throws {
        try db.insert(BlobRow(digest: recording.digest, bytes: recording.bytes), onConflict: .ignore)
        recordings.append(recording)
    }

    /// Adds a to-do and gives it the short number that a client chose.
    ///
    /// - Parameter number: a free one; one that is taken is passed over for the next free one.
    @discardableResult
    public func add(todo changes: Changes, number: Int64? = nil) throws -> TodoRow {
        let id = EntityID(using: &random)
        if let problem = try BookAction.add(.todo, id, changes).problem(in: reader) { throw problem }
        let registers = try registers(.add(.todo, id, changes))
        // Nothing can be known of an id that was just drawn, so nothing is looked up.
        var record = Record(id: id)
        for register in registers { record.merge(register, isPending: !isCopy) }
        guard let todo = Todo(record, latest: nil) else { throw ItemError.notFound(.todo, id) }
        try store(record, replacing: Record(id: id))
        onChange?(Record(id: id), record)
        var row = TodoRow(number: try takeNumber(preferring: number), todo: todo)
        try db.insert(NewTodoRow(row: row))
        // A to-do that is born finished may book an entry, or be an occurrence of itself.
        let others = registers.filter { $0.entity != id }
        if !others.isEmpty {
            try merge(others, arePending: true)
            row = try reader.row(id) ?? row
        }
        try save()
        return row
    }

    /// Keeps what a device pushed, or says why not; a push with one register too far ahead is refused as a whole.
    public func accept(_ push: PushRequest) throws -> PushAnswer {
        // Where the clock was set back nobody could write over what was written before.
        let time = book.time(at: now)
        if push.isAhead(of: time) { return .clockAhead(serverTime: time) }
        // A book with a server of its own has yet to hand on what it takes.
        try merge(push.changes, arePending: reader.remote() != nil)
        try save()
        let holdsPushAlone = seqCount > 0 && !hasGivenAgain
        return .accepted(seq: holdsPushAlone ? book.seq : 0, serverTime: now, epoch: book.epoch)
    }

    /// Marks an item as synced: a client of the classic interface says that it is. A book that syncs with a server
    /// knows better.
    public func acknowledge(_ id: EntityID) throws {
        guard try reader.remote() == nil else { return }
        try markArrived(id)
        let record = try reader.record(id)
        try project([(record, record)])
    }

    /// Stores the registers that win, under the next `seq`, and writes the rows of the entities that changed.
    ///
    /// - Returns: how many registers are others than before.
    @discardableResult
    func merge(_ registers: [Register], arePending: Bool) throws -> Int {
        let arePending = arePending && !isCopy
        for register in registers { clock.observe(register.stamp) }
        let merged = try PushMerge.changes(registers, arePending: arePending) { id throws in try reader.record(id) }
        var changes: [Change] = []
        var count = 0
        lazy var received = arePending ? [:] : Dictionary(grouping: registers) { $0.entity }
        for change in merged {
            let before = change.before
            count += change.after.registers.count { before[$0.field] != $0 }
            var after = change.after
            if after.isBack(since: before), try reader.remote() != nil {
                after.markPending(besides: received[before.id] ?? [])
            }
            try store(after, replacing: before)
            changes.append((before, after))
            onChange?(before, after)
        }
        try project(changes)
        return count
    }

    /// Stores the registers that are given to the devices, and the flags of the rest.
    func store(_ after: Record, replacing before: Record) throws {
        let given = RecordChange(from: before, to: after).given
        var hasArrived = false
        for register in after.registers {
            let field = register.field
            if given.contains(register) {
                if before[field] == register { hasGivenAgain = true }
                let row = RegisterRow(register: register, seq: nextSeq(), isPending: after.isPending(field))
                seqSize += register.value.count
                if before[field] == nil {
                    // Most writes are of new to-dos, and a plain insert is much faster.
                    try db.insert(row)
                } else {
                    try db.upsert(row, RegisterRow.entity, and: RegisterRow.field)
                }
            } else if before.isPending(field), after.isSynced {
                hasArrived = true
            } else if before.isPending(field) != after.isPending(field) {
                try db.run(
                    RegisterRow.table
                        .filter(RegisterRow.entity == after.id && RegisterRow.field == Int64(field.rawValue))
                        .update(RegisterRow.pending <- after.isPending(field)))
            }
        }
        if hasArrived { try markArrived(after.id) }
    }

    /// Clears the marks of all of an entity.
    private func markArrived(_ id: EntityID) throws {
        try db.run(
            RegisterRow.table.filter(RegisterRow.entity == id && RegisterRow.pending)
                .update(RegisterRow.pending <- false))
    }

    private func nextSeq() -> UInt64 {
        if seqCount == 0 {
            book.seq += 1
            seqSize = 0
        }
        seqCount += 1
        return book.seq
    }

    func projectTodo(_ change: Change) throws {
        guard let todo = Todo(change.after) else {
            return try delete(TodoRow.self, change.after.id)
        }
        if let old = Todo(change.before), todo != old {
            // Its row says what the record said; the number stays what it is.
            let (row, present) = (TodoRow(number: 0, todo: todo), TodoRow(number: 0, todo: old))
            if try db.update(row, from: present, TodoRow.id, todo.id) > 0 { return }
        }
        // Its tags may have come before it.
        var tagged = todo
        tagged.take(try tags(of: todo.id))
        if change.before[.title] != nil, let row = try reader.row(todo.id) {
            try db.update(TodoRow(number: row.number, todo: tagged), from: row, TodoRow.key, row.number)
        } else {
            // A to-do without a title had no row; or somebody deleted it by hand.
            let number = try takeNumber(preferring: keptNumber(of: tagged.id))
            try db.insert(NewTodoRow(row: TodoRow(number: number, todo: tagged)))
        }
    }

    /// A number that no to-do has, and that none is given that was deleted since: who still knows it would delete a stranger's.
    func takeNumber(preferring preferred: Int64? = nil) throws -> Int64 {
        if let preferred, try reader.row(number: preferred) == nil {
            // Numbers far beyond are never counted up to.
            if preferred < 1 << 53 { book.nextNumber = max(book.nextNumber, preferred + 1) }
            return preferred
        }
        while try reader.row(number: book.nextNumber) != nil { book.nextNumber += 1 }
        defer { book.nextNumber += 1 }
        return book.nextNumber
    }

    /// Ends an action. One that follows in the same transaction, as of an import, begins a new `seq` where this one
    /// would fill a page by itself: devices get a `seq` as a whole.
    func save() throws {
        if seqCount >= PullPage.usualCount || seqSize >= PullPage.usualSize { seqCount = 0 }
        book.clock = clock.latest
        guard book != stored else { return }
        book.time = book.time(at: now).milliseconds
        book.wall = now.milliseconds
        try db.update(book, BookRow.id, 1)
        stored = book
    }

    /// Makes this copy's data another to the clients that sync with it, and its stamps another device's: the file was
    /// put in place of a newer one, or is a copy of one that goes on being used.
    public func becomeNewCopy() throws {
        book.epoch = random.next()
        book.node = random.next()
        clock = HybridClock(node: book.node, latest: book.clock)
        book.wall = now.milliseconds
        try forgetTold()
        try save()
    }
}
