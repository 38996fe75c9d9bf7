import Foundation

extension Value where Self: Codable {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Field) throws -> Self {
        guard let json = field.string else { throw field.mismatch(Self.self) }
        do {
            return try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw field.mismatch(Self.self)
        }
    }

    /// JSON with sorted keys, so that equal values are equal text.
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
