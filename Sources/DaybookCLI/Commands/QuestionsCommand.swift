import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct QuestionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "questions",
        abstract:
            "Answer six questions: what is over, how long it lasts, what is yours, what you owe, what stays, what a year costs."
    )

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Answer for all currencies in this one, too, by the rates that you said.", valueName: "code"))
    var base: CurrencyName?

    @Flag(help: "Print the answers as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let today = CivilDate.local()
        let told = try book.read { try $0.questions(on: today, in: base?.currency) }
        var output = Output()
        if json {
            output.append(told.json)
        } else if told.all.isEmpty {
            output.append("There is no money in the book. Record something: daybook spend 4.50 Coffee\n")
        } else {
            let isOnly = told.all.count == 1 && told.inOne == nil
            for told in told.all { output.append(told, under: isOnly ? nil : told.currency.code, today) }
            if let one = told.inOne {
                let title = "All in \(one.currency.code)"
                if let told = one.told {
                    output.append(told, under: title, today)
                } else {
                    output.append("\(title): ? (\(one.missing.text(in: one.currency)))\n")
                }
            }
        }
        try output.flush()
    }
}

extension Output {
    fileprivate mutating func append(_ told: SixQuestions, under title: String?, _ today: CivilDate) {
        if let title { styled(.heading) { $0.append("\(title)\n") } }
        func line(_ name: String, _ text: String) {
            append(name + String(repeating: " ", count: max(1, 10 - name.count)) + text + "\n")
        }
        let usual = told.usualSurplus.map { "; usually \($0.text) a month" } ?? ""
        line("Surplus", "\(told.surplus.text) this month so far, \(told.surplusAtEnd.text) at its end\(usual)")
        let notYet = told.since.map { "can be told from \($0.text) on" }
        let lastDays = "the last \(told.days) days"
        let lasts = told.runway.map { days in
            "\(days) \(days == 1 ? "day" : "days")"
                + (days < 36_500 ? ", until \(today.adding(days: days).text)" : "") + ", at the pace of \(lastDays)"
        }
        let paid = told.lastsUntil.map { "; with the known bills until \($0.text)" } ?? ""
        line("Runway", lasts.map { $0 + paid } ?? notYet ?? "nothing was spent in the last year")
        line("Assets", "\(told.assets.text), of which \(told.liquid.text) may be spent")
        line("Debts", told.debts.text + (told.debtPlan?.words ?? ""))
        let share = told.saving.map { "\(SixQuestions.percent($0)) % of the income of \(lastDays)" }
        line("Saving", share ?? notYet ?? "nothing came in in the last year")
        let rest = notYet.map { "; all else \($0)" } ?? ", and \(told.yearOfRest.text) of all else in \(lastDays)"
        line("A year", "\(told.yearOfBills.text) of bills to come\(rest)")
    }
}

extension SixQuestions.DebtPlan {
    /// Behind what is owed.
    fileprivate var words: String {
        let part = isWhole ? "" : ", but for what doesn't say what is paid back"
        if let months, let interest {
            return
                "; to zero in \(months) \(months == 1 ? "month" : "months"), \(interest.text) of interest to come\(part)"
        }
        return growth.map { "; never to zero: it grows by \($0.text) a month\(part)" } ?? ""
    }
}
