import DaybookApp
import DaybookCore
import Fixtures
import Testing

/// What was typed is never lost: not where the browser can't store it, and not by a key.
@Suite final class TypedTests: Tab {
    /// The browser stores nothing of what is written next.
    private func refuse(_ actions: Action...) throws {
        for action in actions { dispatch(action) }
        dispatch(.outside(.notStored(try #require(stored).token, "QuotaExceededError:full")))
        #expect(html.contains("There is no room for it."))
    }

    @Test("A title that can't be stored stands in its field again, before what was typed there since")
    func title() throws {
        try refuse(.todos(.typeNew("one")), .todos(.addNew))
        #expect(app.state.incomplete.isEmpty && app.state.todos.newTitle == "one")
        dispatch(.todos(.addNew))
        let token = try #require(stored).token
        dispatch(.todos(.typeNew("two")))
        dispatch(.outside(.notStored(token, "QuotaExceededError:full")))
        #expect(app.state.todos.newTitle == "one two")
    }

    @Test("Pasted lines that can't be stored are asked about again") func lines() throws {
        try refuse(.todos(.pasteLines("one\ntwo")), .todos(.acceptLines))
        #expect(app.state.todos.pastedLines == ["one", "two"] && app.state.navigation.overlay == .question(.lines))
    }

    @Test("A form that can't be stored is open again, with all that was typed in it") func form() throws {
        try refuse(
            .screen(.openForm), .editing(.field(.title, "a")), .editing(.field(.notes, "b")),
            .editing(.field(.amount, "5 EUR")), .screen(.saveForm))
        #expect(
            app.state.navigation.route == .form && app.state.editing.form.text(.title) == "a"
                && app.state.editing.form.text(.notes) == "b")
        #expect(app.state.editing.plan[.amount] == "5 EUR")
        dispatch(.screen(.saveForm))
        #expect(app.state.incomplete.map(\.notes) == ["b"])
    }

    @Test("What is typed in the details and can't be stored stays in its field, or is there again, and is tried again")
    func details() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        try refuse(.editing(.field(.notes, "typed")), .editing(.commitDetail))
        #expect(html.contains("\ntyped</textarea>") && app.state.item(id)?.notes == "")
        try refuse(.screen(.back))
        #expect(app.state.navigation.route == .detail(id) && html.contains("\ntyped</textarea>"))
        dispatch(.screen(.back))
        #expect(app.state.item(id)?.notes == "typed")
        // While one types, it is written every now and then.
        dispatch(.screen(.details(id)))
        try refuse(.editing(.field(.notes, "typed on")), .outside(.woken(.commitDraft)))
        dispatch(.screen(.back))
        #expect(app.state.item(id)?.notes == "typed on")
        try refuse(.editing(.begin(id)), .editing(.type("b")), .editing(.commit))
        #expect(app.state.item(id)?.title == "a" && html.contains("\nb</textarea>"))
    }

    @Test("A line of money that can't be stored stands in its field again, and so does the form of an entry")
    func money() throws {
        dispatch(.money(.show(true)))
        try refuse(.record(.type("5 EUR lunch")), .record(.save))
        #expect(app.state.book.entries.all.isEmpty && app.state.record.line == "5 EUR lunch")
        try refuse(
            .money(.edit(nil)), .editing(.field(.amount, "6")), .editing(.field(.note, "tea")), .money(.save))
        #expect(app.state.navigation.route == .entry(nil) && app.state.entry.form?[.note] == "tea")
        dispatch(.money(.save))
        let id = try #require(app.state.book.entries.all.first).id
        try refuse(.money(.edit(id)), .editing(.field(.place, "Taipei")), .money(.save))
        #expect(app.state.book.entries[id]?.place == "" && app.state.navigation.route == .entry(id))
        #expect(app.state.entry.form?[.place] == "Taipei")
        dispatch(.money(.save))
        #expect(app.state.book.entries[id]?.place == "Taipei")
    }

    @Test("A database that was emptied gets all again, with how far sync has got") func emptied() throws {
        let id = try add("a")
        dispatch(.outside(.stored(try #require(stored).token)))
        dispatch(.outside(.emptied))
        let all = try #require(stored)
        #expect(all.changes.map(\.after.id) == [id] && all.keys.contains(Array("progress".utf8)))
        dispatch(.outside(.notStored(all.token, "x")))
        _ = try add("b")
        #expect(try #require(stored).keys.contains(id.bytes), "it is stored with what comes next")
    }

    @Test("The browser is asked not to delete what it keeps once something of this device is stored, and once only")
    func persist() throws {
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false, registers: [])
        dispatch(.outside(.online(true)))
        dispatch(.outside(.pullAnswered(page)))
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(!effects.contains(.persist))
        for isFirst in [true, false] {
            _ = try add("a")
            dispatch(.outside(.stored(try #require(stored).token)))
            #expect(effects.contains(.persist) == isFirst)
        }
    }

    @Test("010.5 Ctrl Z right after adding takes it back, in the emptied field; what is typed there is the field's own")
    func undoAfterAdding() throws {
        let person = Person(width: 1_440)
        try person.add("a")
        let keys: Event.Modifiers = [.command, .inField]
        #expect(try person.takes("z", on: "Add a to-do", modifiers: keys))
        try person.press("z", on: "Add a to-do", modifiers: keys)
        #expect(person.state.incomplete.isEmpty)
        try person.press("z", on: "Add a to-do", modifiers: keys.union(.shift))
        #expect(person.state.incomplete.map(\.title) == ["a"])
        try person.type("b", into: "Add a to-do")
        #expect(try !person.takes("z", on: "Add a to-do", modifiers: keys))
        try person.type("", into: "Add a to-do")
        #expect(try !person.takes("z", on: "Add a to-do", modifiers: keys), "the field brings back what was typed")
        try person.narrow(to: "a")
        #expect(try !person.takes("z", on: "Search", modifiers: keys))
        try person.type("", into: "Search")
        person.dispatch(.money(.show(true)))
        try person.type("5 EUR lunch", into: "#record")
        #expect(try !person.takes("z", on: "#record", modifiers: keys))
        person.dispatch(.record(.save))
        try person.press("z", on: "#record", modifiers: keys)
        #expect(person.state.book.entries.all.isEmpty)
        try person.press("y", on: "#record", modifiers: keys)
        #expect(person.state.book.entries.count == 1)
    }

    @Test("003.50 What was selected by its details stays so on the way back, until another is or it is deleted")
    func selectionStays() throws {
        let (a, b) = (try add("a"), try add("b"))
        dispatch(.outside(.resized(width: 390)))
        dispatch(.screen(.details(a)))
        dispatch(.screen(.back))
        #expect(app.state.selectedItem?.id == a)
        dispatch(.outside(.visited("#/todo/" + b.text)))
        dispatch(.outside(.visited("#/")))
        #expect(app.state.selectedItem?.id == b)
        dispatch(.screen(.openForm))
        dispatch(.screen(.cancel))
        dispatch(.money(.show(true)))
        dispatch(.money(.show(false)))
        dispatch(.todos(.setFilter(.selected)))
        #expect(app.state.visible.todo == [b])
        dispatch(.item(.delete(b)))
        #expect(app.state.selection.ids.isEmpty)
    }

    @Test(
        "008.13 Amounts are read as the pad of a phone writes them, with a comma: in the line, the forms, the details")
    func comma() throws {
        let amount = try Amount("8.20 EUR", usual: #require(Currency("EUR")))
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.amount, "8,20 EUR")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.amount == amount)
        dispatch(.screen(.openForm))
        dispatch(.editing(.field(.title, "b")))
        dispatch(.editing(.field(.amount, "8,20 EUR")))
        dispatch(.screen(.saveForm))
        #expect(app.state.incomplete.map(\.amount) == [amount, amount])
        dispatch(.money(.show(true)))
        dispatch(.record(.type("8,20 EUR lunch")))
        dispatch(.record(.save))
        dispatch(.money(.edit(nil)))
        dispatch(.editing(.field(.currency, "EUR")))
        dispatch(.editing(.field(.amount, "8,20")))
        dispatch(.money(.save))
        #expect(app.state.book.entries.all.map(\.amount) == [amount, amount])
    }

    @Test("A year before 1900 in a date field is asked back, in to-dos and in money, and writes nothing")
    func oddYear() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        for year in ["0002", "0020", "0202", "1899"] {
            dispatch(.editing(.field(.day, year + "-11-21")))
            dispatch(.outside(.woken(.commitDraft)))
            dispatch(.editing(.commitDetail))
            #expect(app.state.item(id)?.due == nil)
            #expect(html.contains("is before 1900"))
        }
        dispatch(.editing(.field(.day, "1900-01-01")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.due == CivilDate("1900-01-01"))

        dispatch(.screen(.openForm))
        dispatch(.editing(.field(.title, "b")))
        dispatch(.editing(.field(.day, "0026-11-21")))
        #expect(html.contains("is before 1900"))
        dispatch(.screen(.saveForm))
        #expect(app.state.navigation.route == .form && app.state.incomplete.count == 1)

        dispatch(.money(.show(true)))
        dispatch(.money(.edit(nil)))
        dispatch(.editing(.field(.amount, "5 EUR")))
        dispatch(.editing(.field(.day, "0026-11-21")))
        dispatch(.money(.save))
        #expect(html.contains("is before 1900") && app.state.book.entries.all.isEmpty)
        dispatch(.screen(.cancel))
        dispatch(.money(.toggleFilters))
        let person = Person()
        person.dispatch(.money(.show(true)))
        person.dispatch(.money(.toggleFilters))
        person.dispatch(.money(.askDay("0026-11-21")))
        #expect(person.html.contains("is before 1900") && person.state.entries.filter == EntryFilter())
        person.dispatch(.money(.filter(.from(CivilDate("2026-11-21")))))
        #expect(!person.html.contains("is before 1900"))
    }

    @Test("An entry whose day is before 1900, as it came from elsewhere, can be changed all the same") func oldEntry()
        throws
    {
        var random = SystemRandomNumberGenerator()
        let id = EntityID(using: &random)
        let draft = Changes.entry(
            kind: .expense, amount: try Amount("5 EUR", usual: .usDollar), day: CivilDate("1850-01-01"))
        var clock = HybridClock(node: 9)
        let registers = try BookAction.add(.entry, id, draft).registers(
            in: ItemsInMemory(), clock: &clock, now: Timestamp(milliseconds: time.clock), using: &random
        ).get()
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false,
                        registers: registers))))
        dispatch(.money(.show(true)))
        dispatch(.money(.edit(id)))
        dispatch(.editing(.field(.note, "old")))
        dispatch(.money(.save))
        #expect(app.state.book.entries[id]?.note == "old")
    }
}
