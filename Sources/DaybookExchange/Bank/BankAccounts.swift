public import DaybookCore

/// To which accounts of a book the statements of a file go.
public struct BankAccounts: Sendable {
    /// The account of each statement; nil for the default account of its currency.
    public let targets: [MoneyAccount?]
    /// The accounts of a program for money that the book lacks, by statement: an import makes them.
    let missing: [Int: MoneyAccount]
    /// The accounts that opened with nothing, with the opening of the file, by statement: an import writes it.
    let openings: [Int: MoneyAccount]
    /// How many statements say what an account opened with that the book has otherwise.
    let otherOpenings: Int
    /// The accounts that somebody made or changed.
    private let known: [MoneyAccount]

    /// All to the default accounts of a book without others.
    ///
    /// - Parameter file: whose statements they are.
    public init(_ file: BankFile) {
        targets = file.statements.map { _ in nil }
        (known, missing, openings, otherOpenings) = ([], [:], [:], 0)
    }

    /// Finds the account of each statement by its number, or else by its name.
    ///
    /// - Parameters:
    ///   - chosen: where somebody wants the rows to go; nil if nobody said it.
    ///   - accounts: those of the book that somebody made or changed.
    ///   - usual: the account of rows that name none: see `Settings.account`.
    /// - Throws: `InputError` where the file names an account that the book hasn't, or rows of other currencies.
    public init(
        _ file: BankFile, chosen: MoneyAccount?, among accounts: [MoneyAccount], usual: EntityID? = nil
    ) throws(InputError) {
        known = accounts
        var targets: [MoneyAccount?] = []
        var unknown: [String] = []
        for statement in file.statements {
            let name = statement.account
            let found = accounts.filter { $0.isAccount(named: name) }
            if let chosen {
                targets.append(chosen)
                if !chosen.bankNumber.isEmpty, !name.isEmpty, !chosen.isAccount(named: name) {
                    throw InputError(
                        "the file is of the account \(name.excerpt), and “\(chosen.name)” has the number "
                            + "\(chosen.bankNumber.excerpt).",
                        asking: .account, hint: "Name another account, or change its number.")
                }
                continue
            }
            if found.count > 1 {
                throw InputError(
                    "more than one account is \(name.excerpt): \(found.map(\.name).joined(separator: ", ")).",
                    asking: .account, hint: "Say which it is with --account.")
            }
            let currency = name.isEmpty ? statement.rows.first?.amount.currency : nil
            targets.append(found.first ?? currency.flatMap { accounts.usual(in: $0, chosen: usual) })
            // A default account that nobody has changed is called as its currency.
            if found.isEmpty, Currency(name) != nil { continue }
            // A book that has no accounts but the default ones needs to know none.
            if !file.format.isOfProgram, found.isEmpty, !name.isEmpty, accounts.contains(where: { !$0.isDefault }),
                !unknown.contains(name)
            {
                unknown.append(name)
            }
        }
        let names = file.statements.map(\.account).filter { !$0.isEmpty }
        if chosen != nil, let first = names.first,
            let other = names.first(where: { Self.number($0) != Self.number(first) })
        {
            throw InputError(
                "the file has several accounts, such as \(first.excerpt) and \(other.excerpt).", asking: .noAccount,
                hint: "Leave --account out, and say which accounts these are: daybook money-account edit NAME --number "
                    + "NUMBER")
        }
        if !unknown.isEmpty {
            throw InputError(
                "the book has no account \(unknown.map { $0.excerpt }.joined(separator: ", ")).", asking: .account,
                hint:
                    "Say where the rows go with --account NAME, or give an account this number: daybook money-account "
                    + "edit NAME --number NUMBER")
        }
        var missing: [Int: MoneyAccount] = [:]
        var made: [String: MoneyAccount] = [:]
        if file.format.isOfProgram, chosen == nil {
            for (index, statement) in file.statements.enumerated() where !statement.account.isEmpty {
                let account = Self.account(of: statement, file.format)
                // One that was made here before may be called otherwise by now.
                targets[index] = accounts.first { $0.id == account.id } ?? targets[index]
                guard targets[index] == nil else { continue }
                let key = statement.account.lowercased()
                targets[index] = made[key] ?? account
                if made[key] == nil { (made[key], missing[index]) = (account, account) }
            }
        }
        self.missing = missing
        (openings, otherOpenings) = Self.openings(file, targets, missing)
        // Some in another currency don't keep the others out.
        let fitting = zip(file.statements, targets).contains { statement, target in
            statement.rows.contains { target == nil || $0.amount.currency == target?.currency }
        }
        for (statement, target) in zip(file.statements, targets) where !fitting {
            guard let target, let row = statement.rows.first(where: { $0.amount.currency != target.currency }) else {
                continue
            }
            throw InputError(
                "line \(row.line) is in \(row.amount.currency.code), and “\(target.name)” in \(target.currency.code).",
                asking: .account, hint: "Name an account in \(row.amount.currency.code).")
        }
        self.targets = targets
    }

    /// Accounts with what a file says that they opened with, by statement, and how many have something else.
    private static func openings(
        _ file: BankFile, _ targets: [MoneyAccount?], _ missing: [Int: MoneyAccount]
    ) -> ([Int: MoneyAccount], others: Int) {
        var found: [Int: MoneyAccount] = [:]
        var others = 0
        // Openings of several accounts are not that of the one default account.
        let isAlone = file.statements.count { $0.opening != nil } == 1
        for (index, statement) in file.statements.enumerated() where missing[index] == nil {
            guard let opening = statement.opening else { continue }
            var account = targets[index] ?? .default(of: opening.amount.currency)
            let side: UInt8 = opening.isNegative ? 1 : 0
            if account.opening == opening.amount, account.side == side || opening.amount.coefficient == 0 { continue }
            guard account.opening.coefficient == 0, account.currency == opening.amount.currency,
                targets[index] != nil || isAlone, !found.values.contains(where: { $0.id == account.id })
            else {
                others += 1
                continue
            }
            (account.opening, account.side, account.openingDay) = (opening.amount, side, opening.day)
            found[index] = account
        }
        return (found, others)
    }

    /// The account that an import makes of a statement, the same in every file that has it.
    private static func account(of statement: BankStatement, _ format: BankFile.Format) -> MoneyAccount {
        let name = "\(format.rawValue) \(statement.account.lowercased())"
        let id = EntityID(derivedFrom: Array(name.utf8), for: "account of a program")
        var account = MoneyAccount(id: id, createdAt: Timestamp(milliseconds: 0))
        account.name = statement.account
        account.accountKind = MoneyAccount.kinds.firstIndex(of: statement.kind).map { UInt8($0) } ?? 0
        account.opening = statement.opening?.amount ?? .zero(statement.rows.first?.amount.currency ?? .usDollar)
        account.side = statement.opening?.isNegative == true ? 1 : 0
        account.openingDay = statement.opening?.day
        return account
    }

    /// Tells the rows of a statement apart from equal ones of another: the account as the file has it, or else the one
    /// to which they go.
    func scope(of statement: Int, _ name: String) -> String {
        guard name.isEmpty, let target = targets[statement], !target.isDefault else { return name }
        return target.id.text
    }

    /// Does the same as `mayHold` for an entry.
    func mayHold(_ entry: Entry, _ statement: Int) -> Bool {
        guard let currency = entry.amount?.currency else { return false }
        return mayHold(entry.extraFields[.account]?.entity, currency, statement)
    }

    func owns(_ account: EntityID?, _ currency: Currency, _ statement: Int) -> Bool {
        holder(account, currency) == targets[statement]?.id ?? MoneyAccount.defaultID(of: currency)
    }

    /// Tells whether what names an account, or none, is of the account of a statement, or may be: where it names none, while nobody
    /// has said what the default account is.
    func mayHold(_ account: EntityID?, _ currency: Currency, _ statement: Int) -> Bool {
        let unnamed = MoneyAccount.defaultID(of: currency)
        return owns(account, currency, statement)
            || holder(account, currency) == unnamed && !known.contains { $0.id == unnamed }
    }

    private func holder(_ account: EntityID?, _ currency: Currency) -> EntityID {
        AccountSums(known).owner(of: account, currency)
    }

    fileprivate static func number(_ text: String) -> String {
        String(text.uppercased().filter { $0.isLetter || $0.isNumber })
    }
}

extension MoneyAccount {
    /// Tells whether the file of a bank calls it so: by its number, of which either may lack the start, as the number of an account
    /// lacks the bank that its IBAN has; or by its name.
    public func isAccount(named text: String) -> Bool {
        guard !text.isEmpty else { return false }
        if name.lowercased() == text.trimmed.lowercased() { return true }
        let own = BankAccounts.number(bankNumber)
        guard !own.isEmpty else { return false }
        // MT940 may have a bank before a slash, and a currency behind the number.
        let last = text.split(separator: "/").last.map { String($0) } ?? text
        return [text, last].contains { part in
            var other = BankAccounts.number(part)
            if other == own { return true }
            if other.hasSuffix(currency.code) { other = String(other.dropLast(3)) }
            let (short, long) = own.count < other.count ? (own, other) : (other, own)
            return short == long || short.count >= 6 && long.hasSuffix(short)
        }
    }
}
