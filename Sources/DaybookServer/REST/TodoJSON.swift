import DaybookCore
import DaybookStorage

/// To-dos as JSON, as REST and as the classic interface spell them.
enum TodoJSON {
    /// - Parameter base: what the address of every to-do starts with.
    static func list(_ book: BookReader, _ filter: TodoFilter, base: String) throws -> JSONWriter {
        let base = Array(base.utf8)
        var json = JSONWriter(reserving: 64 * 1_024)
        json.beginArray()
        for row in try book.rows(filter) { append(row, base, to: &json) }
        json.endArray()
        return json
    }

    static func item(_ row: TodoRow, base: String) -> JSONWriter {
        var json = JSONWriter(reserving: 1_024)
        append(row, Array(base.utf8), to: &json)
        return json
    }

    static func classicList(_ book: BookReader) throws -> JSONWriter {
        var json = JSONWriter(reserving: 64 * 1_024)
        json.beginArray()
        for row in try book.rows() { appendClassic(row, to: &json) }
        json.endArray()
        return json
    }

    static func classicList(_ rows: [TodoRow]) -> JSONWriter {
        var json = JSONWriter(reserving: 1_024)
        json.beginArray()
        for row in rows { appendClassic(row, to: &json) }
        json.endArray()
        return json
    }

    private static func append(_ row: TodoRow, _ base: [UInt8], to json: inout JSONWriter) {
        let todo = row.todo
        let id = todo.id.text.utf8
        json.beginObject()
        json.key("id")
        json.plainString(id)
        json.key("url")
        json.plainString(base + id)
        json.key("title")
        json.string(todo.title)
        json.key("description")
        json.string(todo.description)
        json.key("notes")
        json.string(todo.notes)
        json.key("completed")
        json.bool(todo.isCompleted)
        json.key("completedAt")
        if let completedAt = todo.completedAt { json.plainString(completedAt.text.utf8) } else { json.null() }
        json.key("createdAt")
        json.plainString(todo.createdAt.text.utf8)
        if let order = todo.order {
            json.key("order")
            json.number(order)
        }
        json.key("synced")
        json.bool(todo.isSynced)
        json.endObject()
    }

    private static func appendClassic(_ row: TodoRow, to json: inout JSONWriter) {
        json.beginObject()
        json.key("id")
        json.integer(row.number)
        json.key("name")
        json.string(row.todo.title)
        json.key("description")
        json.string(row.todo.description)
        json.key("notes")
        json.string(row.todo.notes)
        json.key("completed")
        json.bool(row.todo.isCompleted)
        json.key("synced")
        json.bool(row.todo.isSynced)
        json.endObject()
    }
}
