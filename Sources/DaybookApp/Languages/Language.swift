import DaybookCore

/// A language of the app.
public enum Language: String, CaseIterable, Sendable {
    /// The raw values are language tags (BCP 47), as the page declares them in `lang`.
    case english = "en"
    case traditionalChinese = "zh-Hant"
    case simplifiedChinese = "zh-Hans"

    /// Its own name.
    public var name: String {
        switch self {
        case .english: "English"
        case .traditionalChinese: "繁體中文"
        case .simplifiedChinese: "简体中文"
        }
    }

    /// The first that the app speaks of language tags such as `zh-TW`, by preference; English if none.
    public static func preferred(_ tags: [String]) -> Language {
        for tag in tags {
            if let language = Language(tag: tag) { return language }
        }
        return .english
    }

    private init?(tag: String) {
        let subtags = String(utf8: SearchQuery.fold(tag)).parts { $0 == "-" }.map { String($0) }
        switch subtags.first {
        case "en": self = .english
        case "zh", "yue":
            // The script decides; without one, the region; without that, Cantonese is written as in Hong Kong.
            let isTraditional =
                ["hant", "tw", "hk", "mo"].contains { subtags.contains($0) } || subtags == ["yue"]
            self = isTraditional && !subtags.contains("hans") ? .traditionalChinese : .simplifiedChinese
        default: return nil
        }
    }
}
