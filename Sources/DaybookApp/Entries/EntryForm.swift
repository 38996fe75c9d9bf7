public import DaybookCore

/// The form of an entry: what stands in its fields, as it was typed.
public struct EntryForm: Equatable {
    /// The entry as it was when the form was opened, or when what could be of the form was written; nil for a new one.
    private(set) var entry: Entry?
    /// An expense in a new form.
    public var kind: EntryKind
    /// The text for `Amount`, such as `12.50` or `€12.50`. Blank for none: of what is unsorted and has a recording.
    public var amount: String
    /// A code of ISO 4217, in either case; what an amount is in that names no other.
    public var currency: String
    /// The account that it names; nil for the default one.
    public var account: EntityID?
    /// The envelope that it names; nil for the one of its tags.
    public var envelope: EntityID?
    /// Such as `2026-11-21`.
    public var day: String
    /// To whom it goes; blank for what the bank's words mean.
    public var payee: String
    /// At most `FieldValues.longestText` bytes of UTF-8; empty for none.
    public var place: String
    /// The same as `place`.
    public var note: String
    /// Parted by commas.
    public var tags: String
    /// The parts into which it is split, in their order.
    public internal(set) var parts: [PartForm]
    /// The meaning of a sign such as `元` where the person is.
    private let local: Currency
    /// The values that a person gave it: by `FormField.field`, and the kind and the account by their own.
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
        self.account = entry?.extraFields[.account]?.entity ?? account.flatMap { $0.isDefault ? nil : $0.id }
        envelope = entry?.extraFields[.envelope]?.entity
        kind = entry?.kind ?? .expense
        amount = entry?.amount?.shown ?? ""
        currency = (entry?.amount?.currency ?? usual).code
        day = (entry?.day ?? today).text
        payee = entry?.payee ?? ""
        place = entry?.place ?? ""
        note = entry?.note ?? ""
        tags = Self.text(entry?.tags ?? [])
        parts = (entry?.parts ?? []).map { PartForm($0) }
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
        kind = entry.kind
        account = entry.extraFields[.account]?.entity
        envelope = entry.extraFields[.envelope]?.entity
        payee = entry.payee
        place = entry.place
        note = entry.note
        tags = Self.text(entry.tags)
    }

    private static func text(_ tags: [String]) -> String { tags.joined(separator: ", ") }

    /// The text in a field; nothing in those of to-dos.
    public subscript(field: FormField) -> String {
        get {
            switch field {
            case .amount: amount
            case .currency: currency
            case .day: day
            case .payee: payee
            case .place: place
            case .note: note
            case .tags: tags
            case .title, .description, .notes, .start, .reminders: ""
            }
        }
        set {
            hasChanged = true
            typed[field.field] = .text(newValue)
            switch field {
            case .amount: amount = newValue
            case .currency: currency = newValue
            case .day: day = newValue
            case .payee: payee = newValue
            case .place: place = newValue
            case .note: note = newValue
            case .tags: tags = newValue
            case .title, .description, .notes, .start, .reminders: return
            }
        }
    }

    /// Chooses another kind.
    mutating func choose(_ kind: EntryKind) {
        self.kind = kind
        typed[.kind] = .choice(kind.rawValue)
        hasChanged = true
    }

    /// Chooses another account; nil for the default one.
    mutating func choose(account id: EntityID?) {
        account = id
        typed[.account] = FieldValue(id)
        hasChanged = true
    }

    /// Chooses another envelope; nil for the one of its tags.
    mutating func choose(envelope id: EntityID?) {
        envelope = id
        typed[.envelope] = FieldValue(id)
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
            switch element.field {
            case .kind: if let kind = element.value.choice.flatMap({ EntryKind(rawValue: $0) }) { choose(kind) }
            case .account: choose(account: element.value.entity)
            case .envelope: choose(envelope: element.value.entity)
            default:
                guard number < 0x100 else {
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
                    continue
                }
                if number < FormField.all.count { self[FormField.all[number]] = element.value.text }
            }
        }
    }

    /// The values of the fields, or the first of them that can't be so.
    public var draft: Result<Changes, Problem> { draft(isStrict: true) }

    /// - Parameter isStrict: if not, an amount or a day that is none counts as left alone.
    func draft(isStrict: Bool) -> Result<Changes, Problem> {
        let currency = currencyTyped
        if isStrict, currency == nil {
            return .failure(Problem(field: .currency, error: .unknownCurrency(self.currency)))
        }
        guard let day = CivilDate(typed: day, over: entry?.day) ?? (isStrict ? nil : entry?.day) else {
            return .failure(Problem(field: .day, error: .badDay(day)))
        }
        var draft = Changes.entry(kind: kind, day: day, place: place, note: note, voice: entry?.voice)
        var names = [String](tags: tags)
        // There are tags that can't be typed here; a field that was left alone changes none.
        if let entry, tags == Self.text(entry.tags) { names = entry.tags }
        draft[.tag] = .texts(names)
        draft[.account] = FieldValue(account)
        draft[.envelope] = FieldValue(envelope)
        draft[.payee] = .text(payee.trimmed)
        draft[.amount] = .nothing
        if !isStrict { draft[.amount] = FieldValue(entry?.amount) }
        if let currency, !amount.isBlank {
            do {
                draft[.amount] = .amount(try read(amount, entry?.amount, currency))
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
    var currencyTyped: Currency? { Currency(String(currency.scalars.filter { !$0.isSpace })) }

    /// The amount that a text says.
    ///
    /// - Parameter old: the one that stood there.
    func read(_ text: String, _ old: Amount?, _ currency: Currency) throws(ItemError) -> Amount {
        // 12.345 that stands there already is none that could be 12,345.
        if let old, text == old.shown, currency == old.currency { return old }
        return try Amount(text, of: kind, usual: currency, local: local)
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
