import DaybookCore
import DaybookExchange
import DaybookStorage

/// Writes into the book what a client of CalDAV stores under a name.
struct CalendarEdit {
    let book: BookTransaction
    let object: CalendarObject
    let name: String
    /// What the client was told of it last, or wrote last; nil if that isn't known.
    let seen: [UInt8]?

    /// Makes a to-do. One that was deleted comes back, and has nothing left of what it had.
    func make(in list: EntityID?) throws {
        let id = CalendarObject.id(ofUID: object.uid)
        var start = Changes.todo(title: object.values.title)
        start[.list] = list.map { .entity($0) }
        try book.perform(.add(.todo, id, start))
        var rest = Changes()
        rest[.description] = .text("")
        rest[.notes] = .text("")
        rest[.todayDay] = .nothing
        try book.perform(.edit(.todo, id, rest))
        guard let bare = try book.reader.row(id)?.todo else { return }
        let values = CalendarValues(bare)
        try edit(
            bare, CalendarValues.Part.allCases.filter { !object.values.isSame($0, as: values) }, since: values,
            in: list)
        try pass(object.occurrences, of: id)
        try keep(bare)
    }

    /// Changes a to-do in what the client changed, and puts it into a list.
    ///
    /// - Parameter isNamed: whether the client named the present version with `If-Match`. If it didn't, a field
    ///   changes only where its value differs from the one that this client saw last.
    func change(_ item: CalendarItem, in list: EntityID?, isNamed: Bool) throws {
        let (todo, wanted) = (item.todo, object.values)
        let shown = (try? CalendarObject(item.text(book.reader)))?.values ?? CalendarValues(todo)
        // What the client began with.
        let known = seen.flatMap { try? CalendarObject($0) } ?? item.kept
        let base = isNamed ? shown : known?.values ?? shown
        var parts = CalendarValues.Part.allCases.filter { part in
            if wanted.isSame(part, as: shown) { return false }
            // Some apps leave out what they don't know.
            if part == .amount, wanted.amount == nil { return false }
            if part == .order, wanted.order == nil { return false }
            return !wanted.isSame(part, as: base)
        }
        if !isNamed, isOver(base, todo) { parts.removeAll { [.days, .rule, .status].contains($0) } }
        let isDone = parts.contains(.status) && wanted.isDone && !todo.isCompleted
        if todo.rule != nil, isDone || parts.contains(.days) && isNext(wanted, after: todo) {
            // One occurrence is done: the next one is Daybook's business.
            parts.removeAll { [.days, .rule, .status].contains($0) }
            try edit(todo, parts, since: base, in: list)
            try book.perform(.check(todo.id))
        } else {
            try edit(todo, parts, since: base, in: list)
        }
        let passed = Set((item.kept?.occurrences ?? []) + (known?.occurrences ?? []))
        try pass(object.occurrences.filter { !passed.contains($0) }, of: todo.id)
        try keep(todo, former: item.name)
    }

    /// Puts a to-do to a list, or gives it another name.
    func move(_ item: CalendarItem, to list: EntityID?) throws {
        try edit(item.todo, [], since: object.values, in: list)
        try keep(item.todo, former: item.name, isEdited: false)
    }

    private func edit(
        _ todo: Todo, _ parts: [CalendarValues.Part], since base: CalendarValues, in list: EntityID?
    ) throws {
        var changes = changes(of: todo, parts, since: base)
        if try book.reader.list(of: todo) != list { changes[.list] = FieldValue(list) }
        try book.perform(.edit(.todo, todo.id, changes))
        guard parts.contains(.parent) else { return }
        // What stands under another may come before it, and what is wrong about it is shown right: see `TodoForest`.
        try book.perform { [Register(todo.id, .parent, $0, FieldValue(object.values.parent).bytes)] }
    }

    /// Whether a client that doesn't say what it has seen finishes an occurrence that is over, or goes on to one.
    private func isOver(_ base: CalendarValues, _ todo: Todo) -> Bool {
        guard let rule = todo.rule, let anchor = todo.repeats?.anchor, let old = base.days.due,
            let due = object.values.days.due, old < anchor
        else { return false }
        if due == old { return object.values.isDone }
        let next = [rule.next(after: old, from: old), rule.next(after: max(old, .local()), from: old)]
        return due < anchor && next.contains(due)
    }

    /// Whether a client put a repeating to-do to the day of the next occurrence: some finish the open one so.
    private func isNext(_ wanted: CalendarValues, after todo: Todo) -> Bool {
        guard let rule = todo.rule, let repeats = todo.repeats, let due = wanted.days.due, var kept = wanted.rule,
            due != todo.due
        else { return false }
        // Some count down what is left, and go on from the day on which it was done.
        let countsDown = rule.count.map { kept.count == $0 - 1 } ?? false
        if countsDown { kept.count = rule.count }
        guard kept == rule else { return false }
        if countsDown { return true }
        let next = [
            rule.next(after: repeats.anchor, from: repeats.anchor),
            rule.next(after: max(repeats.anchor, .local()), from: repeats.anchor),
            rule.next(
                after: repeats.anchor, done: .local(), isSkipped: false, repeats.mode, from: repeats.anchor),
        ]
        return next.contains(due)
    }

    /// Finishes the open occurrence where a client finished the one of its day, or passes over it where one took that out.
    private func pass(_ occurrences: [CalendarObject.Occurrence], of id: EntityID) throws {
        for occurrence in occurrences {
            guard let todo = try book.reader.row(id)?.todo, todo.rule != nil else { return }
            var day = occurrence.day
            if let time = occurrence.time, let zone = todo.dueTime?.zone, zone != "UTC" {
                day = LocalTime(time, minutesAhead: Int(DAVRequest.offset(zone, time) / 60)).day
            }
            guard todo.repeats?.anchor == day || todo.due == day else { continue }
            try book.perform(occurrence.isDone ? .check(id) : .skip(id))
        }
    }

    /// What became of several values at once: what one side added or took away since they were the same.
    private func merged(_ now: [String], _ base: [String], _ wanted: [String], most: Int) -> [String] {
        let (old, new) = (Set(base.map { Spelling($0) }), Set(wanted.map { Spelling($0) }))
        var all = now.filter { !old.contains(Spelling($0)) || new.contains(Spelling($0)) }
        let there = Set(all.map { Spelling($0) })
        all += wanted.filter { !old.contains(Spelling($0)) && !there.contains(Spelling($0)) }
        return Array(all.prefix(max(most, now.count)))
    }

    /// What parts of a to-do become.
    private func changes(of todo: Todo, _ parts: [CalendarValues.Part], since base: CalendarValues) -> Changes {
        let wanted = object.values
        var changes = Changes()
        for part in parts {
            switch part {
            case .title: changes[.title] = .text(wanted.title)
            case .notes: takeNotes(of: todo, &changes)
            case .days:
                changes[.due] = FieldValue(wanted.days.due)
                changes[.dueTime] = FieldValue(wanted.days.dueTime)
                changes[.start] = FieldValue(wanted.days.start)
                changes[.startTime] = FieldValue(wanted.days.startTime)
            case .rule:
                changes[.repeats] = FieldValue(
                    wanted.rule.map { rule in
                        Repeat(
                            rule.text, todo.repeats?.mode ?? .usual(hasAmount: wanted.amount != nil),
                            anchor: wanted.days.due ?? .local())
                    })
                if wanted.days.due != nil { changes[.due] = FieldValue(wanted.days.due) }
            case .priority: changes[.priority] = .choice(wanted.priority)
            case .status:
                changes.isCompleted = wanted.isDone
                // An app that knows of an order leaves what it opens where it was.
                if wanted.order != nil { changes[.todoPosition] = .position(todo.todoPosition) }
            case .tags:
                changes[.tag] = .texts(merged(todo.tags, base.tags, wanted.tags, most: ItemError.mostTags))
            case .reminders:
                let all = todo.reminders.map { CalendarValues(todo).shows($0) ?? $0.text }
                changes[.reminders] = .texts(merged(all, base.reminders, wanted.reminders, most: Reminder.most))
            case .order: changes[.todoPosition] = wanted.position.map { .position($0) }
            case .amount: changes[.amount] = FieldValue(wanted.amount)
            // No action puts a to-do under one that isn't there.
            case .parent: break
            }
        }
        return changes
    }

    /// Clients have one text where a to-do has two: what stays of the first stays there.
    private func takeNotes(of todo: Todo, _ changes: inout Changes) {
        let notes = object.values.notes
        let description = todo.description.replacing("\r\n", with: "\n")
        if !description.isEmpty, notes == description || notes.hasPrefix(description + "\n") {
            changes[.notes] = .text(String(notes.dropFirst(description.count + 1)))
        } else if !todo.notes.isEmpty, notes.hasSuffix("\n" + todo.notes) {
            changes[.description] = .text(String(notes.dropLast(todo.notes.count + 1)))
        } else {
            changes[.description] = .text("")
            changes[.notes] = .text(notes)
        }
    }

    /// Keeps what the client wrote, and what no action says.
    ///
    /// - Parameters:
    ///   - former: the name that it had; nil for one that is new.
    ///   - isEdited: whether the to-do is to be as the text says.
    private func keep(_ todo: Todo, former: String? = nil, isEdited: Bool = true) throws {
        guard let now = try book.reader.row(todo.id)?.todo else { return }
        let (id, values) = (todo.id, object.values)
        let kept = KeptCalendar(name: name, text: object.bytes).bytes
        let isKept = try book.reader.record(id)[.calendar]?.value == kept
        let alias = KeptCalendar.id(ofName: name) == id ? nil : KeptCalendar.alias(name)
        // In all lists together a name that isn't made of the UID is one to-do's.
        if let alias, let other = try book.reader.record(alias)[.todo].flatMap({ EntityID(bytes: $0.value) }),
            other != id,
            let item = try book.reader.calendarItem(other), Spelling(item.name) == Spelling(name)
        {
            throw DAVError(.cal("no-uid-conflict"), "A to-do in another list has this name. Choose another one.")
        }
        let shown = CalendarValues(now)
        try book.perform { stamp in
            var registers = isKept ? [] : [Register(id, .calendar, stamp, kept)]
            if alias != nil { registers += KeptCalendar.alias(name, of: id, stamp) }
            // Clients that ask what changed are told that nothing has this name any more.
            if let former, Spelling(former) != Spelling(name) {
                registers += KeptCalendar.alias(former, of: id, stamp)
            }
            guard isEdited else { return registers }
            if values.isDone, now.isCompleted, now.occurrence == nil, !values.isSame(.status, as: shown) {
                registers.append(Register(id, .completedAt, stamp, FieldValue(values.doneAt).bytes))
            }
            return registers
        }
    }
}
