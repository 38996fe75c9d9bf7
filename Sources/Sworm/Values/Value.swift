/// A Swift type that one column can keep.
///
/// The usual types conform already. An enum or struct of yours that is `RawRepresentable` with such a raw value, or
/// `Codable`, needs no more than the name of this protocol: the first is kept as its raw value, the second as JSON
/// text.
///
///     enum Position: String, Value { case developer, tester }
public protocol Value: Sendable {
    /// The type of its column.
    static var columnType: ColumnType { get }
    /// True where the column may be NULL. True for optionals only.
    static var isOptional: Bool { get }
    /// Reads the value, or throws ``Field/mismatch(_:)`` if the field holds something else.
    static func read(_ field: Field) throws -> Self
    /// The value that is bound for this one.
    var stored: StoredValue { get }
}

extension Value {
    @inlinable public static var isOptional: Bool { false }
}

extension Optional: Value where Wrapped: Value {
    @inlinable public static var columnType: ColumnType { Wrapped.columnType }
    @inlinable public static var isOptional: Bool { true }

    @inlinable public static func read(_ field: Field) throws -> Wrapped? {
        if field.isNull { return nil }
        return try Wrapped.read(field)
    }

    @inlinable public var stored: StoredValue {
        switch self {
        case .none: .null
        case .some(let wrapped): wrapped.stored
        }
    }
}

extension Value where Self: RawRepresentable, RawValue: Value {
    @inlinable public static var columnType: ColumnType { RawValue.columnType }

    @inlinable public static func read(_ field: Field) throws -> Self {
        guard let value = Self(rawValue: try RawValue.read(field)) else { throw field.mismatch(Self.self) }
        return value
    }

    @inlinable public var stored: StoredValue { rawValue.stored }
}
