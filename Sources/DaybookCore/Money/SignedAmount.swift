/// An amount that may lie below zero, in one value: of two devices that change it one has both the side and the number.
public struct SignedAmount: Hashable, Sendable {
    /// The amount without its side.
    public let size: Amount
    /// Never true of nothing.
    public let isNegative: Bool

    public init(_ size: Amount, isNegative: Bool = false) {
        self.size = size
        self.isNegative = isNegative && size.coefficient > 0
    }

    /// Nil for a sum with more digits than an amount may have.
    public init?(_ sum: Sum) {
        guard let coefficient = Int64(exactly: sum.coefficient.magnitude),
            let size = Amount(coefficient: coefficient, scale: sum.scale, currency: sum.currency)
        else { return nil }
        self.init(size, isNegative: sum.coefficient < 0)
    }

    /// Reads what is in an account as people write it: `250`, or `-250 EUR` for what is owed.
    public init(written text: String, usual: Currency, local: Currency? = nil) throws(ItemError) {
        let read = try Amount.balance(text, usual: usual, local: local)
        self.init(read.amount, isNegative: read.isOwed)
    }

    public var currency: Currency { size.currency }
    public var sum: Sum { isNegative ? Sum(size).negated : Sum(size) }

    /// `-12.50 EUR`, with the currency's decimals: how programs write it.
    public var text: String { (isNegative ? "-" : "") + size.number + " " + currency.code }

    /// The one that programs wrote as `text`; nil for anything else.
    public init?(_ text: String) {
        let size = text.rest(after: "-")
        let parts = (size ?? text).parts { $0 == " " }.map { String($0) }
        guard parts.count == 2, let currency = Currency(code: parts[1]),
            let amount = try? Amount(number: parts[0], currency: currency)
        else { return nil }
        self.init(amount, isNegative: size != nil)
    }

    /// 13 bytes: 1 below zero and else 0, and `Amount.bytes`.
    public var bytes: [UInt8] { [isNegative ? 1 : 0] + size.bytes }

    /// The one that 13 bytes spell; nil for any others.
    public init?(bytes: [UInt8]) {
        guard let side = bytes.first, side < 2, let size = Amount(bytes: Array(bytes.dropFirst())) else { return nil }
        self.init(size, isNegative: side == 1)
    }
}
