extension String: Value {
    @inlinable public static var columnType: ColumnType { .text }
    @inlinable public static func read(_ field: Field) throws -> String {
        guard let string = field.string else { throw field.mismatch(String.self) }
        return string
    }
    @inlinable public var stored: StoredValue { .text(self) }
}
