extension Todo {
    /// Where it stands on Today, if somebody dragged it there.
    var todayPosition: Position? { extraFields[.todayPosition]?.position }

    /// A place on Today counts as long as its days are the same. When it comes there again, it is new.
    mutating func forgetTodayPosition(_ record: Record) {
        guard let place = record[.todayPosition] else { return }
        for field in [Field.due, .start, .todayDay, .moved, .repeats] {
            if let day = record[field], day.stamp > place.stamp { extraFields[.todayPosition] = nil }
        }
    }

    /// Which places on Today put one to another place among some that stand there together.
    ///
    /// - Parameters:
    ///   - id: one of them.
    ///   - items: in their order.
    public static func places(
        moving id: EntityID, to place: TodoPlace, among items: [Todo], using random: inout some RandomNumberGenerator
    ) -> [(id: EntityID, position: Position)] {
        guard let moved = items.first(where: { $0.id == id }) else { return [] }
        var row = items.filter { $0.id != id }
        let index: Int
        switch place {
        case .first: index = 0
        case .last: index = row.count
        case .before(let other): index = row.firstIndex { $0.id == other } ?? row.count
        case .after(let other): index = row.firstIndex { $0.id == other }.map { $0 + 1 } ?? row.count
        }
        row.insert(moved, at: index)
        // Rows with a place stand before those without, so each before it gets one.
        let start = row[..<index].firstIndex { $0.todayPosition == nil } ?? index
        let lower = start > 0 ? row[start - 1].todayPosition ?? first : first
        let upper = index + 1 < row.count ? row[index + 1].todayPosition ?? last : last
        let keys = Position.spread(index - start + 1, between: lower, upper, using: &random)
        if let keys { return zip(row[start...index], keys).map { ($0.id, $1) } }
        // There is no room: all get fresh ones.
        return zip(row, Position.spread(row.count, between: first, last, using: &random) ?? []).map { ($0.id, $1) }
    }

    private static var first: Position { Position(bytes: [0x20]) }
    private static var last: Position { Position(bytes: [0xE0]) }
}
