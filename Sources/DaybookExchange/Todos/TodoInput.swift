public import DaybookCore

/// What a client sends to make or change a to-do. Members of other names, and those that only the server sets, are
/// ignored; null is refused where it isn't said to mean something.
public struct TodoInput: Equatable, Sendable {
    let title: String?
    let description: String?
    let notes: String?
    let completed: Bool?
    let order: Double?
    /// As text, since its currency may be the usual one; null takes it away.
    let amount: String??
    let currency: String?
    let plannedDay: String??

    /// What a client said, if each member is of the kind that it has to be.
    public init(_ json: JSONValue) throws(InputError) {
        let members = try JSONMembers(json, "A to-do", example: "{\"title\":\"Buy milk\"}")
        title = try members.text("title")
        description = try members.text("description")
        notes = try members.text("notes")
        completed = try members.bool("completed")
        order = try members.number("order")
        amount = try members.nullableText("amount")
        currency = try amount == nil ? members.text("currency") : members.nullableText("currency") ?? nil
        plannedDay = try members.nullableText("plannedDay")
    }

    /// Whether the amount is in a currency that isn't named.
    public var hasUsualCurrency: Bool { currency == nil && (amount ?? nil).map { !Amount.namesCurrency($0) } ?? false }

    /// Throws if it lacks a title, or has a currency without an amount.
    ///
    /// - Parameter usual: the currency of an amount that comes with none.
    public func draft(usual: () throws -> Currency) throws -> TodoDraft {
        guard let title else {
            throw InputError("title", "A to-do needs a title; send one as a string.")
        }
        guard try currencyAlone() == nil else { throw MoneyError.noAmount }
        return TodoDraft(
            title: title, description: description ?? "", notes: notes ?? "", isCompleted: completed ?? false,
            order: order, amount: try money(usual) ?? nil, plannedDay: try due() ?? nil)
    }

    /// What changes.
    ///
    /// - Parameters:
    ///   - present: the amount before.
    ///   - usual: the currency of one that comes with none, where there was none before.
    public func edit(_ present: Amount?, usual: () throws -> Currency) throws -> TodoEdit {
        var edit = TodoEdit(
            title: title, description: description, notes: notes, isCompleted: completed, order: order,
            amount: try money { try present?.currency ?? usual() }, plannedDay: try due())
        if let currency = try currencyAlone() { edit.amount = try Amount(present, in: currency) }
        return edit
    }

    /// The currency, where it comes without an amount: what the amount that is there is to be in.
    private func currencyAlone() throws(MoneyError) -> Currency? {
        guard let currency, amount == nil else { return nil }
        guard let known = Currency(currency) else { throw .unknownCurrency(currency) }
        return known
    }

    private func money(_ usual: () throws -> Currency) throws -> Amount?? {
        guard case .some(let text) = amount else { return nil }
        guard let text else { return .some(nil) }
        return try Amount(text, code: currency, usual: usual)
    }

    private func due() throws(InputError) -> CivilDate?? {
        guard case .some(let text) = plannedDay else { return nil }
        guard let text else { return .some(nil) }
        guard let day = CivilDate(text) else {
            throw InputError("plannedDay", MoneyError.badDay(text).message)
        }
        return day
    }
}
