import DaybookCore

/// Where the rows of the list are, in CSS pixels, and which of them have to exist. `app.css` has the same measures.
struct ListLayout {
    /// The height of a row where the window is wide, and where a finger has to meet it.
    static let rowHeight = 44
    static let touchHeight = 52
    static let headingHeight = 40
    /// Up to so many rows, all of them exist: finding in the page then works as anywhere.
    static let fullCount = 200
    /// Rows beyond the window, so that scrolling finds them there already.
    private static let margin = 10
    /// The rows come and go by so many, so that most steps of scrolling change none.
    private static let stride = 20

    let rowHeight: Int
    let groups: [Sections.Group]
    let scroll: Int
    let height: Int
    /// About where the row is that is being dragged: it exists wherever the list is scrolled to.
    let held: Int
    let isPartial: Bool

    /// Which rows of a section that starts at `top` have to exist.
    private func rows(count: Int, top: Int) -> Range<Int> {
        guard isPartial else { return 0..<count }
        let first = (min(scroll, held) - top) / rowHeight - Self.margin
        let last = (max(scroll + height, held) - top) / rowHeight + Self.margin
        let lower = min(max(0, first / Self.stride * Self.stride), count)
        return lower..<min(max(lower, (last + Self.stride - 1) / Self.stride * Self.stride), count)
    }

    /// The parts of the list, each with those of its rows that have to exist.
    var parts: [(group: Sections.Group, rows: Range<Int>)] {
        var top = 0
        return groups.map { group in
            top += Self.headingHeight
            let rows = rows(count: group.ids.count, top: top)
            top += group.ids.count * rowHeight
            return (group, rows)
        }
    }

    /// The upper edge of a row, by its place in the whole list.
    func top(of index: Int) -> Int {
        var first = 0
        var headings = 1
        for group in groups.dropLast() {
            first += group.ids.count
            if index >= first { headings += 1 }
        }
        return headings * Self.headingHeight + index * rowHeight
    }

    /// Tells whether a row is near enough to what is seen to exist in any case, by its place in the whole list.
    func holds(_ index: Int) -> Bool {
        let margin = Self.margin * rowHeight
        return !isPartial || (scroll - margin...scroll + height + margin).contains(top(of: index))
    }

}

extension State {
    /// In CSS pixels.
    var rowHeight: Int { navigation.window.rowHeight }

    /// How many rows a drag by `distance` passes.
    func steps(_ distance: Int) -> Int {
        (abs(distance) + rowHeight / 2) / rowHeight * distance.signum()
    }

    var listLayout: ListLayout {
        let sections = visible
        let held = if case .drag(_, _, let y, _, _) = gesture { y } else { navigation.window.scroll }
        return ListLayout(
            rowHeight: rowHeight, groups: sections.groups, scroll: navigation.window.scroll,
            height: navigation.window.listHeight, held: held,
            isPartial: navigation.window.isPartial(sections.count))
    }
}

extension Window {
    /// Tells whether only those of so many rows exist that are near to what is seen.
    func isPartial(_ count: Int) -> Bool { count > ListLayout.fullCount && !isPrinting }

    /// In CSS pixels.
    var rowHeight: Int { hasSideBar ? ListLayout.rowHeight : ListLayout.touchHeight }
}
