import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

struct MoneyAccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "money-account",
        abstract: "Show what is in the accounts in which money lies, or make, change, close and delete them.",
        discussion: """
            An account is one at a bank, a purse, a card, a loan or an asset (people's accounts on a server: daybook \
            account). What you record without naming one is of the default account that you chose, or else of the first in \
            its currency. Where there is none, Daybook has one for you that is called as the currency.
            """,
        subcommands: [Show.self, Add.self, Edit.self, Close.self, Reopen.self, Delete.self, Default.self, Move.self],
        defaultSubcommand: Show.self,
        aliases: ["money-accounts"])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the accounts, what is in each, and what all come to.")

        @Option(
            name: .customLong("on"),
            help: ArgumentHelp(
                "At the end of this day, such as 2026-11-21 or yesterday; if left out, with all entries.",
                valueName: "day"),
            transform: { try TypedDay.one($0, .past) })
        var day: CivilDate?

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp(
                "Say what all come to in this currency, too, by the last rates up to that day, or today.",
                valueName: "code"))
        var base: CurrencyName?

        @Flag(help: "Print the accounts as JSON.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let (balances, worth) = try book.read { book in
                let balances = try book.balances(on: day)
                var worth = base.map { BaseTotals(in: $0.currency) }
                if base != nil { try worth?.add(balances.total, book.rates(), on: day ?? .local()) }
                return (balances, worth)
            }
            var output = Output()
            if json {
                output.append(try balances.json(worth))
            } else if balances.isEmpty {
                output.append("There are no accounts. To create one, run: daybook money-account add Cash --kind cash\n")
            } else {
                try output.append(balances: balances)
                if let worth {
                    output.append(
                        "In \(worth.base.code): " + (worth.sums.map { $0.balance.text } ?? "? (\(worth.missingText))")
                            + "\n")
                }
            }
            try output.flush()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make an account, the last of them.")

        @Argument(help: "What it is called.", transform: TypedText.plain)
        var name: String

        @Option(help: ArgumentHelp("What it is in, if the opening doesn't say it.", valueName: "code"))
        var currency: CurrencyName?

        @OptionGroup var options: MoneyAccountOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            try book.add { book in
                let usual = try currency?.currency ?? book.reader.currency()
                var changes = Changes(try options.values { usual })
                changes[.title] = .text(name)
                changes.values.fill(.amount, .amount(.zero(usual)))
                if let currency, let opening = changes[.amount]?.amount, opening.currency != currency.currency {
                    throw CommandFailure(
                        "The opening is in \(opening.currency.code), and the account in \(usual.code). Give one of the two."
                    )
                }
                try book.add(MoneyAccount.self, changes)
            }
            try Output.say("Made the account", name)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change the name, kind, opening or number of an account.")

        @Argument(help: "Its name, its number at the bank, or the start of its id.")
        var account: AccountName

        @Option(help: ArgumentHelp("The new name.", valueName: "text"), transform: TypedText.plain)
        var name: String?

        @OptionGroup var options: MoneyAccountOptions
        @OptionGroup var book: BookOptions

        func validate() throws {
            guard name == nil, options.isEmpty else { return }
            throw ValidationError(
                "There is nothing to change. Give an option; 'daybook help money-account edit' names them all.")
        }

        func run() throws {
            let changed = try book.write { book in
                let old = try account.account(in: book.reader)
                var changes = Changes(try options.values { old.currency })
                if let name { changes[.title] = .text(name) }
                try book.carryOut(.edit(.account, old.id, changes))
                return try book.reader.account(old.id) ?? old
            }
            try Output.say("Changed the account", changed.name)
        }
    }

    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "close", abstract: "Close an account. What it held stays.")

        @Argument(help: "Its name, its number at the bank, or the start of its id.")
        var account: AccountName

        @OptionGroup var book: BookOptions

        func run() throws {
            let balance = try book.write { book in
                let old = try account.account(in: book.reader)
                try book.carryOut(.edit(.account, old.id, [.closedAt: .time(.now())]))
                return try book.reader.balances().first { $0.account.id == old.id }
            }
            guard let balance else { return }
            try Output.say(
                "Closed the account", balance.account.name,
                balance.balance.coefficient == 0 ? "" : " There is still \(balance.balance.text) in it.")
        }
    }

    struct Reopen: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reopen", abstract: "Open an account again that was closed.")

        @Argument(help: "Its name, its number at the bank, or the start of its id.")
        var account: AccountName

        @OptionGroup var book: BookOptions

        func run() throws {
            let name = try book.write { book in
                let old = try account.account(in: book.reader)
                if old.isClosed { try book.carryOut(.edit(.account, old.id, [.closedAt: .nothing])) }
                return old.name
            }
            try Output.say("Opened the account", name)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete an account. Its entries are in the default account of its currency then.",
            discussion: "What it opened with goes with it. 'daybook undo' brings it back, with its entries.")

        @Argument(help: "Its name, its number at the bank, or the start of its id.")
        var account: AccountName

        @OptionGroup var book: BookOptions

        func run() throws {
            let (old, count) = try book.write { book in
                let old = try account.account(in: book.reader)
                guard old.isMade else {
                    throw CommandFailure(
                        "“\(old.name)” is the default account of its currency, which nobody made. It can't be deleted.")
                }
                let count = try book.reader.balances().first { $0.account.id == old.id }?.count ?? 0
                try book.carryOut(.delete(.account, old.id))
                return (old, count)
            }
            try Output.say(
                "Deleted the account", old.name,
                count == 0 ? "" : " Entries now in the default account of \(old.currency.code): \(count).")
        }
    }
}

struct MoneyAccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("One of \(MoneyAccount.kinds.joined(separator: ", ")).", valueName: "kind"),
        completion: .list(MoneyAccount.kinds), transform: MoneyAccountOptions.kind)
    var kind: FieldValue?

    @Option(
        help: ArgumentHelp(
            "What was in it before its entries, such as \"250 EUR\"; -250 for what was owed.", valueName: "amount"),
        transform: TypedText.plain)
    var opening: String?

    @Option(
        help: ArgumentHelp("From which day on the opening counts; today if left out.", valueName: "day"),
        transform: { try TypedDay.one($0, .past) })
    var opened: CivilDate?

    @Option(
        help: ArgumentHelp("How the files of a bank name it, such as an IBAN; \"\" for none.", valueName: "number"),
        transform: TypedText.plain)
    var number: String?

    @Flag(inversion: .prefixedNo, help: "Whether budgets count what is in it.")
    var budget: Bool?

    @Option(
        help: ArgumentHelp(
            "The yearly rate in percent, on what is in it or owed, such as 5.25 or \"5.25 from 2026-12-01\"; \"\" for none.",
            valueName: "rate"),
        transform: TypedText.plain)
    var interest: String?

    @Option(
        help: ArgumentHelp("What is paid back of it each month; \"\" for nothing.", valueName: "amount"),
        transform: TypedText.plain)
    var payment: String?

    @Option(
        help: ArgumentHelp("How many months it is paid back in; \"\" if that isn't known.", valueName: "months"),
        transform: TypedText.plain)
    var term: String?

    @Option(
        help: ArgumentHelp(
            "What is to be in it by a day, such as \"9000 by 2027-06-01\"; \"\" for nothing.", valueName: "goal"),
        transform: TypedText.plain)
    var goal: String?

    @Option(
        help: ArgumentHelp(
            "Whether what is in it can be spent within a week: yes, no, or by kind: what is at a bank, in cash or on a card.",
            valueName: "answer"),
        completion: .list(MoneyAccount.liquidities),
        transform: { try TypedText.choice($0, of: MoneyAccount.liquidities, "answer") })
    var liquid: FieldValue?

    private var plan: [(Field, String?)] {
        [(.interest, interest), (.payment, payment), (.term, term), (.goal, goal)]
    }

    var isEmpty: Bool {
        kind == nil && opening == nil && opened == nil && number == nil && budget == nil && liquid == nil
            && plan.allSatisfy { $0.1 == nil }
    }

    /// - Parameter usual: the currency of an opening that names none.
    func values(usual: () throws -> Currency) throws -> FieldValues {
        var values = FieldValues()
        values[.accountKind] = kind
        values[.day] = opened.map { .day($0) }
        values[.bankNumber] = number.map { .text($0.trimmed) }
        values[.budget] = budget.map { .choice($0 ? 0 : 1) }
        if let opening = opening?.trimmed {
            let (amount, isOwed) = try Amount.typed(balance: opening, usual: usual)
            values[.amount] = .amount(amount)
            values[.openingSide] = .choice(isOwed ? 1 : 0)
        }
        values[.liquid] = liquid
        for (field, text) in plan {
            guard let text else { continue }
            let own = try values[.amount]?.amount?.currency ?? usual()
            values[field] = try MoneyAccount.plan(field, written: text) { () throws(ItemError) -> Currency in own }
        }
        return values
    }

    @Sendable static func kind(_ text: String) throws -> FieldValue {
        do {
            return try Shape.choice(MoneyAccount.kinds).value(of: TypedText.plain(text), "kind")
        } catch {
            throw ValidationError(error.message)
        }
    }
}

struct CurrencyName: ExpressibleByArgument {
    let currency: Currency

    init?(argument: String) {
        guard let currency = Currency(TypedText.plain(argument)) else { return nil }
        self.currency = currency
    }
}

extension Output {
    /// A line for each account: its name, what is in it, what it is; and what all come to.
    fileprivate mutating func append(balances: [AccountBalance]) throws {
        var lines = balances.map { balance in
            let account = balance.account
            var words = [account.isMade ? account.kindName : "default"]
            if account.budget != 0 { words.append("off budget") }
            if let interest = account.interest { words.append(interest.rate.text + " %") }
            if let payment = account.payment { words.append(payment.number + " a month") }
            if let goal = account.goal { words.append("goal " + goal.text) }
            if account.isClosed { words.append("closed") }
            return [account.name, balance.balance.text, words.joined(separator: ", ")]
        }
        for sum in try balances.total.all { lines.append(["Total", sum.text, ""]) }
        append(table: lines, hasRemarks: true)
    }
}
