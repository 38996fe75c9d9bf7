import DaybookCore
import Sworm

extension Backup {
    /// The greatest number that a commit, a to-do or an entry may have: from there on counting goes on for ever.
    private static let greatestNumber = Int64(1) << 62

    /// Reads all of it, since what a book can't hold would be in the way of every request once it is one's own.
    ///
    /// - Throws: `noBackup`.
    func check() throws(BookError) {
        do {
            var options = Database.Options()
            options.isReadOnly = true
            let database = try Database(path: copy, options: options)
            defer { try? database.close() }
            try database.read { try check($0) }
        } catch let error as SwormError {
            switch error {
            case .mistyped, .missingColumn: throw damaged(error.description)
            default: throw BookError(ofBackup: error, path: path)
            }
        } catch {
            throw BookError(ofBackup: error, path: path)
        }
    }

    private func check(_ db: Connection) throws {
        let book = try BookReader(db).bookRow()
        guard (0...Self.greatestNumber).contains(Int64(clamping: book.seq)) else {
            throw damaged("its last commit has the number \(book.seq)")
        }
        try db.each(Query(RegisterRow.self)) { row in
            guard row.seq > 0, row.seq <= book.seq else {
                throw damaged("a register came with the commit \(row.seq), and the last is \(book.seq)")
            }
            // Nothing that is written later could win over it.
            guard !HybridClock(node: 0, latest: row.register.stamp.clock).isNearEnd else {
                throw BookError.noBackup(path: path, reason: "a change in it is dated after the year 2500")
            }
            guard row.register.value.count <= Recording.greatestSize else {
                throw damaged("a register has a value of \(row.register.value.count) bytes")
            }
        }
        for item in Book.items { try item.eachNumber(db) { try check($0) } }
        for row in try db.rows(sql: "SELECT seq FROM sqlite_sequence") { try check(row.get(at: 0)) }
        try db.each(Query(TagRow.self)) { row in try check(row.id) }
        try db.each(Query(EntryTagRow.self)) { _ in }
        try db.each(Query(OccurrenceRow.self)) { _ in }
        try db.each(Query(Remote.self)) { _ in }
        try db.each(Query(BlobRow.self)) { row in
            guard row.bytes.count <= Recording.greatestSize, Digest(of: row.bytes) == row.digest else {
                throw damaged("the recording \(row.digest.text) has other bytes")
            }
        }
    }

    private func check(_ number: Int64) throws {
        guard number <= Self.greatestNumber else { throw damaged("something in it has the number \(number)") }
    }

    private func damaged(_ what: String) -> BookError {
        .noBackup(path: path, reason: "it is damaged: \(what.hasSuffix(".") ? String(what.dropLast()) : what)")
    }
}
