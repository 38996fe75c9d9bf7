import Foundation

/// A line of the table that a benchmark prints.
public struct Measured {
    public enum Limit {
        case atLeast(Double)
        case atMost(Double)
        /// Of what was measured itself.
        case within(Double)
        /// For the record.
        case none
    }

    let name: String
    let measured: Double
    let base: Double?
    let unit: String
    let ratio: Double
    let limit: Limit

    /// - Parameters:
    ///   - base: what it is measured against; nil if it stands for itself.
    ///   - ratio: what the limit is about.
    public init(name: String, measured: Double, base: Double? = nil, unit: String, ratio: Double, limit: Limit) {
        self.name = name
        self.measured = measured
        self.base = base
        self.unit = unit
        self.ratio = ratio
        self.limit = limit
    }

    private var isKept: Bool {
        switch limit {
        case .atLeast(let least): ratio >= least
        case .atMost(let most): ratio <= most
        case .within(let most): measured <= most
        case .none: true
        }
    }

    /// Prints the table.
    ///
    /// - Returns: whether the limits are kept, or this is a small run, which judges none of them: each is about time.
    public static func areKept(_ results: [Measured], _ size: Size) -> Bool {
        print("| | measured | of | ratio | limit | kept |")
        print("|---|---:|---:|---:|---|---|")
        for result in results { print(result.line(size)) }
        return size == .small || results.allSatisfy(\.isKept)
    }

    private func line(_ size: Size) -> String {
        let bound =
            switch limit {
            case .atLeast(let least): "≥ \(least)"
            case .atMost(let most): "≤ \(most)"
            case .within(let most): "≤ \(most) \(unit)"
            case .none: ""
            }
        let of = base.map { Self.text($0) + " " + unit } ?? ""
        return "| \(name) | \(Self.text(measured)) \(unit) | \(of) | \(String(format: "%.2f", ratio)) | \(bound) | "
            + "\(size == .small ? "not judged" : isKept ? "yes" : "**no**") |"
    }

    private static func text(_ number: Double) -> String { String(format: number < 10 ? "%.2f" : "%.0f", number) }
}

extension [Double] {
    public var median: Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
