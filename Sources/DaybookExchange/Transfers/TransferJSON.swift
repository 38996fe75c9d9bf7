public import DaybookCore

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
