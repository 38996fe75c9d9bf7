/// The random numbers of a book: the system's, unless a test draws its own.
public struct BookRandom: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// - Parameter draw: gives 64 random bits each time; the system's unless a test brings its own.
    public init(_ draw: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }) {
        self.draw = draw
    }

    public mutating func next() -> UInt64 { draw() }
}
