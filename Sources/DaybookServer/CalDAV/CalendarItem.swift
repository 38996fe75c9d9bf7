import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Synchronization

/// A to-do as CalDAV has it: a resource with a name in a collection.
struct CalendarItem {
    let todo: Todo
    /// The list in which it lies; nil for the inbox.
    let list: EntityID?
    /// The last part of its address.
    let name: String
    /// The text that a client wrote of it last, as it lies in the book; nil if none did.
    private let keptText: [UInt8]?
    private let parsed = Parsed()

    init(_ todo: Todo, in list: EntityID?, _ kept: KeptCalendar?, name: String) {
        self.todo = todo
        self.list = list
        self.name = name
        keptText = kept?.text
    }

    /// Keeps what a text says, once somebody asked for it.
    private final class Parsed: Sendable {
        let objects = Mutex<[CalendarObject]>([])
    }

    /// Reads a text, unless it was read before.
    private func object(_ text: [UInt8]) throws -> CalendarObject {
        if let known = parsed.objects.withLock({ $0.first { $0.bytes == text } }) { return known }
        let object = try CalendarObject(text)
        parsed.objects.withLock { $0.append(object) }
        return object
    }

    /// Takes note of what a text says that may be the item's own.
    func know(_ object: CalendarObject) { parsed.objects.withLock { $0.append(object) } }

    /// The object that a client wrote of it last; nil if none did.
    var kept: CalendarObject? { keptText.flatMap { try? object($0) } }

    /// The object that GET answers.
    func shown(_ book: BookReader) throws -> CalendarObject { try object(text(book)) }

    /// The id by which all programs know it.
    var uid: String { kept?.uid ?? CalendarObject.uid(of: todo.id) }

    func text(_ book: BookReader) throws -> [UInt8] { try answer(book).text }

    /// The tag of the content alone, so that every face and every restart tells the same.
    static func tag(_ text: [UInt8]) -> String { "\"\(Digest(of: text).text.prefix(32))\"" }

    /// The text of a to-do with its tag, and what it was made of.
    struct Answer {
        let todo: Todo
        let keptText: [UInt8]?
        let text: [UInt8]
        let tag: String
    }

    /// Apps ask for the tags of all to-dos again and again.
    private static let answers = CalendarAnswers(greatestSize: 32 << 20)

    /// The answer of GET, with its tag.
    func answer(_ book: BookReader) throws -> Answer {
        // In the text of a subtask stands the UID of its parent, which may change by itself.
        let isAlone = todo.parent == nil
        if isAlone, let known = Self.answers.answer(of: todo, keptText) { return known }
        let kept = kept
        let past = kept?.occurrences.isEmpty ?? true ? nil : try book.past(of: todo)
        let shown = try book.shown(TodoRow(number: 0, todo: todo)).todo
        let text = try CalendarObject.text(of: shown, kept, past: past) { try book.calendarUID(of: $0) }
        let answer = Answer(todo: todo, keptText: keptText, text: text, tag: Self.tag(text))
        if isAlone { Self.answers.keep(answer) }
        return answer
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
            if let todo = todos[id], !todo.isPastOccurrence, todo.list(among: lists) == list.id {
                let kept = kept[id].flatMap { KeptCalendar($0) }
                if ByteString(kept?.name ?? id.text + ".ics") == ByteString(name) {
                    items[name] = CalendarItem(todo, in: list.id, kept, name: kept?.name ?? name)
                    continue
                }
            }
            // It may have a name that isn't made of its UID.
            items[name] = try calendarItem(name, in: list)
        }
        return items
    }

    /// The resource of a name in a list; nil if there is none.
    func calendarItem(_ name: String, in list: CalendarList) throws -> CalendarItem? {
        func found(_ id: EntityID) throws -> CalendarItem? {
            guard let item = try calendarItem(id), item.list == list.id,
                ByteString(item.name) == ByteString(name)
            else {
                return nil
            }
            return item
        }
        if let item = try found(KeptCalendar.id(ofName: name)) { return item }
        return try todo(named: name, in: list.id).flatMap(found)
    }

    /// The resource that a to-do is; nil if there is none, or none by itself.
    func calendarItem(_ id: EntityID) throws -> CalendarItem? {
        guard let todo = try row(id)?.todo, !todo.isPastOccurrence else { return nil }
        let (list, kept) = (try self.list(of: todo), try keptCalendar(of: id))
        return CalendarItem(todo, in: list, kept, name: try name(of: id, kept, in: list))
    }

    /// The list in which a to-do lies; nil for the inbox.
    func list(of todo: Todo) throws -> EntityID? {
        guard let id = todo.extraFields[.list]?.entity, try find(ItemList.self, id) != nil else { return nil }
        return id
    }
}

extension Todo {
    /// The list in which it lies, of those that there are; nil for the inbox.
    fileprivate func list(among lists: Set<EntityID>) -> EntityID? {
        extraFields[.list]?.entity.flatMap { lists.contains($0) ? $0 : nil }
    }
}
