import DaybookCore

/// Reads MT940: lines that begin with a tag such as `:61:`, and others that go on with the one before.
struct MT940Reader {
    private struct Field {
        let line: Int
        let tag: String
        var lines: [String]
    }

    private var scan = BankScan(usualMark: ",")
    private var row: ScannedRow?
    private var information: [String] = []
    /// Where the statement began whose closing balance didn't come yet.
    private var openSince: Int?

    static func scan(_ bytes: [UInt8]) -> BankScan {
        var reader = MT940Reader()
        for field in fields(bytes) { reader.read(field) }
        reader.endRow()
        reader.endStatement()
        return reader.scan
    }

    private static func fields(_ bytes: [UInt8]) -> [Field] {
        var fields: [Field] = []
        var goesOn = false
        for (number, line) in BankLine.lines(bytes) {
            var line = line
            // The blocks of SWIFT stand around a message, and a hyphen behind it.
            if let start = line.firstIndex(of: "{"), line.hasPrefix("{") {
                line = line[start...].split(separator: "{4:", maxSplits: 1).dropFirst().first.map { String($0) } ?? ""
            }
            let end = line.trimmed
            if end == "-" || end == "-}" { goesOn = false }
            if let (tag, value) = tagged(line) {
                fields.append(Field(line: number, tag: tag, lines: [value]))
                goesOn = true
            } else if goesOn, !end.isEmpty {
                fields[fields.count - 1].lines.append(line)
            }
        }
        return fields
    }

    /// `:61:` and what follows it.
    private static func tagged(_ line: String) -> (String, String)? {
        let rest = line.utf8.dropFirst()
        guard line.utf8.first == UInt8(ascii: ":"), let end = rest.prefix(4).firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let tag = String(decoding: rest[..<end], as: UTF8.self)
        let isTag = tag == "NS" || tag.utf8.count >= 2 && tag.utf8.prefix(2).allSatisfy { (0x30...0x39).contains($0) }
        return isTag ? (tag, String(decoding: rest[end...].dropFirst(), as: UTF8.self)) : nil
    }

    private mutating func read(_ field: Field) {
        let text = field.lines[0].trimmed
        switch field.tag {
        case "20":
            endRow()
            endStatement()
            scan.statements.append(ScannedStatement())
            openSince = field.line
        case "25", "25P": change { if $0.account.isEmpty { $0.account = text } }
        case "60F", "60M": change { $0.currency = Self.balance(text)?.amount.currency ?? "" }
        case "61":
            endRow()
            row = Self.row(field)
        case "86", "NS": if row != nil { information += field.lines }
        case "62F", "62M":
            endRow()
            openSince = nil
            let balance = Self.balance(text)
            let isLast = field.tag == "62F"
            change { statement in
                if statement.currency.isEmpty { statement.currency = balance?.amount.currency ?? "" }
                // One that can't be read is told.
                if isLast { statement.closing = balance ?? ScannedBalance() }
            }
        default: endRow()
        }
    }

    private mutating func change(_ body: (inout ScannedStatement) -> Void) {
        if scan.statements.isEmpty { scan.statements.append(ScannedStatement()) }
        body(&scan.statements[scan.statements.count - 1])
    }

    private mutating func endRow() {
        guard var row else { return }
        row.texts = Self.texts(information) + row.texts
        change { $0.rows.append(row) }
        self.row = nil
        information = []
    }

    private mutating func endStatement() {
        guard let line = openSince else { return }
        scan.problems.append(
            BankProblem(
                line: line,
                "the statement has no closing balance (:62F:), so it may be cut off. Download the file again."))
        openSince = nil
    }

    /// `C260131EUR1234,56`.
    private static func balance(_ text: String) -> ScannedBalance? {
        let bytes = Array(text.utf8)
        guard bytes.count > 7, let mark = text.first, mark == "C" || mark == "D" else { return nil }
        let code = bytes[7...].prefix { (0x41...0x5A).contains($0) }
        let amount = ScannedAmount(
            text: String(decoding: bytes[code.endIndex...], as: UTF8.self).trimmed, isDebit: mark == "D",
            currency: String(decoding: code, as: UTF8.self))
        return ScannedBalance(amount: amount, day: date(bytes[1..<7])?.day)
    }

    /// A day of six digits: its parts, and the day if it exists. Banks count months of 30 days, also in February.
    private static func date(_ digits: ArraySlice<UInt8>) -> (year: Int64, month: Int64, day: CivilDate?)? {
        guard digits.count == 6, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        let year = number / 10_000 + (number < 690_000 ? 2_000 : 1_900)
        let month = number / 100 % 100
        return (year, month, CivilDate(year: year, month: month, day: number % 100))
    }

    /// `2601020103D12,50NMSCNONREF//8327000090031789`: the value date, the day of booking without a year, the sign, the
    /// amount, the type, the customer's reference and the bank's.
    private static func row(_ field: Field) -> ScannedRow {
        var row = ScannedRow(line: field.line)
        var rest = Array(field.lines[0].utf8)[...]
        row.writtenDay = String(decoding: rest.prefix(6), as: UTF8.self)
        guard let value = date(rest.prefix(6)) else {
            row.problem = Sentence(.badDay(row.writtenDay))
            return row
        }
        row.valueDay = value.day
        rest = rest.dropFirst(6).drop { $0 == 0x20 }
        let entry = rest.prefix { (0x30...0x39).contains($0) }
        if entry.isEmpty {
            row.day = value.day
        } else {
            row.writtenDay = String(decoding: entry, as: UTF8.self)
            row.day = day(entry, near: value)
            rest = rest[entry.endIndex...]
        }
        if row.day == nil { row.problem = Sentence(.badDay(row.writtenDay)) }
        // R is a reversal: RC takes back what came in. E is expected.
        var mark = ""
        rest = rest.drop { $0 == 0x20 }
        while let byte = rest.first, (0x41...0x5A).contains(byte), mark.utf8.count < 3 {
            mark.unicodeScalars.append(Unicode.Scalar(byte))
            rest = rest.dropFirst()
        }
        switch mark.prefix(2) {
        case "RC": row.amount.isDebit = true
        case "RD": row.amount.isDebit = false
        case _ where mark.hasPrefix("C"): row.amount.isDebit = false
        case _ where mark.hasPrefix("D"): row.amount.isDebit = true
        default: row.problem = row.problem ?? "“\(field.lines[0].excerpt)” doesn't say C or D before the amount."
        }
        let amount = rest.prefix { !(0x41...0x5A).contains($0) }
        row.amount.text = String(decoding: amount, as: UTF8.self).trimmed
        let references = String(decoding: rest[amount.endIndex...].dropFirst(4), as: UTF8.self)
        if let slashes = references.utf8.indices.first(where: { references.utf8[$0...].starts(with: "//".utf8) }) {
            row.bankID = String(decoding: references.utf8[slashes...].dropFirst(2), as: UTF8.self)
        }
        row.texts = Array(field.lines.dropFirst())
        return row
    }

    /// The day of four digits in the year that brings it nearest to the value date.
    private static func day(
        _ digits: ArraySlice<UInt8>, near value: (year: Int64, month: Int64, day: CivilDate?)
    ) -> CivilDate? {
        guard digits.count == 4, let number = Int64(String(decoding: digits, as: UTF8.self)),
            let near = value.day ?? CivilDate(year: value.year, month: value.month, day: 28)
        else { return nil }
        let days = (-1...1).compactMap {
            CivilDate(year: value.year + $0, month: number / 100, day: number % 100)
        }
        return days.min { left, right in
            abs(left.daysSince1970 - near.daysSince1970) < abs(right.daysSince1970 - near.daysSince1970)
        }
    }

    /// Reads `:86:`: parts that are numbered (`?20`), or named (`/NAME/`), or plain text. The payee is first.
    private static func texts(_ lines: [String]) -> [String] {
        let text = lines.joined()
        if let mark = text.utf8.dropFirst(3).first, "?<>+".utf8.contains(mark),
            text.utf8.prefix(3).allSatisfy({ (0x30...0x39).contains($0) })
        {
            return numbered(text, Unicode.Scalar(mark))
        }
        if text.hasPrefix("/"), let texts = named(text) { return texts }
        // A line of 65 characters goes on in the middle of a word.
        return [joined(lines, 65)]
    }

    /// Pieces as one text: one that is as long as there is room goes on in the next.
    private static func joined(_ pieces: [String], _ width: Int) -> String {
        var text = ""
        for piece in pieces { text += piece + (piece.unicodeScalars.count == width ? "" : " ") }
        return text
    }

    private static func numbered(_ text: String, _ mark: Unicode.Scalar) -> [String] {
        var (title, payee) = ("", "")
        var purpose: [String] = []
        for part in text.parts({ $0 == mark }).dropFirst() {
            let code = String(Array(part.prefix(2)))
            let value = String(Array(part.dropFirst(2)))
            switch Int(code) ?? -1 {
            case 0: title = value
            case 20...29, 60...63: purpose.append(value)
            case 32, 33: payee += value
            default: break
            }
        }
        return [payee, joined(purpose, 27), title]
    }

    private static func named(_ text: String) -> [String]? {
        let codes =
            "TRTP TRCD IBAN BIC NAME REMI EREF ORDP BENM CSID MARF PREF ADDR ID PURP RTRN ULTD ULTB ISDT CNTP USTD STRD SVCL BUSP CORT"
        var values: [String: String] = [:]
        var name = ""
        for part in text.split(separator: "/", omittingEmptySubsequences: false).map({ String($0) }) {
            if part.isOne(of: codes), values[part] == nil {
                name = part
            } else if !name.isEmpty {
                values[name] = values[name].map { $0.isEmpty ? part : $0 + "/" + part } ?? part
            }
        }
        let other = values["CNTP"]?.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first
        let texts = [values["NAME"] ?? other.map { String($0) }, values["REMI"], values["USTD"], values["STRD"]]
        let found = texts.compactMap { $0 }.filter { !$0.isEmpty }
        return found.isEmpty ? nil : found
    }
}
