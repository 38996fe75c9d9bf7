/// How far a book has come.
public struct BookHead: Equatable, Sendable {
    /// The number of the last commit.
    public let seq: UInt64
    /// Another one once the data was restored.
    public let epoch: UInt64

    public init(seq: UInt64, epoch: UInt64) { (self.seq, self.epoch) = (seq, epoch) }
}
