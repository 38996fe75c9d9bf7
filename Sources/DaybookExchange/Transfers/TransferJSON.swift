public import DaybookCore

/// Transfers as JSON.
public typealias TransferJSON = ItemJSON<Transfer>
/// The members by which a client or a file makes or changes a transfer.
public typealias TransferInput = FieldInput<Transfer>

private let transferInputs = FieldMember.members(Transfer.fields)

extension ItemJSON<Transfer> {
    /// The members that another book takes in, among entries.
    public static var amongEntries: TransferJSON { TransferJSON(.kind(Transfer.kindName), Members(Transfer.fields)) }
}

extension Transfer {
    /// The name in files that have the kinds of entries.
    public static let kindName = "transfer"
}

extension FieldInput<Transfer> {
    /// Reads what a client or a file said, if each member is of the kind that it has to be.
    ///
    /// - Parameter isNew: whether it makes a transfer.
    public init(_ json: JSONValue, isNew: Bool) throws(InputError) {
        try self.init(
            JSONMembers(json, "A transfer", example: "{\"amount\":\"100\",\"account\":\"…\",\"toAccount\":\"…\"}"),
            transferInputs, isNew: isNew)
    }

    /// Tells what it says. An amount that names no currency is in that of its account.
    ///
    /// - Parameters:
    ///   - present: the transfer as it is; nil for a new one.
    ///   - usual: the currency of an account that isn't named.
    ///   - find: the account with an id; nil if there is none.
    public func changes(
        of present: Transfer?, usual: () throws -> Currency, _ find: (EntityID) throws -> MoneyAccount?
    ) throws -> Changes {
        var values = values
        for money in amounts {
            let isFirst = money.field == .amount
            let account = values[isFirst ? .account : .toAccount]?.entity
            let old = isFirst ? present?.from.amount : present?.to.amount
            let text = money.text ?? nil
            guard let text else {
                if money.text != nil, present != nil { throw ItemError.noAmount }
                // The currency alone: what the amount that is there is to be in.
                guard let code = money.currency, present != nil, let known = Currency(code) else { continue }
                values[money.field] = .amount(try Amount(old, in: known))
                continue
            }
            let amount = try Amount(text, code: money.currency) {
                try account.flatMap(find)?.currency ?? old?.currency ?? usual()
            }
            values[money.field] = .amount(amount)
        }
        return Changes(values)
    }
}

extension Changes {
    /// Throws where no transfer can be so.
    ///
    /// - Parameters:
    ///   - present: the transfer as it is; nil for a new one.
    ///   - find: the account with an id; nil if there is none.
    public func checkTransfer(changing present: Transfer?, _ find: (EntityID) throws -> MoneyAccount?) throws {
        guard let legs = legs(changing: present, today: CivilDate(daysSince1970: 0)) else { throw ItemError.noAmount }
        for (leg, old, name) in [(legs.from, present?.from, "account"), (legs.to, present?.to, "toAccount")] {
            // A deleted account is in the way of nothing.
            if leg.account == old?.account, leg.amount.currency == old?.amount.currency { continue }
            guard let account = try find(leg.account) else {
                throw InputError(name, "There is no such account. Name one that is there.")
            }
            guard account.currency != leg.amount.currency else { continue }
            let sides = (account.currency.code, leg.amount.currency.code)
            throw InputError(
                name,
                "“\(account.name)” is in \(sides.0), and the amount in \(sides.1). Say how much it is in \(sides.0), or name an account in \(sides.1)."
            )
        }
        try Self.checkSides(legs.from, legs.to)
    }

    /// Throws where no transfer has these sides, whatever the accounts are.
    public static func checkSides(_ from: Transfer.Leg, _ to: Transfer.Leg) throws(InputError) {
        let legs = (from: from, to: to)
        if legs.from.account == legs.to.account {
            throw InputError("toAccount", "Both sides of the transfer are the same account. Name two.")
        }
        if legs.from.amount.coefficient == 0 || legs.to.amount.coefficient == 0 {
            throw InputError("amount", "A transfer of nothing isn't one. Write an amount above zero.")
        }
        if !Transfer.mayBeSides(legs.from.amount, legs.to.amount) {
            throw InputError(
                "toAmount",
                "\(legs.from.amount.text) goes out, and \(legs.to.amount.text) comes in. In one currency both are the same. Record a fee as an expense."
            )
        }
    }
}
