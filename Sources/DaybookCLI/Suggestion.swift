/// Which of some names somebody may have meant.
enum Suggestion {
    /// The nearest name: one that begins so, or that up to two slips of the hand make of it; nil if there is none.
    static func nearest(to typed: String, in names: [String]) -> String? {
        let typed = typed.lowercased()
        if typed.count > 1, let longer = names.first(where: { $0.hasPrefix(typed) }) { return longer }
        let mostSlips = typed.count > 3 ? 2 : 1
        return names.map { (name: $0, slips: slips(Array(typed), Array($0))) }
            .filter { $0.slips <= mostSlips }.min { $0.slips < $1.slips }?.name
    }

    /// How many letters are missing, too many, wrong, or swapped with the next.
    private static func slips(_ typed: [Character], _ name: [Character]) -> Int {
        var rows = [Array(0...name.count)]
        for (row, letter) in typed.enumerated() {
            var next = [row + 1]
            for (column, other) in name.enumerated() {
                var best = min(
                    rows[row][column] + (letter == other ? 0 : 1), rows[row][column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == name[column - 1], typed[row - 1] == other {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows.last?.last ?? 0
    }
}
