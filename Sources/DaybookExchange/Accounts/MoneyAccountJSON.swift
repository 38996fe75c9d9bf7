public import DaybookCore

extension FieldInput<MoneyAccount> {
    /// Makes an account. One without an opening is empty at first.
    ///
    /// - Parameter usual: the currency of one that names none.
    public func draft(usual: () throws -> Currency) throws -> Changes {
        var changes = try values(of: nil) { try currency(usual) }
        if changes[.amount] == nil { changes[.amount] = .amount(.zero(try currency(usual))) }
        return changes
    }

    /// The changes.
    ///
    /// - Parameter present: the account as it is.
    public func edit(_ present: MoneyAccount) throws -> Changes { try values(of: present) { present.currency } }

    private var opening: Money? { amounts.first { $0.field == .amount } }

    /// The currency of a new account: that of its opening.
    private func currency(_ usual: () throws -> Currency) throws -> Currency {
        guard let text = opening?.text ?? nil else {
            return try opening?.currency.flatMap { Currency($0) } ?? usual()
        }
        return try Amount(text, code: opening?.currency, usual: usual).currency
    }

    private func values(of present: MoneyAccount?, _ usual: () throws -> Currency) throws -> Changes {
        if let text = opening?.text ?? nil, text.trimmed.scalars.first.map({ $0 == "-" || $0 == "−" }) == true {
            throw InputError(
                "opening",
                "“\(text.excerpt)” has a sign. Leave it out, and send the side “owed” for what is below zero.")
        }
        return Changes(try values(present, MoneyAccount.fields, usual: usual))
    }
}

extension MoneyAccount {
    /// Which of `kinds` it is.
    public var kindName: String { Shape.choice(Self.kinds).text(.choice(accountKind)) ?? "" }
    /// Which of `budgets`.
    public var budgetName: String { Shape.choice(Self.budgets).text(.choice(budget)) ?? "" }
}

extension Changes {
    /// Throws where the account that a new entry names isn't there, or is of another currency than its amount: it would be
    /// among the entries of another account.
    ///
    /// - Parameter find: the account with an id; nil if there is none.
    public func checkAccount(_ find: (EntityID) throws -> MoneyAccount?) throws {
        if let problem = try accountProblem(of: nil, nil, find) { throw problem }
    }
}

extension [AccountBalance] {
    /// Each account with what is in it, and what all come to, for programs.
    ///
    /// - Parameter worth: what they come to in one currency, if that is asked for.
    public func json(_ worth: BaseTotals? = nil) throws(ItemError) -> JSONWriter {
        let total = try total.all
        return .object { json in
            json.member("accounts", objects: self) { balance, json in
                let account = balance.account
                json.members([
                    "id": account.id.text, "name": account.name, "kind": account.kindName,
                    "currency": account.currency.code, "balance": balance.balance.number,
                    "budget": account.budgetName,
                ])
                json.member("entries", balance.count)
                json.member("transfers", balance.legs)
                json.member("default", account.isDefault)
                json.member("closed", account.isClosed)
            }
            json.member("total", objects: total) { sum, json in
                json.members(["currency": sum.currency.code, "balance": sum.number])
            }
            guard let worth else { return }
            json.key("in")
            json.object { json in
                json.members(["currency": worth.base.code, "balance": worth.sums?.balance.number])
                json.missing(worth.missing)
            }
        }
    }
}
