public import DaybookCore

/// Which screen is on top.
public enum Route: Equatable, Sendable {
    /// The to-dos or the money, whichever side is shown.
    case list
    /// One to-do.
    case detail(EntityID)
    case form
    /// The form of an entry, or of a new one.
    case entry(EntityID?)
    /// The report.
    case sums
    case budget
    case questions
    case forecast
    /// The plans to pay off what is owed, and the table of a debt.
    case payOff(EntityID?)

    /// True where the list of to-dos or of money is shown, or what one of its rows opens.
    var isOfRows: Bool {
        switch self {
        case .list, .detail, .form, .entry: true
        case .sums, .budget, .questions, .forecast, .payOff: false
        }
    }

    /// Where the address of a list of entries says of which account they are.
    static let accountPrefix = "/in/"

    /// The part of the address behind the page.
    func path(_ state: State) -> String {
        switch self {
        case .list: state.navigation.isMoney ? "#/money" + state.moneyPath : "#/" + state.todosPath
        case .entry(let id): "#/money/" + (id?.text ?? "add")
        case .sums: "#/money/report" + state.moneyPath
        case .budget: "#/money/budget" + (state.budget.day.map { "/" + $0.text } ?? "")
        case .questions: "#/money/questions"
        case .forecast: "#/money/forecast" + state.forecast.path
        case .payOff(let id): "#/money/payoff" + (id.map { "/" + $0.text } ?? "")
        case .detail(let id): "#/todo/" + id.text
        case .form: "#/add"
        }
    }

    init(path: String) {
        let prefix = "#/todo/"
        let money = "#/money/"
        if path.begins(with: money + "report") {
            self = .sums
        } else if path.begins(with: money + "budget") {
            self = .budget
        } else if path.begins(with: money + "questions") {
            self = .questions
        } else if path.begins(with: money + "forecast") {
            self = .forecast
        } else if path.begins(with: money + "payoff") {
            self = .payOff(path.parts { $0 == "/" }.last.flatMap { EntityID(String($0)) })
        } else if path == money + "add" {
            self = .entry(nil)
        } else if let id = path.rest(after: money).flatMap({ EntityID($0) }) {
            self = .entry(id)
        } else if path == "#/add" {
            self = .form
        } else if let id = path.rest(after: prefix).flatMap({ EntityID($0) }) {
            self = .detail(id)
        } else {
            self = .list
        }
    }
}

extension State {
    /// The part of the address behind `#/` that says which to-dos are shown.
    fileprivate var todosPath: String {
        let (filter, list) = (todos.filter.word, lists.shown.path)
        return filter.isEmpty || list.isEmpty ? filter + list : filter + "/" + list
    }
}

extension EntryFilter {
    /// The account and the days that an address of the money names.
    static func named(in path: String) -> (account: EntityID?, range: ReportRange) {
        var account: EntityID?
        var range = ReportRange(from: nil, through: nil)
        for part in path.parts({ $0 == "/" }) {
            let word = String(part)
            if let id = EntityID(word) { account = id } else if let days = ReportRange(word: word) { range = days }
        }
        return (account, range)
    }
}
