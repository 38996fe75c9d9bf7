import Sworm

/// Names a state of the book as one of its connections sees it: equal versions are the same state, also when other
/// programs write. Two connections' versions are never equal.
public struct BookVersion: Equatable, @unchecked Sendable {
    /// Kept for its identity, never used.
    private let connection: Connection
    private let othersCommits: Int64
    private let ownChanges: Int64

    init(_ connection: Connection) throws {
        self.connection = connection
        othersCommits = try connection.value(sql: "PRAGMA data_version", as: Int64.self) ?? 0
        ownChanges = try connection.value(sql: "SELECT total_changes()", as: Int64.self) ?? 0
    }

    /// Which connection sees it; the same for no other as long as this version is kept.
    public var connectionID: ObjectIdentifier { ObjectIdentifier(connection) }

    public static func == (left: BookVersion, right: BookVersion) -> Bool {
        left.connection === right.connection && left.othersCommits == right.othersCommits
            && left.ownChanges == right.ownChanges
    }
}

extension BookReader {
    /// The state of the book that is read here, for keeping what was made from it until the book changes.
    public func version() throws -> BookVersion { try BookVersion(db) }
}
