import DaybookCore

extension Screens {
    /// Tells what the dialog of a form is called.
    func title(_ form: KindForm) -> String {
        let words = form.kind.words
        return texts(form.id == nil ? words.new ?? words.all : words.edit)
    }

    /// Shows what the dialog of a form holds: a control for each field of the kind's list.
    func dialog(_ form: KindForm) -> [Node] {
        // The number of entries that a rule would change, once it was tried.
        let writes = form.kind == .rule && isTried(form) ? state.importing.answer?.writes ?? 0 : 0
        let changes = Int(truncatingIfNeeded: writes)
        return [
            .element(
                .form, [.class("fields"), .on(.submit, .form(.save))],
                (form.kind == .rule ? ruleFields(form) : []) + state.parts(of: form).map { control($0, of: form) }
                    + (form.kind == .rule ? [ruleAnswer(form)] : []) + actions(form) + [
                        .element(
                            .footer, [.class("actions")],
                            [
                                .element(
                                    .button,
                                    [
                                        .class(changes == 0 ? "primary save" : "quiet save"),
                                        .attribute(.type, "submit"), .flag(.disabled, !canSave(form)),
                                    ], text: isTried(form) ? texts(.save) : texts(.tryRule)),
                                changes == 0
                                    ? .empty
                                    : button(
                                        texts(.saveAndChange, changes), class: "primary", id: "rule-change",
                                        .form(.saveAndChange)),
                            ])
                    ])
        ]
    }

    /// Tells whether it is known what a form would do, if it is of a rule.
    private func isTried(_ form: KindForm) -> Bool {
        form.kind != .rule || state.importing.knows(form.rule)
    }

    private func canSave(_ form: KindForm) -> Bool {
        switch form.kind {
        case .rule: return !form.rule.isBlank && state.importing.underway == 0
        case .rate: return !form.text(.rate).isBlank
        case .filter: return !form.text(.title).isBlank && !form.text(.query).isBlank
        case .transfer:
            let (from, to) = (form.values[.account]?.entity, form.values[.toAccount]?.entity)
            return from != nil && to != nil && from != to && !form.text(.amount).isBlank
        default: return !form.text(.title).isBlank
        }
    }

    private func control(_ part: KindForm.Part, of form: KindForm) -> Node {
        let label = texts.label(part.field, of: form.kind)
        let value = form.values[part.field]
        func offer(_ name: String, _ wanted: FieldValue, _ isOn: Bool, _ colour: String = "") -> Node {
            choice(name, isOn, .form(.set(part.field, wanted)), colour)
        }
        switch part.shape {
        case .choice(let names):
            let isColour = part.field == .colour
            return setting(
                label,
                names.indices.map { number in
                    let isOn = Int(value?.choice ?? 0) == number
                    let wanted = isColour && number == 0 ? FieldValue.nothing : .choice(UInt8(number))
                    let name = Phrase(choice: number, of: names) ?? Phrase(accountChoice: names[number])
                    return offer(texts(name), wanted, isOn, isColour ? names[number] : "")
                })
        case .entity where part.field == .envelope:
            let choices = envelopeChoices(value?.entity, or: .noPriority) {
                .form(.set(.envelope, FieldValue($0)))
            }
            return choices.isEmpty ? .empty : setting(label, choices)
        case .entity where form.kind == .envelope:
            let isGroup = part.field == .group
            let envelopes = state.book.budget.envelopes.filter { $0.id != form.id && $0.group == nil }
            let accounts = state.book.accounts.filter { !$0.isClosed || $0.id == value?.entity }
            let offered = isGroup ? envelopes.map { ($0.id, $0.name) } : accounts.map { ($0.id, $0.name) }
            return setting(
                label,
                [offer(isGroup ? "—" : texts(.envelope), .nothing, value?.entity == nil)]
                    + offered.map { id, name in offer(name, .entity(id), id == value?.entity) })
        case .entity:
            return setting(
                label,
                state.accounts.offered(present: value?.entity).map {
                    offer($0.name, .entity($0.id), $0.id == value?.entity)
                })
        default:
            var problem = ""
            if let found = form.problem, found.field == part.field {
                let other = texts(form.kind == .payee ? .otherPayee : .twoCurrencies)
                problem = found.error.map { texts.problem($0) } ?? found.query.map { texts.problem($0) } ?? other
            }
            let hint: Phrase? =
                switch part.field {
                case .payeeOf: .otherNamesHint
                case .ruleText: .ruleHint
                case .amount where form.kind == .account: .openingHint
                case .rate: .rateHint
                case .target: .targetHint
                case .query: .queryHint
                default: nil
                }
            let isLong = part.field == .payeeOf || part.field == .ruleText
            return textField(
                KindForm.id(part.field), label, value?.text ?? "",
                type: isLong ? nil : part.shape == .day ? "date" : "text", problem: problem,
                hint: hint.map { texts($0) } ?? ""
            ) { .form(.set(part.field, .text($0))) }
        }
    }

    /// A field to type in, and under it what is wrong with what is there, or else a hint.
    ///
    /// - Parameter type: nil for one of several lines.
    func textField(
        _ id: String, _ label: String, _ value: String, type: String?, problem: String, hint: String = "",
        _ action: @escaping (String) -> Action
    ) -> Node {
        let note = problem.isEmpty ? hint : problem
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, id)], text: label),
                .element(
                    type == nil ? .textarea : .input,
                    [
                        .id(id), .attribute(.type, type), .attribute(.rows, type == nil ? "4" : nil),
                        .attribute(.autocomplete, "off"),
                        .attribute(.ariaDescribedby, note.isEmpty ? nil : id + "-hint"),
                        .attribute(.ariaInvalid, problem.isEmpty ? nil : "true"),
                        .attribute(.value, value), .ask(.input) { action($0.text) },
                    ]),
                note.isEmpty
                    ? .empty
                    : .element(.p, [.id(id + "-hint"), .class(problem.isEmpty ? "hint" : "problem")], text: note),
            ])
    }

    /// The buttons for what else can be done with a thing; for a new one those of its kind that were put away.
    private func actions(_ form: KindForm) -> [Node] {
        guard let id = form.id else {
            let (closed, archived) = (
                state.accounts.balances.filter { $0.account.isClosed }, state.book.lists.filter { $0.isArchived }
            )
            let away =
                form.kind == .account
                ? closed.map { button($0.account.name, class: "choice", .account(.show($0.account.id))) }
                : form.kind == .list
                    ? archived.map { button($0.name, class: "choice", .lists(.archive($0.id, false))) } : []
            if away.isEmpty { return [] }
            let heading = texts(form.kind == .account ? .closedAccounts : .archivedLists)
            return [.element(.div, [.class("field")], [.element(.p, text: heading)] + away)]
        }
        var buttons: [Node] = []
        func add(_ phrase: Phrase, _ action: Action) { buttons.append(button(texts(phrase), class: "choice", action)) }
        switch form.kind {
        case .list:
            let isAway = state.book.list(id)?.isArchived == true
            add(isAway ? .useList : .archiveList, .lists(.archive(id, !isAway)))
        case .template: add(.makeTodo, .item(.make(id)))
        case .account:
            guard let account = state.book.account(id) else { return [] }
            guard account.isMade else { return [moving(account)] }
            add(account.isClosed ? .reopenAccount : .closeAccount, .account(.close(id, !account.isClosed)))
        case .payee:
            guard let payee = state.book.payee(id) else { return [] }
            add(.showEntries, .account(.showPayee(state.accounts.payees.meaning(of: payee.name))))
        case .transfer where !form.entries.isEmpty: add(.partTransfer, .account(.part(id)))
        default: break
        }
        buttons.append(button(texts(form.kind.words.delete), class: "danger choice", .form(.delete(form.kind, id))))
        let own = Node.element(.div, [.class(form.kind == .template ? "field downloads" : "field")], buttons)
        guard [.list, .filter, .rule].contains(form.kind) else { return [own] }
        buttons = []
        add(.moveUp, .form(.move(form.kind, id, isDown: false)))
        add(.moveDown, .form(.move(form.kind, id, isDown: true)))
        return [own, .element(.div, [.class("field downloads")], buttons)]
    }
}
