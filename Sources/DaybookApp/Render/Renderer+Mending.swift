/// A change of the document by something else: an extension, a translation, a tool for reading.
public enum Touch: Int32, Sendable {
    /// Attributes of the element.
    case attributes
    /// Its children, or a text in it. What is seen is still what was meant.
    case children
    /// The same, and something of the app's is no longer seen there.
    case lost
}

extension Renderer {
    /// Takes note of a touch. What was added stays as long as nothing else changes in the element; what is lost comes
    /// back with the next rendering.
    func note(_ touch: Touch, at id: Int32) {
        guard elements.indices.contains(Int(id)), let shown = elements[Int(id)] else { return }
        shown.isTouched = true
        if touch == .attributes { return }
        shown.isDisturbed = true
        if touch == .lost { damaged.append(id) }
    }

    /// Gives what is lost back.
    func mendDamaged() {
        for id in damaged { mend(id) }
        damaged.removeAll()
    }

    /// Before the children of an element change: leaves it with its own children alone.
    func mend(_ id: Int32) {
        guard elements.indices.contains(Int(id)), let shown = elements[Int(id)], shown.isDisturbed else { return }
        shown.isDisturbed = false
        let children = shown.children.filter { $0.id != 0 && $0.parent == id }
        patch.arrange(id, children: children.map { $0.id })
        for child in children {
            if case .text(let text) = child.content { patch.setText(child.id, text) }
        }
    }

    /// Puts it before the sibling `next`, or last where that is 0.
    func insert(_ shown: Shown, into parent: Shown, before next: Int32) {
        mend(shown.parent)
        mend(parent.id)
        patch.insert(shown.id, into: parent.id, before: next)
        shown.parent = parent.id
    }
}
