import DaybookCore
import DaybookExchange
import DaybookStorage

extension BookReader {
    /// Finds what changed in a list since a state; nil for one that the book never had, or had before a restore, and where only
    /// the whole list can tell.
    ///
    /// - Parameter limit: how many to tell of at most; `end` is the state up to which they go.
    func calendarChanges(
        since token: CalendarToken, in list: CalendarList, _ limit: Int?
    ) throws -> (members: [DAVMember], end: CalendarToken)? {
        let now = try calendarToken()
        guard token.epoch == now.epoch, token.cursor <= now.cursor else { return nil }
        var changes = CalendarChanges(self, list, Set(try lists().map(\.list.id)))
        var end = token
        while end.cursor < now.cursor {
            // Reads one commit at a time where no more may fit.
            let page = try limit == nil ? page(after: end.cursor, now: .now()) : commit(after: end.cursor, now: .now())
            let isKnown = page.cursor > token.beginning ?? 0
            let affected = try changes.affected(by: page.registers, isKnown: isKnown)
            // A change that was told of the commit before is told of no more, unless it changed again and is in a later one.
            let rest = affected.keys.sorted().drop { id in
                end.part.map { $0.commit == page.cursor && id <= $0.last } ?? false
            }
            for (index, id) in rest.enumerated() {
                guard try changes.take(id, affected[id] ?? [], isKnown: isKnown) else { return nil }
                if let limit, changes.count >= limit, index < rest.count - 1 {
                    end.part = CalendarToken.Part(commit: page.cursor, last: id)
                    return (changes.members, end)
                }
            }
            end.part = nil
            end.cursor = page.cursor
            if let beginning = end.beginning, end.cursor >= beginning { end.beginning = nil }
            if let limit, changes.count >= limit { break }
        }
        return (changes.members, end)
    }
}

/// The changes of commits that clients of CalDAV are told.
private struct CalendarChanges {
    private let book: BookReader
    private let list: CalendarList
    private let lists: Set<EntityID>
    private var seen: Set<EntityID> = []
    private var items: [EntityID] = []
    /// The names of those that are there.
    private var names: Set<ByteString> = []
    private var gone: [String] = []

    init(_ book: BookReader, _ list: CalendarList, _ lists: Set<EntityID>) {
        self.book = book
        self.list = list
        self.lists = lists
    }

    var count: Int { items.count + gone.count }

    var members: [DAVMember] {
        var told: Set<String> = []
        let gone = gone.filter { !names.contains(ByteString($0)) && told.insert($0).inserted }
        return items.map { .item($0) } + gone.sorted().map { .gone($0) }
    }

    /// The entities of which registers may change what is told, each with its fields that did.
    ///
    /// - Parameter isKnown: whether the client may have had something before. To who had nothing each to-do is told by itself.
    func affected(by registers: [Register], isKnown: Bool) throws -> [EntityID: Set<Field>] {
        var changes: [EntityID: Set<Field>] = [:]
        for register in registers { changes[register.entity, default: []].insert(register.field) }
        var affected = changes
        var moved: Set<EntityID> = []
        for (id, fields) in changes {
            let record = try book.record(id)
            // To-dos of a list that goes are in the inbox, and of one that comes or comes back are not.
            if record.isOf(.list) {
                affected[id] = nil
                if isKnown, fields.contains(.deleted) || fields.contains(.type), list.id == nil || list.id == id {
                    moved.insert(id)
                }
            }
            // An occurrence says how its series goes on; tags and reminders are kept by themselves, too.
            if let owner = Occurrence(record)?.series ?? ItemTag(record)?.owner {
                affected[id] = nil
                affected[owner, default: []].insert(.tag)
            }
        }
        if !moved.isEmpty, let place = Todo.fields.index(of: .list) {
            try book.forEachRow { row in
                if let own = try row.value(at: place).entity, moved.contains(own) {
                    affected[try row.id, default: []].insert(.list)
                }
            }
        }
        return affected
    }

    /// Tells of an entity that changed.
    ///
    /// - Parameter isKnown: whether the client may have had it before.
    /// - Returns: false where only the whole list can tell what became of it.
    mutating func take(_ id: EntityID, _ fields: Set<Field>, isKnown: Bool) throws -> Bool {
        let record = try book.record(id)
        if record[.type]?.value == KeptCalendar.aliasType {
            let name = record[.calendar].flatMap { KeptCalendar($0.value) }?.name ?? ""
            if isKnown, try book.calendarItem(name, in: list) == nil { gone.append(name) }
            return true
        }
        if seen.contains(id) { return true }
        if record.registers.allSatisfy({ $0.field == .deleted }), !record.registers.isEmpty { return !isKnown }
        guard record.isTodo else { return true }
        let place = record[.list].flatMap { EntityID(bytes: $0.value) }
        let isHere = place.flatMap { lists.contains($0) ? $0 : nil } == list.id
        if isHere, record.isAlive {
            if let item = try book.calendarItem(id) {
                seen.insert(id)
                items.append(id)
                names.insert(ByteString(item.name))
            }
        } else if isKnown,
            isHere || fields.contains(.list) && (fields.contains(.deleted) || !fields.contains(.createdAt))
        {
            // It was here, and is deleted, or in another list.
            seen.insert(id)
            gone.append(try book.name(of: id, record[.calendar].flatMap { KeptCalendar($0.value) }, in: list.id))
        }
        return true
    }
}

extension DaybookCore.Record {
    /// True where it is, or was, a to-do by itself.
    fileprivate var isTodo: Bool { self[.type] == nil && self[.title] != nil }
}
