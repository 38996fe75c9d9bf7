/// A JSON text that came from outside.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The nearest double; amounts are strings, since it keeps no more than some 16 digits.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// The members of an object. The last of those with the same name counts.
    case object([String: JSONValue])

    /// Reads one JSON text in UTF-8. Of members with the same name the last one counts.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        var reader = try JSONReader(bytes)
        self = try reader.text()
    }

    /// Does the same as `init`, for an array: hands its elements to `body`, one after the other, so that a long one isn't in memory
    /// as a whole.
    ///
    /// - Returns: what there is if it isn't an array.
    /// - Throws: `JSONError` also behind the elements that `body` got, or what `body` throws.
    public static func eachElement(of bytes: [UInt8], _ body: (JSONValue) throws -> Void) throws -> JSONValue? {
        var reader = try JSONReader(bytes)
        return try reader.eachElement(body)
    }

    /// Says what to call a value of this kind in a message.
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
    /// Says what is wrong and where, in English.
    public let message: String
}
