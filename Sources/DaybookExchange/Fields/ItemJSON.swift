public import DaybookCore

public typealias TodoJSON = ItemJSON<Todo>
public typealias EntryJSON = ItemJSON<Entry>

/// Things as JSON, planned once from the list of their fields: for REST with their address, for scripts with their
/// number, for the classic interface with fewer members and the number for an id, for files with neither.
///
/// Amounts are strings, since a JSON number is a floating-point number to most who read it.
public struct ItemJSON<Owner: Entity>: Sendable {
    enum Naming {
        case address(base: [UInt8])
        case number
        case classic
        /// Nor with what holds for one copy of a book alone.
        case neither
        /// The same as `neither`, with what files call its kind.
        case kind(String)
    }

    /// The members that are told of a kind of things.
    struct Members: Sendable {
        /// Each with its names as they are written: quotation marks and colon included.
        let all: [(member: FieldMember<Owner>, keys: [[UInt8]])]
        let writesNulls: Bool

        init(_ fields: FieldList<Owner>) {
            all = FieldMember.members(fields).map { ($0, $0.names.map { Array("\"\($0)\":".utf8) }) }
            writesNulls = fields.writesNulls
        }

        /// Some of them under other names.
        init(_ members: Members, _ names: [(name: String, key: String)]) {
            all = names.flatMap { name, key in
                members.all.filter { $0.member.name == name }.map { ($0.member, [Array("\"\(key)\":".utf8)]) }
            }
            writesNulls = members.writesNulls
        }
    }

    private let naming: Naming
    private let members: Members

    init(_ naming: Naming, _ members: Members) {
        self.naming = naming
        self.members = members
    }

    /// Writes what `each` hands on, as an array.
    public func list<Item: FieldSource>(_ each: ((Item) throws -> Void) throws -> Void) throws -> JSONWriter {
        var json = JSONWriter(reserving: 64 * 1_024)
        json.beginArray()
        try each { try append($0, to: &json) }
        json.endArray()
        return json
    }

    /// Some things, as an array.
    public func list<Row: ItemRow>(_ rows: [Row]) -> JSONWriter {
        var json = JSONWriter()
        append(rows, to: &json)
        return json
    }

    /// Does the same as `list`, as a part of something larger.
    public func append<Row: ItemRow>(_ rows: [Row], to json: inout JSONWriter) {
        json.beginArray()
        for row in rows { append(row, to: &json) }
        json.endArray()
    }

    /// Things as elements of an array that is open.
    public func append(elements rows: [some ItemRow], to json: inout JSONWriter) {
        for row in rows { append(row, to: &json) }
    }

    /// One thing as an object.
    public func item<Row: ItemRow>(_ row: Row) -> JSONWriter {
        var json = JSONWriter()
        append(row, to: &json)
        return json
    }

    private func append<Item: FieldSource>(_ item: Item, to json: inout JSONWriter) throws(Item.Failure) {
        json.beginObject()
        switch naming {
        case .classic:
            json.member("id", try item.number)
        case .number:
            json.member("number", try item.number)
            json.member("id", try item.id)
        case .address(let base):
            let id = try item.id
            json.member("id", id)
            json.key("url")
            json.id(id, after: base)
        case .neither: json.member("id", try item.id)
        case .kind(let name):
            json.member("id", try item.id)
            json.member("kind", name)
        }
        for (member, keys) in members.all {
            if case .text = member.spec.shape, !member.spec.isOptional {
                json.key(keys[0])
                try item.withText(at: member.index) { json.string(utf8: $0) }
            } else {
                append(try item.value(at: member.index), member, keys, to: &json)
            }
        }
        switch naming {
        case .neither, .kind: break
        case .address, .number, .classic: json.member("synced", try item.isSynced)
        }
        json.endObject()
    }

    private func append(
        _ value: FieldValue, _ member: FieldMember<Owner>, _ keys: [[UInt8]], to json: inout JSONWriter
    ) {
        switch (member.form, value) {
        case (.completion, _):
            json.key(keys[0])
            json.bool(value.time != nil)
            guard keys.count > 1 else { return }
            json.key(keys[1])
            if let time = value.time { json.time(time) } else { json.null() }
        case (.order, _):
            // Another program may have set one that JSON can't tell.
            guard let order = value.position.number, order.isFinite else { return }
            json.key(keys[0])
            json.number(order)
        case (.texts, _):
            guard !member.spec.isOptional || !value.isNothing else { return }
            json.key(keys[0])
            json.texts(value.texts)
        case (.parts, _):
            json.key(keys[0])
            PartJSON.append(value.parts, to: &json)
        case (_, .time(let time)):
            json.key(keys[0])
            json.time(time)
        case (.amount, .amount(let amount)):
            json.key(keys[0])
            json.string(amount.number)
            json.key(keys[1])
            json.string(amount.currency.code)
        case (.repeats, .repeats(let repeats)):
            guard !repeats.rule.isEmpty else { return }
            json.key(keys[0])
            json.string(repeats.rule)
            json.key(keys[1])
            json.string(repeats.mode.name)
        case (.occurrence, .occurrence(let occurrence)):
            json.key(keys[0])
            json.id(occurrence.series)
            json.key(keys[1])
            json.integer(occurrence.number)
        default:
            let text = value.isNothing ? nil : member.spec.shape.text(value)
            guard text != nil || members.writesNulls else { return }
            for key in keys {
                json.key(key)
                if let text { json.string(text) } else { json.null() }
            }
        }
    }
}

extension ItemJSON where Owner: RecordEntity {
    /// With the number that each has in a copy of the book.
    public static var numbered: ItemJSON { ItemJSON(.number, Members(Owner.fields)) }
    /// The members that another book takes in.
    public static var portable: ItemJSON { ItemJSON(.neither, Members(Owner.fields)) }

    /// - Parameter base: what the address of each starts with.
    public static func resource(base: [UInt8]) -> ItemJSON { ItemJSON(.address(base: base), Members(Owner.fields)) }
}

private let todoMembers = TodoJSON.Members(Todo.fields)
/// The classic interface has another name for the title, and no moment of completion.
private let classicMembers = TodoJSON.Members(
    todoMembers,
    [
        ("title", "name"), ("description", "description"), ("notes", "notes"), ("completedAt", "completed"),
    ])
private let entryMembers = EntryJSON.Members(Entry.fields)

extension ItemJSON<Todo> {
    /// With the number by which people name a to-do.
    public static var numbered: TodoJSON { TodoJSON(.number, todoMembers) }
    /// The members that the classic interface has.
    public static var classic: TodoJSON { TodoJSON(.classic, classicMembers) }

    /// - Parameter base: what the address of every to-do starts with.
    public static func resource(base: [UInt8], _ fields: FieldList<Todo>? = nil) -> TodoJSON {
        TodoJSON(.address(base: base), fields.map { Members($0) } ?? todoMembers)
    }
}

extension ItemJSON<Entry> {
    /// With the number by which people name an entry.
    public static var numbered: EntryJSON { EntryJSON(.number, entryMembers) }
    /// The members that another book takes in.
    public static var portable: EntryJSON { EntryJSON(.neither, entryMembers) }
    /// Writes things, such as accounts, for another book as elements of an array of entries that is open.
    public static func append(_ things: [any RecordEntity], to json: inout JSONWriter) {
        FileParts.append(things, to: &json)
    }

    /// - Parameter base: what the address of every entry starts with.
    public static func resource(base: [UInt8], _ fields: FieldList<Entry>? = nil) -> EntryJSON {
        EntryJSON(.address(base: base), fields.map { Members($0) } ?? entryMembers)
    }
}
