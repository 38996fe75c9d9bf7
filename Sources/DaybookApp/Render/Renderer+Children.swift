import DaybookCore

extension Renderer {
    /// Brings the children of `parent` to `nodes`.
    func update(childrenOf parent: Shown, to nodes: [Node]) {
        if parent.isAdopted { align(childrenOf: parent, with: nodes) }
        if let first = nodes.first, first.key == nil, parent.children.first?.key != nil {
            // A child found by its place takes nothing over from one that has a key.
            for child in parent.children where child.parent == parent.id { drop(child) }
            parent.children = []
        }
        if nodes.first?.key != nil || parent.children.first?.key != nil {
            updateByKey(parent, nodes)
        } else {
            updateByPlace(parent, nodes)
        }
    }

    private func updateByPlace(_ parent: Shown, _ nodes: [Node]) {
        while parent.children.count > nodes.count { drop(parent.children.removeLast()) }
        // Nodes that go are taken out first: rows that are wanted elsewhere are moved faster from outside the document.
        for index in parent.children.indices {
            if case .empty = nodes[index].content { drop(parent.children[index]) }
        }
        // From the last to the first, so that what follows a new child is known.
        var next: Int32 = 0
        for index in parent.children.indices.reversed() {
            let old = parent.children[index]
            if !update(old, to: nodes[index]) {
                let new = show(nodes[index])
                if new.id != 0 { insert(new, into: parent, before: old.id != 0 ? old.id : next) }
                drop(old)
                parent.children[index] = new
            }
            parent.children[index].parent = parent.id
            if parent.children[index].id != 0 { next = parent.children[index].id }
        }
        for node in nodes[parent.children.count...] {
            let new = show(node)
            if new.id != 0 { insert(new, into: parent, before: 0) }
            new.parent = parent.id
            parent.children.append(new)
        }
    }

    private func updateByKey(_ parent: Shown, _ nodes: [Node]) {
        // Some may have found another place.
        var old = parent.children.filter { $0.parent == parent.id }
        var start = 0
        while start < old.count, start < nodes.count, nodes[start].key == old[start].key {
            refresh(&old[start], to: nodes[start], in: parent)
            start += 1
        }
        var oldEnd = old.count
        var newEnd = nodes.count
        while oldEnd > start, newEnd > start, nodes[newEnd - 1].key == old[oldEnd - 1].key {
            oldEnd -= 1
            newEnd -= 1
            refresh(&old[oldEnd], to: nodes[newEnd], in: parent)
        }
        if start == oldEnd, start == newEnd {
            parent.children = old
            return
        }
        let middle = rearrange(
            Array(old[start..<oldEnd]), nodes[start..<newEnd], parent, next: first(of: old[oldEnd...]))
        old.replaceSubrange(start..<oldEnd, with: middle)
        parent.children = old
    }

    /// The children between a common beginning and a common end: drops, adds and moves as few as possible.
    private func rearrange(_ old: [Shown], _ nodes: ArraySlice<Node>, _ parent: Shown, next: Int32) -> [Shown] {
        var places = EntityTable<Int>()
        for (place, shown) in old.enumerated() {
            if let key = shown.key { places[key] = place }
        }
        // For each wanted child the place where it was, or -1.
        let sources = nodes.map { node in
            guard let key = node.key, let place = places[key] else { return -1 }
            places[key] = nil
            return place
        }
        var isKept = [Bool](repeating: false, count: old.count)
        for source in sources where source >= 0 { isKept[source] = true }
        let model = old.first ?? parent.children.first
        let stays = longestRise(sources)
        var result: [Shown] = []
        result.reserveCapacity(nodes.count)
        var next = next
        var index = sources.count - 1
        var stay = stays.count - 1
        while index >= 0 {
            defer { index -= 1 }
            let source = sources[index]
            var shown: Shown
            if source >= 0 {
                shown = old[source]
                refresh(&shown, to: nodes[nodes.startIndex + index], in: parent)
                if stay >= 0, stays[stay] == index {
                    stay -= 1
                } else {
                    insert(shown, into: parent, before: next)
                }
            } else {
                let node = nodes[nodes.startIndex + index]
                shown = found(node) ?? show(node, like: model)
                insert(shown, into: parent, before: next)
            }
            next = shown.id
            result.append(shown)
        }
        for (place, shown) in old.enumerated() where !isKept[place] { drop(shown) }
        result.reverse()
        return result
    }

    private func refresh(_ shown: inout Shown, to node: Node, in parent: Shown) {
        if update(shown, to: node) { return }
        let new = show(node)
        insert(new, into: parent, before: shown.id)
        drop(shown)
        shown = new
    }

    private func first(of shown: ArraySlice<Shown>) -> Int32 { shown.first?.id ?? 0 }
}

/// The indices of a longest strictly rising row of the numbers that are not negative.
func longestRise(_ numbers: [Int]) -> [Int] {
    // ends[n] is the index of the smallest number that ends a rise of n + 1.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() where number >= 0 {
        let low = Int.first(before: ends.count) { numbers[ends[$0]] >= number }
        if low > 0 { before[index] = ends[low - 1] }
        if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
        rise.append(index)
        index = before[index]
    }
    return rise.reversed()
}
