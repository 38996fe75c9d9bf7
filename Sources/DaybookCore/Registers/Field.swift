/// Which fact of an entity a register holds. Numbers are for ever: a new meaning takes a new number, and a number
/// that this version doesn't know is stored and forwarded all the same.
public struct Field: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static func < (left: Field, right: Field) -> Bool { left.rawValue < right.rawValue }

    // A to-do. Texts are UTF-8, times 8 bytes (see `Timestamp.bytes`), positions as `Position` says.
    public static let title = Field(rawValue: 1)
    public static let description = Field(rawValue: 2)
    public static let notes = Field(rawValue: 3)
    public static let createdAt = Field(rawValue: 4)
    /// Empty while the to-do is open.
    public static let completedAt = Field(rawValue: 5)
    public static let todoPosition = Field(rawValue: 6)
    public static let donePosition = Field(rawValue: 7)
    /// An entity is gone while no register of content is newer than this one. Its value is empty.
    public static let deleted = Field(rawValue: 8)

    /// Whether writing this field brings a deleted entity back. A drag doesn't.
    var isContent: Bool {
        self != .deleted && self != .todoPosition && self != .donePosition
    }
}
