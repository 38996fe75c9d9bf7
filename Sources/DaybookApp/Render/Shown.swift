import DaybookCore

/// A node as it stands in the document: what was last rendered, and under which number the browser knows it.
final class Shown {
    /// 0 for an empty node, which the document does not contain.
    let id: Int32
    var content: Content
    var key: EntityID?
    var version: [Int]?
    /// The number of the element that it is a child of; 0 if it was dropped.
    var parent: Int32 = 0
    /// The last rendering that wanted this row.
    var turn = 0
    var parts: [Part]
    var children: [Shown]
    /// True where the children are those that the document had: empty nodes are not among them.
    var isAdopted = false
    /// True where something else has changed it in the document: a copy would have that, too.
    var isTouched = false
    /// True where the document may have other children there than these, or another text.
    var isDisturbed = false

    enum Content: Equatable {
        case empty
        case text(String)
        case element(Tag)
    }

    init(id: Int32, content: Content, key: EntityID? = nil, parts: [Part] = [], children: [Shown] = []) {
        self.id = id
        self.content = content
        self.key = key
        self.parts = parts
        self.children = children
    }

    /// True where a copy of the live element is what the parts say. A field has what the person typed, too.
    var isCopyable: Bool {
        switch content {
        case .empty, .text: true
        case .element(.input), .element(.textarea): false
        case .element: !isTouched && children.allSatisfy { $0.isCopyable }
        }
    }
}
