extension Todo {
    /// The to-do that it names as the one above it, whether that is there or not; nil for none. See `TodoForest`.
    public var parent: EntityID? { extraFields[.parent]?.entity }
}

extension Changes {
    /// Why a to-do can't stand under the parent that these name; nil if it can, or they name none.
    ///
    /// It looks upwards alone. What stands under the to-do, and comes too deep by that, is shown higher: see
    /// `TodoForest`.
    func parentProblem<Source: BookSource>(
        of id: EntityID, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        guard let parent = self[.parent]?.entity else { return nil }
        var path: [EntityID] = []
        var next: EntityID? = parent
        // A cycle that devices made ends where it began.
        while let ancestor = next, !path.contains(ancestor) {
            if ancestor == id { return .ownParent }
            guard let todo = try source.todo(ancestor) else { break }
            path.append(ancestor)
            if path.count > ItemError.mostParents { return .tooDeep }
            next = todo.parent
        }
        return path.isEmpty ? .noParent(parent) : nil
    }
}
