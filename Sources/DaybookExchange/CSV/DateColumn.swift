import DaybookCore

/// The dates of a file, which all have one order.
struct DateColumn: Sendable {
    /// The orders in which every date of the column exists.
    private let possible: Set<DateOrder>
    private let order: DateOrder?
    private let usual: DateOrder?

    /// - Parameters:
    ///   - order: what somebody said of those that may be read in two ways.
    ///   - usual: what was said of another file of the kind: it holds where this one leaves the order open.
    init(_ texts: [String], order: DateOrder?, usual: DateOrder? = nil) {
        (self.order, self.usual) = (order, usual)
        possible = texts.reduce(into: Set(DateOrder.allCases)) { possible, text in
            // One that can't be read says nothing of the others, nor does one that everybody reads in the same way.
            guard let date = WrittenDate(text), !date.isPlain else { return }
            possible.formIntersection(date.readings.keys)
        }
    }

    func day(_ text: String) throws(InputError) -> CivilDate {
        guard let date = WrittenDate(text) else {
            throw InputError("“\(text.excerpt)” isn't a valid date. Write it as 2026-11-24.")
        }
        if let day = date.day { return day }
        if let order {
            if let day = date.readings[order] { return day }
            throw InputError(
                "“\(text.excerpt)” isn't a date with the \(order.words). It may be \(WrittenDate.list(date.readings)).")
        }
        let readings = date.readings.filter { possible.contains($0.key) }
        if Set(readings.values).count == 1, let day = readings.values.first { return day }
        if let day = usual.flatMap({ readings[$0] }) { return day }
        let choices = date.readings.keys.map(\.rawValue).sorted().map { "--date-order \($0)" }
        throw InputError(
            "“\(text.excerpt)” may be \(WrittenDate.list(date.readings)).",
            asking: .dateOrder(date.readings), hint: "Say which with \(choices.joined(separator: " or ")).")
    }
}

/// The words of the signs of a file's amounts.
struct SignColumns: Sendable {
    /// True where every amount of a column has a minus, as some banks write what went out: it says nothing more then.
    private let isNegative: [String: Bool]

    init(outflow: [String], inflow: [String]) {
        isNegative = ["outflow": outflow, "inflow": inflow].mapValues { texts in
            let signs = texts.map { SignedNumber($0) }.filter { !$0.isZero }
            return !signs.isEmpty && signs.allSatisfy { $0.sign == .minus }
        }
    }

    /// - Returns: the amount without its sign, what it is, and whether a sign says so; nil where a line has none.
    func amount(
        _ amounts: [String: String]
    ) throws(InputError) -> (text: String, kind: EntryKind, hasSign: Bool)? {
        if let text = amounts["amount"] {
            if text.trimmed.isEmpty { return nil }
            let amount = SignedNumber(text)
            return (amount.number, amount.sign == .minus ? .expense : .income, amount.sign != nil)
        }
        var found = amounts.filter { !$0.value.trimmed.isEmpty }.mapValues { SignedNumber($0) }
        // Banks write 0.00 in the column that isn't meant.
        if found.count > 1, found.values.contains(where: { !$0.isZero }) { found = found.filter { !$0.value.isZero } }
        guard let (column, amount) = found.first else { return nil }
        guard found.count == 1 else {
            throw InputError("the line has an amount in both columns, of what came in and of what went out.")
        }
        if amount.sign == .minus, isNegative[column] != true, !amount.isZero {
            throw InputError(
                "“\(amounts[column, default: ""].trimmed.excerpt)” has a minus, and others of its column have none: it may "
                    + "have come in or gone out. Move it to the other column, or take the minus away.")
        }
        return (amount.number, column == "outflow" ? .expense : .income, true)
    }
}

/// An amount with the sign that people and banks give it: before or behind the number, or as parentheses.
struct SignedNumber {
    enum Sign { case plus, minus }

    let sign: Sign?
    /// The number without the sign.
    let number: String
    var isZero: Bool { number.contains("0") && !number.contains { "123456789".contains($0) } }

    init(_ text: String) {
        var scalars = text.trimmed.scalars
        if scalars.first == "(", scalars.last == ")" {
            sign = .minus
            number = String(Array(scalars.dropFirst().dropLast())).trimmed
            return
        }
        let signs: [Unicode.Scalar: Sign] = ["-": .minus, "\u{2212}": .minus, "+": .plus]
        let places = scalars.indices.filter { signs[scalars[$0]] != nil }
        // At either end, or before the first digit: a hyphen elsewhere is no sign.
        let first = scalars.firstIndex { ("0"..."9").contains($0) || $0 == "." }
        guard places.count == 1, let place = places.first,
            place == 0 || place == scalars.count - 1 || place < first ?? 0
        else {
            sign = nil
            number = text
            return
        }
        sign = signs[scalars[place]]
        scalars.remove(at: place)
        number = String(scalars).trimmed
    }
}
