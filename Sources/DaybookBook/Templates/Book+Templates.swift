public import DaybookCore
public import DaybookStorage

extension BookReader {
    /// The book and the clock that lines are read with.
    ///
    /// - Parameters:
    ///   - local: what a sign means that several currencies share.
    ///   - usual: the currency of an amount that names none.
    public func quickContext(now: LocalTime, local: Currency?, usual: Currency) throws -> QuickContext {
        try QuickContext(
            now: now, lists: lists().map(\.list), accounts: accounts().map(\.account), usual: usual, local: local)
    }

    /// The values of a template that makes a to-do like one that is there, with its open subtasks.
    ///
    /// - Parameters: as of `quickContext`.
    public func template(of todo: Todo, local: Currency?, usual: Currency) throws -> FieldValues {
        let subtasks = TodoList(try children(of: [todo.id])).all.filter { !$0.isCompleted }
        return try Template.values(
            of: todo, subtasks, in: quickContext(now: .local(todo.createdAt), local: local, usual: usual))
    }
}

extension BookTransaction {
    /// Makes the to-do of a template, with its subtasks.
    ///
    /// - Parameters: as of `quickContext`.
    public func make(_ template: Template, now: LocalTime, local: Currency?, usual: Currency) throws -> TodoRow {
        var random = BookRandom()
        let root = EntityID(using: &random)
        let context = try reader.quickContext(now: now, local: local, usual: usual)
        for action in template.making(root, in: context, newID: { EntityID(using: &random) }) { try carryOut(action) }
        guard let row = try reader.row(root) else { throw ItemError.notFound(.todo, root) }
        return row
    }
}
