public import DaybookCore

/// A language of the app. Each has a file of its own, and a place in the list.
public final class Language: Sendable {
    /// All of them, in the order in which people choose. English, the first, is for those whose own isn't there.
    public static let all = [english, traditionalChinese, simplifiedChinese]

    /// Its language tag (BCP 47), as the page declares it in `lang`.
    public let tag: String
    /// Its own name.
    public let name: String
    /// The code of the currency of a book without amounts.
    private let currencyCode: String
    /// Tells whether it is the one of a language tag, cut at its hyphens, in lower case.
    private let speaks: @Sendable ([String]) -> Bool
    /// Which of a text's forms goes with a number.
    let form: @Sendable (Int) -> Int
    let text: @Sendable (Phrase) -> Literal
    let ruleText: @Sendable (RulePhrase) -> Literal
    let accountText: @Sendable (AccountPhrase) -> Literal
    let deviceText: @Sendable (DevicePhrase) -> Literal
    let problemText: @Sendable (ItemError) -> Literal

    init(
        tag: String, name: String, usualCurrency: String, speaks: @escaping @Sendable ([String]) -> Bool,
        form: @escaping @Sendable (Int) -> Int, text: @escaping @Sendable (Phrase) -> Literal,
        ruleText: @escaping @Sendable (RulePhrase) -> Literal,
        accountText: @escaping @Sendable (AccountPhrase) -> Literal,
        deviceText: @escaping @Sendable (DevicePhrase) -> Literal,
        problem: @escaping @Sendable (ItemError) -> Literal
    ) {
        self.tag = tag
        self.name = name
        currencyCode = usualCurrency
        self.speaks = speaks
        self.form = form
        self.text = text
        self.ruleText = ruleText
        self.accountText = accountText
        self.deviceText = deviceText
        problemText = problem
    }

    /// The one with a tag of the list.
    public static func tagged(_ tag: String) -> Language? { all.first { $0.tag == tag } }

    /// The first that the app speaks of language tags such as `zh-TW`, by preference; English if none.
    public static func preferred(_ tags: [String]) -> Language {
        for tag in tags {
            let subtags = String(utf8: SearchQuery.fold(tag)).parts { $0 == "-" }.map { String($0) }
            if let language = all.first(where: { $0.speaks(subtags) }) { return language }
        }
        return .english
    }

    /// The currency of a book that has no entries yet.
    var usualCurrency: Currency { Currency(currencyCode) ?? .usDollar }

    /// The number of a version of what is shown, and of the language in which it is: no two have the same.
    func version(_ number: Int64) -> Int64 {
        let place = Self.all.firstIndex { $0 === self } ?? Self.all.count
        return number &* Int64(Self.all.count + 1) &+ Int64(place)
    }

    /// A text with values in its places.
    @inline(never)
    func callAsFunction(
        _ phrase: Phrase, _ first: String = "", _ second: String = "", _ third: String = ""
    ) -> String {
        text(phrase).text(first, second, third)
    }

    /// A text with a number in the place of its first value.
    @inline(never)
    func callAsFunction(_ phrase: Phrase, _ number: Int) -> String {
        text(phrase).text(form: form(number), Self.grouped(String(number)))
    }

    public func problem(_ error: ItemError) -> String { error.message(in: problemText(error)) }

    /// Digits in threes before the point: `−1,234.5`.
    static func grouped(_ number: String) -> String {
        var text: [UInt8] = []
        let digits = number.bytes
        let whole = digits.firstIndex(of: 0x2E) ?? digits.count
        for (index, digit) in digits.enumerated() {
            if index > 0, index < whole, (whole - index) % 3 == 0, digits[index - 1] != 0x2D { text.append(0x2C) }
            if digit == 0x2D { text.append(contentsOf: "−".utf8) } else { text.append(digit) }
        }
        return String(utf8: text)
    }

    /// 12,345.
    static func grouped(_ number: Int) -> String { grouped(String(number)) }
}

extension Language: Equatable {
    public static func == (one: Language, other: Language) -> Bool { one === other }
}
