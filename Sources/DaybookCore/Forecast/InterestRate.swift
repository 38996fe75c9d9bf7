/// A share of a year, for which there is interest: months are twelfths of it, and days 365ths.
public struct YearShare: Hashable, Sendable {
    let numerator: Int64
    let denominator: Int64

    /// A twelfth.
    public static let month = YearShare(numerator: 1, denominator: 12)
}

extension RepeatRule {
    /// The share of a year that one of its days stands for: of each quarter 3 twelfths, of every second week 14 of 365 days.
    var share: YearShare {
        let days = Int64(max(1, positions.isEmpty ? max(monthDays.count, weekdays.count) : positions.count))
        let isEachWeek = positions.isEmpty && monthDays.isEmpty && weekdays.contains { $0.ordinal == 0 }
        switch frequency {
        case .daily where weekdays.isEmpty: return YearShare(numerator: interval, denominator: 365)
        case .weekly: return YearShare(numerator: 7 * interval, denominator: 365 * days)
        case .daily,
            .monthly where isEachWeek, .yearly where isEachWeek:
            return YearShare(numerator: 7, denominator: 365 * days)
        case .monthly where months.isEmpty: return YearShare(numerator: interval, denominator: 12 * days)
        case .monthly, .yearly:
            return YearShare(numerator: interval, denominator: days * Int64(max(1, months.count)))
        }
    }
}

extension Todo {
    /// The share of a year for which it pays interest, where it pays a loan back; a month if it doesn't come again.
    ///
    /// - Parameter above: the to-do that comes again of which it is a part; nil for none.
    func share(under above: Todo? = nil) -> YearShare { (repeats?.parsed ?? above?.repeats?.parsed)?.share ?? .month }
}

/// A yearly rate of interest in percent, from 0 on. A month has a twelfth of it.
public struct InterestRate: Hashable, Sendable {
    /// Nil for none.
    private let percent: RateNumber?

    /// No interest.
    public static let zero = InterestRate(nil)

    private init(_ percent: RateNumber?) { self.percent = percent }

    /// Reads percent as programs write it, `5.25`; nil for anything else, and for more than four decimals, and from 1,000 percent on.
    public init?(_ text: String) {
        if !text.isEmpty, text.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x2E }), text.utf8.contains(0x30) {
            self = .zero
        } else {
            guard let number = RateNumber(text), number.scale <= 4, number.coefficient < 10_000_000 else { return nil }
            guard (0..<number.scale).reduce(1_000, { power, _ in power * 10 }) > number.coefficient else { return nil }
            self.init(number)
        }
    }

    /// Reads percent as a person writes it: `5.25`, `5,25 %`; nil for anything else.
    public init?(written text: String) {
        var bytes = text.trimmed.bytes
        if bytes.last == 0x25 { bytes.removeLast() }
        self.init(String(utf8: bytes.map { $0 == 0x2C ? 0x2E : $0 }).trimmed)
    }

    /// `5.25`, or `0`.
    public var text: String { percent?.text ?? "0" }

    /// A month's rate as a quotient.
    var aMonth: (numerator: Int128, denominator: Int128) { quotient(of: .month) }

    private func quotient(of share: YearShare) -> (numerator: Int128, denominator: Int128) {
        guard let percent else { return (0, 1) }
        // No rule has so many days that either overflows.
        let denominator = (0..<percent.scale).reduce(100 * share.denominator) { power, _ in power * 10 }
        return (Int128(Int64(percent.coefficient) * share.numerator), Int128(denominator))
    }

    /// The interest of a share of a year, rounded half up to the decimals of the balance; nil if it would be too large.
    func interest(on balance: Int128, _ share: YearShare = .month) -> Int128? {
        let (numerator, denominator) = quotient(of: share)
        return balance.product(numerator)?.rounded(dividedBy: denominator)
    }
}

extension InterestRate: Comparable {
    public static func < (left: InterestRate, right: InterestRate) -> Bool {
        let (a, b) = (left.aMonth, right.aMonth)
        // Both have at most 20 digits, so the products have room.
        return a.numerator.product(b.denominator) ?? 0 < b.numerator.product(a.denominator) ?? 0
    }
}
