import DaybookCore
import HTTPTypes

/// What a client sends to make or change a to-do. Members of other names, and those that only the server sets, are
/// ignored.
struct TodoInput: Equatable, Sendable {
    var title: String?
    var description: String?
    var notes: String?
    var completed: Bool?
    var order: Double?

    init(_ body: [UInt8]) throws(Problem) {
        let json: JSONValue
        do {
            json = try JSONValue(body)
        } catch {
            throw Problem(.badRequest, error.message)
        }
        guard case .object(let members) = json else {
            throw Problem(.badRequest, "The body is \(json.kind); send an object such as {\"title\":\"Buy milk\"}.")
        }
        title = try Self.string("title", in: members)
        description = try Self.string("description", in: members)
        notes = try Self.string("notes", in: members)
        switch members["completed"] {
        case nil: completed = nil
        case .bool(let value): completed = value
        case let other?: throw Self.mismatch("completed", other, "true or false")
        }
        switch members["order"] {
        case nil: order = nil
        case .number(let value): order = value
        case let other?: throw Self.mismatch("order", other, "a number")
        }
    }

    /// Throws if it lacks a title.
    func draft() throws(Problem) -> TodoDraft {
        guard let title else {
            throw Problem(.badRequest, "A to-do needs a title; send one as a string.", field: "title")
        }
        return TodoDraft(
            title: title, description: description ?? "", notes: notes ?? "", isCompleted: completed ?? false,
            order: order)
    }

    var edit: TodoEdit {
        TodoEdit(title: title, description: description, notes: notes, isCompleted: completed, order: order)
    }

    private static func string(_ name: String, in members: [String: JSONValue]) throws(Problem) -> String? {
        switch members[name] {
        case nil: nil
        case .string(let value): value
        case let other?: throw mismatch(name, other, "a string")
        }
    }

    private static func mismatch(_ name: String, _ value: JSONValue, _ wanted: String) -> Problem {
        Problem(.badRequest, "The member \(name) is \(value.kind); it has to be \(wanted).", field: name)
    }
}
