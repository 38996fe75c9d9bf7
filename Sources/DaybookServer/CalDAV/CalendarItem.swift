import DaybookCore
import DaybookExchange
import DaybookStorage
import Synchronization

/// A to-do as CalDAV has it: a resource with a name in a collection.
struct CalendarItem {
    let todo: Todo
    /// The last part of its address.
    let name: String
    /// What a client wrote of it last, as it lies in the book; nil if none did.
    private let keptText: [UInt8]?

    init(_ todo: Todo, _ kept: KeptCalendar?) {
        self.todo = todo
        name = kept?.name ?? todo.id.text + ".ics"
        keptText = kept?.text
    }

    /// What a client wrote of it last; nil if none did.
    var kept: CalendarObject? { keptText.flatMap { try? CalendarObject($0) } }

    /// What all programs know it by.
    var uid: String { kept?.uid ?? CalendarObject.uid(of: todo.id) }

    /// What GET answers.
    func text(_ book: BookReader) throws -> [UInt8] { try answer(book).text }

    /// Of the content alone, so that every face and every restart tells the same.
    static func tag(_ text: [UInt8]) -> String { "\"\(Digest(of: text).text.prefix(32))\"" }

    /// The text of a to-do with its tag, and what it was made of.
    struct Answer {
        fileprivate let todo: Todo
        fileprivate let keptText: [UInt8]?
        let text: [UInt8]
        let tag: String

        fileprivate var size: Int { text.count + (keptText?.count ?? 0) + 500 }
    }

    /// Apps ask for the tags of all to-dos again and again. An answer is used for the very same to-do alone, so none is
    /// ever out of date.
    private static let answers = Mutex((byID: [EntityID: Answer](), size: 0))
    /// In bytes, of the texts.
    private static let greatestSize = 32 << 20

    /// What GET answers, with its tag.
    func answer(_ book: BookReader) throws -> Answer {
        // In the text of a subtask stands the UID of its parent, which may change by itself.
        let isAlone = todo.parent == nil
        if isAlone, let known = Self.answers.withLock({ $0.byID[todo.id] }), known.keptText == keptText,
            known.todo == todo
        {
            return known
        }
        let shown = try book.shown(TodoRow(number: 0, todo: todo)).todo
        let text = try CalendarObject.text(of: shown, kept) { try book.calendarUID(of: $0) }
        let answer = Answer(todo: todo, keptText: keptText, text: text, tag: Self.tag(text))
        if isAlone {
            Self.answers.withLock { answers in
                if answers.size > Self.greatestSize { answers = ([:], 0) }
                let former = answers.byID.updateValue(answer, forKey: todo.id)
                answers.size += answer.size - (former?.size ?? 0)
            }
        }
        return answer
    }
}

/// What a client wrote, with the name that it gave it: the value of `Field.calendar`.
struct KeptCalendar {
    let name: String
    let text: [UInt8]

    init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// Of the bytes of a register; nil for what isn't one.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0 else { return nil }
        name = DAVPath.unescaped(String(decoding: bytes[..<end], as: UTF8.self)) ?? ""
        text = Array(bytes[(end + 1)...])
    }

    var bytes: [UInt8] { Array(DAVPath.escaped(name).utf8) + [0x0A] + text }

    /// The entity that says which to-do has, or had, a name that isn't made of its UID.
    static func alias(_ name: String) -> EntityID { EntityID(derivedFrom: Array(name.utf8), for: "calendar name") }

    /// The type of such an entity.
    static let aliasType: [UInt8] = [0, 5]

    static func alias(_ name: String, of id: EntityID, _ stamp: Stamp) -> [Register] {
        let alias = alias(name)
        return [
            Register(alias, .type, stamp, aliasType), Register(alias, .todo, stamp, id.bytes),
            Register(alias, .calendar, stamp, KeptCalendar(name: name, text: []).bytes),
        ]
    }

    /// The to-do that a client means by a name unless something else is said of that.
    static func id(ofName name: String) -> EntityID {
        let bare = name.hasSuffix(".ics") ? String(name.dropLast(4)) : name
        return EntityID(bare) ?? CalendarObject.id(ofUID: bare)
    }
}

extension BookReader {
    func keptCalendar(of id: EntityID) throws -> KeptCalendar? {
        try value(of: .calendar, id).flatMap { KeptCalendar($0) }
    }

    /// The UID of a to-do, be it here or not.
    func calendarUID(of id: EntityID) throws -> String {
        try keptCalendar(of: id).flatMap { try? CalendarObject($0.text) }?.uid ?? CalendarObject.uid(of: id)
    }

    /// The resources of some names in a list, by name; those that aren't there are left out.
    func calendarItems(_ names: [String], in list: CalendarList) throws -> [String: CalendarItem] {
        let ids = names.map { KeptCalendar.id(ofName: $0) }
        let kept = try values(of: .calendar, ids)
        let lists = Set(try lists().map(\.list.id))
        var todos: [EntityID: Todo] = [:]
        for row in try rows(ids) { todos[row.todo.id] = row.todo }
        var items: [String: CalendarItem] = [:]
        for (id, name) in zip(ids, names) {
            if let todo = todos[id], !todo.isPastOccurrence {
                let item = CalendarItem(todo, kept[id].flatMap { KeptCalendar($0) })
                if Spelling(item.name) == Spelling(name), todo.list(among: lists) == list.id {
                    items[name] = item
                    continue
                }
            }
            // It may have the name of what had it before.
            items[name] = try calendarItem(name, in: list)
        }
        return items
    }

    /// The resource of a name in a list; nil if there is none.
    func calendarItem(_ name: String, in list: CalendarList) throws -> CalendarItem? {
        func found(_ id: EntityID) throws -> CalendarItem? {
            guard let item = try calendarItem(id), item.name == name || Spelling(item.name) == Spelling(name),
                try self.list(of: item.todo) == list.id
            else { return nil }
            return item
        }
        if let item = try found(KeptCalendar.id(ofName: name)) { return item }
        return try value(of: .todo, KeptCalendar.alias(name)).flatMap { EntityID(bytes: $0) }.flatMap(found)
    }

    /// The resource that a to-do is; nil if there is none, or none by itself.
    func calendarItem(_ id: EntityID) throws -> CalendarItem? {
        guard let todo = try row(id)?.todo, !todo.isPastOccurrence else { return nil }
        return CalendarItem(todo, try keptCalendar(of: id))
    }

    /// The list in which a to-do lies; nil for the inbox.
    func list(of todo: Todo) throws -> EntityID? {
        guard let id = todo.others[.list]?.entity, try listRow(id) != nil else { return nil }
        return id
    }
}

extension Todo {
    /// The list in which it lies, of those that there are; nil for the inbox.
    fileprivate func list(among lists: Set<EntityID>) -> EntityID? {
        others[.list]?.entity.flatMap { lists.contains($0) ? $0 : nil }
    }
}
