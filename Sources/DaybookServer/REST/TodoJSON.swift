public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// How to-dos are spelled in JSON.
public enum TodoJSON: Sendable {
    /// As REST has them: with an address, which starts with these bytes and ends with the id.
    case resource(base: [UInt8])
    /// As scripts want them: with the short number.
    case numbered
    /// As the classic interface has them: fewer members, and the short number for an id.
    case classic

    /// The to-dos that pass the filter, in the order of the list.
    public func list(_ book: BookReader, _ filter: TodoFilter = .all) throws -> JSONWriter {
        var json = JSONWriter(reserving: 64 * 1_024)
        json.beginArray()
        try book.forEachRow(filter) { try append($0, to: &json) }
        json.endArray()
        return json
    }

    /// Some to-dos, as an array.
    public func list(_ rows: [TodoRow]) throws -> JSONWriter {
        var json = JSONWriter()
        try append(rows, to: &json)
        return json
    }

    /// As `list`, as a part of something larger.
    public func append(_ rows: [TodoRow], to json: inout JSONWriter) throws {
        json.beginArray()
        for row in rows { try append(row, to: &json) }
        json.endArray()
    }

    /// One to-do as an object.
    public func item(_ row: TodoRow) throws -> JSONWriter {
        var json = JSONWriter()
        try append(row, to: &json)
        return json
    }

    private func append(_ todo: some JSONTodo, to json: inout JSONWriter) throws {
        json.beginObject()
        switch self {
        case .classic:
            json.key("id")
            json.integer(try todo.number)
            json.key("name")
        case .numbered:
            json.key("number")
            json.integer(try todo.number)
            json.key("id")
            json.id(try todo.id)
            json.key("title")
        case .resource(let base):
            let id = try todo.id
            json.key("id")
            json.id(id)
            json.key("url")
            json.id(id, after: base)
            json.key("title")
        }
        try todo.withTitle { json.string(utf8: $0) }
        json.key("description")
        try todo.withDescription { json.string(utf8: $0) }
        json.key("notes")
        try todo.withNotes { json.string(utf8: $0) }
        let completedAt = try todo.completedAt
        json.key("completed")
        json.bool(completedAt != nil)
        if case .classic = self {} else { try appendTimes(todo, completedAt, to: &json) }
        json.key("synced")
        json.bool(try todo.isSynced)
        json.endObject()
    }

    private func appendTimes(_ todo: some JSONTodo, _ completedAt: Timestamp?, to json: inout JSONWriter) throws {
        json.key("completedAt")
        if let completedAt { json.time(completedAt) } else { json.null() }
        json.key("createdAt")
        json.time(try todo.createdAt)
        // Another program may have set one that JSON can't tell.
        if let order = try todo.todoPosition.number, order.isFinite {
            json.key("order")
            json.number(order)
        }
        if let amount = try todo.amount {
            json.key("amount")
            json.string(amount.number)
            json.key("currency")
            json.string(amount.currency.code)
        }
        if let day = try todo.plannedDay {
            json.key("plannedDay")
            json.string(day.text)
        }
    }
}

/// What JSON is written from: a row of the list as it lies in the database, or a row that was read.
private protocol JSONTodo {
    var number: Int64 { get throws }
    var id: EntityID { get throws }
    var createdAt: Timestamp { get throws }
    var completedAt: Timestamp? { get throws }
    var todoPosition: Position { get throws }
    var isSynced: Bool { get throws }
    var amount: Amount? { get throws }
    var plannedDay: CivilDate? { get throws }

    func withTitle<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
    func withDescription<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
    func withNotes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
}

extension TodoColumns: JSONTodo {}

extension TodoRow: JSONTodo {
    fileprivate var id: EntityID { todo.id }
    fileprivate var createdAt: Timestamp { todo.createdAt }
    fileprivate var completedAt: Timestamp? { todo.completedAt }
    fileprivate var todoPosition: Position { todo.todoPosition }
    fileprivate var isSynced: Bool { todo.isSynced }
    fileprivate var amount: Amount? { todo.amount }
    fileprivate var plannedDay: CivilDate? { todo.plannedDay }

    fileprivate func withTitle<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try todo.title.withBytes(body)
    }

    fileprivate func withDescription<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try todo.description.withBytes(body)
    }

    fileprivate func withNotes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try todo.notes.withBytes(body)
    }
}

extension String {
    /// The bytes of its UTF-8.
    fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        var text = self
        return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }
}
