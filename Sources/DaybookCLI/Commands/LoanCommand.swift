import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct LoanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loan", abstract: "Show what each payment of a loan is made of.",
        discussion: """
            Interest is rounded each month, and the last payment takes the rest. Of an account it is shown what that owes, by its own \
            rate, and with what it says is paid back.

              daybook loan Car
              daybook loan '10000 EUR' 6% --months 12
              daybook loan '10000 EUR' 6% --pay 900
            """)

    @Argument(
        help: "The debt; or an account that owes it: its name, its number at the bank, or the start of its id.",
        transform: TypedText.plain)
    var debt: String

    @Argument(
        help: "The yearly rate of interest in percent, such as 5.25; that of the account if left out.",
        transform: TypedText.plain)
    var rate: String?

    @Option(help: ArgumentHelp("How many months it is paid in.", valueName: "number"))
    var months: Int?

    @Option(
        name: .customLong("pay"), help: ArgumentHelp("How much is paid a month.", valueName: "amount"),
        transform: TypedText.plain)
    var payment: String?

    @Flag(help: "Print the payments as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        if months != nil, payment != nil { throw ValidationError("Give either --months or --pay.") }
        if rate != nil, months == nil, payment == nil { throw ValidationError("Give either --months or --pay.") }
    }

    func run() throws {
        let loan: Loan
        do {
            loan = try rate.map { try self.loan(at: $0) } ?? self.loan()
        } catch let problem as Loan.Problem {
            throw CommandFailure(problem.words)
        }
        var output = Output()
        if json { output.append(loan.json) } else { output.append(loan) }
        try output.flush()
    }

    /// The loan of an account.
    private func loan() throws -> Loan {
        try book.read { book in
            guard let name = AccountName(argument: debt) else { throw CommandFailure("Name an account.") }
            let account = try name.account(in: book)
            let payment = try payment.map { try Amount(typed: $0, of: .expense) { account.currency } }
            if let payment, payment.currency != account.currency {
                throw ItemError.keepsCurrency(account.name, account.currency, payment.currency)
            }
            guard let loan = try book.loan(account, on: .local(), months: months, paying: payment) else {
                throw CommandFailure(
                    "“\(account.name)” doesn't say what is paid back. Give --pay or --months, or a rate behind the debt."
                )
            }
            if loan.payments.isEmpty { throw CommandFailure("“\(account.name)” owes nothing.") }
            return loan
        }
    }

    private func loan(at rate: String) throws -> Loan {
        let debt = try Amount(typed: debt, of: .expense) { try book.read { try $0.currency() } }
        guard let rate = InterestRate(written: rate) else {
            throw CommandFailure("“\(rate)” isn't a valid rate. Use percent from 0 to 999.9999, such as 5.25.")
        }
        if let payment {
            let payment = try Amount(typed: payment, of: .expense) { debt.currency }
            if payment.currency != debt.currency {
                throw CommandFailure("The debt is in \(debt.currency.code), and the payment isn't. Give both in one.")
            }
            return try Loan(debt, at: rate, paying: payment)
        }
        return try Loan(debt, at: rate, months: months ?? 0)
    }
}

extension Output {
    fileprivate mutating func append(_ loan: Loan) {
        append("\(loan.level.text) a month for \(loan.payments.count) months, the last \(loan.last.text)\n")
        append("Interest: \(loan.interest.text)\n")
        let rows = loan.payments.enumerated().map { index, payment in
            let (number, sums) = ("\(index + 1)", [payment.amount, payment.interest, payment.principal, payment.left])
            return [String(repeating: " ", count: max(0, 5 - number.count)) + number] + sums.map(\.number)
        }
        append(table: [["     ", "payment", "interest", "principal", "left"]] + rows, hasHeading: true)
    }
}
