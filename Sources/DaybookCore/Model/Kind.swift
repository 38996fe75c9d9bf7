/// A kind of things that people keep in a book: what there is to know of it beside how its fields lie in a value. What
/// plans, stores, sends and reads things of any kind goes by this.
public final class Kind: Sendable {
    /// The number in the `type` of its records: see docs/sync.md. 0 for to-dos and entries, which are known by their fields.
    let number: UInt8
    /// The word for one in English.
    public let noun: StaticString
    /// The word for several: what their table is called.
    public let nouns: StaticString
    /// The order in which lists have its things.
    public let order: Order
    /// The file in which its things go out beside others; nil for none.
    public let file: File?
    /// Its fields that lie in its record, in the order of their list.
    public let fields: [BareField]
    /// The fields without which nothing is one. The first is what it is called.
    private let needs: [BareField]

    /// An order in which lists have the things of a kind.
    public enum Order: Sendable {
        /// Sorts by the places that people give them.
        case position
        /// Sorts by name.
        case name
        /// The newest day first.
        case day
    }

    public enum File: Sendable { case todos, entries }

    /// - Parameters:
    ///   - needs: the fields without which nothing is one. The first is what it is called.
    ///   - file: that in which they go out beside others.
    public init(
        _ number: UInt8, _ noun: StaticString, _ nouns: StaticString, by order: Order, needs: [Field] = [],
        in file: File? = nil, _ fields: [BareField]
    ) {
        self.number = number
        self.noun = noun
        self.nouns = nouns
        self.order = order
        self.file = file
        // Tags and parts have entities of their own, which to-dos and entries alone plan.
        self.fields = fields.filter { $0.shape != .texts && $0.shape != .parts }
        self.needs = needs.compactMap { need in fields.first { $0.field == need } }
    }

    /// The fields without which nothing is one. The first is what it is called.
    public var needed: [Field] { needs.map { $0.field } }

    /// One of them: “a filter”, “an account”.
    public var one: String { (startsWithVowel ? "an " : "a ") + noun.text }
    /// The same, as a sentence begins with it.
    public var oneAtStart: String { (startsWithVowel ? "An " : "A ") + noun.text }
    private var startsWithVowel: Bool { "aeiou".utf8.contains(noun.text.utf8.first ?? 0) }

    /// The value of `type` in its records.
    public var type: [UInt8] { [0, number] }

    /// Tells whether a record holds a thing of this kind: it isn't deleted, and has what it needs.
    public func holds(_ record: Record) -> Bool { name(in: record) != nil }

    /// The name of the thing in a record; nil where it holds none.
    public func title(in record: Record) -> String? { name(in: record).map { String(utf8: $0.value) } }

    /// The register that says what a thing of this kind is called; nil where a record holds none.
    func name(in record: Record) -> Register? {
        guard record.isOf(self), record.isAlive, let first = needs.first else { return nil }
        for need in needs {
            guard let register = record[need.field] else { return nil }
            // A text may be empty.
            if need.shape != .text, need.shape.value(register.value).isNothing { return nil }
        }
        return record[first.field]
    }

    /// Why nothing of this kind can have these values; nil if it can.
    private func problem(_ values: FieldValues, isNew: Bool) -> ItemError? {
        for need in needs {
            guard let value = values[need.field] else {
                if isNew { return need.shape == .text ? .blankTitle(self) : .noAmount }
                continue
            }
            if need.shape == .text ? value.text.isBlank : value.isNothing {
                return need.shape == .text ? .blankTitle(self) : .noAmount
            }
        }
        if let text = values[.target]?.text, let problem = Target.problem(text) { return problem }
        return values.titleProblem(self)
    }

    /// Creates a thing, or changes it, and writes nothing that is so already.
    ///
    /// - Parameter record: holds the thing that is to change; nil for a new one.
    func registers(
        _ changes: Changes, of id: EntityID, in record: Record?, _ stamp: Stamp, _ now: Timestamp
    ) -> Result<[Register], ItemError> {
        if let problem = problem(changes.values, isNew: record == nil) { return .failure(problem) }
        let values = changes.values.withTrimmedTitle
        let place = order == .position ? values[.todoPosition]?.position : nil
        var registers: [Register] = []
        func write(_ field: Field, _ value: [UInt8]) { registers.append(Register(id, field, stamp, value)) }
        if record == nil {
            write(.type, type)
            write(.createdAt, now.bytes)
            if order == .position { write(.todoPosition, (place ?? .last(stamp)).bytes) }
        }
        let exposure: Exposure = record == nil ? [.input, .createOnly] : .input
        for field in fields where !field.exposure.isDisjoint(with: exposure) {
            guard let bytes = values[field.field]?.bytes, bytes != field.bytes(in: record) else { continue }
            write(field.field, bytes)
        }
        if let place, let record, place.bytes != record[.todoPosition]?.value ?? [] {
            write(.todoPosition, place.bytes)
        }
        return .success(registers)
    }
}

extension Kind {
    public static var todo: Kind { Todo.kind }
    public static var entry: Kind { Entry.kind }
    public static var list: Kind { ItemList.kind }
    public static var filter: Kind { SavedFilter.kind }
    public static var account: Kind { MoneyAccount.kind }
    public static var transfer: Kind { Transfer.kind }
    public static var reconciliation: Kind { Reconciliation.kind }
    public static var part: Kind { Part.kind }
    public static var rate: Kind { Rate.kind }
    public static var payee: Kind { Payee.kind }
    public static var rule: Kind { EntryRule.kind }
    public static var template: Kind { Template.kind }
    public static var envelope: Kind { Envelope.kind }
    public static var cell: Kind { BudgetCell.kind }
    public static var move: Kind { EnvelopeMove.kind }
    public static var carry: Kind { CarryFlag.kind }

    /// The kinds of which a record says that it is by its `type`.
    public static let typed: [Kind] = [
        .list, .filter, .account, .transfer, .reconciliation, .part, .rate, .payee, .rule, .template, .envelope, .cell,
        .move, .carry,
    ]
}

#if !hasFeature(Embedded)
    extension Kind {
        /// The kinds of which a row of a book holds nothing but the fields, in the order in which a new book gets their tables.
        public static let recorded: [any RecordEntity.Type] = [
            ItemList.self, MoneyAccount.self, SavedFilter.self, Reconciliation.self, Payee.self, EntryRule.self,
            Rate.self, Template.self, Envelope.self, BudgetCell.self, EnvelopeMove.self, CarryFlag.self,
        ]
    }
#endif

extension Kind: Hashable {
    public static func == (left: Kind, right: Kind) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A field as engines know it that go over the things of any kind: without how it lies in an owner.
public struct BareField: Sendable {
    public let field: Field
    public let shape: Shape
    let isOptional: Bool
    public let exposure: Exposure

    /// Tells what it holds in a record, as bytes; none for no record.
    func bytes(in record: Record?) -> [UInt8] {
        guard let record else { return [] }
        let bytes = record[field].map { shape.value($0.value).bytes } ?? []
        // Without a value it is the first of its choices.
        if bytes.isEmpty, !isOptional, case .choice = shape { return [0] }
        return bytes
    }
}

extension Record {
    /// The `type` of what became of an occurrence.
    public static let occurrenceType: [UInt8] = [0, 1]

    /// True where it is of what became of an occurrence.
    public var isOccurrence: Bool { typeNumber == 1 }

    /// Tells whether it says by its `type` that it is of a kind.
    public func isOf(_ kind: Kind) -> Bool { kind.number != 0 && typeNumber == kind.number }

    /// True where it says that it is of one of some kinds.
    public func isOf(_ kinds: [Kind]) -> Bool {
        guard let number = typeNumber else { return false }
        return kinds.contains { $0.number == number }
    }

    /// True where this program knows what kind of thing it is. What it doesn't know it stores and forwards: it doesn't show,
    /// change, book or count it.
    public var isKnown: Bool { self[.type] == nil || isOccurrence || isOf(Kind.typed) }

    private var typeNumber: UInt8? {
        guard let type = self[.type]?.value, type.count == 2, type[0] == 0 else { return nil }
        return type[1]
    }
}
