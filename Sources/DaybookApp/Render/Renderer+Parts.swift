extension Renderer {
    /// Brings the attributes of `shown` to those in `parts`, and takes over the handlers.
    func setParts(of shown: Shown, to parts: [Part]) {
        let old = shown.parts
        shown.parts = parts
        if haveSameShape(old, parts) {
            for (before, after) in zip(old, parts) {
                guard case .attribute(_, let value) = before.content,
                    case .attribute(let attribute, let wanted) = after.content,
                    value != wanted
                else { continue }
                patch.set(shown.id, attribute, wanted)
            }
            return
        }
        for part in parts {
            if case .attribute(let attribute, let wanted) = part.content, wanted != value(of: attribute, in: old) {
                patch.set(shown.id, attribute, wanted)
            }
        }
        for part in old {
            if case .attribute(let attribute, _?) = part.content, value(of: attribute, in: parts) == nil {
                patch.set(shown.id, attribute, nil)
            }
        }
    }

    /// Tells whether both name the same attributes in the same order, which nearly all do.
    private func haveSameShape(_ left: [Part], _ right: [Part]) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices {
            switch (left[index].content, right[index].content) {
            case (.attribute(let a, _), .attribute(let b, _)): if a != b { return false }
            case (.attribute, _), (_, .attribute): return false
            default: continue
            }
        }
        return true
    }

    private func value(of attribute: Attribute, in parts: [Part]) -> String? {
        for part in parts { if case .attribute(attribute, let value) = part.content { return value } }
        return nil
    }
}
