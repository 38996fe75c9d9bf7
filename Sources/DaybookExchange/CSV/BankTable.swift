import DaybookCore

/// Tells a bank's CSV from other files.
enum BankTable {
    /// Tells whether bytes are a table of rows with days and amounts that nothing but a bank, or a person, wrote.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { $0 > 0x20 }), !"{[<".utf8.contains(first),
            !bytes.starts(with: "SQLite format 3".utf8), !bytes.starts(with: "BEGIN:".utf8)
        else { return false }
        var start = Array(bytes.prefix(64 << 10))
        // A text that is cut in the middle of a letter isn't one.
        if start.count < bytes.count, let end = start.lastIndex(of: 0x0A) { start = Array(start[...end]) }
        if start.count.isMultiple(of: 2) == false, TextEncoding.isWide(start) { start.append(0) }
        guard let (text, _) = try? TextEncoding.decode(start), !text.contains(0), let layout = try? CSVLayout(text)
        else {
            return false
        }
        guard ProgramFile.format(of: start, name: "") == nil else { return false }
        guard layout.header != nil else { return layout.rowsSeen > 0 && layout.names.count > 1 }
        return isOfMoney(layout)
    }

    private static func isOfMoney(_ layout: CSVLayout) -> Bool {
        let names = layout.names
        if isOwn(layout) { return false }
        let matches = names.map { ColumnNames.matches($0) }
        func has(_ meanings: [ColumnMeaning]) -> Bool {
            matches.contains { $0.contains { $0.strength > 1 && meanings.contains($0.meaning) } }
        }
        let hasDay = has([.day, .valueDay])
        let hasAmount = has([.amount, .out, .into])
        // Columns that only to-dos have tell them from money with titles.
        let isOfTodos = names.contains {
            $0.asColumn.isOne(of: "due duedate dueday planneday plannedday priority completed done parent repeat list")
        }
        if isOfTodos { return false }
        if layout.rowsSeen == 0 { return hasDay && hasAmount }
        return hasAmount || !names.contains { TodoFile.columns[$0] == "title" }
    }

    /// Tells whether the names are those of Daybook's own export of entries, which no bank says. Columns of nothing don't count.
    private static func isOwn(_ layout: CSVLayout) -> Bool {
        let own = Set(layout.names)
        if own.contains("id"), own.contains("kind") || own.contains("createdAt") { return true }
        // A person may have written it with words of its own.
        let isKnown = layout.names.allSatisfy { $0.isEmpty || EntryCSV.columns[$0] != nil }
        if isKnown, !own.isDisjoint(with: ["kind", "place", "voice", "todo", "createdAt", "parts", "toAccount"]) {
            return true
        }
        let known = Set((EntryCSV.columns.own + EntryCSV.transferColumns).map { $0.asColumn })
        let end = min(layout.records.count, layout.first + CSVLayout.sample)
        return layout.names.indices.allSatisfy { column in
            known.contains(layout.names[column].asColumn)
                || layout.first < end
                    && (layout.first..<max(layout.first, end)).allSatisfy { layout.records.value($0, column).isEmpty }
        }
    }
}
