import Synchronization

/// The program's one database, for small programs that have just one.
public enum SQL {
    private static let driver = Mutex<Database?>(nil)

    /// Opens the database that ``getDriver()`` gives from here on.
    ///
    /// - Parameters:
    ///   - dbName: a path, or a name in the working folder.
    ///   - isMock: whether the database is in memory and leaves no file.
    @discardableResult public static func setup(dbName: String, isMock: Bool = false) throws -> Database {
        let database = isMock ? try Database() : try Database(path: dbName)
        driver.withLock { $0 = database }
        return database
    }

    /// The database that ``setup(dbName:isMock:)`` opened.
    public static func getDriver() throws -> Database {
        guard let database = driver.withLock({ $0 }) else {
            throw SwormError.misuse("There is no database yet: call SQL.setup(dbName:isMock:) first.")
        }
        return database
    }
}
