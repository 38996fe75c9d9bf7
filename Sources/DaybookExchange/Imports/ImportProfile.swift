public import DaybookCore

/// The answers of a person about the files of one kind, so that the next one asks nothing.
public struct ImportProfile: Equatable, Sendable {
    /// Tells the kind: its line of names, or its format.
    public let kind: String
    /// Where its entries go; nil where nobody said it.
    public var account: EntityID?
    /// The answers about the file itself: the order of dates, its columns, its decimals and its sign.
    public private(set) var options: ImportOptions

    /// Makes the profile of what was said just now.
    public init(kind: String, account: EntityID?, _ options: ImportOptions) {
        (self.kind, self.account) = (kind, account)
        self.options = ImportOptions()
        self.options.take(options)
        (self.options.dateOrder, self.options.usualDateOrder) = (options.dateOrder ?? options.usualDateOrder, nil)
    }

    /// The kind of a file; nil if it leaves nothing open that could be remembered.
    public static func kind(of bytes: [UInt8]) -> String? {
        if let format = BankFile.format(of: bytes) {
            return format == .csv ? table(bytes) : format.profileKind
        }
        let isWide =
            bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        var start = bytes.prefix(4_096).drop { !isWide && $0 <= 0x20 }
        // Bytes behind the line may be cut in the middle of a letter.
        if !isWide { start = start.prefix { $0 != 0x0A && $0 != 0x0D } }
        guard let first = start.first, first != UInt8(ascii: "["), first != UInt8(ascii: "{"),
            let (text, _) = try? TextEncoding.decode(Array(start))
        else { return nil }
        let line = BankLine.lines(text).first { !$0.text.isBlank }?.text.trimmed.lowercased() ?? ""
        return line.contains { ",;\t".contains($0) } ? line : nil
    }

    /// The profile of a bank's CSV: the names of its columns, wherever they stand.
    private static func table(_ bytes: [UInt8]) -> String? {
        var start = Array(bytes.prefix(256 << 10))
        if start.count < bytes.count, let end = start.lastIndex(of: 0x0A) { start = Array(start[...end]) }
        guard let (text, _) = try? TextEncoding.decode(start), let layout = try? CSVLayout(text) else { return nil }
        guard layout.header != nil else { return "CSV of \(layout.names.count) columns without names" }
        let mark = Character(Unicode.Scalar(layout.separator))
        return layout.records.values(layout.header ?? 0).joined(separator: String(mark)).lowercased()
    }

    /// True where nothing is said.
    public var isEmpty: Bool { account == nil && options == ImportOptions() }

    /// True where the account may be left to what was said before: QIF has nothing that tells the files of one account from
    /// those of others.
    public var tellsAccount: Bool { kind != BankFile.Format.qif.rawValue }

    /// The answers as a book keeps them.
    public var answers: [UInt8] {
        let json = JSONWriter.object { json in
            if let order = options.dateOrder { json.member("dateOrder", order.rawValue) }
            if let mark = options.decimalMark { json.member("decimalMark", mark.rawValue) }
            if let isNegated = options.isNegated { json.member(isNegated ? "negated" : "notNegated", true) }
            json.member("leaveOut", options.leftOut)
            json.member("columns", options.columns.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        }
        return json.bytes
    }

    /// Nil for what no version before this one wrote.
    public init?(kind: String, account: EntityID?, answers: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(answers) else { return nil }
        func text(_ value: JSONValue?) -> String? { if case .string(let text)? = value { text } else { nil } }
        func texts(_ name: String) -> [String] {
            if case .array(let values)? = members[name] { values.compactMap { text($0) } } else { [] }
        }
        (self.kind, self.account) = (kind, account)
        options = ImportOptions()
        options.dateOrder = text(members["dateOrder"]).flatMap { DateOrder(rawValue: $0) }
        options.decimalMark = text(members["decimalMark"]).flatMap { DecimalMark(rawValue: $0) }
        options.isNegated =
            members["negated"] == .bool(true) ? true : members["notNegated"] == .bool(true) ? false : nil
        options.leftOut = texts("leaveOut")
        let columns = texts("columns")
        for index in stride(from: 0, to: columns.count - 1, by: 2) {
            options.columns[columns[index]] = columns[index + 1]
        }
    }

    /// The answers about the file, as options of the command line.
    public var words: [String] {
        var words: [String] = []
        if let order = options.dateOrder { words.append("--date-order \(order.rawValue)") }
        if let mark = options.decimalMark { words.append("--decimal-mark \(mark.rawValue)") }
        if let isNegated = options.isNegated { words.append(isNegated ? "--negate" : "--no-negate") }
        words += options.columns.sorted { $0.key < $1.key }.map { "--column \"\($0.key)=\($0.value)\"" }
        words += options.leftOut.map { "--leave-out \"\($0)\"" }
        return words
    }
}

extension BankFile.Format {
    /// The kind of its files; nil where nothing is open in them.
    fileprivate var profileKind: String? {
        switch self {
        case .qif, .ynab: rawValue
        case .ofx, .camt, .mt940, .actual, .firefly, .csv: nil
        }
    }
}

extension ImportOptions {
    /// Takes from others what is said there of a file, and here isn't.
    public mutating func take(_ other: ImportOptions) {
        if dateOrder == nil { usualDateOrder = usualDateOrder ?? other.dateOrder }
        decimalMark = decimalMark ?? other.decimalMark
        isNegated = isNegated ?? other.isNegated
        if leftOut.isEmpty { leftOut = other.leftOut }
        if columns.isEmpty { columns = other.columns }
    }
}
