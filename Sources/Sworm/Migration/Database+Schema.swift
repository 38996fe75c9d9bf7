import Foundation

extension Database {
    /// Opens or creates a file and brings it to the schema's last version.
    ///
    /// A file that has a newer version, another shape than its version says, or no way to the last version, is refused
    /// before it is opened for writing, so that not a byte of it changes.
    public convenience init(path: String, options: Options = Options(), schema: Schema) throws {
        try schema.refuse(path, options)
        try self.init(path: path, options: options)
        try migrate(to: schema)
    }
}

extension Schema {
    /// Throws where a migration of the file would throw before its first step.
    fileprivate func refuse(_ path: String, _ options: Database.Options) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        var options = options
        options.isReadOnly = true
        let file = try Database(path: path, options: options)
        defer { try? file.close() }
        try file.read { db in
            if let start = try start(db) { _ = try plans(db, from: start) }
        }
    }
}
