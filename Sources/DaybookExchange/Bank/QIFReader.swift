import DaybookCore

/// Reads QIF: a line for each member of a row, and `^` behind it.
struct QIFReader {
    private enum Section { case rows, account, investments, other }

    static func scan(_ bytes: [UInt8]) -> BankScan {
        var scan = BankScan()
        var section = Section.other
        var account = ""
        var isOpen = false
        var members: [UInt8: String] = [:]
        var parts: [ScannedPart] = []
        var told: [(row: ScannedRow, word: BalanceWord, statement: Int)] = []
        var start = 0

        func end() {
            defer {
                members = [:]
                parts = []
            }
            guard !members.isEmpty else { return }
            switch section {
            case .other: return
            case .investments: return scan.leaveOut(.investment)
            case .account:
                account = members[UInt8(ascii: "N")] ?? ""
                isOpen = false
                return
            case .rows: break
            }
            if !isOpen { scan.statements.append(ScannedStatement(account: account)) }
            isOpen = true
            let category = members[UInt8(ascii: "L")] ?? ""
            let other = category.hasPrefix("[") ? category.dropFirst().prefix { $0 != "]" } : ""
            var row = ScannedRow(line: start)
            row.writtenDay = date(members[UInt8(ascii: "D")] ?? "")
            row.amount.text = members[UInt8(ascii: "T")] ?? members[UInt8(ascii: "U")] ?? ""
            row.isOpening = members[UInt8(ascii: "P")]?.lowercased() == "opening balance" && !other.isEmpty
            row.texts = [UInt8(ascii: "P"), UInt8(ascii: "M"), UInt8(ascii: "N")].compactMap { members[$0] }
            if other.isEmpty {
                row.tags = category.isEmpty ? [] : [category]
            } else {
                row.texts.append("[\(other)]")
                if !row.isOpening { scan.leaveOut(.transfer) }
            }
            row.parts = parts
            // A bank's line about the account is none of what came or went.
            if other.isEmpty, parts.isEmpty, let word = members[UInt8(ascii: "P")].flatMap({ BalanceWord($0) }) {
                told.append((row, word, scan.statements.count - 1))
                return
            }
            scan.leaveOut(.transfer, parts.count { $0.text.hasPrefix("[") })
            scan.statements[scan.statements.count - 1].rows.append(row)
        }

        for (number, line) in BankLine.lines(bytes) {
            let text = line.trimmed
            guard let code = text.utf8.first else { continue }
            if code == UInt8(ascii: "!") {
                end()
                let name = text.lowercased()
                if name.hasPrefix("!option:") || name.hasPrefix("!clear:") { continue }
                switch name.rest(after: "!type:")?.trimmed {
                case "bank", "cash", "ccard", "oth a", "oth l": section = .rows
                case "invst": section = .investments
                case nil where name.hasPrefix("!account"): section = .account
                case nil: section = .other
                case let other?:
                    // Banks of other countries call an account in their own words.
                    let lists = "cat class memorized prices security budget invitem template tag rate"
                    section = other.isOne(of: lists) ? .other : .rows
                }
                if section == .rows { isOpen = false }
            } else if code == UInt8(ascii: "^") {
                end()
            } else {
                if members.isEmpty { start = number }
                let value = String(decoding: text.utf8.dropFirst(), as: UTF8.self).trimmed
                switch code {
                case UInt8(ascii: "S"): parts.append(part(value))
                case UInt8(ascii: "$") where !parts.isEmpty: parts[parts.count - 1].amount = value
                case UInt8(ascii: "E") where !parts.isEmpty:
                    let place = parts.count - 1
                    parts[place].text = [parts[place].text, value].filter { !$0.isEmpty }.joined(separator: ", ")
                default: if members[code] == nil { members[code] = value }
                }
            }
        }
        for (row, word, statement) in told {
            // Its last line is what the account held in the end. Dates are read later.
            let last = scan.statements[statement].rows.last?.line ?? 0
            if word == .closing || word == .any && row.line > last && last > 0 {
                scan.statements[statement].closing = ScannedBalance(amount: row.amount)
            } else {
                scan.leaveOut(.opening)
            }
        }
        if section == .rows, !members.isEmpty {
            scan.problems.append(
                BankProblem(
                    line: start, "the last row has no ^ behind it, so the file may be cut off. Download it again."))
        }
        return scan
    }

    /// Makes a part of a category. The other account of a transfer doesn't become a tag.
    private static func part(_ category: String) -> ScannedPart {
        category.hasPrefix("[")
            ? ScannedPart(text: category) : ScannedPart(tags: category.isEmpty ? [] : [category])
    }

    /// `1/ 5'18` is 1/5/2018. A blank may stand for a leading zero. Two digits behind an apostrophe are a year from 2000 on.
    private static func date(_ text: String) -> String {
        let parts = text.filter { $0 != " " }.split(omittingEmptySubsequences: false) { "/-.'".contains($0) }
        guard parts.count == 3, let mark = text.first(where: { "/-.'".contains($0) }) else { return text }
        var year = String(parts[2])
        if year.utf8.count < 3, text.contains("'") || year.utf8.count == 1 {
            year = (year.utf8.count == 1 ? "200" : "20") + year
        }
        let separator = mark == "'" ? "/" : String(mark)
        return "\(parts[0])\(separator)\(parts[1])\(separator)\(year)"
    }
}

/// The lines of a file, which end with LF, CR LF or CR.
enum BankLine {
    static func lines(_ bytes: [UInt8]) -> [(number: Int, text: String)] {
        var lines: [(Int, String)] = []
        var start = 0
        func end(_ place: Int) {
            lines.append((lines.count + 1, String(decoding: bytes[start..<place], as: UTF8.self)))
        }
        for place in bytes.indices where bytes[place] == 0x0A || bytes[place] == 0x0D {
            if bytes[place] == 0x0A, place > 0, bytes[place - 1] == 0x0D {
                start = place + 1
                continue
            }
            end(place)
            start = place + 1
        }
        if start < bytes.count { end(bytes.count) }
        return lines
    }
}
