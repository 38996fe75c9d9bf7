import DaybookCore

/// The findings of a reader in a file, as they are written there.
struct BankScan {
    var statements: [ScannedStatement] = []
    var problems: [BankProblem] = []
    var leftOut: [BankLeftOut: Int] = [:]
    /// The sign that parts decimals where a number of the format may be read in two ways.
    var usualMark: Unicode.Scalar?
    /// True where the format allows nothing but that.
    var isStrict = false

    /// Adds what one file of several has.
    ///
    /// - Parameter name: what messages call it; empty for a file alone.
    mutating func append(_ other: BankScan, of name: String) {
        guard !name.isEmpty else {
            self = other
            return
        }
        statements += other.statements.map { statement in
            var statement = statement
            statement.file = name
            return statement
        }
        problems += other.problems.map { BankProblem(line: $0.line, $0.reason.at(name.excerpt)) }
        for (what, count) in other.leftOut { leaveOut(what, count) }
    }

    mutating func leaveOut(_ what: BankLeftOut, _ count: Int = 1) { leftOut[what, default: 0] += count }
}

struct ScannedStatement {
    var account = ""
    /// The code of a currency; empty where there is none.
    var currency = ""
    var closing: ScannedBalance?
    var rows: [ScannedRow] = []
    /// Which of `MoneyAccount.kinds` it is, as far as the file says that.
    var kind = "bank"
    /// In which file of several it is; empty for a file alone.
    var file = ""
}

struct ScannedBalance {
    var amount = ScannedAmount()
    var day: CivilDate?
}

struct ScannedAmount {
    var text = ""
    /// True where a word says that it went out; nil where the sign of the text says that.
    var isDebit: Bool?
    /// If it isn't that of the statement.
    var currency = ""
}

struct ScannedRow {
    var line: Int
    var day: CivilDate?
    /// The text in its place.
    var writtenDay = ""
    var valueDay: CivilDate?
    var amount = ScannedAmount()
    /// The payee first.
    var texts: [String] = []
    var tags: [String] = []
    var bankID = ""
    /// Tells it from others of its day and amount; empty where its text does.
    var identity = ""
    /// The name that the other side of a transfer may have; empty for none.
    var other = ""
    /// True where it is what the account opened with.
    var isOpening = false
    /// The parts into which it is split, where the row itself says that.
    var parts: [ScannedPart] = []
    /// The split of which it is a part, where each part is a row.
    var member: SplitMember?
    /// Why it can't be read, if that is known already.
    var problem: Sentence?
    /// The same with what a person may answer.
    var failure: InputError?
}

/// A part of a row, in the currency of the row.
struct ScannedPart {
    var amount = ""
    var text = ""
    var tags: [String] = []
}

/// Makes values of what a reader found, by what the file as a whole says of its dates and numbers.
struct BankReading {
    private(set) var statements: [BankStatement] = []
    private(set) var problems: [BankProblem]
    private(set) var leftOut: [BankLeftOut: Int]
    private(set) var hasUsualCurrency = false
    private let dates: DateColumn
    /// The days that were read, by what is written: a file has few.
    private var days: [String: CivilDate] = [:]
    private let numbers: NumberColumn
    private let usual: Currency
    private let accounts: [MoneyAccount]

    init(
        _ scan: BankScan, order: DateOrder?, usualOrder: DateOrder?, usual: Currency, _ accounts: [MoneyAccount] = []
    ) {
        problems = scan.problems
        leftOut = scan.leftOut
        self.usual = usual
        self.accounts = accounts
        let rows = scan.statements.lazy.flatMap(\.rows)
        dates = DateColumn(Array(Set(rows.filter { $0.day == nil }.map(\.writtenDay))), order: order, usual: usualOrder)
        numbers = NumberColumn(
            rows.map(\.amount.text) + rows.flatMap(\.parts).map(\.amount), usualMark: scan.usualMark,
            isStrict: scan.isStrict)
        for (place, statement) in scan.statements.enumerated() {
            begin(statement, count: statement.rows.count)
            for row in statement.rows { take(row, of: statement, at: place) }
        }
        leftOut[.transfer, default: 0] += BankPairs.join(&statements)
        leftOut[.split, default: 0] += BankSplits.join(&statements)
    }

    /// Begins without rows. They come one by one, with days that are read, and numbers whose decimals a point parts.
    init(usual: Currency, _ accounts: [MoneyAccount]) {
        var scan = BankScan()
        (scan.usualMark, scan.isStrict) = (".", true)
        self.init(scan, order: nil, usualOrder: nil, usual: usual, accounts)
    }

    /// Begins a statement without rows.
    ///
    /// - Parameter count: how many it may get.
    mutating func begin(_ statement: ScannedStatement, count: Int = 0) {
        let closing = statement.closing.flatMap { balance($0, of: statement) }
        if statement.closing != nil, closing == nil { leftOut[.balance, default: 0] += 1 }
        statements.append(
            BankStatement(account: statement.account, rows: [], closing: closing, opening: nil, kind: statement.kind))
        statements[statements.count - 1].rows.reserveCapacity(count)
    }

    /// Takes a row of a statement, or the reason why it can't be read.
    ///
    /// - Returns: whether it is a row of its statement now.
    @discardableResult
    mutating func take(_ row: ScannedRow, of statement: ScannedStatement, at place: Int) -> Bool {
        do throws(InputError) {
            let found = try self.row(row, of: statement)
            guard row.isOpening, statements[place].opening == nil else {
                statements[place].rows.append(found)
                return true
            }
            statements[place].opening = BankBalance(
                amount: found.amount, isNegative: found.kind == .expense && found.amount.coefficient > 0,
                day: found.day)
        } catch {
            fail(row.line, error, in: statement.file)
        }
        return false
    }

    mutating func fail(_ line: Int, _ error: InputError, in file: String) {
        problems.append(BankProblem(line: line, error, in: file))
    }

    mutating func leaveOut(_ what: BankLeftOut) { leftOut[what, default: 0] += 1 }

    /// Adds what another file has.
    mutating func append(_ other: BankReading) {
        statements += other.statements
        problems += other.problems
        for (what, count) in other.leftOut { leftOut[what, default: 0] += count }
        hasUsualCurrency = hasUsualCurrency || other.hasUsualCurrency
    }

    mutating func close(_ place: Int, _ closing: ScannedBalance) {
        statements[place].closing = balance(closing, of: ScannedStatement(account: statements[place].account))
        if statements[place].closing == nil { leftOut[.balance, default: 0] += 1 }
    }

    /// Turns the rows around, and the statements with them.
    mutating func reverse() {
        statements.reverse()
        for place in statements.indices { statements[place].rows.reverse() }
    }

    /// Settles the signs of rows of which nothing said them. Those whose sign stays open are taken away.
    mutating func settle(
        _ open: [OpenRow], in file: String, _ sign: (OpenRow) -> (isDebit: Bool?, problem: InputError?)
    ) {
        var lost: [Int: Set<Int>] = [:]
        for row in open {
            let (isDebit, problem) = sign(row)
            if let problem {
                fail(statements[row.statement].rows[row.place].line, problem, in: file)
                lost[row.statement, default: []].insert(row.place)
            } else {
                statements[row.statement].rows[row.place].kind = isDebit == true ? .expense : .income
            }
        }
        for (statement, places) in lost {
            let rows = statements[statement].rows
            statements[statement].rows = rows.indices.filter { !places.contains($0) }.map { rows[$0] }
        }
    }

    /// A row of which nothing says as yet whether it came in or went out.
    struct OpenRow {
        let statement: Int
        let place: Int
        /// Where the file has it.
        let record: Int
    }

    private mutating func row(_ row: ScannedRow, of statement: ScannedStatement) throws(InputError) -> BankRow {
        if let failure = row.failure { throw failure }
        if let problem = row.problem { throw InputError(problem) }
        guard row.day != nil || !row.writtenDay.isEmpty else { throw InputError("it has no date.") }
        let day: CivilDate
        if let known = row.day ?? days[row.writtenDay] {
            day = known
        } else {
            day = try dates.day(row.writtenDay)
            days[row.writtenDay] = day
        }
        let (amount, isNegative, isUsual) = try amount(row.amount, of: statement)
        let note = Self.note(row.texts)
        if let problem = Changes.entry(kind: .expense, amount: amount, day: day, note: note).entryProblem() {
            throw InputError(problem)
        }
        if let valueDay = row.valueDay, valueDay != day { leftOut[.valueDay, default: 0] += 1 }
        hasUsualCurrency = hasUsualCurrency || row.amount.currency.isEmpty && statement.currency.isEmpty
        let parts = row.parts.isEmpty ? nil : parts(row.parts, of: amount, isNegative: isNegative)
        if parts == nil { leftOut[.part, default: 0] += row.parts.count }
        return BankRow(
            line: row.line, day: day, kind: isNegative ? .expense : .income, amount: amount, isUsual: isUsual,
            note: note,
            // Where parts are all of it, its category is that of the first.
            tags: Self.isAll(parts ?? [], of: amount) ? [] : row.tags, bankID: Self.name(row.bankID),
            identity: row.identity,
            BankRow.Rarity(other: row.other, parts: parts ?? [], member: row.member))
    }

    /// The parts of a row; nil where they can't be those of an entry: one goes the other way, or they come to more.
    private func parts(_ scanned: [ScannedPart], of amount: Amount, isNegative: Bool) -> [Part]? {
        var parts: [Part] = []
        for part in scanned where !part.amount.isEmpty {
            guard let (number, isOut) = try? numbers.number(part.amount, in: amount.currency),
                let own = try? Amount(number: number, currency: amount.currency)
            else { return nil }
            if own.coefficient == 0 { continue }
            guard isOut == isNegative else { return nil }
            parts.append(Part(amount: own, rowTags: part.tags, note: Self.note([part.text])))
        }
        let draft: Changes = [.amount: .amount(amount), .parts: .parts(parts)]
        return (try? draft.checkParts(of: nil)) == nil ? nil : parts
    }

    private static func isAll(_ parts: [Part], of amount: Amount) -> Bool {
        var rest = Sums()
        guard !parts.isEmpty, (try? rest.add(Sum(amount))) != nil else { return false }
        for part in parts where (try? rest.add(Sum(part.amount).negated)) == nil { return false }
        return rest[amount.currency]?.coefficient == 0
    }

    private func balance(_ balance: ScannedBalance, of statement: ScannedStatement) -> BankBalance? {
        guard let (amount, isNegative, _) = try? amount(balance.amount, of: statement) else { return nil }
        return BankBalance(amount: amount, isNegative: isNegative && amount.coefficient > 0, day: balance.day)
    }

    /// The currency of amounts that name none: that of the account which the file names, if the book has it.
    private func usual(of statement: ScannedStatement) -> Currency {
        accounts.first { $0.isAccount(named: statement.account) }?.currency ?? usual
    }

    private func amount(
        _ written: ScannedAmount, of statement: ScannedStatement
    ) throws(InputError) -> (Amount, isNegative: Bool, isUsual: Bool) {
        let code = written.currency.isEmpty ? statement.currency : written.currency
        let usual = usual(of: statement)
        // A sign may be that of several currencies, and is then that of the usual one.
        let sign = code.isEmpty || Currency(code) != nil ? nil : try? Amount("1 \(code)", usual: usual).currency
        guard let currency = code.isEmpty ? usual : Currency(code) ?? sign else {
            throw InputError(.unknownCurrency(code))
        }
        guard !written.text.isEmpty else { throw InputError("it has no amount.") }
        let (number, isNegative) = try numbers.number(written.text, in: currency)
        if isNegative, written.isDebit != nil {
            throw InputError("“\(written.text.excerpt)” has a minus, where a word says the sign.")
        }
        do throws(ItemError) {
            let amount = try Amount(number: number, currency: currency)
            // The ids of rows are the same whatever a sign means where they are read.
            return (amount, written.isDebit ?? isNegative, code.isEmpty || sign != nil)
        } catch {
            throw InputError(error)
        }
    }

    /// The texts one after the other, each once, also where another goes on with it.
    static func note(_ texts: [String]) -> String {
        var kept: [String] = []
        for text in texts.map({ collapsed($0) }) where !text.isEmpty {
            if kept.contains(where: { $0.begins(with: text) }) { continue }
            kept.removeAll { text.begins(with: $0) }
            kept.append(text)
        }
        return kept.joined(separator: ", ")
    }

    /// With one space in the place of white space of any length.
    static func collapsed(_ text: String) -> String {
        // Nearly all texts are so already.
        var last: UInt8 = 0x20
        let isPlain = text.utf8.allSatisfy { byte in
            defer { last = byte }
            return byte > 0x20 && byte < 0x7F || byte == 0x20 && last != 0x20
        }
        if isPlain, last != 0x20 { return text }
        return text.parts { $0.isSpace }.map { String($0) }.joined(separator: " ")
    }

    /// Tells what a bank calls a row, without what it writes where it has no name for one.
    private static func name(_ text: String) -> String {
        let name = text.trimmed
        let isNone = name.uppercased().isOne(of: "NOTPROVIDED NONREF NONE NULL UNKNOWN NA N/A")
        return isNone || name.allSatisfy { $0 == "0" } ? "" : name
    }
}

/// The numbers of a file, which all part their decimals with the same mark.
struct NumberColumn {
    /// The signs that part decimals, as those numbers show that can be read in one way alone.
    private var marks: Set<Unicode.Scalar> = []
    private let usualMark: Unicode.Scalar?
    private let isStrict: Bool

    /// - Parameters:
    ///   - usualMark: what parts them where nothing shows it; nil where the format doesn't say.
    ///   - isStrict: whether nothing but that mark may stand in a number.
    ///   - said: what parts them, if somebody said it.
    init(
        _ texts: some Sequence<String>, usualMark: Unicode.Scalar?, isStrict: Bool, said: Unicode.Scalar? = nil
    ) {
        self.usualMark = usualMark
        self.isStrict = isStrict
        if let said { marks = [said] }
        guard !isStrict, said == nil else { return }
        for text in texts {
            let scalars = SignedNumber(text).number.scalars
            guard let last = scalars.last(where: { $0 == "." || $0 == "," }),
                let number = WrittenNumber(Self.whole(scalars)[...]), number.ambiguousMark == nil
            else { continue }
            let isDecimal = number.decimals > 0 || scalars.last == last
            marks.insert(isDecimal ? last : last == "." ? "," : ".")
        }
    }

    /// Digits, with a point before the decimals.
    func number(_ text: String, in currency: Currency) throws(InputError) -> (String, isNegative: Bool) {
        let signed = SignedNumber(text)
        let scalars = signed.number.scalars
        guard let number = WrittenNumber(Self.whole(scalars)[...]),
            !isStrict || scalars.allSatisfy({ ("0"..."9").contains($0) || $0 == usualMark })
        else { throw InputError(.notANumber(text)) }
        let digits = String(decoding: number.digits, as: UTF8.self)
        func decimal() -> String {
            let whole = digits.dropLast(number.decimals)
            return number.decimals == 0 ? digits : "\(whole.isEmpty ? "0" : whole).\(digits.suffix(number.decimals))"
        }
        guard let mark = number.ambiguousMark else { return (decimal(), signed.sign == .minus) }
        let other: Unicode.Scalar = mark == "." ? "," : "."
        switch (marks.contains(mark), marks.contains(other)) {
        case (true, false): return (decimal(), signed.sign == .minus)
        case (false, true): return (digits, signed.sign == .minus)
        case (false, false) where usualMark == mark: return (decimal(), signed.sign == .minus)
        case (false, false) where !currency.hasDecimalsInUse: return (digits, signed.sign == .minus)
        default: throw InputError(.twoReadings(text, digits, decimal() + "0"))
        }
    }

    /// A mark at the end has no decimals behind it, as in `1,` of MT940.
    private static func whole(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard let last = scalars.last, last == "." || last == ",", scalars.count > 1 else { return scalars }
        return Array(scalars.dropLast())
    }
}
