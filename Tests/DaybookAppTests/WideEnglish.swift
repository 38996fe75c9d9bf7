@testable import DaybookApp

/// English in letters of full width. What stands on a screen in other letters came from no language's texts. Each word
/// begins with an invisible mark that tells the key of its text.
enum WideEnglish {
    static let language: Language = {
        let texts = TextTable.en.description.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { marked(wide($1), UInt32($0)) }
        // Each sentence of the core in English, then wide.
        let sentences = (TextTable.zhHant?.description ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(TextTable.count).enumerated().filter { $0.offset % 2 == 0 }
            .flatMap { [String($0.element), wide($0.element)] }
        let bare = Language(
            tag: "en-x-wide", name: "Ｗｉｄｅ", usualCurrency: "USD", speaks: { _ in false },
            form: { Language.english.form($0) }, lines: [])
        return bare.with(texts: Array((texts + sentences).map { $0 + "\n" }.joined().utf8)) ?? bare
    }()

    /// The keys of the texts from which words are.
    static func keys(of words: String) -> [Phrase] {
        words.unicodeScalars.compactMap { scalar in
            (firstMark..<firstMark + 0x1000).contains(scalar.value)
                ? Phrase(rawValue: UInt16(scalar.value - firstMark)) : nil
        }
    }

    /// The first scalar of a plane for private use.
    private static let firstMark: UInt32 = 0xF0000

    /// The text with the mark before each word of each form.
    private static func marked(_ text: String, _ line: UInt32) -> String {
        let mark = Unicode.Scalar(firstMark + line).map { String($0) } ?? ""
        return text.split(separator: "|", omittingEmptySubsequences: false).map { form in
            form.split(separator: " ", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : mark + $0 }
                .joined(separator: " ")
        }.joined(separator: "|")
    }

    private static func wide(_ text: some StringProtocol) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar.isASCII && Character(scalar).isLetter
                ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    static func isWide(_ letter: Character) -> Bool {
        letter.unicodeScalars.allSatisfy { (0xFF21...0xFF5A).contains($0.value) }
    }
}
