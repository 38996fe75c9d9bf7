import DaybookCore

/// Where the rows of the list are, in CSS pixels, and which of them have to exist. `app.css` has the same measures.
struct ListLayout {
    static let rowHeight = 60
    static let headingHeight = 44
    /// Up to so many rows, all of them exist: finding in the page then works as anywhere.
    static let fullCount = 200
    /// Rows beyond the window, so that scrolling finds them there already.
    private static let margin = 10
    /// The rows come and go by so many, so that most steps of scrolling change none.
    private static let stride = 20

    fileprivate let sections: Sections
    fileprivate let scroll: Int
    fileprivate let height: Int
    /// About where the row is that is being dragged: it exists wherever the list is scrolled to.
    fileprivate let held: Int
    let isPartial: Bool

    /// Which rows of a section that starts at `top` have to exist.
    private func rows(count: Int, top: Int) -> Range<Int> {
        guard isPartial else { return 0..<count }
        let first = (min(scroll, held) - top) / Self.rowHeight - Self.margin
        let last = (max(scroll + height, held) - top) / Self.rowHeight + Self.margin
        let lower = min(max(0, first / Self.stride * Self.stride), count)
        return lower..<min(max(lower, (last + Self.stride - 1) / Self.stride * Self.stride), count)
    }

    var todoRows: Range<Int> { rows(count: sections.todo.count, top: Self.headingHeight) }

    var doneRows: Range<Int> { rows(count: sections.done.count, top: doneTop) }

    private var doneTop: Int {
        sections.todo.isEmpty
            ? Self.headingHeight : 2 * Self.headingHeight + sections.todo.count * Self.rowHeight
    }

    /// The upper edge of a row, by its place in the whole list.
    func top(of index: Int) -> Int {
        index < sections.todo.count
            ? Self.headingHeight + index * Self.rowHeight
            : doneTop + (index - sections.todo.count) * Self.rowHeight
    }

    /// Whether a row is near enough to what is seen to exist in any case, by its place in the whole list.
    func holds(_ index: Int) -> Bool {
        let margin = Self.margin * Self.rowHeight
        return !isPartial || (scroll - margin...scroll + height + margin).contains(top(of: index))
    }

    /// How many rows a drag by `distance` passes.
    static func steps(_ distance: Int) -> Int {
        (abs(distance) + rowHeight / 2) / rowHeight * distance.signum()
    }
}

extension State {
    var listLayout: ListLayout {
        let sections = visible
        let held = if case .drag(_, let y, _) = gesture { y } else { window.scroll }
        return ListLayout(
            sections: sections, scroll: window.scroll, height: window.listHeight, held: held,
            isPartial: window.isPartial(sections.count))
    }
}

extension State.Window {
    /// Whether only those of so many rows exist that are near to what is seen.
    func isPartial(_ count: Int) -> Bool { count > ListLayout.fullCount && !isPrinting }
}
