public import DaybookCore
import Sworm

extension BookReader {
    /// Today on a day of this machine's time zone.
    public func today(_ day: CivilDate) throws -> Today<TodoRow> {
        Today(
            try Self.todayQueries(day).flatMap { try db.all($0) }, on: day, { .local($0) }, todo: { $0.todo })
    }

    /// The open to-dos that have reminders, or are put off.
    public func reminding() throws -> [Todo] {
        let isOpen = TodoRow.completedAt == nil
        return try db.all(
            Query(TodoRow.self).where(
                isOpen && TodoRow.reminders != nil || isOpen && TodoRow.snoozedUntil != nil)
        ).map(\.todo)
    }

    /// Everything that is in Today, the finished with those of the days beside it.
    static func todayQueries(_ day: CivilDate) -> [Query<TodoRow>] {
        let finished = Query(TodoRow.self).where(
            // Everywhere a day begins and ends within a day of its begin and end in UTC.
            TodoRow.completedAt != nil && TodoRow.completedAt >= Timestamp(start: day.adding(days: -1))
                && TodoRow.completedAt < Timestamp(start: day.adding(days: 2)))
        return [open { $0 != nil && $0 <= day }, finished]
    }

    /// The to-dos to come from a day on, and those that are overdue.
    public func coming(from day: CivilDate) throws -> Upcoming<TodoRow> {
        let rows = try db.all(Self.open(due: TodoRow.due != nil) { $0 != nil && $0 >= day })
        return Upcoming(rows, on: day, todo: { $0.todo })
    }

    /// The open to-dos of which one day is as a condition says. Each alternative says that they are open, as the indexes
    /// of days do, so that SQLite uses these.
    private static func open(
        due: Expression<Bool>? = nil, _ condition: (Expression<CivilDate?>) -> Expression<Bool>
    ) -> Query<TodoRow> {
        let isOpen = TodoRow.completedAt == nil
        return Query(TodoRow.self).where(
            isOpen && (due ?? condition(TodoRow.due)) || isOpen && condition(TodoRow.start)
                || isOpen && condition(TodoRow.todayDay))
    }
}

extension Timestamp {
    /// The first moment of a day in UTC.
    fileprivate init(start day: CivilDate) { self.init(milliseconds: day.daysSince1970 * 86_400_000) }
}

extension BookTransaction {
    /// Puts a to-do to another place on Today of a day, among those under the same heading there.
    ///
    /// - Returns: whether it is there at all, and open.
    public func moveOnToday(_ id: EntityID, to place: TodoPlace, on day: CivilDate) throws -> Bool {
        let today = try reader.today(day)
        guard
            let beside = [today.earlier, today.today].first(where: { rows in rows.contains { $0.todo.id == id } })
        else { return false }
        switch place {
        case .first, .last: break
        case .before(let other), .after(let other):
            if other == id { return true }
            guard beside.contains(where: { $0.todo.id == other }) else { throw ItemError.otherSection(other) }
        }
        for (id, position) in Todo.places(moving: id, to: place, among: beside.map(\.todo), using: &random) {
            try perform(.edit(.todo, id, [.todayPosition: .position(position)]))
        }
        return true
    }
}
