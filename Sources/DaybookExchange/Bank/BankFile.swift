public import DaybookCore

/// The contents of a bank's file, or of that of a program for money: the same for every format.
public struct BankFile: Equatable, Sendable {
    /// The formats that banks write, and what programs for money export.
    public enum Format: String, Sendable {
        case ofx = "OFX"
        case qif = "QIF"
        case camt = "CAMT"
        case mt940 = "MT940"
        case actual = "Actual"
        case ynab = "YNAB"
        case firefly = "Firefly III"
        case csv = "CSV"

        /// True where it is CSV of a program for money, which has all accounts of a person by their names.
        public var isOfProgram: Bool {
            switch self {
            case .ofx, .qif, .camt, .mt940, .csv: false
            case .actual, .ynab, .firefly: true
            }
        }
    }

    public let format: Format
    public let encoding: TextEncoding
    public let statements: [BankStatement]
    /// Things that can't be read, in the order of the file. No statement has these rows.
    public let problems: [BankProblem]
    /// How many there are in the file of what no entry can hold, or is to.
    public let leftOut: [BankLeftOut: Int]
    /// The usual currency, if an amount names none and so is in that.
    public let usualCurrency: Currency?
    /// The columns of a CSV, and what they are taken for.
    public private(set) var columns: [BankColumn] = []
    /// The error of a CSV in which no rows were found.
    private var tableEmptiness: InputError?

    /// In bytes.
    public static let greatestSize = 256 << 20

    /// Why there is nothing in it to import; nil if there is something.
    public var emptiness: InputError? {
        guard statements.allSatisfy({ $0.rows.isEmpty && $0.opening == nil }), problems.isEmpty else { return nil }
        let others = BankLeftOut.allCases.compactMap { what in leftOut[what].map { what.words($0) } }
        guard !others.isEmpty else {
            return tableEmptiness ?? InputError("it has no rows. Export a longer time from the bank.")
        }
        return InputError("it has no rows that can be entries, only \(others.joined(separator: ", ")).")
    }

    /// The columns with values that mean nothing here.
    public var columnsLeftOut: [String] {
        columns.filter { $0.meaning == ColumnMeaning.none && !$0.isEmpty }.map(\.name)
    }

    /// All rows, in the order of the file.
    public var rows: [BankRow] { statements.flatMap(\.rows) }

    public var rowCount: Int { statements.reduce(0) { $0 + $1.rows.count } }

    /// Names the format that bytes are in; nil if it is none of a bank.
    public static func format(of bytes: [UInt8]) -> Format? {
        // The letters that matter are ASCII, also in UTF-16.
        let head = BankLine.lines(bytes.prefix(8_192).filter { (1..<0x80).contains($0) }).map { $0.text.trimmed }
        guard let first = head.first(where: { !$0.isEmpty }) else { return nil }
        func begins(_ starts: String...) -> Bool { head.contains { line in starts.contains { line.hasPrefix($0) } } }
        func has(_ part: StaticString) -> Bool { head.contains { part.isPart(of: $0) } }
        let start = first.prefix(12).lowercased()
        if ["!type:", "!account", "!option:", "!clear:"].contains(where: { start.hasPrefix($0) }) { return .qif }
        if first.hasPrefix("OFXHEADER") || has("<OFX") || has("<?OFX") { return .ofx }
        if first.hasPrefix("<"), has("BkToCstmr") || has("camt.05") { return .camt }
        if begins(":20:") && begins(":25", ":28", ":60") { return .mt940 }
        return BudgetReader.format(of: first) ?? (BankTable.isOne(bytes) ? .csv : nil)
    }

    /// - Parameters:
    ///   - bytes: those of a file of a format.
    ///   - order: the order of dates that may be read in two ways, if somebody said it.
    ///   - usual: the currency of amounts that name none.
    public init(_ bytes: [UInt8], _ format: Format, order: DateOrder? = nil, usual: Currency) throws(InputError) {
        try self.init(BankInput(bytes, format), order: order, usual: usual)
    }

    /// - Parameters:
    ///   - order: the order of dates that may be read in two ways, if somebody said it.
    ///   - usualOrder: that of another file of the kind, for where this one leaves it open.
    ///   - usual: the currency of amounts that name none.
    public init(
        _ input: BankInput, order: DateOrder? = nil, usualOrder: DateOrder? = nil, usual: Currency
    ) throws(InputError) {
        var options = ImportOptions()
        (options.dateOrder, options.usualDateOrder) = (order, usualOrder)
        try self.init(input, options, usual: usual)
    }

    /// - Parameters:
    ///   - options: what somebody said of the file.
    ///   - usual: the currency of amounts that name none.
    ///   - accounts: those of the book. An account that the file names says the currency of its amounts.
    public init(
        _ input: BankInput, _ options: ImportOptions, usual: Currency, accounts: [MoneyAccount] = []
    ) throws(InputError) {
        guard input.files.reduce(0, { $0 + $1.bytes.count }) <= Self.greatestSize else {
            throw InputError("it has more than 256 MiB. Export a shorter time from the bank.")
        }
        var (scan, encoding) = (BankScan(), TextEncoding.utf8)
        var columns: [BankColumn] = []
        var tables: [BankReading] = []
        for (index, file) in input.files.enumerated() {
            do throws(InputError) {
                let (text, own) = try TextEncoding.decode(file.bytes)
                if index == 0 { encoding = own }
                if input.format == .csv {
                    var reader = try CSVReader(text, options, usual: usual, accounts, in: file.name)
                    columns = reader.columns
                    tables.append(reader.read())
                    tableEmptiness = reader.emptiness
                    continue
                }
                let part = try Self.scan(text, input.format, input.categories)
                if index == 0 { (scan.usualMark, scan.isStrict) = (part.usualMark, part.isStrict) }
                scan.append(part, of: file.name)
            } catch {
                throw file.name.isEmpty ? error : InputError(error.reason.at(file.name.excerpt))
            }
        }
        scan.leaveOut(.file, input.others)
        self.columns = columns
        format = input.format
        self.encoding = encoding
        var reading = BankReading(
            scan, order: options.dateOrder, usualOrder: options.usualDateOrder, usual: usual, accounts)
        for table in tables { reading.append(table) }
        statements = reading.statements
        problems = reading.problems.sorted { $0.line < $1.line }
        leftOut = reading.leftOut.filter { $0.value > 0 }
        usualCurrency = reading.hasUsualCurrency ? usual : nil
    }

    private static func scan(
        _ text: [UInt8], _ format: Format, _ categories: CategoryTags
    ) throws(InputError) -> BankScan {
        switch format {
        case .ofx: return try OFXReader.scan(text)
        case .qif: return QIFReader.scan(text)
        case .camt: return try CAMTReader.scan(text)
        case .mt940: return MT940Reader.scan(text)
        case .actual, .ynab, .firefly: return try BudgetReader.scan(text, format, categories)
        // Its rows are read one by one.
        case .csv: return BankScan()
        }
    }
}

/// The rows of one account in some days.
public struct BankStatement: Equatable, Sendable {
    /// The account as the file has it; empty where it names none.
    public let account: String
    public internal(set) var rows: [BankRow]
    public internal(set) var closing: BankBalance?
    /// The opening, if a program says it.
    public internal(set) var opening: BankBalance?
    /// Which of `MoneyAccount.kinds` it is.
    let kind: String
}

/// The balance of an account in the end.
public struct BankBalance: Equatable, Sendable {
    public let amount: Amount
    public let isNegative: Bool
    public let day: CivilDate?
}

/// Things that can't be read, and why.
public struct BankProblem: Equatable, Sendable {
    public let line: Int
    public let message: String
    /// The same without the options of the command line, and what a person may answer.
    public let reason: Sentence
    public let question: ImportQuestion?

    init(line: Int, _ reason: Sentence) { self.init(line: line, InputError(reason), in: "") }

    /// - Parameter file: in which of several it is; empty for a file alone.
    init(line: Int, _ error: InputError, in file: String) {
        self.line = line
        message = (file.isEmpty ? "" : "\(file.excerpt): ") + error.message
        (reason, question) = (file.isEmpty ? error.reason : error.reason.at(file.excerpt), error.question)
    }
}

/// Parts of a file that become no entry.
public enum BankLeftOut: CaseIterable, Sendable {
    case pending, information, investment, opening, valueDay, part, transfer, category, balance, split, state, file
    case currency

    /// How a message calls so many of them.
    public func words(_ count: Int) -> String {
        let (one, many) =
            switch self {
            case .pending: ("row that isn't booked yet", "rows that aren't booked yet")
            case .information: ("row that only informs", "rows that only inform")
            case .investment: ("trade of an investment", "trades of investments")
            case .opening: ("opening balance", "opening balances")
            case .valueDay: ("value date that isn't the day of booking", "value dates that aren't the day of booking")
            case .part: ("part of a row, which is one entry", "parts of rows, which are one entry each")
            case .transfer: ("other account of a transfer", "other accounts of transfers")
            case .category:
                ("category of a transfer that no envelope has", "categories of transfers that no envelope has")
            case .balance: ("closing balance that can't be read", "closing balances that can't be read")
            case .split:
                ("part of a split that is an entry of its own", "parts of splits that are entries of their own")
            case .state: ("mark of a cleared row", "marks of cleared rows")
            case .currency: ("row in another currency than the account", "rows in another currency than the account")
            case .file: ("file in it that isn't a bank's", "files in it that aren't a bank's")
            }
        return "\(count) \(count == 1 ? one : many)"
    }
}

extension StaticString {
    /// Tells whether a text has this one in it, byte by byte.
    fileprivate func isPart(of text: String) -> Bool {
        withUTF8Buffer { part in
            let bytes = Array(text.utf8)
            guard let first = part.first, bytes.count >= part.count else { return false }
            return (0...bytes.count - part.count).contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
        }
    }
}
