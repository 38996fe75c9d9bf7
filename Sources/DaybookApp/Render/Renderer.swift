/// Keeps what is shown, and turns each wanted node into the patch that leads there.
///
/// Number 1 is the element that holds the app; it belongs to the page and only its content changes.
public final class Renderer {
    public private(set) var patch = Patch()
    var elements: [Shown?]
    var freeIDs: [Int32] = []
    let root: Shown

    public init() {
        root = Shown(id: 1, content: .element(.div))
        elements = [nil, root]
    }

    /// Fills `patch` with what changes so that the root contains `node`.
    public func render(_ node: Node) {
        patch.removeAll()
        update(childrenOf: root, to: [node])
    }

    /// The action that the element wants for the event, if it asked for it.
    public func action(for id: Int32, _ event: Event) -> Action? {
        guard elements.indices.contains(Int(id)), let shown = elements[Int(id)] else { return nil }
        for part in shown.parts {
            switch part {
            case .on(event.kind, let action): return action
            case .ask(event.kind, let make):
                if let action = make(event) { return action }
            case .attribute, .on, .ask: continue
            }
        }
        return nil
    }

    // MARK: One node

    func newID() -> Int32 {
        if let id = freeIDs.popLast() { return id }
        elements.append(nil)
        return Int32(truncatingIfNeeded: elements.count - 1)
    }

    private func show(_ node: Node, like model: Shown? = nil) -> Shown {
        switch node {
        case .empty: return Shown(id: 0, content: .empty)
        case .text(let text):
            if text.isEmpty { return Shown(id: 0, content: .empty) }
            let id = newID()
            patch.createText(id, text)
            return Shown(id: id, content: .text(text))
        case .element(let element):
            if let model, model.content == .element(element.tag) {
                let copy = clone(model)
                update(copy, to: element)
                return copy
            }
            let shown = Shown(id: newID(), content: .element(element.tag), key: element.key)
            elements[Int(shown.id)] = shown
            patch.create(shown.id, element.tag)
            setParts(of: shown, to: element.parts)
            for child in element.children {
                let child = show(child)
                if child.id != 0 { patch.insert(child.id, into: shown.id, before: 0) }
                shown.children.append(child)
            }
            return shown
        case .row(let key, let version, let build):
            let shown = show(build(), like: model)
            shown.key = key
            shown.version = version
            return shown
        }
    }

    /// Brings `shown` to `node`; answers another one where it could not be reused.
    private func update(_ shown: Shown, to node: Node) -> Shown? {
        switch node {
        case .empty: return shown.content == .empty ? shown : nil
        case .text(let text):
            if case .text(text) = shown.content { return shown }
            guard case .text = shown.content, !text.isEmpty else { return text.isEmpty && shown.id == 0 ? shown : nil }
            patch.setText(shown.id, text)
            return Shown(id: shown.id, content: .text(text))
        case .element(let element):
            guard shown.content == .element(element.tag), shown.key == element.key else { return nil }
            update(shown, to: element)
            return shown
        case .row(let key, let version, let build):
            if shown.key == key, shown.version == version { return shown }
            guard case .element(var element) = build() else { return nil }
            element.key = key
            guard shown.content == .element(element.tag) else { return nil }
            update(shown, to: element)
            shown.version = version
            return shown
        }
    }

    private func update(_ shown: Shown, to element: Element) {
        shown.key = element.key
        setParts(of: shown, to: element.parts)
        update(childrenOf: shown, to: element.children)
    }

    private func clone(_ model: Shown) -> Shown {
        var ids: [Int32] = []
        let copy = copy(model, &ids)
        patch.clone(model.id, ids: ids)
        return copy
    }

    private func copy(_ model: Shown, _ ids: inout [Int32]) -> Shown {
        guard model.id != 0 else { return Shown(id: 0, content: .empty) }
        let id = newID()
        ids.append(id)
        let copy = Shown(id: id, content: model.content, key: model.key, parts: model.parts)
        if case .element = model.content { elements[Int(id)] = copy }
        copy.children.reserveCapacity(model.children.count)
        for child in model.children { copy.children.append(self.copy(child, &ids)) }
        return copy
    }

    private func drop(_ shown: Shown) {
        if shown.id != 0 { patch.remove(shown.id) }
        release(shown)
    }

    private func release(_ shown: Shown) {
        guard shown.id != 0 else { return }
        elements[Int(shown.id)] = nil
        freeIDs.append(shown.id)
        for child in shown.children { release(child) }
    }

    // MARK: Children

    private func update(childrenOf parent: Shown, to nodes: [Node]) {
        if nodes.first?.key != nil || parent.children.first?.key != nil {
            return update(keyedChildrenOf: parent, to: nodes)
        }
        var next: Int32 = 0
        var index = max(nodes.count, parent.children.count) - 1
        while parent.children.count > nodes.count { drop(parent.children.removeLast()) }
        index = nodes.count - 1
        while index >= 0 {
            defer { index -= 1 }
            if index < parent.children.count {
                let old = parent.children[index]
                if let kept = update(old, to: nodes[index]) {
                    if kept !== old { parent.children[index] = kept }
                } else {
                    let new = show(nodes[index])
                    if new.id != 0 { patch.insert(new.id, into: parent.id, before: old.id != 0 ? old.id : next) }
                    drop(old)
                    parent.children[index] = new
                }
            }
            if index < parent.children.count, parent.children[index].id != 0 { next = parent.children[index].id }
        }
        while parent.children.count < nodes.count {
            let new = show(nodes[parent.children.count])
            if new.id != 0 { patch.insert(new.id, into: parent.id, before: 0) }
            parent.children.append(new)
        }
    }
}
