import DaybookCore

extension Screens {
    /// - Parameter region: what the part of the page is called that the content alone makes.
    func veil(_ content: Node, region: String? = nil) -> Node {
        .element(
            .div,
            [
                .class("overlay"), .attribute(.role, region == nil ? nil : "region"), .attribute(.ariaLabel, region),
            ],
            [.element(.div, [.class("veil"), .on(.click, .screen(.leaveOverlay))]), content])
    }

    func menu(_ todo: Todo, _ x: Int, _ y: Int) -> Node {
        let id = todo.id
        let isOnToday = todo.isPut(onToday: state.today)
        var entries: [(String, String, Action)] = [
            (todo.isCompleted ? texts(.uncheck) : texts(.check), "", .item(.toggle(id)))
        ]
        // In the details themselves there is nothing else to be opened.
        if state.navigation.route != .detail(id) {
            entries.insert((texts(.rename), "", .editing(.begin(id))), at: 0)
            entries.insert((texts(.details), "details", .screen(.details(id))), at: 0)
        }
        if !todo.isCompleted {
            entries.append(
                (isOnToday ? texts(.takeOffToday) : texts(.putOnToday), "", .item(.putOnToday(id, !isOnToday))))
        }
        for part in DetailPart.ofSeveral {
            entries.append((texts(part.name), "pick", .screen(.change(.todos(part, id)))))
        }
        if state.hasOrder(id) {
            entries += [
                (texts(.moveToTop), "", .item(.moveBy(id, -1_000_000))),
                (texts(.moveUp), "", .item(.moveBy(id, -1))),
                (texts(.moveDown), "", .item(.moveBy(id, 1))),
            ]
        }
        if state.rowBefore(id) != nil { entries.append((texts(.indent), "", .subtasks(.indent(id)))) }
        if state.subtasks.forest?[id]?.parent != nil { entries.append((texts(.outdent), "", .subtasks(.outdent(id)))) }
        entries += [
            (texts(.makeTemplate), "", .item(.makeTemplate(id))),
            (texts(.selectSeveral), "", .selection(.toggle(id, extends: false))),
            (texts(.delete), "danger", .item(.delete(id))),
        ]
        return menu(texts(.more, todo.title), entries, x, y)
    }

    func menu(_ label: String, _ entries: [(String, String, Action)], _ x: Int, _ y: Int) -> Node {
        veil(
            .element(
                .div,
                [
                    .class("menu"), .attribute(.role, "menu"), .label(label),
                    .attribute(.shiftX, String(x)), .attribute(.shiftY, String(y)),
                    // Tab leaves a menu.
                    .ask(.keydown) { $0.text == "Tab" ? .screen(.closeOverlay) : nil },
                ],
                entries.enumerated().map { index, entry in
                    .element(
                        .button,
                        [
                            .class(entry.1), .id("menu-\(index)"),
                            .isButton,
                            .attribute(.role, "menuitem"), .on(.click, entry.2),
                            .ask(.keydown) {
                                Screens.step($0).map {
                                    .screen(.focusMenu((index + $0 + entries.count) % entries.count))
                                }
                            },
                        ], text: entry.0)
                }), region: label)
    }

    private static func step(_ event: Event) -> Int? {
        switch event.text {
        case "ArrowDown": 1
        case "ArrowUp": -1
        default: nil
        }
    }

    var shortcuts: [Node] {
        let isMoney = state.navigation.isMoney
        let comma = texts(.comma)
        // Shortcuts that can be turned off.
        let anywhere: [(String, String)] = [
            ("n", isMoney ? texts(.record) : texts(.newTodo)), ("⇧ n", isMoney ? texts(.newEntry) : texts(.openForm)),
            ("/", texts(.searchAll)), ("?", texts(.thisSheet)), (isMoney ? "1 – 4" : "1 – 5", texts(.filterKeys)),
            ("t", texts(.today)),
            ("g t · u · i", texts.filter(.today) + comma + texts.filter(.upcoming) + comma + texts(.inbox)),
            ("m", texts(.todos) + comma + texts(.money)),
        ]
        let others: [(String, String)] = [
            ("Ctrl K", texts(.searchAll)), ("Ctrl Z", texts(.undo)), ("Ctrl ⇧ Z", texts(.redo)),
            ("Esc", texts(.escapeKey)),
            ("↑ ↓", texts(.upAndDown)),
            ("Enter", isMoney ? texts(.edit) : texts(.openRow)), ("x", isMoney ? texts(.markKey) : texts(.check)),
            ("e", isMoney ? texts(.edit) : texts(.rename)), ("Delete", texts(.delete)), ("s", texts(.selectSeveral)),
            ("Ctrl A", texts(.selectAll)),
        ]
        let keys =
            (state.settings.hasSingleKeys ? anywhere : []) + others
            + (isMoney
                ? []
                : [
                    ("d", texts(.dueDay)), ("l", texts(.list)), ("t", texts(.tags)), ("1 – 4", texts(.priority)),
                    ("Alt ↑ ↓", texts(.moveRow)), ("Alt ⇧ →", texts(.indent)), ("Alt ⇧ ←", texts(.outdent)),
                    ("← →", texts(.foldKeys)),
                ])
        return [
            .element(
                .dl, [.class("shortcuts")],
                keys.map { key, meaning in
                    .element(
                        .div, [], [.element(.dt, [], [.element(.kbd, text: key)]), .element(.dd, text: meaning)])
                })
        ]
    }
}
