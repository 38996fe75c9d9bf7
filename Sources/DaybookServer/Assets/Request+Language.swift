import DaybookApp
import HTTPTypes
import Hummingbird

extension Request {
    /// The theme that was chosen in the app.
    var theme: Theme { cookie("theme").flatMap { Theme(rawValue: $0) } ?? .system }

    /// The language that was chosen in the app, or the first of the browser's that the app speaks.
    var language: Language {
        if let language = cookie("language").flatMap({ Language.tagged($0) }) { return language }
        // Browsers list them by preference.
        let tags = headers[values: .acceptLanguage].joined(separator: ",").split(separator: ",")
        return Language.preferred(
            tags.compactMap { $0.filter { $0 != " " }.split(separator: ";").first.map { String($0) } })
    }
}
