import Foundation

/// A JSON text that came from outside.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads one JSON text.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw JSONError(message: "This is not JSON.")
        }
    }

    /// What to call a value of this kind in a message.
    public var kind: String {
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

/// Why bytes are no JSON.
public struct JSONError: Error, Equatable, Sendable {
    public let message: String
}

extension JSONValue: Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let members = try? value.decode([String: JSONValue].self) {
            self = .object(members)
        } else {
            self = .array(try value.decode([JSONValue].self))
        }
    }
}
