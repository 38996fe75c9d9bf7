public import DaybookCore

/// The form of an entry: what stands in its fields, as it was typed.
public struct EntryForm: Equatable {
    /// The entry as it was when the form was opened, or when what could be of the form was written; nil for a new one.
    private(set) var entry: Entry?
    /// The texts in its fields by `FormField.field`; the kind, the account and the envelope by their own.
    private var values = FieldValues()
    /// The parts into which it is split, in their order.
    public internal(set) var parts: [PartForm]
    /// The meaning of a sign such as `元` where the person is.
    private let local: Currency
    /// The values that a person gave it.
    private var typed = FieldValues()
    /// True where it was to be stored and could not be.
    var isChecked = false
    /// True where it says something else than when it was opened.
    var hasChanged = false {
        didSet { isWritten = false }
    }
    /// True where the book has what was typed in it, but for an amount or a day that can't be taken.
    private(set) var isWritten = false

    /// The first thing that keeps the form from being stored.
    public struct Problem: Error, Equatable, Sendable {
        /// The field to mend: never one that to-dos alone have.
        public var field: FormField
        /// The error that is said beside the field.
        public var error: ItemError
        /// The part whose field it is, from 0; nil for one of the entry.
        public var part: Int?
    }

    /// - Parameter account: of a new entry.
    init(_ entry: Entry?, account: MoneyAccount? = nil, usual: Currency, local: Currency, today: CivilDate) {
        self.local = local
        self.entry = entry
        parts = (entry?.parts ?? []).map { PartForm($0) }
        fill(from: entry)
        if entry == nil, let account, !account.isDefault { values[.account] = .entity(account.id) }
        let texts = [
            (FormField.amount, entry?.amount?.shown ?? ""), (.currency, (entry?.amount?.currency ?? usual).code),
            (.day, (entry?.day ?? today).text),
        ]
        for (field, text) in texts { values[field.field] = .text(text) }
    }

    /// Says what an entry says, but for the amount, the day and the parts; an expense for none.
    private mutating func fill(from entry: Entry?) {
        values[.kind] = .choice((entry?.kind ?? .expense).rawValue)
        for field in [Field.account, .envelope] { values[field] = entry?.extraFields[field] }
        let texts = [
            (FormField.payee, entry?.payee ?? ""), (.place, entry?.place ?? ""), (.note, entry?.note ?? ""),
            (.tags, Self.text(entry?.tags ?? [])),
        ]
        for (field, text) in texts { values[field.field] = .text(text) }
    }

    /// Says what the entry says by now, but for the amount, the day and the amounts of parts: one of them can't be
    /// taken, and is to be mended.
    mutating func rebase(on entry: Entry) {
        if (try? parts(of: entry.amount)) != nil { parts = entry.parts.map { PartForm($0) } }
        self.entry = entry
        isWritten = true
        var kept = FieldValues()
        for field in [FormField.amount, .currency, .day] { kept[field.field] = typed[field.field] }
        typed = kept
        fill(from: entry)
    }

    private static func text(_ tags: [String]) -> String { tags.joined(separator: ", ") }

    /// The text in a field; nothing in those of to-dos. The amount is one for `Amount`, such as `12.50` or `€12.50`, the
    /// currency a code of ISO 4217 in either case, the day such as `2026-11-21`, and tags are parted by commas.
    public subscript(field: FormField) -> String {
        get { values[field.field]?.text ?? "" }
        set { set(field.field, .text(newValue)) }
    }

    public var kind: EntryKind { values[.kind]?.choice.flatMap { EntryKind(rawValue: $0) } ?? .expense }
    /// The account that it names; nil for the default one.
    public var account: EntityID? { values[.account]?.entity }
    /// The envelope that it names; nil for the one of its tags.
    public var envelope: EntityID? { values[.envelope]?.entity }

    /// Says something else in a field.
    mutating func set(_ field: Field, _ value: FieldValue) {
        values[field] = value
        typed[field] = value
        hasChanged = true
    }

    /// The text that is typed in it and isn't in the book.
    var kept: Draft {
        var values = typed
        if parts != (entry?.parts ?? []).map({ PartForm($0) }) {
            for (index, part) in parts.enumerated() {
                for (place, field) in PartForm.fields.enumerated() {
                    values[Field(rawValue: UInt16(0x100 + 4 * index + place))] = .text(part[field])
                }
                values[Field(rawValue: UInt16(0x100 + 4 * index + 3))] = FieldValue(part.envelope)
            }
        }
        return Draft(.entry, entry?.id, values)
    }

    /// Says again what was typed before.
    mutating func take(_ typed: FieldValues) {
        for element in typed.all {
            let number = Int(element.field.rawValue)
            guard number >= 0x100 else {
                set(element.field, element.value)
                continue
            }
            let index = (number - 0x100) / 4
            if number == 0x100 { parts = [] }
            while parts.count <= index {
                let old = entry?.parts ?? []
                parts.append(PartForm(parts.count < old.count ? old[parts.count] : nil))
            }
            if number % 4 < 3 {
                parts[index][PartForm.fields[number % 4]] = element.value.text
            } else {
                parts[index].envelope = element.value.entity
            }
            hasChanged = true
        }
    }

    /// The values of the fields, or the first of them that can't be so.
    public var draft: Result<Changes, Problem> { draft(isStrict: true) }

    /// - Parameter isStrict: if not, an amount or a day that is none counts as left alone.
    func draft(isStrict: Bool) -> Result<Changes, Problem> {
        let currency = currencyTyped
        if isStrict, currency == nil {
            return .failure(Problem(field: .currency, error: .unknownCurrency(self[.currency])))
        }
        guard let day = CivilDate(typed: self[.day], over: entry?.day) ?? (isStrict ? nil : entry?.day) else {
            return .failure(Problem(field: .day, error: .badDay(self[.day])))
        }
        var draft = Changes.entry(kind: kind, day: day, place: self[.place], note: self[.note], voice: entry?.voice)
        var names = [String](tags: self[.tags])
        // There are tags that can't be typed here; a field that was left alone changes none.
        if let entry, self[.tags] == Self.text(entry.tags) { names = entry.tags }
        draft[.tag] = .texts(names)
        draft[.account] = FieldValue(account)
        draft[.envelope] = FieldValue(envelope)
        draft[.payee] = .text(self[.payee].trimmed)
        draft[.amount] = .nothing
        if !isStrict { draft[.amount] = FieldValue(entry?.amount) }
        if let currency, !self[.amount].isBlank {
            do {
                draft[.amount] = .amount(try read(self[.amount], entry?.amount, currency))
            } catch {
                if isStrict { return .failure(Problem(field: .amount, error: error)) }
            }
        } else if isStrict, entry?.amount != nil {
            return .failure(Problem(field: .amount, error: .noAmount))
        }
        do throws(Problem) {
            draft[.parts] = .parts(try parts(of: draft[.amount]?.amount))
        } catch {
            if isStrict { return .failure(error) }
        }
        guard let error = draft.entryProblem(changing: entry) else { return .success(draft) }
        let field: FormField =
            switch error {
            case .textTooLong(.place, _): .place
            case .textTooLong(.payee, _): .payee
            case .textTooLong: .note
            case .noAmount: .amount
            default: .tags
            }
        return .failure(Problem(field: field, error: error))
    }

    /// The currency of amounts that name none; nil where what stands there is none.
    var currencyTyped: Currency? { Currency(String(self[.currency].scalars.filter { !$0.isSpace })) }

    /// The amount that a text says.
    ///
    /// - Parameters:
    ///   - old: the one that stood there.
    ///   - isPart: whether it is the amount of a part, which takes no sign.
    func read(
        _ text: String, _ old: Amount?, _ currency: Currency, isPart: Bool = false
    ) throws(ItemError) -> Amount {
        // 12.345 that stands there already is none that could be 12,345.
        if let old, text == old.shown, currency == old.currency { return old }
        return try Amount(text, of: isPart ? nil : kind, usual: currency, local: local)
    }

    /// Tells what the person should see of it: nothing of an empty field before the form was to be stored.
    func shownProblem(_ field: FormField) -> ItemError? {
        guard case .failure(let problem) = draft, problem.field == field, problem.part == nil else { return nil }
        return isChecked || problem.error != .noAmount ? problem.error : nil
    }
}

extension Changes {
    /// The differences from an entry as it was. Fields that these don't name stay.
    func edit(from old: Entry) -> Changes {
        var entry = old
        for spec in Entry.fields.specs {
            if let value = self[spec.field] { spec.set(&entry, value) }
        }
        return Changes(entry.changes(from: old))
    }
}

extension [String] {
    /// The tags that a field says, parted by commas, each with a # or without; sorted.
    init(tags text: String) {
        self = text.parts { $0 == "," || $0 == "，" || $0 == "、" }
            .map { String(Swift.Array($0.drop { $0.isSpace || $0 == "#" })).trimmedOfMarks }
            .filter { !$0.isEmpty }.map { ByteString($0) }.sorted().map { $0.text }
    }

    /// The tags that a field says and these aren't.
    func new(in text: String) -> [String] {
        [String](tags: text).filter { tag in !contains { TagNames.key($0) == TagNames.key(tag) } }
    }
}
