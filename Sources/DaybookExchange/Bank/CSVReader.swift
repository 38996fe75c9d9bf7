import DaybookCore

/// Reads any bank's CSV. It judges columns by what is in them as well as by their names.
struct CSVReader {
    let layout: CSVLayout
    let options: ImportOptions
    let guess: ColumnGuess
    let numbers: NumberColumn
    private let dates: DateColumn
    private var reading: BankReading
    private let file: String
    private var places: [String: Int] = [:]
    private var open: [BankReading.OpenRow] = []
    /// The records that say a balance in words.
    private var told: [(record: Int, word: BalanceWord)] = []
    /// The balance before a row, by its account and currency.
    var balances: [String: Int64] = [:]
    /// The sign that columns of few words say, as far as balances prove it.
    var proven: [String: SignWord] = [:]
    private(set) var columns: [BankColumn]
    /// The currency of the file, if its names say one.
    let unit: String
    /// The columns of categories and states.
    private let changing: Set<Int>
    let usual: Currency

    /// - Throws: `InputError` for what isn't a table, or where somebody named a column that it hasn't.
    ///
    /// - Parameters:
    ///   - usual: the currency of amounts that name none.
    ///   - accounts: those of the book.
    ///   - file: in which of several it is; empty for a file alone.
    init(
        _ text: [UInt8], _ options: ImportOptions, usual: Currency, _ accounts: [MoneyAccount] = [],
        in file: String = ""
    ) throws(InputError) {
        self.file = file
        reading = BankReading(usual: usual, accounts)
        let layout = try CSVLayout(text)
        let given = try Self.given(layout, options)
        let rows = Self.sample(layout)
        let guess = ColumnGuess(layout, rows: rows, options, given: given, accounts)
        (self.layout, self.options, self.guess, self.usual) = (layout, options, guess, usual)
        columns = layout.names.indices.map { column in
            let profile = guess.profiles[column]
            var samples: [String] = []
            for value in profile.values where !value.isEmpty && !samples.contains(value) && samples.count < 3 {
                samples.append(value)
            }
            return BankColumn(
                name: layout.names[column], samples: samples, meaning: guess.meanings[column], isEmpty: profile.isEmpty)
        }
        let meanings = guess.meanings
        func texts(_ wanted: [ColumnMeaning]) -> some Sequence<String> {
            let places = meanings.indices.filter { wanted.contains(meanings[$0]) }
            return (layout.first..<max(layout.first, layout.records.count)).lazy.flatMap { record in
                places.lazy.map { layout.records.value(record, $0) }.filter { !$0.isEmpty }
            }
        }
        numbers = NumberColumn(
            texts([.amount, .out, .into, .balance, .fee]).lazy.compactMap { CSVNumber($0)?.digits }, usualMark: nil,
            isStrict: false,
            // Nobody in the east of Asia puts a comma before decimals.
            said: options.decimalMark?.scalar ?? (CSVDateOrder.isEastern(layout) ? "." : nil))
        dates = DateColumn(
            Array(Set(texts([.day, .valueDay]))), order: options.dateOrder,
            usual: CSVDateOrder.found(layout, guess, rows) ?? options.usualDateOrder
                ?? CSVDateOrder.usual(layout, guess))
        unit =
            guess.meanings.indices.lazy.filter { [.amount, .out, .into].contains(meanings[$0]) }
            .compactMap { CSVReader.unit(of: layout.names[$0]) }.first ?? ""
        changing = Set(
            layout.names.indices.filter { column in
                layout.header != nil
                    && ColumnNames.matches(layout.names[column]).contains {
                        $0.strength > 1 && [.tags, .state].contains($0.meaning)
                    }
            })
    }

    /// `Betrag (EUR)` is in EUR.
    private static func unit(of name: String) -> String? {
        let words = name.split { !$0.isLetter && $0 != "€" && $0 != "£" }.map { String($0) }
        for (sign, code) in [("元", "CNY"), ("円", "JPY"), ("원", "KRW")]
        where name.contains("(\(sign))") || name.contains("（\(sign)）") {
            return code
        }
        return words.first { ($0 == $0.uppercased() && Currency($0) != nil) || $0.isOne(of: "€ £") }
            .map { $0 == "€" ? "EUR" : $0 == "£" ? "GBP" : $0 }
    }

    /// The meanings of columns that somebody said, by their places.
    private static func given(
        _ layout: CSVLayout, _ options: ImportOptions
    ) throws(InputError) -> [Int: ColumnMeaning] {
        var given: [Int: ColumnMeaning] = [:]
        func places(_ name: String) throws(InputError) -> [Int] {
            let places = layout.names.indices.filter { layout.names[$0].asColumn == name.asColumn }
            guard places.isEmpty else { return places }
            let names = layout.names.prefix(20).map { "“\($0.excerpt)”" }.joined(separator: ", ")
            throw InputError("the file has no column “\(name.excerpt)”. Its columns are \(names).")
        }
        for (name, word) in options.columns.sorted(by: { $0.key < $1.key }) {
            guard let meaning = ColumnMeaning(named: word) else {
                let words = ColumnMeaning.choices.map(\.rawValue).joined(separator: ", ")
                throw InputError("“\(word.excerpt)” isn't a column that Daybook knows. Use one of these: \(words).")
            }
            for place in try places(name) { given[place] = meaning }
        }
        for name in options.leftOut {
            // A file of the kind may lack a column that another had.
            for place in (try? places(name)) ?? [] { given[place] = ColumnMeaning.none }
        }
        return given
    }

    /// The records by which columns are judged.
    private static func sample(_ layout: CSVLayout) -> [Int] {
        let records = layout.records
        let end = min(records.count, layout.first + 1_000)
        guard layout.first < end else { return [] }
        let full = (layout.first..<end).filter { layout.widths.contains(records.width($0)) }
        let rows = full.filter { record in
            records.values(record).contains { CSVLayout.isDay($0) } && Self.balance(records, record) == nil
        }
        return rows.isEmpty ? full : rows
    }

    /// Where in the file the names stand, or else the first row.
    private var top: Int {
        layout.records.count == 0
            ? 1 : layout.records.line(min(layout.header ?? layout.first, layout.records.count - 1))
    }

    /// Reads the rows, one after the other.
    mutating func read() -> BankReading {
        if let problem = whole() {
            reading.fail(top, problem, in: file)
            return reading
        }
        // The balance before a row is that of the row before it in time.
        let isBackwards = guess.proof?.isNewestFirst == true
        let records = layout.first..<max(layout.first, layout.records.count)
        var newest: (record: Int, currency: String)?
        func take(_ record: Int) {
            guard let (row, account) = row(record) else { return }
            newest = (record, row.amount.currency)
            append(row, of: account, record)
        }
        if isBackwards {
            for record in records.reversed() { take(record) }
        } else {
            for record in records { take(record) }
        }
        var reading = reading
        self.reading = BankReading(usual: usual, [])
        reading.settle(open, in: file) { row in sign(of: row.record) }
        if isBackwards { reading.reverse() }
        if let newest { close(newest.record, in: newest.currency, &reading) }
        for (record, word) in told where !close(record, word, behind: newest?.record ?? 0, &reading) {
            reading.leaveOut(.opening)
        }
        return reading
    }

    /// The error of a file in which no rows were found.
    var emptiness: InputError {
        InputError(
            layout.header == nil || layout.first < layout.records.count
                ? "it has no rows with a day and an amount. Export it again."
                : "it has a line of names and no rows. Export a longer time from the bank.")
    }

    /// Finds an open question about the file as a whole.
    private func whole() -> InputError? {
        guard layout.first < layout.records.count else { return nil }
        if guess.column(.day) == nil {
            return InputError(
                "no column has days.", asking: .column(.day, layout.names),
                hint: "Say which it is with --column NAME=day.")
        }
        guard guess.column(.amount) == nil, guess.column(.out) == nil, guess.column(.into) == nil else { return nil }
        guard !guess.open.isEmpty else {
            return InputError(
                "no column has amounts.", asking: .column(.amount, layout.names),
                hint: "Say which it is with --column NAME=amount.")
        }
        let names = guess.open.map { "“\($0.excerpt)”" }.joined(separator: ", ")
        if guess.openMeaning == .out {
            return InputError(
                "what went out may be in \(names).", asking: .column(.out, guess.open),
                hint: "Say which it is with --column NAME=out.")
        }
        return InputError(
            "the amount may be in \(names).", asking: .column(.amount, guess.open),
            hint: "Say which it is with --column NAME=amount.")
    }

    // MARK: Rows

    func value(_ record: Int, _ meaning: ColumnMeaning) -> String {
        guess.column(meaning).map { layout.records.value(record, $0) } ?? ""
    }

    private func values(_ record: Int, _ meaning: ColumnMeaning) -> [String] {
        guess.meanings.indices.filter { guess.meanings[$0] == meaning }.map { layout.records.value(record, $0) }
            .filter { !$0.isEmpty }
    }

    /// - Returns: a row with the account that it names.
    private mutating func row(_ record: Int) -> (row: ScannedRow, account: String)? {
        let line = layout.records.line(record)
        let day = value(record, .day)
        let written = [ColumnMeaning.amount, .out, .into].map { value(record, $0) }
        let hasAmount = written.contains { !$0.isEmpty }
        guard isWhole(record) else {
            // Lines behind the rows: a sum, or a word of the bank.
            guard hasAmount || CSVLayout.isDay(day),
                layout.records.values(record).contains(where: { CSVLayout.isDay($0) })
            else { return nil }
            let (width, names) = (layout.records.width(record), layout.names.count)
            reading.fail(
                line,
                InputError("the line has \(width) \(width == 1 ? "column" : "columns"), the first line \(names)."),
                in: file)
            return nil
        }
        if let word = Self.balance(layout.records, record) {
            keep(record)
            told.append((record, word))
            return nil
        }
        if guess.sign == .word, SignWord(value(record, .sign)) == .neither || value(record, .sign) == "/" {
            reading.leaveOut(.information)
            return nil
        }
        if let state = RowState(value(record, .state)) {
            reading.leaveOut(state == .pending ? .pending : .information)
            return nil
        }
        if day.isEmpty {
            // One without its day of booking isn't booked yet.
            if hasAmount, CSVLayout.isDay(value(record, .valueDay)) {
                reading.leaveOut(.pending)
                return nil
            }
            guard hasAmount, !isSum(record) else { return nil }
        } else if !hasAmount || isNothing(written) {
            guard CSVLayout.isDay(day) else { return nil }
            let before = balances[group(record)]
            if !hasAmount, guess.proof != nil, let after = balance(record), before == nil || before == after {
                keep(record)
                reading.leaveOut(.opening)
                return nil
            }
            if !hasAmount, isSum(record) {
                reading.leaveOut(.opening)
                return nil
            }
            if hasAmount, guess.column(.amount) == nil {
                reading.leaveOut(.information)
                return nil
            }
        }
        // Sums of the rows may stand where their days do.
        if !CSVLayout.isDay(day), !day.isEmpty, isSum(record) { return nil }
        // A line of names again, as on each page.
        if let header = layout.header, layout.records.values(record) == layout.records.values(header) { return nil }
        var row = ScannedRow(line: line)
        row.writtenDay = day
        var currency = value(record, .currency)
        if let known = CSVCurrency.named(currency) { currency = known.code }
        do throws(InputError) {
            if !day.isEmpty { row.day = try dates.day(day) }
            let number = try amount(record, &row)
            if currency.isEmpty {
                let isShared = number.currency.isOne(of: "¥ ￥") && unit == "CNY"
                currency = isShared ? unit : CSVCurrency.named(number.currency)?.code ?? number.currency
            }
        } catch {
            row.failure = error
        }
        if currency.isEmpty { currency = unit }
        row.amount.currency = currency
        row.texts = values(record, .payee) + values(record, .text)
        row.tags = values(record, .tags).flatMap { $0.split(separator: ",").map { String($0).trimmed } }
            .filter { !$0.isEmpty }
        row.bankID = value(record, .reference)
        row.identity = identity(record)
        return (row, value(record, .account))
    }

    /// Tells a row from others of its day and amount: a number that is made of all of its words. Those of categories
    /// and states change.
    private func identity(_ record: Int) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for column in 0..<layout.records.width(record) where !changing.contains(column) {
            let value = layout.records.value(record, column)
            guard value.unicodeScalars.contains(where: { $0.properties.isAlphabetic }), CSVNumber(value) == nil,
                !CSVLayout.isDay(value), RowState(value) == nil
            else { continue }
            for byte in value.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return String(hash, radix: 32)
    }

    /// Tells whether a record has as many columns as rows have. More of them have to be empty.
    private func isWhole(_ record: Int) -> Bool {
        let width = layout.records.width(record)
        if layout.widths.contains(width) { return true }
        guard let least = layout.widths.min(), width > least else { return false }
        return (least..<width).allSatisfy { layout.records.value(record, $0).isEmpty } || layout.widths.isEmpty
    }

    private func isNothing(_ written: [String]) -> Bool {
        guess.column(.amount) == nil && written.allSatisfy { $0.isEmpty || CSVNumber($0)?.isZero == true }
    }

    /// The balance of the account that a record says in words; nil where it says none.
    private static func balance(_ records: CSVRecords, _ record: Int) -> BalanceWord? {
        records.values(record).lazy.compactMap { BalanceWord($0) }.first
    }

    /// Tells whether a record without a day sums up those above it.
    private func isSum(_ record: Int) -> Bool {
        layout.records.values(record).contains { value in
            let words = ColumnNames.words(value)
            guard let first = words.first, words.count <= 6 else { return false }
            return first.isOne(of: Self.sums)
                || ColumnPhrases.all.contains { $0.0 == .balance && words.joined().isOne(of: $0.english) }
        }
    }

    private static let sums =
        "total totals sum summe gesamt saldo balance kontostand anfangssaldo endsaldo opening closing razem suma celkem osszesen "
        + "totale somme solde ukupno итого 合计 合計 总计 總計 小计 합계 subtotal zwischensumme"

    // MARK: Statements

    private mutating func append(_ row: ScannedRow, of account: String, _ record: Int) {
        let currency = row.amount.currency
        let name = account + "\n" + (currency.isEmpty ? usual.code : currency)
        var statement = ScannedStatement(account: account)
        statement.file = file
        let place = places[name] ?? reading.statements.count
        if place == reading.statements.count {
            places[name] = place
            reading.begin(statement, count: place == 0 ? layout.records.count - layout.first : 0)
        }
        guard reading.take(row, of: statement, at: place), row.amount.isDebit == nil else { return }
        open.append(
            BankReading.OpenRow(statement: place, place: reading.statements[place].rows.count - 1, record: record))
    }

    /// Takes what a line says in words for what the account held in the end.
    ///
    /// - Parameter newest: the last of the rows.
    /// - Returns: false where the line says what the account held before.
    private mutating func close(
        _ record: Int, _ word: BalanceWord, behind newest: Int, _ reading: inout BankReading
    ) -> Bool {
        let day = try? dates.day(value(record, .day))
        var isClosing = word == .closing
        if word == .any, let day, let last = reading.statements.lazy.flatMap(\.rows).map(\.day).max() {
            isClosing = (last, newest) < (day, record)
        }
        guard isClosing else { return false }
        // A column of balances says it, too.
        guard guess.proof == nil else { return true }
        var row = ScannedRow(line: layout.records.line(record))
        guard reading.statements.count == 1, (try? amount(record, &row)) != nil, row.amount.isDebit != nil else {
            reading.leaveOut(.balance)
            return true
        }
        row.amount.currency = reading.statements[0].rows.first?.amount.currency.code ?? ""
        reading.close(0, ScannedBalance(amount: row.amount, day: day))
        return true
    }

    /// Takes the balance behind the newest row for what the account held in the end.
    private func close(_ newest: Int, in currency: String, _ reading: inout BankReading) {
        guard guess.proof != nil, reading.statements.count == 1,
            let number = CSVNumber(value(newest, .balance)), let plain = try? numbers.number(number.digits, in: usual).0
        else { return }
        let amount = ScannedAmount(text: plain, isDebit: number.sign == .minus, currency: currency)
        reading.close(0, ScannedBalance(amount: amount, day: try? dates.day(value(newest, .day))))
    }
}
