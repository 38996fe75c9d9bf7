/// A part of a to-do that its details say in a chip. The fields of one stand below the chips, once it is opened.
public enum DetailPart: String, CaseIterable, Sendable {
    case due, start, reminders, repeats, list, priority, tags, amount

    /// The parts that several to-dos get at once.
    static let ofSeveral: [DetailPart] = [.due, .list, .tags, .priority]

    /// The field of text in it. What can't be taken stays there, and keeps the part open.
    var field: FormField? {
        switch self {
        case .due: .day
        case .start: .start
        case .reminders: .reminders
        case .tags: .tags
        case .amount: .amount
        case .repeats, .list, .priority: nil
        }
    }

    /// The part that a field of text is in; nil for one that stands by itself.
    init?(_ field: FormField) {
        guard let part = Self.allCases.first(where: { $0.field == field }) else { return nil }
        self = part
    }

    var name: Phrase {
        switch self {
        case .due: .dueDay
        case .start: .start
        case .reminders: .reminders
        case .repeats: .repeats
        case .list: .list
        case .priority: .priority
        case .tags: .tags
        case .amount: .amountLabel
        }
    }
}
