public import DaybookCore

/// A language of the app. Its texts are in the table of texts.
///
/// In a text `%` stands for a value; where there are several, `%1` for the first of them. A text with a number may have
/// several forms, parted by `|`: see `form`.
public final class Language: Sendable {
    /// All of them, in the order in which people choose. English, the first, is for those whose own isn't there.
    public static let all = [english, traditionalChinese, simplifiedChinese]

    /// Its language tag (BCP 47), as the page declares it in `lang`.
    public let tag: String
    public let name: String
    /// The code of the currency of a book without amounts.
    private let currencyCode: String
    /// Tells whether it is the one of a language tag, cut at its hyphens, in lower case.
    private let speaks: @Sendable ([String]) -> Bool
    /// Which of a text's forms goes with a number.
    private let ownForm: @Sendable (Int) -> Int
    /// The texts with a key, in the order of the keys; then sentences in English, each with its own words behind it. Empty
    /// while they are on their way to the browser.
    private let lines: [Literal]

    /// - Parameter lines: the texts, as a file of `make-texts` has them; nil where they aren't here.
    init(
        tag: String, name: String, usualCurrency: String, speaks: @escaping @Sendable ([String]) -> Bool,
        form: @escaping @Sendable (Int) -> Int, lines: [Literal]
    ) {
        self.tag = tag
        self.name = name
        currencyCode = usualCurrency
        self.speaks = speaks
        ownForm = form
        self.lines = lines
    }

    /// The same language with its texts, which stay in memory as long as the app runs; nil if they are cut off.
    public func with(texts bytes: [UInt8]) -> Language? {
        guard bytes.last == 0x0A else { return nil }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        guard let start = memory.baseAddress else { return nil }
        let lines = Literal.lines(of: start, count: bytes.count)
        guard lines.count >= TextTable.count else { return nil }
        return Language(
            tag: tag, name: name, usualCurrency: currencyCode, speaks: speaks, form: ownForm, lines: lines)
    }

    /// True where its texts are here. As long as they aren't, it says all in English.
    public var isHere: Bool { !lines.isEmpty }

    /// The tag of the language in which it says all.
    var spokenTag: String { isHere ? tag : Self.english.tag }

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

    /// The version of what is shown, and of the language in which it is: no two have the same.
    func version(_ numbers: consuming [Int]) -> [Int] {
        numbers.append(isHere ? Self.all.firstIndex { $0 == self } ?? Self.all.count : 0)
        return numbers
    }

    /// Which of a text's forms goes with a number.
    public func form(_ number: Int) -> Int { isHere ? ownForm(number) : Self.english.ownForm(number) }

    /// The text on a line with a key.
    public func text(on line: UInt16) -> Literal {
        lines.indices.contains(Int(line)) ? lines[Int(line)] : self === Self.english ? "" : Self.english.text(on: line)
    }

    /// The words of this language for a sentence in English; the same where it has none.
    public func words(for sentence: Literal) -> Literal {
        var line = TextTable.count
        while line + 1 < lines.count {
            if lines[line] == sentence { return lines[line + 1] }
            line += 2
        }
        return sentence
    }

    #if !hasFeature(Embedded)
        /// The same as a line of the table, for values whose number isn't known here.
        public func words(for sentence: String) -> String {
            (Array(sentence.utf8) + [0]).withUnsafeBufferPointer { bytes in
                guard let english = bytes.baseAddress.map({ Literal(at: $0) }) else { return sentence }
                let words = words(for: english)
                return words == english ? sentence : words.line
            }
        }
    #endif

    /// A text with values in its places.
    @inline(never)
    func callAsFunction(
        _ phrase: Phrase, _ first: String = "", _ second: String = "", _ third: String = ""
    ) -> String {
        text(on: phrase.rawValue).text(first, second, third)
    }

    /// A text with a number in the place of its first value, and a value behind it.
    @inline(never)
    func callAsFunction(_ phrase: Phrase, _ number: Int, _ second: String = "") -> String {
        text(on: phrase.rawValue).text(form: form(number), Self.grouped(String(number)), second)
    }

    public func problem(_ error: ItemError) -> String { error.message(in: words(for: error.english)) }

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
    public static func == (one: Language, other: Language) -> Bool { one === other || one.tag == other.tag }
}
