import DaybookCore

extension Screens {
    /// The rules in their order; each opens its form.
    var ruleList: [Node] {
        let rules = state.book.rules
        return [
            .element(
                .nav, [.class("payees"), .label(texts(.rules))],
                (rules.isEmpty ? [.element(.p, [.class("hint")], text: texts(.noRules))] : [])
                    + rules.enumerated().map { index, rule in
                        place(rule.text, String(index + 1), .account(.open(.rule, rule.id)))
                    }),
            .element(
                .footer, [.class("actions")],
                [
                    button(
                        texts(.applyRules), class: "quiet", id: "rules-apply", .account(.applyRules)),
                    button(texts(.newRule), class: "primary", id: "new-rule", .account(.open(.rule, nil))),
                ]),
        ]
    }

    /// Shows what a rule that is tried would do, and what can be done with one that is there.
    func rulePart(_ form: MoneyForm) -> Node {
        let isAsked = state.importing.underway > 0 || state.importing.name == form.rule
        var parts = isAsked && state.importing.subject == .rule ? answerParts : []
        if let id = form.id {
            parts.append(
                .element(
                    .div, [.class("field downloads")],
                    [
                        button(texts(.moveUp), class: "choice", .account(.moveRule(id, isDown: false))),
                        button(texts(.moveDown), class: "choice", .account(.moveRule(id, isDown: true))),
                        button(texts(.deleteRule), class: "danger choice", .account(.delete(.rule, id))),
                    ]))
        }
        return .element(.div, [], parts)
    }
}
