public import DaybookCore

/// The actions of a person on the to-dos.
public indirect enum ItemAction: Equatable {
    /// The new item is the first of the to-dos.
    case create(Changes)
    /// Adds several at once; the first of them ends up on top.
    case createAll([Changes])
    /// Makes the to-do of a template, with its subtasks.
    case make(EntityID)
    /// Makes a template of it, with what stands under it.
    case makeTemplate(EntityID)
    /// Writes the fields in which the given one differs.
    case update(Todo)
    /// Finishes an open one, opens a finished one again.
    case toggle(EntityID)
    /// The same, and the focus goes on to the next row.
    case toggleAndGoOn(EntityID)
    /// Puts it to another place in its section.
    case move(EntityID, TodoPlace)
    /// Moves it so many rows down the list, or up.
    case moveBy(EntityID, Int)
    /// Puts it on Today, or takes it off.
    case putOnToday(EntityID, Bool)
    /// Puts everything from earlier on today.
    case earlierToToday
    /// Takes everything from earlier off Today; what is overdue stays.
    case earlierOff
    /// Gives one of its fields a value.
    case set(EntityID, Field, FieldValue)
    /// Changes one, or all that are marked, as one step.
    case change(EntityID?, TodoChange)
    /// Passes over the open occurrence.
    case skip(EntityID)
    /// Deletes it; the focus goes to the row beside.
    case delete(EntityID)
    /// Deletes those of the finished that the list shows.
    case clearCompleted
    /// Brings back what was deleted here without knowing that others had changed it.
    case bringBack
    /// Brings back what another device deleted.
    case restore(EntityID)
    /// Finishes what is marked; if all of it is finished, opens it again.
    case checkSelected
    /// Deletes what is marked, as one step.
    case deleteSelected
    /// Takes the last step back; what was written elsewhere since stays.
    case undo
    /// Does again what was undone last.
    case redo
}

/// A value that one to-do or several get.
public enum TodoChange: Equatable {
    /// The due; the start of what has that alone. Without a time it keeps the one it has.
    case day(CivilDate?, TimeOfDay?)
    /// Nil for the inbox.
    case list(EntityID?)
    /// More tags, parted by commas.
    case tags(String)
    /// A place in `Todo.priorities`.
    case priority(UInt8)

    func changes(of todo: Todo) -> Changes {
        var changes = Changes()
        switch self {
        case .day(let day, let time):
            let isStart = todo.due == nil && todo.start != nil
            changes[isStart ? .start : .due] = FieldValue(day)
            if let time { changes[isStart ? .startTime : .dueTime] = .timeOfDay(time) }
        case .list(let list): changes[.list] = list.map { .entity($0) } ?? .nothing
        case .tags(let typed):
            let new = todo.tags.new(in: typed)
            if !new.isEmpty { changes[.tag] = .texts(todo.tags + new) }
        case .priority(let number): changes[.priority] = number == 0 ? .nothing : .choice(number)
        }
        return changes
    }
}
