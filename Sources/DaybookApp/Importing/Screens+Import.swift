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
        let number = Int(answer?.writes ?? 0)
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
                    .element(.p, [.class("hint"), .isOwnWords], text: answer?.text(.destination) ?? ""),
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
                text: importing.underway > 0 ? reading : importing.answer?.text(.title) ?? ""),
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
        var (questions, columns, offers, sentences, rows): ([Node], [Node], [Node], [Node], [Node]) =
            ([], [], [], [], [])
        var asked: ImportAnswer.Line?
        var buttons: [Node] = []
        func end() {
            if let asked, asked.kind == .column {
                columns.append(column(asked, buttons))
            } else if let asked, !buttons.isEmpty {
                questions.append(
                    .element(
                        .div, [.class("field")],
                        [.element(.p, text: asked.text), choices("downloads", asked.text, buttons)]))
            }
            buttons = []
        }
        for line in answer.lines {
            switch line.kind {
            case .question, .column:
                end()
                asked = line
            case .choice, .meaning: buttons.append(choice(line))
            case .sentence: sentences.append(.element(.li, text: line.text))
            case .head:
                rows.append(
                    .element(
                        .tr, [],
                        [line.id, line.text, line.result].map {
                            .element(.th, [.attribute(.scope, "col")], text: $0)
                        }))
            case .row:
                rows.append(
                    .element(
                        .tr, [.class(line.value)],
                        [
                            .element(.td, text: line.id), .element(.td, [.isOwnWords], words(of: line)),
                            .element(.td, text: line.result),
                        ]))
            case .pair:
                offers.append(
                    offer(line, texts(.joinEntries), texts(.joinNamed, line.text), .join(line.id, line.value)))
            case .past:
                offers.append(offer(line, texts(.takeBack), texts(.takeBackNamed, line.text), .takeBack(line.id)))
            case .rule:
                offers.append(place(line.text, line.detail, .form(.propose(line.text))))
            case .title, .isOfEntries, .problem, .writes, .done, .destination, .columns, .more, .device: break
            }
        }
        end()
        if !columns.isEmpty {
            let title = answer.text(.columns)
            columns = [.element(.h3, text: title), .element(.ul, [.class("meanings"), .label(title)], columns)]
        }
        if answer[.rule] != nil { questions.append(.element(.p, text: texts(.proposedRules))) }
        return questions + columns + offers + [
            .element(.ul, [.class("facts")], sentences),
            rows.isEmpty ? .empty : .element(.table, [.class("imports"), .label(texts(.importTitle))], rows),
            .element(.p, [.class("hint")], text: answer.text(.more)),
        ]
    }

    private func words(of line: ImportAnswer.Line) -> [Node] {
        [.element(.span, text: line.text), .element(.span, [.class("hint")], text: line.detail)]
    }

    private func offer(_ line: ImportAnswer.Line, _ name: String, _ label: String, _ action: ImportAction) -> Node {
        .element(
            .div, [.class("field line")],
            [
                .element(.span, [.isOwnWords], words(of: line)),
                .element(
                    .button, [.class("choice"), .isButton, .label(label), .on(.click, .importing(action))], text: name),
            ])
    }

    /// A button for one of the possible answers.
    private func choice(_ line: ImportAnswer.Line) -> Node {
        .element(
            .button,
            [
                .class("choice"), .isButton, .attribute(.ariaPressed, line.number == 1 ? "true" : "false"),
                .on(.click, .importing(.answer(key: line.id, parameters: line.value))),
            ], text: line.text)
    }

    /// A column of a file with some of its values, and a button with its meaning, which offers others.
    private func column(_ line: ImportAnswer.Line, _ meanings: [Node]) -> Node {
        let isOpen = state.importing.column == line.id
        return .element(
            .li, [],
            [
                .element(
                    .div, [.class("column")],
                    [
                        .element(
                            .div, [.isOwnWords],
                            [
                                .element(.div, [.class("file")], text: line.text),
                                .element(.div, [.class("hint")], text: line.detail),
                            ]),
                        .element(
                            .button,
                            [
                                .class(line.number == 1 ? "choice meant" : "choice"), .isButton,
                                .attribute(.ariaExpanded, isOpen ? "true" : "false"),
                                .on(.click, .importing(.open(column: line.id))),
                            ], text: line.result),
                    ]),
                isOpen ? choices("downloads", line.text, meanings) : .empty,
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
