import DaybookCore
import Fixtures

@testable import DaybookApp
@testable import DaybookStorage

/// Today, which has an order that people make.
extension Simulation {
    private static let today = CivilDate(daysSince1970: 20_030)

    /// Puts to-dos on Today, takes them off, gives them other days, and drags them there.
    mutating func actOnToday(of replica: Replica) throws {
        let (rows, shown) = try replica.read { (try $0.rows(.active), try $0.today(Self.today)) }
        let beside = random.chance(70) ? shown.today : shown.earlier
        let (any, one, other) = (random.pick(rows)?.todo, random.pick(beside)?.todo, random.pick(beside)?.todo)
        let choice = random.below(100)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                guard let one, let other, choice >= 30 else {
                    if let any { try transaction.perform(.edit(.todo, any.id, .onToday(Self.today))) }
                    return
                }
                switch choice {
                case ..<36: try transaction.perform(.edit(.todo, one.id, one.offToday(Self.today)))
                case ..<44:
                    let day = Self.today.adding(days: Int64(choice) - 40)
                    try transaction.perform(.edit(.todo, one.id, .todo(due: day)))
                case ..<55: try drag(one.id, to: .first, transaction)
                case ..<66: try drag(one.id, to: .last, transaction)
                case ..<83: try drag(one.id, to: .before(other.id), transaction)
                default: try drag(one.id, to: .after(other.id), transaction)
                }
            } catch is ItemError {}
        }
        note("\(replica.name) acts on Today (\(choice)): \(isDone == nil ? "broken" : "done")")
        _ = try checkToday(of: replica)
    }

    /// What is dragged stands where it was put, and the list stays as it is.
    private func drag(_ id: EntityID, to place: TodoPlace, _ transaction: BookTransaction) throws {
        let list = try transaction.reader.rows().map(\.todo.id)
        guard try transaction.moveOnToday(id, to: place, on: Self.today) else {
            throw Violation(19, "\(id.text) is shown on Today, and can't be dragged there")
        }
        let today = try transaction.reader.today(Self.today)
        let ids = [today.earlier, today.today].map { $0.map(\.todo.id) }.first { $0.contains(id) } ?? []
        let index = ids.firstIndex(of: id) ?? -1
        let isThere =
            switch place {
            case .first: index == 0
            case .last: index == ids.count - 1
            case .before(let other): other == id || ids.firstIndex(of: other) == index + 1
            case .after(let other): other == id || ids.firstIndex(of: other) == index - 1
            }
        guard isThere else { throw Violation(19, "\(id.text) was put to \(place), and stands at \(index) of \(ids)") }
        guard try transaction.reader.rows().map(\.todo.id) == list else {
            throw Violation(19, "a drag on Today changed the order of the list")
        }
    }

    /// Today as a copy shows it: what its registers say, worked out here by other means than the book's.
    func checkToday(of replica: Replica) throws -> [EntityID] {
        let (rows, shown) = try replica.read { (try $0.rows(), try $0.today(Self.today)) }
        let open = rows.map(\.todo).filter { !$0.isCompleted }
        var expected: [EntityID] = []
        for isEarlier in [true, false] {
            let beside = open.compactMap { todo -> (todo: Todo, day: CivilDate, place: Position?)? in
                let days = [todo.start, todo.due, todo.todayDay].compactMap(\.self).filter { $0 <= Self.today }
                guard let day = days.max(), (day < Self.today) == isEarlier else { return nil }
                return (todo, day, place(of: todo, in: replica))
            }
            // Sorting keeps the order of the list where nothing else is said.
            expected += beside.filter { $0.place != nil }.enumerated()
                .sorted { ($0.1.place ?? .none, $0.1.day, $0.0) < ($1.1.place ?? .none, $1.1.day, $1.0) }
                .map(\.element.todo.id)
            expected += beside.filter { $0.place == nil }.enumerated()
                .sorted { ($0.1.day, $0.0) < ($1.1.day, $1.0) }.map(\.element.todo.id)
        }
        guard (shown.earlier + shown.today).map(\.todo.id) == expected else {
            throw Violation(19, "\(replica.name) shows another Today than its registers say")
        }
        return expected
    }

    /// The browser shows the same Today as the book.
    func checkToday(of device: Device) throws {
        let shown = Today(device.tab.list.all, on: Self.today, { .local($0) }, todo: { $0 })
        guard try (shown.earlier + shown.today).map(\.id) == checkToday(of: device.replica) else {
            throw Violation(19, "the browser of device \(device.index) shows another Today")
        }
    }

    /// Where somebody put a to-do on Today, as long as its days are those of then.
    private func place(of todo: Todo, in replica: Replica) -> Position? {
        func register(_ field: DaybookCore.Field) -> Register? {
            replica.committed[RegisterKey(entity: todo.id, field: field)]?.register
        }
        let shown = todo.extraFields[.todayPosition]?.position
        // Its occurrences have a say, too.
        guard register(.repeats) == nil else { return shown }
        guard let put = register(.todayPosition), !put.value.isEmpty else { return nil }
        let days = [DaybookCore.Field.due, .start, .todayDay, .moved].compactMap { register($0)?.stamp }
        return days.contains { $0 > put.stamp } ? nil : Position(bytes: put.value)
    }
}

extension Position {
    fileprivate static let none = Position(bytes: [])
}
