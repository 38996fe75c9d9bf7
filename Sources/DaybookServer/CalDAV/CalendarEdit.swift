import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

/// Writes into the book what a client of CalDAV stores under a name.
///
/// It compares three states: what the client began with (`base`), what the book has by now, and what the client wants. A
/// part changes only where the client changed it, as far as `base` is known. So an old copy takes back nothing that was
/// done elsewhere meanwhile. The text that is kept has each line of the client that Daybook doesn't understand. An
/// occurrence is finished by the rules of Daybook alone.
struct CalendarEdit {
    let book: BookTransaction
    let object: CalendarObject
    let name: String
    /// The state that the client began with, as far as it is known; nil if it isn't.
    let base: CalendarBase?

    /// Makes a to-do. One that was deleted comes back, and has nothing left of what it had.
    func make(in list: EntityID?) throws {
        let id = CalendarObject.id(ofUID: object.uid)
        var start = Changes.todo(title: object.values.title)
        start[.list] = list.map { .entity($0) }
        try book.perform(.add(.todo, id, start))
        try book.perform(.edit(.todo, id, [.description: .text(""), .notes: .text(""), .todayDay: .nothing]))
        guard let bare = try book.reader.row(id)?.todo else { return }
        let values = CalendarValues(bare)
        var parts = CalendarValues.Part.allCases.filter { !object.values.isSame($0, as: values) }
        if try !object.values.hasOwnAmount || isCopied(id) { parts.removeAll { $0 == .amount } }
        try edit(bare, parts, since: nil, in: list)
        if let move = object.values.move { try book.perform(.edit(.todo, id, move)) }
        try pass(of: id, nil, since: nil)
        try keep(bare, object.bytes)
    }

    /// Changes a to-do in what the client changed, and puts it into a list.
    ///
    /// - Parameter isNamed: whether the client named the present version with `If-Match`. If it didn't, a part changes only
    ///   where its value differs from the one that the client began with. Where that isn't known, it changes only where
    ///   nothing that the client wrote can be old.
    func change(_ item: CalendarItem, in list: EntityID?, isNamed: Bool) throws {
        let (todo, wanted) = (item.todo, object.values)
        let shown = try item.shown(book.reader)
        let base = isNamed ? CalendarBase(shown) : base
        var parts = try CalendarValues.Part.allCases.filter { part in
            if wanted.isSame(part, as: shown.values) { return false }
            // Some apps leave out what they don't know.
            if part == .amount, wanted.amount == nil { return false }
            if part == .order, wanted.order == nil { return false }
            if part == .amount, todo.amount == nil, try isCopied(todo.id) { return false }
            return try base.map { !$0.isSame(part, as: wanted) } ?? isNew(part, of: todo)
        }
        if !isNamed, isOver(base?.due, todo) { parts.removeAll { [.days, .rule, .status].contains($0) } }
        let text = object.merged(with: shown, since: base, taking: parts, isFirst: item.kept == nil)
        guard text.count <= CalendarObject.longest else { throw CalendarError.tooLarge }
        try takeBack(of: todo, since: base)
        let isDone = parts.contains(.status) && wanted.isDone && !todo.isCompleted
        if todo.rule != nil, isDone || parts.contains(.days) && isNext(after: todo) {
            // One occurrence is done: the next one is Daybook's business.
            parts.removeAll { [.days, .rule, .status].contains($0) }
            try edit(todo, parts, since: base, in: list)
            try book.perform(.check(todo.id, at: isDone ? wanted.doneAt : nil))
        } else {
            try edit(todo, parts, since: base, in: list)
        }
        try pass(of: todo.id, item.kept, since: base)
        try keep(todo, text, former: item, isDoneThen: parts.contains(.status))
    }

    /// Tells whether a part was never changed since the to-do was made, so that what differs is newer; or whether the client
    /// finishes what nobody opened again.
    private func isNew(_ part: CalendarValues.Part, of todo: Todo) throws -> Bool {
        let record = try book.reader.record(todo.id)
        func isAsMade(_ fields: DaybookCore.Field...) -> Bool {
            fields.allSatisfy { record[$0] == nil || record[$0]?.stamp == record[.createdAt]?.stamp }
        }
        switch part {
        case .title: return isAsMade(.title)
        case .notes: return isAsMade(.description, .notes)
        case .priority: return isAsMade(.priority)
        case .parent: return isAsMade(.parent)
        case .order: return isAsMade(.todoPosition)
        case .amount: return isAsMade(.amount)
        // A text that is finished says nothing of its rule.
        case .rule: return !object.values.isDone && isAsMade(.repeats)
        case .days where todo.rule != nil: return try isNext(after: todo) && isUntouched(todo)
        // Days and the end of one that repeated are, in an older text, those of an occurrence.
        case .days: return isAsMade(.due, .dueTime, .start, .startTime, .repeats)
        case .status where !object.values.isDone: return false
        case .status where todo.rule != nil:
            let due = object.values.days.due
            return try (due == todo.due || due == todo.repeats?.anchor) && isUntouched(todo)
        case .status:
            let own = [record[.completedAt], isAsMade(.repeats) ? nil : record[.repeats]].compactMap(\.self)
            // A subtask of a to-do that repeats is open again with each occurrence of that.
            guard let last = try (own + book.reader.doneAbove(todo)).map(\.stamp.time).max() else { return true }
            return object.values.doneAt.map { $0 > last } ?? false
        case .tags, .reminders: return false
        }
    }

    /// Tells whether nothing was ever said of the open occurrence.
    private func isUntouched(_ todo: Todo) throws -> Bool {
        try todo.openOccurrence.map { try book.reader.record($0).registers.isEmpty } ?? false
    }

    /// Tells whether an amount is that of another to-do, of which a client made a copy.
    private func isCopied(_ id: EntityID) throws -> Bool {
        let values = object.values
        guard let amount = values.amount, !values.ownsAmount else { return false }
        return try book.reader.rows().map(\.todo).contains {
            $0.id != id && $0.occurrence?.series != id && $0.amount == amount
                && ByteString($0.title) == ByteString(values.title)
        }
    }

    /// Puts a to-do to a list, or gives it another name.
    func move(_ item: CalendarItem, to list: EntityID?) throws {
        try edit(item.todo, [], since: nil, in: list)
        try keep(item.todo, object.bytes, former: item)
    }

    private func edit(
        _ todo: Todo, _ parts: [CalendarValues.Part], since base: CalendarBase?, in list: EntityID?
    ) throws {
        var changes = try changes(of: todo, parts, since: base)
        if try book.reader.list(of: todo) != list { changes[.list] = FieldValue(list) }
        try book.perform(.edit(.todo, todo.id, changes))
        guard parts.contains(.parent) else { return }
        // A subtask may come before its parent, and a wrong parent is shown right: see `TodoForest`.
        try book.perform { [Register(todo.id, .parent, $0, FieldValue(object.values.parent).bytes)] }
    }

    /// Tells whether a client that doesn't say what it has seen finishes an occurrence that is over, or goes on to one.
    private func isOver(_ old: CivilDate?, _ todo: Todo) -> Bool {
        guard let rule = todo.rule, let anchor = todo.repeats?.anchor, let old,
            let due = object.values.anchor ?? object.values.days.due, old < anchor
        else { return false }
        if due == old { return object.values.isDone }
        let next = [rule.next(after: old, from: old), rule.next(after: max(old, .local()), from: old)]
        return due < anchor && next.contains(due)
    }

    /// Tells whether a client put a repeating to-do to the day of the next occurrence: some finish the open one so.
    private func isNext(after todo: Todo) -> Bool {
        let wanted = object.values
        guard let rule = todo.rule, let repeats = todo.repeats, let due = wanted.anchor,
            var kept = wanted.rule,
            due != todo.due, due != repeats.anchor
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
    ///
    /// Counts what a client said before where the occurrence is open now, unless somebody opened it again.
    private func pass(of id: EntityID, _ kept: CalendarObject?, since base: CalendarBase?) throws {
        for occurrence in object.occurrences where !occurrence.isOpen {
            guard let todo = try book.reader.row(id)?.todo, todo.rule != nil else { return }
            guard let action = occurrence.action(on: todo, DAVRequest.offset) else { continue }
            let isKnown = base?.says(occurrence) ?? kept?.occurrences.contains(occurrence) ?? false
            if isKnown, try !isUntouched(todo) { continue }
            try book.perform(action)
        }
    }

    /// Opens the last occurrence again where a client did.
    private func takeBack(of todo: Todo, since base: CalendarBase?) throws {
        guard let base, let last = try book.reader.latest(of: todo.id)?.occurrence, !last.isSkipped else { return }
        for occurrence in object.occurrences where occurrence.isOpen {
            guard occurrence.day(of: todo, DAVRequest.offset) == last.slot, base.says(occurrence.finished) else {
                continue
            }
            let id = todo.isCompleted ? todo.id : last.id
            // Nothing is left of what was cleared from the list.
            if try book.reader.row(id) != nil { try book.perform(.uncheck(id)) }
        }
    }

    /// Tells what became of several values at once: what one side added or took away since they were the same.
    ///
    /// - Parameter wasKnown: whether the client began with a value.
    private func merged(
        _ now: [String], _ wanted: [String], most: Int, _ wasKnown: (String) -> Bool
    ) -> [String] {
        let new = Set(wanted.map { ByteString($0) })
        var all = now.filter { !wasKnown($0) || new.contains(ByteString($0)) }
        let there = Set(all.map { ByteString($0) })
        all += wanted.filter { !wasKnown($0) && !there.contains(ByteString($0)) }
        return Array(all.prefix(max(most, now.count)))
    }

    /// Gives the values that parts of a to-do become.
    private func changes(
        of todo: Todo, _ parts: [CalendarValues.Part], since base: CalendarBase?
    ) throws -> Changes {
        let wanted = object.values
        var changes = Changes()
        for part in parts {
            switch part {
            case .title, .days, .rule, .priority, .order, .amount:
                let mode = todo.repeats?.mode ?? .usual(hasAmount: wanted.amount != nil)
                wanted.set(part, in: &changes.values, mode: mode, today: .local())
                let reader = book.reader
                if part == .amount, let payer = try wanted.payer(reader.account, among: reader.importedAccounts) {
                    changes[.account] = .entity(payer)
                }
                if part == .amount {
                    changes.values.take(try wanted.booked(reader.account, among: reader.importedAccounts))
                }
            case .notes: takeNotes(of: todo, &changes)
            case .status:
                changes.isCompleted = wanted.isDone
                changes.doneAt = wanted.doneAt
                // An app that knows of an order leaves what it opens where it was.
                if wanted.order != nil { changes[.todoPosition] = .position(todo.todoPosition) }
            case .tags:
                changes[.tag] = .texts(
                    merged(todo.tags, wanted.tags, most: ItemError.mostTags) { base?.hasTag($0) ?? false })
            case .reminders:
                let all = todo.reminders.map { CalendarValues(todo).shows($0) ?? $0.text }
                changes[.reminders] = .texts(
                    merged(all, wanted.reminders, most: Reminder.most) { base?.hasReminder($0) ?? false })
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
    ///   - text: what it wrote, with what others changed.
    ///   - former: the resource that it was; nil for one that is new.
    ///   - isDoneThen: whether the client says when it was done, be it finished before.
    private func keep(
        _ todo: Todo, _ text: [UInt8], former: CalendarItem? = nil, isDoneThen: Bool = false
    ) throws {
        guard let now = try book.reader.row(todo.id)?.todo else { return }
        let (id, values) = (todo.id, object.values)
        let kept = KeptCalendar(name: name, text: text).bytes
        let isKept = try book.reader.record(id)[.calendar]?.value == kept
        let list = try book.reader.list(of: now)
        let shown = CalendarValues(now)
        try book.perform { stamp in
            var registers = isKept ? [] : [Register(id, .calendar, stamp, kept)]
            if KeptCalendar.id(ofName: name) != id {
                registers += KeptCalendar.alias(name, in: list, of: id, stamp)
            }
            // Clients that ask what changed are told that nothing has this name any more.
            if let former, ByteString(former.name) != ByteString(name) {
                registers += KeptCalendar.alias(former.name, in: former.list, of: id, stamp)
            }
            if isDoneThen, values.isDone, now.isCompleted, now.occurrence == nil, !values.isSame(.status, as: shown) {
                registers.append(Register(id, .completedAt, stamp, FieldValue(values.doneAt).bytes))
            }
            return registers
        }
    }
}
