import Foundation
import Sworm

/// Version 2, and the sum of every UTC day and kind.
enum Version3 {
    typealias Record = Version2.Record
    typealias Transaction = Version2.Transaction

    struct DailySum: Model, Sendable, Equatable {
        /// Days since 1970-01-01, in UTC.
        var day: Int
        var kind: Version2.Kind
        var sum: Decimal

        static let table = Tablex("daily_sums")
        static let day = Expression<Int>("day")
        static let kind = Expression<Version2.Kind>("kind")
        static let sum = Expression<Decimal>("sum")

        static let definition = table.definition { t in
            t.column(day)
            t.column(kind)
            t.column(sum)
            t.primaryKey(day, kind)
        }

        /// A day beyond any calendar counts as the last day that is stored, or the first.
        static func day(of date: Date) -> Int {
            Int(exactly: (date.timeIntervalSince1970 / 86_400).rounded(.down)) ?? (date < .now ? .min : .max)
        }

        static func parse(_ row: Row) throws -> DailySum {
            DailySum(day: try row.get(day), kind: try row.get(kind), sum: try row.get(sum))
        }

        func setter() -> [Setter] { [DailySum.day <- day, DailySum.kind <- kind, DailySum.sum <- sum] }
    }

    static let schema = SchemaVersion(
        3, tables: [Record.definition, Transaction.definition, DailySum.definition],
        mappings: [
            Mapping(from: Transaction.self, keepsSource: true) { transaction, migration in
                let sum = DailySum(
                    day: DailySum.day(of: transaction.createdAt), kind: transaction.kind, sum: transaction.amount)
                let insert = DailySum.table.insert(
                    sum.setter(),
                    onConflict: .update(
                        DailySum.day, DailySum.kind, set: [DailySum.sum <- DailySum.sum + DailySum.sum.proposed]))
                for row in try migration.db.run(insert.returning(Column<Int64>("rowid"))) {
                    try migration.associate(row)
                }
            }
        ])
}
