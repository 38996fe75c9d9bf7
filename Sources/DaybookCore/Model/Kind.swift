/// A kind of things that people keep in a book.
public enum Kind: Sendable {
    /// See `Todo`.
    case todo
    /// See `Entry`.
    case entry
    /// See `ItemList`.
    case list
    /// See `MoneyAccount`.
    case account
    /// See `SavedFilter`.
    case filter
    /// See `Transfer`.
    case transfer
    /// See `Reconciliation`.
    case reconciliation
    /// See `Payee`.
    case payee
    /// See `EntryRule`.
    case rule
    /// See `Part`.
    case part
    /// See `Rate`.
    case rate
}

extension Record {
    /// The `type` of what became of an occurrence.
    public static let occurrenceType: [UInt8] = [0, 1]

    /// True where it is of what became of an occurrence.
    public var isOccurrence: Bool { self[.type]?.value == Self.occurrenceType }

    /// The `type` of a list.
    public static let listType: [UInt8] = [0, 2]

    /// True where it is of a list in which to-dos lie.
    public var isList: Bool { self[.type]?.value == Self.listType }

    /// The `type` of a filter.
    public static let filterType: [UInt8] = [0, 3]

    /// True where it is of a filter.
    public var isFilter: Bool { self[.type]?.value == Self.filterType }

    /// The `type` of an account.
    public static let accountType: [UInt8] = [0, 4]

    /// True where it is of an account in which money lies.
    public var isAccount: Bool { self[.type]?.value == Self.accountType }

    /// The `type` of a transfer.
    public static let transferType: [UInt8] = [0, 7]

    /// True where it is of a transfer between accounts.
    public var isTransfer: Bool { self[.type]?.value == Self.transferType }

    /// The `type` of a reconciliation.
    public static let reconciliationType: [UInt8] = [0, 8]

    /// True where it is of a statement with which an account was reconciled.
    public var isReconciliation: Bool { self[.type]?.value == Self.reconciliationType }

    /// The `type` of a payee.
    public static let payeeType: [UInt8] = [0, 11]

    /// True where it is of a payee, or of another name of one.
    public var isPayee: Bool { self[.type]?.value == Self.payeeType }

    /// The `type` of a rule.
    public static let ruleType: [UInt8] = [0, 12]

    /// True where it is of a rule for entries.
    public var isRule: Bool { self[.type]?.value == Self.ruleType }

    /// The `type` of a part of an entry.
    public static let partType: [UInt8] = [0, 9]

    /// True where it is of a part of an entry.
    public var isPart: Bool { self[.type]?.value == Self.partType }

    /// The `type` of a rate of exchange.
    public static let rateType: [UInt8] = [0, 10]

    /// True where it is of a rate of exchange.
    public var isRate: Bool { self[.type]?.value == Self.rateType }

    /// True where this program knows what kind of thing it is. What it doesn't know it stores and forwards: it doesn't show,
    /// change, book or count it.
    public var isKnown: Bool {
        self[.type] == nil || isOccurrence || isList || isFilter || isAccount || isTransfer || isReconciliation
            || isPayee || isRule || isPart || isRate
    }
}
