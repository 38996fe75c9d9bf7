/// The state of a to-do that a client of CalDAV was told, or wrote: it begins with that when it writes next.
public struct ToldText: Hashable, Sendable {
    public let todo: EntityID
    /// Names the text: 16 bytes.
    public let tag: [UInt8]
    /// The part of the text that tells the server what changed since.
    public let base: [UInt8]

    public init(todo: EntityID, tag: [UInt8], base: [UInt8]) {
        self.todo = todo
        self.tag = tag
        self.base = base
    }

    /// How many of them a book keeps, over all clients. Those that were told longest ago go first.
    public static let most = 250_000
    /// How many bytes are kept of one to-do for a client, the newest first; of the newest all.
    public static let mostBytes = 4_096
}
