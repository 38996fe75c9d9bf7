import Foundation

/// A JSON text that the server answered, as Foundation reads it.
enum FoundationJSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([FoundationJSON])
    case object([String: FoundationJSON])

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(FoundationJSON.self, from: Data(bytes))
    }

    /// A member, if this is an object that has it.
    func member(_ name: String) -> FoundationJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }
}

extension FoundationJSON: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([FoundationJSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: FoundationJSON].self))
        }
    }
}
