import DaybookCore
import Flux

extension Screens {
    func detail(_ todo: Todo) -> Node {
        .element(
            .div, key: todo.id, [.class("detail")],
            [
                sideBar(id: "detail-back", [icon(texts(.delete), class: "trash", .item(.delete(todo.id)))]),
                .element(
                    .div, [.class("fields")],
                    [
                        detailField(.title, texts(.title), todo.title),
                        detailField(.description, texts(.description), todo.description),
                        detailField(.notes, texts(.notes), todo.notes),
                        links(in: draft(.notes) ?? todo.notes),
                        detailField(.amount, texts(.amountLabel), todo.amount?.text ?? ""),
                        payerControl(todo),
                        dayField(
                            .start, texts(.start), draft(.start) ?? Todo.typed(todo.start, todo.startTime),
                            todo.startTime, isDraft: draft(.start) != nil),
                        dayField(
                            .day, texts(.dueDay), draft(.day) ?? Todo.typed(todo.due, todo.dueTime), todo.dueTime,
                            isDraft: draft(.day) != nil),
                        todo.isCompleted
                            ? .empty
                            : toggle(
                                texts(.onToday), "today-label", isOn: todo.isPut(onToday: state.today),
                                .item(.putOnToday(todo.id, !todo.isPut(onToday: state.today)))),
                        reminderControls(todo),
                        tagsField(todo),
                        listControl(todo),
                        subtaskControls(todo),
                        repeatControl(todo),
                    ] + choiceControls(todo) + [completedSwitch(todo), dates(todo)]),
                .element(
                    .footer, [.class("actions")],
                    [
                        button(
                            todo.isCompleted ? texts(.uncheck) : texts(.check), class: "primary check",
                            id: "detail-check",
                            .item(.toggle(todo.id)))
                    ]),
            ])
    }

    /// A control for each field that is one of some choices, where there are words for it.
    private func choiceControls(_ todo: Todo) -> [Node] {
        var controls: [Node] = []
        for spec in Todo.fields.specs where spec.surfaces.contains(.form) {
            guard case .choice(let names) = spec.shape, let label = Phrase(field: spec.field) else { continue }
            let picked = Int(spec.get(todo).choice ?? 0)
            var buttons: [Node] = []
            for number in names.indices {
                guard let words = Phrase(choice: number, of: names) else { continue }
                buttons.append(
                    choice(
                        texts(words), number == picked,
                        .item(.set(todo.id, spec.field, number == 0 ? .nothing : .choice(UInt8(number))))))
            }
            controls.append(setting(texts(label), buttons))
        }
        return controls
    }

    /// The text in the field that isn't yet written.
    func draft(_ field: FormField) -> String? {
        guard let draft = state.editing.detail, draft.field == field, state.navigation.route == .detail(draft.id) else {
            return nil
        }
        return draft.text
    }

    private func detailField(_ field: FormField, _ label: String, _ value: String) -> Node {
        self.field(
            field, label, draft(field) ?? value, draft(field).flatMap { state.problem(of: $0, in: field, world) })
    }

    /// The tags, parted by commas; those that are known are offered.
    private func tagsField(_ todo: Todo) -> Node {
        let text = draft(.tags)
        return field(
            .tags, texts(.tags), text ?? todo.tags.joined(separator: ", "),
            text.flatMap { todo.with(.tags, $0, state, world)?.edit(from: todo).todoProblem(changing: todo) },
            more: completing(.details), below: completions(.details))
    }

    /// A field of the form that is open, with its label and with what is wrong about it.
    ///
    /// - Parameters:
    ///   - more: what the field has that others don't.
    ///   - below: what stands below it.
    func field(
        _ field: FormField, _ label: String, _ value: String, _ problem: ItemError? = nil, more: [Part] = [],
        beside: Node? = nil, below: Node = .empty
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
            .div, [.class("field")],
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

    /// A field of a day, to be typed in words or picked from the system's calendar; below it what was understood.
    ///
    /// - Parameters:
    ///   - time: what stays if another day is picked.
    ///   - isDraft: whether it is typed and may be wrong.
    private func dayField(
        _ field: FormField, _ label: String, _ text: String, _ time: TimeOfDay?, isDraft: Bool
    ) -> Node {
        let when = TypedWhen(text, now: state.clock)
        let picker = Node.element(
            .input,
            [
                .id(routeName + "-" + field.rawValue + "-pick"), .attribute(.type, "date"),
                .label(texts(.pickDay, label)),
                .attribute(.value, when?.day.text ?? ""),
                .ask(.input) { .editing(.field(field, Todo.typed(CivilDate($0.text), time))) },
                .on(.change, .editing(.commitDetail)),
            ])
        return self.field(
            field, label, text, isDraft ? state.problem(of: text, in: field, world) : nil,
            more: [.attribute(.placeholder, texts(.dayHint))], beside: picker,
            below: .element(
                .p, [.class("reading"), .attribute(.ariaLive, "polite")],
                text: when.map { texts.longDay($0.day) + ($0.time.map { " " + $0.text } ?? "") } ?? ""))
    }

    private func completedSwitch(_ todo: Todo) -> Node {
        toggle(
            texts(.finished), "completed-label", isOn: todo.isCompleted,
            .item(.toggle(todo.id)))
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
        let draft = state.editing.form
        let plan = state.editing.plan
        return .element(
            .form, [.class("form"), .on(.submit, .screen(.saveForm))],
            [
                sideBar(),
                .element(
                    .div, [.class("fields")],
                    [
                        field(.title, texts(.title), draft.text(.title)),
                        field(.description, texts(.description), draft.text(.description)),
                        field(.notes, texts(.notes), draft.text(.notes)),
                        field(
                            .amount, texts(.amountLabel), plan.amount,
                            state.problem(of: plan.amount, in: .amount, world)),
                        newPayerControl,
                        dayField(.start, texts(.start), plan.start, nil, isDraft: true),
                        dayField(.day, texts(.dueDay), plan.day, nil, isDraft: true),
                    ]),
                formActions(isDisabled: draft.text(.title).isBlank),
            ])
    }
}
