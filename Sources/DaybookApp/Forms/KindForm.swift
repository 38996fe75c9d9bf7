public import DaybookCore

/// The form of a thing of any kind but to-dos and entries: what stands in its fields, of the kind's own list.
public struct KindForm: Equatable {
    public let kind: Kind
    /// Nil for a new one.
    public let id: EntityID?
    /// Amounts and days as texts, as they were typed; the others as they were chosen.
    public internal(set) var values = FieldValues()
    /// Keeps it from being saved.
    public internal(set) var problem: Problem?
    /// The rule field by field; nil where it is shown as a text.
    private(set) var ruleForm: RuleForm?
    /// The values that a person gave it.
    private var typed = FieldValues()
    /// The entries of which a transfer was made.
    let entries: [EntityID]

    /// Why a form can't be saved.
    public struct Problem: Error, Equatable, Sendable {
        /// The field to mend.
        public let field: Field
        /// Nil where a name is another payee's, both currencies of a rate are one, or a query can't be read.
        public let error: ItemError?
        var query: QueryError?
    }

    /// A field of the form.
    struct Part {
        let field: Field
        let shape: Shape

        /// True where it says what an account is to become.
        var isPlanned: Bool { [.interest, .payment, .term, .goal].contains(field) }

        /// The fields of a goal.
        static let goal = [Part(field: .goal, shape: .text), Part(field: .goalDay, shape: .day)]
    }

    /// The fields that people give values to, in the order of the list.
    var parts: [Part] {
        switch kind {
        case .rule: [Part(field: .ruleText, shape: .text)]
        case .payee: [Part(field: .title, shape: .text), Part(field: .payeeOf, shape: .text)]
        case .template: [Part(field: .title, shape: .text), Part(field: .line, shape: .text)]
        case .envelope:
            [
                Part(field: .title, shape: .text), Part(field: .tag, shape: .texts),
                Part(field: .group, shape: .entity),
                Part(field: .target, shape: .text), Part(field: .note, shape: .text),
            ] + Part.goal + [Part(field: .earmark, shape: .entity)]
        default:
            kind.fields.flatMap { field -> [Part] in
                if field.field == .goal { return Part.goal }
                // The minus says that an amount was owed, and closing is a button.
                guard field.exposure.contains(.input), field.field != .openingSide, field.shape != .time else {
                    return []
                }
                return [Part(field: field.field, shape: field.shape)]
            }
        }
    }

    /// The form of a thing that is what its fields say.
    ///
    /// - Parameter record: holds it; nil for a new one.
    init(_ kind: Kind, _ id: EntityID?, _ record: Record?) {
        (self.kind, self.id, entries) = (kind, id, [])
        guard let record, kind.holds(record) else { return }
        for part in parts { fill(part.field, part.shape.value(record[part.field]?.value ?? [])) }
    }

    /// A new account.
    init(currency: Currency, today: CivilDate) {
        (kind, id, entries) = (.account, nil, [])
        fill(from: MoneyAccount(id: EntityID(high: 0, low: 0), createdAt: Timestamp(milliseconds: 0)))
        values[.amount] = .text("0 " + currency.code)
        values[.day] = .text(today.text)
    }

    init(_ account: MoneyAccount) {
        (kind, id, entries) = (.account, account.id, [])
        fill(from: account)
        fill(account.goal)
        if account.side != 0 { values[.amount] = .text("-" + (values[.amount]?.text ?? "")) }
    }

    /// - Parameter payee: nil for a new one.
    init(_ payee: Payee?, _ names: PayeeNames) {
        (kind, id, entries) = (.payee, payee?.id, [])
        guard let payee else { return }
        values[.title] = .text(payee.name)
        values[.payeeOf] = .text(names.others(of: payee).map { $0.name }.joined(separator: "\n"))
    }

    /// - Parameter rule: nil for a new one.
    init(_ rule: EntryRule?, _ text: String) {
        (kind, id, entries) = (.rule, rule?.id, [])
        values[.ruleText] = .text(text)
        ruleForm = RuleForm(text)
    }

    /// The text that is typed in it.
    var draft: Draft { Draft(.dialog(kind), id, typed) }

    /// Says something else in a field, or in one of a rule.
    mutating func set(_ field: Field, _ value: FieldValue) {
        if let part = RuleForm.Part.allCases.first(where: { $0.field == field }) { return set(part, value.text) }
        typed[field] = value
        if field == .day, text(.day) == text(.toDay) { values[.toDay] = value }
        values[field] = value
        problem = nil
        if field == .ruleText { readRule() }
    }

    /// Says something else in a field of a rule.
    mutating func set(_ part: RuleForm.Part, _ text: String) {
        typed[part.field] = .text(text)
        ruleForm?[part] = text
        values[.ruleText] = .text(ruleForm?.text ?? rule)
    }

    /// Shows the rule as a text, or as fields if these can say it.
    mutating func turnRule() { ruleForm = ruleForm == nil ? RuleForm(rule) : nil }

    /// Fills the fields of the rule from its text, where they are shown.
    private mutating func readRule() { if ruleForm != nil { ruleForm = RuleForm(rule) } }

    /// Fills the tags of an envelope, which lie beside its record, and the two fields of its goal.
    mutating func fill(_ envelope: Envelope) {
        values[.tag] = .text(envelope.tags.joined(separator: ", "))
        fill(envelope.goal)
    }

    private mutating func fill(_ goal: SavingsGoal?) {
        values[.goal] = .text(goal.map { $0.amount.shown + " " + $0.amount.currency.code } ?? "")
        values[.goalDay] = .text(goal?.day.text ?? "")
    }

    /// A new rate.
    ///
    /// - Parameter hole: the one that is missing.
    init(_ hole: BaseTotals.MissingRate?, in base: Currency, today: CivilDate) {
        (kind, id, entries) = (.rate, nil, [])
        values[.day] = .text((hole?.day ?? today).text)
        values[.rateFrom] = .text(hole?.currency.code ?? "")
        values[.rateTo] = .text(base.code)
    }

    /// A new transfer between two accounts.
    init(from: EntityID?, to: EntityID?, today: CivilDate) {
        (kind, id, entries) = (.transfer, nil, [])
        values[.account] = FieldValue(from)
        values[.toAccount] = FieldValue(to)
        values[.day] = .text(today.text)
    }

    /// - Parameters:
    ///   - from: the account that one side is of.
    ///   - to: that of the other side.
    init(_ transfer: Transfer, from: EntityID, to: EntityID) {
        (kind, id, entries) = (.transfer, transfer.id, transfer.entries)
        fill(from: transfer)
        values[.account] = .entity(from)
        values[.toAccount] = .entity(to)
    }

    private mutating func fill<Owner: Entity>(from owner: Owner) {
        for index in Owner.fields.specs.indices where Owner.fields.specs[index].exposure.contains(.input) {
            fill(Owner.fields.specs[index].field, Owner.fields.specs[index].get(owner))
        }
    }

    private mutating func fill(_ field: Field, _ value: FieldValue) {
        values[field] =
            switch value {
            case .amount(let amount): .text(amount.shown + " " + amount.currency.code)
            case .day(let day): .text(day.text)
            default: value
            }
    }

    /// The text in the field of a rule, on one line.
    var rule: String { text(.ruleText).parts { $0.isLineBreak }.map { String($0) }.joined(separator: " ").trimmed }

    /// The id of the control of a field.
    static func id(_ field: Field) -> String { "form-" + String(field.rawValue) }

    /// The text in a field.
    func text(_ field: Field) -> String { values[field]?.text ?? "" }
}

extension Field {
    /// The day of a goal in a form, where its amount has a field of its own. It is in no register.
    static let goalDay = Field(rawValue: 0x300)
}

extension State {
    /// The accounts of the transfer in a form; nil while one isn't chosen yet.
    private func accounts(of form: KindForm) -> (from: MoneyAccount, to: MoneyAccount)? {
        guard let from = form.values[.account]?.entity.flatMap({ book.account($0) }),
            let to = form.values[.toAccount]?.entity.flatMap({ book.account($0) })
        else { return nil }
        return (from, to)
    }

    /// The fields of a form that are shown: the other side of a transfer has an amount and a day of its own where it is
    /// another one.
    func parts(of form: KindForm) -> [KindForm.Part] {
        let sides = accounts(of: form)
        if form.ruleForm != nil { return [] }
        return form.parts.filter { part in
            switch part.field {
            case .toAmount: sides.map { $0.currency != $1.currency } ?? false
            // Between two accounts of the budget nothing is spent.
            case .envelope:
                sides.map { $0.isOnBudget != $1.isOnBudget } ?? false || form.values[.envelope]?.entity != nil
            case .toDay: form.text(.toDay) != form.text(.day) && form.id != nil
            case .payment, .term: form.values[.accountKind]?.choice == 2 || form.values[.accountKind]?.choice == 3
            default: true
            }
        }
    }

    /// Tells what a form says.
    func changes(of form: KindForm) throws(KindForm.Problem) -> Changes {
        let shown = form.kind == .rule ? form.parts : parts(of: form)
        var changes = Changes()
        for part in shown {
            let text = form.text(part.field)
            let isLeftOut = text.isBlank && form.kind != .transfer && !form.kind.needed.contains(part.field)
            switch part.shape {
            case _ where part.field == .goalDay: break
            case _ where part.field == .goal:
                changes[.goal] = try goal(of: form, usual: changes[.amount]?.amount?.currency ?? usualCurrency)
            case _ where form.kind == .account && part.isPlanned:
                let own = changes[.amount]?.amount?.currency ?? usualCurrency
                do throws(ItemError) {
                    changes[part.field] = try MoneyAccount.plan(part.field, written: text) {
                        () throws(ItemError) -> Currency in own
                    }
                } catch {
                    throw KindForm.Problem(field: part.field, error: error)
                }
            case .amount where isLeftOut, .day where isLeftOut: changes[part.field] = .nothing
            case .amount:
                changes.take(try amount(text, part.field, of: form), part.field, isAccount: form.kind == .account)
            case .day:
                guard let day = CivilDate(typed: text) else {
                    throw KindForm.Problem(field: part.field, error: .badDay(text))
                }
                changes[part.field] = .day(day)
            case .texts: changes[part.field] = .texts([String](tags: text))
            case .text where part.field == .target && !text.isBlank:
                do throws(ItemError) {
                    changes[.target] = .text(
                        try Target(written: text) { () throws(ItemError) -> Currency in usualCurrency }.text)
                } catch {
                    throw KindForm.Problem(field: .target, error: error)
                }
            case .text where form.kind == .rule: changes[part.field] = .text(form.rule)
            case .text where part.field == .query: changes[.query] = .text(text.trimmed)
            case .text where part.field == .line:
                // A template without a line makes a to-do of its name.
                if text.trimmed != form.id.flatMap({ Template(book.record($0))?.todo }) {
                    changes[.line] = .text(text.trimmed)
                }
            default: changes[part.field] = form.values[part.field] ?? .nothing
            }
        }
        if form.kind == .transfer {
            // A value that has no field of its own is as on the first side.
            for (field, other) in [(Field.toAmount, Field.amount), (.toDay, .day)] where changes[field] == nil {
                changes[field] = changes[other]
            }
        }
        return changes
    }

    /// The goal that a form says: nothing where it has neither an amount nor a day.
    private func goal(of form: KindForm, usual: Currency) throws(KindForm.Problem) -> FieldValue {
        let (sum, day) = (form.text(.goal), form.text(.goalDay))
        if sum.isBlank, day.isBlank { return .nothing }
        let amount: Amount
        do throws(ItemError) {
            if sum.isBlank { throw .noAmount }
            amount = try Amount(sum, usual: usual, local: settings.language.usualCurrency)
        } catch {
            throw KindForm.Problem(field: .goal, error: error)
        }
        guard let day = CivilDate(typed: day) else { throw KindForm.Problem(field: .goalDay, error: .badDay(day)) }
        return .text(SavingsGoal(amount, by: day).text)
    }

    /// The rate that a form says.
    func rate(of form: KindForm) throws(KindForm.Problem) -> Rate {
        func currency(_ field: Field) throws(KindForm.Problem) -> Currency {
            let code = form.text(field).trimmed
            guard let currency = Currency(code) else {
                throw KindForm.Problem(field: field, error: .unknownCurrency(code))
            }
            return currency
        }
        guard let day = CivilDate(typed: form.text(.day)) else {
            throw KindForm.Problem(field: .day, error: .badDay(form.text(.day)))
        }
        let (from, to) = (try currency(.rateFrom), try currency(.rateTo))
        let number: RateNumber
        do throws(ItemError) { number = try RateNumber(written: form.text(.rate)) } catch {
            throw KindForm.Problem(field: .rate, error: error)
        }
        guard let rate = Rate(day, from, to, number) else { throw KindForm.Problem(field: .rateTo, error: nil) }
        return rate
    }

    /// Reads the balance of an account, as it is typed.
    func balance(_ text: String, in currency: Currency) throws(ItemError) -> (amount: Amount, isOwed: Bool) {
        if text.isBlank { throw .noAmount }
        return try Amount.balance(text, usual: currency, local: settings.language.usualCurrency)
    }

    /// - Returns: the amount, and whether there was a minus before it.
    private func amount(
        _ text: String, _ field: Field, of form: KindForm
    ) throws(KindForm.Problem) -> (Amount, isOwed: Bool) {
        let account = (field == .toAmount ? form.values[.toAccount] : form.values[.account])?.entity ?? form.id
        let own = account.flatMap { book.account($0) }
        let (amount, isOwed): (Amount, Bool)
        do throws(ItemError) {
            (amount, isOwed) = try balance(text, in: own?.currency ?? usualCurrency)
            if isOwed, form.kind != .account { throw .signedAmount(text) }
            if let own, own.currency != amount.currency {
                throw form.kind == .account
                    ? .keepsCurrency(own.name, own.currency, amount.currency)
                    : .otherCurrency(field, own.name, own.currency, amount.currency)
            }
        } catch {
            throw KindForm.Problem(field: field, error: error)
        }
        if form.kind == .transfer, amount.coefficient == 0 {
            throw KindForm.Problem(field: field, error: .emptyTransfer)
        }
        return (amount, isOwed)
    }
}

extension Changes {
    fileprivate mutating func take(_ amount: (Amount, isOwed: Bool), _ field: Field, isAccount: Bool) {
        self[field] = .amount(amount.0)
        if isAccount { self[.openingSide] = .choice(amount.isOwed ? 1 : 0) }
    }
}
