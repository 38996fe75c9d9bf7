/// The events that the browser forwards to the element that asked for them.
/// The browser knows them by their place in this list.
public enum EventKind: UInt8, CaseIterable, Sendable {
    case click, input, change, submit, keydown, focusout, dblclick, paste, contextmenu
    case pointerdown, pointermove, pointerup, pointercancel, scroll

    /// The browser's names, in this order.
    public static let names = """
        click input change submit keydown focusout dblclick paste contextmenu pointerdown pointermove \
        pointerup pointercancel scroll
        """
}

/// Says what happened, as far as a screen may want to know.
public struct Event: Sendable {
    /// It decides what `text`, `x` and `y` are.
    public var kind: EventKind
    /// The text of the field, the name of the key, or what was pasted.
    public var text: String
    /// CSS pixels in the window; for `scroll`, `y` is the offset and `x` the visible height.
    public var x: Int
    /// The same as `x`.
    public var y: Int
    /// The keys that were held, and what else there is to know of it.
    public var modifiers: Modifiers

    public init(_ kind: EventKind, text: String = "", x: Int = 0, y: Int = 0, modifiers: Modifiers = []) {
        self.kind = kind
        self.text = text
        self.x = x
        self.y = y
        self.modifiers = modifiers
    }

    /// The keys that came along with an event. `host.js` makes up the same bits.
    public struct Modifiers: OptionSet, Sendable {
        /// The sum of the bits below.
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The Shift key.
        public static let shift = Modifiers(rawValue: 1)
        /// Control, or Command on a Mac.
        public static let command = Modifiers(rawValue: 2)
        /// Alt, or Option on a Mac.
        public static let alt = Modifiers(rawValue: 4)
        /// The pointer is a finger or a pen.
        public static let touch = Modifiers(rawValue: 8)
        /// The event began in a field that takes text.
        public static let inField = Modifiers(rawValue: 16)
        /// A button other than the first.
        public static let otherButton = Modifiers(rawValue: 32)
        /// An input method is composing text.
        public static let composing = Modifiers(rawValue: 64)
        /// The key is held down, and this is not the first event of it.
        public static let repeated = Modifiers(rawValue: 128)
        /// The click is a key's, or that of assistive technology.
        public static let withoutPointer = Modifiers(rawValue: 256)
    }
}
