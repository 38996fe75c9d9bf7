import DaybookCore

extension Screens {
    /// Chooses a file. What it does, the browser knows.
    var importButton: Node {
        .element(
            .label, [.class("choice upload")],
            [.text(texts(.importFile)), .element(.input, [.id("import-file"), .attribute(.type, "file")])])
    }

    /// The subject of the dialog.
    var importTitle: String {
        switch state.importing.subject {
        case .file: texts(.importTitle)
        case .past: texts(.imports)
        case .pairs: texts(.maybeTransfers)
        case .rules, .rule: texts(.applyRules)
        }
    }

    /// Shows the file that is to be imported, or what the rules would do.
    var importDialog: [Node] {
        let importing = state.importing
        if let origin = importing.sharedFrom { return question(about: importing.name, from: origin) }
        let answer = importing.answer
        let number = answer?.writes ?? 0
        if importing.subject == .past || importing.subject == .pairs {
            return [.element(.div, [.class("fields")], answerParts)]
        }
        let canImport = importing.underway == 0 && importing.failure == nil && answer?.isReady == true
        let now =
            importing.subject == .file
            ? number > 0 ? texts(.importNow, number) : texts(.nothingToImport) : texts(.applyNow, number)
        return [
            .element(.div, [.class("fields")], answerParts),
            .element(
                .footer, [.class("actions")],
                [
                    .element(.p, [.class("hint"), .isOwnWords], text: answer?.value(UInt8(ascii: "g")) ?? ""),
                    importing.failure == nil || importing.failure == .tooLarge
                        ? .empty : button(texts(.tryAgain), class: "quiet", .importing(.again)),
                    button(now, class: "primary", id: "import-now", isDisabled: !canImport, .importing(.write)),
                ]),
        ]
    }

    /// Where a file came from, before anybody has looked at it.
    private func question(about name: String, from origin: String) -> [Node] {
        let source =
            switch origin {
            case "": texts(.sharedByProgram)
            case "site": texts(.sharedBySite)
            default: texts(.sharedBy, origin)
            }
        return [
            .element(
                .div, [.class("fields")],
                [
                    .element(.p, [.class("file"), .isOwnWords], text: name), .element(.p, text: source),
                    .element(.p, [.class("hint")], text: texts(.sharedHint)),
                ]),
            .element(
                .footer, [.class("actions")],
                [
                    button(texts(.cancel), class: "quiet", .screen(.closeOverlay)),
                    button(texts(.lookAtFile), class: "primary", id: "import-look", .importing(.again)),
                ]),
        ]
    }

    /// Shows the server's last answer.
    var answerParts: [Node] {
        let importing = state.importing
        let isFile = importing.subject == .file || importing.subject == .past
        let reading = isFile ? texts(.importReading) : texts(.rulesReading)
        let parts: [Node] = [
            .element(
                .p, [.class("hint"), .attribute(.ariaLive, "polite")],
                text: importing.underway > 0 ? reading : importing.answer?.value(UInt8(ascii: "h")) ?? ""),
            isFile ? .element(.p, [.class("file"), .isOwnWords], text: importing.name) : .empty,
            problem(importing.failure.map { texts.importing($0, isFile: isFile) } ?? importing.problem),
        ]
        return parts + (importing.answer.map { content(of: $0) } ?? [])
    }

    private func problem(_ text: String) -> Node {
        text.isEmpty ? .empty : .element(.p, [.class("problem"), .attribute(.role, "alert")], text: text)
    }

    /// Questions, then sentences, then rows.
    private func content(of answer: ImportAnswer) -> [Node] {
        var (questions, question, buttons, sentences, rows): ([Node], String, [Node], [Node], [Node]) =
            ([], "", [], [], [])
        var offers: [Node] = []
        var columns: [Node] = []
        var column: [String] = []
        var meanings: [Node] = []
        func endColumn() {
            guard !column.isEmpty else { return }
            columns.append(self.column(column, meanings))
            (column, meanings) = ([], [])
        }
        func endQuestion() {
            guard !buttons.isEmpty else { return }
            questions.append(
                .element(
                    .div, [.class("field")],
                    [.element(.p, text: question), choices("downloads", question, buttons)]))
            buttons = []
        }
        for line in answer.lines {
            func value(_ place: Int) -> String { ImportAnswer.value(place, line) }
            switch line[0].utf8.first {
            case UInt8(ascii: "q"):
                endQuestion()
                question = value(1)
            case UInt8(ascii: "c"):
                buttons.append(choice(line))
            case UInt8(ascii: "u"):
                endColumn()
                column = line
            case UInt8(ascii: "v"): meanings.append(choice(line))
            case UInt8(ascii: "s"): sentences.append(.element(.li, text: value(1)))
            case UInt8(ascii: "t"):
                rows.append(
                    .element(
                        .tr, [], line.dropFirst().map { .element(.th, [.attribute(.scope, "col")], text: $0) }))
            case UInt8(ascii: "r"):
                rows.append(
                    .element(
                        .tr, [.class(value(2))],
                        [
                            .element(.td, text: value(1)),
                            .element(
                                .td, [.isOwnWords],
                                [
                                    .element(.span, text: value(4)),
                                    .element(.span, [.class("hint")], text: value(5)),
                                ]),
                            .element(.td, text: value(3)),
                        ]))
            case UInt8(ascii: "j"):
                offers.append(
                    .element(
                        .div, [.class("field line")],
                        [
                            .element(.span, [.isOwnWords], text: value(3)),
                            .element(
                                .button,
                                [
                                    .class("choice"), .isButton, .label(texts(.joinNamed, value(3))),
                                    .on(.click, .importing(.join(value(1), value(2)))),
                                ], text: texts(.joinEntries)),
                        ]))
            case UInt8(ascii: "b"):
                offers.append(
                    .element(
                        .div, [.class("field line")],
                        [
                            .element(
                                .span, [.isOwnWords],
                                [.element(.span, text: value(2)), .element(.span, [.class("hint")], text: value(3))]),
                            .element(
                                .button,
                                [
                                    .class("choice"), .isButton, .label(texts(.takeBackNamed, value(2))),
                                    .on(.click, .importing(.takeBack(value(1)))),
                                ], text: texts(.takeBack)),
                        ]))
            case UInt8(ascii: "o"):
                offers.append(place(value(1), value(2), .account(.propose(value(1)))))
            default: break
            }
        }
        endQuestion()
        endColumn()
        if !columns.isEmpty {
            let title = answer.value(UInt8(ascii: "y"))
            columns = [.element(.h3, text: title), .element(.ul, [.class("meanings"), .label(title)], columns)]
        }
        if !offers.isEmpty, state.importing.subject != .past, state.importing.subject != .pairs {
            questions.append(.element(.p, text: texts(.proposedRules)))
        }
        return questions + columns + offers + [
            .element(.ul, [.class("facts")], sentences),
            rows.isEmpty ? .empty : .element(.table, [.class("imports"), .label(texts(.importTitle))], rows),
            .element(.p, [.class("hint")], text: answer.value(UInt8(ascii: "m"))),
        ]
    }
}

extension Screens {
    /// A button for one of the possible answers.
    private func choice(_ line: [String]) -> Node {
        func value(_ place: Int) -> String { ImportAnswer.value(place, line) }
        return .element(
            .button,
            [
                .class("choice"), .isButton, .attribute(.ariaPressed, value(1) == "1" ? "true" : "false"),
                .on(.click, .importing(.answer(key: value(2), parameters: value(3)))),
            ], text: value(4))
    }

    /// A column of a file with some of its values, and a button with its meaning, which offers others.
    private func column(_ line: [String], _ meanings: [Node]) -> Node {
        func value(_ place: Int) -> String { ImportAnswer.value(place, line) }
        let isOpen = state.importing.column == value(3)
        return .element(
            .li, [],
            [
                .element(
                    .div, [.class("column")],
                    [
                        .element(
                            .div, [.isOwnWords],
                            [
                                .element(.div, [.class("file")], text: value(1)),
                                .element(.div, [.class("hint")], text: value(2)),
                            ]),
                        .element(
                            .button,
                            [
                                .class(value(5) == "1" ? "choice meant" : "choice"), .isButton,
                                .attribute(.ariaExpanded, isOpen ? "true" : "false"),
                                .on(.click, .importing(.open(column: value(3)))),
                            ], text: value(4)),
                    ]),
                isOpen ? choices("downloads", value(1), meanings) : .empty,
            ])
    }
}

extension Language {
    /// Why a file isn't imported.
    func importing(_ problem: ImportProblem, isFile: Bool = true) -> String {
        switch problem {
        case .server(let failure): (isFile ? self(.importNeedsServer) : self(.rulesNeedServer)) + self.failure(failure)
        case .tooLarge: self(.fileTooLarge)
        case .unreadable(let said): self(.fileUnreadable) + reason(said)
        }
    }
}
