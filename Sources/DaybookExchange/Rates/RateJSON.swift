public import DaybookCore

private let rateInputs = FieldMember.members(Rate.fields)

extension Rate {
    /// Reads what a client said, if each member is there and right.
    public init(_ json: JSONValue) throws(InputError) {
        let members = try JSONMembers(
            json, "A rate", example: "{\"day\":\"2026-11-01\",\"from\":\"USD\",\"to\":\"CHF\",\"rate\":\"0.8821\"}")
        let values = try FieldInput(members, rateInputs, isNew: true).values
        guard let day = values[.day]?.day else { throw InputError("day", "A rate needs a day. Send one.") }
        func currency(_ field: Field, _ name: String) throws(InputError) -> Currency {
            let code = values[field]?.text ?? ""
            guard let currency = Currency(code) else {
                throw InputError(name, Sentence(.unknownCurrency(code)))
            }
            return currency
        }
        guard let number = RateNumber(values[.rate]?.text ?? "") else {
            throw InputError(
                "rate",
                "A rate is a number above zero with at most \(Amount.mostDigits) digits. Send it as a string, such as \"0.8821\"."
            )
        }
        self = try Rate(checking: day, currency(.rateFrom, "from"), currency(.rateTo, "to"), number)
    }

    /// Throws for a rate of a currency in itself.
    public init(checking day: CivilDate, _ from: Currency, _ to: Currency, _ number: RateNumber) throws(InputError) {
        guard let rate = Rate(day, from, to, number) else {
            throw InputError("to", "One \(from.code) is always one \(from.code). Name two currencies.")
        }
        self = rate
    }
}

extension RateNumber {
    /// Finds the sign that parts the decimals of a number, where that is beyond doubt.
    static func mark(of text: String) -> Unicode.Scalar? {
        let scalars = text.trimmed.scalars
        guard let number = WrittenNumber(scalars[...]), number.decimals > 0, number.ambiguousMark == nil else {
            return nil
        }
        return scalars.last { $0 == "." || $0 == "," }
    }
}

/// Rates in a file of CSV with the columns date, from, to and rate.
public struct RateCSV: Sendable {
    public let rates: [Rate]

    private static let names = [
        "date": "day", "day": "day", "from": "from", "currency": "from", "to": "to", "in": "to", "rate": "rate",
        "price": "rate", "value": "rate",
    ]

    /// - Parameters:
    ///   - order: the order of dates that may be read in two ways, if somebody said it.
    ///   - mark: what parts decimals, if somebody said it. Else it is what it is in a number that leaves no doubt.
    /// - Throws: what is wrong in which line; nothing is read then.
    public init(_ bytes: [UInt8], order: DateOrder?, mark: DecimalMark?) throws(InputError) {
        let table = try CSVTable(bytes) { Self.names[$0.asColumn] != nil }
        let columns = table.header.map { Self.names[$0.asColumn] }
        let wanted = ["day", "from", "to", "rate"]
        guard columns.allSatisfy({ $0 != nil }), wanted.allSatisfy({ name in columns.count { $0 == name } == 1 }) else {
            throw InputError(
                "The first line has to name the columns date, from, to and rate, each once, and no others.")
        }
        let places = wanted.map { name in columns.firstIndex(of: name) ?? 0 }
        let texts = table.lines.filter { $0.values.count == columns.count }.map(\.values)
        let dates = DateColumn(texts.map { $0[places[0]].trimmed }.filter { !$0.isEmpty }, order: order)
        let marks = Set(texts.compactMap { RateNumber.mark(of: $0[places[3]]) })
        let mark = mark?.scalar ?? (marks.count == 1 ? marks.first : nil)
        var rates: [Rate] = []
        for line in table.lines {
            guard line.values.count == columns.count else {
                throw InputError(
                    "Line \(line.number) has \(line.values.count) columns, and the first line \(columns.count).")
            }
            let values = places.map { line.values[$0].trimmed }
            do {
                rates.append(
                    try Rate(
                        checking: dates.day(values[0]), Self.currency(values[1]), Self.currency(values[2]),
                        Self.number(values[3], mark)))
            } catch {
                throw InputError("Line \(line.number): \(error.message)")
            }
        }
        self.rates = rates
    }

    private static func currency(_ text: String) throws(InputError) -> Currency {
        guard let currency = Currency(text) else { throw InputError(.unknownCurrency(text)) }
        return currency
    }

    private static func number(_ text: String, _ mark: Unicode.Scalar?) throws(InputError) -> RateNumber {
        do {
            return try RateNumber(written: text, mark: mark)
        } catch {
            throw InputError(
                verbatim: error.message
                    + (mark == nil && WrittenNumber(text.scalars[...])?.ambiguousMark != nil
                        ? " Or say what parts decimals with --decimal-mark." : ""))
        }
    }
}
