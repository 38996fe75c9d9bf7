import DaybookCore
import Foundation
import Sworm
import Testing

@testable import DaybookStorage

/// 006.3, 006.4: Today and what is to come, as a book tells it.
@Suite struct DayTests {
    private let day = CivilDate(year: 2026, month: 11, day: 25) ?? CivilDate(daysSince1970: 0)

    private func draft(_ title: String, _ values: [(DaybookCore.Field, Int64)]) -> Changes {
        var draft = Changes.todo(title: title)
        for (field, days) in values { draft.values[field] = .day(day.adding(days: days)) }
        return draft
    }

    @Test("006.3 006.4 A book tells the same of Today and of what is to come as the to-dos in memory")
    func same() throws {
        let book = try Book.inMemory()
        try book.write { book in
            for index in 0..<400 {
                var values: [(DaybookCore.Field, Int64)] = []
                if index % 3 == 0 { values.append((.due, Int64(index % 17) - 8)) }
                if index % 4 == 0 { values.append((.start, Int64(index % 13) - 6)) }
                if index % 7 == 0 { values.append((.todayDay, Int64(index % 5) - 3)) }
                let row = try book.add(todo: draft("\(index)", values))
                if index % 6 == 0 { try book.perform(.check(row.todo.id)) }
            }
        }
        let now = CivilDate.local()
        for day in [day, day.adding(days: -4), day.adding(days: 4), now] {
            let rows = try book.read { try $0.rows() }
            let (found, expected) = (
                try book.read { try $0.today(day) }, Today(rows, on: day, { .local($0) }, todo: { $0.todo })
            )
            #expect(found.earlier == expected.earlier && found.today == expected.today)
            #expect(found.finished == expected.finished && (day == now) == !found.finished.isEmpty)
            #expect(day > self.day.adding(days: 4) || !found.earlier.isEmpty && !found.today.isEmpty)
            let (coming, all) = (
                try book.read { try $0.coming(from: day) }, Upcoming(rows, on: day, todo: { $0.todo })
            )
            #expect(coming.overdue == all.overdue && !coming.overdue.isEmpty)
            #expect(coming.days.map(\.day) == all.days.map(\.day) && coming.days.map(\.items) == all.days.map(\.items))
        }
    }

    @Test("006.3 Today is found by the indexes of days, however many to-dos there are") func plan() throws {
        let book = try Book.inMemory()
        let plan = try book.read { book in
            try BookReader.todayQueries(day).flatMap { query in
                let arguments = query.sql.filter { $0 == "?" }.map { _ in 0 }
                return try book.db.rows(sql: "EXPLAIN QUERY PLAN \(query.sql)", arguments: arguments)
                    .map { try $0.get(at: 3) as String }
            }
        }
        #expect(!plan.contains { $0.contains("SCAN") }, "\(plan)")
        for index in ["todos_due", "todos_start", "todos_today", "todos_completed"] {
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
        }
    }
}
