extension Output {
    /// Rows of a table: the first column stands left, the others right.
    ///
    /// - Parameters:
    ///   - hasHeading: whether the first row names the columns.
    ///   - hasRemarks: whether the last column stands as it is behind the others, which keep their widths then. Else nothing stands
    ///     behind the last cell of a row that has something.
    mutating func append(table rows: [[String]], hasHeading: Bool = false, hasRemarks: Bool = false) {
        let labels = rows.map { TerminalText($0[0]) }
        let width = labels.map(\.width).max() ?? 0
        let end = (rows.first?.count ?? 2) - (hasRemarks ? 1 : 0)
        let widths = (1..<end).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
        for (index, row) in rows.enumerated() {
            styled(hasHeading && index == 0 ? .heading : nil) { output in
                output.append(labels[index], left: width)
                let end = hasRemarks ? end : (row.lastIndex { !$0.isEmpty } ?? 0) + 1
                for (cell, width) in zip(row[..<end].dropFirst(), widths) { output.append(cell, right: width + 2) }
                let remark = hasRemarks ? row[end] : ""
                output.append(terminalLine: remark.isEmpty ? "" : "  " + remark)
            }
        }
    }
}
