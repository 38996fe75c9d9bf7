import DaybookCore

/// A file of CSV (RFC 4180): the line of names on top, and the others.
public struct CSVTable: Sendable {
    /// The sign between columns: a comma, or else a semicolon or a tab.
    let separator: UInt8
    /// The names as they are written, without white space around them.
    public let header: [String]
    /// Each line that has anything, with its number in the file.
    public let lines: [(number: Int, values: [String])]

    /// - Parameter isName: whether a column of this name has a meaning: it decides what parts the columns, where several
    ///   signs stand in the first line.
    public init(_ bytes: [UInt8], isName: (String) -> Bool) throws(InputError) {
        // Excel starts UTF-8 with a mark.
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        separator = Self.separator(of: rest, isName)
        var lines = try Self.lines(rest, separator)
        header = lines.isEmpty ? [] : lines.removeFirst().values.map(\.trimmed)
        self.lines = lines
    }

    /// Writes a line.
    static func append(_ values: [String], to output: inout [UInt8]) {
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

    private static func lines(
        _ bytes: ArraySlice<UInt8>, _ separator: UInt8
    ) throws(InputError) -> [(number: Int, values: [String])] {
        var lines: [(number: Int, values: [String])] = []
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
        var rest = bytes
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
        return lines
    }

    /// Finds the sign between columns in the first line that has any: where a comma parts decimals, Excel takes semicolons. It
    /// is what makes the most names, if several stand there.
    private static func separator(of bytes: ArraySlice<UInt8>, _ isName: (String) -> Bool) -> UInt8 {
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
        var best: (separator: UInt8, count: Int)?
        for separator in [0x2C, 0x3B, 0x09] as [UInt8] where outside.contains(separator) {
            let count = header.split(separator: separator).count { name in
                isName(String(decoding: name.filter { $0 != 0x22 }, as: UTF8.self).trimmed)
            }
            if count > best?.count ?? -1 { best = (separator, count) }
        }
        return best?.separator ?? 0x2C
    }
}
