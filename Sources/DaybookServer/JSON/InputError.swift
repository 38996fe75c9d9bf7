import DaybookCore

/// Why a JSON value is not what was wanted.
public struct InputError: Error, Equatable, Sendable {
    /// The member that is to blame.
    public let field: String?
    /// What is wrong and what would be right, in English.
    public let message: String

    init(_ field: String?, _ message: String) {
        self.field = field
        self.message = message
    }

    init(_ error: MoneyError) {
        let problem = Problem(error)
        self.init(problem.field, problem.detail)
    }
}
