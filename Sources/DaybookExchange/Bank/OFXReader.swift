import DaybookCore

/// Reads OFX 1 (SGML) and 2 (XML), also as QFX. A leaf needs no end: it ends where the next tag begins.
struct OFXReader {
    /// Elements that hold others, of all that mean something here, or have members of the same names.
    private static let aggregates: Set<String> = [
        "OFX", "SONRS", "STATUS", "STMTTRNRS", "CCSTMTTRNRS", "INVSTMTTRNRS", "STMTRS", "CCSTMTRS", "INVSTMTRS",
        "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "BANKACCTTO", "CCACCTTO", "BANKTRANLIST", "BANKTRANLISTP",
        "INVTRANLIST", "INVBANKTRAN", "INVTRAN", "STMTTRN", "STMTTRNP", "PAYEE", "CURRENCY", "ORIGCURRENCY",
        "LEDGERBAL", "AVAILBAL", "INVBAL", "BALLIST", "BAL", "INVPOSLIST", "SECLIST",
    ]
    private static let statements: Set<String> = ["STMTRS", "CCSTMTRS", "INVSTMTRS"]

    private var scan = BankScan(usualMark: ".")
    private var open: [String] = []
    private var row: ScannedRow?
    private var members: [String: String] = [:]
    private var status: (line: Int, members: [String: String]) = (0, [:])

    static func scan(_ bytes: [UInt8]) throws(InputError) -> BankScan {
        var reader = OFXReader()
        try reader.read(bytes)
        return reader.scan
    }

    private mutating func read(_ bytes: [UInt8]) throws(InputError) {
        var markup = MarkupReader(bytes)
        var leaf: (name: String, text: String)?
        var isComplete = false
        func endLeaf(_ reader: inout OFXReader) {
            if let leaf, case let text = BankReading.collapsed(leaf.text), !text.isEmpty { reader.set(leaf.name, text) }
            leaf = nil
        }
        while let token = try markup.next() {
            switch token {
            case .text(let text): leaf?.text += text
            case .open(let name, _, let isClosed):
                endLeaf(&self)
                if Self.aggregates.contains(name) {
                    if !isClosed { try begin(name, at: markup.line) }
                } else {
                    leaf = (name, "")
                }
            case .close(let name):
                endLeaf(&self)
                if name == "OFX" { isComplete = true }
                end(name)
            }
        }
        guard isComplete else {
            throw InputError("it ends before </OFX>, so it is cut off. Download it from the bank again.")
        }
    }

    private mutating func begin(_ name: String, at line: Int) throws(InputError) {
        // An element that begins again has ended.
        if name == "STMTTRN" || Self.statements.contains(name) { end(name) }
        guard open.count < 32 else { throw InputError("line \(line) is nested too deep. Download the file again.") }
        open.append(name)
        switch name {
        case "STMTTRN": row = ScannedRow(line: line)
        case "STMTTRNP": scan.leaveOut(.pending)
        case "INVTRAN": scan.leaveOut(.investment)
        case "STATUS": status = (line, [:])
        case _ where Self.statements.contains(name): scan.statements.append(ScannedStatement())
        default: break
        }
    }

    /// Some banks end a statement by the name of another kind.
    private mutating func end(_ name: String) {
        let isStatement = Self.statements.contains(name)
        guard
            let index = open.lastIndex(of: name)
                ?? (isStatement ? open.lastIndex { Self.statements.contains($0) } : nil)
        else { return }
        if open[index...].contains("STMTTRN") { endRow() }
        open.removeSubrange(index...)
        if name == "STATUS", status.members["SEVERITY"] == "ERROR" {
            let words = ["CODE", "MESSAGE"].compactMap { status.members[$0] }.joined(separator: " ")
            scan.problems.append(
                BankProblem(line: status.line, "the bank reports an error instead of rows: \(words.excerpt)"))
        }
    }

    private mutating func set(_ name: String, _ text: String) {
        let parent = open.last ?? ""
        if row != nil {
            switch (parent, name) {
            case ("STMTTRN", _): members[name] = text
            case ("PAYEE", "NAME"): members[name] = members[name] ?? text
            case ("CURRENCY", "CURSYM"): row?.amount.currency = text
            default: break
            }
            return
        }
        if parent == "STATUS" { status.members[name] = text }
        guard !scan.statements.isEmpty else { return }
        let last = scan.statements.count - 1
        switch (parent, name) {
        case ("BANKACCTFROM", "ACCTID"), ("CCACCTFROM", "ACCTID"), ("INVACCTFROM", "ACCTID"):
            scan.statements[last].account = text
        case (_, "CURDEF"): scan.statements[last].currency = text
        case ("LEDGERBAL", "BALAMT"): scan.statements[last].closing = ScannedBalance(amount: ScannedAmount(text: text))
        case ("LEDGERBAL", "DTASOF"): scan.statements[last].closing?.day = Self.day(text)
        default: break
        }
    }

    private mutating func endRow() {
        guard var row else { return }
        row.writtenDay = members["DTPOSTED"] ?? ""
        row.day = Self.day(row.writtenDay)
        if row.day == nil, !row.writtenDay.isEmpty { row.problem = Sentence(.badDay(row.writtenDay)) }
        row.amount.text = members["TRNAMT"] ?? ""
        row.bankID = members["FITID"] ?? ""
        row.texts = ["NAME", "MEMO"].compactMap { members[$0] }
        if members["TRNTYPE"] == "CHECK", let number = members["CHECKNUM"] { row.texts.append(number) }
        if row.texts.isEmpty, let type = members["TRNTYPE"] { row.texts = [type] }
        if scan.statements.isEmpty { scan.statements.append(ScannedStatement()) }
        scan.statements[scan.statements.count - 1].rows.append(row)
        self.row = nil
        members = [:]
    }

    /// The day where the bank is: the first eight digits. A time zone behind them moves nothing.
    private static func day(_ text: String) -> CivilDate? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        guard digits.count >= 8, let number = Int64(String(decoding: digits.prefix(8), as: UTF8.self)) else {
            return CivilDate(String(text.prefix(10)))
        }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}
