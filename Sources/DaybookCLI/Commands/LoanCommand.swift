import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct LoanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loan", abstract: "Show what each payment of a loan is made of.",
        discussion: """
            Interest is rounded each month, and the last payment takes the rest.

              daybook loan '10000 EUR' 6% --months 12
              daybook loan '10000 EUR' 6% --pay 900
            """)

    @Argument(help: "The debt.", transform: TypedText.plain)
    var debt: String

    @Argument(help: "The yearly rate of interest in percent, such as 5.25.", transform: TypedText.plain)
    var rate: String

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
        if (months == nil) == (payment == nil) { throw ValidationError("Give either --months or --pay.") }
    }

    func run() throws {
        let debt = try Amount(typed: debt, of: .expense) { try book.read { try $0.currency() } }
        guard let rate = InterestRate(written: rate) else {
            throw CommandFailure("“\(rate)” isn't a valid rate. Use percent from 0 to 999.9999, such as 5.25.")
        }
        let loan: Loan
        do {
            if let payment {
                let payment = try Amount(typed: payment, of: .expense) { debt.currency }
                if payment.currency != debt.currency {
                    throw CommandFailure(
                        "The debt is in \(debt.currency.code), and the payment isn't. Give both in one.")
                }
                loan = try Loan(debt, at: rate, paying: payment)
            } else {
                loan = try Loan(debt, at: rate, months: months ?? 0)
            }
        } catch let problem as Loan.Problem {
            throw CommandFailure(problem.words)
        }
        var output = Output()
        if json { output.append(loan.json) } else { output.append(loan) }
        try output.flush()
    }
}

extension Loan.Problem {
    /// Says what is wrong, and what to do.
    var words: String {
        switch self {
        case .months(let count) where count > Loan.mostMonths:
            "That takes more than \(Loan.mostMonths) months. Pay more a month."
        case .months(let count): "\(count) isn't a number of months. Give 1 to \(Loan.mostMonths)."
        case .neverEnds(let interest):
            "The interest of the first month is \(interest.text), so the debt never ends. Pay more than that a month."
        case .tooLarge: "The numbers are too large to work with."
        }
    }
}

extension Loan {
    fileprivate var json: JSONWriter {
        var json = JSONWriter()
        func text(_ key: StaticString, _ text: String) {
            json.key(key)
            json.string(text)
        }
        json.beginObject()
        text("currency", level.currency.code)
        text("payment", level.number)
        text("interest", interest.number)
        json.key("payments")
        json.beginArray()
        for payment in payments {
            json.beginObject()
            text("amount", payment.amount.number)
            text("interest", payment.interest.number)
            text("principal", payment.principal.number)
            text("left", payment.left.number)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json
    }
}

extension Output {
    fileprivate mutating func append(_ loan: Loan) {
        append("\(loan.level.text) a month for \(loan.payments.count) months, the last \(loan.last.text)\n")
        append("Interest: \(loan.interest.text)\n")
        let columns =
            [("payment", { $0.amount }), ("interest", \.interest), ("principal", \.principal), ("left", \.left)]
            as [(String, (Loan.Payment) -> Sum)]
        let widths = columns.map { name, part in max(name.count, loan.payments.map { part($0).number.count }.max() ?? 0)
        }
        styled(.heading) { output in
            output.append("     ")
            for (column, width) in zip(columns, widths) { output.append("  "); output.append(column.0, right: width) }
            output.append("\n")
        }
        for (index, payment) in loan.payments.enumerated() {
            append(Int64(index + 1), width: 5)
            for (column, width) in zip(columns, widths) {
                append("  ")
                append(column.1(payment).number, right: width)
            }
            append("\n")
        }
    }
}
