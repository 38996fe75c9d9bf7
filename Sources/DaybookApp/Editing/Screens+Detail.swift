import DaybookCore
import Flux

extension Screens {
    func detail(_ todo: Todo) -> Node {
        .element(
            .div, key: todo.id, [.class("detail")],
            [
                sideBar(
                    id: "detail-back",
                    [
                        icon(texts(.delete), class: "trash", .item(.delete(todo.id))),
                        moreButton(todo.id, "detail", todo.title),
                    ]),
                .element(.div, [.class("fields")], panel(todo)),
                .element(
                    .footer, [.class("actions")],
                    [
                        dates(todo),
                        button(
                            todo.isCompleted ? texts(.uncheck) : texts(.check), class: "primary check",
                            id: "detail-check",
                            .item(.toggle(todo.id))),
                    ]),
            ])
    }

    /// The same panel makes a to-do and changes one.
    private func panel(_ todo: Todo) -> [Node] {
        [
            .element(
                .div, [.class("head")],
                [
                    isNew
                        ? .element(.span, [.class("box")])
                        : .element(
                            .button,
                            [
                                .class(boxClass(todo)), .isButton, .attribute(.role, "switch"),
                                .state(.ariaChecked, todo.isCompleted), .label(texts(.finished)),
                                .on(.click, .item(.toggle(todo.id))),
                            ]),
                    detailField(.title, texts(.title), todo.title, isPlain: true),
                ]),
            detailField(.description, texts(.description), todo.description, isPlain: true),
            detailField(.notes, texts(.notes), todo.notes, isPlain: true),
            links(in: draft(.notes) ?? todo.notes),
            isNew ? .empty : subtaskControls(todo),
        ] + parts(todo)
    }

    /// True where the panel is of a to-do that isn't there yet.
    var isNew: Bool { state.navigation.route == .form }

    /// The text in the field that isn't yet written.
    func draft(_ field: FormField) -> String? {
        if isNew { return state.editing.plan[field] }
        guard let draft = state.editing.detail, draft.field == field, state.navigation.route == .detail(draft.id) else {
            return nil
        }
        return draft.text
    }

    func detailField(
        _ field: FormField, _ label: String, _ value: String, isPlain: Bool = false, more: [Part] = [],
        beside: Node? = nil, below: Node = .empty
    ) -> Node {
        let draft = draft(field)
        return self.field(
            field, label, draft ?? value, draft.flatMap { state.problem(of: $0, in: field, world) },
            more: isPlain ? [.attribute(.placeholder, label)] : more, beside: beside, below: below, isPlain: isPlain)
    }

    /// A field of the form that is open, with its label and with what is wrong about it.
    ///
    /// - Parameters:
    ///   - more: what the field has that others don't.
    ///   - below: what stands below it.
    ///   - isPlain: whether it looks like text, and its label is heard alone.
    func field(
        _ field: FormField, _ label: String, _ value: String, _ problem: ItemError? = nil, more: [Part] = [],
        beside: Node? = nil, below: Node = .empty, isPlain: Bool = false
    ) -> Node {
        let id = routeName + "-" + field.rawValue
        let atEnter: Action =
            field == .place
            ? .money(.save)
            : state.navigation.route != .form
                ? .editing(.commitDetail) : state.editing.form.text(.title).isBlank ? .ignore : .screen(.saveForm)
        // Text has a text area, also where one line is meant: it wraps rather than cuts, and keeps lines that came from
        // elsewhere. An input would join them.
        let rows: String? =
            switch field {
            case .notes, .note: "4"
            case .title, .description, .place: "1"
            default: nil
            }
        let type = field == .day && beside == nil ? "date" : "text"
        let control = Node.element(
            rows == nil ? .input : .textarea,
            more + [
                .id(id), .attribute(rows == nil ? .type : .rows, rows ?? type),
                .attribute(.inputmode, field == .amount ? "decimal" : nil), .attribute(.autocomplete, "off"),
                .attribute(.ariaDescribedby, problem == nil ? nil : id + "-problem"),
                .attribute(.ariaInvalid, problem == nil ? nil : "true"), .attribute(.value, value),
                .ask(.input) { .editing(.field(field, $0.text)) }, .on(.change, .editing(.commitDetail)),
                .ask(.keydown) {
                    rows == "1" && $0.text == "Enter" && !$0.modifiers.contains(.composing)
                        ? atEnter : nil
                },
            ])
        return .element(
            .div, [.class(isPlain ? "field plain" : "field")],
            [
                .element(.label, [.attribute(.for, id)], text: label),
                beside.map { .element(.div, [.class("when")], [control, $0]) } ?? control,
                problem.map {
                    .element(
                        .p, [.id(id + "-problem"), .class("problem")],
                        text: texts.problem($0))
                } ?? .empty,
                below,
            ])
    }

    /// A line with a switch.
    func toggle(_ label: String, _ labelID: String, isOn: Bool, _ action: Action) -> Node {
        .element(
            .div, [.class("field line")],
            [
                .element(.span, [.id(labelID)], text: label),
                .element(
                    .button,
                    [
                        .class("switch"), .isButton, .attribute(.role, "switch"),
                        .state(.ariaChecked, isOn), .attribute(.ariaLabelledby, labelID),
                        .on(.click, action),
                    ]),
            ])
    }

    private func links(in text: String) -> Node {
        let links = Link.all(in: text)
        guard !links.isEmpty else { return .empty }
        return .element(
            .ul, [.class("links"), .label(texts(.links))],
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
            moment(texts(.created), todo.createdAt) + (todo.completedAt.map { moment(texts(.finishedAt), $0) } ?? [])
                + (todo.isSynced
                    ? []
                    : [
                        .element(.dt, text: texts(.notSent)),
                        .element(.dd, text: state.sync.client.failure.map { texts.failure($0) } ?? texts(.syncing)),
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
        .element(
            .form, [.class("form"), .on(.submit, .screen(.saveForm))],
            [
                sideBar(), .element(.div, [.class("fields")], panel(state.planned(world))),
                formActions(isDisabled: state.editing.form.text(.title).isBlank),
            ])
    }
}
