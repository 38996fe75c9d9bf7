import Foundation
import Sworm

/// Tags are rows of their own, shared by records and transactions.
enum Version4 {
    struct Record: Model, Sendable, Equatable {
        var id: Int64
        var amount: Decimal
        var voiceNote: String?
        var createdAt: Date
        var isProcessed: Bool
        var transaction: Int64?

        static let table = Tablex("records")
        static let id = Expression<Int64>("id")
        static let amount = Expression<Decimal>("amount")
        static let voiceNote = Expression<String?>("voiceNote")
        static let createdAt = Expression<Date>("createdAt")
        static let isProcessed = Expression<Bool>("isProcessed")
        static let transaction = Expression<Int64?>("transaction")

        static let definition = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(amount)
            t.column(voiceNote)
            t.column(createdAt)
            t.column(isProcessed, default: false)
            t.column(transaction, references: Reference(Transaction.table, Transaction.id, onDelete: .setNull))
        }

        static func parse(_ row: Row) throws -> Record {
            Record(
                id: try row.get(id), amount: try row.get(amount), voiceNote: try row.get(voiceNote),
                createdAt: try row.get(createdAt), isProcessed: try row.get(isProcessed),
                transaction: try row.get(transaction))
        }

        func setter() -> [Setter] {
            [
                Record.id <- id, Record.amount <- amount, Record.voiceNote <- voiceNote, Record.createdAt <- createdAt,
                Record.isProcessed <- isProcessed, Record.transaction <- transaction,
            ]
        }
    }

    struct Transaction: Model, Sendable, Equatable {
        var id: Int64
        var amount: Decimal
        var voiceNote: String?
        var createdAt: Date
        var place: String?
        var kind: Version2.Kind
        var record: Int64?

        static let table = Tablex("transactions")
        static let id = Expression<Int64>("id")
        static let amount = Expression<Decimal>("amount")
        static let voiceNote = Expression<String?>("voiceNote")
        static let createdAt = Expression<Date>("createdAt")
        static let place = Expression<String?>("place")
        static let kind = Expression<Version2.Kind>("kind")
        static let record = Expression<Int64?>("record")

        static let definition = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(amount)
            t.column(voiceNote)
            t.column(createdAt)
            t.column(place)
            t.column(kind)
            t.column(record, references: Reference(Record.table, Record.id, onDelete: .setNull))
            t.index(createdAt)
        }

        static func parse(_ row: Row) throws -> Transaction {
            Transaction(
                id: try row.get(id), amount: try row.get(amount), voiceNote: try row.get(voiceNote),
                createdAt: try row.get(createdAt), place: try row.get(place), kind: try row.get(kind),
                record: try row.get(record))
        }

        func setter() -> [Setter] {
            [
                Transaction.id <- id, Transaction.amount <- amount, Transaction.voiceNote <- voiceNote,
                Transaction.createdAt <- createdAt, Transaction.place <- place, Transaction.kind <- kind,
                Transaction.record <- record,
            ]
        }
    }

    static let schema = SchemaVersion(
        4,
        tables: [
            Record.definition, Transaction.definition, Version3.DailySum.definition, Tag.definition,
            Tag.ofRecords.definition, Tag.ofTransactions.definition,
        ],
        mappings: [
            // The links go both ways, so each waits for the second pass, when both sides are there.
            Mapping(
                from: Version3.Record.self,
                rows: { old, migration in
                    let id = try migration.insert(
                        Record(
                            id: old.id, amount: old.amount, voiceNote: old.voiceNote, createdAt: old.createdAt,
                            isProcessed: old.isProcessed, transaction: nil))
                    try Tag.ofRecords.tag(id, with: old.tags, migration.db)
                },
                relate: { old, migration in
                    guard let transaction = old.transaction else { return }
                    let new = try migration.destination(of: transaction, in: "transactions")
                    try migration.db.run(
                        Record.table.filter(Record.id == old.id).update(Record.transaction <- new))
                }),
            Mapping(
                from: Version3.Transaction.self,
                rows: { old, migration in
                    let id = try migration.insert(
                        Transaction(
                            id: old.id, amount: old.amount, voiceNote: old.voiceNote, createdAt: old.createdAt,
                            place: old.place, kind: old.kind, record: nil))
                    try Tag.ofTransactions.tag(id, with: old.tags, migration.db)
                },
                relate: { old, migration in
                    guard let record = old.record else { return }
                    let new = try migration.destination(of: record, in: "records")
                    try migration.db.run(
                        Transaction.table.filter(Transaction.id == old.id).update(Transaction.record <- new))
                }),
        ])
}
