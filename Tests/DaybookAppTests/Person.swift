import DaybookApp
import DaybookCore
import Testing

/// A person in front of the app: sees the screen as a value and as HTML text, taps what is on it, and types.
/// The storage takes everything.
final class Person {
    private var effects: [Effect] = []
    private var settings: [String: String] = [:]
    /// The browser's history, of which the last is shown.
    private var addresses = ["#/"]
    private let world = TestWorld().world()
    private let host: String
    private let hasAccount: Bool
    private let isSample: Bool
    private lazy var app: App = {
        var state = State(node: 7, hasAccount: hasAccount)
        state.host = host
        state.isSample = isSample
        return App(state, world: world) { [unowned self] in effects.append($0) }
    }()

    /// - Parameters:
    ///   - width: of the window, in CSS pixels.
    ///   - host: of the page's address.
    ///   - hasAccount: whether the server knows who this is.
    ///   - isSample: whether the book is the sample.
    ///   - isBlind: whether the browser can't open its database.
    init(width: Int = 390, host: String = "", hasAccount: Bool = false, isSample: Bool = false, isBlind: Bool = false) {
        self.host = host
        self.hasAccount = hasAccount
        self.isSample = isSample
        app.dispatch(.outside(isBlind ? .notLoaded("x:x") : .loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.resized(width: width)))
    }

    var state: State { app.state }
    var screen: Node { appScreen(app.state, world) }
    var html: String { screen.html }

    func dispatch(_ action: Action) {
        app.dispatch(action)
        let made = effects
        effects = []
        for case .rememberSetting(let name, let value) in made { settings[name] = value }
        for case .visit(let path, let replaces) in made {
            if replaces { addresses.removeLast() }
            addresses.append(path)
        }
        for case .store(let token, _) in made { app.dispatch(.outside(.stored(token))) }
    }

    /// What the browser shows as the address.
    var address: String { addresses.last ?? "" }

    /// Takes a step back in the browser.
    func goBack() {
        addresses.removeLast()
        dispatch(.outside(.visited(address)))
    }

    /// What the browser keeps under this name.
    func kept(_ name: String) -> String? { settings[name] }

    /// Adds an item through the field on top.
    func add(_ titles: String...) throws {
        for title in titles {
            try type(title, into: "Add a to-do")
            try tap("Add")
        }
    }

    func tap(_ name: String, _ modifiers: Event.Modifiers = []) throws {
        let way = try #require(try named(name) ?? behindChip(name), "There is no \(name) to tap in \(html)")
        try send(Event(.click, modifiers: modifiers), to: way)
    }

    /// Holds a button, and lets go beside it, where no click follows.
    func hold(_ name: String) throws {
        let way = try #require(named(name), "There is no \(name) to hold in \(html)")
        try send(Event(.pointerdown), to: way)
        try send(Event(.pointerup), to: way)
    }

    func press(_ key: String, on name: String, modifiers: Event.Modifiers = []) throws {
        try send(Event(.keydown, text: key, modifiers: modifiers), to: try #require(named(name)))
    }

    /// Tells whether the element keeps a key from the browser.
    func takes(_ key: String, on name: String, modifiers: Event.Modifiers = []) throws -> Bool {
        try #require(named(name)?.last).parts.contains {
            guard case .ask(.keydown, let ask) = $0.content else { return false }
            return ask(Event(.keydown, text: key, modifiers: modifiers)) != nil
        }
    }

    func rightClick(_ name: String) throws {
        try send(Event(.contextmenu, x: 10, y: 10), to: try #require(named(name)))
    }

    func type(_ text: String, into name: String) throws {
        var field = named(name)
        // A chip has that name, too, until its field is open.
        if field?.last?.tag == .button || field == nil { field = try behindChip(name) }
        try send(Event(.input, text: text), to: try #require(field, "There is no field \(name) in \(html)"))
        // Leaving the field.
        if let way = named(name), takes(.change, way) { try send(Event(.change, text: text), to: way) }
    }

    /// Looks for a text, and shows what of the list has it.
    func narrow(to text: String) throws {
        try tap("Search everything")
        try type(text, into: "#find")
        try tap(try #require(screen.element?.all(class: "find").first?.all(class: "quiet").first?.text))
    }

    /// Moves a finger over the row with this title.
    func swipe(_ title: String, by distance: Int) throws {
        let row = try #require(named(title))
        try send(Event(.pointerdown, x: 300, y: 100, modifiers: .touch), to: row)
        for x in [300 + distance / 2, 300 + distance] {
            try send(Event(.pointermove, x: x, y: 100, modifiers: .touch), to: try #require(named(title)))
        }
        try send(Event(.pointerup, x: 300 + distance, y: 100), to: try #require(named(title)))
    }

    /// The element with this text, label, field label or `#id`, and what it stands in, outermost first.
    func named(_ name: String) -> [Element]? {
        var labels: [String: String] = [:]
        for way in ways(screen) {
            guard let element = way.last, element.tag == .label, let target = element[.for] else { continue }
            labels[target] = element.text
        }
        return ways(screen).last { way in
            // A part of the page has a name, too, but nothing happens there.
            guard let element = way.last, element.tag != .aside, element.tag != .main else { return false }
            if let id = element[.id], "#" + id == name { return true }
            if let label = element[.ariaLabel] { return label == name }
            if let id = element[.id], let label = labels[id] { return label == name }
            if let other = element[.ariaLabelledby] {
                return ways(screen).contains { $0.last?[.id] == other && $0.last?.text == name }
            }
            return element.tag != .label
                && element.children.contains { if case .text(name) = $0.content { true } else { false } }
        }
    }

    /// Opens one chip after another, as a person does who looks for something.
    private func behindChip(_ name: String) throws -> [Element]? {
        let chips = ways(screen).compactMap(\.last?[.id]).filter { $0.hasPrefix("chip-") }
        for chip in chips {
            guard let way = named("#" + chip), way.last?[.ariaExpanded] == "false" else { continue }
            try send(Event(.click), to: way)
            if let found = named(name), found.last?[.id]?.hasPrefix("chip-") != true { return found }
        }
        return nil
    }

    /// The elements that can be reached: nothing in an inert part.
    private func ways(_ node: Node, in outer: [Element] = []) -> [[Element]] {
        let element: Element
        switch node.content {
        case .empty, .text: return []
        case .row(_, _, let build): return ways(build(), in: outer)
        case .element(let found): element = found
        }
        guard element[.inert] == nil else { return [] }
        return [outer + [element]] + element.children.flatMap { ways($0, in: outer + [element]) }
    }

    private func takes(_ kind: EventKind, _ way: [Element]) -> Bool {
        way.last?.parts.contains {
            switch $0.content {
            case .on(kind, _), .ask(kind, _): true
            default: false
            }
        } ?? false
    }

    /// The innermost element that takes the event acts on it. A button's click in a form submits it.
    private func send(_ event: Event, to way: [Element]) throws {
        guard let target = way.last else { return }
        if target[.disabled] != nil { return }
        let kind: EventKind =
            event.kind == .click && target[.type] == "submit" && !takes(.click, way) ? .submit : event.kind
        for element in way.reversed() {
            for part in element.parts {
                switch part.content {
                case .on(kind, let action): return dispatch(action)
                case .ask(kind, let ask):
                    if let action = ask(event) { return dispatch(action) }
                default: break
                }
            }
        }
    }
}

extension Element {
    subscript(_ attribute: Attribute) -> String? {
        for part in parts { if case .attribute(attribute, let value?) = part.content { return value } }
        return nil
    }

    var text: String { children.map(\.text).joined() }

    /// All elements below with this class.
    func all(class name: String) -> [Element] {
        let own = (self[.class] ?? "").split(separator: " ").contains { $0 == name } ? [self] : []
        return own + children.flatMap { $0.element?.all(class: name) ?? [] }
    }
}

extension Node {
    var element: Element? {
        switch content {
        case .empty, .text: nil
        case .element(let element): element
        case .row(_, _, let build): build().element
        }
    }

    var text: String {
        switch content {
        case .text(let text): text
        case .empty: ""
        case .element, .row: element?.text ?? ""
        }
    }
}
