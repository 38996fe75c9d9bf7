extension Record {
    /// Tells whether it is deleted, and others had changed it before that without the knowledge of who deleted it.
    ///
    /// - Parameter before: as it was before their changes came.
    public func isDeletedUnseen(since before: Record) -> Bool {
        guard let deletion = before[.deleted], self[.deleted] == deletion, !before.isAlive, !isAlive,
            before[.title] ?? before[.kind] != nil
        else { return false }
        return registers.contains { register in
            register.field.isContent && register.stamp.node != deletion.stamp.node
                && register.value != before[register.field]?.value ?? []
        }
    }
}
