import DaybookCore

/// A place beside the list on which a row can be dropped.
enum DropTarget: Equatable {
    case today, inbox
    case list(EntityID)
    case day(CivilDate)

    /// The id of its element.
    var elementID: String {
        switch self {
        case .today: "place-today"
        case .inbox: "place-inbox"
        case .list(let id): "place-" + id.text
        case .day(let day): "day-" + day.text
        }
    }
}

extension State {
    /// Tells what the element of an id stands for.
    func target(at id: String) -> DropTarget? {
        if let day = id.rest(after: "day-") { return CivilDate(day).map { .day($0) } }
        guard let name = id.rest(after: "place-") else { return nil }
        if name.isOne(of: "today") { return .today }
        if name.isOne(of: "inbox") { return .inbox }
        return EntityID(name).flatMap { book.list($0) }.map { .list($0.id) }
    }

    /// Tells whether a row is held over the element of an id.
    func isTarget(_ id: String) -> Bool { gesture.isDrag && target.map { $0.elementID == id } ?? false }
}

extension Reducer {
    /// Puts a to-do where it was dropped.
    mutating func drop(_ id: EntityID, on target: DropTarget, _ state: inout State) {
        switch target {
        case .today: reduce(&state, ItemAction.putOnToday(id, true))
        case .inbox: reduce(&state, ItemAction.set(id, .list, .nothing))
        case .list(let list): reduce(&state, ItemAction.set(id, .list, .entity(list)))
        case .day(let day): reduce(&state, ItemAction.change(id, .day(day, nil)))
        }
    }
}
