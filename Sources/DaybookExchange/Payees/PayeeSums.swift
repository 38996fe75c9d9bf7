public import DaybookCore

/// The sums that went to each payee and came from it.
public struct PayeeSums: Sendable {
    /// One payee; nil where entries show none.
    public struct Line: Sendable {
        public let payee: PayeeNames.Shown?
        public var count = 0
        public var totals = Totals()
    }

    private let names: PayeeNames
    private var lines: [PayeeNames.Shown?: Line] = [:]

    public init(_ names: PayeeNames) {
        self.names = names
        for payee in names.payees {
            let shown = names.meaning(of: payee.name)
            lines[shown] = Line(payee: shown)
        }
    }

    public mutating func add(_ entry: Entry) throws(ItemError) {
        let payee = names.payee(of: entry)
        var line = lines[payee] ?? Line(payee: payee)
        line.count += 1
        try line.totals.add(entry)
        lines[payee] = line
    }

    /// The other names of the payee of a line.
    public func others(of line: Line) -> [String] {
        guard let id = line.payee?.id, let payee = names.payees.first(where: { $0.id == id }) else { return [] }
        return names.others(of: payee).map(\.name)
    }

    /// The lines by name; what shows no payee is last.
    public var all: [Line] {
        lines.values.sorted { left, right in
            guard let first = left.payee, let second = right.payee else {
                return right.payee == nil && left.payee != nil
            }
            return (ByteString(String(utf8: PayeeNames.key(first.name))), first.id?.text ?? "")
                < (ByteString(String(utf8: PayeeNames.key(second.name))), second.id?.text ?? "")
        }
    }
}
