import DaybookCore
import Flux

extension Screens {
    func detail(_ todo: Todo) -> Node {
        .element(
            .div, key: Key(todo.id.high, todo.id.low), [.class("detail")],
            [
                .element(
                    .header, [.class("bar")],
                    [
                        icon(texts.back, class: "back", id: "detail-back", .screen(.back)),
                        .element(.h2, text: texts.details),
                        icon(texts.delete, class: "trash", .item(.delete(todo.id))),
                    ]),
                .element(
                    .div, [.class("fields")],
                    [
                        field(.title, texts.title, todo.title, .input),
                        field(.description, texts.description, todo.description, .input),
                        field(.notes, texts.notes, todo.notes, .textarea),
                        links(in: draft(.notes) ?? todo.notes),
                        field(.amount, texts.amountLabel, todo.amount?.text ?? "", .input),
                        field(.day, texts.dueDay, todo.plannedDay?.text ?? "", .input),
                        completedSwitch(todo),
                        dates(todo),
                    ]),
                .element(
                    .footer, [.class("actions")],
                    [
                        button(
                            todo.isCompleted ? texts.uncheck : texts.check, class: "primary check",
                            .item(.toggle(todo.id)))
                    ]),
            ])
    }

    /// What is typed in the field and not yet written.
    private func draft(_ field: DetailField) -> String? {
        guard let draft = state.detailDraft, draft.field == field, state.route == .detail(draft.id) else { return nil }
        return draft.text
    }

    private func field(_ field: DetailField, _ label: String, _ value: String, _ tag: Tag) -> Node {
        let name =
            switch field {
            case .title: "detail-title"
            case .description: "detail-description"
            case .notes: "detail-notes"
            case .amount: "detail-amount"
            case .day: "detail-day"
            }
        let problem = field == .amount ? draft(.amount).flatMap { amountProblem($0) } : nil
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, name)], text: label),
                .element(
                    tag,
                    [
                        .id(name), .attribute(.type, field == .day ? "date" : tag == .input ? "text" : nil),
                        .attribute(.autocomplete, "off"), .attribute(.ariaInvalid, problem == nil ? nil : "true"),
                        .attribute(.rows, tag == .input ? nil : "6"), .attribute(.value, draft(field) ?? value),
                        .ask(.input) { .editing(.typeDetail(field, $0.text)) },
                        .on(.change, .editing(.commitDetail)),
                    ]),
                problemText(problem, name),
            ])
    }

    private func amountProblem(_ text: String) -> MoneyError? {
        if case .failure(let error) = Plan.amount(text, usual: state.money.usual) { error } else { nil }
    }

    private func completedSwitch(_ todo: Todo) -> Node {
        .element(
            .div, [.class("field line")],
            [
                .element(.span, [.id("completed-label")], text: texts.completed),
                .element(
                    .button,
                    [
                        .class("switch"), .attribute(.type, "button"), .attribute(.role, "switch"),
                        .attribute(.ariaChecked, todo.isCompleted ? "true" : "false"),
                        .attribute(.ariaLabelledby, "completed-label"),
                        .on(.click, .item(.update(Todo.completedLens(at: world.now()).set(todo, !todo.isCompleted)))),
                    ]),
            ])
    }

    private func links(in text: String) -> Node {
        let links = Link.all(in: text)
        guard !links.isEmpty else { return .empty }
        return .element(
            .ul, [.class("links"), .label(texts.links)],
            links.map { link in
                .element(
                    .li, [],
                    [
                        .element(
                            .a,
                            [
                                .attribute(.href, link), .attribute(.target, "_blank"),
                                .attribute(.rel, "noopener noreferrer"),
                            ], text: link)
                    ])
            })
    }

    private func dates(_ todo: Todo) -> Node {
        .element(
            .dl, [.class("dates")],
            moment(texts.created, todo.createdAt) + (todo.completedAt.map { moment(texts.finishedAt, $0) } ?? [])
                + (todo.isSynced
                    ? []
                    : [
                        .element(.dt, text: texts.notSent),
                        .element(.dd, text: state.sync.failure.map { texts.failure($0) } ?? texts.syncing),
                    ]))
    }

    private func moment(_ label: String, _ time: Timestamp) -> [Node] {
        [
            .element(.dt, text: label),
            .element(
                .dd, [],
                [
                    .element(
                        .time, [.attribute(.datetime, time.text)],
                        text: texts.moment(time, minutesAhead: world.minutesAheadOfUTC(time)))
                ]),
        ]
    }

    var form: Node {
        let draft = state.form
        let plan = state.money.plan
        return .element(
            .form, [.class("form"), .on(.submit, .screen(.saveForm))],
            [
                .element(
                    .header, [.class("bar")],
                    [icon(texts.back, class: "back", .screen(.back)), .element(.h2, text: texts.newTodo)]),
                .element(
                    .div, [.class("fields")],
                    [
                        formField("form-title", texts.title, draft.title, .input) { $0.title = $1 },
                        formField("form-description", texts.description, draft.description, .input) {
                            $0.description = $1
                        },
                        formField("form-notes", texts.notes, draft.notes, .textarea) { $0.notes = $1 },
                        planField("form-amount", texts.amountLabel, plan.amount, amountProblem(plan.amount)) {
                            $0.amount = $1
                        },
                        planField("form-day", texts.dueDay, plan.day, nil) { $0.day = $1 },
                    ]),
                .element(
                    .footer, [.class("actions")],
                    [
                        button(texts.cancel, class: "quiet", .screen(.back)),
                        .element(
                            .button,
                            [
                                .class("primary save"), .attribute(.type, "submit"),
                                .flag(.disabled, SearchQuery(draft.title).isEmpty),
                            ], text: texts.save),
                    ]),
            ])
    }

    private func formField(
        _ name: String, _ label: String, _ value: String, _ tag: Tag,
        _ change: @escaping (inout TodoDraft, String) -> Void
    ) -> Node {
        let form = state.form
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, name)], text: label),
                .element(
                    tag,
                    [
                        .id(name), .attribute(.type, tag == .input ? "text" : nil), .attribute(.autocomplete, "off"),
                        .attribute(.rows, tag == .input ? nil : "4"), .attribute(.value, value),
                        .ask(.input) { event in
                            var draft = form
                            change(&draft, event.text)
                            return .screen(.changeForm(draft))
                        },
                    ]),
            ])
    }

    private func planField(
        _ name: String, _ label: String, _ value: String, _ problem: MoneyError?,
        _ change: @escaping (inout Plan, String) -> Void
    ) -> Node {
        let plan = state.money.plan
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, name)], text: label),
                .element(
                    .input,
                    [
                        .id(name), .attribute(.type, name == "form-day" ? "date" : "text"),
                        .attribute(.autocomplete, "off"), .attribute(.ariaInvalid, problem == nil ? nil : "true"),
                        .attribute(.value, value),
                        .ask(.input) { event in
                            var plan = plan
                            change(&plan, event.text)
                            return .money(.plan(plan))
                        },
                    ]),
                problemText(problem, name),
            ])
    }
}
