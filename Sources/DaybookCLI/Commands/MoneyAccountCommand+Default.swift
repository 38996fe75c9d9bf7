import ArgumentParser
import DaybookCore
import DaybookStorage

extension MoneyAccountCommand {
    struct Default: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default", abstract: "Show the account of what names none, or choose it.",
            discussion: "The setting belongs to the book and syncs. What is there already stays where it is.")

        @Argument(
            help: "Its name, its number at the bank, or the start of its id; \"\" for the first of each currency.")
        var account: String?

        @OptionGroup var book: BookOptions

        func run() throws {
            var output = Output()
            guard let account else {
                let name = try book.read { book in
                    try book.defaultAccount(in: book.currency())?.name ?? book.currency().code
                }
                output.append(terminalLine: name)
                return try output.flush()
            }
            let chosen = try book.write { book in
                let chosen = try AccountName(argument: account)?.open(in: book.reader)
                try book.setDefaultAccount(chosen?.id)
                return chosen
            }
            guard let chosen else {
                output.append("What names no account is of the first in its currency from now on.\n")
                return try output.flushChange()
            }
            output.append("What is in \(chosen.currency.code) and names no account is of “")
            output.append(terminal: chosen.name)
            output.append("” from now on.\n")
            try output.flushChange()
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move all that an account has to another of its currency, such as from EUR, which nobody made.",
            discussion: "What was reconciled stays. 'daybook undo' takes all of it back.")

        @Argument(help: "The account that has it, by its name, its number at the bank, or the start of its id.")
        var account: AccountName

        @Argument(help: "The account that is to have it.")
        var other: AccountName

        @OptionGroup var book: BookOptions

        func run() throws {
            let (name, move) = try book.write { book in
                let (from, to) = (try account.account(in: book.reader), try other.open(in: book.reader))
                if from.id == to.id { throw CommandFailure("Both are “\(to.name)”. Name another account.") }
                guard from.currency == to.currency else {
                    let code = from.currency.code
                    throw CommandFailure(
                        "“\(from.name)” is in \(code), and “\(to.name)” in \(to.currency.code). Name an account in \(code)."
                    )
                }
                return (to.name, try book.moveAll(from: from, to: to))
            }
            try Output.say(
                "Moved \(move.count) to the account", name,
                move.kept == 0 ? "" : " Left as they are, since they are reconciled or between both: \(move.kept).")
        }
    }
}
