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
        var json = JSONWriter()
        json.beginObject()
        json.key("accounts")
        json.beginArray()
        for balance in self {
            let account = balance.account
            json.beginObject()
            json.key("id")
            json.id(account.id)
            let texts: [(StaticString, String)] = [
                ("name", account.name), ("kind", account.kindName), ("currency", account.currency.code),
                ("balance", balance.balance.number), ("budget", account.budgetName),
            ]
            for (key, text) in texts { json.member(key, text) }
            json.key("entries")
            json.integer(Int64(balance.count))
            json.key("transfers")
            json.integer(Int64(balance.legs))
            json.key("default")
            json.bool(account.isDefault)
            json.key("closed")
            json.bool(account.isClosed)
            json.endObject()
        }
        json.endArray()
        json.key("total")
        json.beginArray()
        for sum in try total.all {
            json.beginObject()
            json.key("currency")
            json.string(sum.currency.code)
            json.key("balance")
            json.string(sum.number)
            json.endObject()
        }
        json.endArray()
        if let worth {
            json.key("in")
            json.beginObject()
            json.key("currency")
            json.string(worth.base.code)
            json.key("balance")
            if let sums = worth.sums { json.string(sums.balance.number) } else { json.null() }
            worth.append(to: &json)
            json.endObject()
        }
        json.endObject()
        return json
    }
}
