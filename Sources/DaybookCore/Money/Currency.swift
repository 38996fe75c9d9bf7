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
        let low = Int.first(before: Self.known.count) { Self.known[$0].letters >= letters }
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
    public var bytes: [UInt8] {
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
        // Full-width signs are signs, and a point behind an abbreviation is no part of it.
        var scalars = name.scalars
        if scalars.count > 1, scalars.last == "." { scalars.removeLast() }
        let name = String(scalars.map { narrow($0) })
        for (sign, codes) in signs where name.isOne(of: sign) {
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

    /// Tells whether a word beside a number is meant as a currency: a code, a sign, or an abbreviation such as `zł`; or one that
    /// nobody here knows, if a sign of money is in it. Of codes in small letters those count that are no words:
    /// `eur`, and not `all`.
    public static func isMeant(_ word: String) -> Bool {
        guard !word.unicodeScalars.contains(where: { isDigit($0) }) else { return false }
        if word.unicodeScalars.contains(where: { isSign($0) }) || word.isOne(of: foreign) { return true }
        guard let code = Currency(word) else { return named(word, usual: .usDollar) != nil }
        return code.code == word || code.isReadInSmallLetters
    }

    /// True where its code in small letters is understood: others are words (`all`, `try`).
    public var isReadInSmallLetters: Bool { code.isOne(of: Self.small) }

    /// True where a sum in it may have decimals where people pay. A comma before three digits parts thousands otherwise,
    /// and `.00` isn't shown.
    public var hasDecimalsInUse: Bool { minorDigits > 0 && !code.isOne(of: Self.wholeInUse) }

    /// Tells whether it is a sign of money (Unicode's Sc).
    static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x24, 0xA2...0xA5, 0x58F, 0x60B, 0x7FE, 0x7FF, 0x9F2, 0x9F3, 0x9FB, 0xAF1, 0xBF9, 0xE3F, 0x17DB,
            0x20A0...0x20CF, 0xA838, 0xFDFC, 0xFE69, 0xFF04, 0xFFE0, 0xFFE1, 0xFFE5, 0xFFE6, 0x1_1FDD...0x1_1FE0,
            0x1_E2FF, 0x1_ECB0:
            true
        default: false
        }
    }

    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "＄", "﹩": "$"
        case "￡": "£"
        case "￥": "¥"
        case "￦": "₩"
        default: scalar
        }
    }

    /// Signs and abbreviations, and the currencies they stand for, the likeliest first.
    private static let signs: [(String, String)] = [
        ("$", "USD TWD HKD SGD AUD CAD NZD MXN CLP COP ARS MOP"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY CNY"),
        ("₩ 원", "KRW"), ("₹", "INR"), ("Rs", "INR PKR LKR NPR MUR"), ("฿ บาท", "THB"), ("₫ đ", "VND"),
        ("NT$ NTD", "TWD"), ("US$", "USD"), ("HK$", "HKD"), ("S$", "SGD"), ("A$ AU$", "AUD"), ("CA$", "CAD"),
        ("NZ$", "NZD"), ("MX$", "MXN"), ("R$", "BRL"), ("円", "JPY"), ("元", "CNY TWD HKD MOP"), ("圓", "TWD HKD MOP"),
        ("塊", "TWD HKD"), ("块 RMB", "CNY"), ("₪", "ILS"), ("₽ руб", "RUB"), ("₴ грн", "UAH"), ("₺ TL", "TRY"),
        ("zł", "PLN"), ("Kč", "CZK"), ("kr", "SEK NOK DKK ISK"), ("Ft", "HUF"), ("lei", "RON"), ("Rp", "IDR"),
        ("RM", "MYR"), ("₱", "PHP"), ("₦", "NGN"), ("₵", "GHS"), ("₲", "PYG"), ("₡", "CRC"), ("₸", "KZT"), ("₮", "MNT"),
        ("₭", "LAK"), ("₾", "GEL"), ("₼", "AZN"), ("֏", "AMD"), ("៛", "KHR"),
    ]

    /// Money that is no currency of the list: a number beside it is not of another currency.
    private static let foreign = "BTC XBT ETH USDT USDC XAU XAG XPT XPD DEM FRF ITL ESP NLG"

    private static let small =
        "EUR GBP KRW INR THB VND TWD USD HKD CNY JPY CHF PLN CZK SEK NOK DKK HUF BRL AUD CAD NZD SGD UAH RUB ILS"

    /// Currencies of ISO 4217 with decimals that are in no coin, and in no price, any more.
    private static let wholeInUse =
        "TWD HUF IDR COP PKR LBP IRR IQD AMD MNT UZS TZS CRC LAK MMK MGA SYP SOS YER AFN ALL"
}
