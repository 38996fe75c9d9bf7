import DaybookCore

extension Renderer {
    /// Takes over what the root contains already, so that the next `render` changes only what differs.
    ///
    /// - Parameters:
    ///   - words: the number of children of the root, then each node in document order. An element: its tag, the
    ///     number of its attributes, for each its name and the length of its value, the number of its children.
    ///     A text: -1 and its length. Numbers are given from 2 in the same order.
    ///   - text: the values, one after the other; their lengths count bytes.
    public func adopt(words: [Int32], text: [UInt8]) {
        var reader = DocumentReader(words: words, text: text)
        let count = reader.word()
        guard count > 0 else { return }
        root.isAdopted = true
        for _ in 0..<count {
            let child = adopt(&reader)
            child.parent = root.id
            root.children.append(child)
        }
    }

    /// Puts the empty nodes of `nodes` between the adopted children of `parent`, so that each meets its own.
    func align(childrenOf parent: Shown, with nodes: [Node]) {
        parent.isAdopted = false
        // Nodes with keys find each other without.
        guard nodes.first?.key == nil else { return }
        var rest = parent.children[...]
        var aligned: [Shown] = []
        for node in nodes {
            if let first = rest.first, node.mayBecome(first.content) {
                aligned.append(first)
                rest = rest.dropFirst()
            } else {
                aligned.append(Shown(id: 0, content: .empty))
            }
        }
        parent.children = aligned + rest
    }

    private func adopt(_ reader: inout DocumentReader) -> Shown {
        let id = newID()
        let tag = reader.word()
        guard let tag = UInt8(exactly: tag).flatMap({ Tag(rawValue: $0) }) else {
            return Shown(id: id, content: .text(reader.string()))
        }
        let shown = Shown(id: id, content: .element(tag))
        elements[Int(id)] = shown
        let attributeCount = reader.word()
        if attributeCount > 0 {
            for _ in 0..<attributeCount {
                let index = reader.word()
                let value = reader.string()
                guard let attribute = UInt8(exactly: index).flatMap({ Attribute(rawValue: $0) }) else { continue }
                if attribute == .dataKey {
                    shown.key = EntityID(value)
                } else {
                    shown.parts.append(.attribute(attribute, value))
                }
            }
        }
        shown.isAdopted = true
        let childCount = reader.word()
        if childCount > 0 {
            for _ in 0..<childCount {
                let child = adopt(&reader)
                child.parent = id
                shown.children.append(child)
            }
        }
        return shown
    }
}

extension Node {
    /// Tells whether this node makes something of the kind of `content`.
    fileprivate func mayBecome(_ content: Shown.Content) -> Bool {
        switch (self.content, content) {
        case (.empty, _), (_, .empty): false
        case (.text(let text), .text): !text.isEmpty
        case (.element(let element), .element(let tag)): element.tag == tag
        case (.row, .element): true
        case (.text, .element), (.element, .text), (.row, .text): false
        }
    }
}

/// Reads past the end as zeros.
private struct DocumentReader {
    let words: [Int32]
    let text: [UInt8]
    var nextWord = 0
    var nextByte = 0

    init(words: [Int32], text: [UInt8]) {
        self.words = words
        self.text = text
    }

    mutating func word() -> Int32 {
        guard nextWord < words.count else { return 0 }
        defer { nextWord += 1 }
        return words[nextWord]
    }

    mutating func string() -> String {
        let length = min(max(0, Int(word())), text.count - nextByte)
        defer { nextByte += length }
        return String(utf8: Array(text[nextByte..<nextByte + length]))
    }
}
