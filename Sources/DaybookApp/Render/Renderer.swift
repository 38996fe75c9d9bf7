import DaybookCore

/// Keeps what is shown, and turns each wanted node into the patch that leads there.
///
/// Number 1 is the element that holds the app; it belongs to the page and only its content changes.
///
/// It relies on each patch being carried out, in order: a patch says what differs from what the last one left. A number
/// means one element until a patch has removed it, and may mean another one from then on. What extensions and translations
/// change in the document is told as a `Touch`, and the next rendering mends it.
public final class Renderer {
    /// The changes of the last `render`; each starts it again.
    public internal(set) var patch = Patch()
    var elements: [Shown?]
    var freeIDs: [Int32] = []
    let root: Shown
    /// The rows by their keys, so that one that goes elsewhere is moved rather than made again.
    var rows: [EntityID: Shown] = [:]
    private var turn = 0
    /// The nodes that this rendering took away, unless they found another place.
    private var dropped: [Shown] = []
    /// The elements that have lost something.
    var damaged: [Int32] = []

    /// Shows nothing yet: the root is empty, unless `adopt` says otherwise.
    public init() {
        root = Shown(id: 1, content: .element(.div))
        elements = [nil, root]
    }

    /// Fills `patch` with what changes so that the root contains `node`.
    public func render(_ node: Node) {
        patch.removeAll()
        turn += 1
        mendDamaged()
        update(childrenOf: root, to: [node])
        for shown in dropped where shown.parent == 0 { release(shown) }
        dropped.removeAll()
    }

    /// The element, from `id` upwards, that wants an action for the event, and that action.
    func taker(of event: Event, at id: Int32) -> (id: Int32, action: Action)? {
        var id = id
        while elements.indices.contains(Int(id)), let shown = elements[Int(id)] {
            for part in shown.parts {
                switch part.content {
                case .on(event.kind, let action): return (id, action)
                case .ask(event.kind, let make):
                    if let action = make(event) { return (id, action) }
                case .attribute, .on, .ask: continue
                }
            }
            // A part that scrolls inside of it is not the element itself.
            if event.kind == .scroll { return nil }
            id = shown.parent
        }
        return nil
    }

    func newID() -> Int32 {
        if let id = freeIDs.popLast() { return id }
        elements.append(nil)
        return Int32(truncatingIfNeeded: elements.count - 1)
    }

    /// Makes what `node` wants, from a copy of `model` if that has the same tag: copying is the faster way.
    func show(_ node: Node, like model: Shown? = nil) -> Shown {
        switch node.content {
        case .empty: return Shown(id: 0, content: .empty)
        case .text(let text):
            if text.isEmpty { return Shown(id: 0, content: .empty) }
            let id = newID()
            patch.createText(id, text)
            return Shown(id: id, content: .text(text))
        case .element(let element):
            if let model, model.content == .element(element.tag), model.isCopyable {
                let copy = clone(model)
                update(copy, to: element)
                return copy
            }
            let shown = Shown(id: newID(), content: .element(element.tag), key: element.key)
            elements[Int(shown.id)] = shown
            patch.create(shown.id, element.tag)
            setParts(of: shown, to: element.parts)
            for child in element.children {
                let child = found(child) ?? show(child, like: child.key == nil ? nil : shown.children.last)
                if child.id != 0 { insert(child, into: shown, before: 0) }
                child.parent = shown.id
                shown.children.append(child)
            }
            return shown
        case .row(let key, let version, let build):
            let shown = show(build(), like: model)
            note(shown, key, version)
            return shown
        }
    }

    /// The row that `node` wants, if it is shown elsewhere and no longer wanted there.
    func found(_ node: Node) -> Shown? {
        guard case .row(let key, _, _) = node.content, let shown = rows[key], shown.turn != turn else { return nil }
        return update(shown, to: node) ? shown : nil
    }

    private func note(_ row: Shown, _ key: EntityID, _ version: [Int]?) {
        row.key = key
        row.version = version
        row.turn = turn
        rows[key] = row
    }

    /// Brings `shown` to `node`.
    ///
    /// - Returns: whether it could be done; if not, another one has to take its place.
    func update(_ shown: Shown, to node: Node) -> Bool {
        switch node.content {
        case .empty: return shown.id == 0
        case .text(let text):
            guard case .text(let old) = shown.content, !text.isEmpty else { return text.isEmpty && shown.id == 0 }
            guard text != old else { return true }
            mend(shown.parent)
            patch.setText(shown.id, text)
            shown.content = .text(text)
            return true
        case .element(let element):
            guard shown.content == .element(element.tag), shown.key == element.key else { return false }
            update(shown, to: element)
            return true
        case .row(let key, let version, let build):
            if let version, shown.key == key, shown.version == version {
                shown.turn = turn
                return true
            }
            guard case .element(let element) = build().content, shown.content == .element(element.tag) else {
                return false
            }
            update(shown, to: element)
            note(shown, key, version)
            return true
        }
    }

    func update(_ shown: Shown, to element: Element) {
        shown.key = element.key
        // A node that was a row may become something else with the same key.
        shown.version = nil
        setParts(of: shown, to: element.parts)
        update(childrenOf: shown, to: element.children)
    }

    func clone(_ model: Shown) -> Shown {
        var ids: [Int32] = []
        let copy = copy(model, &ids)
        patch.clone(model.id, ids: ids)
        return copy
    }

    func copy(_ model: Shown, _ ids: inout [Int32]) -> Shown {
        guard model.id != 0 else { return Shown(id: 0, content: .empty) }
        let id = newID()
        ids.append(id)
        let copy = Shown(id: id, content: model.content, key: model.key, parts: model.parts)
        copy.isAdopted = model.isAdopted
        if case .element = model.content { elements[Int(id)] = copy }
        copy.children.reserveCapacity(model.children.count)
        // A row that has found another place in this rendering isn't there any more.
        for child in model.children where child.id == 0 || child.parent == model.id {
            let child = self.copy(child, &ids)
            child.parent = id
            copy.children.append(child)
        }
        return copy
    }

    /// Takes it out of the document. Its number stays its own until the rendering is done, for its rows may be wanted
    /// elsewhere. What was dropped already stays so.
    func drop(_ shown: Shown) {
        guard shown.parent != 0, shown.id != 0 else { return }
        mend(shown.parent)
        patch.remove(shown.id)
        shown.parent = 0
        dropped.append(shown)
    }

    private func release(_ shown: Shown) {
        guard shown.id != 0 else { return }
        elements[Int(shown.id)] = nil
        freeIDs.append(shown.id)
        if let key = shown.key, rows[key] === shown { rows[key] = nil }
        for child in shown.children where child.key == nil || child.parent == shown.id { release(child) }
    }
}
