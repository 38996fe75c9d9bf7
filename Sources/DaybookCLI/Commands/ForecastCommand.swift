import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct ForecastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Show what will be in the accounts, day by day, as far as it is known.",
        discussion: """
            To-dos with an amount and a day are known, each as often as it comes again, and so are entries and transfers of \
            days to come. What is overdue counts today. Of a day what goes out counts first.

              daybook forecast Giro --what-if 'Repair 600 EUR on 12 dec' --through 2027-01-31
            """)

    @Argument(help: "Accounts, by their names; all that are in use if left out.")
    var accounts: [AccountName] = []

    @Option(
        name: .customLong("through"),
        help: ArgumentHelp("The last day; three months from today if left out.", valueName: "day"),
        transform: { try TypedDay.one($0, .coming) })
    var last: CivilDate?

    @Option(
        help: ArgumentHelp(
            "The balance that no account shall fall below; that of the book, or 0, if left out.", valueName: "amount"),
        transform: TypedText.plain)
    var floor: String?

    @Option(
        name: .customLong("what-if"),
        help: ArgumentHelp(
            "Money that counts as if it were there, such as 'Repair 600 EUR on 12 dec from Giro', '-300 Fri' or '+200 1 Dec'; without a day it is today. Give it once for each. It isn't written.",
            valueName: "line"),
        transform: TypedText.plain)
    var whatIf: [String] = []

    @Flag(help: "Print the forecasts as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let today = CivilDate.local()
        let last = last ?? today.adding(days: 92)
        if last < today { throw CommandFailure("\(last.text) is past. Give a day from \(today.text) on.") }
        let (forecasts, names) = try book.read { book in
            let wanted = try accounts.map { try $0.account(in: book).id }
            let own = wanted.count == 1 ? try book.account(wanted[0]) : nil
            let forecasts = try book.forecasts(
                of: accounts.isEmpty ? nil : wanted, from: today, through: last, floor: floor,
                with: whatIf.map { try Self.todo(of: $0, own, in: book) })
            return (forecasts, try AccountNames(book))
        }
        var output = Output()
        if json {
            output.append(try AccountForecast.json(forecasts))
        } else if forecasts.isEmpty {
            output.append("There are no accounts. To create one, run: daybook money-account add Cash --kind cash\n")
        } else {
            for forecast in forecasts { try output.append(forecast, through: last, names) }
        }
        try output.flush()
    }

    /// The to-do that a line says, which is in no book.
    ///
    /// - Parameter account: the account of a line that names none; nil for the usual one.
    private static func todo(of line: String, _ account: MoneyAccount?, in book: BookReader) throws -> Todo {
        let todo = Todo(
            whatIf: line, id: EntityID(derivedFrom: Array(line.utf8), for: "what if"), now: .local(),
            accounts: try book.accounts().map(\.account), account: account?.id,
            usual: try account?.currency ?? book.currency(), local: .local, called: "What if")
        guard let todo else {
            throw CommandFailure("“\(line)” lacks an amount. Such as: Repair 600 EUR on 12 dec, or -300 Fri")
        }
        if let account, let currency = todo.amount?.currency, currency != account.currency {
            throw CommandFailure(
                "“\(line)” is in \(currency.code), and “\(account.name)” is in \(account.currency.code). Give it in \(account.currency.code)."
            )
        }
        return todo
    }
}

extension Output {
    /// Shows the days on which something comes or goes, then the lowest point and what is free.
    fileprivate mutating func append(
        _ forecast: AccountForecast, through last: CivilDate, _ names: AccountNames
    ) throws {
        let line = forecast.forecast
        styled(.heading) { output in
            output.append(terminal: forecast.account?.name ?? "All that may be spent")
            output.append(": \(line.start.text) today\n")
        }
        func signed(_ sum: Sum) -> String { (sum.coefficient > 0 ? "+" : "") + sum.number }
        let rows = line.days.flatMap { day in
            day.items.enumerated().map { index, item in
                (
                    day: day.day, item: item,
                    balance: index == day.items.count - 1 ? day.end.number : ""
                )
            }
        }
        let width = rows.lazy.map { signed($0.item.sum).utf8.count }.max() ?? 0
        let balanceWidth = rows.lazy.map(\.balance.utf8.count).max() ?? 0
        for row in rows {
            append("  \(row.day.text)  ")
            append(signed(row.item.sum), right: width)
            append("  ")
            append(row.balance, right: balanceWidth)
            append("  ")
            if row.item.source == .interest { append("Interest of ") }
            append(terminal: forecast.titles[row.item.id] ?? "")
            if row.item.day < row.day { append(" (overdue since \(row.item.day.text))") }
            append("\n")
        }
        let lowest = line.lowest
        append("  Lowest: \(lowest.sum.text) on \(lowest.day.text)")
        if let day = line.first(below: forecast.floor) { append(", below \(forecast.floor.text) from \(day.text) on") }
        append("\n  Free until \(line.payday.map { "the income on \($0.text)" } ?? last.text): ")
        append("\(try line.free(above: forecast.floor).text)\n")
        guard let typical = forecast.typical, let end = line.balance(on: last, spending: typical) else { return }
        append("  With \(typical.text) more a day, as usual: \(end.text) on \(last.text)")
        let day = line.first(below: forecast.floor, spending: typical, through: last)
        append(day.map { ", below \(forecast.floor.text) from \($0.text) on\n" } ?? "\n")
    }
}
