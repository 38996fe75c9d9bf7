import DaybookCore
import DaybookStorage
import HTTPTypes

/// A to-do as the headers of a classic request give it.
struct ClassicItem: Equatable, Sendable {
    let number: Int64
    let name: String
    let description: String
    let notes: String
    let isCompleted: Bool
    /// True where the client says that it is synced; nil if it doesn't say.
    let isSynced: Bool?

    init(_ headers: HTTPFields) throws(ClassicError) {
        guard let id = headers[.id], let name = headers[.name], let description = headers[.description],
            let notes = headers[.notes], let completed = headers[.completed]
        else { throw .missingFields }
        try ClassicField.name.check(name)
        try ClassicField.description.check(description)
        try ClassicField.notes.check(notes)
        number = try Self.number(id)
        self.name = name
        self.description = description
        self.notes = notes
        isCompleted = try Self.boolean(.completed, completed)
        isSynced = if let synced = headers[.synced] { try Self.boolean(.synced, synced) } else { nil }
    }

    static func number(_ headers: HTTPFields) throws(ClassicError) -> Int64 {
        guard let id = headers[.id] else { throw .missingID }
        return try number(id)
    }

    /// The values that the to-do is to hold, be it new or not.
    var changes: Changes {
        .todo(title: name, description: description, notes: notes, isCompleted: isCompleted)
    }

    /// Marks the item as synced or not, if the client says which.
    func mark(_ id: EntityID, in book: BookTransaction) throws {
        switch isSynced {
        case true?: try book.acknowledge(id)
        case false?: try book.markPending(id)
        case nil: break
        }
    }

    private static func number(_ text: String) throws(ClassicError) -> Int64 {
        guard let number = Int64(text) else { throw .malformedID(text) }
        return number
    }

    private static func boolean(_ field: ClassicField, _ text: String) throws(ClassicError) -> Bool {
        switch text {
        case "True", "true", "yes", "1": true
        case "False", "false", "no", "0": false
        default: throw .malformedBoolean(field, text)
        }
    }
}

extension HTTPFields {
    fileprivate subscript(field: ClassicField) -> String? { self[field.headerName] }
}
