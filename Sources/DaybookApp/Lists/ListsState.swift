public import DaybookCore

/// The lists in which to-dos lie, on the screen.
public struct ListsState {
    /// Which of them is shown.
    public internal(set) var shown = ShownList.all
    /// What stands in the form of a list; nil while none is open.
    public internal(set) var form: ListForm?
}

/// Of which list the to-dos are shown.
public enum ShownList: Equatable, Sendable {
    /// Of every one.
    case all
    /// Those that lie in no list.
    case inbox
    /// Those of one.
    case list(EntityID)
}

/// A list that is about to be made or changed.
public struct ListForm: Equatable {
    /// Nil for a new one.
    public let id: EntityID?
    /// As it was typed so far.
    public internal(set) var name: String
    /// A place in `ItemList.colours`.
    public internal(set) var colour: UInt8

    init(_ list: ItemList?) {
        id = list?.id
        name = list?.name ?? ""
        colour = list?.others[.colour]?.choice ?? 0
    }
}

extension LocalBook {
    /// The list in which a to-do lies; nil for the inbox, as of one whose list is gone.
    func list(of todo: Todo) -> ItemList? {
        guard let id = todo.others[.list]?.entity else { return nil }
        return lists.first { $0.id == id }
    }
}

extension ShownList {
    /// Whether it shows a to-do.
    func contains(_ todo: Todo, in book: LocalBook) -> Bool {
        switch self {
        case .all: true
        case .inbox: book.list(of: todo) == nil
        case .list(let id): todo.others[.list]?.entity == id
        }
    }
}
