/// How much a benchmark measures.
public enum Size: Equatable, Sendable {
    /// Every part of it once, on little: a check that the benchmark itself works, also with a debug build. Limits of
    /// time mean nothing then and aren't judged; limits of what is counted are.
    case small
    /// What the tables in docs/ are made of. Nil for as many rounds as the benchmark usually makes.
    case full(rounds: Int?)

    /// - Parameter arguments: those of the program: none, `small`, or a number of rounds.
    public init(arguments: [String]) throws {
        guard let word = arguments.dropFirst().first else {
            self = .full(rounds: nil)
            return
        }
        if word == "small" {
            self = .small
        } else if let rounds = Int(word), rounds > 0 {
            self = .full(rounds: rounds)
        } else {
            throw BenchmarkError(message: "“\(word)” isn't a valid size. Give “small” or a number of rounds from 1.")
        }
    }

    /// How many rounds to make.
    public func rounds(_ usual: Int) -> Int {
        switch self {
        case .small: 1
        case .full(let rounds): rounds ?? usual
        }
    }

    /// How many of something to make or to send: a fiftieth in a small run.
    public func count(_ full: Int) -> Int { self == .small ? max(1, full / 50) : full }

    /// What the table says above it.
    public func heading(rounds: Int) -> String {
        self == .small
            ? "A small run, once through everything. Limits of time aren't judged."
            : "Medians of \(rounds) rounds that take turns."
    }
}
