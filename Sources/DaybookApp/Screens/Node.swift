public import DaybookCore

/// A piece of a screen, as a value. The same node becomes HTML text on the server and patches in the browser.
///
/// Children are matched with the previous ones by position, so a child that comes and goes should
/// be `.empty` meanwhile. If the first child has a key, all have one, and they are matched by key.
public final class Node {
    public let content: Content

    init(_ content: Content) { self.content = content }

    public enum Content {
        case empty
        case text(String)
        case element(Element)
        case row(key: EntityID, version: Int64, build: () -> Node)
    }

    @inline(never)
    public static var empty: Node { Node(.empty) }

    // Each call is small if these stay calls.

    @inline(never)
    public static func text(_ text: consuming String) -> Node { Node(.text(text)) }

    /// Built only when there was no such key yet or `version` differs from the last time.
    /// Everything that the row shows must be reflected in its version; a negative one is built always.
    @inline(never)
    public static func row(key: EntityID, version: Int64, build: consuming @escaping () -> Node) -> Node {
        Node(.row(key: key, version: version, build: build))
    }

    @inline(never)
    public static func element(_ tag: Tag, _ parts: consuming [Part] = [], _ children: consuming [Node] = []) -> Node {
        Node(.element(Element(tag: tag, key: nil, parts: parts, children: children)))
    }

    @inline(never)
    public static func element(_ tag: Tag, _ parts: consuming [Part] = [], text: consuming String) -> Node {
        Node(.element(Element(tag: tag, key: nil, parts: parts, children: [.text(text)])))
    }

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
    /// A key for what is no entity.
    init(_ number: Int) { self.init(high: 0, low: UInt64(truncatingIfNeeded: number)) }
}

/// A class, for what is moved around then is one pointer: much less code in the browser.
public final class Element {
    public let tag: Tag
    public let key: EntityID?
    public let parts: [Part]
    public let children: [Node]

    init(tag: Tag, key: EntityID?, parts: [Part], children: [Node]) {
        self.tag = tag
        self.key = key
        self.parts = parts
        self.children = children
    }
}

/// What an element carries besides its children.
public final class Part {
    public let content: Content

    init(_ content: Content) { self.content = content }

    public enum Content {
        /// `nil` leaves the attribute out; a flag that is on has an empty value.
        case attribute(Attribute, String?)
        case on(EventKind, Action)
        /// Asks for an action when the event comes; `nil` lets the event go on to the parent.
        case ask(EventKind, (Event) -> Action?)
    }

    @inline(never)
    public static func attribute(_ attribute: Attribute, _ value: consuming String?) -> Part {
        Part(.attribute(attribute, value))
    }
    @inline(never)
    public static func on(_ kind: EventKind, _ action: consuming Action) -> Part { Part(.on(kind, action)) }
    @inline(never)
    public static func ask(_ kind: EventKind, _ make: consuming @escaping (Event) -> Action?) -> Part {
        Part(.ask(kind, make))
    }
    @inline(never)
    public static func `class`(_ names: consuming String) -> Part { .attribute(.class, names) }
    @inline(never)
    public static func id(_ name: consuming String) -> Part { .attribute(.id, name) }
    @inline(never)
    public static func label(_ text: consuming String) -> Part { .attribute(.ariaLabel, text) }
    /// An attribute that says whether something is so.
    @inline(__always)
    static func state(_ attribute: Attribute, _ isOn: Bool) -> Part { .attribute(attribute, isOn ? "true" : "false") }
    /// Keeps a button from submitting its form.
    @inline(__always)
    static var isButton: Part { .attribute(.type, "button") }
    @inline(never)
    public static func flag(_ attribute: Attribute, _ isOn: Bool) -> Part { .attribute(attribute, isOn ? "" : nil) }
}
