public import DaybookCore
import Sworm

extension BookReader {
    /// The entry with this id; nil if there is none, or it is deleted.
    public func entryRow(_ id: EntityID) throws -> EntryRow? { try db.find(EntryRow.self, EntryRow.id, id) }

    /// The entry with this short number; nil if there is none.
    public func entryRow(number: Int64) throws -> EntryRow? { try db.find(EntryRow.self, EntryRow.key, number) }

    /// Entries whose id lies in `range`, at most `limit`: how the start of an id is looked up.
    public func entryRows(in range: ClosedRange<EntityID>, limit: Int) throws -> [EntryRow] {
        try db.query(EntryRow.self) {
            $0.where(EntryRow.id >= range.lowerBound && EntryRow.id <= range.upperBound).order(EntryRow.id)
                .limit(limit)
        }
    }

    /// The entries that a filter asks for, the newest first.
    public func entryRows(_ filter: EntryFilter = EntryFilter(), limit: Int? = nil) throws -> [EntryRow] {
        var rows: [EntryRow] = []
        try forEachEntry(filter, limit: limit) { rows.append($0) }
        return rows
    }

    /// Does the same as `entryRows`, one at a time: the first is there before the last is read.
    public func forEachEntry(
        _ filter: EntryFilter = EntryFilter(), limit: Int? = nil, _ body: (EntryRow) throws -> Void
    ) throws {
        try forEachRow(filter, limit: limit) { try body(EntryRow.parse($0.row)) }
    }

    /// Does the same as `forEachEntry`, without a copy of what isn't asked for.
    public func forEachRow(
        _ filter: EntryFilter, limit: Int? = nil, _ body: (ItemColumns<Entry>) throws -> Void
    ) throws {
        let columns = EntryRow.columns
        var query = try entries(filter)
            .order(EntryRow.day.descending, EntryRow.createdAt.descending, EntryRow.id.descending)
        let isChecked = try isChecked(filter)
        if let limit, !isChecked { query = query.limit(limit) }
        // Upper and lower case are Swift's business: SQLite knows those of ASCII only.
        var left = limit ?? .max
        guard left > 0 else { return }
        do {
            try db.eachRow(query.select(columns: columns.names)) { row in
                if isChecked, try !filter.text.isEmpty || row.get(EntryRow.parts) != nil {
                    guard filter.containsText(try columns.item(row)) else { return }
                }
                try body(ItemColumns(row: row, table: columns))
                left -= 1
                if left == 0 { throw Enough() }
            }
        } catch is Enough {}
    }

    /// Calls `body` with each sorted entry of an account in no order, without what sums don't look at, such as its note.
    public func eachSummedEntry(of account: MoneyAccount, _ body: (Entry) throws -> Void) throws {
        let columns = EntryRow.summed
        var filter = EntryFilter()
        filter.account = try scope(of: account)
        let query = try entries(filter).where(EntryRow.kind < EntryKind.unsorted)
        try db.eachRow(query.select(columns: columns.names)) { try body(columns.item($0)) }
    }

    /// How many entries there are that the filter lets through.
    public func entryCount(_ filter: EntryFilter = EntryFilter()) throws -> Int {
        guard try isChecked(filter) else { return try db.count(entries(filter)) }
        var count = 0
        try forEachEntry(filter) { _ in count += 1 }
        return count
    }

    /// The tags that entries bear, and how many do, the most used first.
    public func tags() throws -> [(name: String, count: Int)] {
        let hasParts = try hasParts()
        let isOfEntry = EntryTagRow.entry == EntryRow.table[EntryRow.id]
        let counted = EntryTagRow.table.filter(EntryTagRow.present)
            .join(TagRow.table, on: EntryTagRow.tag == TagRow.table[TagRow.id])
            .join(EntryRow.table, on: hasParts ? isOfEntry && EntryRow.table[EntryRow.parts].isNull : isOfEntry)
            .group(TagRow.table[TagRow.name])
        var names = TagNames()
        var counts: [ByteString: Int] = [:]
        for (name, count) in try db.all(counted.select(TagRow.table[TagRow.name], countAll)) {
            names.add(name, count)
            counts[ByteString(name)] = count
        }
        var split: [ByteString: Int] = [:]
        if hasParts {
            try eachSplitEntry(EntryFilter()) { entry in
                for tag in entry.countedTags { names.add(tag) }
                for key in Set(entry.countedTags.map { TagNames.key($0) }) { split[key, default: 0] += 1 }
            }
        }
        let all = try names.all.map { tag in
            let own = split[tag.key] ?? 0
            // An entry may bear a tag in several spellings.
            guard tag.spellings.count > 1 else { return own + (counts[ByteString(tag.name)] ?? 0) }
            let tagged = Query(EntryRow.self).where(EntryRow.id.isIn(Self.tagged(tag.spellings)))
            return try own + db.count(hasParts ? tagged.where(EntryRow.parts == nil) : tagged)
        }
        return TagNames.arranged(all, names)
    }

    public func settings() throws -> Settings { Settings(try record(Settings.id)) }

    /// The currency of an amount that names none: the one that is set, or else that of most entries. Nil where there is
    /// neither.
    public func usualCurrency() throws -> Currency? { try settings().currency ?? commonCurrency() }

    /// The currency of most entries; nil without entries. Where several have as many, the first by code.
    func commonCurrency() throws -> Currency? {
        let currency = Expression<Currency>("currency")
        return try db.first(
            EntryRow.table.filter(EntryRow.currency.isNotNull).group(currency)
                .order(countAll.descending, currency.ascending).limit(1).select(currency))
    }

    /// The open to-dos that carry money, the first due first.
    public func upcoming() throws -> [TodoRow] {
        let rows = try db.query(TodoRow.self) {
            $0.where(TodoRow.completedAt == nil && TodoRow.coefficient.isNotNull)
        }
        return TodoOrder.sort(rows, { $0.todo }, day: { $0.due })
    }

    /// Tells whether the book has ever heard of something, also if it is deleted.
    public func knows(_ id: EntityID) throws -> Bool {
        try db.exists(Query(RegisterRow.self).where(RegisterRow.entity == id))
    }

    /// Tells which of some ids the book knows, with the record of each that was ever deleted.
    public func knowledge(of ids: [EntityID]) throws -> [EntityID: Record?] {
        var known: [EntityID: Record?] = [:]
        for part in Self.parts(ids) {
            let registers = Query(RegisterRow.self).where(RegisterRow.entity.isIn(part))
            for (id, field) in try db.all(registers.select(RegisterRow.entity, RegisterRow.field)) {
                if field == Int64(DaybookCore.Field.deleted.rawValue) {
                    known[id] = .some(try record(id))
                } else if known[id] == nil {
                    known[id] = .some(nil)
                }
            }
        }
        return known
    }

    /// Tells whether something is gone since the import that brought it was taken back.
    public func isTakenBack(_ record: Record) -> Bool {
        guard !record.isAlive, let deleted = record[.deleted], let taken = record[.takenBack] else { return false }
        return taken.stamp >= deleted.stamp
    }

    /// The rows of banks for which something stands that has another id: entries that somebody typed, sides of transfers.
    /// And the entries of which transfers were made. Also of what is deleted.
    ///
    /// Written as text, since SQLite takes the index for just what its own condition says.
    public func takenBankRows() throws -> Set<EntityID> {
        let namesBankRow = RegisterRow.bankRowFields.map { "field = \($0)" }.joined(separator: " OR ")
        var values: [[UInt8]] = []
        try db.eachRow(
            sql:
                "SELECT value FROM registers INDEXED BY registers_bank_rows WHERE (\(namesBankRow)) AND value <> entity"
        ) { values.append(try $0.get(at: 0)) }
        return Set(values.compactMap { EntityID(bytes: $0) })
    }

    /// Tells what a register holds; nil if there is none.
    public func value(of field: DaybookCore.Field, _ entity: EntityID) throws -> [UInt8]? {
        try db.first(
            RegisterRow.table.filter(RegisterRow.entity == entity && RegisterRow.field == Int64(field.rawValue))
                .select(RegisterRow.value))
    }

    /// The bytes of a recording, or nil if they aren't here.
    public func blob(_ digest: Digest) throws -> [UInt8]? {
        try db.find(BlobRow.self, BlobRow.digest, digest)?.bytes
    }

    /// The recordings that entries name, wherever their bytes are.
    public func namedRecordings() throws -> Set<Digest> {
        Set(try db.all(EntryRow.table.filter(EntryRow.voice.isNotNull).select(EntryRow.voice)).compactMap { $0 })
    }

    /// The recordings among some whose bytes aren't here.
    public func lacking(_ digests: some Sequence<Digest>) throws -> [Digest] {
        try digests.filter { try !db.exists(Query(BlobRow.self).where(BlobRow.digest == $0)) }
    }

    /// Tells whether rows are still to be asked whether a filter lets them through: for a text, and for the tags of entries with
    /// parts, of which one portion has to bear them.
    private func isChecked(_ filter: EntryFilter) throws -> Bool {
        try !filter.text.isEmpty || !filter.tags.isEmpty && hasParts()
    }

    /// All of the filter but its text. Of entries with parts also some that bear its tags in none of their portions.
    func entries(_ filter: EntryFilter) throws -> Query<EntryRow> {
        var query = Query(EntryRow.self)
        if !filter.kinds.isEmpty { query = query.where(EntryRow.kind.isIn(filter.kinds)) }
        if let from = filter.from { query = query.where(EntryRow.day >= from) }
        if let through = filter.through { query = query.where(EntryRow.day <= through) }
        switch filter.account {
        case nil: break
        case .named(let account, let currency)?:
            query = query.where(EntryRow.account == account && EntryRow.currency == currency)
        case .others(let currency, let named)?:
            query = query.where(
                EntryRow.currency == currency && (EntryRow.account == nil || !EntryRow.account.isIn(named)))
        }
        switch filter.matching {
        case .any where !filter.tags.isEmpty: query = query.where(try Self.bears(spellings(filter.tags), hasParts()))
        case .any: break
        case .all: for tag in filter.tags { query = query.where(try Self.bears(spellings([tag]), hasParts())) }
        }
        return query
    }

    /// All spellings that the book has of some tags.
    private func spellings(_ names: [String]) throws -> [String] {
        let keys = Set(names.map { TagNames.key($0) })
        return try db.all(TagRow.table.select(TagRow.name)).filter { keys.contains(TagNames.key($0)) }
    }

    private static func bears(_ names: [String], _ hasParts: Bool) -> Expression<Bool> {
        let id = EntryRow.table[EntryRow.id]
        return hasParts ? id.isIn(tagged(names)) || id.isIn(tagged(partsWith: names)) : id.isIn(tagged(names))
    }

    static func tagged(_ names: [String]) -> Query<EntityID> {
        let tags = TagRow.table.filter(TagRow.name.isIn(names)).select(TagRow.id)
        return EntryTagRow.table.filter(EntryTagRow.present && EntryTagRow.tag.isIn(tags)).select(EntryTagRow.entry)
    }
}
