public import DaybookCore
public import Flux

extension Todo {
    /// The title as it is typed: what can't be one is refused when it is written.
    public static let nameLens = Lens<Todo, String>({ $0.title }, write: { $0.title = $1 })
    /// The description as it is typed.
    public static let descriptionLens = Lens<Todo, String>({ $0.description }, write: { $0.description = $1 })
    /// The notes as they are typed.
    public static let notesLens = Lens<Todo, String>({ $0.notes }, write: { $0.notes = $1 })
    /// For what is shown without the record that would say it.
    public static let syncedLens = Lens<Todo, Bool>({ $0.isSynced }, write: { $0.isSynced = $1 })

    /// Setting what it is already keeps the moment of completion; `at` is that of a new one.
    public static func completedLens(at now: Timestamp) -> Lens<Todo, Bool> {
        Lens({ $0.isCompleted }, write: { if $0.isCompleted != $1 { $0.completedAt = $1 ? now : nil } })
    }

    /// The fields in which this one differs from `other`.
    func edit(from other: Todo) -> Changes {
        var edit = Changes(changes(from: other))
        edit.isCompleted = isCompleted != other.isCompleted ? isCompleted : nil
        return edit
    }
}
