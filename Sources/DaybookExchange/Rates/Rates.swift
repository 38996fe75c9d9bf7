public import DaybookCore

/// What currencies are worth in each other, day by day: as people say it, and as transfers between two currencies show it.
public struct Rates: Sendable {
    /// What one unit of a currency is worth in another from a day on: a quotient, since that of a transfer has no end of
    /// decimals.
    public struct Quote: Equatable, Sendable {
        /// Of one day what is typed counts before its reverse, and that before what a transfer shows.
        enum Source: Int { case transfer, reverse, typed }

        public let day: CivilDate
        let source: Source
        let numerator: Int128
        let denominator: Int128
    }

    private struct Pair: Hashable {
        let from: Currency
        let to: Currency
    }

    /// Of each pair the oldest first.
    private var quotes: [Pair: [Quote]] = [:]

    /// - Parameter transfers: those between two currencies say what these were worth when the money came in.
    public init(_ rates: [Rate], transfers: [Transfer] = []) {
        for rate in rates {
            add(
                rate.day, rate.from, rate.to, .typed, .reverse, Int128(rate.number.coefficient),
                Self.power(rate.number.scale))
        }
        for transfer in transfers.sorted(by: { $0.createdAt < $1.createdAt }) {
            let (out, into) = (transfer.from.amount, transfer.to.amount)
            guard out.currency != into.currency, out.coefficient > 0, into.coefficient > 0 else { continue }
            add(
                transfer.to.day, out.currency, into.currency, .transfer, .transfer,
                Int128(into.coefficient) * Self.power(out.scale), Int128(out.coefficient) * Self.power(into.scale))
        }
        // Of equals the one that was added last stays last.
        for pair in quotes.keys {
            quotes[pair] = quotes[pair]?.enumerated()
                .sorted { ($0.1.day, $0.1.source.rawValue, $0.0) < ($1.1.day, $1.1.source.rawValue, $1.0) }.map(\.1)
        }
    }

    private mutating func add(
        _ day: CivilDate, _ from: Currency, _ to: Currency, _ source: Quote.Source, _ reverse: Quote.Source,
        _ numerator: Int128, _ denominator: Int128
    ) {
        let divisor = Self.divisor(numerator, denominator)
        let (numerator, denominator) = (numerator / divisor, denominator / divisor)
        quotes[Pair(from: from, to: to), default: []]
            .append(Quote(day: day, source: source, numerator: numerator, denominator: denominator))
        quotes[Pair(from: to, to: from), default: []]
            .append(Quote(day: day, source: reverse, numerator: denominator, denominator: numerator))
    }

    /// The last rate up to the end of a day; nil if there is none as yet.
    public func quote(_ from: Currency, in to: Currency, on day: CivilDate) -> Quote? {
        quotes[Pair(from: from, to: to)]?.last { $0.day <= day }
    }

    /// How many decimals behind those of the currency a worth has: sums of many are rounded once.
    private static let moreDigits = 8

    /// What a sum is worth in another currency by the last rate up to the end of a day.
    ///
    /// - Returns: nil if there is no rate as yet.
    public func worth(_ sum: Sum, in base: Currency, on day: CivilDate) throws(ItemError) -> Sum? {
        if sum.currency == base { return sum }
        guard let quote = quote(sum.currency, in: base, on: day) else { return nil }
        let scale = base.minorDigits + Self.moreDigits
        let more = Self.power(max(0, scale - sum.scale)).multipliedReportingOverflow(by: quote.numerator)
        let less = Self.power(max(0, sum.scale - scale)).multipliedReportingOverflow(by: quote.denominator)
        guard !more.overflow, !less.overflow else { throw .sumTooLarge(base) }
        let divisor = Self.divisor(more.partialValue, less.partialValue)
        let (numerator, denominator) = (more.partialValue / divisor, less.partialValue / divisor)
        let product = sum.coefficient.multipliedReportingOverflow(by: numerator)
        guard !product.overflow else { throw .sumTooLarge(base) }
        return Sum(
            coefficient: Self.quotient(product.partialValue, denominator), scale: scale, currency: base)
    }

    fileprivate static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { number, _ in number * 10 } }

    private static func divisor(_ first: Int128, _ second: Int128) -> Int128 {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    /// Rounded to the nearest, away from 0 from a half on.
    fileprivate static func quotient(_ dividend: Int128, _ divisor: Int128) -> Int128 {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
        return dividend < 0 ? quotient - 1 : quotient + 1
    }
}

extension Sum {
    /// Rounded to the decimals that its currency has.
    public var rounded: Sum {
        guard scale > currency.minorDigits else { return self }
        return Sum(
            coefficient: Rates.quotient(coefficient, Rates.power(scale - currency.minorDigits)),
            scale: currency.minorDigits, currency: currency)
    }
}

/// What came in and went out, in one currency; or what keeps it from being said.
public struct BaseTotals: Sendable {
    public let base: Currency
    /// The currencies for which a rate is missing, with the first day on which it is. While there are any the sums have a
    /// hole, and aren't to be shown.
    public private(set) var missing: [Currency: CivilDate] = [:]
    private var income: Sum
    private var expense: Sum

    public init(in base: Currency) {
        self.base = base
        (income, expense) = (Sum(.zero(base)), Sum(.zero(base)))
    }

    /// Adds what some totals are worth by the last rates up to the end of a day.
    public mutating func add(_ totals: Totals, _ rates: Rates, on day: CivilDate) throws(ItemError) {
        income = try income.adding(worth(totals.income, rates, on: day))
        expense = try expense.adding(worth(totals.expense, rates, on: day))
    }

    /// As `add`, of what is there rather than of what came in.
    public mutating func add(_ sums: Sums, _ rates: Rates, on day: CivilDate) throws(ItemError) {
        income = try income.adding(worth(sums, rates, on: day))
    }

    private mutating func worth(_ sums: Sums, _ rates: Rates, on day: CivilDate) throws(ItemError) -> Sum {
        var all = Sum(.zero(base))
        for sum in sums.all where sum.coefficient != 0 {
            if let worth = try rates.worth(sum, in: base, on: day) {
                all = try all.adding(worth)
            } else {
                missing[sum.currency] = min(missing[sum.currency] ?? day, day)
            }
        }
        return all
    }

    /// What came in, what went out, and the one less the other; nil while a rate is missing.
    public var sums: (income: Sum, expense: Sum, balance: Sum)? {
        guard missing.isEmpty, let balance = try? income.adding(expense.negated) else { return nil }
        return (income.rounded, expense.rounded, balance.rounded)
    }

    /// Which rates are missing, for people; empty if none is.
    public var missingText: String {
        missing.sorted { $0.key < $1.key }.map { "no rate from \($0.code) to \(base.code) by \($1.text)" }
            .joined(separator: ", ")
    }

    /// The members of an object that say it.
    public func append(to json: inout JSONWriter) {
        json.key("missing")
        json.beginArray()
        for (currency, day) in missing.sorted(by: { $0.key < $1.key }) {
            json.beginObject()
            json.key("currency")
            json.string(currency.code)
            json.key("day")
            json.string(day.text)
            json.endObject()
        }
        json.endArray()
    }
}
