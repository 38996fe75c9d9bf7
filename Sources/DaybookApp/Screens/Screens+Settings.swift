import DaybookCore

extension Screens {
    /// What the dialog of the settings holds.
    var settings: [Node] {
        [
            .element(
                .div, [.class("fields")],
                [
                    setting(
                        texts(.languageLabel),
                        Language.all.map { language in
                            .element(
                                .button,
                                [
                                    .isButton, .attribute(.lang, language.tag),
                                    .state(.ariaPressed, language == state.language),
                                    .on(.click, .screen(.setLanguage(language))),
                                ], text: language.name)
                        }),
                    setting(
                        texts(.theme),
                        Theme.allCases.map { choice(texts.theme($0), $0 == state.theme, .screen(.setTheme($0))) }),
                    setting(
                        texts(.firstWeekday),
                        [0, 5, 6].map {
                            choice(texts.weekday($0), $0 == state.money.firstWeekday, .screen(.setFirstWeekday($0)))
                        }),
                    currencyField,
                    toggle(
                        texts(.singleKeys), "single-keys-label", isOn: state.hasSingleKeys, .screen(.toggleSingleKeys)),
                    .element(
                        .div, [.class("field")],
                        [
                            button(texts(.undo), class: "choice", isDisabled: state.history.undo.isEmpty, .item(.undo)),
                            button(texts(.redo), class: "choice", isDisabled: state.history.redo.isEmpty, .item(.redo)),
                            button(texts(.selectSeveral), class: "choice", .selection(.start)),
                        ]),
                    .element(.h3, text: texts(.files)),
                    .element(.p, text: texts(.downloadHint)),
                    .element(
                        .div, [.class("downloads")],
                        [download(texts(.todos), "todos"), download(texts(.money), "entries")]),
                    .element(.p, text: texts(.commandsHint)),
                    .element(
                        .code,
                        text: "daybook export > entries.json\ndaybook import entries.json\n"
                            + "daybook backup backup.sqlite\ndaybook restore backup.sqlite"),
                    .element(.h3, text: texts(.devices)),
                    .element(
                        .p,
                        text: texts(
                            .keeps, texts(.countTodos, state.allCount), texts(.countEntries, state.book.entries.count))),
                    .element(.p, text: isLocal ? texts(.localHost, state.host) : texts(.otherDevices, state.host)),
                    .element(
                        .div, [.class("field")],
                        [
                            button(syncText, class: "choice", .screen(.openSync)),
                            state.hasAccount
                                ? .element(.a, [.class("choice"), .attribute(.href, "/login")], text: texts(.signOut))
                                : .empty,
                        ]),
                    .element(.h3, text: texts(.help)),
                    .element(.p, text: texts(.lineHelp)),
                    .element(
                        .div, [.class("field")],
                        [button(texts(.shortcuts), class: "choice", .screen(.openShortcuts))]),
                    .element(.p, [.class("hint")], text: "Daybook " + daybookVersion),
                ])
        ]
    }

    private var currencyField: Node {
        let (id, bad) = ("usual-currency", state.money.badCurrency)
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

    /// One of several, with a label above.
    /// A line with buttons to choose from.
    func setting(_ label: String, _ buttons: [Node]) -> Node {
        .element(
            .div, [.class("field")], [.element(.p, text: label), choices("filters segment", label, buttons)])
    }

    private func download(_ text: String, _ name: String) -> Node {
        .element(
            .a,
            [.class("choice"), .attribute(.href, "/api/v1/" + name), .attribute(.download, name + ".json")],
            text: text)
    }

    /// Whether no other device gets to the server by the address that the page has.
    private var isLocal: Bool {
        state.host.begins(with: "127.0.0.1") || state.host.begins(with: "localhost") || state.host.begins(with: "[::1]")
    }

    /// What is known of sync.
    var syncDialog: [Node] {
        let pending = state.book.pending.ids
        let todos = pending.count { state.book.hasTodo($0) }
        let entries = pending.count { state.book.hasEntry($0) }
        var facts = [(texts(.lastSync), state.lastSync.map { moment($0) } ?? texts(.notYet))]
        for (name, number) in [
            (texts(.todos), todos), (texts(.money), entries), (texts(.deletions), pending.count - todos - entries),
            (texts(.voiceNotes), state.undelivered),
        ] where number > 0 {
            facts.append((texts(.waiting, name), Language.grouped(number)))
        }
        if let failure = state.sync.failure { facts.append((texts(.lastFailure), texts.failure(failure))) }
        return [
            .element(
                .div, [.class("fields")],
                [
                    .element(.p, [.attribute(.ariaLive, "polite")], text: syncText),
                    .element(
                        .dl, [.class("dates")],
                        facts.flatMap { [.element(.dt, text: $0.0), .element(.dd, text: $0.1)] }),
                ]),
            .element(
                .footer, [.class("actions")],
                [
                    todos == 0 ? .empty : button(texts(.showUnsynced), class: "quiet", .screen(.showUnsynced)),
                    state.sync.failure == .signedOut
                        ? .element(.a, [.class("primary"), .attribute(.href, "/login")], text: texts(.signIn))
                        : button(texts(.syncNow), class: "primary", id: "sync-now", .screen(.retrySync)),
                ]),
        ]
    }

    private func moment(_ time: Timestamp) -> String {
        texts.moment(time, minutesAhead: world.minutesAheadOfUTC(time))
    }
}
