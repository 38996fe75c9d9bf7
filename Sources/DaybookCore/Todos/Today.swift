/// Today: everything open that starts, is due or was put on Today by then, and what was finished that day.
///
/// It is asked each time and never written, so devices with the same to-dos agree. It has an order of its own: what somebody
/// dragged on it stands where it was put, and behind that what is new.
public struct Today<Item> {
    /// The open to-dos of an earlier day; new ones by day, then by place.
    public private(set) var earlier: [Item] = []
    /// The to-dos that have come today, by place.
    public private(set) var today: [Item] = []
    /// The to-dos that were finished today, in the order of the finished.
    public private(set) var finished: [Item] = []

    /// - Parameters:
    ///   - items: to-dos in any order, among others.
    ///   - day: the day where the person is.
    ///   - dayOf: the day that it was there at a moment.
    ///   - todo: the to-do of an item.
    public init(
        _ items: some Sequence<Item>, on day: CivilDate, _ dayOf: (Timestamp) -> CivilDate, todo: (Item) -> Todo
    ) {
        for item in items {
            let todo = todo(item)
            if let completedAt = todo.completedAt {
                if dayOf(completedAt) == day { finished.append(item) }
            } else if let latest = todo.latestDay(by: day) {
                if latest < day { earlier.append(item) } else { today.append(item) }
            }
        }
        earlier = TodoOrder.sort(earlier, todo, dragged: { $0.todayPosition }, day: { $0.latestDay(by: day) })
        today = TodoOrder.sort(today, todo, dragged: { $0.todayPosition })
        finished = TodoOrder.sort(finished, todo, position: { $0.donePosition })
    }
}

/// The to-dos to come: everything open that has a day, by day.
public struct Upcoming<Item> {
    /// The to-dos that are due on an earlier day, the longest first.
    public private(set) var overdue: [Item] = []
    /// The days from today on on which something starts, is due or was put on Today.
    public private(set) var days: [(day: CivilDate, items: [Item])] = []

    /// - Parameters: as of `Today`.
    public init(_ items: some Sequence<Item>, on day: CivilDate, todo: (Item) -> Todo) {
        var coming: [Item] = []
        for item in items where !todo(item).isCompleted {
            if todo(item).due.map({ $0 < day }) ?? false {
                overdue.append(item)
            } else if todo(item).nextDay(from: day) != nil {
                coming.append(item)
            }
        }
        overdue = TodoOrder.sort(overdue, todo, day: { $0.due })
        for item in TodoOrder.sort(coming, todo, day: { $0.nextDay(from: day) }) {
            guard let next = todo(item).nextDay(from: day) else { continue }
            if days.last?.day != next { days.append((next, [])) }
            days[days.count - 1].items.append(item)
        }
    }
}

extension Todo {
    /// The last of its days that has come by a day; nil if none has.
    fileprivate func latestDay(by day: CivilDate) -> CivilDate? { firstDay(by: >) { $0 <= day } }

    /// The first of its days from a day on; nil if there is none.
    fileprivate func nextDay(from day: CivilDate) -> CivilDate? { firstDay(by: <) { $0 >= day } }

    /// The first of those of its days that count, in an order.
    private func firstDay(by comes: (CivilDate, CivilDate) -> Bool, _ counts: (CivilDate) -> Bool) -> CivilDate? {
        var first: CivilDate?
        func take(_ own: CivilDate?) {
            if let own, counts(own), first.map({ comes(own, $0) }) ?? true { first = own }
        }
        take(start)
        take(due)
        take(todayDay)
        return first
    }

    /// Tells whether `Today` of a day has it, while it is open.
    public func isInToday(_ day: CivilDate) -> Bool { latestDay(by: day) != nil }

    /// Tells whether `Upcoming` of a day has it, while it is open.
    public func isInUpcoming(_ day: CivilDate) -> Bool {
        due.map { $0 < day } ?? false || nextDay(from: day) != nil
    }
}

extension Today: Sendable where Item: Sendable {}
extension Upcoming: Sendable where Item: Sendable {}
