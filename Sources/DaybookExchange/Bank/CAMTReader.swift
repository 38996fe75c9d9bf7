import DaybookCore

/// Reads CAMT.052, .053 and .054 in every version: namespaces are ignored, and what versions write in two ways is read
/// in both.
struct CAMTReader {
    private static let reports: Set<String> = ["BkToCstmrStmt", "BkToCstmrAcctRpt", "BkToCstmrDbtCdtNtfctn"]

    /// The first versions have their number behind the name.
    private static func isReport(_ name: String) -> Bool {
        reports.contains(name) || name.hasSuffix("V01") && reports.contains(String(name.dropLast(3)))
    }

    /// One of the payments that an entry is about.
    private struct Details {
        var members: [String: String] = [:]
        var remittance: [String] = []
    }

    private var scan = BankScan(usualMark: ".", isStrict: true)
    private var open: [String] = []
    /// How many names there were before the statement, the entry, its details, a balance; nil outside of one.
    private var statementDepth: Int?
    private var entryDepth: Int?
    private var detailsDepth: Int?
    private var balanceDepth: Int?
    private var entry: [String: String] = [:]
    private var entryLine = 0
    private var details: [Details] = []
    private var balance: [String: String] = [:]
    private var text = ""
    private var currency = ""

    static func scan(_ bytes: [UInt8]) throws(InputError) -> BankScan {
        var reader = CAMTReader()
        try reader.read(bytes)
        return reader.scan
    }

    private mutating func read(_ bytes: [UInt8]) throws(InputError) {
        var markup = MarkupReader(bytes)
        while let token = try markup.next() {
            switch token {
            case .text(let more): text += more
            case .open(let name, let attributes, let isClosed):
                guard open.count < 64 else {
                    throw InputError("line \(markup.line) is nested too deep. Download the file again.")
                }
                if name == "Amt" { currency = MarkupReader.attribute("Ccy", in: attributes) }
                begin(name, at: markup.line)
                if isClosed { end() }
            case .close(let name):
                guard let last = open.last, last == name else {
                    throw InputError(
                        "line \(markup.line) ends <\(name.excerpt)>, and \(open.last.map { "<\($0.excerpt)>" } ?? "nothing") "
                            + "is open there. The file is damaged. Download it again.")
                }
                end()
            }
        }
        if let last = open.last {
            throw InputError("it ends before </\(last.excerpt)>, so it is cut off. Download it from the bank again.")
        }
    }

    private mutating func begin(_ name: String, at line: Int) {
        if statementDepth == nil, let parent = open.last, Self.isReport(parent),
            name.isOne(of: "Stmt Rpt Ntfctn")
        {
            statementDepth = open.count + 1
            scan.statements.append(ScannedStatement())
        } else if statementDepth == open.count, name == "Ntry" {
            entryDepth = open.count + 1
            (entry, entryLine, details) = ([:], line, [])
        } else if statementDepth == open.count, name == "Bal" {
            balanceDepth = open.count + 1
            balance = [:]
        } else if entryDepth != nil, detailsDepth == nil, name == "TxDtls" {
            detailsDepth = open.count + 1
            details.append(Details())
        }
        open.append(name)
        text = ""
    }

    private mutating func end() {
        let value = BankReading.collapsed(text)
        if !value.isEmpty { set(value) }
        text = ""
        switch open.count {
        case detailsDepth: detailsDepth = nil
        case entryDepth:
            endEntry()
            entryDepth = nil
        case balanceDepth:
            endBalance()
            balanceDepth = nil
        case statementDepth: statementDepth = nil
        default: break
        }
        open.removeLast()
    }

    /// Keeps a value by the names around it.
    private mutating func set(_ value: String) {
        guard let statementDepth else { return }
        let depth = detailsDepth ?? entryDepth ?? balanceDepth ?? statementDepth
        guard depth < open.count else { return }
        let name = open[depth...].filter { $0 != "Pty" }.joined(separator: "/")
        if detailsDepth != nil {
            let last = details.count - 1
            if name.hasPrefix("RmtInf/Ustrd") { details[last].remittance.append(value) }
            details[last].members[name] = details[last].members[name] ?? value
            if name.hasSuffix("Amt"), !currency.isEmpty { details[last].members[name + "@"] = currency }
        } else if entryDepth != nil {
            entry[name] = entry[name] ?? value
            if name.hasSuffix("Amt"), !currency.isEmpty { entry[name + "@"] = currency }
        } else if balanceDepth != nil {
            balance[name] = value
            if name == "Amt" { balance["Amt@"] = currency }
        } else {
            let last = scan.statements.count - 1
            switch name {
            case "Acct/Id/IBAN", "Acct/Id/Othr/Id", "Acct/Id/PrtryAcct/Id": scan.statements[last].account = value
            case "Acct/Ccy": scan.statements[last].currency = value
            default: break
            }
        }
    }

    private mutating func endBalance() {
        guard balance["Tp/CdOrPrtry/Cd"] == "CLBD", let amount = balance["Amt"] else { return }
        scan.statements[scan.statements.count - 1].closing = ScannedBalance(
            amount: ScannedAmount(
                text: amount, isDebit: balance["CdtDbtInd"] == "DBIT", currency: balance["Amt@"] ?? ""),
            day: (balance["Dt/Dt"] ?? balance["Dt/DtTm"]).flatMap { Self.day($0) })
    }

    private mutating func endEntry() {
        switch entry["Sts/Cd"] ?? entry["Sts"] {
        case "PDNG", "FUTR": return scan.leaveOut(.pending)
        case "INFO": return scan.leaveOut(.information)
        default: break
        }
        var row = ScannedRow(line: entryLine)
        let value = entry["ValDt/Dt"] ?? entry["ValDt/DtTm"]
        row.valueDay = value.flatMap { Self.day($0) }
        row.writtenDay = entry["BookgDt/Dt"] ?? entry["BookgDt/DtTm"] ?? value ?? ""
        row.day = Self.day(row.writtenDay)
        if row.day == nil, !row.writtenDay.isEmpty { row.problem = Sentence(.badDay(row.writtenDay)) }
        row.amount = ScannedAmount(text: entry["Amt"] ?? "", currency: entry["Amt@"] ?? "")
        switch entry["CdtDbtInd"] {
        case "CRDT": row.amount.isDebit = false
        case "DBIT": row.amount.isDebit = true
        case let other: row.problem = "“\((other ?? "").excerpt)” says neither CRDT nor DBIT."
        }
        row.bankID = entry["AcctSvcrRef"] ?? (details.count == 1 ? details[0].members["Refs/AcctSvcrRef"] : nil) ?? ""
        let isDebit = row.amount.isDebit == true
        if details.count <= 1 {
            row.texts = details.first.map { texts($0, isDebit) } ?? []
            row.texts += foreign(entry)
        } else {
            scan.leaveOut(.part, details.count)
            let most = 10
            for part in details.prefix(most) {
                let amount = part.members["AmtDtls/TxAmt/Amt"] ?? part.members["Amt"]
                row.texts.append((texts(part, isDebit) + [amount].compactMap { $0 }).joined(separator: " "))
            }
            if details.count > most { row.texts.append("and \(details.count - most) more") }
        }
        if let more = entry["AddtlNtryInf"] { row.texts.append(more) }
        scan.statements[scan.statements.count - 1].rows.append(row)
    }

    /// Who the other one is, and what it was for. Where a payment comes back, its roles are those that it had.
    private func texts(_ details: Details, _ isDebit: Bool) -> [String] {
        let isReversed = entry["RvslInd"] == "true" || entry["RvslInd"] == "1"
        let roles = isDebit != isReversed ? ["Cdtr", "UltmtCdtr"] : ["Dbtr", "UltmtDbtr"]
        let payee = roles.lazy.compactMap { details.members["RltdPties/\($0)/Nm"] }.first
        let others = [
            details.remittance.joined(separator: " "), details.members["RmtInf/Strd/CdtrRefInf/Ref"] ?? "",
            details.members["AddtlTxInf"] ?? "",
        ]
        return [payee ?? ""] + others + foreign(details.members)
    }

    /// The amount that was paid, where it is in another currency.
    private func foreign(_ members: [String: String]) -> [String] {
        guard let amount = members["AmtDtls/InstdAmt/Amt"], let code = members["AmtDtls/InstdAmt/Amt@"],
            code != entry["Amt@"]
        else { return [] }
        return ["\(code) \(amount)"]
    }

    /// The day where the bank is, of a date or of a time.
    private static func day(_ text: String) -> CivilDate? {
        let rest = text.utf8.dropFirst(10)
        guard rest.isEmpty || !(0x30...0x39).contains(rest.first ?? 0) else { return nil }
        return CivilDate(String(text.prefix(10)))
    }
}
