import Foundation

extension Value where Self: Codable {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Field) throws -> Self {
        guard let json = field.string else { throw field.mismatch(Self.self) }
        do {
            return try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            guard let place = (error as? DecodingError)?.place, !place.isEmpty else { throw field.mismatch(Self.self) }
            let type = String(describing: Self.self)
            throw SwormError.mistyped(column: "", model: "", expected: type, found: "JSON with a fault at \(place)")
        }
    }

    /// JSON with sorted keys, so that equal values are equal text; but a `Set`, and a dictionary whose keys are neither
    /// `String` nor `Int`, has no order: don't compare what holds one, nor make it unique or a default.
    public var stored: StoredValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(self) else {
            return .refused(reason: "\(Self.self) could not be encoded as JSON")
        }
        return .text(String(decoding: json, as: UTF8.self))
    }
}

/// A type that is both keeps its raw value.
extension Value where Self: RawRepresentable, Self: Codable, RawValue: Value {
    @inlinable public static var columnType: ColumnType { RawValue.columnType }

    @inlinable public static func read(_ field: Field) throws -> Self {
        guard let value = Self(rawValue: try RawValue.read(field)) else { throw field.mismatch(Self.self) }
        return value
    }

    @inlinable public var stored: StoredValue { rawValue.stored }
}

extension DecodingError {
    /// Where in the JSON it lies, such as `address.lines.…`. The keys of a dictionary may be what a person entered, and
    /// so may any that is not a case of an enum.
    fileprivate var place: String {
        let path: [any CodingKey] =
            switch self {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return path.map { key in
            let mirror = Mirror(reflecting: key)
            return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "…"
        }.joined(separator: ".")
    }
}
