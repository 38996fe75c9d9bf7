import DaybookCore

extension Screens {
    /// The item at `index` of a section's ids.
    func row(_ ids: [EntityID], _ index: Int, _ isPartial: Bool) -> Node {
        let id = ids[index]
        let (shift, place) = (shift(ids, index), isPartial ? (index: index, count: ids.count) : nil)
        return .row(key: id, version: version(id, shift: shift, place)) { [self] in
            guard let todo = state.book[id] else { return .element(.li) }
            return row(todo, shift: shift, place)
        }
    }

    /// All that a row shows, each as a number of its own. Nil where it changes from moment to moment.
    private func version(_ id: EntityID, shift: Int, _ place: (index: Int, count: Int)?) -> [Int]? {
        let isPending = state.book.pending.contains(id)
        // A refusal comes with words of its own.
        if isStaying(id) || state.editing.title?.id == id || state.gesture.id == id || state.lists.shown.isOfTag
            || isPending && failureNumber < 0
        {
            return nil
        }
        let subtasks = state.subtasks.rows[id]
        func number(_ isOn: Bool) -> Int { isOn ? 1 : 0 }
        return texts.version([
            state.book.version(of: id), state.book.listsVersion, isPending ? failureNumber : 0,
            // A row that makes way goes as far as a row is high, which changes with the window.
            shift, state.rowHeight, place?.index ?? -1, place?.count ?? 0,
            subtasks?.depth ?? 0, subtasks?.count ?? 0, number(subtasks?.isFolded == true),
            // A due turns overdue by the minute.
            Int(state.today.daysSince1970), Int(state.clock.minute),
            state.todos.filter.isByDay ? state.todos.filter.rawValue : 0, number(state.showsMonth),
            number(state.hasOrder(id)), number(state.lists.shown.isOfOneList),
            number(state.selection.isOn), number(state.selection.ids.contains(id)),
            number(state.navigation.window.hasSideBar),
        ])
    }

    /// Tells whether it was just finished, and goes in a moment.
    private func isStaying(_ id: EntityID) -> Bool { state.todos.staying?.ids.contains(id) == true }

    private var failureNumber: Int {
        switch state.sync.client.failure {
        case nil: 0
        case .offline: 1
        case .signedOut: 2
        case .unable, .clocksDiffer, .unreadable, .status, .refused: -1
        }
    }

    /// Tells whether the row makes way for the one that is dragged: a row up (-1), a row down (1), or not at all.
    private func shift(_ ids: [EntityID], _ index: Int) -> Int {
        guard case .drag(let id, _, _, let distance, _) = state.gesture, id != ids[index],
            state.hasOrder(id),
            let from = ids.firstIndex(of: id)
        else { return 0 }
        let to = min(max(0, from + state.steps(distance)), ids.count - 1)
        if index > from, index <= to { return -1 }
        if index < from, index >= to { return 1 }
        return 0
    }

    private func row(_ todo: Todo, shift: Int, _ place: (index: Int, count: Int)?) -> Node {
        let id = todo.id
        let idText = id.text
        let isSelected = state.selection.ids.contains(id)
        var name = todo.isCompleted ? "row done" : "row"
        if isStaying(id) { name += " leaving" }
        if state.editing.title?.id == id { name += " edited" }
        if isSelected { name += state.selection.isOn ? " selected" : " current" }
        let shiftX = swipe(of: id, &name)
        var shiftY: Int? = shift == 0 ? nil : shift * state.rowHeight
        var level = state.subtasks.rows[id]?.depth ?? 0
        if case .drag(id, _, _, let distance, _) = state.gesture {
            level = state.drop?.depth ?? level
            name += " lifted"
            shiftY = distance
        }
        return .element(
            .li,
            gestures(of: id) + [
                .class(name), .attribute(.shiftX, shiftX.map { String($0) }),
                .attribute(.shiftY, shiftY.map { String($0) }),
                .attribute(.ariaLevel, level > 0 ? String(level + 1) : nil),
                .attribute(.ariaPosinset, place.map { String($0.index + 1) }),
                .attribute(.ariaSetsize, place.map { String($0.count) }),
                .ask(.keydown) { [isOneOf = state.selection.isOn && isSelected, subtasks = state.subtasks.rows[id]] in
                    Screens.key(id, isOneOf, subtasks, $0)
                },
                // The field of a title has a menu of the browser's own.
                .ask(.contextmenu) { [isEdited = state.editing.title?.id == id] in
                    // A finger that holds a row marks it.
                    isEdited
                        ? nil : $0.modifiers.contains(.touch) ? .ignore : .screen(.openMenu(id, x: $0.x, y: $0.y))
                },
            ],
            [
                box(todo, isMarked: state.selection.isOn),
                state.editing.title?.id == id ? editField : title(todo, idText, isSelected, isAside: shiftX != nil),
                foldButton(todo, idText),
                unsyncedMark(todo.isSynced),
                moreButton(id, idText, todo.title),
                // A finger holds the row to move it.
                !state.navigation.window.hasSideBar || !state.hasOrder(id) && !state.showsMonth
                    ? .empty
                    : .element(
                        .button,
                        [
                            .class("icon grip"), .id("grip-" + idText), .isButton,
                            .label(texts(.reorder, todo.title)), .attribute(.title, texts(.reorderHint)),
                            .ask(.pointerdown) {
                                $0.modifiers.contains(.otherButton) ? nil : .gesture(.pressGrip(id, x: $0.x, y: $0.y))
                            },
                            // A finger that holds it, to move it, asks for no menu.
                            .ask(.contextmenu) { $0.modifiers.contains(.touch) ? .ignore : nil },
                            .ask(.keydown) {
                                $0.text == "ArrowUp"
                                    ? .item(.moveBy(id, -1)) : $0.text == "ArrowDown" ? .item(.moveBy(id, 1)) : nil
                            },
                        ]),
                shiftX.map { swipeParts(todo, by: $0) } ?? .empty,
            ])
    }

    /// Stands beside a row that is pushed aside: what can be done, or what comes of letting go.
    private func swipeParts(_ todo: Todo, by distance: Int) -> Node {
        let id = todo.id
        guard distance > 0 else {
            let tomorrow = Action.item(.change(id, .day(state.today.adding(days: 1), nil)))
            return swipeButtons(
                texts(.details), .screen(.details(id)),
                first: todo.isCompleted ? nil : button(texts(.tomorrow), class: "", tomorrow), .item(.delete(id)))
        }
        let puts = distance >= Reducer.swipeToToday && !todo.isCompleted
        return .element(
            .div, [.class(distance >= Reducer.swipeToFinish ? "swipe before ready" : "swipe before")],
            [.element(.span, text: texts(puts ? .today : todo.isCompleted ? .uncheck : .check))])
    }

    /// How far a row is pushed aside. Of one that stays so, its class says it, too.
    func swipe(of id: EntityID, _ name: inout String) -> Int? {
        switch state.gesture {
        case .swipe(id, _, let distance): return distance
        case .swiped(id):
            name += " swiped"
            return -state.swipeWidth(of: id)
        case .none, .pressed, .swipe, .swiped, .drag: return nil
        }
    }

    /// A finger on a row: swiping starts so.
    func gestures(of id: EntityID) -> [Part] {
        [
            .ask(.pointerdown) {
                $0.modifiers.contains(.touch) ? .gesture(.pressRow(id, x: $0.x, y: $0.y)) : nil
            },
            .ask(.pointermove) { .gesture(.move(x: $0.x, y: $0.y, over: $0.text)) },
            .on(.pointerup, .gesture(.release)), .on(.pointercancel, .gesture(.cancel)),
        ]
    }

    /// Says of a row that the server has yet to get it, and why.
    func unsyncedMark(_ isSynced: Bool) -> Node {
        if isSynced { return .empty }
        let text = texts(.notSent) + (state.sync.client.failure.map { texts(.stop) + texts.failure($0) } ?? "")
        return .element(
            .span, [.class("unsynced"), .attribute(.role, "img"), .label(text), .attribute(.title, text)])
    }

    /// Opens the menu of a row.
    func moreButton(_ id: EntityID, _ idText: String, _ title: String) -> Node {
        .element(
            .button,
            [
                .class("icon more"), .id("more-" + idText), .isButton,
                .label(texts(.more, title)), .attribute(.ariaHaspopup, "menu"),
                .ask(.click) { .screen(.openMenu(id, x: $0.x, y: $0.y)) },
            ])
    }

    /// - Parameter isMarked: whether it marks the row instead of finishing it.
    func box(_ todo: Todo, isMarked: Bool) -> Node {
        let id = todo.id
        return isMarked
            ? markBox(id, todo.title)
            : box(
                boxClass(todo), texts(.finish, todo.title) + (priority(todo).map { texts(.comma) + $0 } ?? ""),
                isOn: todo.isCompleted
            ) { _ in .item(.toggle(id)) }
    }

    func boxClass(_ todo: Todo) -> String { "box" + priorityClass(todo) }

    /// Gives something the colour of the priority; empty for none.
    func priorityClass(_ todo: Todo) -> String { (todo.extraFields[.priority]?.choice).map { " p\($0)" } ?? "" }

    /// Marks a row, or takes its mark away.
    func markBox(_ id: EntityID, _ title: String) -> Node {
        box("box mark", texts(.select, title), isOn: state.selection.ids.contains(id)) {
            .selection(.toggle(id, extends: $0.modifiers.contains(.shift)))
        }
    }

    private func box(_ name: String, _ label: String, isOn: Bool, _ toggle: @escaping (Event) -> Action?) -> Node {
        .element(
            .button,
            [
                .class(name), .isButton, .attribute(.role, "checkbox"), .state(.ariaChecked, isOn), .label(label),
                .ask(.click, toggle),
            ])
    }

    private func title(_ todo: Todo, _ idText: String, _ isSelected: Bool, isAside: Bool) -> Node {
        var more: [String] = []
        // A row doesn't repeat what its place says.
        var tags = todo.tags
        if case .tag(let key) = state.lists.shown { tags.removeAll { TagNames.key($0) == key } }
        if !tags.isEmpty { more.append(tags.map { "#" + $0 }.joined(separator: " ")) }
        if let repeats = todo.repeats, !repeats.rule.isEmpty {
            more.append("↻ " + texts.rule(repeats))
            let missed = todo.isCompleted ? 0 : repeats.missed(by: state.today)
            if missed > 0 { more.append(texts(.missed, missed)) }
        }
        let words = todo.description.isEmpty ? todo.notes : todo.description
        if !words.isEmpty { more.append(Screens.firstLine(words)) }
        let isSelecting = state.selection.isOn
        let id = todo.id
        return .element(
            .button,
            [
                .class("open line"), .id("open-" + idText), .isButton,
                .attribute(.ariaPressed, isSelecting ? (isSelected ? "true" : "false") : nil),
                .attribute(.ariaCurrent, isSelected && !isSelecting ? "true" : nil),
                .ask(.click) { event in
                    // A tap on what is pushed aside puts it back.
                    if isAside { return .gesture(.cancel) }
                    let selects = event.modifiers.contains(.command) || event.modifiers.contains(.shift)
                    return isSelecting || selects
                        ? .selection(.toggle(id, extends: event.modifiers.contains(.shift)))
                        : .screen(.details(id))
                },
                .on(.dblclick, .editing(.begin(id))),
            ],
            [
                .element(.span, [.class("name")], text: todo.title),
                more.isEmpty ? .empty : .element(.span, [.class("more-text")], text: more.joined(separator: " · ")),
                dayText(todo).map { .element(.span, [.class(isOverdue(todo) ? "due late" : "due")], text: $0) }
                    ?? .empty,
                todo.amount.map { .element(.span, [.class("cost")], text: texts.amount($0, .unsorted)) } ?? .empty,
                listDot(todo),
            ])
    }

    /// Says in which list a to-do lies, where others are shown beside it.
    private func listDot(_ todo: Todo) -> Node {
        guard !state.lists.shown.isOfOneList, let list = state.book.list(of: todo) else { return .empty }
        return .element(
            .span,
            [.class(list.dotClass), .attribute(.role, "img"), .label(list.name), .attribute(.title, list.name)])
    }

    func priority(_ todo: Todo) -> String? {
        (todo.extraFields[.priority]?.choice).flatMap { Phrase(choice: Int($0), of: Todo.priorities) }.map { texts($0) }
    }

    /// The one day that a row shows: when to begin, while that is still to come, or else the due. Under the heading of that day
    /// the time alone is news.
    private func dayText(_ todo: Todo) -> String? {
        if todo.startsLater(than: state.today), let start = todo.start {
            return texts(.fromDay, texts.day(start, from: state.today))
        }
        guard let due = todo.due else { return nil }
        let time = todo.dueTime?.clock
        let isHeading =
            state.todos.filter == .today ? due == state.today : due >= state.today && todo.todayDay == nil
        if state.todos.filter.isByDay, isHeading { return time }
        return texts.day(due, from: state.today) + (time.map { " " + $0 } ?? "")
    }

    func isOverdue(_ todo: Todo) -> Bool {
        todo.isOverdue { state.clock(in: $0, world) }
    }

    private var editField: Node {
        .element(
            .textarea,
            [
                .id("edit"), .attribute(.rows, "1"), .label(texts(.title)), .attribute(.autocomplete, "off"),
                .attribute(.value, state.editing.title?.text ?? ""), .ask(.input) { .editing(.type($0.text)) },
                .on(.focusout, .editing(.leave)),
                .ask(.keydown) {
                    // An input method has an Enter and an Escape of its own.
                    $0.modifiers.contains(.composing)
                        ? nil : $0.text == "Enter" ? .editing(.commit) : $0.text == "Escape" ? .editing(.cancel) : nil
                },
            ])
    }

    /// Shows what a row shows that is pushed aside.
    ///
    /// - Parameters:
    ///   - first: stands before the two buttons that all rows have.
    ///   - more: stands between them.
    func swipeButtons(
        _ label: String, _ open: Action, first: Node? = nil, more: Node? = nil, _ delete: Action
    ) -> Node {
        .element(
            .div, [.class(first == nil && more == nil ? "swipe" : "swipe three")],
            [
                first ?? .empty, button(label, class: "details", open), more ?? .empty,
                button(texts(.delete), class: "danger", delete),
            ])
    }

    /// - Parameter isOneOf: whether the row is marked in multi-selection; then the keys are about all of those.
    private static func key(_ id: EntityID, _ isOneOf: Bool, _ subtasks: SubtaskRow?, _ event: Event) -> Action? {
        guard !event.modifiers.contains(.inField), !event.modifiers.contains(.command) else { return nil }
        if event.modifiers.contains(.alt) {
            // Other outlines do the same: without Shift they are the browser's way back and forward.
            let moved = isOneOf ? nil : id
            let isShifted = event.modifiers.contains(.shift)
            switch event.text {
            case "ArrowUp": return .item(.moveBy(id, -1))
            case "ArrowDown": return .item(.moveBy(id, 1))
            case "ArrowRight": return isShifted ? .subtasks(.indent(moved)) : nil
            case "ArrowLeft": return isShifted ? .subtasks(.outdent(moved)) : nil
            default: return nil
            }
        }
        // A key that is held down does what can't be seen only once.
        if event.modifiers.contains(.repeated), event.text.isOne(of: "x Delete Backspace") { return .ignore }
        switch event.text {
        case "x": return .item(isOneOf ? .checkSelected : .toggleAndGoOn(id))
        case "Delete", "Backspace": return .item(isOneOf ? .deleteSelected : .delete(id))
        case "ArrowLeft", "ArrowRight":
            guard let subtasks, subtasks.count > 0, subtasks.isFolded == (event.text == "ArrowRight") else {
                return nil
            }
            return .subtasks(.fold(id))
        case "F2", "e": return .editing(.begin(id))
        case "s": return .selection(.toggle(id, extends: false))
        case "d", "l", "t":
            let part: DetailPart = event.text == "d" ? .due : event.text == "l" ? .list : .tags
            return .screen(.change(.todos(part, isOneOf ? nil : id)))
        case "1", "2", "3", "4":
            let number: UInt8 = event.text == "1" ? 1 : event.text == "2" ? 5 : event.text == "3" ? 9 : 0
            return .item(.change(isOneOf ? nil : id, .priority(number)))
        case "ArrowDown", "j": return .selection(.focusRow(id, by: 1))
        case "ArrowUp", "k": return .selection(.focusRow(id, by: -1))
        default: return nil
        }
    }

    /// At most 200 characters: a row shows no more.
    static func firstLine(_ text: String) -> String {
        text.cut(to: 200).parts { $0.isLineBreak }.first.map { String($0) } ?? ""
    }
}

extension Gesture {
    var id: EntityID? {
        switch self {
        case .none: nil
        case .pressed(let id, _, _), .swipe(let id, _, _), .swiped(let id), .drag(let id, _, _, _, _): id
        }
    }

    var isDrag: Bool {
        if case .drag = self { true } else { false }
    }
}
