import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Say what a currency was worth in another one on a day.",
        discussion: """
            It counts from that day on, until the next rate of the two. 'daybook rates' shows all, and takes them from a file.

              daybook rate 2026-11-01 USD CHF 0.8821
            """)

    @Argument(help: "Such as 2026-11-01 or yesterday.", transform: { try TypedDay.one($0, .past) })
    var day: CivilDate

    @Argument(help: "The currency whose worth it is.")
    var from: CurrencyName

    @Argument(help: "That in which it is.")
    var to: CurrencyName

    @Argument(help: "How much of the second one unit of the first was worth.", transform: TypedText.plain)
    var rate: String

    @OptionGroup var book: BookOptions

    func run() throws {
        let rate = try Rate(checking: day, from.currency, to.currency, RateNumber(written: rate))
        _ = try book.add { try $0.set(rate) }
        try Output.confirm { $0.append("On \(rate.text)\n") }
    }
}

struct RatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rates", abstract: "Show rates of exchange, delete some, or take them from a file.",
        discussion: """
            To say one: daybook rate 2026-11-01 USD CHF 0.8821. A transfer between two currencies shows what they were worth \
            as well; what you say counts before it.
            """,
        subcommands: [Show.self, Import.self, Delete.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the rates, the newest first.")

        @OptionGroup var days: DaysOptions

        @Flag(help: "Print the rates as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let rows = try book.read { try $0.rateRows(from: days.from, through: days.through) }
            var output = Output()
            if json {
                output.append(ItemJSON<Rate>.portable.list(rows))
            } else if rows.isEmpty {
                output.append("There are no such rates. Say one: daybook rate 2026-11-01 USD CHF 0.8821\n")
            }
            if !json { for row in rows { output.append("\(row.rate.text)\n") } }
            try output.flush()
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Take rates from a CSV with the columns date, from, to and rate: all or none.")

        @Argument(
            help: "The file, or a pipe; - for standard input.", completion: .file(), transform: TypedText.plain)
        var file: String

        @Option(help: "The order of dates that may be read in two ways, such as 03/04/2026.")
        var dateOrder: DateOrder?

        @Option(help: "What parts the decimals, where the file leaves it open.")
        var decimalMark: DecimalMark?

        @OptionGroup var book: BookOptions

        func run() throws {
            let bytes = try FileInput.bytes(of: file)
            let rates: [Rate]
            do {
                rates = try RateCSV(bytes, order: dateOrder, mark: decimalMark).rates
            } catch {
                throw CommandFailure(error.message)
            }
            let days = rates.map(\.day)
            let changed = try book.write(
                makes: true, noting: { (changed: Int) in PastImport.Note(.file, file, count: changed) }
            ) { book in
                let old = try book.reader.rateRows(from: days.min(), through: days.max()).map(\.rate)
                var known = Dictionary(old.map { ($0.id, $0.number) }) { first, _ in first }
                var changed = 0
                for rate in rates where known.updateValue(rate.number, forKey: rate.id) != rate.number {
                    try book.set(rate)
                    changed += 1
                }
                return changed
            }
            var output = Output()
            output.append(
                "Took \(changed) \(changed == 1 ? "rate" : "rates"); \(rates.count - changed) known already\n")
            try output.flushChange()
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete the rate of a day.")

        @Argument(help: "Such as 2026-11-01.", transform: { try TypedDay.one($0, .past) })
        var day: CivilDate

        @Argument(help: "The currency whose worth it is.")
        var from: CurrencyName

        @Argument(help: "That in which it is.")
        var to: CurrencyName

        @OptionGroup var book: BookOptions

        func run() throws {
            let rate = try book.write { book in
                let rows = try book.reader.rateRows(from: day, through: day)
                guard let row = rows.first(where: { $0.rate.from == from.currency && $0.rate.to == to.currency }) else {
                    throw CommandFailure(
                        "There is no rate from \(from.currency.code) to \(to.currency.code) of \(day.text). "
                            + "'daybook rates' shows all.")
                }
                try book.carryOut(.delete(.rate, row.rate.id))
                return row.rate
            }
            try Output.confirm { $0.append("Deleted \(rate.text)\n") }
        }
    }
}

extension Rate {
    /// `2026-11-01  1 USD = 0.8821 CHF`.
    var text: String { "\(day.text)  1 \(from.code) = \(number.text) \(to.code)" }
}

/// In which currency sums are put together, and by which rates.
struct BaseOptions: ParsableArguments {
    /// Which rate counts for what came in or went out.
    enum Moment: String, CaseIterable, ExpressibleByArgument {
        /// The last one up to its day.
        case day
        /// The last one up to the end of the period.
        case end
    }

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Say what all currencies come to in this one, too, by the rates that you said.", valueName: "code"))
    var base: CurrencyName?

    @Option(help: "With --in: the rate of each day, or the last one of the period.")
    var rate: Moment = .day
}
