import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct BillsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bills", abstract: "Show what bills cost in a year, and find rows that come again.",
        discussion: """
            A bill is a to-do that comes again and costs something. Its cost is that of the next 365 days by its rule, of an \
            instalment the interest. To end one, delete its to-do, or take its rule away: daybook edit 3 --repeat ""
            """,
        subcommands: [Show.self, Propose.self, Accept.self, Refuse.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show what each bill costs in a year, the dearest first.")

        @Flag(help: "Print the bills as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let bills = try book.read { try $0.bills(on: .local()) }
            var output = Output()
            if json {
                output.append(Bill.json(bills.map(\.bill)))
            } else if bills.isEmpty {
                output.append("There are no bills. To make one, run: daybook add 'Rent 850 EUR every 1st'\n")
            } else {
                try output.append(bills)
            }
            try output.flush()
        }
    }

    struct Propose: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "propose", abstract: "Show rows that come again: the same payee, and about the same amount.",
            discussion: """
                Three rows at least, weeks, months or a year apart. One that you accepted or refused isn't shown again.
                """)

        @Flag(help: "Print the proposals as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let proposals = try book.read { try $0.billProposals(on: .local()) }
            var output = Output()
            if json {
                output.append(BillProposal.json(proposals))
            } else if proposals.isEmpty {
                output.append("No rows come again that aren't a bill as yet.\n")
            }
            if !json { for (index, proposal) in proposals.enumerated() { output.append(index + 1, proposal) } }
            try output.flush()
        }
    }

    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Make to-dos that repeat of proposals.")

        @OptionGroup var choice: BillChoice
        @OptionGroup var book: BookOptions

        func run() throws {
            let rows = try book.write { book in try choice.proposals(in: book).map { try book.accept($0) } }
            try Output.confirm { for row in rows { $0.append("Added", row) } }
        }
    }

    struct Refuse: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse", abstract: "Have proposals never be shown again.")

        @OptionGroup var choice: BillChoice
        @OptionGroup var book: BookOptions

        func run() throws {
            let refused = try book.write { book in
                let refused = try choice.proposals(in: book)
                for proposal in refused { try book.refuse(proposal) }
                return refused
            }
            for proposal in refused { try Output.say("Refused", proposal.payee) }
        }
    }
}

/// Proposals that a person names by their places in the list.
struct BillChoice: ParsableArguments {
    @Argument(help: ArgumentHelp("Which, by the numbers of 'daybook bills propose'.", valueName: "number"))
    var numbers: [Int] = []

    @Flag(help: "All of them.")
    var all = false

    func validate() throws {
        if numbers.isEmpty != all { throw ValidationError("Give numbers of proposals, or --all.") }
    }

    func proposals(in book: BookTransaction) throws -> [BillProposal] {
        let proposals = try book.reader.billProposals(on: .local())
        if all { return proposals }
        return try Set(numbers).sorted().map { number in
            guard proposals.indices.contains(number - 1) else {
                throw CommandFailure("There is no proposal \(number). 'daybook bills propose' shows all.")
            }
            return proposals[number - 1]
        }
    }
}

extension Output {
    fileprivate mutating func append(_ bills: [(number: Int64, bill: Bill)]) throws {
        var total = Sums()
        for bill in bills { try total.add(bill.bill.year) }
        let width = (bills.map { $0.bill.year.text.utf8.count } + total.all.map { $0.text.utf8.count }).max() ?? 0
        for (number, bill) in bills {
            append(number, width: 5)
            append("  ")
            append(bill.year.text, right: width)
            let about = bill.todo.isAbout ? "± " : ""
            let interest = bill.todo.books == .expense ? "" : "interest of "
            append("  \(interest)\(bill.count) × \(about)\(bill.todo.amount?.number ?? "")  ")
            append(terminal: bill.todo.title)
            append(bill.todo.due.map { ", next \($0.text)\n" } ?? "\n")
        }
        for sum in total.all {
            append("Total  ")
            append(sum.text, right: width)
            append("  in the next 365 days\n")
        }
    }

    fileprivate mutating func append(_ number: Int, _ proposal: BillProposal) {
        append(Int64(number), width: 5)
        append("  ")
        append(terminal: proposal.payee)
        append(proposal.kind == .income ? " +" : " ")
        append(proposal.isAbout ? "± \(proposal.amount.text)" : proposal.amount.text)
        let rule = Repeat(proposal.rule, .every, anchor: proposal.due).words
        append(", \(rule), next \(proposal.due.text) (\(proposal.days.count) rows since \(proposal.days[0].text))\n")
    }
}
