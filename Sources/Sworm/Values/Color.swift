/// A colour of four 8-bit parts, kept as the integer 0xRRGGBBAA.
public struct Color: Sendable, Hashable, Value {
    /// From 0 to 255, as the others.
    public var red: UInt8
    /// From 0 to 255.
    public var green: UInt8
    /// From 0 to 255.
    public var blue: UInt8
    /// From 0, transparent, to 255, opaque.
    public var alpha: UInt8

    /// An opaque colour, unless `alpha` is given.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static var columnType: ColumnType { .integer }

    public static func read(_ field: Field) throws -> Color {
        guard let bits = field.integer.flatMap({ UInt32(exactly: $0) }) else {
            throw field.mismatch(Color.self)
        }
        return Color(
            red: UInt8(truncatingIfNeeded: bits >> 24), green: UInt8(truncatingIfNeeded: bits >> 16),
            blue: UInt8(truncatingIfNeeded: bits >> 8), alpha: UInt8(truncatingIfNeeded: bits))
    }

    public var stored: StoredValue {
        .integer(Int64(red) << 24 | Int64(green) << 16 | Int64(blue) << 8 | Int64(alpha))
    }
}
