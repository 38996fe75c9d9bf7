import DaybookCore

extension Language {
    public static let english = Language(
        tag: "en", name: "English", usualCurrency: "USD", speaks: { $0.first == "en" }, form: { $0 == 1 ? 0 : 1 },
        lines: literals(of: TextTable.en))

    public static let traditionalChinese = Language(
        tag: "zh-Hant", name: "繁體中文", usualCurrency: "TWD",
        speaks: { subtags in
            // The script decides; without one, the region; without that, Cantonese is written as in Hong Kong.
            let isTraditional =
                ["hant", "tw", "hk", "mo"].contains { subtags.contains($0) } || subtags == ["yue"]
            return isChinese(subtags) && isTraditional && !subtags.contains("hans")
        },
        form: { _ in 0 }, lines: literals(of: TextTable.zhHant))

    public static let simplifiedChinese = Language(
        tag: "zh-Hans", name: "简体中文", usualCurrency: "CNY",
        // Chinese that isn't traditional: that comes first.
        speaks: isChinese, form: { _ in 0 }, lines: literals(of: TextTable.zhHans))

    private static func literals(of text: StaticString?) -> [Literal] {
        text.map { Literal.lines(of: $0.utf8Start, count: $0.utf8CodeUnitCount) } ?? []
    }

    private static func isChinese(_ subtags: [String]) -> Bool { subtags.first == "zh" || subtags.first == "yue" }
}
