import Testing

@testable import DaybookStorage
@testable import Sworm

/// What errors of the database mean for a book.
@Suite struct BookErrorTests {
    @Test("Where there is no room for the memory that connections share, the disk is full")
    func noSharedMemory() {
        #expect(SQLiteCode.noSharedMemory.isDiskFull && SQLiteCode.full.isDiskFull && !SQLiteCode.io.isDiskFull)
        let failure = SQLiteFailure(
            code: .noSharedMemory, message: "disk I/O error", sql: "", model: "", column: "", values: nil)
        for error in [SwormError.sqlite(failure), .cannotOpen(path: "a", failure)] {
            #expect(BookError(error, path: "a") == .diskFull(path: "a"))
        }
    }

    @Test("A message that ends with a full stop has no other behind it") func fullStop() {
        let error = BookError(SwormError.misuse("The database was closed."), path: "a")
        #expect(error.message == "a: The database was closed. Nothing was changed.")
    }
}
