public import DaybookCore
import Flux

/// The page that the server sends before any script runs: the same screen, with the first rows of the list.
///
/// - Parameters:
///   - shell: `index.html` as it was built.
///   - todos: the open ones of the book, and those of the finished that are shown: see `firstPageFinished`.
///   - finished: how many finished ones the book has.
///   - lists: all of its lists, in their order.
///   - filters: all of its filters, in their order.
///   - things: all of its things of plain kinds, in their order.
///   - account: whose book it is, as the page says it back with each request; nil without accounts.
///   - theme: the one that was chosen in the browser.
///   - clock: what it shows where the server is.
/// - Returns: the page, with the screen in it. The browser takes it over without drawing it again.
public func firstPage(
    shell: String, todos: [Todo], finished: Int = 0, lists: [ItemList] = [], filters: [SavedFilter] = [],
    things: [PlainThing] = [], language: Language, account: String? = nil,
    theme: Theme = .system,
    clock: LocalTime
) -> String {
    let world = World(now: { Timestamp(milliseconds: 0) }, random: { 0 })
    var state = State(node: 0, language: language)
    // The server's data is synced, as far as the browser is concerned.
    state.sync.client = SyncClient(node: 0, progress: SyncClient.Progress(epoch: 0))
    state.clock = clock
    state.todos.opensToday = true
    let unread = max(0, finished - todos.count { $0.isCompleted })
    state.showFirst(
        TodoList(todos.map { $0.inFirstPage } + (0..<unread).map { Todo.unread($0) }), lists, filters, things,
        world)
    let owner =
        (account.map { " data-account=\"" + $0 + "\"" } ?? "")
        + (theme == .system ? "" : " data-theme=\"" + theme.rawValue + "\"")
    return shell.replacingFirst("<html lang=\"en\">", with: "<html lang=\"" + language.tag + "\"" + owner + ">")
        .replacingFirst("<div id=\"app\"></div>", with: "<div id=\"app\">" + appScreen(state, world).html + "</div>")
}

/// How many of the finished the first page shows, in their order; nil where it shows Today, which has those of that day.
///
/// - Parameters:
///   - open: the open ones of the book.
///   - finished: how many finished ones the book has.
public func firstPageFinished(beside open: [Todo], of finished: Int) -> Int? {
    if open.contains(where: { $0.hasDay }) { return nil }
    let nobody = EntityID(high: 0, low: 0)
    let sections = Sections(
        todo: Array(repeating: nobody, count: open.count), done: Array(repeating: nobody, count: finished))
    let window = Window()
    let layout = ListLayout(
        rowHeight: window.rowHeight, groups: sections.groups, scroll: window.scroll, height: window.listHeight,
        held: window.scroll,
        isPartial: window.isPartial(sections.count))
    return layout.parts.first { $0.group.heading == .done }?.rows.upperBound ?? 0
}

extension Todo {
    /// Stands for a finished one that isn't in sight: it counts, behind those that are read.
    fileprivate static func unread(_ number: Int) -> Todo {
        let time = Timestamp(milliseconds: 0)
        return Todo(
            id: EntityID(high: .max, low: UInt64(number)), title: "", createdAt: time, completedAt: time,
            todoPosition: Position(bytes: []), donePosition: Position(bytes: [0xFF]))
    }

    /// In the state that the browser sees it in, with no more of its texts than a row can show: they came from anywhere,
    /// and the page spells a title several times. What is cut off the app fills in.
    fileprivate var inFirstPage: Todo {
        var excerpt = Todo.syncedLens.set(self, true)
        excerpt.title = title.cut(to: 200)
        excerpt.description = description.cut(to: 200)
        excerpt.notes = notes.cut(to: 200)
        return excerpt
    }
}

extension State {
    /// Shows to-dos, lists and filters without any record behind them.
    mutating func showFirst(
        _ list: TodoList, _ lists: [ItemList], _ filters: [SavedFilter], _ things: [PlainThing], _ world: World
    ) {
        book.show(list, lists, filters, things)
        storage.status = .ready
        openToday()
        refreshVisible(world)
        refreshCounts()
    }
}

extension String {
    /// Embedded Swift has no search in strings of its own.
    fileprivate func replacingFirst(_ part: String, with replacement: String) -> String {
        let text = Array(utf8)
        let part = Array(part.utf8)
        guard text.count >= part.count else { return self }
        for start in 0...(text.count - part.count) where text[start..<start + part.count].elementsEqual(part) {
            return String(decoding: text[..<start], as: UTF8.self) + replacement
                + String(decoding: text[(start + part.count)...], as: UTF8.self)
        }
        return self
    }
}
