import DaybookCore
import DaybookExchange
import DaybookStorage

/// The text that a client wrote, with the name that it gave it: the value of `Field.calendar`.
struct KeptCalendar {
    let name: String
    let text: [UInt8]

    init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// Reads the bytes of a register; nil for what isn't one.
    init?(_ bytes: [UInt8]) {
        guard let text = CalendarObject.text(ofRegister: bytes) else { return nil }
        name = DAVPath.unescaped(String(decoding: bytes.dropLast(text.count + 1), as: UTF8.self)) ?? ""
        self.text = text
    }

    var bytes: [UInt8] { CalendarObject.register(DAVPath.escaped(name), text) }

    /// The entity that says which to-do has, or had, a name in a list that isn't made of its UID.
    ///
    /// - Parameter list: nil for the inbox.
    static func alias(_ name: String, in list: EntityID?) -> EntityID {
        EntityID(derivedFrom: (list?.bytes ?? []) + Array(name.utf8), for: "calendar name in list")
    }

    /// The alias of a name that was given when it was one to-do's in all lists together.
    static func formerAlias(_ name: String) -> EntityID {
        EntityID(derivedFrom: Array(name.utf8), for: "calendar name")
    }

    /// The type of such an entity.
    static let aliasType: [UInt8] = [0, 5]

    static func alias(_ name: String, in list: EntityID?, of id: EntityID, _ stamp: Stamp)
        -> [Register]
    {
        let alias = alias(name, in: list)
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
    /// The to-do that a client gave a name in a list; nil if there is none. It may lie elsewhere by now.
    func todo(named name: String, in list: EntityID?) throws -> EntityID? {
        let named = try value(of: .todo, KeptCalendar.alias(name, in: list))
        return try (named ?? value(of: .todo, KeptCalendar.formerAlias(name))).flatMap {
            EntityID(bytes: $0)
        }
    }

    /// The last part of a to-do's address. In another list than that for which a client chose it, and where the to-do that
    /// everybody means by it lies in the same list, it is made of the id.
    func name(of id: EntityID, _ kept: KeptCalendar?, in list: EntityID?) throws -> String {
        let own = id.text + ".ics"
        guard let kept else { return own }
        let meant = KeptCalendar.id(ofName: kept.name)
        if meant == id { return kept.name }
        guard try todo(named: kept.name, in: list) == id else { return own }
        guard let other = try row(meant)?.todo, !other.isPastOccurrence,
            try self.list(of: other) == list
        else {
            return kept.name
        }
        let otherName = try keptCalendar(of: meant)?.name ?? meant.text + ".ics"
        return ByteString(otherName) == ByteString(kept.name) ? own : kept.name
    }
}
