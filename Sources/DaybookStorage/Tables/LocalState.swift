import Sworm

/// The memory of a book: its changes, to undo them, and what people said of files. It doesn't sync. The copies of a book
/// on several servers keep it where the book is kept.
public struct LocalState: Equatable, Sendable {
    public let steps: [UndoStep]
    public let answers: [ImportAnswers]

    public init(steps: [UndoStep], answers: [ImportAnswers]) { (self.steps, self.answers) = (steps, answers) }
}

extension BookTransaction {
    /// All that is remembered.
    func memory() throws -> LocalState {
        LocalState(
            steps: try steps(),
            answers: try reader.importAnswers())
    }

    /// Takes over what another copy of the book remembers, in the place of what this one does.
    public func replaceMemory(_ memory: LocalState) throws {
        try replaceSteps(memory.steps)
        try makeImportAnswers()
        try db.run(ImportAnswers.table.delete())
        for answers in memory.answers { try db.insert(answers) }
    }
}
