public import DaybookCore
import Sworm

/// The server that a book syncs with, and how far it got.
public struct Remote: Equatable, Sendable {
    /// Where the server is.
    public let url: String
    /// How far sync with it got.
    public let progress: SyncClient.Progress
}

/// The one row of `remote`, if there is any.
struct RemoteRow {
    let url: String
    let progress: SyncClient.Progress

    var remote: Remote { Remote(url: url, progress: progress) }
}

extension RemoteRow: Model {
    static var table: Tablex { Tablex("remote") }
    static let id = Expression<Int64>("id")
    static let url = Expression<String>("url")
    static let cursor = Expression<Int64>("cursor")
    static let epoch = Expression<UInt64?>("epoch")
    static let newest = Expression<Timestamp>("newest")

    static func parse(_ row: Row) throws -> RemoteRow {
        RemoteRow(
            url: try row.get(url),
            progress: SyncClient.Progress(
                cursor: UInt64(clamping: try row.get(cursor)), epoch: try row.get(epoch),
                newest: try row.get(newest)))
    }

    func setter() -> [Setter] {
        [
            Self.id <- 1, Self.url <- url,
            Self.cursor <- Int64(clamping: progress.cursor), Self.epoch <- progress.epoch,
            Self.newest <- progress.newest,
        ]
    }
}
