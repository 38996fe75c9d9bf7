import Dispatch
import Foundation
import Synchronization

/// A line on the terminal that tells how far something has come, once it takes over a second: `Importing: 12000 of
/// 100000`, or the seconds where there is nothing to count. Where standard error is no terminal there is none.
final class Progress: Sendable {
    private struct State {
        var count = 0
        var isVisible = false
        var hasEnded = false
    }

    private let label: String
    private let total: Int?
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    private let hasTerminal = isatty(STDERR_FILENO) == 1

    /// - Parameter label: what is done, such as `Importing`.
    init(_ label: String, of total: Int? = nil) {
        self.label = label
        self.total = total
        if hasTerminal { show(after: 1) }
    }

    func advance(by count: Int = 1) {
        if hasTerminal { state.withLock { $0.count += count } }
    }

    /// Takes the line away. To be called before anything else is written.
    func end() {
        state.withLock { state in
            if state.isVisible { Self.write("") }
            state = State(hasEnded: true)
        }
    }

    /// Shows the line in so many seconds, and keeps it up to date.
    private func show(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, show() else { return }
            show(after: 0.2)
        }
    }

    /// - Returns: whether there is anything to show any more.
    private func show() -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            state.isVisible = true
            switch (state.count, total) {
            case (0, _): Self.write("\(label): \((ContinuousClock.now - start).components.seconds) s")
            case (let count, let total?): Self.write("\(label): \(count) of \(total)")
            case (let count, nil): Self.write("\(label): \(count)")
            }
            return true
        }
    }

    /// Writes over the line.
    private static func write(_ text: String) {
        var output = Output()
        output.append("\r\u{1B}[K\(text)")
        output.flushToStandardError()
    }
}
