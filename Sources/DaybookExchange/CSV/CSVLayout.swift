import DaybookCore

/// Where in a CSV the names of its columns stand, and its rows.
struct CSVLayout: Sendable {
    let records: CSVRecords
    let separator: UInt8
    /// The record with the names; nil where there is none.
    let header: Int?
    /// The first record that may be a row.
    let first: Int
    let names: [String]
    /// How many columns rows may have.
    let widths: Set<Int>
    /// How many of the first records look like rows: they have a day and a number.
    let rowsSeen: Int

    /// How many records are looked at to find out what is what.
    static let sample = 400

    /// - Throws: `InputError` for what isn't a table.
    init(_ text: [UInt8]) throws(InputError) {
        var start: [UInt8] = Array(text.prefix(256 << 10))
        if start.count < text.count, let end = start.lastIndex(of: 0x0A) { start = Array(start[...end]) }
        let (stated, skipped) = Self.statedSeparator(start)
        var best: (separator: UInt8, score: Int)?
        for separator in stated.map({ [$0] }) ?? [0x3B, 0x09, 0x2C, 0x7C] where start.contains(separator) {
            guard let records = try? CSVRecords(start, separator, most: Self.sample) else { continue }
            let score = Self.score(records)
            if score > best?.score ?? 0 { best = (separator, score) }
        }
        guard let best else {
            // Says why, if a mark is to blame.
            _ = try CSVRecords(start, 0x2C, most: Self.sample)
            throw InputError("it isn't a table of rows with days and amounts.")
        }
        let records = try CSVRecords(text, best.separator)
        let seen = min(records.count, Self.sample)
        let kinds = (0..<seen).map { Self.kind(records, $0) }
        let rows = kinds.indices.filter { kinds[$0] == .row && $0 >= skipped }
        var counts: [Int: Int] = [:]
        for row in rows { counts[records.width(row), default: 0] += 1 }
        let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        let firstRow = rows.first { records.width($0) == usual } ?? rows.first
        let header = Self.header(records, before: firstRow ?? seen, from: skipped, usual, kinds)
        let own = header.map { records.values($0) } ?? []
        (separator, self.records, self.header, rowsSeen) = (best.separator, records, header, rows.count)
        first = header.map { $0 + 1 } ?? firstRow ?? seen
        widths = Set([usual, header == nil ? nil : own.count].compactMap { $0 })
        names = (0..<max(usual ?? 0, own.count)).map { index in
            let name = index < own.count ? own[index] : ""
            return name.isEmpty ? ColumnNames.unnamed(index) : name
        }
    }

    /// Reads the line that Excel writes on top: `sep=;`
    private static func statedSeparator(_ bytes: [UInt8]) -> (UInt8?, skipped: Int) {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.count == 5, line.starts(with: "sep=".utf8) else { return (nil, 0) }
        return (line.last, 1)
    }

    private enum Kind { case row, text, blank }

    private static func kind(_ records: CSVRecords, _ record: Int) -> Kind {
        var (hasDay, hasNumber, isBlank) = (false, false, true)
        for value in records.values(record) where !value.isEmpty {
            isBlank = false
            guard value.utf8.count <= 40, value.unicodeScalars.contains(where: { $0.properties.numericType != nil })
            else {
                continue
            }
            if !hasDay, Self.isDay(value) { hasDay = true } else if CSVNumber(value) != nil { hasNumber = true }
        }
        return isBlank ? .blank : hasDay && hasNumber ? .row : .text
    }

    static func isDay(_ text: String) -> Bool {
        guard text.utf8.count >= 6, text.utf8.count <= 40, let date = WrittenDate(text) else { return false }
        guard text.utf8.count == 8, Int(text) != nil else { return true }
        // Eight digits may be a number of anything.
        return date.readings.values.contains { (1_970...2_100).contains($0.year) }
    }

    /// How well a separator makes a table: rows first, then names that mean something.
    private static func score(_ records: CSVRecords) -> Int {
        var (rows, names, width) = (0, 0, 0)
        for record in 0..<records.count where records.width(record) > 1 {
            if kind(records, record) == .row {
                rows += 1
                width += records.width(record)
            } else if record < 60 {
                names = max(names, records.values(record).count { !$0.isEmpty && !ColumnNames.matches($0).isEmpty })
            }
        }
        return rows * 1_000 + (rows > 0 ? min(width / rows, 40) * 10 : 0) + (names > 1 ? min(names, 60) : 0)
    }

    private static func header(
        _ records: CSVRecords, before end: Int, from start: Int, _ usual: Int?, _ kinds: [Kind]
    ) -> Int? {
        var best: (record: Int, names: Int)?
        for record in stride(from: end - 1, through: max(start, end - 60), by: -1) where kinds[record] != .row {
            let values = records.values(record)
            let known = values.count { $0.utf8.count <= 60 && !ColumnNames.matches($0).isEmpty }
            guard known > 1 || known == 1 && values.count == 1 else { continue }
            if let usual, abs(values.count - usual) > max(1, usual / 4), known < 3 { continue }
            if known > best?.names ?? 0 { best = (record, known) }
        }
        if let best { return best.record }
        // Names of a language that nobody here knows.
        guard let usual, end > start, kinds[end - 1] == .text else { return nil }
        let values = records.values(end - 1)
        let isOfNames = values.filter { !$0.isEmpty }.count * 2 > usual && values.allSatisfy { CSVNumber($0) == nil }
        return abs(values.count - usual) <= 1 && isOfNames ? end - 1 : nil
    }
}
