public import DaybookCore

/// Entries as CSV (RFC 4180) with a line of names on top.
public struct EntryCSV: Sendable {
    /// - Parameters:
    ///   - rows: in the order in which they are to stand there.
    ///   - transfers: behind them, with columns of their own for the second side.
    ///   - names: those of accounts, which stand in the place of their ids.
    public static func write(
        _ rows: [EntryRow], transfers: [Transfer] = [], names: [EntityID: String] = [:],
        _ columns: FileColumns<Entry> = columns, to output: inout [UInt8]
    ) {
        let more = transfers.isEmpty ? [] : transferColumns
        CSVTable.append(columns.own + more, to: &output)
        let rest = more.map { _ in "" }
        for row in rows { CSVTable.append(columns.values(of: row.entry, names).map { $0 ?? "" } + rest, to: &output) }
        for transfer in transfers {
            let values = Dictionary(
                uniqueKeysWithValues: zip(transferFields.own, transferFields.values(of: transfer, names)).map {
                    ($0, $1 ?? "")
                })
            CSVTable.append(
                (columns.own + more).map { $0 == "kind" ? Transfer.kindName : values[$0] ?? "" }, to: &output)
        }
    }

    private static let transferFields = FileColumns(Transfer.fields.specs, others: [], aliases: [:])
    /// Columns that only transfers have.
    public static let transferColumns = transferFields.own.filter { !columns.own.contains($0) }

    /// True where Daybook wrote the file.
    let hasIDs: Bool
    private let table: CSVTable
    /// The meaning of each column of the file; nil for one that is left out.
    private let columns: [String?]
    /// The columns around whose texts white space counts.
    private let texts: Set<String>
    private let dates: DateColumn
    private let signs: SignColumns

    private let options: ImportOptions

    /// - Parameter options: what somebody said of the file.
    public init(
        _ bytes: [UInt8], _ options: ImportOptions, _ known: FileColumns<Entry> = columns
    ) throws(InputError) {
        let gone = Set(options.leftOut.map { $0.asColumn })
        let given = Dictionary(
            options.columns.map { ($0.key.asColumn, $0.value) }, uniquingKeysWith: { first, _ in first })
        func meaning(_ name: String) -> String? { known[given[name.asColumn] ?? name] }
        let table = try CSVTable(bytes) { meaning($0) != nil }
        try Self.check(options.columns, of: table, known)
        let hasIDs = table.header.contains { meaning($0) == "id" }
        let columns = table.header.map { name -> String? in
            // The ids of lines without one are made of a note that has the payee, too.
            if gone.contains(name.asColumn) { return nil }
            return meaning(name) == "payee" && !hasIDs ? "note" : meaning(name)
        }
        (self.table, self.options, self.hasIDs) = (table, options, hasIDs)
        self.columns = columns
        texts = Set(known.fields.filter { $0.spec.shape == .text }.map(\.name))
        guard columns.contains("amount") || columns.contains("inflow") || columns.contains("outflow") else {
            throw InputError(
                "the first line names no column of amounts. Name the columns there: \(Self.usualNames(known)).")
        }
        if columns.contains("amount"), columns.contains("inflow") || columns.contains("outflow") {
            let names = zip(table.header, columns).filter { ["amount", "inflow", "outflow"].contains($0.1) }.map(\.0)
            throw InputError(
                "the first line has a column of amounts and one of what came in or went out.",
                asking: .leaveOutOne(names), hint: "Leave one of them out with --leave-out NAME.")
        }
        for column in columns.compactMap({ $0 }) where column != "note" && column != "tags" {
            let names = zip(table.header, columns).filter { $0.1 == column }.map(\.0)
            guard names.count > 1 else { continue }
            throw InputError(
                "the columns \(Self.list(names)) mean the same.", asking: .leaveOutOne(names),
                hint: "Leave one of them out with --leave-out NAME, or rename it if their names are equal.")
        }
        let named = zip(table.header, columns).filter { $0.1 == "note" || $0.1 == "tags" }.map { $0.0.asColumn }
        if let twice = named.first(where: { name in named.count { $0 == name } > 1 }) {
            throw InputError("the first line names the column \"\(twice)\" twice. Rename one of the two.")
        }
        // A column of nothing leaves nothing behind.
        let unknown = table.header.indices.filter { index in
            columns[index] == nil && !gone.contains(table.header[index].asColumn)
                && table.lines.contains { index < $0.values.count && !$0.values[index].isBlank }
        }
        guard unknown.isEmpty else {
            throw Self.unknown(unknown.map { table.header[$0] }, "columns", Self.usualNames(known))
        }
        let rows = table.lines.filter { $0.values.count == table.header.count }.map(\.values)
        func values(_ column: String) -> [String] {
            columns.firstIndex(of: column).map { index in rows.map { $0[index].trimmed }.filter { !$0.isEmpty } } ?? []
        }
        dates = DateColumn(values("day"), order: options.dateOrder, usual: options.usualDateOrder)
        signs = SignColumns(outflow: values("outflow"), inflow: values("inflow"))
    }

    /// Throws where somebody named a column that the file hasn't, or a meaning that none has.
    private static func check(
        _ named: [String: String], of table: CSVTable, _ known: FileColumns<Entry>
    ) throws(InputError) {
        for (name, meaning) in named.sorted(by: { $0.key < $1.key }) {
            guard table.header.contains(where: { $0.asColumn == name.asColumn }) else {
                throw InputError(
                    "the file has no column “\(name.excerpt)”. Its columns are \(list(table.header)).")
            }
            guard known[meaning] == nil else { continue }
            throw InputError(
                "“\(meaning.excerpt)” isn't a column that Daybook knows. Use one of these: \(usualNames(known)).")
        }
    }

    private static func usualNames(_ columns: FileColumns<Entry>) -> String {
        "date, description, memo, payee, amount, currency, inflow, outflow, debit, credit, category, tags, "
            + "or those of 'daybook export --format csv': " + columns.own.joined(separator: ", ")
    }

    /// Tells what a file has that nothing here can hold.
    public static func unknown(_ names: [String], _ noun: String, _ known: String) -> InputError {
        InputError(
            "Daybook doesn't know the \(noun) \(list(names)).", asking: .leaveOutAll(names),
            hint: "Leave each out with --leave-out NAME, or rename it to one that is known: \(known).")
    }

    private static func list(_ names: [String]) -> String {
        let first = names.prefix(10).map { $0.isEmpty ? "one without a name" : "“\($0.excerpt)”" }
        return first.joined(separator: ", ") + (names.count > 10 ? " and \(names.count - 10) more" : "")
    }

    /// How many entries there are.
    public var count: Int { table.lines.count }

    /// True where the sign of an amount alone says what it is.
    public var kindIsSign: Bool { !columns.contains("kind") }

    /// The accounts that Daybook wrote by their names, each once.
    var accounts: [FilePart] {
        guard hasIDs else { return [] }
        var accounts: [FilePart] = []
        for (name, currency) in [("account", "currency"), ("toAccount", "toCurrency")] {
            guard let place = columns.firstIndex(of: name), let money = columns.firstIndex(of: currency) else {
                continue
            }
            for values in table.lines.lazy.map(\.values) where values.count == columns.count {
                guard !values[place].isBlank, EntityID(values[place]) == nil, let currency = Currency(values[money])
                else { continue }
                let account = FilePart.account(named: values[place], currency)
                if !accounts.contains(where: { $0.id == account.id }) { accounts.append(account) }
            }
        }
        return accounts
    }

    /// The number of an entry's line in the file.
    public func line(_ index: Int) -> Int { table.lines[index].number }

    /// A line as the object that it would be in JSON, and its kind where that comes of the sign.
    ///
    /// The ids of lines without one are made of that object, so what the sign of a plain number says stays out of it.
    public func item(_ index: Int) throws(InputError) -> (json: JSONValue, kind: EntryKind?) {
        let values = table.lines[index].values
        guard values.count == columns.count else {
            throw InputError(
                "the line has \(values.count) \(values.count == 1 ? "column" : "columns"), the first line "
                    + "\(columns.count).")
        }
        var members: [String: JSONValue] = [:]
        var amounts: [String: String] = [:]
        var notes: [(name: String, text: String)] = []
        var tags: [JSONValue] = []
        let hasID = zip(columns, values).contains { $0 == "id" && !$1.trimmed.isEmpty }
        for (index, column) in columns.enumerated() {
            guard let column, !values[index].isEmpty else { continue }
            let (written, value) = (values[index], values[index].trimmed)
            switch column {
            case "amount", "inflow", "outflow": amounts[column] = written
            case "note": notes.append((table.header[index].asColumn, written))
            case _ where texts.contains(column): members[column] = .string(written)
            case "parts": members["parts"] = try Self.parts(written)
            case "tags": tags += Self.tags(written, hasID: hasID)
            case "day" where !value.isEmpty: members["day"] = .string(try dates.day(value).text)
            case "kind" where value.lowercased() == Transfer.kindName: members["kind"] = .string(Transfer.kindName)
            case "kind" where !value.isEmpty: members["kind"] = .string(try Self.kind(value).name)
            case _ where value.isEmpty: continue
            default: members[column] = .string(value)
            }
        }
        if columns.contains("day"), members["day"] == nil, members["createdAt"] == nil {
            throw InputError("the line has no date. Add one.")
        }
        if !notes.isEmpty { members["note"] = .string(Self.note(notes)) }
        if columns.contains("tags"),
            !tags.isEmpty || zip(columns, values).contains(where: { $0 == "tags" && !$1.isEmpty })
        {
            members["tags"] = .array(tags)
        }
        guard var signed = try signs.amount(amounts) else { return (.object(members), nil) }
        if options.isNegated == true, amounts["amount"] != nil {
            signed.kind = signed.kind == .expense ? .income : .expense
        }
        if let mark = options.decimalMark {
            signed.text = Self.plain(signed.text, mark)
        } else {
            try checkMarks(signed.text, members)
        }
        members["amount"] = .string(signed.text)
        guard case .string(let kind)? = members["kind"] else {
            if signed.kind == .expense || columns.contains("inflow") || columns.contains("outflow") {
                members["kind"] = .string(signed.kind.name)
            }
            return (.object(members), signed.kind)
        }
        if signed.hasSign, kind != signed.kind.name, kind != EntryKind.unsorted.name {
            throw InputError(
                "the amount has the sign of \(Self.noun(signed.kind)), and the line says “\(kind)”. Change one of them."
            )
        }
        return (.object(members), nil)
    }

    private static func noun(_ kind: EntryKind) -> String { kind == .income ? "an income" : "an expense" }

    private static func kind(_ text: String) throws(InputError) -> EntryKind {
        switch text.lowercased() {
        case "debit", "dbit", "dr", "outflow", "withdrawal": return .expense
        case "credit", "crdt", "cr", "inflow", "deposit": return .income
        case let name:
            do {
                return try EntryKind.named(name)
            } catch {
                throw InputError(verbatim: error.message)
            }
        }
    }

    /// The texts of a line, the payee's first, each once.
    private static func note(_ notes: [(name: String, text: String)]) -> String {
        guard notes.count > 1 else { return notes[0].text }
        var texts: [String] = []
        for note in notes.filter({ $0.name == "payee" }) + notes.filter({ $0.name != "payee" }) {
            let text = note.text.trimmed
            if !text.isEmpty, !texts.contains(text) { texts.append(text) }
        }
        return texts.joined(separator: ", ")
    }

    /// The parts of a line that Daybook wrote.
    private static func parts(_ text: String) throws(InputError) -> JSONValue {
        do {
            return try JSONValue(Array(text.utf8))
        } catch {
            throw InputError("parts", "“\(text.excerpt)” isn't a list of parts in JSON.")
        }
    }

    /// A mark that nobody sees may be a tag in a line that Daybook wrote, which has an id; elsewhere it is debris.
    private static func tags(_ text: String, hasID: Bool) -> [JSONValue] {
        text.parts { $0 == "," }.map { String($0) }.filter { hasID ? !$0.trimmed.isEmpty : !$0.isBlank }
            .map { .string($0) }
    }

    /// Beside semicolons and tabs an amount that may have decimals or thousands is refused: where a comma parts decimals,
    /// a point parts thousands, and 1.250 is no amount of a currency that hasn't three decimals.
    private func checkMarks(_ amount: String, _ members: [String: JSONValue]) throws(InputError) {
        // Daybook's own file has an id, and decimals after a point.
        guard table.separator != UInt8(ascii: ",") || members["id"] == nil else { return }
        var currency = amount.filter { $0.isLetter }
        if case .string(let code)? = members["currency"] { currency = code }
        let parts = amount.filter { $0.isNumber || $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 3, Amount.mayBeOne(String(parts[0]), String(parts[1])),
            Currency(currency)?.minorDigits ?? 2 < 3
        else { return }
        throw InputError(
            ofTable: .twoReadings(amount, "\(parts[0])\(parts[1])", "\(parts[0]).\(parts[1])0"))
    }

    /// An amount that can be read in one way, a point before its decimals; as it is where it has several such marks.
    private static func plain(_ amount: String, _ mark: DecimalMark) -> String {
        let scalars = amount.scalars
        let other: Unicode.Scalar = mark == .point ? "," : "."
        guard scalars.count(where: { $0 == mark.scalar }) < 2, let last = scalars.lastIndex(where: Self.isDigit) else {
            return amount
        }
        // The point of Rs.500 is none of the number.
        let first = scalars.firstIndex(where: Self.isDigit) ?? 0
        let number = scalars[first...last].filter { $0 != other }.map { $0 == mark.scalar ? "." : $0 }
        // 1.250 might have thousands, and 1.2500 can't.
        let decimals = number.lastIndex(of: ".").map { number.count - 1 - $0 } ?? 0
        return String(Array(scalars[..<first]) + number + (decimals == 3 ? ["0"] : []) + Array(scalars[(last + 1)...]))
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

extension EntryCSV {
    public static let columns = columns(Entry.fields)

    static func columns(_ list: FieldList<Entry>) -> FileColumns<Entry> {
        let first: [Field] = [.day, .kind, .amount, .note, .place, .tag, .voice, .todo, .createdAt]
        let specs = first.flatMap { field in list.specs.filter { $0.field == field } }
        return FileColumns(
            specs + list.specs.filter { !first.contains($0.field) },
            others: ["outflow", "inflow"] + FileColumns(Transfer.fields.specs, others: [], aliases: [:]).own,
            // The names that banks and other programs give.
            aliases: [
                "day": "date bookingdate transactiondate posteddate postingdate valuedate",
                "kind": "type", "amount": "value sum", "currency": "currencycode",
                "note": "notes description memo", "place": "location",
                "tags": "tag labels category categories", "createdAt": "created",
                "outflow": "debit expense expenses withdrawal withdrawals moneyout paidout spent",
                "inflow": "credit income deposit deposits moneyin paidin received",
            ])
    }
}
