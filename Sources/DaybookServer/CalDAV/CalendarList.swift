import DaybookCore
import DaybookExchange
import DaybookStorage

/// A list as CalDAV has it: a collection of to-dos. The inbox is one, too.
struct CalendarList {
    /// Nil for the inbox.
    let id: EntityID?
    let list: ItemList?
    /// The last part of its address.
    var name: String
    /// Properties that clients set, and Daybook doesn't know.
    var properties: [XMLElement] = []

    static let inbox = "inbox"

    /// The entity that holds what clients say of the inbox.
    private static let inboxID = EntityID(derivedFrom: [UInt8](), for: "calendar inbox")
    private static let inboxType: [UInt8] = [0, 6]

    init(_ list: ItemList?, _ kept: [UInt8]?) {
        id = list?.id
        self.list = list
        let kept = kept.flatMap { KeptCalendar($0) }
        name = list == nil ? Self.inbox : kept?.name ?? list?.id.text ?? Self.inbox
        if let kept, !kept.text.isEmpty { properties = (try? XMLReader.read(kept.text))?.children ?? [] }
    }

    /// The entity of a list that a client makes by a name.
    static func id(ofName name: String) -> EntityID {
        EntityID(name) ?? EntityID(derivedFrom: Array(name.utf8), for: "calendar list")
    }

    /// The name that people see.
    var title: String { list?.name ?? "Inbox" }

    /// The registers that keep its name and properties.
    func registers(_ stamp: Stamp) -> [Register] {
        var xml = XMLWriter()
        if !properties.isEmpty {
            xml.begin(.dav("prop"))
            for property in properties { xml.element(property) }
            xml.close(.dav("prop"))
        }
        let kept = KeptCalendar(name: name, text: xml.bytes).bytes
        guard let id else {
            return [
                Register(Self.inboxID, .type, stamp, Self.inboxType), Register(Self.inboxID, .calendar, stamp, kept),
            ]
        }
        return [Register(id, .calendar, stamp, kept)]
    }

    static func inbox(in book: BookReader) throws -> CalendarList {
        CalendarList(nil, try book.record(inboxID)[.calendar]?.value)
    }
}

extension BookReader {
    /// The inbox, and then the lists that are in use.
    func calendarLists() throws -> [CalendarList] {
        var all = [try CalendarList.inbox(in: self)]
        for row in try lists() where !row.list.isArchived {
            all.append(CalendarList(row.list, try record(row.list.id)[.calendar]?.value))
        }
        return all
    }

    func calendarList(_ name: String) throws -> CalendarList? {
        if name == CalendarList.inbox { return try CalendarList.inbox(in: self) }
        let id = CalendarList.id(ofName: name)
        guard let row = try find(ItemList.self, id) else { return nil }
        let list = CalendarList(row.list, try record(id)[.calendar]?.value)
        return ByteString(list.name) == ByteString(name) ? list : nil
    }
}
