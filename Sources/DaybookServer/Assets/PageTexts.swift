import DaybookApp

/// The texts of the pages beside the app, in one language. Each language has a file of its own, and a place in the list.
struct PageTexts: Sendable {
    static let all = [english, traditionalChinese, simplifiedChinese]

    let language: Language

    let name: String
    let password: String
    let signIn: String
    let signOut: String
    let open: String
    let goOn: String
    let nothing: String
    /// The name of the account follows.
    let signedIn: String
    let signOutHint: String
    let othersBook: String
    let replace: String
    /// The reason follows.
    let stillSignedIn: String
    let refusal: @Sendable (AccountError) -> String

    static func `in`(_ language: Language) -> PageTexts { all.first { $0.language == language } ?? english }

    /// Why the form was refused. What isn't about the accounts is a form that can't be read, or is larger than any name
    /// and password.
    func refusal(of error: any Error) -> String { refusal(error as? AccountError ?? .signInRefused) }
}
