import DaybookCore
import Sworm

extension BookTransaction {
    /// Says what became of a record.
    typealias Change = (before: Record, after: Record)

    /// Writes the rows that records make, or takes them away.
    func project(_ changes: [Change]) throws {
        var entries: [EntityID] = []
        var series: [EntityID: Set<EntityID>] = [:]
        for change in changes {
            let record = change.after
            let (old, new) = (table(of: change.before), table(of: record))
            if let old, old.kind != new?.kind { entries += try old.project(record, in: self) }
            if let new {
                entries += try new.project(record, in: self)
                // The register that says so may come behind its name, by which it was taken for a to-do.
                if old == nil { try show(nil, at: record.id) }
            } else if record[.type] != nil {
                try projectOccurrence(change, &series)
            } else if try record[.repeats] != nil || record[.parent] != nil && reader.finishing(record.id) != nil {
                series[record.id, default: []].formUnion([])
            } else if record[.title] != nil {
                try projectTodo(change)
            }
            if let tag = ItemTag(record) {
                try projectTag(tag)
                entries += try projectOwner(tag.owner)
            } else if let old = ItemTag(change.before) {
                // Somebody wrote nonsense over it.
                try db.delete(EntryTagRow.self, EntryTagRow.id, old.id)
                entries += try projectOwner(old.owner)
            }
            if record[.kind] != nil { entries.append(record.id) }
        }
        for (id, occurrences) in series.sorted(by: { $0.key < $1.key }) { try projectSeries(id, occurrences) }
        var seen: Set<EntityID> = []
        for id in entries where seen.insert(id).inserted {
            try projectEntry(id)
            try projectTags(ofTodo: id)
        }
        // The sums are of other periods then.
        func periods(_ record: Record) -> [UInt8]? { record[.budgetPeriods]?.value }
        if changes.contains(where: { $0.after.id == Settings.id && periods($0.before) != periods($0.after) }) {
            try countSums()
        }
    }

    /// - Returns: what shows a tag that changed: what bears it, or the entry of which that is a part.
    private func projectOwner(_ owner: EntityID) throws -> [EntityID] {
        if try reader.envelope(owner) != nil {
            return try KindRow<Envelope>.project(reader.record(owner), in: self)
        }
        guard try mayHaveParts(), try reader.partRow(owner) != nil else { return [owner] }
        return try projectPart(owner)
    }

    /// Writes the tags of a to-do into its row.
    private func projectTags(ofTodo id: EntityID) throws {
        guard let row = try reader.row(id) else { return }
        var todo = row.todo
        todo.take(try tags(of: id))
        guard todo != row.todo else { return }
        try db.update(TodoRow(number: row.number, todo: todo), from: row, TodoRow.key, row.number)
    }

    /// - Parameter series: gets the to-do of which it is, or was, an occurrence, for that to show it.
    private func projectOccurrence(_ change: Change, _ series: inout [EntityID: Set<EntityID>]) throws {
        let id = change.after.id
        let past = PastOccurrence(change.after)
        let (old, new) = (Occurrence(change.before), past?.occurrence)
        try db.delete(OccurrenceRow.self, OccurrenceRow.id, id)
        if let new, past?.isOver != true {
            let number = new.above == nil ? new.number : -new.number
            try db.insert(OccurrenceRow(id: id, series: new.series, number: number))
        }
        if let occurrence = new ?? old {
            series[occurrence.series, default: []].insert(id)
        } else {
            try show(nil, at: id)
        }
    }

    /// Shows a to-do that comes again as its occurrences say, and of these its last only where it doesn't stand for it.
    ///
    /// - Parameter occurrences: those of it that changed.
    private func projectSeries(_ id: EntityID, _ occurrences: Set<EntityID>) throws {
        let before = try reader.row(id)?.todo.lastOccurrence
        let record = try reader.record(id)
        let todo = Todo(
            record, latest: try reader.latest(of: id), finishing: try reader.finishing(id), tags: try tags(of: id))
        try show(todo, at: id)
        let last = todo?.lastOccurrence
        for occurrence in occurrences.union([before, last].compactMap { $0 }).sorted() {
            try show(
                occurrence == last ? nil : Todo(reader.record(occurrence), tags: tags(of: occurrence)), at: occurrence)
        }
    }

    private func show(_ todo: Todo?, at id: EntityID) throws {
        guard let todo else { return try delete(TodoRow.self, id) }
        if let row = try reader.row(id) {
            try db.update(TodoRow(number: row.number, todo: todo), from: row, TodoRow.key, row.number)
        } else {
            try db.insert(TodoRow(number: try takeNumber(preferring: keptNumber(of: id)), todo: todo))
        }
    }

    /// The table of what says by its `type` of which kind it is; nil for what doesn't, and for an unknown kind.
    private func table(of record: Record) -> (any KindTable.Type)? {
        record[.type] == nil ? nil : reader.kinds.first { record.isOf($0.kind) }
    }

    private func projectEntry(_ id: EntityID) throws {
        let row = try reader.entryRow(id)
        guard let entry = Entry(try reader.record(id), tags: try tags(of: id), parts: try parts(of: id)),
            try !isJoined(id)
        else {
            if row != nil { try delete(EntryRow.self, id) }
            return try count(row?.entry, nil)
        }
        if let row {
            try db.update(EntryRow(number: row.number, entry: entry), from: row, EntryRow.key, row.number)
        } else {
            try insert(EntryRow(number: 0, entry: entry))
        }
        try count(row?.entry, entry)
    }

    private func projectTag(_ tag: ItemTag) throws {
        hasTags = true
        let key = try tagKey(tag.name)
        try db.upsert(
            EntryTagRow(id: tag.id, entry: tag.owner, tag: key, isPresent: tag.isPresent, isSynced: tag.isSynced),
            EntryTagRow.id)
    }

    /// The key of the tag of this name, which is made if there is none.
    private func tagKey(_ name: String) throws -> Int64 {
        if let row = try db.find(TagRow.self, TagRow.name, name) { return row.id }
        try db.run(TagRow.table.insert(TagRow.name <- name))
        return db.lastInsertedID
    }

    func tags(of owner: EntityID) throws -> [ItemTag] {
        let hasTags = try hasTags ?? db.exists(Query(EntryTagRow.self))
        self.hasTags = hasTags
        guard hasTags else { return [] }
        let query = EntryTagRow.table.filter(EntryTagRow.entry == owner)
            .join(TagRow.table, on: EntryTagRow.tag == TagRow.table[TagRow.id])
        return try db.all(
            query.select(
                EntryTagRow.table[EntryTagRow.id], TagRow.table[TagRow.name], EntryTagRow.present, EntryTagRow.synced)
        ).map { ItemTag(id: $0.0, owner: owner, name: $0.1, isPresent: $0.2, isSynced: $0.3) }
    }
}
