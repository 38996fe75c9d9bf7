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

    /// As `entryRows`, one at a time: the first is there before the last is read.
    public func forEachEntry(
        _ filter: EntryFilter = EntryFilter(), limit: Int? = nil, _ body: (EntryRow) throws -> Void
    ) throws {
        let query = Self.entries(filter)
            .order(EntryRow.day.descending, EntryRow.createdAt.descending, EntryRow.id.descending)
        guard !filter.text.isEmpty else {
            return try db.eachRow(limit.map { query.limit($0) } ?? query) { try body(EntryRow.parse($0)) }
        }
        // Upper and lower case are Swift's business: SQLite knows those of ASCII only.
        var left = limit ?? .max
        guard left > 0 else { return }
        do {
            try db.eachRow(query) { row in
                let row = try EntryRow.parse(row)
                guard filter.containsText(row.entry) else { return }
                try body(row)
                left -= 1
                if left == 0 { throw Enough() }
            }
        } catch is Enough {}
    }

    /// How many entries there are that the filter lets through.
    public func entryCount(_ filter: EntryFilter = EntryFilter()) throws -> Int {
        guard !filter.text.isEmpty else { return try db.count(Self.entries(filter)) }
        var count = 0
        try forEachEntry(filter) { _ in count += 1 }
        return count
    }

    /// The tags that entries bear, and how many do, the most used first.
    public func tags() throws -> [(name: String, count: Int)] {
        let counted = EntryTagRow.table.filter(EntryTagRow.present)
            .join(TagRow.table, on: EntryTagRow.tag == TagRow.table[TagRow.id])
            .join(EntryRow.table, on: EntryTagRow.entry == EntryRow.table[EntryRow.id])
            .group(TagRow.table[TagRow.name])
        return try db.all(counted.select(TagRow.table[TagRow.name], countAll))
            .map { (name: $0.0, count: $0.1) }
            .sorted { ($1.count, Spelling($0.name)) < ($0.count, Spelling($1.name)) }
    }

    /// The currency of most entries; nil without entries. Where several have as many, the first by code.
    public func usualCurrency() throws -> Currency? {
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
        return rows.sorted { $0.todo.isDue(before: $1.todo) }
    }

    /// Whether the book has ever heard of something, also if it is deleted.
    public func knows(_ id: EntityID) throws -> Bool {
        try db.exists(Query(RegisterRow.self).where(RegisterRow.entity == id))
    }

    /// The bytes of a recording, or nil if they aren't here.
    public func blob(_ digest: Digest) throws -> [UInt8]? {
        try db.find(BlobRow.self, BlobRow.digest, digest)?.bytes
    }

    /// The recordings that entries name, wherever their bytes are.
    public func namedRecordings() throws -> Set<Digest> {
        Set(try db.all(EntryRow.table.filter(EntryRow.voice.isNotNull).select(EntryRow.voice)).compactMap { $0 })
    }

    /// Those of some recordings whose bytes aren't here.
    public func lacking(_ digests: some Sequence<Digest>) throws -> [Digest] {
        try digests.filter { try !db.exists(Query(BlobRow.self).where(BlobRow.digest == $0)) }
    }

    /// All of the filter but its text.
    static func entries(_ filter: EntryFilter) -> Query<EntryRow> {
        var query = Query(EntryRow.self)
        let id = EntryRow.table[EntryRow.id]
        if !filter.kinds.isEmpty { query = query.where(EntryRow.kind.isIn(filter.kinds)) }
        if let from = filter.from { query = query.where(EntryRow.day >= from) }
        if let through = filter.through { query = query.where(EntryRow.day <= through) }
        switch filter.matching {
        case .any where !filter.tags.isEmpty: query = query.where(id.isIn(tagged(filter.tags)))
        case .any: break
        case .all: for tag in filter.tags { query = query.where(id.isIn(tagged([tag]))) }
        }
        return query
    }

    private static func tagged(_ names: [String]) -> Query<EntityID> {
        let tags = TagRow.table.filter(TagRow.name.isIn(names)).select(TagRow.id)
        return EntryTagRow.table.filter(EntryTagRow.present && EntryTagRow.tag.isIn(tags)).select(EntryTagRow.entry)
    }
}

extension BookReader: EntrySource {
    /// The entry with this id; nil if there is none, or it is deleted.
    public func entry(_ id: EntityID) throws -> Entry? { try entryRow(id)?.entry }
}
