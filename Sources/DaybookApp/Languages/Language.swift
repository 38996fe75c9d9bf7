/// A language of the app.
public enum Language: String, CaseIterable, Sendable {
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
    public static func preferred(_ tags: some Sequence<some StringProtocol>) -> Language {
        for tag in tags {
            if let language = Language(tag: tag.lowercased()) { return language }
        }
        return .english
    }

    private init?(tag: String) {
        let subtags = tag.split(separator: "-")
        switch subtags.first {
        case "en": self = .english
        case "zh":
            // The script decides; without one, the region.
            let isSimplified = subtags.contains("hans")
            let isTraditional = ["hant", "tw", "hk", "mo"].contains { name in subtags.contains { $0 == name } }
            self = isTraditional && !isSimplified ? .traditionalChinese : .simplifiedChinese
        default: return nil
        }
    }
}
