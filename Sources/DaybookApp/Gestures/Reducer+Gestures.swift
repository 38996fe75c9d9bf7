import DaybookCore

extension Reducer {
    /// How far a finger moves before it means something, in CSS pixels.
    private static let slack = 8
    /// How far a row is pushed to stay open that has two buttons.
    static let swipeWidth = 152
    /// The way that a to-do is pushed to the other side to be finished, or put on Today.
    static let swipeToFinish = 64
    static let swipeToToday = 136
    /// The time for which a finger stays on a row to mark it, in milliseconds.
    private static let hold = 450
    /// How far a row is dragged to the side for a level.
    private static let levelWidth = 40

    mutating func reduce(_ state: inout State, _ action: GestureAction) {
        switch action {
        case .pressRow(let id, let x, let y):
            guard state.editing.title == nil else { return }
            // One that is open is pushed on from there.
            let width = state.swipeWidth(of: id)
            effects.append(.wake(.hold, milliseconds: Self.hold))
            state.gesture =
                state.gesture == .swiped(id) ? .swipe(id, startX: x + width, by: -width) : .pressed(id, x: x, y: y)
        case .pressGrip(let id, let x, let y):
            closeTransients(&state)
            state.target = nil
            state.gesture = .drag(id, startX: x, startY: y + state.navigation.window.scroll, by: 0, levels: 0)
        case .move(let x, let y, let place):
            state.target = state.target(at: place)
            move(x, y, &state)
        case .release:
            release(&state)
        case .cancel:
            state.gesture = .none
        }
    }

    private func move(_ x: Int, _ y: Int, _ state: inout State) {
        switch state.gesture {
        case .none, .swiped: break
        case .pressed(let id, let startX, let startY):
            if abs(y - startY) > Self.slack {
                state.gesture = .none
            } else if abs(x - startX) > Self.slack {
                state.gesture = .swipe(id, startX: startX, by: min(state.farthestSwipe(id), x - startX))
            }
        case .swipe(let id, let startX, let present):
            let width = state.swipeWidth(of: id)
            let distance = min(state.farthestSwipe(id), max(-width - 24, x - startX))
            // One that is open stays so under a tap.
            if present == -width, abs(distance - present) <= Self.slack { return }
            state.gesture = .swipe(id, startX: startX, by: distance)
        case .drag(let id, let startX, let startY, _, _):
            state.gesture = .drag(
                id, startX: startX, startY: startY, by: y + state.navigation.window.scroll - startY,
                levels: (x - startX) / Self.levelWidth)
        }
    }

    private mutating func release(_ state: inout State) {
        switch state.gesture {
        case .none, .swiped: break
        case .pressed: state.gesture = .none
        case .swipe(let id, _, let distance):
            state.gesture = distance < -Self.swipeWidth / 3 ? .swiped(id) : .none
            if distance >= Self.swipeToToday, state.book[id]?.isCompleted == false {
                reduce(&state, ItemAction.putOnToday(id, true))
            } else if distance >= Self.swipeToFinish {
                reduce(&state, ItemAction.toggle(id))
            }
        case .drag(let id, _, _, _, _):
            let drop = state.drop
            state.gesture = .none
            if let target = state.target {
                self.drop(id, on: target, &state)
            } else if let drop {
                put(id, drop, &state)
            }
        }
    }

    /// A finger has stayed on a row: that is marked.
    mutating func hold(_ state: inout State) {
        guard case .pressed(let id, _, _) = state.gesture, state.has(id) else { return }
        state.gesture = .none
        reduce(&state, SelectionAction.toggle(id, extends: false))
    }

    /// Where `id` goes if it is moved by so many rows of what the list shows; nil if it stays.
    func place(of id: EntityID, movedBy steps: Int, _ state: State) -> TodoPlace? {
        guard state.hasOrder(id) else { return nil }
        // Rows that stand under the same one.
        let parent = state.subtasks.rows[id]?.parent
        let ids = state.visible.group(of: id).filter { state.subtasks.rows[$0]?.parent == parent }
        guard let index = ids.firstIndex(of: id) else { return nil }
        let target = min(max(0, index + steps), ids.count - 1)
        guard target != index else { return nil }
        return target < index ? .before(ids[target]) : .after(ids[target])
    }
}

extension State {
    /// The way that a row goes towards its end, in CSS pixels; 0 for a row of money.
    fileprivate func farthestSwipe(_ id: EntityID) -> Int {
        book[id].map { $0.isCompleted ? Reducer.swipeToToday - 1 : Reducer.swipeToToday + 40 } ?? 0
    }
}
