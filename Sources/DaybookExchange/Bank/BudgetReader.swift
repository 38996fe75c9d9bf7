import DaybookCore

/// Reads the CSV that a program for money exports: the rows of all of its accounts.
///
/// The parts of a split are rows of their own. Both sides of a transfer are rows, and say what the other account is called.
struct BudgetReader {
    /// YNAB's mark before the name of the other account.
    static let transferMark = "Transfer : "

    private let format: BankFile.Format
    private let width: Int
    /// The places of the columns, by their names in lower case.
    private let columns: [String: Int]
    private var tags: CategoryTags
    private var scan = BankScan()
    /// The places of the accounts, by their names in lower case.
    private var places: [String: Int] = [:]
    private var values: [String] = []
    private var line = 0
    /// The split whose parts are being read.
    private var split = SplitRun()
    /// The splits of Firefly III, by what is the same for all of their parts.
    private var splits: [String: Int] = [:]

    /// The program whose export begins with a line; nil for none of these.
    static func format(of line: String) -> BankFile.Format? {
        guard let table = try? CSVTable(Array(line.utf8), isName: { !$0.isEmpty }) else { return nil }
        let names = Set(table.header.map { $0.lowercased() })
        func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
        if has("journal_id", "type", "amount", "date", "source_name", "source_type", "destination_name") {
            return .firefly
        }
        if has("account", "date", "payee", "memo", "outflow", "inflow", "category"),
            !names.isDisjoint(with: ["category group", "category group/category", "master category", "cleared"])
        {
            return .ynab
        }
        let actual: Set = ["account", "date", "payee", "notes", "category", "amount"]
        guard names.isSuperset(of: actual), table.header.first?.lowercased() == "account" else { return nil }
        let others = names.subtracting(actual)
        return others.isSubset(of: ["split_amount", "cleared", "reconciled", "category_group"]) ? .actual : nil
    }

    /// - Parameter tags: those of the categories that are known from elsewhere.
    static func scan(
        _ bytes: [UInt8], _ format: BankFile.Format, _ tags: CategoryTags
    ) throws(InputError) -> BankScan {
        let table = try CSVTable(bytes) { !$0.isEmpty }
        var reader = BudgetReader(table, format, tags)
        for line in table.lines where line.values.count == reader.width {
            reader.values = line.values
            let category = reader.category
            reader.tags.add(category.name, of: category.group)
        }
        for line in table.lines { reader.take(line.number, line.values) }
        return reader.scan
    }

    private init(_ table: CSVTable, _ format: BankFile.Format, _ tags: CategoryTags) {
        (self.format, self.tags) = (format, tags)
        width = table.header.count
        columns = Dictionary(
            table.header.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        // Actual and Firefly III write numbers for programs. YNAB writes them as the person wants to see them.
        if format != .ynab { (scan.usualMark, scan.isStrict) = (".", true) }
    }

    private func value(_ name: String) -> String {
        columns[name].flatMap { $0 < values.count ? values[$0].trimmed : nil } ?? ""
    }

    private mutating func take(_ line: Int, _ values: [String]) {
        (self.line, self.values) = (line, values)
        guard values.count == width else {
            return fail(
                "the line has \(values.count) \(values.count == 1 ? "column" : "columns"), the first line \(width).")
        }
        switch format {
        case .firefly: takeFirefly()
        case .ynab: takeYNAB()
        default: takeActual()
        }
    }

    private mutating func fail(_ reason: Sentence) {
        scan.problems.append(BankProblem(line: line, reason))
    }

    private mutating func append(_ row: ScannedRow, to account: String, _ currency: String, kind: String = "bank") {
        guard !account.isBlank else { return fail("the line names no account. Fill it in.") }
        let key = account.lowercased()
        let place = places[key] ?? scan.statements.count
        if place == scan.statements.count {
            places[key] = place
            scan.statements.append(ScannedStatement(account: account, currency: currency, kind: kind))
        } else if scan.statements[place].currency.isEmpty {
            scan.statements[place].currency = currency
        }
        scan.statements[place].rows.append(row)
    }

    /// The category of the row, and its group; empty for none.
    private var category: (name: String, group: String) {
        switch format {
        case .ynab:
            return (
                columns["sub category"] == nil ? value("category") : value("sub category"),
                columns["category group"] == nil ? value("master category") : value("category group")
            )
        case .actual:
            let name = value("category")
            // Where an account alone is exported, the group stands before the category.
            guard columns["reconciled"] != nil, let range = name.firstRange(of: ": ") else {
                return (name, value("category_group"))
            }
            return (String(name[range.upperBound...]), String(name[..<range.lowerBound]))
        default: return ("", "")
        }
    }

    // MARK: Actual

    private mutating func takeActual() {
        let notes = value("notes")
        // The whole of a split. Its parts follow.
        if notes.begins(with: "(SPLIT INTO ") || !SignedNumber(value("split_amount")).isNothing {
            nonisolated(unsafe) let mark = /^\(SPLIT INTO \d+\) ?/
            split.begin(titled: notes.prefixMatch(of: mark).map { String(notes[$0.range.upperBound...]) } ?? notes)
            return
        }
        var row = ScannedRow(line: line)
        row.writtenDay = value("date")
        row.amount.text = value("amount")
        let payee = value("payee")
        take(notes, of: payee, into: &row)
        row.isOpening = payee == "Starting Balance"
        // The payee of a transfer is called as the other account.
        (row.other, row.bankID) = (payee, payee)
        let category = category
        if !row.isOpening { row.tags = [tags.tag(category.name, of: category.group)].filter { !$0.isEmpty } }
        if isMarked(value("cleared")) || isMarked(value("reconciled")) { scan.leaveOut(.state) }
        append(row, to: value("account"), "")
    }

    /// Takes the payee and the note. The note begins with what says that the row is the part of a split.
    private mutating func take(_ note: String, of payee: String, into row: inout ScannedRow) {
        nonisolated(unsafe) let mark =
            /^(?:\(SPLIT (\d+) OF (\d+)\)|\(Split (\d+)\/(\d+)\)|Split \((\d+)\/(\d+)\)) ?/
        row.texts = [payee, note]
        guard let match = note.prefixMatch(of: mark) else { return split.end() }
        let own = String(note[match.range.upperBound...])
        row.texts = [payee, own]
        let numbers = match.output
        guard let place = (numbers.1 ?? numbers.3 ?? numbers.5).flatMap({ Int($0) }),
            let count = (numbers.2 ?? numbers.4 ?? numbers.6).flatMap({ Int($0) })
        else { return }
        let number = split.take(place, of: count, "\(value("account"))\n\(value("date"))")
        row.member = SplitMember(of: number, payee: payee, title: [split.title], own: [own])
    }

    private func isMarked(_ text: String) -> Bool {
        text.lowercased().isOne(of: "true 1 c r cleared reconciled")
    }

    // MARK: YNAB

    private mutating func takeYNAB() {
        var row = ScannedRow(line: line)
        row.writtenDay = value("date")
        let (out, into) = (SignedNumber(value("outflow")), SignedNumber(value("inflow")))
        if !out.isNothing, !into.isNothing {
            return fail("the line has an amount in both columns, of what came in and of what went out.")
        }
        let amount = out.isNothing ? into : out
        row.amount.text = String(amount.number.scalars.filter { !Self.isOfCurrency($0) }).trimmed
        row.amount.isDebit = out.isNothing == (amount.sign == .minus)
        let payee = value("payee")
        if let range = payee.firstRange(of: Self.transferMark) { row.other = String(payee[range.upperBound...]) }
        row.bankID = payee
        take(value("memo"), of: payee, into: &row)
        row.isOpening = payee == "Starting Balance"
        let (category, group) = category
        // A name for every category is none.
        let isIncome = group.isOne(of: "Inflow Income") || category.begins(with: "Inflow: ")
        row.tags = [isIncome ? "" : tags.tag(category, of: group), value("flag")].filter { !$0.isEmpty }
        if isMarked(value("cleared")) { scan.leaveOut(.state) }
        // A sign that means nothing here is that of the one currency which the whole file is in.
        let sign = String(amount.number.scalars.filter { Self.isOfCurrency($0) })
        let isKnown = (try? Amount("1 \(sign)", usual: .usDollar)) != nil
        append(row, to: value("account"), isKnown ? sign : "")
    }

    /// Tells whether it belongs to the sign or the code of a currency.
    static func isOfCurrency(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .currencySymbol || scalar.properties.isAlphabetic
    }

    // MARK: Firefly III

    private mutating func takeFirefly() {
        var row = ScannedRow(line: line)
        let day = String(value("date").prefix(10))
        row.day = CivilDate(day)
        row.writtenDay = value("date")
        if row.day == nil { return fail("“\(day.excerpt)” isn't a valid date. Use the form 2026-11-21.") }
        let (source, destination) = (value("source_name"), value("destination_name"))
        let (from, to) = (kind("source_type"), kind("destination_type"))
        row.bankID = "\(value("journal_id")) \(value("created_at"))"
        row.isOpening = value("type").lowercased() == "opening balance"
        row.tags = [value("category"), value("budget"), value("bill")].filter { !$0.isEmpty }
        row.tags += value("tags").split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        if isMarked(value("reconciled")) { scan.leaveOut(.state) }
        let title = value("group_title")
        let texts = [title, value("description"), value("notes")]
        let (code, foreign) = (value("currency_code"), value("foreign_currency_code"))
        let own = SignedNumber(value("amount")).number
        let other = SignedNumber(value("foreign_amount")).number
        row.amount = ScannedAmount(text: own)
        let added = foreign.isEmpty || other.isEmpty ? [] : ["\(foreign) \(other)"]
        switch (from, to) {
        case (let from?, let to?):
            row.texts = texts
            row.amount.isDebit = true
            row.other = destination
            append(row, to: source, code, kind: from)
            if !foreign.isEmpty, !other.isEmpty { row.amount.text = other }
            row.amount.isDebit = false
            row.other = source
            append(row, to: destination, foreign.isEmpty || other.isEmpty ? code : foreign, kind: to)
        case (let from?, nil):
            row.texts = [row.isOpening ? "" : destination] + texts + added
            row.member = member(of: source, payee: destination, titled: title, added)
            row.amount.isDebit = true
            append(row, to: source, code, kind: from)
        case (nil, let to?):
            row.texts = [row.isOpening ? "" : source] + texts + added
            row.member = member(of: destination, payee: source, titled: title, added)
            row.amount.isDebit = false
            append(row, to: destination, code, kind: to)
        case (nil, nil):
            fail("neither “\(source.excerpt)” nor “\(destination.excerpt)” is an account of yours.")
        }
    }

    private mutating func member(
        of account: String, payee: String, titled title: String, _ added: [String]
    ) -> SplitMember? {
        guard !title.isEmpty else { return nil }
        let key = "\(value("group_id"))\n\(account)\n\(title)"
        let number = splits[key] ?? splits.count
        splits[key] = number
        return SplitMember(
            of: number, payee: payee, title: [title], own: [value("description"), value("notes")] + added)
    }

    /// Which of `MoneyAccount.kinds` an account is; nil where it isn't one of the person's own.
    private func kind(_ column: String) -> String? {
        switch value(column).lowercased() {
        case "asset account", "default account": "bank"
        case "loan", "debt", "mortgage", "liability", "liability credit account": "loan"
        default: nil
        }
    }
}

/// The parts of one split, which stand one after the other and say which of how many each is.
private struct SplitRun {
    private var number = 0
    private var count = 0
    /// The account and the day.
    private var place = ""
    private var taken: Set<Int> = []
    /// The note of the whole.
    private(set) var title = ""

    /// Begins one whose whole is a row of its own, which has its note.
    mutating func begin(titled note: String) {
        end()
        title = note
    }

    mutating func end() { (number, count, place, taken, title) = (number + 1, 0, "", [], "") }

    /// - Returns: the number of the split.
    mutating func take(_ part: Int, of count: Int, _ place: String) -> Int {
        if !taken.isEmpty, self.count != count || self.place != place || taken.contains(part) { end() }
        (self.count, self.place) = (count, place)
        taken.insert(part)
        return number
    }
}

extension SignedNumber {
    /// True where it is nothing, or nothing is written.
    fileprivate var isNothing: Bool { isZero || number.trimmed.isEmpty }
}
