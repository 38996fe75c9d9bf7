public import DaybookCore

/// The members by which a client makes or changes a to-do.
public typealias TodoInput = FieldInput<Todo>
/// The members by which a client or a file makes or changes an entry.
public typealias EntryInput = FieldInput<Entry>

// Planned once: requests are many.
private let todoMembers = FieldMember.members(Todo.fields)
private let entryMembers = FieldMember.members(Entry.fields)

/// The members by which a client or a file makes or changes a thing. Members of other names, and those that only the server sets,
/// are ignored; null is refused where it isn't said to mean something.
public struct FieldInput<Owner: Entity>: Equatable, Sendable {
    /// An amount as text, since its currency may be the usual one.
    struct Money: Equatable, Sendable {
        let field: Field
        /// Null takes it away.
        let text: String??
        let currency: String?
    }

    /// All that needs nothing else to be understood.
    private(set) var values = FieldValues()
    private(set) var amounts: [Money] = []
    /// Null takes them away.
    private var parts: [PartInput]??
    private(set) var completed: Bool?
    /// Null takes the rule away.
    private var rule: String??
    private var mode: RepeatMode?
    /// True where it makes a thing, of which null is as good as absent.
    private let isNew: Bool

    /// - Parameter fields: those that there are, as members.
    init(_ members: JSONMembers, _ fields: [FieldMember<Owner>], isNew: Bool) throws(InputError) {
        self.isNew = isNew
        for member in fields {
            let name = member.name
            switch member.form {
            case .completion: completed = try members.bool("completed")
            case .order:
                values[.todoPosition] = try members.number(name).flatMap { Position.number($0) }.map { .position($0) }
            default: break
            }
            guard !member.spec.exposure.isDisjoint(with: isNew ? [.input, .createOnly] : .input) else { continue }
            let takesNull = isNew || member.spec.isOptional
            switch member.form {
            case .completion, .order, .occurrence: break
            case .parts:
                parts = try members.nullableObjects(name).map { list throws(InputError) in
                    try list.map { list throws(InputError) in try PartInput.all(list) }
                }
            case .repeats(let mode):
                rule = try members.nullableText(name)
                self.mode = try members.text(mode).map { text throws(InputError) in
                    guard let mode = RepeatMode(name: text) else {
                        let names = RepeatMode.allCases.map(\.name).joined(separator: ", ")
                        throw InputError(mode, "“\(text.excerpt)” isn't a valid mode. Use one of \(names).")
                    }
                    return mode
                }
            case .texts:
                let texts = try takesNull ? members.nullableTexts(name) : members.texts(name).map { .some($0) }
                take(texts.map { $0.map { .texts($0) } ?? .nothing }, member.spec.field)
            case .plain, .time:
                let name = try members.name(name, or: member.otherName)
                let isNumbered = member.spec.field == .priority
                let text =
                    try takesNull
                    ? members.nullableText(name, orNumber: isNumbered) : members.text(name).map { .some($0) }
                take(
                    try text.map { text throws(InputError) in
                        try text.map { text throws(InputError) in try member.spec.shape.value(of: text, name) }
                            ?? .nothing
                    }, member.spec.field)
            case .amount(let currency):
                let text = try members.nullableText(name)
                let code =
                    try text == nil && !isNew ? members.text(currency) : members.nullableText(currency) ?? nil
                if text ?? nil == nil, let code, Currency(code) == nil { throw InputError(.unknownCurrency(code)) }
                if text != nil || code != nil {
                    amounts.append(Money(field: member.spec.field, text: text, currency: code))
                }
            }
        }
    }

    private mutating func take(_ value: FieldValue?, _ field: Field) {
        values[field] = isNew && value?.isNothing ?? true ? nil : value
    }

    /// True where the amount is in a currency that isn't named.
    public var hasUsualCurrency: Bool {
        amounts.contains { money in
            money.currency == nil && (money.text ?? nil).map { !Amount.namesCurrency($0) } ?? false
        }
    }

    /// All values.
    ///
    /// - Parameters:
    ///   - present: the thing as it is; nil where there is none yet.
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    ///   - usual: the currency of an amount that comes with none, where there was none before.
    func values(
        _ present: Owner?, _ fields: FieldList<Owner>, local: Currency? = nil, usual: () throws -> Currency
    ) throws -> FieldValues {
        var values = values
        for money in amounts {
            let old = present.flatMap { item in
                fields.index(of: money.field).flatMap { fields.specs[$0].get(item).amount }
            }
            switch (money.text, money.currency) {
            case (let text??, let code):
                values[money.field] = .amount(
                    try Amount(text, code: code, usual: { try old?.currency ?? usual() }, local: local))
            case (.some(nil), _): values[money.field] = isNew ? nil : .nothing
            case (nil, let code?):
                // The currency alone: what the amount that is there is to be in.
                guard !isNew, let known = Currency(code) else { continue }
                values[money.field] = .amount(try Amount(old, in: known))
            case (nil, nil): break
            }
        }
        if let parts, !isNew || parts?.isEmpty == false {
            let amount =
                values[.amount]?.amount
                ?? present.flatMap { item in
                    fields.index(of: .amount).flatMap { fields.specs[$0].get(item).amount }
                }
            let made = try parts?.map { try $0.part(local: local) { try amount?.currency ?? usual() } } ?? []
            values[.parts] = made.isEmpty ? .nothing : .parts(made)
        }
        return values
    }
}

extension FieldInput where Owner: RecordEntity {
    /// The values that the fields are to hold.
    ///
    /// - Parameters:
    ///   - present: the thing as it is; nil for a new one.
    ///   - usual: the currency of an amount that comes with none, where there was none before.
    public func changes(of present: Owner?, usual: () throws -> Currency) throws -> Changes {
        Changes(try values(present, Owner.fields, usual: usual))
    }
}

extension FieldInput<Todo> {
    /// Reads what a client said, if each member is of the kind that it has to be.
    public init(_ json: JSONValue, _ fields: FieldList<Todo>? = nil) throws(InputError) {
        let members = try JSONMembers(json, "A to-do", example: "{\"title\":\"Buy milk\"}")
        try self.init(members, fields.map { FieldMember.members($0) } ?? todoMembers, isNew: false)
    }

    /// Throws if it lacks a title, or has a currency without an amount.
    ///
    /// - Parameter usual: the currency of an amount that comes with none.
    public func draft(_ fields: FieldList<Todo> = Todo.fields, usual: () throws -> Currency) throws -> Changes {
        guard values[.title] != nil else {
            throw InputError("title", "A to-do needs a title. Send one as a string.")
        }
        var changes = Changes(try values(nil, fields, usual: usual))
        changes.isCompleted = completed
        changes[.repeats] = repeats(over: nil, hasAmount: changes[.amount] != nil)
        return changes
    }

    /// The changes.
    ///
    /// - Parameters:
    ///   - present: the to-do as it is.
    ///   - usual: the currency of an amount that comes with none, where there was none before.
    public func edit(
        _ present: Todo, _ fields: FieldList<Todo> = Todo.fields, usual: () throws -> Currency
    ) throws -> Changes {
        var changes = Changes(try values(present, fields, usual: usual))
        changes.isCompleted = completed
        let hasAmount = changes[.amount].map { !$0.isNothing } ?? (present.amount != nil)
        changes[.repeats] = repeats(over: present.repeats, hasAmount: hasAmount)
        return changes
    }

    /// Tells what it says of how the to-do comes again; nil for nothing.
    ///
    /// - Parameter old: how it does now.
    private func repeats(over old: Repeat?, hasAmount: Bool) -> FieldValue? {
        guard rule != nil || mode != nil else { return nil }
        guard let rule = rule ?? old?.rule, !rule.isEmpty else { return .nothing }
        let mode = mode ?? (old?.rule.isEmpty == false ? old?.mode : nil) ?? .usual(hasAmount: hasAmount)
        return .repeats(Repeat(rule, mode, anchor: old?.anchor ?? CivilDate(daysSince1970: 0)))
    }
}

extension FieldInput<Entry> {
    /// Reads changes of an entry. Members that are set when one is made are ignored.
    public init(changing json: JSONValue, _ fields: FieldList<Entry>? = nil) throws(InputError) {
        try self.init(Self.members(json), fields.map { FieldMember.members($0) } ?? entryMembers, isNew: false)
    }

    /// Makes an entry: null is as good as absent.
    ///
    /// - Parameters:
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    ///   - usual: the currency of an amount that comes with none.
    public init(
        _ json: JSONValue, _ fields: FieldList<Entry>? = nil, local: Currency? = nil, usual: () throws -> Currency
    ) throws {
        try self.init(Self.members(json), fields.map { FieldMember.members($0) } ?? entryMembers, isNew: true)
        values = try values(nil, fields ?? Entry.fields, local: local, usual: usual)
    }

    static func members(_ json: JSONValue) throws(InputError) -> JSONMembers {
        try JSONMembers(json, "An entry", example: "{\"amount\":\"12.50\"}")
    }

    /// Nil where it isn't said.
    public var day: CivilDate? { values[.day]?.day }
    /// Cut to milliseconds; nil where it isn't said.
    public var createdAt: Timestamp? { values[.createdAt]?.time }

    /// - Parameter today: the day of an entry that comes with none.
    public func draft(today: CivilDate) -> Changes {
        var changes = Changes.entry(day: today)
        changes.values.take(values)
        return changes
    }

    /// The changes.
    ///
    /// - Parameters:
    ///   - present: the entry as it is.
    ///   - usual: the currency of an amount that comes with none, where there was none before.
    public func edit(
        _ present: Entry, _ fields: FieldList<Entry> = Entry.fields, usual: () throws -> Currency
    ) throws -> Changes {
        Changes(try values(present, fields, usual: usual))
    }
}
