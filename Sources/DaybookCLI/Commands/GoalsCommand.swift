import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookStorage

struct GoalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goals", abstract: "Show what is there of each goal, and what it takes each month.",
        discussion: """
            An account or an envelope has a goal. Where several envelopes have their money in one account, each takes what the ones \
            before left, and the account itself comes last.

              daybook money-account edit Savings --goal '9000 by 2027-06-01'
              daybook envelopes edit Bike --goal '900 by 2027-06-01' --earmark Savings
            """)

    @Flag(help: "Print the goals as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let (goals, names) = try book.read { (try $0.goals(on: .local()), try AccountNames($0)) }
        var output = Output()
        if json {
            output.append(GoalPlan.json(goals))
        } else if goals.isEmpty {
            output.append("There are no goals. To set one, run: ")
            output.append("daybook money-account edit NAME --goal '9000 by 2027-06-01'\n")
        }
        if !json { for goal in goals { output.append(goal, names) } }
        try output.flush()
    }
}

extension Output {
    fileprivate mutating func append(_ plan: GoalPlan, _ names: AccountNames) {
        append(terminal: plan.name)
        if let account = plan.account, account != plan.id {
            append(" in ")
            append(terminal: names.name(account, plan.goal.amount.currency))
        }
        append(": \(plan.saved.number) of \(plan.goal.text), ")
        if plan.rest.coefficient == 0 {
            append("reached\n")
        } else {
            append("\(plan.rest.number) to go, \(plan.need.number) a month for \(plan.months) ")
            append(plan.months == 1 ? "month\n" : "months\n")
        }
    }
}
