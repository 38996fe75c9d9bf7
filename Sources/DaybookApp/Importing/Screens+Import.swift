import DaybookCore

extension Screens {
    /// Chooses a file. What it does, the browser knows.
    var importButton: Node {
        .element(
            .label, [.class("choice upload")],
            [.text(texts(.importFile)), .element(.input, [.id("import-file"), .attribute(.type, "file")])])
    }

    /// What is known of the file that is to be imported.
    var importDialog: [Node] {
        let importing = state.importing
        let answer = importing.answer
        let number = answer?.writes ?? 0
        let canImport = importing.underway == 0 && importing.failure == nil && answer?.isReady == true
        var parts: [Node] = [
            .element(
                .p, [.class("hint"), .attribute(.ariaLive, "polite")],
                text: importing.underway > 0 ? texts(.importReading) : answer?.value(UInt8(ascii: "h")) ?? ""),
            .element(.p, [.class("file"), .isOwnWords], text: importing.name),
            problem(importing.failure.map { texts.importing($0) } ?? answer?.value(UInt8(ascii: "p")) ?? ""),
        ]
        if let answer { parts += content(of: answer) }
        return [
            .element(.div, [.class("fields")], parts),
            .element(
                .footer, [.class("actions")],
                [
                    importing.failure == nil || importing.failure == .tooLarge
                        ? .empty : button(texts(.tryAgain), class: "quiet", .importing(.again)),
                    button(
                        number > 0 ? texts(.importNow, number) : texts(.nothingToImport), class: "primary",
                        id: "import-now", isDisabled: !canImport, .importing(.write)),
                ]),
        ]
    }

    private func problem(_ text: String) -> Node {
        text.isEmpty ? .empty : .element(.p, [.class("problem"), .attribute(.role, "alert")], text: text)
    }

    /// Questions, then sentences, then rows.
    private func content(of answer: ImportAnswer) -> [Node] {
        var (questions, question, buttons, sentences, rows): ([Node], String, [Node], [Node], [Node]) =
            ([], "", [], [], [])
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
                buttons.append(
                    .element(
                        .button,
                        [
                            .class("choice"), .isButton, .attribute(.ariaPressed, value(1) == "1" ? "true" : "false"),
                            .on(.click, .importing(.answer(key: value(2), parameters: value(3)))),
                        ], text: value(4)))
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
            default: break
            }
        }
        endQuestion()
        return questions + [
            .element(.ul, [.class("facts")], sentences),
            rows.isEmpty ? .empty : .element(.table, [.class("imports"), .label(texts(.importTitle))], rows),
            .element(.p, [.class("hint")], text: answer.value(UInt8(ascii: "m"))),
        ]
    }
}

extension Language {
    /// Why a file isn't imported.
    func importing(_ problem: ImportProblem) -> String {
        switch problem {
        case .server(let failure): self(.importNeedsServer) + self.failure(failure)
        case .tooLarge: self(.fileTooLarge)
        case .unreadable(let said): self(.fileUnreadable) + reason(said)
        }
    }
}
