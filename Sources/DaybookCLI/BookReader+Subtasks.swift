import DaybookCore
import DaybookStorage

extension BookReader {
    /// Where the to-dos stand under each other; nil if none stands under another.
    func forest() throws -> TodoForest? {
        guard try hasSubtasks() else { return nil }
        let place = Todo.fields.index(of: .parent) ?? 0
        var items: [(id: EntityID, parent: EntityID?)] = []
        try forEachRow { items.append((try $0.id, try $0.value(at: place).entity)) }
        return TodoForest(inOrder: items)
    }

    /// How many open to-dos stand under each of some.
    func openSubtasks(of ids: [EntityID]) throws -> [EntityID: Int] {
        guard let forest = try forest() else { return [:] }
        let open = Set(try self.ids(in: .todo))
        return Dictionary(ids.map { id in (id, forest.descendants(of: id).count { open.contains($0.id) }) }) { $1 }
    }

    /// To-dos, each behind the open ones under it that are finished with it.
    func withOpenSubtasks(_ rows: [TodoRow]) throws -> [TodoRow] {
        guard let forest = try forest() else { return rows }
        var seen: Set<EntityID> = []
        return try rows.flatMap { row in
            let under = try forest.finished(with: [row.todo.id], today: .local()) { try self.row($0)?.todo }
            return (try under.compactMap { try self.row($0) } + [row]).filter { seen.insert($0.todo.id).inserted }
        }
    }
}
