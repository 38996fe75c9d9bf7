public import DaybookCore

/// Entries as a journal of double-entry bookkeeping: an expense goes from its account to `expenses:` and its first tag, an
/// income from `income:` and its first tag to its account. Each part of one is a posting with its own tag. What isn't sorted isn't booked. An account is `assets:` or
/// `liabilities:` and its name, a default one that nobody changed `assets:daybook`. What an account opened with comes from
/// `equity:opening`.
public protocol Ledger {
    /// The text on top, given every account and the first day on which it is used.
    ///
    /// - Parameter hasCosts: whether something costs an amount of another currency.
    func head(_ accounts: [(name: String, first: CivilDate)], hasCosts: Bool) -> String
    func account(_ path: [String]) -> String
    /// A transaction of these postings.
    ///
    /// - Parameter payee: empty for none.
    func transaction(_ entry: Entry, payee: String, _ postings: [LedgerPosting]) -> String
    /// Tells what a currency was worth on a day.
    func price(_ rate: Rate) -> String
    /// The line that says that so much is in an account at the end of a day; it stands behind all transactions.
    func assertion(_ account: String, _ balance: String, on day: CivilDate) -> String
}

/// The part of a transaction in an account.
public struct LedgerPosting {
    let account: String
    let amount: String
    /// The note of a part; empty for none.
    var note = ""
}

/// Says that so much is in an account at the end of a day, as a statement does.
public struct LedgerAssertion: Sendable {
    let account: EntityID
    let day: CivilDate
    let balance: Sum
    /// True where the rows of the account come to that.
    let holds: Bool

    /// - Parameter holds: whether the rows of the account come to what the statement says.
    public init(_ statement: Reconciliation, holds: Bool) {
        (account, day, balance) = (statement.account, statement.day, statement.balance)
        self.holds = holds
    }
}

extension Ledger {
    /// - Parameters:
    ///   - rows: the newest first.
    ///   - accounts: those that somebody made or changed.
    ///   - openings: those of them whose openings are to be written.
    ///   - transfers: in any order.
    ///   - rates: in any order.
    ///   - payees: those of the book.
    ///   - assertions: the statements with which accounts were reconciled. Where the rows of the account don't come to one
    ///     any more, a comment says so.
    public func write(
        _ rows: [EntryRow], _ accounts: [MoneyAccount] = [], openings: [MoneyAccount] = [], transfers: [Transfer] = [],
        rates: [Rate] = [], payees: PayeeNames = PayeeNames([]), assertions: [LedgerAssertion] = [],
        to output: inout [UInt8]
    ) {
        var first: [ByteString: CivilDate] = [:]
        var body = ""
        let names = names(of: accounts)
        let owners = AccountSums(accounts)
        let unnamed = account(["assets", "daybook"])
        let days =
            [rows.last?.entry.day].compactMap { $0 } + openings.compactMap(\.openingDay)
            + transfers.flatMap { [$0.from.day, $0.to.day] }
        for opened in openings where opened.opening.coefficient != 0 {
            let day = opened.openingDay ?? days.min() ?? CivilDate(daysSince1970: 0)
            let (money, equity) = (names[opened.id] ?? unnamed, account(["equity", "opening"]))
            for name in [money, equity].map({ ByteString($0) }) { first[name] = min(first[name] ?? day, day) }
            let isOwed = opened.openingSum.coefficient < 0
            body += transaction(
                Entry(
                    id: opened.id, kind: .unsorted, amount: opened.opening, day: day,
                    createdAt: Timestamp(milliseconds: 0), note: "opening balance"), payee: "",
                [
                    LedgerPosting(account: money, amount: (isOwed ? "-" : "") + Self.text(opened.opening)),
                    LedgerPosting(account: equity, amount: (isOwed ? "" : "-") + Self.text(opened.opening)),
                ])
        }
        var steps = transfers.sorted { $1.precedes($0) }.flatMap { transfer in
            self.steps(of: transfer) { names[owners.owner(of: $0.account, $0.amount.currency)] ?? unnamed }
        }
        .sorted { $0.entry.day < $1.entry.day }[...]
        func writeTransfers(through day: CivilDate?) {
            while let step = steps.first, day.map({ step.entry.day <= $0 }) ?? true {
                for name in step.postings.map({ ByteString($0.account) }) {
                    first[name] = min(first[name] ?? step.entry.day, step.entry.day)
                }
                body += transaction(step.entry, payee: "", step.postings)
                steps = steps.dropFirst()
            }
        }
        for entry in rows.reversed().map(\.entry) {
            writeTransfers(through: entry.day.adding(days: -1))
            guard let amount = entry.amount, entry.kind != .unsorted else {
                let text = "\(entry.day.text) not sorted: \(entry.amount.map(Self.text) ?? "") \(entry.note)"
                body += "; \(line(text, without: []))\n\n"
                continue
            }
            let money = names[owners.owner(of: entry.extraFields[.account]?.entity, amount.currency)] ?? unnamed
            let isIncome = entry.kind == .income
            let others = entry.portions.map { portion in
                let sum = isIncome ? portion.sum.negated : portion.sum
                return LedgerPosting(
                    account: account([isIncome ? "income" : "expenses", portion.tags.first ?? "untagged"]),
                    amount: "\(sum.number) \(sum.currency.code)", note: portion.part?.note ?? "")
            }
            for name in ([money] + others.map(\.account)).map({ ByteString($0) }) {
                first[name] = min(first[name] ?? entry.day, entry.day)
            }
            body += transaction(
                entry, payee: payees.payee(of: entry)?.name ?? "",
                others + [LedgerPosting(account: money, amount: (isIncome ? "" : "-") + Self.text(amount))])
        }
        writeTransfers(through: nil)
        for statement in assertions.sorted(by: { $0.day < $1.day }) {
            let money = names[owners.owner(of: statement.account, statement.balance.currency)] ?? unnamed
            let balance = statement.balance.number + " " + statement.balance.currency.code
            guard statement.holds else {
                body += "; \(statement.day.text) reconciled with \(balance), which doesn't hold any more: \(money)\n\n"
                continue
            }
            first[ByteString(money)] = min(first[ByteString(money)] ?? statement.day, statement.day)
            body += assertion(money, balance, on: statement.day)
        }
        let hasCosts = transfers.contains { $0.from.amount.currency != $0.to.amount.currency }
        output +=
            head(
                first.sorted { $0.key < $1.key }.map { (name: $0.key.text, first: $0.value) }, hasCosts: hasCosts
            ).utf8
        for rate in rates.sorted(by: { ($0.day, $0.from, $0.to) < ($1.day, $1.from, $1.to) }) {
            output += price(rate).utf8
        }
        if !rates.isEmpty { output += "\n".utf8 }
        output += body.utf8
    }

    /// A transfer as one transaction, or, if its sides are on two days, as two, between which the money is in
    /// `equity:transfers`. What goes out in another currency than comes in costs what comes in.
    private func steps(
        of transfer: Transfer, _ name: (Transfer.Leg) -> String
    ) -> [(entry: Entry, postings: [LedgerPosting])] {
        func entry(_ day: CivilDate) -> Entry {
            Entry(
                id: transfer.id, kind: .unsorted, amount: transfer.from.amount, day: day, createdAt: transfer.createdAt,
                note: transfer.note)
        }
        let (out, into) = (Self.text(transfer.from.amount), Self.text(transfer.to.amount))
        let cost = transfer.from.amount.currency == transfer.to.amount.currency ? "" : " @@ \(into)"
        let (from, to) = (name(transfer.from), name(transfer.to))
        guard transfer.from.day != transfer.to.day else {
            return [
                (
                    entry(transfer.from.day),
                    [LedgerPosting(account: to, amount: into), LedgerPosting(account: from, amount: "-\(out)\(cost)")]
                )
            ]
        }
        let between = account(["equity", "transfers"])
        return [
            (
                entry(transfer.from.day),
                [LedgerPosting(account: between, amount: out), LedgerPosting(account: from, amount: "-" + out)]
            ),
            (
                entry(transfer.to.day),
                [LedgerPosting(account: to, amount: into), LedgerPosting(account: between, amount: "-\(out)\(cost)")]
            ),
        ]
    }

    /// The names of accounts; of several that would be called the same the later ones have a number.
    func names(of accounts: [MoneyAccount]) -> [EntityID: String] {
        var names: [EntityID: String] = [:]
        var taken: Set<ByteString> = [ByteString(account(["assets", "daybook"]))]
        for money in accounts {
            let top = ["card", "loan"].contains(money.kindName) ? "liabilities" : "assets"
            var (name, number) = (account([top, money.name]), 1)
            while !taken.insert(ByteString(name)).inserted {
                number += 1
                name = account([top, "\(money.name) \(number)"])
            }
            names[money.id] = name
        }
        return names
    }

    private static func text(_ amount: Amount) -> String { amount.number + " " + amount.currency.code }

    /// Text on one line, without what a journal gives a meaning of its own.
    ///
    /// Scalar by scalar, as the programs that read it do: a mark that joins a semicolon makes it part of another
    /// character.
    func line(_ text: String, without special: [Unicode.Scalar]) -> String {
        String(text.scalars.map { $0.isLineBreak || $0.value < 0x20 || special.contains($0) ? " " : $0 })
    }
}

/// A journal for hledger (https://hledger.org).
public struct Hledger: Ledger {
    /// One has no settings.
    public init() {}

    public func head(_ accounts: [(name: String, first: CivilDate)], hasCosts: Bool) -> String {
        "decimal-mark .\n\n"
    }

    public func account(_ path: [String]) -> String {
        path.map { part in
            // Two spaces of whatever kind would end the name.
            let words = line(part, without: [":", ";"]).parts { $0.isSpace }
            guard words.isEmpty else { return words.map { String($0) }.joined(separator: " ") }
            return part.scalars.map { scalar in
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            }.joined(separator: " ")
        }.joined(separator: ":")
    }

    public func transaction(_ entry: Entry, payee: String, _ postings: [LedgerPosting]) -> String {
        let payee = line(payee, without: [";", "|"])
        let note = [payee.isBlank ? "" : payee, line(entry.note, without: [";"])].filter { !$0.isEmpty }
            .joined(separator: " | ")
        // A description that starts like a mark or a code would be taken for one, but for an empty code before it.
        let isMarked = note.scalars.first { !$0.isSpace }.map { ["(", "*", "!"].contains($0) } == true
        var text = entry.day.text + (isMarked ? " () " : " ") + note
        text += "  ; id:\(entry.id.text)"
        if !entry.place.isEmpty { text += ", place:\(line(entry.place, without: [",", ";"]))" }
        if !entry.tags.isEmpty { text += ", tags:\(line(entry.tags.joined(separator: " "), without: [",", ";"]))" }
        for posting in postings {
            text += "\n    \(posting.account)  \(posting.amount)"
            // A note stands as a tag, so that nothing in it is one of its own; a text in brackets may be a date.
            if !posting.note.isEmpty { text += "  ; note:\(line(posting.note, without: [",", ";", "["]))" }
        }
        return text + "\n\n"
    }

    public func price(_ rate: Rate) -> String {
        "P \(rate.day.text) \(rate.from.code) \(rate.number.text) \(rate.to.code)\n"
    }

    public func assertion(_ account: String, _ balance: String, on day: CivilDate) -> String {
        let currency = balance.split(separator: " ").last ?? ""
        return "\(day.text) reconciled\n    \(account)  0 \(currency) = \(balance)\n\n"
    }
}

/// A journal for Beancount (https://beancount.github.io).
public struct Beancount: Ledger {
    /// One has no settings.
    public init() {}

    /// Beancount multiplies what something costs by a price of 28 digits, which may be off by the last of them.
    public func head(_ accounts: [(name: String, first: CivilDate)], hasCosts: Bool) -> String {
        (hasCosts ? "option \"inferred_tolerance_default\" \"*:0.000001\"\n\n" : "")
            + accounts.map { "\($0.first.text) open \($0.name)\n" }.joined() + "\n"
    }

    /// Beancount's accounts start with a capital or a digit and have letters, digits and hyphens only; what else there
    /// is, and what isn't ASCII, is spelled by its number. No two paths get the same account.
    public func account(_ path: [String]) -> String {
        path.map { part in
            var name = ""
            let scalars = part.scalars
            for (index, scalar) in scalars.enumerated() {
                let isBeforeDigit = index + 1 < scalars.count && isHexDigit(scalars[index + 1])
                // A u before such a digit would look like a number.
                if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil,
                    index > 0 || scalar != "u" || !isBeforeDigit
                {
                    name += name.isEmpty ? scalar.properties.uppercaseMapping : String(scalar)
                } else {
                    name += (name.isEmpty ? "U" : "-u") + String(scalar.value, radix: 16) + (isBeforeDigit ? "-" : "")
                }
            }
            let isCapital = scalars.first.map { ("A"..."Z").contains($0) } == true
            return isCapital ? name + "-" : name
        }.joined(separator: ":")
    }

    private func isHexDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar)
    }

    public func transaction(_ entry: Entry, payee: String, _ postings: [LedgerPosting]) -> String {
        let words = (payee.isEmpty ? "" : quoted(payee) + " ") + quoted(entry.note)
        var text = "\(entry.day.text) * \(words)\n  id: \(quoted(entry.id.text))\n"
        if !entry.place.isEmpty { text += "  place: \(quoted(entry.place))\n" }
        if !entry.tags.isEmpty { text += "  tags: \(quoted(entry.tags.joined(separator: ", ")))\n" }
        for posting in postings {
            text += "  \(posting.account)  \(posting.amount)\n"
            if !posting.note.isEmpty { text += "    note: \(quoted(posting.note))\n" }
        }
        return text + "\n"
    }

    public func price(_ rate: Rate) -> String {
        "\(rate.day.text) price \(rate.from.code)  \(rate.number.text) \(rate.to.code)\n"
    }

    /// Beancount's hold at the start of a day.
    public func assertion(_ account: String, _ balance: String, on day: CivilDate) -> String {
        "\(day.adding(days: 1).text) balance \(account)  \(balance)\n\n"
    }

    private func quoted(_ text: String) -> String {
        "\"" + line(text, without: []).scalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
}
