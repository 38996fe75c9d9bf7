import Foundation
import Sworm

/// Made-up stores, the same for the same count.
enum SampleStore {
    static func record(_ number: Int) -> Version1.Record {
        let words = ["food", "home", "school", "bus", "gift"]
        return Version1.Record(
            id: Int64(number), amount: "\(number % 500).\(String(format: "%02d", number % 100))",
            voiceNote: number.isMultiple(of: 5) ? "note-\(number).m4a" : nil,
            createdAt: Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 3_600.5),
            tags: [words[number % 5], words[number % 3]].joined(separator: " "))
    }

    /// A store of version 1 with so many records, and then those given.
    static func version1(_ count: Int, and others: [Version1.Record] = [], at path: String) throws {
        let database = try Database(path: path)
        try database.migrate(to: Schema([Version1.schema]))
        try database.write { db in
            for number in 0..<count { try db.insert(record(number + 1)) }
            try db.insert(contentsOf: others)
        }
        try database.close()
    }

    /// A store of version 3: of every two records, the first was made a transaction.
    static func version3(_ count: Int, at path: String) throws {
        let database = try Database(path: path)
        // The store comes about as in life: transactions made under version 2, then the sums.
        try database.migrate(to: Schema([Version1.schema, Version2.schema]))
        try database.write { db in
            for number in 1..<(count + 1) {
                let old = record(number)
                var new = Version2.Record(
                    id: old.id, amount: Decimal(string: old.amount) ?? 0, voiceNote: old.voiceNote,
                    createdAt: old.createdAt, tags: old.tags)
                guard !number.isMultiple(of: 2) else {
                    try db.insert(new)
                    continue
                }
                try db.insert(new)
                // Another number than the record's, so that a mix-up shows.
                let transaction = Version2.Transaction(
                    id: old.id + 1_000_000, amount: new.amount, voiceNote: old.voiceNote, createdAt: old.createdAt,
                    tags: old.tags, place: "Market", kind: number % 4 == 1 ? .income : .expense, record: old.id)
                try db.insert(transaction)
                new.isProcessed = true
                new.transaction = transaction.id
                try db.update(new, Version2.Record.id, new.id)
            }
        }
        try database.migrate(to: Schema([Version1.schema, Version2.schema, Version3.schema]))
        try database.close()
    }
}
