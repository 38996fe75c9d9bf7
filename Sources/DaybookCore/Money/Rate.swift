extension Field {
    /// The three capital letters of the currency of which a rate says the worth.
    public static let rateFrom = Field(rawValue: 82)
    /// The same as `rateFrom`, of the currency in which.
    public static let rateTo = Field(rawValue: 83)
    /// How much of `rateTo` one unit of `rateFrom` is worth: `RateNumber.text`.
    public static let rate = Field(rawValue: 84)
}

/// The worth of one unit of a currency in another one on a day.
///
/// Its id is made of the day and both currencies, so devices that write one write the same entity, and the last counts.
public struct Rate: Hashable, Sendable {
    public let id: EntityID
    public var day: CivilDate
    public var from: Currency
    public var to: Currency
    public var number: RateNumber
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought rates.
    public static let version = 13

    /// Nil for a rate of a currency in itself.
    public init?(_ day: CivilDate, _ from: Currency, _ to: Currency, _ number: RateNumber) {
        guard from != to else { return nil }
        id = EntityID(derivedFrom: (day.text + from.code + to.code).bytes, for: "rate")
        self.day = day
        self.from = from
        self.to = to
        self.number = number
    }

    /// The rate that a record holds; nil if it is deleted, or is none: one under another id would be there twice.
    public init?(_ record: Record) {
        func text(_ field: Field) -> String { String(utf8: record[field]?.value ?? []) }
        guard Self.kind.holds(record), let day = CivilDate(text(.day)),
            let from = Currency(code: text(.rateFrom)), let to = Currency(code: text(.rateTo)),
            let number = RateNumber(text(.rate)), let made = Rate(day, from, to, number), made.id == record.id
        else { return nil }
        self = made
        isSynced = record.isSynced
    }

    /// The rate that these say; nil where one of them is missing, or for one of a currency in itself.
    public init?(_ values: FieldValues) {
        guard let day = values[.day]?.day, let from = Currency(values[.rateFrom]?.text ?? ""),
            let to = Currency(values[.rateTo]?.text ?? ""), let number = RateNumber(values[.rate]?.text ?? "")
        else { return nil }
        self.init(day, from, to, number)
    }
}

/// A number above zero with at most 18 digits, in its one form: without zeros that say nothing.
public struct RateNumber: Hashable, Sendable {
    public let coefficient: Int64
    /// The number of decimals.
    public let scale: Int

    /// Nil for what isn't above zero, or has more digits.
    public init?(coefficient: Int64, scale: Int) {
        guard coefficient > 0, coefficient <= Amount.greatestCoefficient, (0...Amount.mostDigits).contains(scale) else {
            return nil
        }
        var (coefficient, scale) = (coefficient, scale)
        while scale > 0, coefficient % 10 == 0 {
            coefficient /= 10
            scale -= 1
        }
        self.coefficient = coefficient
        self.scale = scale
    }

    /// The number of digits, and of decimals after a point, as programs write them.
    public init?(_ text: String) {
        let parts = text.bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { isDigit($0) } })
        else { return nil }
        self.init(digits: parts.flatMap { $0 }, decimals: parts.count == 2 ? parts[1].count : 0)
    }

    /// - Parameter digits: in ASCII, without a mark.
    public init?(digits: [UInt8], decimals: Int) {
        var rest = digits.drop { $0 == 0x30 }
        var decimals = decimals
        while decimals > 0, rest.last == 0x30 {
            rest.removeLast()
            decimals -= 1
        }
        guard rest.count <= Amount.mostDigits else { return nil }
        self.init(coefficient: rest.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }, scale: decimals)
    }

    /// The rate that a person wrote: `0.8821`, `0,8821`, `17'250.5`.
    ///
    /// - Parameter mark: what parts decimals, where that is known. Else `1.085` and `1,085` are refused: they may be a
    ///   thousand and more.
    public init(written text: String, mark: Unicode.Scalar? = nil) throws(ItemError) {
        guard let number = WrittenNumber(text.trimmed.scalars[...]),
            let whole = RateNumber(digits: number.digits, decimals: 0),
            let decimal = RateNumber(digits: number.digits, decimals: number.decimals)
        else { throw .notANumber(text) }
        guard let ambiguous = number.ambiguousMark else {
            self = decimal
            return
        }
        guard let mark else {
            // A number with four decimals can be read in one way: thousands have three digits.
            throw .twoReadings(
                text, whole.text,
                decimal.text + (decimal.scale == 0 ? ".0" : decimal.scale == 3 ? "0" : ""))
        }
        self = ambiguous == mark ? decimal : whole
    }

    /// `0.8821`.
    public var text: String { decimalText(Int128(coefficient), scale) }
}

extension Currency {
    /// The currency of three capital letters, as registers have it.
    init?(code: String) {
        self.init(code)
        if self.code != code { return nil }
    }
}

extension Rate: DerivedEntity {
    public static let kind: Kind = Kind(
        10, "rate", "rates", by: .day, needs: [.day, .rateFrom, .rateTo, .rate], fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        day = CivilDate(createdAt)
        from = .usDollar
        to = .usDollar
        number = .one
    }

    public static let fields = FieldList<Rate>([
        FieldSpec(
            .day, "day", .day, since: version, isOptional: false,
            get: { .day($0.day) }, set: { $0.day = $1.day ?? $0.day }),
        FieldSpec(
            .rateFrom, "from", .text, since: version, isOptional: false,
            get: { .text($0.from.code) }, set: { $0.from = Currency($1.text) ?? $0.from }),
        FieldSpec(
            .rateTo, "to", .text, since: version, isOptional: false,
            get: { .text($0.to.code) }, set: { $0.to = Currency($1.text) ?? $0.to }),
        FieldSpec(
            .rate, "rate", .text, since: version, isOptional: false,
            get: { .text($0.number.text) }, set: { $0.number = RateNumber($1.text) ?? $0.number }),
    ])
}

extension RateNumber {
    fileprivate static let one = RateNumber(1)

    private init(_ coefficient: Int64) {
        self.coefficient = coefficient
        scale = 0
    }
}
