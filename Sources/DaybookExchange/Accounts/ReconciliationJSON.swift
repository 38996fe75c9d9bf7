public import DaybookCore

private let reconciliationInputs = FieldMember.members(Reconciliation.fields)

/// The members by which a client reconciles an account.
public struct ReconciliationInput: Sendable {
    /// The account whose statement it is.
    public let account: EntityID
    public let day: CivilDate
    /// The entries and transfers that the statement has; nil for all up to that day.
    public let rows: [EntityID]?
    private let input: FieldInput<Reconciliation>

    /// Reads what a client said, if each member is of the kind that it has to be.
    public init(_ json: JSONValue) throws(InputError) {
        let members = try JSONMembers(
            json, "A reconciliation",
            example: "{\"account\":\"…\",\"day\":\"2026-11-30\",\"balance\":\"5.00\",\"all\":true}")
        input = try FieldInput(members, reconciliationInputs, isNew: true)
        guard let account = input.values[.account]?.entity else {
            throw InputError("account", "A reconciliation needs an account. Send its id.")
        }
        guard let day = input.values[.day]?.day else {
            throw InputError("day", "A reconciliation needs a day. Send that of the statement.")
        }
        (self.account, self.day) = (account, day)
        if try members.bool("all") == true {
            rows = nil
            return
        }
        guard let texts = try members.texts("rows") else {
            throw InputError("rows", "Send the ids of the rows that the statement has, or “all”: true.")
        }
        var rows: [EntityID] = []
        for text in texts {
            guard let id = EntityID(text) else { throw InputError("rows", "An id has 32 hexadecimal digits.") }
            rows.append(id)
        }
        self.rows = rows
    }

    /// Tells what the statement says, below zero where it is owed.
    ///
    /// - Parameter currency: that of the account.
    public func balance(in currency: Currency) throws -> Sum {
        let values = try input.values(nil, Reconciliation.fields) { currency }
        guard let amount = values[.amount]?.amount else {
            throw InputError("balance", "A reconciliation needs what the statement says. Send it as a string.")
        }
        guard amount.currency == currency else {
            throw InputError(
                "currency", "The account is in \(currency.code), and the balance in \(amount.currency.code).")
        }
        return values[.openingSide]?.choice == 1 ? Sum(amount).negated : Sum(amount)
    }
}

extension StatementCheck {
    /// The settled sum, and the rows that no statement has as yet, for programs.
    ///
    /// - Parameter closing: what the newest file of the bank says, if that is still to be reconciled.
    public func json(_ closing: BankClosing?) throws(ItemError) -> JSONWriter {
        let balance = try difference(with: open).negated.adding(balance)
        return .object { json in
            json.member("closing", closing) { closing, json in
                json.object { $0.members(["day": closing.day.text, "balance": closing.balance.number]) }
            }
            json.members([
                "currency": settled.currency.code, "settled": settled.number, "balance": balance.number,
            ])
            json.member("rows", objects: open) { row, json in
                json.members([
                    "id": row.id.text, "kind": row.kindName, "day": row.day.text, "amount": row.sum.number,
                    "note": row.note,
                ])
            }
        }
    }
}

extension StatementRow {
    fileprivate var kindName: String {
        switch source {
        case .entry(let entry): entry.kind.name
        case .side: Transfer.kindName
        }
    }
}
