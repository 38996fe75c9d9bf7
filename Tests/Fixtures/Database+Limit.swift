public import Sworm

extension Database {
    /// Makes the disk as large as this many pages, for this object alone.
    public func limitPages(to count: Int) throws {
        _ = try writeWithoutTransaction { try $0.rows(sql: "PRAGMA max_page_count = \(count)") }
    }
}
