import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct BudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget", abstract: "Show what is left in each envelope, give envelopes money, and move it.",
        discussion: """
            'daybook envelopes' creates envelopes and says which tags are of each. All that comes in is to budget until you \
            assign it. A period is a month such as 2026-12, a day that lies in it, or next or last.
            """,
        subcommands: [
            Show.self, Assign.self, Move.self, Hold.self, Fill.self, CarryOver.self, SetTarget.self, Propose.self,
            Periods.self, Mode.self,
        ],
        defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the sheet of a period: what envelopes have, and what is to budget.")

        @Argument(help: "The period; if left out, the present one.", transform: TypedText.plain)
        var period: String?

        @Option(
            help: ArgumentHelp(
                "The rows, the cells and the moves behind the numbers of this one.", valueName: "envelope"))
        var why: EnvelopePlace?

        @Option(help: ArgumentHelp("The currency; if left out, the usual one.", valueName: "code"))
        var currency: CurrencyName?

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp(
                "Say what the sheets of all currencies come to in this one, too, by the last rates.", valueName: "code")
        )
        var base: CurrencyName?

        @Flag(help: "Print the sheet as JSON.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            var output = Output()
            try book.read { book in
                let sheet = try book.budgetSheet(in: currency?.currency ?? book.currency())
                let period = try sheet.plan.periods.number(typed: period)
                if let why { return try output.append(why: why.id(in: book), period, sheet, book) }
                let names = try book.accountNames()
                let bills = try book.bills(period, sheet.plan)
                if json {
                    output.append(try sheet.json(period, cards: names, bills: bills))
                } else {
                    try output.append(sheet, period, names, bills)
                    if let base { try output.append(period, in: base.currency, book) }
                }
            }
            try output.flush()
        }
    }

    struct Assign: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "assign", abstract: "Set what an envelope has of a period, or add to it.",
            discussion: """
                The amount is all that it is to have, with what was moved to it; +20 adds to that, and 12+8 is 20. A card \
                is named like an envelope, where cards have debts.
                """)

        @Argument(help: "The envelope, by its name or the start of its id.")
        var envelope: EnvelopePlace

        @Argument(help: "How much, such as 300, \"300 CHF\", +20 or 12+8.", transform: TypedText.plain)
        var amount: String

        @Option(help: ArgumentHelp("The currency; if left out, the usual one.", valueName: "code"))
        var currency: CurrencyName?

        @OptionGroup var options: BudgetPeriodOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            let (name, label, total, left) = try book.write { book in
                guard let id = try envelope.id(in: book.reader) else { throw EnvelopePlace.isPool }
                if amount.isBlank { throw ItemError.noAmount }
                let named = amount.split(separator: " ").last.flatMap { Currency(String($0)) }
                if let chosen = currency?.currency, let named, chosen != named {
                    throw CommandFailure(
                        "“\(amount.excerpt)” is in \(named.code), and --currency says \(chosen.code). Give one of them."
                    )
                }
                let currency = try currency?.currency ?? named ?? book.reader.currency()
                let sheet = try book.reader.budgetSheet(in: currency)
                let period = try options.number(sheet.plan.periods)
                let total = try Sum(assigned: amount, over: sheet.assigned(to: id, in: period), local: .local)
                try book.set(sheet.cell(of: id, in: period, total))
                let now = try book.reader.budgetSheet(in: currency)
                return (
                    try envelope.name(in: book.reader), sheet.plan.periods.label(period),
                    now.assigned(to: id, in: period), now.page(of: period).toBudget
                )
            }
            try Output.say("Assigned \(total.text) of \(label) to", name, " To budget: \(left.text)")
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move money from an envelope to another, or from or to the pool.",
            discussion: "Moves that two devices make without knowing of each other both count.")

        @Argument(help: "How much, such as 20 or \"20 EUR\".", transform: TypedText.plain)
        var amount: String

        @Argument(help: "From where: an envelope, or pool for what is to budget.")
        var from: EnvelopePlace

        @Argument(help: "Where to, as from.")
        var to: EnvelopePlace

        @Option(help: ArgumentHelp("What it is for.", valueName: "text"), transform: TypedText.plain)
        var note: String?

        @OptionGroup var options: BudgetPeriodOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            let (moved, source, target) = try book.write { book in
                let amount = try Amount(typed: self.amount, of: nil) { try book.reader.currency() }
                let periods = try book.reader.settings().budgetPeriods
                let day = periods.start(of: try options.number(periods))
                try book.move(
                    amount, from: from.id(in: book.reader), day, to: to.id(in: book.reader), day, note: note ?? "")
                return (amount, try from.name(in: book.reader), try to.name(in: book.reader))
            }
            var output = Output()
            output.append("Moved \(moved.text) from ")
            output.append(terminalLine: "“\(source)” to “\(target)”")
            try output.flushChange()
        }
    }

    struct Hold: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hold", abstract: "Hold some of what is to budget for the next period.")

        @Argument(help: "How much, such as 400 or \"400 EUR\".", transform: TypedText.plain)
        var amount: String

        @OptionGroup var options: BudgetPeriodOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            let (held, label) = try book.write { book in
                let amount = try Amount(typed: self.amount, of: nil) { try book.reader.currency() }
                let periods = try book.reader.settings().budgetPeriods
                let period = try options.number(periods)
                guard CivilDate(periods.start(of: period + 1).text) != nil else {
                    throw CommandFailure("There is no period after \(periods.label(period)). Give an earlier one.")
                }
                try book.move(
                    amount, from: nil, periods.start(of: period), to: nil, periods.start(of: period + 1), note: "")
                return (amount, periods.label(period + 1))
            }
            try Output.confirm { $0.append("Held \(held.text) for \(label)\n") }
        }
    }

    struct Fill: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fill", abstract: "Give each envelope what it needs by its target, and say what was written.",
            discussion: """
                No envelope gets less than it has, and a second time nothing changes. 'daybook undo' takes all of it back.
                """)

        @Flag(help: "Show what would be written, and change nothing.")
        var dryRun = false

        @Flag(help: "Give each envelope what it had of the period before, instead.")
        var copy = false

        @Option(help: ArgumentHelp("The currency; if left out, the usual one.", valueName: "code"))
        var currency: CurrencyName?

        @Flag(help: "Print what is written as JSON.")
        var json = false

        @OptionGroup var options: BudgetPeriodOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            let (fill, plan) =
                if dryRun {
                    try book.read { try planned(in: $0) }
                } else {
                    try book.write { book in
                        let planned = try planned(in: book.reader)
                        for cell in planned.0.cells { try book.set(cell) }
                        return planned
                    }
                }
            var output = Output()
            if json { output.append(fill.json(plan)) } else { output.append(fill, plan, isWritten: !dryRun) }
            if dryRun { try output.flush() } else { try output.flushChange() }
        }

        private func planned(in book: BookReader) throws -> (BudgetFill, BudgetPlan) {
            let sheet = try book.budgetSheet(in: currency?.currency ?? book.currency())
            let period = try options.number(sheet.plan.periods)
            let bills = try book.bills(period, sheet.plan)
            return (try copy ? sheet.copy(1, to: period) : sheet.fill(period, bills: bills), sheet.plan)
        }
    }

    struct CarryOver: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "carry", abstract: "Say what becomes of what is left in an envelope, from a period on.")

        @Argument(help: "The envelope, by its name or the start of its id.")
        var envelope: EnvelopePlace

        @Argument(
            help: """
                reset: what is below zero comes from the next pool. keep: it stays below zero. give: what is above zero goes \
                back to the next pool, too.
                """,
            transform: TypedText.plain)
        var carry: String

        @OptionGroup var options: BudgetPeriodOptions
        @OptionGroup var book: BookOptions

        func validate() throws { _ = try value() }

        private func value() throws -> Carry {
            guard let value = Carry.allCases.first(where: { $0.name == carry }) else {
                throw ValidationError("“\(carry.excerpt)” isn't valid. Give reset, keep or give.")
            }
            return value
        }

        func run() throws {
            let (name, label) = try book.write { book in
                guard let id = try envelope.id(in: book.reader) else { throw EnvelopePlace.isPool }
                let periods = try book.reader.settings().budgetPeriods
                let period = try options.number(periods)
                let flag = CarryFlag(id, periods.start(of: period), try value())
                try book.set(flag)
                return (try envelope.name(in: book.reader), periods.label(period))
            }
            try Output.say("From \(label) on the end of a period is “\(carry)” for", name)
        }
    }

    struct SetTarget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "target", abstract: "Show what an envelope needs in each period, or set it.",
            discussion: """
                month 50: so much each period. refill 150: what is missing to so much. cap 50 at 100: 50, while there is \
                less than 100. 500 by 2026-12: so much by then, in equal parts. set aside 500 every 12 months from 2026-03: \
                the same again and again. weekly 10 on monday, 100 every 2 weeks from 2026-11-27, 10 a day: for each such \
                day, and with up to 300 behind it no more than that. bills: what open to-dos with its tags cost. percent 10 \
                of income, or of last income. average 3: what was spent in so many periods, on average. copy 1: what it had \
                so many periods ago. rest 2: a part by weight of what is left to budget. A semicolon parts two of them.
                """)

        @Argument(help: "The envelope, by its name or the start of its id.")
        var envelope: EnvelopePlace

        @Argument(help: "The target; \"\" for none. If left out, it is shown.", transform: TypedText.plain)
        var target: [String] = []

        @OptionGroup var book: BookOptions

        func run() throws {
            var output = Output()
            guard !target.isEmpty else {
                let text = try book.read { book in
                    try envelope.id(in: book).flatMap { try book.find(Envelope.self, $0) }?.item.extraFields[.target]?
                        .text
                }
                output.append(terminalLine: text ?? "none")
                return try output.flush()
            }
            let (name, text) = try book.write { book in
                let typed = target.joined(separator: " ").trimmed
                let text = typed.isEmpty ? "" : try Target(typed: typed) { try book.reader.currency() }.text
                guard let id = try envelope.id(in: book.reader), try book.reader.find(Envelope.self, id) != nil else {
                    throw EnvelopePlace.isPool
                }
                try book.carryOut(.edit(.envelope, id, [.target: .text(text)]))
                return (try envelope.name(in: book.reader), text)
            }
            try Output.say("The target is “\(text.isEmpty ? "none" : text)” for", name)
        }
    }

    struct Periods: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "periods", abstract: "Show the periods of the budget, or choose them.",
            discussion:
                "The setting belongs to the book and syncs. What was assigned counts in the period that holds its day.")

        @Argument(help: "Such as \"month 25\", or \"weeks 2 from 2026-11-27\".", transform: TypedText.plain)
        var periods: [String] = []

        @OptionGroup var book: BookOptions

        func run() throws {
            var output = Output()
            if periods.isEmpty {
                output.append("\(try book.read { try $0.settings().budgetPeriods }.text)\n")
                return try output.flush()
            }
            let typed = periods.joined(separator: " ")
            guard let periods = BudgetPeriods(typed.lowercased()) else {
                throw CommandFailure(
                    "“\(typed.excerpt)” isn't valid. Give \"month 1\" to \"month 28\", or \"weeks 1\", 2 or 4 with a day, such as "
                        + "\"weeks 2 from 2026-11-27\".")
            }
            try book.write(makes: true) { try $0.set(.budgetPeriods, to: Array(periods.text.utf8)) }
            output.append("The budget's periods are: \(periods.text)\n")
            try output.flushChange()
        }
    }

    struct Mode: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mode", abstract: "Show how cards count, or choose it.",
            discussion: """
                pool: all that is overspent comes from the next pool. card: what is overspent with a card is debt of the card, \
                and what envelopes had for it is set aside to pay. Both read the same cells.
                """)

        @Argument(help: "pool or card.", transform: TypedText.plain)
        var mode: String?

        @OptionGroup var book: BookOptions

        func run() throws {
            var output = Output()
            guard let typed = mode else {
                let mode = try book.read { try $0.settings().budgetMode }
                output.append("\(mode.name)\n")
                return try output.flush()
            }
            guard let mode = BudgetMode.allCases.first(where: { $0.name == typed }) else {
                throw CommandFailure("“\(typed.excerpt)” isn't valid. Give pool or card.")
            }
            try book.write(makes: true) { try $0.set(.budgetMode, to: [mode.rawValue]) }
            output.append("Cards count by the mode “\(mode.name)” from now on.\n")
            try output.flushChange()
        }
    }
}
