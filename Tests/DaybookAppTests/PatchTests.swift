import DaybookApp
import DaybookCore
import Fixtures
import Foundation
import Testing

@Suite struct PatchTests {
    private let price: Amount

    /// Every third in `make test-fast`: these histories take most of its time.
    private static let seeds = Array(
        stride(from: UInt64(1), through: 32, by: ProcessInfo.processInfo.environment["DAYBOOK_FAST"] == nil ? 1 : 3))

    init() throws { price = try Amount("5 EUR", usual: #require(Currency("EUR"))) }

    @Test("The names of tags, attributes and events stand in the order in which the browser is told their numbers")
    func names() {
        for tag in Tag.allCases { #expect(tag.nameWithKind.drop { $0 == ":" } == "\(tag)") }
        let odd: [Attribute: String] = [.viewBox: "viewBox", .preserveAspectRatio: "preserveAspectRatio"]
        let styles: [Attribute: String] = [.height: "height", .shiftX: "--x", .shiftY: "--y"]
        for attribute in Attribute.allCases {
            let words = "\(attribute)".map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
            let name = odd[attribute] ?? styles[attribute] ?? words
            let kind = styles[attribute] != nil ? "~" : [.value, .disabled].contains(attribute) ? "." : "@"
            #expect(attribute.nameWithKind == kind + name)
        }
        #expect(EventKind.names.split(separator: " ").map { String($0) } == EventKind.allCases.map { "\($0)" })
    }

    /// Whatever is done, and however much at once: rows come, go and change their section. Half of the documents are the
    /// HTML of an earlier screen at first, as the server sends one.
    @Test("A document that gets the patches always shows what the screen is", arguments: seeds)
    func patches(seed: UInt64) throws { try patches(seed: seed, isTouched: false) }

    /// A translation, an extension or a tool for reading puts nodes between those of the app, splits and wraps its texts,
    /// takes some away and marks others. A text that it put in the place of another may stay until that changes.
    @Test("A document that others change as well shows what the screen is, too", arguments: seeds)
    func touchedPatches(seed: UInt64) throws { try patches(seed: seed + 32, isTouched: true) }

    @Test("A row says what its list is called, however often that has changed since it was drawn") func renamed() throws
    {
        let app = App(State(node: 7), world: TestWorld().world()) { _ in }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        let list = EntityID(high: 1, low: 1)
        func named(_ number: Int) -> Changes {
            var changes = Changes()
            changes[.title] = .text("List \(number)")
            return changes
        }
        var draft = Changes.todo(title: "Lamp")
        draft[.list] = .entity(list)
        app.dispatch(.perform([.add(.list, list, named(0))]))
        app.dispatch(.item(.create(draft)))
        let document = ShownDocument()
        for names in [0..<1, 1..<513] {
            app.dispatch(.perform(names.map { .edit(.list, list, named($0)) }))
            let patch = try #require(app.render())
            try document.apply(words: patch.words, text: patch.text)
            #expect(document.description == ShownDocument.describe(appScreen(app.state, app.world)))
        }
        #expect(app.state.book.lists.map(\.name) == ["List 512"])
    }

    private func patches(seed: UInt64, isTouched: Bool) throws {
        var random = SeededRandom(seed)
        var clock: Int64 = 1_790_000_000_000
        var ids = SeededRandom(seed &+ 1)
        var stores: [Int] = []
        let world = World(now: { Timestamp(milliseconds: clock) }, random: { ids.next() })
        let app = App(State(node: 7), world: world) { if case .store(let token, _) = $0 { stores.append(token) } }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        let document = ShownDocument()
        if seed.isMultiple(of: 2) {
            for _ in 0..<random.below(40) { app.dispatch(action(app.state, &random)) }
            let (words, text) = try document.parse(appScreen(app.state, world).html)
            app.adopt(words: words, text: text)
            // The document that is there may be that of another moment, or just what is wanted.
            if random.chance(50) {
                let patch = try #require(app.render())
                try document.apply(words: patch.words, text: patch.text)
                let wanted = ShownDocument.describe(appScreen(app.state, world))
                try #require(document.description == wanted, "seed \(seed)")
            }
            stores = []
        }
        for step in 0..<100 {
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                clock += Bool.random(using: &random) ? 1 : 40_000_000
                app.dispatch(action(app.state, &random))
                for token in stores where Int.random(in: 0..<4, using: &random) > 0 {
                    let fails = Int.random(in: 0..<8, using: &random) == 0
                    app.dispatch(.outside(fails ? .notStored(token, "full") : .stored(token)))
                }
                stores = []
            }
            for _ in 0..<(isTouched ? random.below(4) : 0) {
                if let (touch, id) = document.touch(&random) { app.note(touch, at: id) }
            }
            let patch = try #require(app.render())
            try document.apply(words: patch.words, text: patch.text)
            let wanted = ShownDocument.describe(appScreen(app.state, world))
            try #require(document.description == wanted, "seed \(seed), step \(step)")
        }
    }

    private func action(_ state: State, _ random: inout SeededRandom) -> Action {
        let ids = state.completed.map(\.id) + state.incomplete.map(\.id)
        let word = ["milk", "買 🛒", "bread & <b>", "tea"].randomElement(using: &random) ?? ""
        let id = ids.randomElement(using: &random) ?? EntityID(high: 0, low: 0)
        switch Int.random(in: 0..<25, using: &random) {
        case 0...3:
            return .item(
                .createAll(
                    (0...Int.random(in: 0...3, using: &random)).map { number in
                        var draft = Changes.todo(title: word + "\(number)")
                        // Some are plans, which the money side shows as well.
                        if random.chance(30) { draft[.amount] = .amount(price) }
                        return draft
                    }))
        case 4...7: return .item(.toggle(id))
        case 8: return .item(.delete(id))
        case 9: return .item(.moveBy(id, Int.random(in: -3...3, using: &random)))
        case 10:
            guard var todo = state.item(id) else { return .item(.undo) }
            todo.notes = Bool.random(using: &random) ? word : ""
            return .item(.update(todo))
        case 11: return .item([.undo, .redo, .clearCompleted].randomElement(using: &random) ?? .undo)
        case 12: return .todos(.search(Bool.random(using: &random) ? "" : String(word.prefix(1))))
        case 13: return .todos(.setFilter(Filter.allCases.randomElement(using: &random) ?? .all))
        case 14: return .selection(.toggle(id, extends: Bool.random(using: &random)))
        case 15:
            return [.screen(.details(id)), .screen(.back), .selection(.end)].randomElement(using: &random) ?? .ignore
        case 16: return Bool.random(using: &random) ? .screen(.openMenu(id, x: 1, y: 2)) : .screen(.closeOverlay)
        case 17: return .money(.show(Bool.random(using: &random)))
        case 18: return .record(.type("12.50 EUR \(word) #food"))
        case 19:
            return .gesture(
                random.pick([.pressGrip(id, x: 0, y: 100), .pressRow(id, x: 9, y: 9), .release]) ?? .release)
        case 20: return .gesture(.move(x: random.below(200) - 150, y: random.below(400)))
        case 21: return .outside(.resized(width: random.pick([390, 1_440]) ?? 390))
        case 22:
            return random.pick([
                .settings(.setLanguage(.english)), .settings(.setLanguage(.simplifiedChinese)), .screen(.openForm),
            ]) ?? .ignore
        case 23: return random.pick([.report(.open), .money(.edit(nil)), .editing(.begin(id))]) ?? .ignore
        default: return .record(.save)
        }
    }
}

/// What a browser would show that applies the patches as host.js does.
private final class ShownDocument: CustomStringConvertible {
    private final class Item {
        /// Its number; 0 for what others put there.
        var id: Int32 = 0
        var tag: String?
        var text = ""
        var attributes: [String: String] = [:]
        var children: [Item] = []
        weak var parent: Item?
        /// Somebody else's, or somebody else has set an attribute of it.
        var isForeign = false
        var isMarked = false

        func leave() {
            parent?.children.removeAll { $0 === self }
            parent = nil
        }

        func copy(_ items: inout [Item]) -> Item {
            let copy = Item()
            items.append(copy)
            (copy.tag, copy.text, copy.attributes) = (tag, text, attributes)
            for child in children {
                let child = child.copy(&items)
                child.parent = copy
                copy.children.append(child)
            }
            return copy
        }

        /// Where one text ends and the next begins can't be seen.
        func write(into text: inout String) {
            guard let tag else { return text += self.text }
            if !isForeign {
                ShownDocument.begin(tag, attributes.filter { !isMarked || $0.key != "foreign" }, &text)
            }
            for child in children { child.write(into: &text) }
            if !isForeign { text += ShownDocument.end }
        }
    }

    private let root = Item()
    private var items: [Int32: Item] = [:]

    /// Changes something as others do.
    ///
    /// - Returns: what host.js would say of it, and of which element; nil if there was nothing to change.
    func touch(_ random: inout SeededRandom) -> (Touch, Int32)? {
        var shown: [Item] = []
        func look(at item: Item) {
            if item.tag != nil, !item.isForeign { shown.append(item) }
            for child in item.children { look(at: child) }
        }
        look(at: root)
        guard let item = random.pick(shown), item.tag != "input", item.tag != "textarea" else { return nil }
        let id = item.id
        func add(_ child: Item, at place: Int) {
            child.parent = item
            item.children.insert(child, at: place)
        }
        func foreign(_ tag: String?, _ text: String = "") -> Item {
            let other = Item()
            (other.tag, other.text, other.isForeign) = (tag, text, true)
            return other
        }
        func wrap(_ child: Item, copies: Bool) {
            let font = foreign("font")
            add(font, at: item.children.firstIndex { $0 === child } ?? 0)
            child.leave()
            let inner = copies ? foreign(nil, child.text) : child
            inner.parent = font
            font.children.append(inner)
        }
        let own = item.children.filter { !$0.isForeign }
        switch random.below(7) {
        case 0: add(foreign("font"), at: item.children.count)
        case 1: add(foreign("font"), at: 0)
        case 2:
            (item.attributes["foreign"], item.isMarked) = ("", true)
            return (.attributes, id)
        case 3:
            guard let text = own.first(where: { $0.tag == nil }), text.text.count > 1 else { return nil }
            add(foreign(nil, String(text.text.dropFirst())), at: 1 + (item.children.firstIndex { $0 === text } ?? 0))
            text.text = String(text.text.prefix(1))
        case 4, 5:
            guard let child = random.pick(own) else { return nil }
            wrap(child, copies: child.tag == nil && random.chance(50))
            return (child.tag == nil ? .children : .lost, id)
        default:
            guard let child = random.pick(own) else { return nil }
            child.leave()
            return (.lost, id)
        }
        return (.children, id)
    }

    init() {
        root.tag = "div"
        number(root, 1)
    }

    private func number(_ item: Item, _ id: Int32) {
        item.id = id
        items[id] = item
    }

    /// No text has a character of control.
    private static let end = "\u{2}"

    private static func begin(_ tag: String, _ attributes: [String: String], _ text: inout String) {
        text += "\u{1}" + tag
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) { text += " \(name)=\(value)" }
        text += "\n"
    }

    var description: String {
        var text = ""
        for child in root.children { child.write(into: &text) }
        return text
    }

    static func describe(_ node: Node) -> String {
        var text = ""
        describe(node, into: &text)
        return text
    }

    private static func describe(_ node: Node, into text: inout String) {
        switch node.content {
        case .empty: break
        case .text(let own): text += own
        case .row(_, _, let build): describe(build(), into: &text)
        case .element(let element):
            var attributes: [String: String] = [:]
            for part in element.parts {
                if case .attribute(let attribute, let value?) = part.content {
                    attributes[attribute.nameWithKind] = value
                }
            }
            begin(element.tag.nameWithKind, attributes, &text)
            for child in element.children { describe(child, into: &text) }
            text += end
        }
    }

    /// Takes HTML as the content, as a browser does.
    ///
    /// - Returns: what adoption.js says of it.
    func parse(_ html: String) throws -> (words: [Int32], text: [UInt8]) {
        let names = Dictionary(uniqueKeysWithValues: Tag.allCases.map { ($0.nameWithKind.drop { $0 == ":" }, $0) })
        let attributes = Dictionary(
            uniqueKeysWithValues: Attribute.allCases.map { ($0.nameWithKind.dropFirst(), $0) })
        var (words, text): ([Int32], [UInt8]) = ([], [])
        var rest = html[...]
        func cut(to mark: Character) throws -> Substring {
            let end = try #require(rest.firstIndex(of: mark), "the HTML ends in the middle")
            defer { rest = rest[rest.index(after: end)...] }
            return rest[..<end]
        }
        func note(_ value: String) {
            words.append(Int32(value.utf8.count))
            text += Array(value.utf8)
        }
        /// Reads nodes up to the closing tag.
        func nodes(of parent: Item) throws {
            let place = words.count
            words.append(0)
            while !rest.isEmpty, !rest.hasPrefix("</") {
                let item = Item()
                item.parent = parent
                parent.children.append(item)
                number(item, Int32(items.count + 1))
                words[place] += 1
                guard rest.hasPrefix("<") else {
                    item.text = Self.unescaped(rest.prefix { $0 != "<" })
                    rest = rest.drop { $0 != "<" }
                    words.append(-1)
                    note(item.text)
                    continue
                }
                rest = rest.dropFirst()
                let name = rest.prefix { $0 != " " && $0 != ">" }
                rest = rest.dropFirst(name.count)
                let tag = try #require(names[name], "\(name) is no tag")
                item.tag = tag.nameWithKind
                words += [Int32(tag.rawValue), 0]
                let count = words.count - 1
                // The key is for adopting alone.
                func take(_ attribute: Attribute, _ value: String) {
                    words[count] += 1
                    words.append(Int32(attribute.rawValue))
                    note(value)
                    if attribute != .dataKey { item.attributes[attribute.nameWithKind] = value }
                }
                while rest.popFirst() == " " {
                    let name = rest.prefix { !" =>".contains($0) }
                    rest = rest.dropFirst(name.count)
                    var value = ""
                    if rest.hasPrefix("=\"") {
                        rest = rest.dropFirst(2)
                        value = Self.unescaped(try cut(to: "\""))
                    }
                    take(try #require(attributes[name], "\(name) is no attribute"), value)
                }
                if tag == .input {
                    words.append(0)
                    continue
                }
                if tag == .textarea {
                    let content = try cut(to: "<")
                    take(.value, Self.unescaped(content.first == "\n" ? content.dropFirst() : content))
                    words.append(0)
                    rest = "<" + rest
                } else {
                    try nodes(of: item)
                }
                try #require(rest.hasPrefix("</\(name)>"))
                rest = rest.dropFirst(name.count + 3)
            }
        }
        try nodes(of: root)
        try #require(rest.isEmpty)
        return (words, text)
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    func apply(words: [Int32], text: [UInt8]) throws {
        var words = words[...]
        var units = Array(String(decoding: text, as: UTF8.self).utf16)[...]
        func word() throws -> Int32 {
            let word = words.popFirst()
            return try #require(word, "the patch ends in the middle")
        }
        func item() throws -> Item {
            let id = try word()
            return try #require(items[id], "nothing has the number \(id)")
        }
        func string() throws -> String {
            let length = Int(try word())
            try #require((0...units.count).contains(length), "the patch ends in a text")
            defer { units = units.dropFirst(length) }
            return String(decoding: units.prefix(length), as: UTF16.self)
        }
        func byte() throws -> UInt8 { try #require(UInt8(exactly: try word())) }
        func tag() throws -> String { try #require(Tag(rawValue: try byte())).nameWithKind }
        func attribute() throws -> String { try #require(Attribute(rawValue: try byte())).nameWithKind }
        while !words.isEmpty {
            switch try word() {
            case 0:
                let id = try word()
                number(Item(), id)
                items[id]?.tag = try tag()
            case 1:
                let id = try word()
                number(Item(), id)
                items[id]?.text = try string()
            case 2: try item().text = string()
            case 3:
                let (element, name) = (try item(), try attribute())
                try #require(element.tag != nil, "a text has no attributes")
                element.attributes[name] = try string()
            case 4: try item().attributes[attribute()] = nil
            case 5:
                let (child, parent, next) = (try item(), try item(), try word())
                child.leave()
                let place = next == 0 ? parent.children.count : parent.children.firstIndex { $0 === items[next] }
                parent.children.insert(child, at: try #require(place, "\(next) is no child of the parent"))
                child.parent = parent
            case 6: try item().leave()
            case 7:
                let source = try item()
                var copies: [Item] = []
                _ = source.copy(&copies)
                try #require(try word() == Int32(copies.count), "the copy has as many numbers as elements and texts")
                for copy in copies { number(copy, try word()) }
            case 8:
                let parent = try item()
                let children = try (0..<(try word())).map { _ in try item() }
                for child in parent.children { child.leave() }
                for child in children {
                    child.leave()
                    child.parent = parent
                }
                parent.children = children
            case let other: Issue.record("no operation \(other)")
            }
        }
    }
}
