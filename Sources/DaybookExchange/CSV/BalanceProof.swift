import DaybookCore

/// Proves that the balances of a file follow from its amounts: the signs, and the order of the rows.
struct BalanceProof: Equatable {
    struct Row {
        /// Which of the rows it is.
        let place: Int
        let amount: Int64?
        let balance: Int64
        /// When it was; nil where that isn't plain.
        let day: Int64?
        /// Rows of other currencies have other balances.
        let group: String
    }

    /// True where the first row of the file is the newest.
    let isNewestFirst: Bool
    /// 1 where what is added has no minus, -1 where it has one.
    let factor: Int
    /// True where amounts have no signs, so that the balance says each row's.
    let isOfEachRow: Bool
    /// How many steps from one balance to the next there are.
    let steps: Int

    /// Nil where they don't follow.
    ///
    /// - Parameter isSigned: whether amounts have signs.
    init?(_ rows: [Row], isSigned: Bool) {
        var best: (proof: BalanceProof, hits: Int)?
        let days = rows.compactMap(\.day)
        let direction = (days.last ?? 0) - (days.first ?? 0)
        for isNewestFirst in [false, true] {
            var hits: [Int: Int] = [1: 0, -1: 0]
            var either = 0
            var steps = 0
            var last: [String: Row] = [:]
            for row in isNewestFirst ? rows.reversed() : rows {
                defer { last[row.group] = row }
                guard let before = last[row.group] else { continue }
                let amount = row.amount ?? 0
                let (change, overflow) = row.balance.subtractingReportingOverflow(before.balance)
                guard !overflow, amount != 0 || change != 0 else { continue }
                steps += 1
                if change == amount { hits[1, default: 0] += 1 }
                if change == -amount { hits[-1, default: 0] += 1 }
                if change.magnitude == amount.magnitude { either += 1 }
            }
            guard steps > 0 else { continue }
            func take(_ count: Int, _ factor: Int, _ isOfEachRow: Bool) {
                // A gap in the file breaks one step.
                guard count > 0, count * 100 >= steps * 85, count > best?.hits ?? 0 else { return }
                // Balances before each row look as if the last row came first, and signs were turned.
                guard isNewestFirst ? direction <= 0 : direction >= 0, factor > 0 || direction != 0 else { return }
                best = (
                    BalanceProof(isNewestFirst: isNewestFirst, factor: factor, isOfEachRow: isOfEachRow, steps: steps),
                    count
                )
            }
            if isSigned {
                for factor in [1, -1] { take(hits[factor, default: 0], factor, false) }
            } else {
                take(either, 1, true)
            }
        }
        guard let best else { return nil }
        self = best.proof
    }

    private init(isNewestFirst: Bool, factor: Int, isOfEachRow: Bool, steps: Int) {
        (self.isNewestFirst, self.factor, self.isOfEachRow, self.steps) = (isNewestFirst, factor, isOfEachRow, steps)
    }

    /// So many ten thousandths as a number.
    static func number(_ size: UInt64) -> String {
        var decimals = String(size % 10_000 + 10_000).dropFirst()
        while decimals.utf8.count > 2, decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
        return decimals == "00" ? "\(size / 10_000)" : "\(size / 10_000).\(decimals)"
    }

    /// A number in ten thousandths; nil if it is too large for that, or has more decimals.
    static func scaled(_ number: String) -> Int64? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole.utf8.count <= 14 else { return nil }
        var decimals = parts.count == 2 ? String(parts[1]) : ""
        while decimals.utf8.count > 4, decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
        guard decimals.utf8.count <= 4 else { return nil }
        decimals += String(repeating: "0", count: 4 - decimals.utf8.count)
        return Int64(whole + decimals)
    }
}
