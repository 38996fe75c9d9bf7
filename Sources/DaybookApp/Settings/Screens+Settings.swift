import DaybookCore

extension Screens {
    /// Shows the dialog of the settings, a part at a time.
    var settings: [Node] {
        let room = state.settings.room
        let fields =
            switch room {
            case .general: general
            case .money: [currencyField, defaultAccountSetting] + budgetSettings
            case .devices: devices
            case .data: data
            case .about: about
            }
        return [
            choices(
                "filters segment", texts(.settings),
                Room.allCases.map { choice(texts($0.name), $0 == room, .settings(.show($0))) }),
            .element(.div, [.class("fields")], fields),
        ]
    }

    private var general: [Node] {
        [
            setting(
                texts(.languageLabel),
                Language.all.map { language in
                    .element(
                        .button,
                        [
                            .isButton, .attribute(.lang, language.tag),
                            .state(.ariaPressed, language == state.settings.language),
                            .on(.click, .settings(.setLanguage(language))),
                        ], text: language.name)
                }),
            setting(
                texts(.theme),
                Theme.allCases.map {
                    choice(texts.theme($0), $0 == state.settings.theme, .settings(.setTheme($0)))
                }),
            setting(
                texts(.firstWeekday),
                [0, 5, 6].map {
                    choice(texts.weekday($0), $0 == state.settings.firstWeekday, .settings(.setFirstWeekday($0)))
                }),
            subtaskSetting,
            toggle(
                texts(.singleKeys), "single-keys-label", isOn: state.settings.hasSingleKeys,
                .settings(.toggleSingleKeys)),
            .element(
                .div, [.class("field")],
                [
                    button(texts(.undo), class: "choice", isDisabled: !state.canUndo, .item(.undo)),
                    button(texts(.redo), class: "choice", isDisabled: state.history.redo.isEmpty, .item(.redo)),
                    button(texts(.selectSeveral), class: "choice", .selection(.start)),
                ]),
        ]
    }

    private var devices: [Node] {
        [
            .element(
                .p,
                text: texts(
                    .keeps, texts(.countTodos, state.allCount), texts(.countEntries, state.book.entries.count))),
            .element(.p, text: isLocal ? texts(.localHost, state.host) : texts(.otherDevices, state.host)),
            toggle(
                texts(.notifications), "notifications-label", isOn: state.settings.notifies,
                .reminders(.notify(!state.settings.notifies))),
            .element(.div, [.class("devices")], notifiedDevices),
            .element(
                .div, [.class("field")],
                [
                    button(syncText, class: "choice", .sync(.openSync)),
                    state.hasAccount
                        ? .element(.a, [.class("choice"), .attribute(.href, "/login")], text: texts(.signOut))
                        : .empty,
                ]),
        ]
    }

    private var data: [Node] {
        [
            .element(.p, text: texts(.importHint)),
            .element(
                .div, [.class("downloads")],
                [importButton, button(texts(.imports), class: "choice", .importing(.list))]),
            .element(.p, text: texts(.downloadHint)),
            downloads(
                texts(.todos),
                [
                    ("JSON", "todos.json"), ("CSV", "todos.csv"), ("todo.txt", "todo.txt"),
                    ("Taskwarrior", "tasks.json"), ("iCalendar", "todos.ics"),
                ]),
            downloads(
                texts(.money),
                [
                    ("JSON", "entries.json"), ("CSV", "entries.csv"), ("hledger", "daybook.journal"),
                    ("Beancount", "daybook.beancount"),
                ]),
            .element(
                .div, [.class("downloads")],
                [
                    .element(
                        .a,
                        [
                            .class("choice"), .attribute(.href, "/api/v1/backup"),
                            .attribute(.download, "daybook.sqlite"),
                        ], text: texts(.backUpNow))
                ]),
            .element(.p, text: texts(.commandsHint)),
            .element(.code, text: "daybook backup backup.sqlite\ndaybook restore backup.sqlite"),
        ]
    }

    private var about: [Node] {
        [
            .element(.p, text: texts(.lineHelp)),
            .element(
                .div, [.class("field")], [button(texts(.shortcuts), class: "choice", .screen(.openShortcuts))]),
            .element(.p, [.class("hint")], text: "Daybook " + daybookVersion),
        ]
    }

    private var currencyField: Node {
        let (id, bad) = ("usual-currency", state.settings.badCurrency)
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, id)], text: texts(.usualCurrency)),
                .element(
                    .input,
                    [
                        .id(id), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .attribute(.ariaDescribedby, bad == nil ? nil : id + "-problem"),
                        .attribute(.ariaInvalid, bad == nil ? nil : "true"),
                        .attribute(.value, bad ?? state.usualCurrency.code),
                        .ask(.change) { .money(.currency($0.text)) },
                    ]),
                bad.map {
                    .element(.p, [.id(id + "-problem"), .class("problem")], text: texts.problem(.unknownCurrency($0)))
                } ?? .empty,
            ])
    }

    /// A line with buttons to choose from.
    func setting(_ label: String, _ buttons: [Node]) -> Node {
        .element(
            .div, [.class("field")], [.element(.p, text: label), choices("filters segment", label, buttons)])
    }

    /// - Parameter files: what each is called, and its name.
    private func downloads(_ label: String, _ files: [(String, String)]) -> Node {
        .element(
            .div, [.class("field")],
            [
                .element(.p, text: label),
                .element(
                    .div, [.class("downloads")],
                    files.map { text, name in
                        .element(
                            .a,
                            [
                                .class("choice"), .attribute(.href, "/api/v1/exports/" + name),
                                .attribute(.download, name), .label(label + " " + text),
                            ], text: text)
                    }),
            ])
    }

    /// True where no other device gets to the server by the address that the page has.
    private var isLocal: Bool {
        state.host.begins(with: "127.0.0.1") || state.host.begins(with: "localhost") || state.host.begins(with: "[::1]")
    }
}
