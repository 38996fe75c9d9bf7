import DaybookCore

extension Screens {
    /// How a to-do comes again, to be picked. Nothing else is to be picked for a rule that people don't make here; it
    /// is shown as it is.
    func repeatControl(_ todo: Todo) -> Node {
        let repeats = todo.repeats.flatMap { $0.rule.isEmpty ? nil : $0 }
        let rule = repeats?.parsed
        let isOwn = rule.map { $0.place != .other } ?? false
        var frequencies = [choice(texts(.never), repeats == nil, .editing(.set(.repeats, .nothing)))]
        for (frequency, phrase) in zip(
            RepeatRule.Frequency.allCases, [Phrase.daily, .weekly, .monthly, .yearly])
        {
            var new = RepeatRule(frequency)
            new.count = rule?.count
            new.until = rule?.until
            frequencies.append(
                choice(texts(phrase), isOwn && rule?.frequency == frequency, set(new, todo, settles: true)))
        }
        var nodes = [setting(texts(.repeats), frequencies)]
        if let repeats, todo.rule == nil || !isOwn {
            nodes.append(.element(.p, [.class("hint")], text: texts.rule(repeats)))
        }
        if let rule, let repeats, todo.rule != nil {
            if isOwn { nodes += picks(rule, todo) }
            nodes.append(
                setting(
                    texts(.mode),
                    zip(RepeatMode.allCases, [Phrase.everyCounts, .missedPass, .fromDone]).map {
                        mode, phrase in
                        choice(texts(phrase), mode == repeats.mode, set(rule, todo, mode, settles: true))
                    }))
            let missed = repeats.missed(by: state.today)
            if missed > 0 { nodes.append(.element(.p, [.class("hint")], text: texts(.missed, missed))) }
            if !isNew {
                nodes.append(
                    .element(
                        .div, [.class("field")], [button(texts(.skip), class: "choice", .item(.skip(todo.id)))]))
            }
        }
        return .element(.div, [.class("repeat")], nodes)
    }

    /// How many days, weeks, months or years, which of their days, and until when.
    private func picks(_ rule: RepeatRule, _ todo: Todo) -> [Node] {
        func with(_ change: (inout RepeatRule) -> Void) -> Action {
            var rule = rule
            change(&rule)
            return set(rule, todo)
        }
        let due = todo.due ?? todo.start ?? state.today
        var nodes = [
            setting(
                texts(.interval),
                [
                    step("−", by: -1, rule, todo), .element(.span, text: texts.every(rule)),
                    step("+", by: 1, rule, todo),
                ])
        ]
        if case .afterDone? = todo.repeats?.mode { return nodes + ends(rule, todo) }
        switch rule.frequency {
        case .daily: break
        case .weekly:
            var picked = [due.weekday]
            if case .weekdays(let days) = rule.place { picked = days }
            var days: [Node] = []
            for offset: Int64 in 0..<7 {
                let day = (state.settings.firstWeekday + offset) % 7
                let isOn = picked.contains(day)
                let others = picked.filter { $0 != day }
                // One stays.
                days.append(
                    choice(
                        texts.shortWeekday(day), isOn,
                        others.isEmpty ? .ignore : with { $0.take(.weekdays(isOn ? others : others + [day])) }))
            }
            nodes.append(setting(texts(.onDays), days))
        case .monthly, .yearly:
            if rule.frequency == .yearly, due.month != 2 { break }
            var places: [RepeatRule.Place] = []
            let day: Int64 = if case .day(let day, _) = rule.place, day > 0 { day } else { due.day }
            if rule.frequency == .monthly || day == 29 {
                places.append(.day(day, .dayOnly))
                if day > 28 { places.append(.day(day, .dayOrLast)) }
            }
            places.append(.day(-1, .lastDay))
            if rule.frequency == .monthly {
                places.append(.weekday(due.weekday, ordinal: min((due.day + 6) / 7, 5)))
                if due.day > due.endOfMonth.day - 7 { places.append(.weekday(due.weekday, ordinal: -1)) }
            }
            if rule.frequency == .yearly, due.day < 28 { break }
            let present = rule.place == .open ? .day(day, .dayOnly) : rule.place
            nodes.append(
                setting(
                    texts(.onDays),
                    places.map { place in choice(words(place), place == present, with { $0.take(place) }) }))
        }
        return nodes + ends(rule, todo)
    }

    /// A button for more or fewer days, weeks, months or years. Its name is what it makes of the rule.
    private func step(_ sign: String, by step: Int64, _ rule: RepeatRule, _ todo: Todo) -> Node {
        var new = rule
        new.interval = min(max(rule.interval + step, 1), RepeatRule.greatestInterval)
        return .element(
            .button,
            [
                .isButton, .label(texts.every(new)), .flag(.disabled, new.interval == rule.interval),
                .on(.click, set(new, todo)),
            ], text: sign)
    }

    private func words(_ place: RepeatRule.Place) -> String {
        switch place {
        case .day(let day, let end): texts.place(day, end)
        case .weekday(let day, let ordinal): texts.nth(day, ordinal)
        case .open, .weekdays, .other: ""
        }
    }

    private func ends(_ rule: RepeatRule, _ todo: Todo) -> [Node] {
        [
            ending("repeat-until", texts(.until), "date", rule.until?.text ?? "") { text in
                var new = rule
                new.until = CivilDate(typed: text)
                if new.until != nil { new.count = nil }
                return text.isEmpty || new.until != nil ? self.set(new, todo) : .ignore
            },
            ending("repeat-count", texts(.times), "text", rule.count.map { String($0) } ?? "") { text in
                var new = rule
                new.count = Int64(text.trimmed).flatMap { $0 > 0 && $0 <= 9_999 ? $0 : nil }
                if new.count != nil { new.until = nil }
                return text.isEmpty || new.count != nil ? self.set(new, todo) : .ignore
            },
        ]
    }

    private func ending(
        _ id: String, _ label: String, _ type: String, _ value: String,
        _ change: @escaping (String) -> Action
    ) -> Node {
        .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, id)], text: label),
                .element(
                    .input,
                    [
                        .id(id), .attribute(.type, type),
                        .attribute(.inputmode, type == "text" ? "numeric" : nil),
                        .attribute(.autocomplete, "off"), .attribute(.value, value),
                        .ask(.change) { change($0.text) },
                    ]),
            ])
    }

    /// - Parameter settles: whether the day of the month is taken from the due day, where some months lack it.
    private func set(
        _ rule: RepeatRule, _ todo: Todo, _ mode: RepeatMode? = nil, settles: Bool = false
    ) -> Action {
        let first = todo.due ?? todo.start ?? state.today
        let mode = mode ?? todo.repeats?.mode ?? .usual(hasAmount: todo.amount != nil)
        var rule = rule
        // From completion it is the same day of another month.
        if mode == .afterDone, rule.frequency != .weekly { rule.take(.open) }
        if settles, mode != .afterDone { rule.settle(on: first) }
        return .editing(.set(.repeats, .repeats(Repeat(rule.text, mode, anchor: first))))
    }
}
