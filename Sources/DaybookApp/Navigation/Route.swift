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
    /// Chart and sums, where they have no place beside the list.
    case sums

    /// Where the address of a list of entries says of which account they are.
    static let accountPrefix = "/in/"

    /// The part of the address behind the page.
    func path(_ state: State) -> String {
        switch self {
        case .list: state.navigation.isMoney ? "#/money" + state.accountPath : "#/" + state.todos.filter.word
        case .entry(let id): "#/money/" + (id?.text ?? "add")
        case .sums: "#/money/sums"
        case .detail(let id): "#/todo/" + id.text
        case .form: "#/add"
        }
    }

    init(path: String) {
        let prefix = "#/todo/"
        let money = "#/money/"
        if path == money + "sums" {
            self = .sums
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
