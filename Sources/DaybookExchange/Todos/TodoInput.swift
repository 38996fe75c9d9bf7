public import DaybookCore

/// What a client or a file says to make or change a to-do. Members of other names, and those that only the server
/// sets, are ignored; null is refused where it isn't said to mean something.
public struct TodoInput: Equatable, Sendable {
    /// As text, since its currency may be the usual one.
    private struct Money: Equatable, Sendable {
        let field: Field
        /// Null takes it away.
        let text: String??
        let currency: String?
    }

    /// All that needs nothing else to be understood.
    private var values = FieldValues()
    private var amounts: [Money] = []
    /// Null takes the rule away.
    private var rule: String??
    private var mode: RepeatMode?
    private let completed: Bool?
    private let order: Double?

    /// What a client said, if each member is of the kind that it has to be.
    public init(_ json: JSONValue, _ fields: FieldList<Todo> = Todo.fields) throws(InputError) {
        let members = try JSONMembers(json, "A to-do", example: "{\"title\":\"Buy milk\"}")
        completed = try members.bool("completed")
        order = try members.number("order")
        for member in TodoMember.members(fields) where member.isInput {
            let (field, name) = (member.spec.field, member.name)
            switch member.form {
            case .text where !member.spec.isOptional: values[field] = try members.text(name).map { .text($0) }
            case .text: values[field] = try members.nullableText(name).map { $0.map { .text($0) } ?? .nothing }
            case .day:
                let name = try members.name(name, or: member.otherName)
                values[field] = try members.nullableText(name).map { text throws(InputError) in
                    guard let text else { return FieldValue.nothing }
                    guard let day = CivilDate(text) else { throw InputError(name, MoneyError.badDay(text).message) }
                    return .day(day)
                }
            case .timeOfDay:
                values[field] = try members.nullableText(name).map { text throws(InputError) in
                    guard let text else { return FieldValue.nothing }
                    guard let time = TimeOfDay(text) else {
                        throw InputError(
                            name,
                            "“\(text.excerpt)” isn't a valid time of day. Use the form 15:00, or 15:00[Europe/Berlin].")
                    }
                    return .timeOfDay(time)
                }
            case .time, .completion:
                values[field] = try members.nullableText(name).map { text throws(InputError) in
                    guard let text else { return FieldValue.nothing }
                    return .time(try EntryInput.time(text, name))
                }
            case .order, .occurrence: break
            case .repeats(let mode):
                rule = try members.nullableText(name)
                self.mode = try members.text(mode).map { text throws(InputError) in
                    guard let mode = RepeatMode(name: text) else {
                        let names = RepeatMode.allCases.map(\.name).joined(separator: ", ")
                        throw InputError(mode, "“\(text.excerpt)” isn't a valid mode. Use one of \(names).")
                    }
                    return mode
                }
            case .amount(let currency):
                let text = try members.nullableText(name)
                let code = try text == nil ? members.text(currency) : members.nullableText(currency) ?? nil
                if text != nil || code != nil { amounts.append(Money(field: field, text: text, currency: code)) }
            }
        }
    }

    /// Whether the amount is in a currency that isn't named.
    public var hasUsualCurrency: Bool {
        amounts.contains { money in
            money.currency == nil && (money.text ?? nil).map { !Amount.namesCurrency($0) } ?? false
        }
    }

    /// Throws if it lacks a title, or has a currency without an amount.
    ///
    /// - Parameter usual: the currency of an amount that comes with none.
    public func draft(usual: () throws -> Currency) throws -> TodoDraft {
        guard let title = values[.title]?.text else {
            throw InputError("title", "A to-do needs a title. Send one as a string.")
        }
        var draft = TodoDraft(title: title, isCompleted: completed ?? false, order: order)
        draft.values = try values(nil, usual)
        draft.repeats = repeats(over: nil, hasAmount: draft.amount != nil)?.repeats
        return draft
    }

    /// What changes.
    ///
    /// - Parameters:
    ///   - present: the to-do as it is.
    ///   - usual: the currency of an amount that comes with none, where there was none before.
    public func edit(
        _ present: Todo, _ fields: FieldList<Todo> = Todo.fields, usual: () throws -> Currency
    ) throws -> TodoEdit {
        var edit = TodoEdit(isCompleted: completed, order: order)
        edit.values = try values(
            { field in fields.index(of: field).flatMap { fields.specs[$0].get(present).amount } }, usual)
        let hasAmount = edit.values[.amount].map { !$0.isNothing } ?? (present.amount != nil)
        edit.values[.repeats] = repeats(over: present.repeats, hasAmount: hasAmount)
        return edit
    }

    /// What it says of how the to-do comes again; nil for nothing.
    ///
    /// - Parameter old: how it does now.
    private func repeats(over old: Repeat?, hasAmount: Bool) -> FieldValue? {
        guard rule != nil || mode != nil else { return nil }
        guard let rule = rule ?? old?.rule, !rule.isEmpty else { return .nothing }
        let mode = mode ?? (old?.rule.isEmpty == false ? old?.mode : nil) ?? .usual(hasAmount: hasAmount)
        return .repeats(Repeat(rule, mode, anchor: old?.anchor ?? CivilDate(daysSince1970: 0)))
    }

    /// - Parameter present: an amount as it is; nil where there is no to-do yet.
    private func values(_ present: ((Field) -> Amount?)?, _ usual: () throws -> Currency) throws -> FieldValues {
        var values = values
        for money in amounts {
            let old = present?(money.field)
            switch (money.text, money.currency) {
            case (.some(nil), _): values[money.field] = FieldValue.nothing
            case (let text??, let code):
                values[money.field] = .amount(
                    try Amount(text, code: code, usual: { try old?.currency ?? usual() }))
            case (nil, let code?):
                // The currency alone: what the amount that is there is to be in.
                guard let known = Currency(code) else { throw MoneyError.unknownCurrency(code) }
                values[money.field] = .amount(try Amount(old, in: known))
            case (nil, nil): break
            }
        }
        return values
    }
}
