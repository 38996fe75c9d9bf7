import DaybookCore
import Synchronization

/// Answers of CalDAV in memory, up to a size. One is used for the very same to-do alone, so none is ever out of date.
final class CalendarAnswers: Sendable {
    /// In bytes.
    private let greatestSize: Int
    private let answers = Mutex((byID: [EntityID: CalendarItem.Answer](), size: 0))

    init(greatestSize: Int) { self.greatestSize = greatestSize }

    /// How much it holds, in bytes.
    var size: Int { answers.withLock { $0.size } }

    /// The answer about a to-do; nil where it isn't here, or is about another state.
    func answer(of todo: Todo, _ keptText: [UInt8]?) -> CalendarItem.Answer? {
        guard let known = answers.withLock({ $0.byID[todo.id] }), known.keptText == keptText, known.todo == todo
        else { return nil }
        return known
    }

    /// Keeps an answer. Where there is no place for it, it begins with nothing but that.
    func keep(_ answer: CalendarItem.Answer) {
        let size = Self.size(of: answer)
        guard size <= greatestSize else { return }
        answers.withLock { answers in
            let former = answers.byID[answer.todo.id].map { Self.size(of: $0) } ?? 0
            if answers.size - former + size > greatestSize {
                answers = ([answer.todo.id: answer], size)
            } else {
                answers.byID[answer.todo.id] = answer
                answers.size += size - former
            }
        }
    }

    /// The to-do has about as much as its text.
    private static func size(of answer: CalendarItem.Answer) -> Int {
        2 * answer.text.count + (answer.keptText?.count ?? 0) + 500
    }
}
