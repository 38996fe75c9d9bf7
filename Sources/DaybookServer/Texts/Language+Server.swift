import DaybookApp
import DaybookCore
import DaybookExchange

extension Language {
    /// A text of the server with values in its places.
    func callAsFunction(
        _ phrase: ServerPhrase, _ first: String = "", _ second: String = "", _ third: String = ""
    ) -> String {
        text(on: phrase.rawValue).text(first, second, third)
    }

    /// A text with a number in the place of its first value.
    func callAsFunction(
        _ phrase: ServerPhrase, _ number: Int, _ second: String = "", _ third: String = ""
    ) -> String {
        text(on: phrase.rawValue).text(form: form(number), "\(number)", second, third)
    }

    /// Parts a name and its value, or a place and what is wrong there.
    var colon: String { text(on: Phrase.colon.rawValue).text() }
    /// Parts the items of a list.
    var listComma: String { text(on: Phrase.listComma.rawValue).text() }

    /// Why something can't be read. What the language has no words for stays in English.
    func say(_ reason: Sentence) -> String {
        let place = reason.place.map { $0 + colon } ?? ""
        if let error = reason.error { return place + problem(error) }
        return place + reason.filling(words(for: reason.form))
    }

    /// Why a form for signing in or out was refused. What isn't about the accounts is a form that can't be read, or is larger
    /// than any name and password.
    func refusal(of error: any Error) -> String {
        switch error as? AccountError ?? .signInRefused {
        case .tooEarly(let milliseconds): self(.tooManyAttempts, Int(AccountError.seconds(milliseconds)))
        case .busy: self(.tooManySignIns)
        case .diskFull: self(.accountsDiskFull)
        case .locked: self(.accountsLocked)
        case .readOnly: self(.accountsReadOnly)
        case .database: self(.databaseFailed)
        case .signInRefused: self(.signInRefused)
        case .badName, .nameTaken, .noAccount, .noToken, .noDevice, .hasFeed, .noFeed, .badPassword, .moved, .failed:
            self(.serverFailed)
        }
    }
}
