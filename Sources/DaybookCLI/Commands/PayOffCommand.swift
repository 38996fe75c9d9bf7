import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookStorage

struct PayOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payoff", abstract: "Compare plans to pay back what cards and loans owe.",
        discussion: """
            Each plan pays the same every month: what each account is paid back, and something extra. What a paid debt frees \
            goes to the next one: to the highest rate (avalanche), or to the smallest debt (snowball). Say of each account what \
            is paid back, and its rate:

              daybook money-account edit Visa --interest 19.9 --payment 50
              daybook payoff --extra 200
            """)

    @Option(
        help: ArgumentHelp("How much is paid each month beyond that; nothing if left out.", valueName: "amount"),
        transform: TypedText.plain)
    var extra: String?

    @Option(
        name: .customLong("by"),
        help: ArgumentHelp("Show one plan alone: avalanche, snowball or minimum.", valueName: "plan"),
        completion: .list(PayOff.Order.allCases.map(\.rawValue)), transform: PayOffCommand.order)
    var order: PayOff.Order?

    @Sendable static func order(_ text: String) throws -> PayOff.Order {
        guard let order = PayOff.Order(rawValue: text) else {
            throw ValidationError("There is no plan “\(text)”. Use one of avalanche, snowball, minimum.")
        }
        return order
    }

    @Flag(help: "Print the plans as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let all = try book.read {
            try $0.payOffPlans(on: .local(), extra: extra, by: order.map { [$0] } ?? PayOff.Order.allCases)
        }
        var output = Output()
        if json {
            output.append(PayOffPlans.json(all))
        } else if all.isEmpty {
            output.append("No card or loan owes anything.\n")
        } else {
            for plans in all { output.append(plans) }
        }
        try output.flush()
    }
}

extension Output {
    fileprivate mutating func append(_ plans: PayOffPlans) {
        for owing in plans.unplanned {
            append(terminal: owing.account.name)
            append(" owes \(owing.balance.negated.text), and doesn't say what is paid back a month: ")
            append("daybook money-account edit NAME --payment AMOUNT\n")
        }
        if plans.debts.isEmpty { return }
        styled(.heading) { output in
            output.append("\(plans.owed.text) owed, \(plans.minimums.number) a month")
            output.append(plans.extra.coefficient > 0 ? " and \(plans.extra.number) extra\n" : "\n")
        }
        let width = plans.plans.map { $0.result.sum.utf8.count }.max() ?? 0
        for plan in plans.plans {
            let (order, result) = (plan.order, plan.result)
            append("  " + order.rawValue + String(repeating: " ", count: 11 - order.rawValue.utf8.count))
            switch result {
            case .ends(let paid):
                append(Int64(paid.months), width: 3)
                append(paid.months == 1 ? " month   " : " months  ")
                append(result.sum, right: width)
                append(" interest  ")
                let ends = zip(plans.debts, paid.ends).sorted { ($0.1, $0.0.account.name) < ($1.1, $1.0.account.name) }
                for (index, end) in ends.enumerated() {
                    append(index == 0 ? "" : ", ")
                    append(terminal: end.0.account.name)
                    append(" in \(end.1)")
                }
                append("\n")
            case .grows(let sum): append("never: the debts grow by \(sum.text) in a month\n")
            case .fails(let problem): append(problem.words + "\n")
            }
        }
    }
}

extension PayOffPlans.Result {
    /// All interest, where the debts end.
    fileprivate var sum: String { if case .ends(let plan) = self { plan.interest.number } else { "" } }
}
