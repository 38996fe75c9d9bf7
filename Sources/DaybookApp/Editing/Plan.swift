public import DaybookCore
import Flux

/// The texts in the form of a new to-do, as they were typed: an amount such as `12.50` or `€12.50`; when it is due and when to
/// begin, which `TypedWhen` reads, such as `2026-11-21` or `fri 15:00`; tags and reminders, parted by commas.
public struct Plan: Equatable {
    /// The texts that aren't empty, by `FormField.field`.
    var values = FieldValues()

    static let fields: [FormField] = [.amount, .day, .start, .tags, .reminders]

    /// Nil for a field that isn't here.
    public subscript(field: FormField) -> String? {
        get { Self.fields.contains(field) ? values[field.field]?.text ?? "" : nil }
        set { values[field.field] = newValue.flatMap { $0.isEmpty ? nil : .text($0) } }
    }
}

extension Todo {
    /// Nothing is set of it.
    static let unmade = Todo(
        id: EntityID(high: 0, low: 0), createdAt: Timestamp(milliseconds: 0))
}

extension State {
    /// The to-do that the form would make, of what can be taken by now.
    func planned(_ world: World) -> Todo {
        var todo = Todo.unmade
        // It lies in the list in which it is added.
        if case .list(let id) = lists.shown { todo.extraFields[.list] = .entity(id) }
        for spec in Todo.fields.specs { if let value = editing.form[spec.field] { spec.set(&todo, value) } }
        for field in Plan.fields {
            if let next = todo.with(field, editing.plan[field] ?? "", self, world) { todo = next }
        }
        return todo
    }

    /// The account that pays what a to-do costs; nil for the one that nobody made.
    func payer(of todo: Todo) -> MoneyAccount? {
        guard let currency = todo.amount?.currency else { return nil }
        let own = todo.account.flatMap { id in book.accounts.first { $0.id == id && $0.currency == currency } }
        return own ?? book.defaultAccount(in: currency)
    }

    /// The account to which finishing a to-do moves its amount; nil where it moves none.
    func receiver(of todo: Todo) -> MoneyAccount? {
        guard case .transfer(let id) = todo.books else { return nil }
        return book.account(id)
    }
}

extension CivilDate {
    /// Reads a date field, which gives 0002, 0020 and 0202 while its year is typed: nil for a year below 1900, unless
    /// that is the `present` day.
    init?(typed text: String, over present: CivilDate? = nil) {
        guard let day = CivilDate(text), day.year >= 1900 || day == present else { return nil }
        self = day
    }
}

extension State {
    /// The currency of a number that comes with none: the one that is set, else that of most entries, else the one of the
    /// language.
    public var usualCurrency: Currency {
        book.settings.currency ?? book.entries.usualCurrency ?? settings.language.usualCurrency
    }

    /// Says what is wrong about what was typed as an amount or a day.
    func problem(of text: String, in field: FormField, _ world: World) -> ItemError? {
        switch field {
        case .amount: if case .failure(let error) = amount(text) { return error }
        case .day, .start, .reminders:
            for part in field == .reminders ? [String](tags: text) : [text] where !part.isBlank {
                if case .failure(let error) = when(part, world) { return error }
            }
        case .tags:
            var changes = Changes()
            changes[.tag] = .texts([String](tags: text))
            return changes.todoProblem(changing: .unmade)
        default: break
        }
        return nil
    }

    /// The day and the time that were typed. A year below 1900 is a failure, as while a year is typed, unless that is the
    /// `present` day, and so is a zone that isn't known.
    func when(_ text: String, over present: CivilDate? = nil, _ world: World) -> Result<TypedWhen, ItemError> {
        guard let when = TypedWhen(text, now: clock), when.day.year >= 1900 || when.day == present else {
            return .failure(.badDay(text))
        }
        return world.knowsZone(of: when.time) ? .success(when) : .failure(.unknownZone(when.time?.zone ?? ""))
    }

    /// The amount that was typed. An empty text is no amount, and no problem. A number alone that is typed over an
    /// amount keeps its currency.
    func amount(_ text: String) -> Result<Amount?, ItemError> {
        guard !text.isBlank else { return .success(nil) }
        do {
            let present = editing.detail.flatMap { item($0.id)?.amount }
            // 12.345 that stands there already is none that could be 12,345.
            if let present, present.text == text { return .success(present) }
            let own = present?.currency
            return .success(
                try Amount(text, of: .expense, usual: own ?? usualCurrency, local: settings.language.usualCurrency))
        } catch {
            return .failure(error)
        }
    }
}

extension Todo {
    /// This one with what was typed in a field; nil if that isn't a valid amount or day.
    func with(_ field: FormField, _ text: String, _ state: State, _ world: World) -> Todo? {
        var changed = self
        switch field {
        case .title: changed = Todo.nameLens.set(self, text)
        case .description: changed = Todo.descriptionLens.set(self, text)
        case .notes: changed = Todo.notesLens.set(self, text)
        case .day:
            let when = try? state.when(text, over: due, world).get()
            if !text.isBlank, when == nil { return nil }
            (changed.due, changed.dueTime) = (when?.day, when?.time)
        case .start:
            let when = try? state.when(text, over: start, world).get()
            if !text.isBlank, when == nil { return nil }
            (changed.start, changed.startTime) = (when?.day, when?.time)
        case .amount:
            guard case .success(let amount) = state.amount(text) else { return nil }
            changed.amount = amount
        case .tags:
            // There are tags that can't be typed here; a field that was left alone changes none.
            if text != tags.joined(separator: ", ") { changed.tags = [String](tags: text) }
        case .reminders:
            if text == momentsTyped { break }
            var reminders = reminders.filter { $0.moment == nil }
            for part in [String](tags: text) {
                // One that is of another zone stays as it is.
                let own = self.reminders.first { $0.moment == part }
                let typed = try? state.when(part, world).get()
                guard let reminder = own ?? typed.flatMap({ Reminder($0) }) else { return nil }
                reminders.append(reminder)
            }
            changed.extraFields[.reminders] = reminders.isEmpty ? nil : .texts(reminders.map { $0.text })
        default: return nil
        }
        return changed
    }

    /// The reminders at a moment, as their field has them.
    var momentsTyped: String { reminders.compactMap { $0.moment }.joined(separator: ", ") }

    /// A day and its time as their field has them.
    static func typed(_ day: CivilDate?, _ time: TimeOfDay?) -> String {
        day.map { $0.text + (time.map { " " + $0.text } ?? "") } ?? ""
    }

    /// Tells whether a person put it on Today, or its start has come: what taking it off takes back.
    func isPut(onToday today: CivilDate) -> Bool {
        todayDay.map { $0 <= today } ?? false || start.map { $0 <= today } ?? false
    }
}

extension Reminder {
    /// At a day and a time; in the morning where none is named.
    fileprivate init?(_ when: TypedWhen) {
        guard let time = when.time ?? TimeOfDay(minute: Self.wholeDay) else { return nil }
        self = .at(when.day, time)
    }

    /// Its day and time as they are typed; nil for one that depends on the to-do's.
    var moment: String? {
        if case .at(let day, let time) = self { Todo.typed(day, time) } else { nil }
    }
}
