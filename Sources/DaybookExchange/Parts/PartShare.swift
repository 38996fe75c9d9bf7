import DaybookCore

/// A part that a rule gives entries, as `daybook split` takes it: `60% #food`, `12.50 #home light bulb`, `rest #fun`.
struct PartShare: Equatable, Sendable {
    /// How much of an entry it is.
    enum Share: Equatable, Sendable {
        case percent(Percentage)
        /// An amount in the currency of the entry, or in that of the amount alone.
        case amount(Amount, isOfCurrency: Bool)
        /// The rest that the others leave.
        case rest
    }

    let share: Share
    var tags: [String] = []
    var note = ""

    /// Reads the shares of a text. Each number begins one.
    static func all(_ text: String) throws(InputError) -> [PartShare] {
        var shares: [PartShare] = []
        for word in text.split(whereSeparator: \.isWhitespace).map({ String($0) }) {
            if let share = try share(word) {
                shares.append(PartShare(share: share))
            } else if shares.isEmpty {
                throw InputError(
                    "begin each part with its amount, such as 12.50, 60% or rest, and not with “\(word.excerpt)”.")
            } else {
                try shares[shares.count - 1].take(word)
            }
        }
        guard shares.count <= Part.most else { throw InputError(verbatim: Part.tooMany(shares.count)) }
        let percentages = shares.compactMap(\.percentage)
        let amounts = shares.filter { if case .amount = $0.share { true } else { false } }
        guard percentages.isEmpty || amounts.isEmpty else {
            throw InputError("parts are amounts or percentages, not both.")
        }
        guard shares.count - percentages.count - amounts.count <= 1 else {
            throw InputError("one part alone can be the rest.")
        }
        // Throws for more than 100.
        _ = try Amount.zero(.usDollar).shares(percentages)
        return shares
    }

    private static func share(_ word: String) throws(InputError) -> Share? {
        if word == "rest" { return .rest }
        if word.hasSuffix("%") { return .percent(try Percentage(word)) }
        guard !word.hasPrefix("#") else { return nil }
        let amount: Amount
        do throws(ItemError) {
            amount = try Amount(word, usual: .usDollar)
        } catch {
            switch error {
            case .notANumber, .unknownCurrency: return nil
            default: throw InputError(error)
            }
        }
        guard amount.coefficient > 0 else {
            throw InputError("a part can't be zero. Write an amount above zero.")
        }
        return .amount(amount, isOfCurrency: Amount.namesCurrency(word))
    }

    private mutating func take(_ word: String) throws(InputError) {
        guard let name = word.rest(after: "#") else {
            note += (note.isEmpty ? "" : " ") + word
            return
        }
        guard ItemTag.isName(name) else { throw InputError(.badTag(name)) }
        if !tags.contains(where: { ByteString($0) == ByteString(name) }) { tags.append(name) }
    }

    private var percentage: Percentage? {
        if case .percent(let percentage) = share { percentage } else { nil }
    }

    /// The parts of an amount. No cent is lost, and a part that comes to nothing is none.
    ///
    /// - Returns: nil where the shares come to more than the amount, or to another currency.
    static func parts(_ shares: [PartShare], of amount: Amount) -> [Part]? {
        guard var percents = try? amount.shares(shares.compactMap(\.percentage))[...] else { return nil }
        var amounts: [Amount?] = []
        var rest = Sum(amount)
        for share in shares {
            var own: Amount?
            switch share.share {
            case .percent: own = percents.popFirst()
            case .amount(let fixed, let isOfCurrency):
                if isOfCurrency, fixed.currency != amount.currency { return nil }
                own = Amount(coefficient: fixed.coefficient, scale: fixed.scale, currency: amount.currency)
                if own == nil { return nil }
            case .rest: break
            }
            amounts.append(own)
            guard let left = try? own.map({ try rest.adding(Sum($0).negated) }) ?? rest else { return nil }
            rest = left
        }
        guard rest.coefficient >= 0 else { return nil }
        var parts: [Part] = []
        for (share, own) in zip(shares, amounts) {
            let left = Int64(exactly: rest.coefficient)
                .flatMap { Amount(coefficient: $0, scale: rest.scale, currency: rest.currency) }
            guard let own = own ?? left, own.coefficient > 0 else { continue }
            parts.append(
                Part(amount: own, tags: share.tags.map { ByteString($0) }.sorted().map(\.text), note: share.note))
        }
        return parts.isEmpty ? nil : parts
    }

    /// Parts for people: `12.50 EUR #food, 3.10 EUR #home light bulb`.
    static func text(_ parts: [Part]) -> String {
        parts.map { part in
            ([part.amount.text] + part.tags.map { "#" + $0 } + (part.note.isEmpty ? [] : [part.note])).joined(
                separator: " ")
        }.joined(separator: ", ")
    }
}
