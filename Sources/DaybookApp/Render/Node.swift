public import DaybookCore

/// A piece of a screen, as a value. The same node becomes HTML text on the server and patches in the browser.
///
/// Children are matched with the previous ones by position, so a child that comes and goes should
/// be `.empty` meanwhile. If the first child has a key, all have one, and they are matched by key.
public final class Node {
    /// Fixed once the node is made.
    public let content: Content

    init(_ content: Content) { self.content = content }

    /// The kinds of nodes.
    public enum Content {
        /// Nothing is shown, and the place among the siblings is kept.
        case empty
        /// Never read as HTML. An empty text is as `empty`.
        case text(String)
        /// An element of HTML or SVG, with all that it contains.
        case element(Element)
        /// See `row(key:version:build:)`.
        case row(key: EntityID, version: [Int]?, build: () -> Node)
    }

    /// Stands for a child that isn't there at the moment.
    @inline(never)
    public static var empty: Node { Node(.empty) }

    // Each call is small if these stay calls.

    /// A text as it is, whatever signs of HTML are in it.
    @inline(never)
    public static func text(_ text: consuming String) -> Node { Node(.text(text)) }

    /// Built only when there was no such key yet or `version` differs from the last time.
    /// Everything that the row shows is in its version. One without a version is built always.
    @inline(never)
    public static func row(key: EntityID, version: [Int]?, build: consuming @escaping () -> Node) -> Node {
        Node(.row(key: key, version: version, build: build))
    }

    /// An element without a key, matched by its place.
    @inline(never)
    public static func element(_ tag: Tag, _ parts: consuming [Part] = [], _ children: consuming [Node] = []) -> Node {
        Node(.element(Element(tag: tag, key: nil, parts: parts, children: children)))
    }

    /// An element without a key that contains one text.
    @inline(never)
    public static func element(_ tag: Tag, _ parts: consuming [Part] = [], text: consuming String) -> Node {
        Node(.element(Element(tag: tag, key: nil, parts: parts, children: [.text(text)])))
    }

    /// An element that keeps its key, which no sibling has, wherever it goes among them.
    @inline(never)
    public static func element(
        _ tag: Tag, key: EntityID, _ parts: consuming [Part] = [], _ children: consuming [Node] = []
    ) -> Node {
        Node(.element(Element(tag: tag, key: key, parts: parts, children: children)))
    }

    var key: EntityID? {
        switch content {
        case .empty, .text: nil
        case .element(let element): element.key
        case .row(let key, _, _): key
        }
    }
}

extension EntityID {
    /// A key for what isn't an entity.
    init(_ number: Int) { self.init(high: 0, low: UInt64(truncatingIfNeeded: number)) }
}

/// A class, for what is moved around then is one pointer: much less code in the browser.
public final class Element {
    /// With another tag it is another element, made again.
    public let tag: Tag
    /// Nil for one that is matched by its place.
    public let key: EntityID?
    /// The parts. The first that has an action for an event takes it.
    public let parts: [Part]
    /// In their order; all with a key, or none.
    public let children: [Node]

    init(tag: Tag, key: EntityID?, parts: [Part], children: [Node]) {
        self.tag = tag
        self.key = key
        self.parts = parts
        self.children = children
    }
}

/// A part of an element besides its children.
public final class Part {
    /// Fixed once the part is made.
    public let content: Content

    init(_ content: Content) { self.content = content }

    /// The kinds of parts.
    public enum Content {
        /// `nil` leaves the attribute out; a flag that is on has an empty value.
        case attribute(Attribute, String?)
        /// Takes each such event, and dispatches the action.
        case on(EventKind, Action)
        /// Asks for an action when the event comes; `nil` lets the event go on to the parent.
        case ask(EventKind, (Event) -> Action?)
    }

    /// An attribute with its value, unescaped; nil leaves it out.
    @inline(never)
    public static func attribute(_ attribute: Attribute, _ value: consuming String?) -> Part {
        Part(.attribute(attribute, value))
    }
    /// The meaning of such an event, whatever else is to be known of it.
    @inline(never)
    public static func on(_ kind: EventKind, _ action: consuming Action) -> Part { Part(.on(kind, action)) }
    /// Asks `make` what such an event means; nil lets it go on to the parent.
    @inline(never)
    public static func ask(_ kind: EventKind, _ make: consuming @escaping (Event) -> Action?) -> Part {
        Part(.ask(kind, make))
    }
    /// Class names with spaces between them.
    @inline(never)
    public static func `class`(_ names: consuming String) -> Part { .attribute(.class, names) }
    /// An id that no other element of the page has: by it `Effect.focus` finds the element.
    @inline(never)
    public static func id(_ name: consuming String) -> Part { .attribute(.id, name) }
    /// Sets what a screen reader calls the element.
    @inline(never)
    public static func label(_ text: consuming String) -> Part { .attribute(.ariaLabel, text) }
    /// An attribute that says whether something is so.
    @inline(__always)
    static func state(_ attribute: Attribute, _ isOn: Bool) -> Part { .attribute(attribute, isOn ? "true" : "false") }
    /// Marks words of the person's own: they aren't in the language of the screen, and translating them is nobody's.
    @inline(__always)
    static var isOwnWords: Part { .attribute(.translate, "no") }
    /// Keeps a button from submitting its form.
    @inline(__always)
    static var isButton: Part { .attribute(.type, "button") }
    /// An attribute without a value: there if it is on, left out if not.
    @inline(never)
    public static func flag(_ attribute: Attribute, _ isOn: Bool) -> Part { .attribute(attribute, isOn ? "" : nil) }
}
