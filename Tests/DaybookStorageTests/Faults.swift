import Sworm

@testable import DaybookStorage

extension Book {
    /// Makes the disk as large as this many pages, for this object alone.
    func limitPages(to count: Int) throws {
        _ = try database.writeWithoutTransaction { try $0.rows(sql: "PRAGMA max_page_count = \(count)") }
    }
}
