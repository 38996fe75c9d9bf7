/// A JSON text that came from outside.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Of members with the same name the last one counts.
    case object([String: JSONValue])

    /// What to call a value of this kind in a message.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Why bytes are no JSON, and where.
struct JSONError: Error, Equatable {
    let reason: String
    /// Bytes from the start.
    let offset: Int

    var message: String { "The body is not JSON: \(reason) at byte \(offset)." }
}

extension JSONValue {
    /// Arrays and objects may be nested this deep.
    static let greatestDepth = 64

    /// Reads one JSON text (RFC 8259), with nothing but white space around it.
    init(_ bytes: [UInt8]) throws(JSONError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONError(reason: "it is not UTF-8", offset: 0)
        }
        var reader = JSONReader(bytes)
        self = try reader.text()
    }
}
