import DaybookApp
import HTTPTypes
import Hummingbird

extension Request {
    /// The language that was chosen in the app, or the first of the browser's that the app speaks.
    var language: Language {
        for cookie in headers[values: .cookie].joined(separator: ";").split(separator: ";") {
            let pair = cookie.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            if pair.count == 2, pair[0] == "language", let language = Language(rawValue: pair[1]) { return language }
        }
        // Browsers list them by preference.
        let tags = headers[values: .acceptLanguage].joined(separator: ",").split(separator: ",")
        return Language.preferred(
            tags.compactMap { $0.filter { $0 != " " }.split(separator: ";").first.map { String($0) } })
    }
}
