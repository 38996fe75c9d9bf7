public import DaybookCore
public import Sworm

extension EntityID: Value {
    public static var columnType: ColumnType { .blob }

    public static func read(_ field: Sworm.Field) throws -> EntityID {
        guard let id = field.withBytes({ EntityID(bytes: $0) }) else { throw field.mismatch(EntityID.self) }
        return id
    }

    public var stored: StoredValue { .blob(bytes) }
}

extension Position: Value {
    public static var columnType: ColumnType { .blob }

    public static func read(_ field: Sworm.Field) throws -> Position {
        guard field.kind == .blob else { throw field.mismatch(Position.self) }
        return Position(bytes: field.withBytes { [UInt8]($0) })
    }

    public var stored: StoredValue { .blob(bytes) }
}

extension Timestamp: Value {
    public static var columnType: ColumnType { .integer }

    public static func read(_ field: Sworm.Field) throws -> Timestamp {
        guard field.kind == .integer else { throw field.mismatch(Timestamp.self) }
        return Timestamp(milliseconds: field.rawInteger)
    }

    public var stored: StoredValue { .integer(milliseconds) }
}
