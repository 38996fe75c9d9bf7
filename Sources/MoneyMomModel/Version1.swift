import Foundation
import Sworm

/// Quick records only; the amount is the text that was typed.
enum Version1 {
    struct Record: Model, Sendable, Equatable {
        var id: Int64
        var amount: String
        var voiceNote: String?
        var createdAt: Date
        /// Words, parted by spaces.
        var tags: String

        static let table = Tablex("records")
        static let id = Expression<Int64>("id")
        static let amount = Expression<String>("amount")
        static let voiceNote = Expression<String?>("voice_note")
        static let createdAt = Expression<Date>("created_at")
        static let tags = Expression<String>("tags")

        static let definition = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(amount)
            t.column(voiceNote)
            t.column(createdAt)
            t.column(tags)
        }

        static func parse(_ row: Row) throws -> Record {
            Record(
                id: try row.get(id), amount: try row.get(amount), voiceNote: try row.get(voiceNote),
                createdAt: try row.get(createdAt), tags: try row.get(tags))
        }

        func setter() -> [Setter] {
            [
                Record.id <- id, Record.amount <- amount, Record.voiceNote <- voiceNote, Record.createdAt <- createdAt,
                Record.tags <- tags,
            ]
        }
    }

    static let schema = SchemaVersion(1, tables: [Record.definition])
}
