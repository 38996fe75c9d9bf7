/// A way to one part of a whole: how to read it, and how to get a whole in which only it is replaced.
///
/// A lens keeps three laws: what was set is what is got; setting what was got changes nothing;
/// the last of two sets wins.
public struct Lens<Whole, Part>: Sendable {
    /// The part of a whole.
    public let get: @Sendable (Whole) -> Part
    /// A whole in which the part is another.
    public let set: @Sendable (Whole, Part) -> Whole

    /// A lens of two functions that keep the laws.
    public init(get: @escaping @Sendable (Whole) -> Part, set: @escaping @Sendable (Whole, Part) -> Whole) {
        self.get = get
        self.set = set
    }

    /// A lens whose setter changes a copy of the whole in place.
    public init(_ get: @escaping @Sendable (Whole) -> Part, write: @escaping @Sendable (inout Whole, Part) -> Void) {
        self.get = get
        self.set = { whole, part in
            var copy = whole
            write(&copy, part)
            return copy
        }
    }

    /// The whole with its part changed.
    public func over(_ whole: Whole, _ change: (Part) -> Part) -> Whole {
        set(whole, change(get(whole)))
    }

    /// A lens from this whole to a part of the part.
    public func appending<Inner>(_ inner: Lens<Part, Inner>) -> Lens<Whole, Inner> {
        Lens<Whole, Inner>(
            get: { inner.get(get($0)) },
            set: { whole, value in set(whole, inner.set(get(whole), value)) })
    }
}
