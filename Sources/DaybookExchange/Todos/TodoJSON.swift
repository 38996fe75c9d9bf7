public import DaybookCore

/// To-dos as JSON, planned once from the list of their fields: for REST with their address, for scripts with their
/// number, for the classic interface with fewer members and the number for an id, for files with neither.
public struct TodoJSON: Sendable {
    private enum Naming {
        case address(base: [UInt8])
        case number
        case classic
        /// Nor with what holds for one copy of a book alone.
        case neither
    }

    /// A member with its name as it is written: quotation marks and colon included.
    private struct Member: Sendable {
        let member: TodoMember
        let keys: [[UInt8]]

        init(_ member: TodoMember, _ names: [String]) {
            self.member = member
            keys = names.map { Array("\"\($0)\":".utf8) }
        }
    }

    private let naming: Naming
    private let members: [Member]

    /// With the number by which people name a to-do.
    public static let numbered = TodoJSON(.number)
    /// As the classic interface has them.
    public static let classic = TodoJSON(.classic)
    /// What another book takes in.
    public static let portable = TodoJSON(.neither)

    private static let standard = members(Todo.fields)
    /// The classic interface has another name for the title, and no moment of completion.
    private static let few = zip(
        ["title", "description", "notes", "completedAt"], ["name", "description", "notes", "completed"]
    )
    .flatMap { name, key in
        TodoMember.members(Todo.fields).filter { $0.name == name }.map { Member($0, [key]) }
    }

    /// - Parameter base: what the address of every to-do starts with.
    public static func resource(base: [UInt8], _ fields: FieldList<Todo>? = nil) -> TodoJSON {
        TodoJSON(.address(base: base), fields)
    }

    private init(_ naming: Naming, _ fields: FieldList<Todo>? = nil) {
        self.naming = naming
        if case .classic = naming { members = Self.few } else { members = fields.map(Self.members) ?? Self.standard }
    }

    private static func members(_ fields: FieldList<Todo>) -> [Member] {
        TodoMember.members(fields).map { member in
            let names =
                switch member.form {
                case .completion: ["completed", member.name]
                case .amount(let currency): [member.name, currency]
                case .repeats(let mode): [member.name, mode]
                case .occurrence(let series): [series, member.name]
                case .text, .day, .timeOfDay, .time, .order: [member.name, member.otherName].compactMap(\.self)
                }
            return Member(member, names)
        }
    }

    /// The to-dos that `each` hands on, as an array.
    public func list<Item: FieldSource>(_ each: ((Item) throws -> Void) throws -> Void) throws -> JSONWriter {
        var json = JSONWriter(reserving: 64 * 1_024)
        json.beginArray()
        try each { try append($0, to: &json) }
        json.endArray()
        return json
    }

    /// Some to-dos, as an array.
    public func list(_ rows: [TodoRow]) -> JSONWriter {
        var json = JSONWriter()
        append(rows, to: &json)
        return json
    }

    /// As `list`, as a part of something larger.
    public func append(_ rows: [TodoRow], to json: inout JSONWriter) {
        json.beginArray()
        for row in rows { append(row, to: &json) }
        json.endArray()
    }

    /// One to-do as an object.
    public func item(_ row: TodoRow) -> JSONWriter {
        var json = JSONWriter()
        append(row, to: &json)
        return json
    }

    private func append<Item: FieldSource>(_ item: Item, to json: inout JSONWriter) throws(Item.Failure) {
        json.beginObject()
        switch naming {
        case .classic:
            json.key("id")
            json.integer(try item.number)
        case .number:
            json.key("number")
            json.integer(try item.number)
            json.key("id")
            json.id(try item.id)
        case .address(let base):
            let id = try item.id
            json.key("id")
            json.id(id)
            json.key("url")
            json.id(id, after: base)
        case .neither:
            json.key("id")
            json.id(try item.id)
        }
        for index in members.indices {
            let member = members[index].member
            if case .text = member.form, !member.spec.isOptional {
                json.key(members[index].keys[0])
                try item.withText(at: member.index) { json.string(utf8: $0) }
            } else {
                Self.append(try item.value(at: member.index), members[index], to: &json)
            }
        }
        switch naming {
        case .neither: break
        case .address, .number, .classic:
            json.key("synced")
            json.bool(try item.isSynced)
        }
        json.endObject()
    }

    private static func append(_ value: FieldValue, _ member: Member, to json: inout JSONWriter) {
        switch member.member.form {
        case .completion:
            json.key(member.keys[0])
            json.bool(value.time != nil)
            guard member.keys.count > 1 else { return }
            json.key(member.keys[1])
            if let time = value.time { json.time(time) } else { json.null() }
        case .text where value.text.isEmpty: break
        case .text:
            json.key(member.keys[0])
            json.string(value.text)
        case .time:
            guard let time = value.time else { return }
            json.key(member.keys[0])
            json.time(time)
        case .order:
            // Another program may have set one that JSON can't tell.
            guard let order = value.position.number, order.isFinite else { return }
            json.key(member.keys[0])
            json.number(order)
        case .amount:
            guard let amount = value.amount else { return }
            json.key(member.keys[0])
            json.string(amount.number)
            json.key(member.keys[1])
            json.string(amount.currency.code)
        case .repeats:
            guard let repeats = value.repeats, !repeats.rule.isEmpty else { return }
            json.key(member.keys[0])
            json.string(repeats.rule)
            json.key(member.keys[1])
            json.string(repeats.mode.name)
        case .occurrence:
            guard let occurrence = value.occurrence else { return }
            json.key(member.keys[0])
            json.id(occurrence.series)
            json.key(member.keys[1])
            json.integer(occurrence.number)
        case .day:
            guard let day = value.day else { return }
            for key in member.keys {
                json.key(key)
                json.string(day.text)
            }
        case .timeOfDay:
            guard let time = value.timeOfDay else { return }
            json.key(member.keys[0])
            json.string(time.text)
        }
    }
}
