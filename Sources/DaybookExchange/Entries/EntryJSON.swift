public import DaybookCore

/// Entries as JSON: for REST with their address, for the command line with their number, for files with neither.
///
/// Amounts are strings, since a JSON number is a floating-point number to most who read it.
public struct EntryJSON: Sendable {
    private let naming: Naming

    private enum Naming {
        case address(base: String)
        case number
        /// Nor with what holds for one copy of a book alone.
        case neither
    }

    /// With the number by which people name an entry.
    public static let numbered = EntryJSON(.number)
    /// What another book takes in.
    public static let portable = EntryJSON(.neither)

    /// - Parameter base: what the address of every entry starts with.
    public init(base: String) { self.init(.address(base: base)) }

    private init(_ naming: Naming) { self.naming = naming }

    /// Some entries, as an array.
    public func list(_ rows: [EntryRow]) -> JSONWriter {
        var json = JSONWriter(reserving: 64 * 1_024)
        append(rows, to: &json)
        return json
    }

    /// As `list`, as a part of something larger.
    public func append(_ rows: [EntryRow], to json: inout JSONWriter) {
        json.beginArray()
        for row in rows { append(row, to: &json) }
        json.endArray()
    }

    /// One entry as an object.
    public func item(_ row: EntryRow) -> JSONWriter {
        var json = JSONWriter()
        append(row, to: &json)
        return json
    }

    private func append(_ row: EntryRow, to json: inout JSONWriter) {
        let entry = row.entry
        json.beginObject()
        if case .number = naming {
            json.key("number")
            json.integer(row.number)
        }
        json.key("id")
        json.string(entry.id.text)
        if case .address(let base) = naming {
            json.key("url")
            json.string(base + entry.id.text)
        }
        json.key("kind")
        json.string(entry.kind.name)
        json.key("amount")
        if let amount = entry.amount { json.string(amount.number) } else { json.null() }
        json.key("currency")
        if let amount = entry.amount { json.string(amount.currency.code) } else { json.null() }
        json.key("day")
        json.string(entry.day.text)
        json.key("createdAt")
        json.string(entry.createdAt.text)
        json.key("place")
        json.string(entry.place)
        json.key("note")
        json.string(entry.note)
        json.key("tags")
        json.beginArray()
        for tag in entry.tags { json.string(tag) }
        json.endArray()
        json.key("voice")
        if let voice = entry.voice { json.string(voice.text) } else { json.null() }
        json.key("todo")
        if let todo = entry.todo { json.string(todo.text) } else { json.null() }
        if case .neither = naming {
        } else {
            json.key("synced")
            json.bool(entry.isSynced)
        }
        json.endObject()
    }
}
