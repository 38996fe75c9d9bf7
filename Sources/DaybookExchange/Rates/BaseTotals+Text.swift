public import DaybookCore

extension BaseTotals {
    /// Which rates are missing, for people; empty if none is.
    public var missingText: String { missing.text(in: base) }
}

extension [BaseTotals.MissingRate] {
    /// For people; empty if none is missing.
    public func text(in base: Currency) -> String {
        map { "no rate from \($0.currency.code) to \(base.code) by \($0.day.text)" }.joined(separator: ", ")
    }
}

extension JSONWriter {
    /// The member that says which rates are missing.
    public mutating func missing(_ rates: [BaseTotals.MissingRate]) {
        member("missing", objects: rates) { rate, json in
            json.members(["currency": rate.currency.code, "day": rate.day.text])
        }
    }
}
