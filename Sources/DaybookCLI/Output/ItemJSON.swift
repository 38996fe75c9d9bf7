import DaybookCore
import DaybookServer
import DaybookStorage

/// Items as JSON for scripts: as REST has them, with their number in place of an address.
enum ItemJSON {
    static func list(_ book: BookReader, _ filter: TodoFilter) throws -> JSONWriter {
        var json = JSONWriter(reserving: 64 * 1_024)
        json.beginArray()
        for row in try book.rows(filter) { append(row, to: &json) }
        json.endArray()
        return json
    }

    static func item(_ row: TodoRow) -> JSONWriter {
        var json = JSONWriter()
        append(row, to: &json)
        return json
    }

    private static func append(_ row: TodoRow, to json: inout JSONWriter) {
        let todo = row.todo
        json.beginObject()
        json.key("number")
        json.integer(row.number)
        json.key("id")
        json.string(todo.id.text)
        json.key("title")
        json.string(todo.title)
        json.key("description")
        json.string(todo.description)
        json.key("notes")
        json.string(todo.notes)
        json.key("completed")
        json.bool(todo.isCompleted)
        json.key("completedAt")
        if let completedAt = todo.completedAt { json.string(completedAt.text) } else { json.null() }
        json.key("createdAt")
        json.string(todo.createdAt.text)
        json.key("synced")
        json.bool(todo.isSynced)
        json.endObject()
    }
}
