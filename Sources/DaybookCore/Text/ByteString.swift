/// A text as it is spelled: two are the same if their bytes are, and stand in the order of their bytes.
///
/// `String` compares characters, so that two spellings of one `é` are equal; that takes tables of Unicode, which differ
/// between versions and are left out in the browser. What all devices have to decide alike is compared by spelling.
public struct ByteString: Comparable, Hashable, Sendable {
    /// Its UTF-8 is what is compared.
    public let text: String

    public init(_ text: String) { self.text = text }

    @inline(never)
    public static func == (left: ByteString, right: ByteString) -> Bool {
        #if hasFeature(Embedded)
            // Texts are equal there if they are spelled the same (DaybookRuntime).
            left.text == right.text
        #else
            left.text.utf8.elementsEqual(right.text.utf8)
        #endif
    }

    @inline(never)
    public static func < (left: ByteString, right: ByteString) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
