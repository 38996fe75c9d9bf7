import Foundation
import Sworm

/// Exact amounts; a record that was looked at has become a transaction, and each knows the other.
enum Version2 {
    struct Record: Model, Sendable, Equatable {
        var id: Int64
        var amount: Decimal
        var voiceNote: String?
        var createdAt: Date
        var tags: String
        var isProcessed = false
        var transaction: Int64?

        static let table = Tablex("records")
        static let id = Expression<Int64>("id")
        static let amount = Expression<Decimal>("amount")
        static let voiceNote = Expression<String?>("voiceNote")
        static let createdAt = Expression<Date>("createdAt")
        static let tags = Expression<String>("tags")
        static let isProcessed = Expression<Bool>("isProcessed")
        static let transaction = Expression<Int64?>("transaction")

        static let definition = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(amount)
            t.column(voiceNote)
            t.column(createdAt)
            t.column(tags)
            t.column(isProcessed, default: false)
            t.column(transaction, references: Reference(Transaction.table, Transaction.id, onDelete: .setNull))
        }

        static func parse(_ row: Row) throws -> Record {
            Record(
                id: try row.get(id), amount: try row.get(amount), voiceNote: try row.get(voiceNote),
                createdAt: try row.get(createdAt), tags: try row.get(tags), isProcessed: try row.get(isProcessed),
                transaction: try row.get(transaction))
        }

        func setter() -> [Setter] {
            [
                Record.id <- id, Record.amount <- amount, Record.voiceNote <- voiceNote, Record.createdAt <- createdAt,
                Record.tags <- tags, Record.isProcessed <- isProcessed, Record.transaction <- transaction,
            ]
        }
    }

    enum Kind: Int, Value {
        case income = 0
        case expense = 1
    }

    struct Transaction: Model, Sendable, Equatable {
        var id: Int64
        var amount: Decimal
        var voiceNote: String?
        var createdAt: Date
        var tags: String
        var place: String?
        var kind: Kind
        var record: Int64?

        static let table = Tablex("transactions")
        static let id = Expression<Int64>("id")
        static let amount = Expression<Decimal>("amount")
        static let voiceNote = Expression<String?>("voiceNote")
        static let createdAt = Expression<Date>("createdAt")
        static let tags = Expression<String>("tags")
        static let place = Expression<String?>("place")
        static let kind = Expression<Kind>("kind")
        static let record = Expression<Int64?>("record")

        static let definition = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(amount)
            t.column(voiceNote)
            t.column(createdAt)
            t.column(tags)
            t.column(place)
            t.column(kind)
            t.column(record, references: Reference(Record.table, Record.id, onDelete: .setNull))
            t.index(createdAt)
        }

        static func parse(_ row: Row) throws -> Transaction {
            Transaction(
                id: try row.get(id), amount: try row.get(amount), voiceNote: try row.get(voiceNote),
                createdAt: try row.get(createdAt), tags: try row.get(tags), place: try row.get(place),
                kind: try row.get(kind), record: try row.get(record))
        }

        func setter() -> [Setter] {
            [
                Transaction.id <- id, Transaction.amount <- amount, Transaction.voiceNote <- voiceNote,
                Transaction.createdAt <- createdAt, Transaction.tags <- tags, Transaction.place <- place,
                Transaction.kind <- kind, Transaction.record <- record,
            ]
        }
    }

    static let schema = SchemaVersion(
        2, tables: [Record.definition, Transaction.definition],
        mappings: [
            Mapping(from: Version1.Record.self) { old, migration in
                try migration.insert(
                    Record(
                        id: old.id, amount: try Amount.exact(old.amount), voiceNote: old.voiceNote,
                        createdAt: old.createdAt, tags: old.tags))
            }
        ])
}
