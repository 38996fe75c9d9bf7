public import DaybookCore
import Flux

/// The page that the server sends before any script runs: the same screen, with the first rows of the list.
///
/// - Parameters:
///   - shell: `index.html` as it was built.
///   - todos: all items of the book.
///   - lists: all of its lists, in their order.
///   - filters: all of its filters, in their order.
///   - account: whose book it is, as the page says it back with each request; nil without accounts.
///   - theme: the one that was chosen in the browser.
///   - clock: what it shows where the server is.
/// - Returns: the page, with the screen in it. The browser takes it over without drawing it again.
public func firstPage(
    shell: String, todos: some Sequence<Todo>, lists: [ItemList] = [], filters: [SavedFilter] = [],
    language: Language, account: String? = nil,
    theme: Theme = .system,
    clock: LocalTime
) -> String {
    let world = World(now: { Timestamp(milliseconds: 0) }, random: { 0 })
    var state = State(node: 0, language: language)
    // The server's data is synced, as far as the browser is concerned.
    state.sync.client = SyncClient(node: 0, progress: SyncClient.Progress(epoch: 0))
    state.clock = clock
    state.todos.opensToday = true
    state.showFirst(TodoList(todos.map { $0.inFirstPage }), lists, filters, world)
    let owner =
        (account.map { " data-account=\"" + $0 + "\"" } ?? "")
        + (theme == .system ? "" : " data-theme=\"" + theme.rawValue + "\"")
    return shell.replacingFirst("<html lang=\"en\">", with: "<html lang=\"" + language.tag + "\"" + owner + ">")
        .replacingFirst("<div id=\"app\"></div>", with: "<div id=\"app\">" + appScreen(state, world).html + "</div>")
}

extension Todo {
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
    mutating func showFirst(_ list: TodoList, _ lists: [ItemList], _ filters: [SavedFilter], _ world: World) {
        book.show(list, lists, filters)
        storage.status = .ready
        openToday()
        refreshVisible(world)
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
