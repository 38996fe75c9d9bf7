import DaybookCore

extension ColumnGuess {
    /// - Parameter accounts: those of the book.
    mutating func guessAccount(_ accounts: [MoneyAccount]) {
        guard !has(.account) else { return }
        let columns = free.filter { column in
            guard profiles[column].strength(.account) > 1 else { return false }
            if profiles[column].isOfAccounts { return true }
            // Names of accounts that the book has are just that.
            return profiles[column].values.allSatisfy { value in
                value.isEmpty || Currency(value) != nil || accounts.contains { $0.isAccount(named: value) }
            }
        }
        func rank(_ column: Int) -> Int {
            let isNumber = profiles[column].values.first { !$0.isEmpty }?.contains { $0.isNumber } ?? false
            return profiles[column].strength(.account) + (isNumber ? 2 : 0)
        }
        meanings.set(.account, columns.max { (rank($0), -$0) < (rank($1), -$1) })
    }

    mutating func guessTexts() {
        let tags = free.filter { profiles[$0].strength(.tags) > 1 && profiles[$0].isOfTexts && !has(.tags) }
        meanings.set(
            .tags, tags.max { (profiles[$0].strength(.tags), -$0) < (profiles[$1].strength(.tags), -$1) })
        if !has(.reference) {
            meanings.set(.reference, free.first { profiles[$0].strength(.reference) == 3 && profiles[$0].isOfHardIDs })
        }
        for column in free {
            let profile = profiles[column]
            var (payee, text) = (profile.strength(.payee), profile.strength(.text))
            // The number, or the address, of somebody isn't who it is.
            if payee < 3, ColumnNames.isOfDetails(profile.name) { payee = 0 }
            guard max(payee, text) > 0, max(payee, text) >= min(3, profile.best), !profile.isOfDays,
                !profile.isOfCurrencies, !profile.isOfAccountNumbers,
                !profile.isOfMoney || text == 3
            else { continue }
            meanings[column] = payee >= text ? .payee : .text
        }
        // The person's own name stands in each row.
        let payees = profiles.indices.filter { meanings[$0] == .payee && given[$0] == nil }
        if payees.contains(where: { profiles[$0].distinct > 1 }) {
            for column in payees
            where profiles[column].distinct == 1 && profiles[column].filled == profiles[column].values.count {
                meanings[column] = .none
            }
        }
        if !has(.text) {
            // A column that a bank calls a reference, or a label, may say what the payment was for.
            let named = free.filter { profiles[$0].isOfTexts && profiles[$0].strength(.reference) > 1 }
            meanings.set(.text, named.first)
        }
        if !has(.payee), !has(.text) {
            let labels = profiles.indices.filter {
                meanings[$0] == .tags && given[$0] == nil && profiles[$0].distinct * 2 > profiles[$0].filled
                    && ColumnNames.words(profiles[$0].name) == ["label"]
            }
            let others = free.filter { column in
                profiles[column].isOfTexts && !profiles[column].isOfCurrencies && !profiles[column].isOfIDs
            }
            meanings.set(.text, labels.first ?? others.max { score($0) < score($1) })
        }
    }

    /// Texts in columns without names go on with the one before them.
    mutating func guessContinuations() {
        for column in profiles.indices.dropFirst()
        where free.contains(column) && meanings[column - 1] == .text && profiles[column].isOfTexts
            && profiles[column].name == ColumnNames.unnamed(column)
        {
            meanings[column] = .text
        }
    }

    private func score(_ column: Int) -> Int {
        let profile = profiles[column]
        return profile.length + (profile.distinct > 1 ? 20 : 0) + profile.distinct * 20 / max(1, profile.filled)
    }
}
