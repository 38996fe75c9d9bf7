import DaybookCore

extension Screens {
    /// Shows what an entry is split into, and what no part has; nothing where there is no amount to split.
    func partControls(_ form: EntryForm) -> Node {
        let rest = form.rest
        guard rest != nil || !form.parts.isEmpty else { return .empty }
        var nodes: [Node] = form.parts.isEmpty ? [] : [.element(.p, text: texts(.parts))]
        let problem = form.shownPartProblem
        nodes += form.parts.indices.map { part($0, of: form, problem?.part == $0 ? problem : nil) }
        if let rest, !form.parts.isEmpty, rest.coefficient != 0 {
            let isTooMuch = rest.coefficient < 0
            nodes.append(
                .element(
                    .p, [.class(isTooMuch ? "problem" : "rest"), .attribute(.ariaLive, "polite")],
                    text: texts(isTooMuch ? .tooMuch : .unassigned, texts.sum(isTooMuch ? rest.negated : rest))))
        }
        nodes.append(
            .element(
                .div, [.class("downloads")],
                [
                    button(
                        texts(form.parts.isEmpty ? .split : .addPart), class: "choice", id: "add-part",
                        .entry(.part(.add))),
                    form.restOfLast == nil
                        ? .empty : button(texts(.giveRest), class: "choice", .entry(.part(.giveRest))),
                ]))
        return .element(.div, [.class("field"), .attribute(.role, "group"), .label(texts(.parts))], nodes)
    }

    private func part(_ index: Int, of form: EntryForm, _ problem: EntryForm.Problem?) -> Node {
        let id = "part-\(index)-"
        func input(_ field: FormField, _ label: Phrase, _ hint: String) -> Node {
            let isWrong = problem?.field == field
            return .element(
                .input,
                [
                    .id(id + field.rawValue), .attribute(.type, "text"), .label(texts(label, index + 1)),
                    .attribute(.placeholder, hint), .attribute(.autocomplete, "off"),
                    .attribute(.inputmode, field == .amount ? "decimal" : nil),
                    .attribute(.ariaDescribedby, isWrong ? id + "problem" : nil),
                    .attribute(.ariaInvalid, isWrong ? "true" : nil),
                    .attribute(.value, form.parts[index][field]),
                    .ask(.input) { .entry(.part(.type(index, field, $0.text))) },
                ])
        }
        let choices = envelopeChoices(form.parts[index].envelope) { .entry(.part(.envelope(index, $0))) }
        return .element(
            .div, [.class("part-of")],
            [
                input(.amount, .partAmount, texts(.amountLabel)), input(.tags, .partTags, texts(.tags)),
                icon(texts(.deletePart, index + 1), class: "close", .entry(.part(.remove(index)))),
                input(.note, .partNote, texts(.note)),
                choices.isEmpty ? .empty : self.choices("filters", texts(.partEnvelope, index + 1), choices),
                problem.map { .element(.p, [.id(id + "problem"), .class("problem")], text: texts.problem($0.error)) }
                    ?? .empty,
            ])
    }
}
