import DaybookCore

extension CSVReader {
    /// - Returns: the number as it is written.
    mutating func amount(_ record: Int, _ row: inout ScannedRow) throws(InputError) -> CSVNumber {
        func number(_ text: String) throws(InputError) -> CSVNumber {
            guard let number = CSVNumber(text) else { throw InputError(.notANumber(text)) }
            return number
        }
        let found: CSVNumber
        if guess.column(.amount) != nil {
            let text = value(record, .amount)
            guard !text.isEmpty else { throw InputError("it has no amount.") }
            found = try number(text)
            row.amount.isDebit = try isDebit(found, record)
        } else {
            let (out, into) = (value(record, .out), value(record, .into))
            let numbers = try [out, into].map { text throws(InputError) in
                text.isEmpty || text == "-" ? nil : try number(text)
            }
            var (isOut, isIn) = (numbers[0] != nil, numbers[1] != nil)
            if isOut, isIn {
                // Banks write 0.00 in the column that isn't meant.
                if numbers[0]?.isZero == true { isOut = false } else if numbers[1]?.isZero == true { isIn = false }
            }
            guard isOut != isIn else {
                throw InputError(
                    isOut
                        ? "the line has an amount in both columns, of what came in and of what went out."
                        : "it has no amount.")
            }
            guard let one = isOut ? numbers[0] : numbers[1] else { throw InputError("it has no amount.") }
            found = one
            let profile = guess.column(isOut ? .out : .into).map { guess.profiles[$0] }
            if isOut, guess.column(.into) == nil, let profile {
                // A minus beside amounts without one came back.
                row.amount.isDebit = found.sign != .minus || profile.others == 0
            } else if found.sign == .minus, !found.isZero, let profile, profile.others > 0 || !isOut {
                throw InputError(
                    "“\((isOut ? out : into).excerpt)” has a minus, and others of its column have none: it may have come in or gone "
                        + "out. Move it to the other column, or take the minus away.")
            } else {
                row.amount.isDebit = isOut
            }
        }
        var plain: String
        do throws(InputError) {
            plain = try numbers.number(found.digits, in: currency(found)).0
        } catch {
            throw error.reason.error.map { InputError(ofTable: $0) } ?? error
        }
        if let fee = fee(record), let size = BalanceProof.scaled(plain) {
            let sum = (row.amount.isDebit == true ? -size : size) - fee
            plain = BalanceProof.number(sum.magnitude)
            row.amount.isDebit = sum < 0
        }
        row.amount.text = plain
        if guess.sign == .balance, guess.column(.amount) != nil {
            row.amount.isDebit = proven(plain, record)
        } else if guess.proof != nil {
            keep(record)
        }
        return found
    }

    /// Reads the fee beside an amount, in ten thousandths; nil for none.
    private func fee(_ record: Int) -> Int64? {
        guard let number = CSVNumber(value(record, .fee)), !number.isZero,
            let plain = try? numbers.number(number.digits, in: usual).0, let size = BalanceProof.scaled(plain)
        else { return nil }
        return number.sign == .minus && guess.column(.fee).map({ guess.profiles[$0].others > 0 }) == true ? -size : size
    }

    /// For how many decimals an amount may have.
    private func currency(_ number: CSVNumber) -> Currency {
        CSVCurrency.named(number.currency) ?? Currency(unit) ?? usual
    }

    /// Tells whether it went out; nil where nothing says it.
    private func isDebit(_ number: CSVNumber, _ record: Int) throws(InputError) -> Bool? {
        let isMinus = number.sign == .minus
        switch guess.sign {
        case .minusIsOut: return isMinus
        case .plusIsOut: return !isMinus
        case .balance, .open: return nil
        case .word:
            let word = value(record, .sign)
            if word == "-" || word == "+" { return word == "-" }
            switch SignWord(word) {
            case .out? where !isMinus: return true
            case .into? where !isMinus: return false
            case .out?: return true
            // A credit with a minus was taken back.
            case .into?:
                throw InputError("“\(value(record, .amount).excerpt)” has a minus, where a word says the sign.")
            case .neither?, nil: return number.sign == nil ? nil : isMinus
            }
        }
    }

    func group(_ record: Int) -> String { value(record, .currency) }

    func balance(_ record: Int) -> Int64? {
        guard let number = CSVNumber(value(record, .balance)),
            let plain = try? numbers.number(number.digits, in: usual).0,
            let size = BalanceProof.scaled(plain)
        else { return nil }
        return number.sign == .minus ? -size : size
    }

    mutating func keep(_ record: Int) {
        if let balance = balance(record) { balances[group(record)] = balance }
    }

    /// Finds the sign of a row by the balances before and behind it.
    private mutating func proven(_ amount: String, _ record: Int) -> Bool? {
        let before = balances[group(record)]
        keep(record)
        guard let before, let after = balances[group(record)], let size = BalanceProof.scaled(amount), size != 0 else {
            return nil
        }
        let (change, overflow) = after.subtractingReportingOverflow(before)
        guard !overflow, change.magnitude == size.magnitude else { return nil }
        for word in words(record) {
            let sign = change < 0 ? SignWord.out : .into
            proven[word] = proven[word] == nil || proven[word] == sign ? sign : .neither
        }
        return change < 0
    }

    /// The words in columns of few words, each with its column.
    private func words(_ record: Int) -> [String] {
        guess.profiles.indices.filter { guess.profiles[$0].isOfTexts && guess.profiles[$0].distinct <= 8 }
            .map { "\($0) \(layout.records.value(record, $0))" }
    }

    /// The sign of a row that its balance doesn't say, or why it is open.
    func sign(of record: Int) -> (isDebit: Bool?, problem: InputError?) {
        for word in words(record) {
            guard let sign = proven[word], sign != .neither else { continue }
            return (sign == .out, nil)
        }
        let written = value(record, .amount)
        if let isNegated = options.isNegated {
            return (isNegated != (CSVNumber(written)?.sign == .minus), nil)
        }
        return (
            nil,
            InputError(
                "“\(written.excerpt)” may have come in or gone out.", asking: .sign(written.excerpt),
                hint: "Say with --negate that what you spent has no minus, or with --no-negate that it has one.")
        )
    }
}
