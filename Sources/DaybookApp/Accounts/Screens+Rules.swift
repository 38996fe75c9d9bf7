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
                        place(rule.text, String(index + 1), .form(.open(.rule, rule.id)))
                    }),
            .element(
                .footer, [.class("actions")],
                [
                    button(
                        texts(.applyRules), class: "quiet", id: "rules-apply", .account(.applyRules)),
                    button(texts(.newRule), class: "primary", id: "new-rule", .form(.open(.rule, nil))),
                ]),
        ]
    }

    /// The fields of a rule: what it asks for, then what it gives; and what shows it as a text, or as fields again.
    func ruleFields(_ form: KindForm) -> [Node] {
        guard let rule = form.ruleForm else {
            return RuleForm(form.rule) == nil
                ? [] : [button(texts(.ruleAsFields), class: "choice", .form(.turnRule))]
        }
        func field(_ part: RuleForm.Part) -> Node {
            if part == .account {
                let none = choice(texts(.anyAccount), rule[part].isEmpty, .form(.set(part.field, .text(""))))
                return setting(
                    texts(.account),
                    [none]
                        + state.accounts.offered(present: nil).map {
                            choice(
                                $0.name, $0.name.utf8.elementsEqual(rule[part].utf8),
                                .form(.set(part.field, .text($0.name))))
                        })
            }
            return textField("rule-\(part.rawValue)", texts(part.label), rule[part], type: "text", problem: "") {
                .form(.set(part.field, .text($0)))
            }
        }
        return [
            .element(.h3, text: texts(.ruleWhen)),
            .element(.div, [.class("rule-parts")], RuleForm.Part.allCases.filter { !$0.isAction }.map { field($0) }),
            .element(.h3, text: texts(.ruleThen)),
            .element(.div, [.class("rule-parts")], RuleForm.Part.allCases.filter { $0.isAction }.map { field($0) }),
            button(texts(.ruleAsText), class: "choice", .form(.turnRule)),
        ]
    }

    /// Shows what a rule that is tried would do.
    func ruleAnswer(_ form: KindForm) -> Node {
        let isAsked = state.importing.underway > 0 || state.importing.name == form.rule
        return .element(.div, [], isAsked && state.importing.subject == .rule ? answerParts : [])
    }
}

extension RuleForm.Part {
    fileprivate var label: Phrase {
        switch self {
        case .text: .ruleOfText
        case .payee, .givesPayee: .payee
        case .account: .account
        case .atLeast: .ruleAtLeast
        case .below: .ruleBelow
        case .givesTags: .tags
        case .givesNote: .note
        }
    }
}
