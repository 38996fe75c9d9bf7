import DaybookApp
import DaybookCore
import Testing

/// Which filters there are to choose from, and what stands where they leave nothing.
@Suite struct FilterTests {
    private let person = Person()

    init() {
        // The server has nothing.
        person.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: 0), cursor: 1, hasMore: false, registers: []))))
    }

    private var filters: [String] {
        person.screen.element?.all(class: "filters").first?.children.compactMap { $0.element?.text } ?? []
    }

    private var nothing: String? { person.screen.element?.all(class: "big").first?.text }

    @Test("Not sent is a filter to choose while something is held up, and while it is chosen")
    func unsynced() throws {
        try person.add("Tea")
        // It is on its way, which takes no time worth a button.
        #expect(filters == ["All", "Active", "Finished"])
        person.dispatch(.outside(.pushFailed(.offline)))
        #expect(filters == ["All", "Active", "Finished", "Not sent"])
        try person.tap("Not sent")
        #expect(nothing == nil)
        // A hidden page waits for nothing before it sends.
        person.dispatch(.outside(.visible(false)))
        person.dispatch(.sync(.retrySync))
        person.dispatch(.outside(.visible(true)))
        person.dispatch(.outside(.pushAnswered(.accepted(seq: 2, serverTime: Timestamp(milliseconds: 0), epoch: 1))))
        #expect(person.state.unsyncedCount == 0)
        #expect(
            filters == ["All", "Active", "Finished", "Not sent"]
                && nothing == "Everything is synced")
        try person.tap("All")
        #expect(filters == ["All", "Active", "Finished"])
    }

    @Test("Selected is a filter to choose while several are marked, and while it is chosen")
    func selected() throws {
        try person.add("Tea", "Milk")
        person.dispatch(.selection(.start))
        #expect(filters == ["All", "Active", "Finished"])
        try person.tap("Select: Tea")
        try person.tap("Selected")
        #expect(person.state.visible.count == 1)
        person.dispatch(.selection(.end))
        #expect(filters.last == "Selected" && nothing == "Nothing selected")
    }

    @Test("003.25 Each filter has a key and an address, whether it is among those to choose from or not")
    func addresses() throws {
        let words = ["", "active", "completed", "unsynced", "selected"]
        for (filter, word) in zip(Filter.allCases, words).reversed() {
            person.dispatch(.outside(.visited("#/" + word)))
            #expect(person.state.todos.filter == filter && person.state.navigation.route == .list)
        }
        for (filter, key) in zip(Filter.allCases, ["1", "2", "3", "4", "5"]) {
            person.dispatch(.screen(.key(key, [])))
            #expect(person.state.todos.filter == filter)
        }
    }

    @Test("11.6 Each list, saved filter and tag has an address, with a filter or without, and it brings them back")
    func places() throws {
        try person.add("Tea #Café/au")
        person.dispatch(.form(.open(.list, nil)))
        try person.type("Home", into: "Name")
        try person.tap("Save")
        let home = try #require(person.state.book.lists.first?.id)
        #expect(person.state.lists.shown == .list(home) && person.address == "#/list/" + home.text)
        let tag = ShownList.tag(TagNames.key("Café/au"))
        for (filter, list, address) in [
            (Filter.all, ShownList.inbox, "#/inbox"), (.active, .list(home), "#/active/list/" + home.text),
            (.completed, tag, "#/completed/tag/" + TagNames.key("Café/au").text), (.all, .all, "#/"),
            (.today, .all, "#/today"),
        ] {
            person.dispatch(.lists(.show(list)))
            person.dispatch(.todos(.setFilter(filter)))
            #expect(person.address == address)
            person.dispatch(.lists(.showAll(.upcoming)))
            person.dispatch(.outside(.visited(address)))
            #expect(person.state.todos.filter == filter && person.state.lists.shown == list, "\(address)")
        }
        // One that isn't there shows all, but not before the book has come.
        let gone = "#/list/" + String(repeating: "a", count: 32)
        person.dispatch(.outside(.visited(gone)))
        #expect(person.state.lists.shown == .all && person.address == "#/")
        let early = App(State(node: 7), world: TestWorld().world()) { _ in }
        early.dispatch(.outside(.visited("#/list/" + home.text)))
        #expect(early.state.lists.shown == .list(home))
        early.dispatch(.outside(.visited("#/nothing/else")))
        #expect(early.state.lists.shown == .list(home))
    }

    @Test("The address says which filter is chosen, in the place of the one before")
    func visits() {
        var effects: [Effect] = []
        let app = App(State(node: 7), world: TestWorld().world()) { effects.append($0) }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.todos(.setFilter(.unsynced)))
        #expect(effects.contains(.visit("#/unsynced", replaces: true)))
        app.dispatch(.item(.create(.todo(title: "Tea"))))
        app.dispatch(.todos(.setFilter(.all)))
        #expect(effects.contains(.visit("#/", replaces: true)))
    }

    @Test("A list without rows says what is true of it, in each filter and of each search")
    func empty() throws {
        for (filter, words) in [
            (Filter.all, "Nothing to do"), (.active, "Nothing to do"), (.completed, "Nothing finished yet"),
            (.unsynced, "Everything is synced"), (.selected, "Nothing selected"),
        ] {
            person.dispatch(.todos(.setFilter(filter)))
            #expect(nothing == words && !person.html.contains("Try other words"))
            // A screen reader says the same, also if it has just said it: then a space follows.
            let said = "class=\"notice quiet\"><p>\(words)"
            #expect(person.html.contains(said + "</p>") || person.html.contains(said + "\u{A0}</p>"))
        }
        try person.add("Tea")
        person.dispatch(.todos(.search("milk")))
        #expect(nothing == "No results for “milk”" && person.html.contains("Try other words"))
        // A deletion waits, and has no row.
        person.dispatch(.item(.delete(try #require(person.state.incomplete.first).id)))
        person.dispatch(.todos(.search("")))
        person.dispatch(.todos(.setFilter(.unsynced)))
        #expect(nothing == "1 change to sync")
        person.dispatch(.money(.show(true)))
        #expect(nothing == "Nothing recorded")
        person.dispatch(.money(.filter(.kinds([.unsorted]))))
        #expect(nothing == "Nothing to sort")
        person.dispatch(.money(.filter(.kinds([.income]))))
        #expect(nothing == "Nothing matches")
        person.dispatch(.money(.filter(.text("tea"))))
        #expect(nothing == "No results for “tea”")
    }
}
