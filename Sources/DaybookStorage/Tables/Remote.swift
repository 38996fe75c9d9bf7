public import DaybookCore
public import Sworm

/// The one row of `remote`, if there is any: the server that a book syncs with, and how far it got.
public struct Remote: Equatable, Sendable {
    /// Where the server is.
    public let url: String
    /// How far sync with it got.
    public let progress: SyncClient.Progress
}

extension Remote: Model {
    public static var table: Tablex { Tablex("remote") }
    static let id = Expression<Int64>("id")
    static let url = Expression<String>("url")
    static let cursor = Expression<Int64>("cursor")
    static let epoch = Expression<UInt64?>("epoch")
    static let newest = Expression<Timestamp>("newest")

    public static func parse(_ row: Row) throws -> Remote {
        Remote(
            url: try row.get(url),
            progress: SyncClient.Progress(
                cursor: UInt64(clamping: try row.get(cursor)), epoch: try row.get(epoch),
                newest: try row.get(newest)))
    }

    public func setter() -> [Setter] {
        [
            Self.id <- 1, Self.url <- url,
            Self.cursor <- Int64(clamping: progress.cursor), Self.epoch <- progress.epoch,
            Self.newest <- progress.newest,
        ]
    }
}
