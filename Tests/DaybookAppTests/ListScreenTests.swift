import DaybookApp
import DaybookCore
import Testing

@Suite struct ListScreenTests {
    static func make(_ name: String, _ person: Person) throws {
        try person.tap("New list")
        try person.type(name, into: "Name")
        try person.tap("Save")
    }

    @Test("006.13 A person makes lists, adds to one, sees what lies in which, and moves a to-do to another")
    func lists() throws {
        let person = Person()
        try person.add("Milk")
        try Self.make("Home", person)
        let home = try #require(person.list("Home"))
        #expect(person.named("#place-" + home.text)?.last?[.ariaCurrent] == "true", "what was made is shown")
        #expect(person.state.visible.count == 0)
        try person.add("Lamp")
        #expect(person.titles == ["Lamp"], "what is written in a list lies in it")
        try person.tap("Inbox")
        #expect(person.titles == ["Milk"])
        try person.tap("#place-all")
        #expect(person.titles == ["Lamp", "Milk"])
        let words = "role=\"img\" aria-label=\"Home\""
        #expect(person.html.contains(words), "where all are shown, a row says its list")
        try Self.make("Work", person)
        #expect(person.titles == [])
        try person.tap("#place-all")
        let milk = try #require(person.state.incomplete.last)
        person.dispatch(.screen(.details(milk.id)))
        try person.tap("#chip-list")
        #expect(person.named("Inbox")?.last?[.ariaPressed] == "true")
        try person.tap("Work")
        person.dispatch(.screen(.back))
        try person.choose("Work")
        #expect(person.titles == ["Milk"])
        person.dispatch(.item(.undo))
        #expect(person.titles == [])
    }

    @Test("006.13 A list gets another name and a colour, is put away and taken out, and every step can be undone")
    func change() throws {
        let person = Person()
        try Self.make("Home", person)
        let id = try #require(person.list("Home"))
        try person.tap("Edit list")
        try person.type("  House ", into: "Name")
        try person.tap("Red")
        try person.tap("Save")
        let list = try #require(person.state.book.lists.first)
        #expect(list.name == "House" && list.extraFields[.colour] == .choice(1))
        #expect(person.html.contains("dot red"))
        person.dispatch(.item(.undo))
        #expect(person.state.book.lists.first?.name == "Home", "both are one step")
        #expect(person.state.book.lists.first?.extraFields[.colour] == nil)
        try person.tap("Edit list")
        try person.tap("Archive")
        #expect(person.named("Home") == nil && person.state.book.lists.first?.isArchived == true)
        try person.tap("New list")
        try person.tap("Home")
        #expect(person.state.book.lists.first?.isArchived == false && person.state.lists.shown == .list(id))
    }

    @Test("006.13 006.16 Lists and filters move up and down, past archived ones, and undo puts them back")
    func order() throws {
        let person = Person()
        for name in ["Home", "Work", "Old", "Garden"] { try Self.make(name, person) }
        let (home, old) = (try #require(person.list("Home")), try #require(person.list("Old")))
        person.dispatch(.lists(.archive(old, true)))
        let shown = { person.state.book.lists.filter { !$0.isArchived }.map { $0.name } }
        person.dispatch(.form(.open(.list, home)))
        try person.tap("Move down")
        #expect(shown() == ["Work", "Home", "Garden"])
        try person.tap("Move down")
        #expect(shown() == ["Work", "Garden", "Home"])
        try person.tap("Move down")
        #expect(shown() == ["Work", "Garden", "Home"], "it is the last")
        try person.tap("Move up")
        #expect(shown() == ["Work", "Home", "Garden"])
        person.dispatch(.item(.undo))
        #expect(shown() == ["Work", "Garden", "Home"])
    }

    @Test("006.13 The form of a new to-do says in which list it will lie, and another one, or none, can be chosen")
    func form() throws {
        let person = Person(width: 1_440)
        try Self.make("Home", person)
        for (choice, list) in [(nil, "Home"), ("Inbox", nil)] as [(String?, String?)] {
            person.dispatch(.screen(.openForm))
            #expect(person.named("#chip-list")?.last?.text == "Home")
            try person.type("Lamp", into: "#form-title")
            if let choice {
                person.dispatch(.editing(.open(.list)))
                try person.tap(choice)
            }
            person.dispatch(.screen(.saveForm))
            let lamp = try #require(person.state.incomplete.first { $0.title == "Lamp" })
            #expect(person.state.book.lists.first { $0.id == lamp.extraFields[.list]?.entity }?.name == list)
            person.dispatch(.item(.undo))
        }
    }

    @Test("006.13 A list that is deleted leaves its to-dos in the inbox, and comes back with them by undo")
    func delete() throws {
        let person = Person()
        try Self.make("Home", person)
        try person.add("Lamp")
        try person.tap("Edit list")
        try person.tap("Delete the list")
        #expect(
            person.html.contains("Delete the list “Home”?") && person.html.contains("1 to-do in it goes to the inbox"))
        try person.tap("Cancel")
        #expect(person.state.form?.id != nil && person.state.book.lists.count == 1, "its form is there again")
        try person.tap("Delete the list")
        try person.tap("Delete the list")
        #expect(person.state.navigation.overlay == .none)
        #expect(person.state.book.lists.isEmpty && person.titles == ["Lamp"])
        #expect(person.html.contains("Home"), "the notice says which")
        person.dispatch(.item(.undo))
        #expect(person.state.book.lists.map { $0.name } == ["Home"])
        try person.choose("Home")
        #expect(person.titles == ["Lamp"])
        try person.tap("Inbox")
        #expect(person.titles == [])
    }

    @Test("006.13 A list without a name is refused, and one that another device deleted is shown no longer")
    func bad() throws {
        let person = Person()
        try person.tap("New list")
        try person.type("   ", into: "Name")
        try person.tap("Save")
        #expect(person.state.book.lists.isEmpty && person.state.navigation.overlay == .form, "it stays, to be named")
        try person.type(String(repeating: "x", count: 70_000), into: "Name")
        try person.tap("Save")
        #expect(person.state.book.lists.isEmpty && person.state.navigation.overlay == .form)
        try person.type("Home", into: "Name")
        try person.tap("Save")
        try person.add("Lamp")
        let id = try #require(person.list("Home"))
        // Another device deletes it.
        let now = Timestamp(milliseconds: 1_790_000_900_000)
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let page = PullPage(
            epoch: 1, serverTime: now, cursor: 1, hasMore: false, registers: [Register(id, .deleted, stamp, [])])
        person.dispatch(.outside(.pullAnswered(page)))
        #expect(person.state.lists.shown == .all && person.titles == ["Lamp"])
    }
}

/// What stands beside the list, or in a drawer.
@Suite struct PlaceScreenTests {
    @Test("006.16 A person saves a filter, sees what it asks for, changes it and deletes it; undo brings it back")
    func filter() throws {
        let person = Person()
        for line in ["Rent tomorrow #home", "Milk #food", "Call Ann today"] { try person.add(line) }
        try person.narrow(to: "ren")
        try person.tap("New filter")
        #expect(person.named("#form-69")?.last?[.value] == "ren", "what was looked for is a query")
        try person.type("Soon", into: "Name")
        try person.type("due<=today+7 -tag:food", into: "Shows")
        try person.tap("Save")
        try person.type("", into: "#search")
        #expect(person.titles == ["Call Ann", "Rent"])
        let id = try #require(person.state.book.filters.first?.id)
        #expect(person.named("#place-" + id.text)?.last?[.ariaCurrent] == "true")
        try person.tap("Edit filter")
        try person.type("tag:HOME", into: "Shows")
        try person.tap("Save")
        #expect(person.titles == ["Rent"])
        person.dispatch(.item(.undo))
        #expect(person.titles == ["Call Ann", "Rent"])
        try person.tap("Edit filter")
        try person.tap("Delete the filter")
        #expect(person.state.book.filters.isEmpty && person.titles.count == 3)
        person.dispatch(.item(.undo))
        #expect(person.state.book.filters.map { $0.name } == ["Soon"])
    }

    @Test(
        "006.16 A query that can't be read says where, and nothing is saved",
        arguments: [
            ("rent dew:today", "Column 6: “dew” isn't a field. Use due, start, tag"),
            ("list:Garden", "Column 1: there isn't exactly one list “Garden”"),
            ("due<=todya", "Column 6 can't be read."),
        ])
    func bad(query: String, message: String) throws {
        let person = Person()
        try person.tap("New filter")
        try person.type("Soon", into: "Name")
        try person.type(query, into: "Shows")
        try person.tap("Save")
        let shown = person.html.replacing("&#39;", with: "'")
        #expect(person.state.book.filters.isEmpty && shown.contains(message), "\(shown)")
        #expect(person.named("Shows")?.last?[.ariaInvalid] == "true")
        try person.type("rent", into: "Shows")
        #expect(person.named("Shows")?.last?[.ariaInvalid] == nil)
        try person.tap("Save")
        #expect(person.state.book.filters.count == 1)
    }

    @Test("006.16 A filter of a newer device that can't be read is kept, and says so in the place of rows")
    func newer() throws {
        let person = Person()
        try person.add("Milk")
        try person.tap("New filter")
        try person.type("Soon", into: "Name")
        try person.type("milk", into: "Shows")
        try person.tap("Save")
        #expect(person.titles == ["Milk"])
        let id = try #require(person.state.book.filters.first?.id)
        let now = Timestamp(milliseconds: 1_790_000_900_000)
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let page = PullPage(
            epoch: 1, serverTime: now, cursor: 1, hasMore: false,
            registers: [Register(id, .query, stamp, "mood:good".bytes)])
        person.dispatch(.outside(.pullAnswered(page)))
        #expect(person.titles == [] && person.html.contains("Column 1: “mood”"))
        #expect(person.state.book.filters.first?.query == "mood:good")
    }

    @Test("006.14 A tag shows what bears it in any spelling, and what is written there bears it")
    func tag() throws {
        let person = Person()
        for line in ["Rent #home", "Lamp #Home", "Milk #food"] { try person.add(line) }
        try person.tap("#place-#Home")
        #expect(person.titles == ["Lamp", "Rent"])
        try person.add("Chair")
        #expect(person.titles == ["Chair", "Lamp", "Rent"])
        #expect(person.state.book.list.all.filter { $0.tags == ["Home"] }.count == 2)
    }

    @Test("006.13 A row that is dragged to a list beside it lies in that list; dragged to Today, it is for today")
    func drag() throws {
        let person = Person()
        try person.add("Milk")
        try ListScreenTests.make("Home", person)
        try person.tap("#place-all")
        let (milk, home) = (try #require(person.state.incomplete.first).id, try #require(person.list("Home")))
        func drag(to place: String) {
            person.dispatch(.gesture(.pressGrip(milk, x: 300, y: 200)))
            person.dispatch(.gesture(.move(x: 100, y: 220, over: place)))
            person.dispatch(.gesture(.release))
        }
        drag(to: "place-" + home.text)
        #expect(person.state.book[milk]?.extraFields[.list]?.entity == home)
        drag(to: "place-inbox")
        #expect(person.state.book[milk]?.extraFields[.list] == nil)
        drag(to: "place-today")
        #expect(person.state.book[milk]?.todayDay == person.state.today)
        drag(to: "place-" + milk.text)
        #expect(person.state.book[milk]?.extraFields[.list] == nil, "it isn't a list")
        // The list is deleted elsewhere while one drags into it.
        person.dispatch(.gesture(.pressGrip(milk, x: 300, y: 200)))
        person.dispatch(.gesture(.move(x: 100, y: 220, over: "place-" + home.text)))
        let now = Timestamp(milliseconds: 1_790_000_900_000)
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let page = PullPage(
            epoch: 1, serverTime: now, cursor: 1, hasMore: false, registers: [Register(home, .deleted, stamp, [])])
        person.dispatch(.outside(.pullAnswered(page)))
        person.dispatch(.gesture(.release))
        person.dispatch(.lists(.show(.inbox)))
        #expect(person.titles == ["Milk"])
    }

    @Test("006.4 A month stands beside what is to come; a row that is dragged onto a day is due then, or begins then")
    func month() throws {
        let person = Person(width: 1_280)
        for line in ["Rent tomorrow", "Trip in 3 days"] { try person.add(line) }
        person.dispatch(.todos(.setFilter(.upcoming)))
        let today = person.state.today
        let (rent, day) = (try #require(person.state.book.list.all.first { $0.title == "Rent" }), today.adding(days: 9))
        func drag(_ id: EntityID, to day: CivilDate) {
            person.dispatch(.gesture(.pressGrip(id, x: 300, y: 200)))
            person.dispatch(.gesture(.move(x: 700, y: 320, over: "day-" + day.text)))
            #expect(person.named("#day-" + day.text)?.last?[.class]?.contains("target") == true)
            person.dispatch(.gesture(.release))
        }
        #expect(person.named("#day-" + today.adding(days: 1).text)?.last?[.ariaLabel]?.hasSuffix("1 to do") == true)
        drag(rent.id, to: day)
        #expect(person.state.book[rent.id]?.due == day)
        person.dispatch(.item(.undo))
        #expect(person.state.book[rent.id]?.due == today.adding(days: 1))
        // What only has a day to begin begins on another.
        person.dispatch(.item(.set(rent.id, .due, .nothing)))
        person.dispatch(.item(.set(rent.id, .start, .day(today))))
        drag(rent.id, to: day)
        #expect(person.state.book[rent.id]?.start == day && person.state.book[rent.id]?.due == nil)
        let days = try #require(person.screen.element).all(class: "month-day")
        #expect(days.first?[.id] == "day-" + today.startOfWeek().text, "it begins with this week")
        let month = person.html
        try person.tap("Next month")
        #expect(person.html != month)
        try person.tap("Previous month")
        #expect(person.html == month)
        try person.tap("#day-" + day.text)
        #expect(person.state.navigation.route == .form && person.state.editing.plan[.day] == day.text)
        person.dispatch(.screen(.back))
        person.dispatch(.outside(.resized(width: 390)))
        #expect(person.named("#day-" + day.text) == nil, "there is no room for it")
    }

    @Test("006.13 In a narrow window what there is to choose from opens as a drawer, and closes with the choice")
    func drawer() throws {
        let person = Person()
        try ListScreenTests.make("Home", person)
        try person.tap("#tab-all")
        #expect(person.state.navigation.overlay == .places)
        try person.tap("Inbox")
        #expect(person.state.navigation.overlay == .none && person.state.lists.shown == .inbox)
        #expect(person.screen.element?.all(class: "title").first?.children.first?.text == "Inbox")
    }

    @Test("11.4 A row has its menu in a narrow window, too: who hears the screen can't swipe")
    func menuOfRow() throws {
        let person = Person()
        try person.add("Call")
        let id = try #require(person.state.visible.todo.first)
        for width in [390, 1_440] {
            person.dispatch(.outside(.resized(width: width)))
            try person.tap("More for: Call")
            guard case .menu(id, _, _) = person.state.navigation.overlay else {
                Issue.record("no menu at \(width)")
                return
            }
            person.dispatch(.screen(.closeOverlay))
        }
    }
}

extension Person {
    /// The titles of the open to-dos that are shown.
    fileprivate var titles: [String] { state.visible.todo.compactMap { state.book[$0]?.title } }

    fileprivate func list(_ name: String) -> EntityID? { state.book.lists.first { $0.name == name }?.id }

    /// Chooses a list above the to-dos; rows may say its name as well.
    fileprivate func choose(_ name: String) throws { dispatch(.lists(.show(.list(try #require(list(name)))))) }
}
