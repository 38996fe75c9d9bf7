public import DaybookCore

/// Entries as CSV (RFC 4180) with a line of names on top.
public enum EntryCSV {
    /// The columns, in the order in which they are written.
    public static let names = [
        "id", "day", "kind", "amount", "currency", "note", "place", "tags", "voice", "todo", "createdAt",
    ]

    /// - Parameter rows: in the order in which they are to stand there.
    public static func write(_ rows: [EntryRow], to output: inout [UInt8]) {
        append(names, to: &output)
        for entry in rows.map(\.entry) {
            append(
                [
                    entry.id.text, entry.day.text, entry.kind.name, entry.amount?.number ?? "",
                    entry.amount?.currency.code ?? "", entry.note, entry.place, entry.tags.joined(separator: ","),
                    entry.voice?.text ?? "", entry.todo?.text ?? "", entry.createdAt.text,
                ], to: &output)
        }
    }

    /// The lines of a file as the objects that they would be in JSON. Columns are parted by commas, or else by
    /// semicolons or tabs. They may stand in any order and may be missing, all but `amount`; those of other names are
    /// left out, and `unknown` is told them. An amount that may have decimals or thousands is refused.
    public static func read(
        _ bytes: [UInt8], unknown: ([String]) -> Void
    ) throws(InputError) -> [(line: Int, JSONValue)] {
        let (separator, allLines) = try parts(bytes)
        var lines = allLines[...]
        guard let header = lines.popFirst()?.1.map({ $0.trimmed }), header.contains("amount") else {
            throw InputError(
                "the first line has to name the columns in small letters, one of them amount, and of these what there is: "
                    + names.filter { $0 != "amount" }.joined(separator: ", ") + ".")
        }
        if let twice = names.first(where: { name in header.count { $0 == name } > 1 }) {
            throw InputError(
                "the first line names the column \"\(twice)\" twice; name the one to leave out otherwise.")
        }
        let others = header.filter { !names.contains($0) }
        if !others.isEmpty { unknown(others) }
        return try lines.map { line, values throws(InputError) in
            guard values.count == header.count else {
                throw InputError(
                    "line \(line) has \(values.count) \(values.count == 1 ? "column" : "columns"), "
                        + "the first line \(header.count).")
            }
            let hasID = zip(header, values).contains { $0 == "id" && !$1.trimmed.isEmpty }
            var members: [String: JSONValue] = [:]
            for (name, written) in zip(header, values) where names.contains(name) {
                // The id of a line without one is made of these as they are.
                let value = ["amount", "note", "place", "tags"].contains(name) ? written : written.trimmed
                if value.isEmpty { continue }
                members[name] = name == "tags" ? .array(tags(value, hasID: hasID)) : .string(value)
            }
            // What Daybook wrote has an id, and decimals after a point.
            if separator != UInt8(ascii: ",") || !hasID, case .string(let amount)? = members["amount"] {
                var currency: String?
                if case .string(let code)? = members["currency"] { currency = code }
                try checkThousands(amount, currency ?? amount.filter { $0.isLetter }, line)
            }
            return (line, .object(members))
        }
    }

    /// 1.250 can be read in two ways, unless the currency has three decimals.
    private static func checkThousands(_ amount: String, _ currency: String, _ line: Int) throws(InputError) {
        let parts = amount.filter { $0.isNumber || $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 3, Amount.mayBeOne(String(parts[0]), String(parts[1])),
            Currency(currency)?.minorDigits ?? 2 < 3
        else { return }
        let error = MoneyError.twoReadings(amount, "\(parts[0])\(parts[1])", "\(parts[0]).\(parts[1])0")
        throw InputError("line \(line): \(error.message)")
    }

    /// A mark that nobody sees may be a tag in a line that Daybook wrote, which has an id; elsewhere it is debris.
    private static func tags(_ text: String, hasID: Bool) -> [JSONValue] {
        text.parts { $0 == "," }.map { String($0) }.filter { hasID ? !$0.trimmed.isEmpty : !$0.isBlank }
            .map { .string($0) }
    }

    private static func append(_ values: [String], to output: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { output.append(0x2C) }
            if value.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) {
                // Byte by byte: a mark that joins a quotation mark makes it part of another character.
                output.append(0x22)
                for byte in value.utf8 {
                    output.append(contentsOf: repeatElement(byte, count: byte == 0x22 ? 2 : 1))
                }
                output.append(0x22)
            } else {
                output += value.utf8
            }
        }
        output += [0x0D, 0x0A]
    }

    /// What parts the columns, and the values of each line that has any with its number in the file.
    private static func parts(
        _ bytes: [UInt8]
    ) throws(InputError) -> (separator: UInt8, lines: [(Int, [String])]) {
        var lines: [(Int, [String])] = []
        var values: [String] = []
        var value: [UInt8] = []
        var (line, start) = (1, 1)
        var isQuoted = false
        var wasQuoted = false
        func endValue() {
            values.append(String(decoding: value, as: UTF8.self))
            value = []
            wasQuoted = false
        }
        func endLine() {
            endValue()
            if !values.allSatisfy({ $0.isBlank }) { lines.append((start, values)) }
            values = []
        }
        // Excel starts UTF-8 with a mark.
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        let separator = separator(of: rest)
        while let byte = rest.popFirst() {
            if byte == 0x0A || byte == 0x0D && rest.first != 0x0A { line += 1 }
            switch byte {
            case 0x22 where isQuoted && rest.first == 0x22: value.append(rest.removeFirst())
            case 0x22 where isQuoted: isQuoted = false
            case _ where isQuoted: value.append(byte)
            case 0x22 where value.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
            case 0x22: throw InputError("line \(line) has a quotation mark in the middle of a value.")
            case separator: endValue()
            case 0x0D where rest.first == 0x0A: break
            case 0x0A, 0x0D:
                endLine()
                start = line
            case _ where wasQuoted:
                throw InputError("line \(line) goes on with a value after its closing quotation mark.")
            default: value.append(byte)
            }
        }
        if isQuoted { throw InputError("the quotation mark that opens in line \(start) is never closed.") }
        endLine()
        return (separator, lines)
    }

    /// What parts the columns of the first line that has any: where a comma parts decimals, Excel takes semicolons. It
    /// is the one beside the name `amount`, if several stand there.
    private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        var isQuoted = false
        let header = bytes.drop { [0x0A, 0x0D, 0x20].contains($0) }.prefix { byte in
            if byte == 0x22 { isQuoted.toggle() }
            return isQuoted || byte != 0x0A && byte != 0x0D
        }
        isQuoted = false
        let outside = header.filter { byte in
            if byte == 0x22 { isQuoted.toggle() }
            return !isQuoted
        }
        let separators: [UInt8] = [0x2C, 0x3B, 0x09].filter { outside.contains($0) }
        return separators.first { separator in
            header.split(separator: separator).contains { name in
                String(decoding: name.filter { $0 != 0x22 }, as: UTF8.self).trimmed == "amount"
            }
        } ?? separators.first ?? 0x2C
    }
}
