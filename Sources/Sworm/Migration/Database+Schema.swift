import Foundation
import GRDB

extension Database {
    /// Opens or creates a file and brings it to the schema's last version.
    ///
    /// A file of a newer version is refused before it is opened for writing, so that not a byte of it changes.
    public convenience init(path: String, options: Options = Options(), schema: Schema) throws {
        try schema.refuseNewer(path, options)
        try self.init(path: path, options: options)
        try migrate(to: schema)
    }
}

extension Schema {
    fileprivate func refuseNewer(_ path: String, _ options: Database.Options) throws {
        guard let newest = versions.last, FileManager.default.fileExists(atPath: path) else { return }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = options.busyMode
        do {
            let file = try GRDB.DatabaseQueue(path: path, configuration: configuration)
            let version = try file.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") } ?? 0
            try file.close()
            if version > newest.number { throw SwormError.newerFile(version: version, newest: newest.number) }
        } catch let error as GRDB.DatabaseError {
            throw SwormError.cannotOpen(path: path, SQLiteFailure(error))
        }
    }
}
