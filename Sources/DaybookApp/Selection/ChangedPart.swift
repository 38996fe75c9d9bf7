public import DaybookCore

/// A part that things get in a popover.
public enum ChangedPart: Equatable, Sendable {
    /// A part of one to-do, or of all that are marked.
    case todos(DetailPart, EntityID?)
    /// A part of the entries that are marked.
    case entries(EntryPart)

    var name: Phrase {
        switch self {
        case .todos(let part, _): part.name
        case .entries(.tags): .tags
        case .entries(.payee): .payee
        case .entries(.account): .account
        }
    }

    /// The hint in its field; nil where one chooses only.
    var hint: Phrase? {
        switch self {
        case .todos(.due, _): .dayHint
        case .todos(let part, _): part.field == nil ? nil : .tags
        case .entries(.account): nil
        case .entries: name
        }
    }

    /// The one to-do whose part it is.
    var id: EntityID? {
        if case .todos(_, let id) = self { id } else { nil }
    }

    /// The id of the button below the list that offers it; nil for that of one to-do.
    var opener: String? {
        switch self {
        case .todos(let part, _): id == nil ? "change-" + part.rawValue : nil
        case .entries(let part): "change-" + part.rawValue
        }
    }
}
