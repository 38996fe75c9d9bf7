import DaybookCore

/// Guesses the meaning of each column of a bank's CSV, by the values in it, and by its name.
struct ColumnGuess {
    /// How the sign of an amount is found.
    enum Sign: Equatable {
        /// A minus says that it went out.
        case minusIsOut
        /// No minus says that it went out.
        case plusIsOut
        /// A word in another column does.
        case word
        /// The balance behind it does, row by row.
        case balance
        /// Nothing does.
        case open
    }

    var meanings: [ColumnMeaning]
    private(set) var sign = Sign.minusIsOut
    /// The proof of the amounts by balances; then it tells whether the first row of the file is the newest.
    private(set) var proof: BalanceProof?
    /// Columns of which one is the amount, where nothing tells which.
    private(set) var open: [String] = []
    /// The part of an amount that is open.
    private(set) var openMeaning = ColumnMeaning.amount
    let profiles: [ColumnProfile]
    let given: [Int: ColumnMeaning]
    private let mark: DecimalMark?

    /// - Parameters:
    ///   - rows: those of the records that are looked at.
    ///   - given: what somebody said of columns, by their places.
    ///   - accounts: those of the book.
    init(
        _ layout: CSVLayout, rows: [Int], _ options: ImportOptions, given: [Int: ColumnMeaning],
        _ accounts: [MoneyAccount]
    ) {
        profiles = layout.names.indices.map { column in
            ColumnProfile(
                layout.names[column], rows.map { layout.records.value($0, column) }, hasName: layout.header != nil)
        }
        meanings = profiles.map { _ in .none }
        self.given = given
        mark = options.decimalMark
        for (column, meaning) in given where meanings.indices.contains(column) { meanings[column] = meaning }
        guessDays()
        guessCurrencyAndState()
        guessAmounts(options)
        guessAccount(accounts)
        guessTexts()
        if layout.header != nil { guessContinuations() }
    }

    /// The columns of which nobody has said anything, and nothing is known.
    var free: [Int] {
        profiles.indices.filter { meanings[$0] == .none && given[$0] == nil && !profiles[$0].isEmpty }
    }

    func has(_ meaning: ColumnMeaning) -> Bool { meanings.contains(meaning) }

    func column(_ meaning: ColumnMeaning) -> Int? { meanings.firstIndex(of: meaning) }

    // MARK: Days

    private mutating func guessDays() {
        let days = free.filter { column in
            let profile = profiles[column]
            let isNamed = profile.strength(.day) > 1 || profile.strength(.valueDay) > 1
            return profile.isOfDays || profile.mayBeOfDays && isNamed
        }
        if !has(.day) {
            func rank(_ column: Int) -> Int {
                let profile = profiles[column]
                // A day that most rows lack is none of booking.
                let isFull = profile.filled * 10 >= profile.values.count * 7
                if let match = profile.match(.day), match.strength > 1, match.strength >= profile.strength(.valueDay) {
                    return (isFull ? 20 : 0) + match.rank * 2
                }
                if profile.strength(.valueDay) > 0 { return isFull ? 21 : 1 }
                return (isFull ? 20 : 0) + 3
            }
            if let best = days.max(by: { (rank($0), -$0) < (rank($1), -$1) }) {
                meanings[best] = .day
            } else if let named = free.first(where: { profiles[$0].strength(.day) == 3 && !profiles[$0].isOfNumbers }) {
                // All of its values can't be read, which is told line by line.
                meanings[named] = .day
            }
        }
        if !has(.valueDay), let other = days.first(where: { meanings[$0] == .none && given[$0] == nil }) {
            meanings[other] = .valueDay
        }
    }

    // MARK: Currency and state

    private mutating func guessCurrencyAndState() {
        if !has(.currency) {
            let columns = free.filter { column in
                guard profiles[column].isOfCurrencies else { return false }
                // In some languages it is that of the account, in others the day or the currency of a value.
                return ColumnNames.words(profiles[column].name) == ["valuta"]
                    || !ColumnNames.isSecondary(profiles[column].name)
            }
            func rank(_ column: Int) -> Int {
                let profile = profiles[column]
                return profile.strength(.currency) * 2 - (ColumnNames.isSecondary(profile.name) ? 4 : 0)
                    + (profile.filled == profile.values.count ? 3 : 0)
            }
            meanings.set(.currency, columns.max { (rank($0), -$0) < (rank($1), -$1) })
        }
        if !has(.state) {
            meanings.set(
                .state,
                free.first { profiles[$0].strength(.state) > 1 && profiles[$0].values.contains { RowState($0) != nil } }
            )
        }
    }

    // MARK: Amounts

    private mutating func guessAmounts(_ options: ImportOptions) {
        let isSaid = has(.amount) || has(.out) || has(.into)
        if !isSaid { guessAmountColumns() }
        if !has(.balance) {
            let named = free.filter { profiles[$0].strength(.balance) > 1 && profiles[$0].mayBeOfNumbers }
            let others = free.filter { profiles[$0].isOfMoney && profiles[$0].strength(.amount) < 3 }
            var column = named.first
            for balance in named + others where proof == nil {
                proof = self.proof(of: balance)
                if proof != nil { column = balance }
            }
            meanings.set(.balance, column)
        } else if let column = column(.balance) {
            proof = self.proof(of: column)
        }
        guessFee()
        if has(.amount), !has(.sign) {
            meanings.set(
                .sign,
                free.filter { profiles[$0].isOfSigns }.max {
                    profiles[$0].strength(.sign) < profiles[$1].strength(.sign)
                })
        }
        guessSign(options)
    }

    /// Takes a fee for a part of what went out, where balances prove that it is.
    private mutating func guessFee() {
        guard proof == nil, !has(.fee), let amount = column(.amount), let balance = column(.balance) else { return }
        for fee in free
        where profiles[fee].isOfNumbers && profiles[fee].amounts.contains(where: { $0?.isZero == false }) {
            guard let found = proof(ofAmounts: [(amount, 0), (fee, -1)], balance), !found.isOfEachRow else { continue }
            (meanings[fee], proof) = (.fee, found)
            return
        }
    }

    private mutating func guessAmountColumns() {
        let columns = free.filter { profiles[$0].mayBeOfNumbers }
        func named(_ meaning: ColumnMeaning) -> [Int] {
            columns.filter { profiles[$0].strength(meaning) > 1 && profiles[$0].strength(meaning) >= profiles[$0].best }
        }
        let (outs, ins) = (named(.out), named(.into))
        let amounts = named(.amount)
        // A column of what went out and one of what came in, of which each row has one.
        if let out = outs.first, let into = ins.first, amounts.isEmpty || excludeEachOther(out, into) {
            if !amounts.contains(where: {
                profiles[$0].minuses > 0 && profiles[$0].filled >= profiles[out].values.count
            }) {
                (meanings[out], meanings[into]) = (.out, .into)
                return
            }
        }
        let balances = columns.filter { profiles[$0].strength(.balance) > 1 }
        let candidates = amounts.filter { !balances.contains($0) }
        if let best = bestAmount(candidates) {
            meanings[best] = .amount
            return
        }
        guard candidates.isEmpty else { return }
        if let only = outs.first ?? ins.first, outs.isEmpty || ins.isEmpty {
            meanings[only] = outs.isEmpty ? .into : .out
            // The other one may have a name that nobody here knows.
            for other in free where profiles[other].isOfNumbers && excludeEachOther(only, other) {
                let factor = outs.isEmpty ? 1 : -1
                for balance in free where balance != other {
                    guard let found = proof(ofAmounts: [(only, factor), (other, -factor)], balance), found.factor == 1
                    else { continue }
                    (meanings[other], meanings[balance], proof) = (outs.isEmpty ? .out : .into, .balance, found)
                    return
                }
            }
            // The other one may be empty in all rows that there are.
            meanings.set(
                outs.isEmpty ? .out : .into,
                profiles.indices.first {
                    profiles[$0].isEmpty && profiles[$0].strength(outs.isEmpty ? .out : .into) > 1
                })
            return
        }
        // No name says it, but values may.
        let unnamed = free.filter {
            profiles[$0].isOfMoney && !balances.contains($0) && profiles[$0].strength(.reference) < 3
        }
        let money =
            unnamed.isEmpty ? free.filter { profiles[$0].isOfNumbers && profiles[$0].strength(.amount) > 0 } : unnamed
        for amount in money {
            for balance in money + balances where balance != amount {
                guard let found = proof(ofAmounts: [(amount, 0)], balance) else { continue }
                (meanings[amount], meanings[balance], proof) = (.amount, .balance, found)
                return
            }
        }
        for one in money {
            for other in money where other != one && excludeEachOther(one, other) {
                for balance in money + balances where balance != one && balance != other {
                    guard let found = proof(ofAmounts: [(one, -1), (other, 1)], balance), found.factor == 1 else {
                        continue
                    }
                    (meanings[one], meanings[other], meanings[balance], proof) = (.out, .into, .balance, found)
                    return
                }
            }
        }
        if money.count == 1 {
            meanings[money[0]] = .amount
        } else if money.count == 2, excludeEachOther(money[0], money[1]), profiles[money[0]].minuses == 0 {
            (open, openMeaning) = (money.map { profiles[$0].name }, .out)
        } else if let named = columns.first(where: { profiles[$0].strength(.amount) == 3 })
            ?? free.first(where: { profiles[$0].strength(.amount) == 3 && !profiles[$0].isOfDays }), money.isEmpty
        {
            meanings[named] = .amount
        } else {
            open = money.map { profiles[$0].name }
        }
    }

    /// Picks one of several columns that are called an amount: the one that balances prove, or whose name is the surest.
    private mutating func bestAmount(_ columns: [Int]) -> Int? {
        guard columns.count > 1 else { return columns.first }
        let balances = free.filter { !columns.contains($0) && profiles[$0].isOfNumbers }
        for column in columns {
            for balance in balances {
                if proof(ofAmounts: [(column, 0)], balance) != nil { return column }
            }
        }
        func rank(_ column: Int) -> Int {
            let profile = profiles[column]
            return profile.strength(.amount) * 10 - (ColumnNames.isSecondary(profile.name) ? 15 : 0)
                + (profile.filled == profile.values.count ? 5 : 0) + (profile.minuses > 0 ? 2 : 0)
                + (ColumnNames.words(profile.name).contains { $0.isOne(of: "net netto billing abrechnung") } ? 4 : 0)
        }
        let ranks = columns.map { rank($0) }
        guard let best = ranks.max() else { return nil }
        let first = columns.filter { rank($0) == best }
        // Several that say the same are one.
        let isSame = first.allSatisfy { column in
            zip(profiles[column].amounts, profiles[first[0]].amounts).allSatisfy {
                $0?.digits == $1?.digits && $0?.sign == $1?.sign
            }
        }
        if first.count == 1 || isSame { return first[0] }
        open = first.map { profiles[$0].name }
        return nil
    }

    /// Tells whether each row has one of two amounts.
    private func excludeEachOther(_ one: Int, _ other: Int) -> Bool {
        let pairs = zip(profiles[one].amounts, profiles[other].amounts)
        func isNothing(_ number: CSVNumber?) -> Bool { number?.isZero ?? true }
        let both = pairs.count { !isNothing($0) && !isNothing($1) }
        return both * 10 <= profiles[one].values.count
    }

    // MARK: Sign

    private mutating func guessSign(_ options: ImportOptions) {
        guard let amount = column(.amount) else { return }
        let profile = profiles[amount]
        if let isNegated = options.isNegated, !(has(.sign) && profile.minuses == 0) {
            sign = isNegated ? .plusIsOut : .minusIsOut
            if let proof, proof.isOfEachRow { sign = .balance }
        } else if let proof {
            sign = proof.isOfEachRow ? has(.sign) ? .word : .balance : proof.factor < 0 ? .plusIsOut : .minusIsOut
        } else if let word = column(.sign), profile.minuses == 0 || isTold(by: word, profile) {
            sign = .word
        } else if profile.minuses > 0 {
            sign = profile.others > 0 && isLikeCard(profile) ? .open : .minusIsOut
        } else {
            let signed = profile.amounts.contains { $0?.sign == .plus }
            sign = signed ? .minusIsOut : profile.others > 0 ? .open : .minusIsOut
        }
    }

    /// Tells whether words say which rows went out, and a minus doesn't: most of them have none.
    private func isTold(by word: Int, _ profile: ColumnProfile) -> Bool {
        let outs = profile.amounts.indices.filter {
            SignWord(profiles[word].values[$0]) == .out && profile.amounts[$0]?.isZero == false
        }
        return outs.count { profile.amounts[$0]?.sign == .minus } * 2 < outs.count
    }

    /// Tells whether most amounts have no minus, as in the files of cards that write what was spent without one.
    private func isLikeCard(_ profile: ColumnProfile) -> Bool {
        guard profile.others > profile.minuses, !profile.amounts.contains(where: { $0?.sign == .plus }) else {
            return false
        }
        if profile.others >= 3 * profile.minuses, profile.others > 3 { return true }
        let isOfCard = profiles.contains { other in
            ColumnNames.words(other.name).contains {
                $0.isOne(of: "card cardmember karte kreditkarte kartennummer carte tarjeta kort")
            }
        }
        if isOfCard { return true }
        return profile.amounts.indices.contains { row in
            guard profile.amounts[row]?.sign == .minus else { return false }
            return profiles.contains { other in
                let text = ColumnNames.words(other.values[row]).joined(separator: " ")
                return ["thank you", "autopay", "payment received", "merci", "internet payment", "directpay"].contains {
                    text.firstRange(of: $0) != nil
                }
            }
        }
    }

    // MARK: Balance

    private func proof(of balance: Int) -> BalanceProof? {
        if let amount = column(.amount) { return proof(ofAmounts: [(amount, 0)], balance) }
        var parts: [(Int, Int)] = []
        if let out = column(.out) { parts.append((out, -1)) }
        if let into = column(.into) { parts.append((into, 1)) }
        guard !parts.isEmpty, let proof = proof(ofAmounts: parts, balance), proof.factor == 1 else { return nil }
        return proof
    }

    /// - Parameter amounts: columns, each with the sign of what is in it; 0 for the sign that is written.
    private func proof(ofAmounts amounts: [(column: Int, factor: Int)], _ balance: Int) -> BalanceProof? {
        guard profiles[balance].mayBeOfNumbers else { return nil }
        let columns = amounts.map(\.column) + [balance]
        let numbers = NumberColumn(
            columns.flatMap { column in profiles[column].amounts.compactMap { $0?.digits } }, usualMark: mark?.scalar,
            isStrict: false)
        func value(_ number: CSVNumber?, _ factor: Int) -> Int64? {
            guard let number else { return nil }
            // A mark that is open is the same for all, and so for their differences.
            let plain = (try? numbers.number(number.digits, in: .usDollar).0) ?? number.digits.filter { $0.isNumber }
            guard let size = BalanceProof.scaled(plain) else { return nil }
            if factor == 0 { return number.sign == .minus ? -size : size }
            return factor < 0 ? -size : size
        }
        var rows: [BalanceProof.Row] = []
        let groups = self.column(.currency)
        let days = self.column(.day).map { profiles[$0].values.map { WrittenDate($0)?.day?.daysSince1970 } }
        for row in profiles[balance].values.indices {
            guard let after = value(profiles[balance].amounts[row], 0) else { continue }
            let parts = amounts.compactMap { value(profiles[$0.column].amounts[row], $0.factor) }
            rows.append(
                BalanceProof.Row(
                    place: row, amount: parts.isEmpty ? nil : parts.reduce(0, &+), balance: after,
                    day: days.flatMap { $0[row] }, group: groups.map { profiles[$0].values[row] } ?? ""))
        }
        let isSigned = amounts.allSatisfy { $0.factor != 0 } || profiles[amounts[0].column].minuses > 0
        return BalanceProof(rows, isSigned: isSigned)
    }
}

extension ColumnProfile {
    /// How sure the name is of its surest meaning.
    var best: Int { matches.map(\.strength).max() ?? 0 }
}

extension [ColumnMeaning] {
    mutating func set(_ meaning: ColumnMeaning, _ column: Int?) {
        if let column { self[column] = meaning }
    }
}
