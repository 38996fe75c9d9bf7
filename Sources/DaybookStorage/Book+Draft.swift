public import DaybookCore
import Sworm

/// Writes in the place of a book that is a copy of what is kept elsewhere.
public protocol BookWriter: Sendable {
    /// Does the same as `Book.write`. The copy has the change once its keeper has it.
    func write<Result: Sendable>(
        to book: Book, at now: Timestamp, by key: Digest?,
        _ body: @escaping @Sendable (BookTransaction) throws -> Result
    ) async throws -> Result
}

/// The writes that a change would make to a book.
public struct BookDraft<Result> {
    public let result: Result
    /// The registers that it would give to the devices.
    public let registers: [Register]
    /// The recordings that it would keep.
    public let recordings: [Recording]
    /// All that the book would remember for itself; nil where that is as it was.
    public let memory: LocalState?
    /// The texts that clients of CalDAV are told with it.
    public let told: [(client: EntityID, texts: [ToldText])]
}

extension Book {
    /// A copy, in memory, of a book that is kept elsewhere. Changes that wait for nobody (`write` without `async`) are
    /// those that come from there.
    public static func copy(writer: any BookWriter) throws(BookError) -> Book { try Book(writer: writer) }

    /// Tells what `body` would write. Nothing of it is kept.
    ///
    /// - Throws: `BookError`, or what `body` throws of its own.
    public func draft<Result>(
        at now: Timestamp, _ body: (BookTransaction) throws -> Result
    ) throws -> BookDraft<Result> {
        var draft: BookDraft<Result>?
        do {
            try database.write { db in
                let transaction = try BookTransaction(db, now: now, random, isCopy: true, kinds: kinds)
                let seq = Int64(clamping: transaction.book.seq)
                let result = try body(transaction)
                let rows = try db.all(Query(RegisterRow.self).where(RegisterRow.seq > seq))
                draft = BookDraft(
                    result: result, registers: rows.map(\.register), recordings: transaction.recordings,
                    memory: transaction.changesMemory ? try transaction.memory() : nil, told: transaction.told)
                throw TakenBack()
            }
        } catch is TakenBack {
        } catch {
            throw meaning(of: error)
        }
        guard let draft else { throw MissingRow.book }
        return draft
    }
}

/// Ends a draft.
private struct TakenBack: Error {}
