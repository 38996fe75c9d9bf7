/// Why a text isn't a query, or one can't be asked of a book.
public struct QueryError: Error, Equatable, Sendable {
    /// Where it lies: 1 is the first character, as Unicode counts its scalars.
    public let column: Int
    public let problem: Problem

    public enum Problem: Equatable, Sendable {
        case nothingNegated, noText, onlyUnseen, noEnd, noSign
        /// Parentheses that don't match, are empty, or stand too deep in each other.
        case notClosed, nothingOpen, nothingInside, tooDeep
        /// A word of the grammar stands alone.
        case nothingBeside(String)
        case unknownField(String)
        case noValue(of: String)
        case notComparable(String)
        case badDay(String)
        case badPriority(String)
        case badState(String)
        case item(ItemError)
        case noList(String)
        case severalLists(String)
        case noParent(String)
    }

    /// The fields that terms name, as messages list them.
    public static let fields = "due start done created reminder tag list parent priority amount is text"

    /// Says what is wrong, with its column, and what would be right, in English.
    public var message: String { "Column " + String(column) + ": " + problem.message }
}

extension QueryError.Problem {
    fileprivate var message: String {
        switch self {
        case .nothingNegated: "nothing stands behind -. Put a term there, such as -tag:home."
        case .noText: "there is no text between the quotation marks."
        case .onlyUnseen: "there are only characters that can't be seen."
        case .noSign: "there is no such sign. Use one of :, <=, <, >=, > and !=."
        case .notClosed: "the parenthesis has no end. Put a ) behind the terms."
        case .nothingOpen: "no parenthesis is open here. Take the ) away, or quote the text."
        case .nothingInside: "nothing stands between the parentheses. Put a term there."
        case .tooDeep: "parentheses lie too deep in each other. Use fewer of them."
        case .nothingBeside(let word):
            "“" + word + "” needs a term " + (word == "not" ? "behind it" : "on each side")
                + ". To look for the word, quote it."
        case .noEnd: "the quotation mark has no end. Put a second one behind the text."
        case .unknownField(let name):
            "“" + name.excerpt + "” isn't a field. Use one of " + Self.list(QueryError.fields) + ", or quote the text."
        case .noValue(let name): name + " has no value. Put one behind it, as in " + Self.example(name) + "."
        case .notComparable(let name):
            name + " can't be compared. Use " + name + ": as in " + Self.example(name) + "."
        case .badDay(let text):
            "“" + text.excerpt
                + "” isn't a day. Use a form such as today, today+7, friday, week, 2026-12 or 2026-12-24."
        case .badPriority(let text):
            "“" + text.excerpt + "” isn't a priority. Use none, low, medium, high or a number from 0 to 9."
        case .badState(let text):
            "“" + text.excerpt + "” isn't a state. Use one of "
                + TodoQuery.State.allCases.map { $0.word }.joined(separator: ", ") + "."
        case .item(let error): error.message
        case .noList(let name): "there is no list “" + name.excerpt + "”. Name one that is there."
        case .noParent(let name): "there is no to-do “" + name.excerpt + "”. Give the title of one."
        case .severalLists(let name): "more than one list is called “" + name.excerpt + "”. Rename one of them."
        }
    }

    private static func list(_ words: String) -> String {
        words.parts { $0 == " " }.map { String($0) }.joined(separator: ", ")
    }

    private static func example(_ name: String) -> String {
        if name.isOne(of: "due start reminder") { return name + "<=today+7" }
        if name.isOne(of: "done created") { return name + ">=today-7" }
        if name.isOne(of: "parent") { return "parent:any" }
        if name.isOne(of: "tag") { return "tag:home" }
        if name.isOne(of: "list") { return "list:Work" }
        if name.isOne(of: "priority") { return "priority>=medium" }
        if name.isOne(of: "amount") { return "amount>100" }
        return name.isOne(of: "is") ? "is:overdue" : "text:\"rent\""
    }
}
