/// A currency of ISO 4217.
public struct Currency: Hashable, Comparable, Sendable {
    /// The three letters of the code, the first in the highest byte.
    private let letters: UInt32
    /// How many decimals its amounts have: 2 for most, 0 for the yen.
    public let minorDigits: Int

    /// The currency of a code such as `TWD`, in either case; nil if the standard has none.
    public init?(_ code: String) {
        self.init(bytes: code.bytes.map { $0 & 0xDF })
    }

    /// The currency that three capital letters of ASCII name, or nil.
    init?(bytes: [UInt8]) {
        guard let letters = Self.letters(bytes) else { return nil }
        self.init(letters: letters)
    }

    private init?(letters: UInt32) {
        var low = 0
        var high = Self.known.count
        while low < high {
            let middle = (low + high) / 2
            if Self.known[middle].letters < letters { low = middle + 1 } else { high = middle }
        }
        guard low < Self.known.count, Self.known[low].letters == letters else { return nil }
        self = Self.known[low]
    }

    private init(known letters: UInt32, _ minorDigits: Int) {
        self.letters = letters
        self.minorDigits = minorDigits
    }

    /// `TWD`.
    public var code: String { String(utf8: bytes) }

    /// The code in three bytes.
    var bytes: [UInt8] {
        [letters >> 16, letters >> 8, letters].map { UInt8(truncatingIfNeeded: $0) }
    }

    public static func < (left: Currency, right: Currency) -> Bool { left.letters < right.letters }

    /// The dollar of the United States: what an amount is in where nothing tells more.
    public static var usDollar: Currency { Currency(known: 0x55_53_44, 2) }

    /// Every currency, by code.
    public static var all: [Currency] { known }

    private static func letters(_ code: [UInt8]) -> UInt32? {
        code.count == 3 ? code.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// The list of 2025, and those that were withdrawn since 2018, since old entries may be in them. Units without
    /// decimals of their own (metals, funds) are left out.
    private static let known: [Currency] = {
        let lists: [(Int, StaticString)] = [
            (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
            (
                2,
                """
                AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD \
                CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP \
                GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD \
                MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP \
                PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS \
                TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VEF VES WST XCD XCG YER ZAR ZMW ZWG ZWL
                """
            ),
            (3, "BHD IQD JOD KWD LYD OMR TND"),
            (4, "CLF UYW"),
        ]
        var known: [Currency] = []
        for (digits, codes) in lists {
            codes.withUTF8Buffer { codes in
                for start in stride(from: 0, to: codes.count - 2, by: 4) {
                    if let letters = letters(Array(codes[start..<start + 3])) {
                        known.append(Currency(known: letters, digits))
                    }
                }
            }
        }
        return known.sorted()
    }()
}

extension Currency {
    /// The currency that a person means by a sign such as `€` or `元`, or by a code.
    ///
    /// - Parameters:
    ///   - usual: what signs mean that several currencies share, if it is one of them.
    ///   - local: what they mean else, if it is one of them; if neither is, they mean the likeliest.
    static func named(_ name: String, usual: Currency, local: Currency? = nil) -> Currency? {
        if let currency = Currency(name) { return currency }
        for (sign, codes) in signs where name == sign {
            var meant: Currency?
            for code in codes.parts({ $0 == " " }) {
                let currency = Currency(String(code))
                if currency == usual { return usual }
                if meant == nil || currency == local { meant = currency }
            }
            return meant
        }
        return nil
    }

    /// Whether a sign stands for it alone. A code in small letters is understood if it has one: others are words
    /// (`all`).
    public var hasSign: Bool {
        for (_, codes) in Self.signs where Currency(codes) == self { return true }
        return false
    }

    /// Signs, and the currencies they stand for, the likeliest first.
    private static let signs: [(String, String)] = [
        ("$", "USD TWD HKD SGD AUD CAD NZD MXN CLP COP ARS MOP"),
        ("€", "EUR"), ("£", "GBP"), ("¥", "JPY CNY"), ("￥", "JPY CNY"), ("₩", "KRW"), ("₹", "INR"), ("฿", "THB"),
        ("₫", "VND"), ("NT$", "TWD"), ("US$", "USD"), ("HK$", "HKD"), ("円", "JPY"), ("元", "CNY TWD HKD MOP"),
        ("圓", "TWD HKD MOP"), ("塊", "TWD HKD"), ("块", "CNY"),
    ]
}
