public import DaybookCore

/// The book of one browser: every record in memory, and the list they make.
///
/// Everything that it shows follows from `records`. After each change of a record, `refresh` updates what that record counts
/// for, and nothing else writes it. So two tabs with the same records show the same, in whatever order these came. A register stays pending until the server acknowledges that very stamp.
public struct LocalBook {
    /// To-dos, entries and tags of entries, each by its id; deleted ones are among them.
    public internal(set) var records = EntityTable<Record>()
    /// The to-dos that are alive.
    public private(set) var list = TodoList()
    /// The lists that are alive, in their order.
    public private(set) var lists: [ItemList] = [] { didSet { listsVersion += 1 } }
    /// Grows with each change of a list.
    private(set) var listsVersion = 0
    /// The filters that are alive, in their order.
    public private(set) var filters: [SavedFilter] = []
    /// The things of plain kinds that are alive.
    var things: [PlainThing] = []
    /// The accounts that are alive and that somebody made or changed, in their order.
    public private(set) var accounts: [MoneyAccount] = []
    /// The payees that are alive, and their other names.
    public private(set) var payees: [Payee] = []
    /// The rules for entries that are alive, in their order.
    public private(set) var rules: [EntryRule] = []
    public internal(set) var budget = BudgetThings()
    /// The statements with which accounts were reconciled that are alive.
    private(set) var reconciliations = EntityTable<Reconciliation>()
    /// The rates of exchange that are alive.
    public private(set) var rates = EntityTable<Rate>()
    /// The transfers that are alive and count.
    var transfers = EntityTable<Transfer>()
    /// Grows with each change of a tag.
    private(set) var tagsVersion = 0
    /// The entries that are alive.
    public internal(set) var entries = EntryList()
    /// The tags of each entry and to-do.
    var tags = EntityTable<[ItemTag]>() { didSet { tagsVersion += 1 } }
    /// The records that name an entry as parts of it, by the entry.
    var parts = EntityTable<[EntityID]>()
    /// Which entries stand in transfers.
    var joined = JoinedEntries()
    /// The to-dos that may remind of themselves.
    private(set) var reminding = EntitySet()
    /// Says what became of the occurrences of repeating to-dos.
    private var past = PastOccurrences()
    /// The registers that the server has yet to get, deleted items included.
    public private(set) var pending = PendingItems()
    /// Makes the stamps of what is written here.
    public var clock: HybridClock
    /// Grows with each change of any item.
    public private(set) var version = 0
    /// Grows with each change of what rows of to-dos are found by: to-dos, lists and filters.
    private(set) var todosVersion = 0
    /// Grows with each change of what money shows: all of its kinds, and to-dos that carry an amount.
    var moneyVersion = 0
    private var items = EntityTable<Item>()

    private struct Item {
        var version: Int
        var folded: [UInt8]
    }

    /// An empty book.
    ///
    /// - Parameter node: which the stamps that are made here bear.
    public init(node: UInt64) {
        clock = HybridClock(node: node)
    }

    /// The to-do with this id; nil if there is none, or it is deleted.
    public subscript(id: EntityID) -> Todo? { list[id] }

    public var settings: Settings { Settings(records[Settings.id]) }

    func hasTodo(_ id: EntityID) -> Bool { list.contains(id) }
    func hasEntry(_ id: EntityID) -> Bool { entries.contains(id) }

    /// A number that grows whenever the item changes.
    func version(of id: EntityID) -> Int { items[id]?.version ?? 0 }

    /// The texts that search looks into: `Todo.searchTexts()` in lower case, as UTF-8.
    func folded(_ id: EntityID) -> [UInt8] { items[id]?.folded ?? [] }

    /// Carries `action` out in memory.
    ///
    /// - Returns: what changed, a record more than once if others changed in between.
    mutating func perform(_ action: BookAction, now: Timestamp, _ world: World) -> Result<[Change], ItemError> {
        var random = world.generator
        var clock = clock
        let registers = action.registers(
            in: self, clock: &clock, now: now, today: { world.day(at: $0) },
            zoned: { zone, time in world.minutesAheadIn(zone, time).map { LocalTime(time, minutesAhead: $0).day } },
            using: &random)
        self.clock = clock
        return registers.map { write($0) }
    }

    /// Writes registers of this device.
    mutating func write(_ registers: [Register]) -> [Change] {
        merge(registers, isPending: true)
    }

    /// Merges registers and answers what they changed.
    @discardableResult
    mutating func merge(_ registers: [Register], isPending: Bool) -> [Change] {
        var changes: [Change] = []
        var start = 0
        while start < registers.count {
            let id = registers[start].entity
            let before = records[id]
            var record = before ?? Record(id: id)
            var hasChanged = false
            var end = start
            while end < registers.count, registers[end].entity == id {
                clock.observe(registers[end].stamp)
                if record.merge(registers[end], isPending: isPending) { hasChanged = true }
                end += 1
            }
            let made = registers[start..<end]
            start = end
            guard hasChanged else { continue }
            if record.isBack(since: before ?? Record(id: id)) { record.markPending(besides: isPending ? [] : made) }
            changes.append(Change(before: before, after: record))
            records[id] = record
        }
        refresh(changes)
        return changes
    }

    /// Combines records that were stored, by this tab or another, each in the place of what it was.
    mutating func merge(_ stored: [Change]) {
        var changes: [Change] = []
        for change in stored {
            for register in change.after.registers { clock.observe(register.stamp) }
            let before = records[change.after.id]
            let present = change.after.combined(with: before, inPlaceOf: change.before)
            guard present != before else { continue }
            changes.append(Change(before: before, after: present))
            records[present.id] = present
        }
        refresh(changes)
    }

    /// Reads what was stored, all at once.
    mutating func load(_ stored: [Change]) {
        guard records.isEmpty else { return merge(stored) }
        records.reserveCapacity(stored.count)
        items.reserveCapacity(stored.count)
        var todos: [Record] = []
        todos.reserveCapacity(stored.count)
        var entries: [Record] = []
        var waiting: [Record] = []
        touchAll()
        budget.touched = nil
        var transfers: [Transfer] = []
        for change in stored {
            let record = change.after
            for register in record.registers { clock.observe(register.stamp) }
            records[record.id] = record
            if !record.isSynced { waiting.append(record) }
            if record[.kind] != nil { entries.append(record) }
            noteTag(record)
            notePart(record)
            _ = joined.note(record)
            _ = past.note(record, before: nil)
            note(named: record)
            if let transfer = Transfer(record) { transfers.append(transfer) }
            if record[.title] != nil { todos.append(record) }
        }
        for transfer in transfers where joined.counts(transfer.id) { self.transfers[transfer.id] = transfer }
        setPending(waiting)
        let list = TodoList(
            todos.lazy.compactMap { [past, tags] in
                Todo(
                    $0, latest: past.latest(of: $0.id), finishing: past.finishing($0.id), tags: tags[$0.id] ?? [])
            })
        self.list = list
        list.forEach { todo in if let last = todo.lastOccurrence { self.list.remove(last) } }
        self.list.forEach { [version] todo in
            items[todo.id] = Item(version: version, folded: Self.fold(todo))
            if todo.mayRemind { reminding.insert(todo.id) }
        }
        self.entries = EntryList(entries.compactMap { shownEntry($0) })
    }

    /// Puts the record in the place of what is there; nil takes the entity away.
    mutating func restore(_ id: EntityID, to record: Record?) {
        let before = records[id]
        if let record {
            records[id] = record
            return refresh([Change(before: before, after: record)])
        }
        let nothing = Record(id: id)
        let tagged = noteTag(nothing, before: before)
        let split = notePart(nothing, before: before) + entries(withPart: tagged)
        records[id] = nil
        pending.remove(id)
        items[id] = nil
        list.remove(id)
        note(named: nothing)
        showEntries([tagged ?? id] + noteTransfer(nothing, before: before) + split)
        if let tagged { showTodo(tagged) }
        touchAll()
        for series in past.note(nothing, before: before) { showSeries(series) }
    }

    /// Shows what has no records here.
    mutating func show(_ list: TodoList, _ lists: [ItemList], _ filters: [SavedFilter], _ things: [PlainThing]) {
        self.list = list
        self.lists = lists
        self.filters = filters
        self.things = things
        touchAll()
    }

    private mutating func touchAll() {
        version += 1
        todosVersion += 1
        moneyVersion += 1
    }

    mutating func acknowledge(_ registers: [Register]) -> [Change] {
        var changes: [Change] = []
        for register in registers {
            guard let before = records[register.entity] else { continue }
            var record = before
            guard record.acknowledge(register.field, register.stamp) else { continue }
            if changes.last?.after.id == record.id {
                changes[changes.count - 1].after = record
            } else {
                changes.append(Change(before: before, after: record))
            }
            records[record.id] = record
        }
        refresh(changes)
        return changes
    }

    mutating func markAllPending() -> [Change] {
        let changes = records.values.map { before in
            var record = before
            record.markAllPending()
            return Change(before: before, after: record)
        }
        for change in changes { records[change.after.id] = change.after }
        setPending(changes.map { $0.after })
        refresh(changes)
        return changes
    }

    /// Nothing waits for the server but these.
    private mutating func setPending(_ records: [Record]) {
        let waiting = records.compactMap { record in
            record.pendingRegisters.map { $0.stamp }.min().map { (id: record.id, since: $0) }
        }
        pending = PendingItems()
        for item in waiting.sorted(by: { $0.since < $1.since }) { pending.insert(item.id) }
    }

    /// Writes again what is pending and later than `limit`, from `time` on: the clock was ahead.
    mutating func restampPending(after limit: Timestamp, from time: Timestamp) -> [Change] {
        var new = EntityTable<[Register]>()
        for register in clock.restamp(pendingRegisters(), after: limit, from: time) {
            new[register.entity] = (new[register.entity] ?? []) + [register]
        }
        var restamped: [Change] = []
        for id in pending.ids {
            guard let old = records[id], let registers = new[id] else { continue }
            restamped.append(Change(before: old, after: old.replacing(registers)))
        }
        for change in restamped { records[change.after.id] = change.after }
        refresh(restamped)
        return restamped
    }

    /// Tells what the server has yet to get, what waits longest first: all of some items, of as many as hold `limit` registers.
    func pendingRegisters(limit: Int = .max) -> [Register] {
        var registers: [Register] = []
        pending.each { id in
            registers += records[id]?.pendingRegisters ?? []
            return registers.count < limit
        }
        return registers
    }

    /// Shows what the records of what changed say by now.
    private mutating func refresh(_ changes: [Change]) {
        var todos: [Todo] = []
        var entries: [EntityID] = []
        var series = EntitySet()
        var tagged = EntitySet()
        for change in changes {
            let id = change.after.id
            guard let record = records[id] else { continue }
            if record.isSynced { pending.remove(id) } else { pending.insert(id) }
            version += 1
            for id in past.note(record, before: change.before) { series.insert(id) }
            note(named: record)
            if record.mayHaveOccurrences {
                series.insert(id)
            } else if let todo = note(Todo(record, tags: tags[id] ?? []), id) {
                todos.append(todo)
            }
            // Other programs may have written what belongs to another kind of thing as well.
            if record[.kind] != nil { entries.append(id) }
            entries += noteTransfer(record) + notePart(record, before: change.before)
            if let owner = noteTag(record, before: change.before) {
                entries += [owner] + self.entries(withPart: owner)
                tagged.insert(owner)
            }
        }
        list.insert(contentsOf: todos)
        for id in tagged.ids where !series.contains(id) { showTodo(id) }
        for id in series.ids { showSeries(id) }
        showEntries(entries)
    }

    /// Shows a to-do whose tags changed as its record and its tags say.
    private mutating func showTodo(_ id: EntityID) {
        guard let record = records[id], list.contains(id) else { return }
        if record.mayHaveOccurrences { return showSeries(id) }
        if let todo = note(Todo(record, tags: tags[id] ?? []), id) { list.insert(todo) }
    }

    /// Keeps what has a list of its own, such as an account or a rate, or forgets one that is gone.
    private mutating func note(named record: Record) {
        // The rows say their lists.
        var lists = lists
        if lists.note(record) {
            self.lists = lists
            todosVersion += 1
        }
        if filters.note(record) || note(plain: record) { todosVersion += 1 }
        let isNoted = [accounts.note(record), budget.note(record, tags: tags[record.id] ?? [])].contains(true)
        if payees.note(record) || isNoted || record.id == Settings.id || record[.refused] != nil { moneyVersion += 1 }
        _ = rules.note(record)
        if record.isOf(.reconciliation) || reconciliations.contains(record.id) {
            reconciliations[record.id] = Reconciliation(record)
            moneyVersion += 1
        }
        if record.isOf(.rate) || rates.contains(record.id) {
            rates[record.id] = Rate(record)
            moneyVersion += 1
        }
    }

    /// Shows a to-do that comes again as its occurrences say, and of these its last only where it doesn't stand for it.
    private mutating func showSeries(_ id: EntityID) {
        guard let record = records[id] else { return }
        let before = list[id]?.lastOccurrence
        version += 1
        let todo = Todo(record, latest: past.latest(of: id), finishing: past.finishing(id), tags: tags[id] ?? [])
        if let todo = note(todo, id) { list.insert(todo) }
        let last = list[id]?.lastOccurrence
        for occurrence in [before, last] {
            guard let occurrence, let record = records[occurrence] else { continue }
            if let todo = note(occurrence == last ? nil : Todo(record, tags: tags[occurrence] ?? []), occurrence) {
                list.insert(todo)
            }
        }
    }

    /// Keeps what is looked for in a to-do; one that isn't shown leaves the list.
    private mutating func note(_ todo: Todo?, _ id: EntityID) -> Todo? {
        if todo?.mayRemind == true { reminding.insert(id) } else { reminding.remove(id) }
        let before = list[id]
        if todo != nil || before != nil { todosVersion += 1 }
        if todo?.amount != nil || before?.amount != nil { moneyVersion += 1 }
        guard let todo else {
            list.remove(id)
            items[id] = nil
            return nil
        }
        let folded = before.map {
            $0.title == todo.title && $0.notes == todo.notes && $0.description == todo.description
                && $0.amount == todo.amount && $0.tags == todo.tags && $0.due == todo.due && $0.start == todo.start
        }
        let old = folded == true ? items[id]?.folded : nil
        items[id] = Item(version: version, folded: old ?? Self.fold(todo))
        return todo
    }

    private static func fold(_ todo: Todo) -> [UInt8] {
        SearchQuery.fold(todo.searchTexts())
    }

    /// A record before and after something was done; before is nil for a new one.
    public struct Change: Equatable {
        public var before: Record?
        public var after: Record

        public init(before: Record?, after: Record) {
            self.before = before
            self.after = after
        }
    }
}
