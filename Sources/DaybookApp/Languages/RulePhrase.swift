import DaybookCore

/// The words in which rules are said, as `Phrase` has the others.
enum RulePhrase: CaseIterable {
    /// A text, and what follows it.
    case followed
    case once
    /// A month by its place in `Phrase.months`.
    case month
    /// The days, and the months in which they come.
    case inMonths
    /// A day, and which weekday it has to be.
    case ifWeekday
    /// A day, or one of many, by its number from the last or the first: in the forms of “4th”, “1st”, “2nd” and “3rd”.
    case dayFromEnd, nthFromEnd, nth
    /// Which of some days, and these.
    case nthOf
    case workday, weekendDay
}

extension Language {
    /// A text with values in its places.
    func callAsFunction(_ phrase: RulePhrase, _ first: String = "", _ second: String = "") -> String {
        ruleText(phrase).text(first, second, "")
    }

    /// A text with the number of one among many.
    func callAsFunction(_ phrase: RulePhrase, nth number: Int64) -> String {
        let form = (11...13).contains(number % 100) || number % 10 > 3 ? 0 : Int(number % 10)
        return ruleText(phrase).text(form: form, String(number))
    }
}
