/// The worth of currencies in each other, day by day: as people say it, and as transfers between two currencies show it.
public struct Rates: Sendable {
    /// The worth of one unit of a currency in another from a day on: a quotient, since that of a transfer has no end of
    /// decimals.
    struct Quote: Sendable {
        /// The source. On one day a typed rate counts before its reverse, and that before one that a transfer shows.
        enum Source: Int { case transfer, reverse, typed }

        let from: Currency
        let to: Currency
        let day: CivilDate
        let source: Source
        let numerator: Int128
        let denominator: Int128
    }

    /// The quotes, by both currencies and day. Of one day the last counts.
    private var quotes: [Quote] = []

    /// - Parameter transfers: those between two currencies say what these were worth when the money came in.
    public init(_ rates: [Rate], transfers: [Transfer] = []) {
        for rate in rates {
            add(rate.day, rate.from, rate.to, .typed, .reverse, Int128(rate.number.coefficient), 1, rate.number.scale)
        }
        for transfer in transfers.sorted(by: { $0.createdAt < $1.createdAt }) {
            let (out, into) = (transfer.from.amount, transfer.to.amount)
            guard out.currency != into.currency, out.coefficient > 0, into.coefficient > 0 else { continue }
            add(
                transfer.to.day, out.currency, into.currency, .transfer, .transfer, Int128(into.coefficient),
                Int128(out.coefficient), into.scale - out.scale)
        }
        // The one of equals that was added last stays last.
        quotes = quotes.enumerated().sorted { left, right in
            let (a, b) = (left.1, right.1)
            if (a.from, a.to, a.day) != (b.from, b.to, b.day) { return (a.from, a.to, a.day) < (b.from, b.to, b.day) }
            return (a.source.rawValue, left.0) < (b.source.rawValue, right.0)
        }.map { $0.1 }
    }

    /// True where nothing says what any currency is worth.
    public var isEmpty: Bool { quotes.isEmpty }

    /// - Parameter scale: how many decimals the numerator has beyond those of the denominator.
    private mutating func add(
        _ day: CivilDate, _ from: Currency, _ to: Currency, _ source: Quote.Source, _ reverse: Quote.Source,
        _ numerator: Int128, _ denominator: Int128, _ scale: Int
    ) {
        guard let more = Int128.power(-scale).flatMap({ $0.product(numerator) }),
            let less = Int128.power(scale).flatMap({ $0.product(denominator) })
        else { return }
        // A factor that can be left out of both makes room for products.
        let divisor = more.commonDivisor(less)
        let (numerator, denominator) = (more.rounded(dividedBy: divisor), less.rounded(dividedBy: divisor))
        quotes.append(
            Quote(from: from, to: to, day: day, source: source, numerator: numerator, denominator: denominator))
        quotes.append(
            Quote(from: to, to: from, day: day, source: reverse, numerator: denominator, denominator: numerator))
    }

    /// The last rate up to the end of a day; nil if there is none as yet.
    func quote(_ from: Currency, in to: Currency, on day: CivilDate) -> Quote? {
        let low = Int.first(before: quotes.count) { place in
            let quote = quotes[place]
            return (from, to, day) < (quote.from, quote.to, quote.day)
        }
        guard low > 0, quotes[low - 1].from == from, quotes[low - 1].to == to else { return nil }
        return quotes[low - 1]
    }

    /// How many decimals behind those of the currency a worth has: sums of many are rounded once.
    private static let moreDigits = 8

    /// Tells what a sum is worth in another currency by the last rate up to the end of a day.
    ///
    /// - Returns: nil if there is no rate as yet.
    public func worth(_ sum: Sum, in base: Currency, on day: CivilDate) throws(ItemError) -> Sum? {
        if sum.currency == base { return sum }
        guard let quote = quote(sum.currency, in: base, on: day) else { return nil }
        let scale = base.minorDigits + Self.moreDigits
        guard let more = Int128.power(scale - sum.scale)?.product(quote.numerator),
            let less = Int128.power(sum.scale - scale)?.product(quote.denominator)
        else { throw .sumTooLarge(base) }
        let common = more.commonDivisor(less)
        guard let product = sum.coefficient.product(more.rounded(dividedBy: common)) else { throw .sumTooLarge(base) }
        return Sum(
            coefficient: product.rounded(dividedBy: less.rounded(dividedBy: common)), scale: scale, currency: base)
    }
}

extension Sum {
    /// Rounded to the decimals that its currency has.
    public var rounded: Sum {
        guard scale > currency.minorDigits, let power = Int128.power(scale - currency.minorDigits) else { return self }
        return Sum(
            coefficient: coefficient.rounded(dividedBy: power), scale: currency.minorDigits, currency: currency)
    }
}
