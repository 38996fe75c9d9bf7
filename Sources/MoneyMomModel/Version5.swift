import Foundation
import Sworm

/// Transactions only; one that nobody has looked at yet is not sorted.
enum Version5 {
    typealias Kind = StoredKind

    struct Transaction: Model, Sendable, Equatable {
        /// Nil in a new one: SQLite gives it a number.
        var id: Int64?
        var amount: Decimal
        var voiceNote: String?
        var createdAt: Date
        var place: String?
        var kind: Kind

        static let table = Tablex("transactions")
        static let id = Expression<Int64>("id")
        static let amount = Expression<Decimal>("amount")
        static let voiceNote = Expression<String?>("voiceNote")
        static let createdAt = Expression<Date>("createdAt")
        static let place = Expression<String?>("place")
        static let kind = Expression<Kind>("kind")

        static let definition = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(amount)
            t.column(voiceNote)
            t.column(createdAt)
            t.column(place)
            t.column(kind, check: kind >= .income && kind <= .unsorted)
            t.index(createdAt)
        }

        static func parse(_ row: Row) throws -> Transaction {
            Transaction(
                id: try row.get(id), amount: try row.get(amount), voiceNote: try row.get(voiceNote),
                createdAt: try row.get(createdAt), place: try row.get(place), kind: try row.get(kind))
        }

        func setter() -> [Setter] {
            let setters = [
                Transaction.amount <- amount, Transaction.voiceNote <- voiceNote, Transaction.createdAt <- createdAt,
                Transaction.place <- place, Transaction.kind <- kind,
            ]
            return (id.map { [Transaction.id <- $0] } ?? []) + setters
        }
    }

    /// The parameters are those of `MoneyMomStore.schema`.
    static func schema(
        fileExists: @escaping @Sendable (String) -> Bool,
        moved: @escaping @Sendable (_ record: Int64, _ transaction: Int64) -> Void
    ) -> SchemaVersion {
        @Sendable func kept(_ voiceNote: String?) -> String? {
            voiceNote.flatMap { fileExists($0) ? $0 : nil }
        }
        return SchemaVersion(
            5, tables: [Transaction.definition, Tag.definition, Tag.ofTransactions.definition],
            drops: [Version3.DailySum.table],
            mappings: [
                Mapping(from: Version4.Transaction.self) { old, migration in
                    try migration.insert(
                        Transaction(
                            id: old.id, amount: old.amount, voiceNote: kept(old.voiceNote), createdAt: old.createdAt,
                            place: old.place, kind: old.kind == .income ? .income : .expense))
                },
                Mapping(from: Version4.Record.self) { old, migration in
                    guard !old.isProcessed else { return }
                    let new = try migration.insert(
                        Transaction(
                            amount: old.amount, voiceNote: kept(old.voiceNote), createdAt: old.createdAt, place: nil,
                            kind: .unsorted))
                    moved(old.id, new)
                },
                // The records are transactions by now: mappings make their rows one after the other.
                Mapping(from: Tag.ofRecords.table) { row, migration in
                    let record = try row.get(Tag.ofRecords.owner)
                    guard let new = try migration.destination(of: record, in: "records") else { return }
                    let links = Tag.ofTransactions
                    try migration.insert(
                        into: links.table, links.owner <- new, links.tag <- row.get(Tag.ofRecords.tag))
                },
            ])
    }
}
