import DaybookCore
import DaybookPostgres

/// The questions that sync asks of a book, wherever it is kept: its registers in the order in which they were written, and its
/// recordings.
protocol SyncStore: Sendable {
    /// Keeps what a device pushed, or says why not.
    func accept(_ push: PushRequest) async throws -> PushAnswer

    /// Reads what came after a cursor, as `answer` puts it: where that is much, on a thread on which it may take its time.
    func page<Answer: Sendable>(
        after cursor: UInt64?, _ answer: @escaping @Sendable (PullPage) -> Answer
    ) async throws -> Answer

    /// The head, now and after each commit; the same again as a sign of life.
    func heads() -> AsyncStream<BookHead>

    func store(_ recording: Recording) async throws

    /// The bytes of a recording; nil if they aren't here.
    func blob(_ digest: Digest) async throws -> [UInt8]?

    /// The recordings among some whose bytes aren't here.
    func lacking(_ digests: [Digest]) async throws -> [Digest]

    /// The tags of what a client of CalDAV was told last of some to-dos.
    func toldTags(_ client: EntityID, _ todos: [EntityID]) async throws -> [EntityID: [UInt8]]

    /// Reads what a client of CalDAV was told of a to-do, the last first; empty for nothing.
    func toldBases(_ client: EntityID, _ todo: EntityID) async throws -> [UInt8]

    /// Remembers what a client of CalDAV was told of to-dos.
    func tell(_ client: EntityID, _ texts: [ToldText]) async throws
}

extension PostgresBook: SyncStore {
    func tell(_ client: EntityID, _ texts: [ToldText]) async throws {
        try await tell(client, texts, most: ToldText.most)
    }
}
