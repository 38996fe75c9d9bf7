import DaybookApp
import DaybookCore
import Flux
import Testing

/// What a person typed into the form of an entry is kept.
@Suite final class EntryFormTests: Tab {
    /// Records a line, and opens the form of the entry that it made.
    private func open(_ line: String) throws -> EntityID {
        dispatch(.money(.show(true)))
        dispatch(.record(.type(line)))
        dispatch(.record(.save))
        let id = try #require(app.state.entries.days.first?.entries.first?.id)
        dispatch(.money(.edit(id)))
        return id
    }

    private func note(_ id: EntityID) -> String? { app.state.book.entries[id]?.note }

    @Test("What is typed in the form of an entry is the last step, which undo takes back and redo brings again")
    func undoTyped() throws {
        let id = try open("5 lunch")
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.item(.undo))
        #expect(note(id) == "lunch" && app.state.entry.form?[.note] == "lunch")
        dispatch(.item(.redo))
        #expect(note(id) == "typed" && app.state.entry.form?[.note] == "typed")
    }

    @Test("A form in which nothing is typed follows what others make of its entry; what is typed stays")
    func follows() throws {
        let id = try open("5 lunch")
        dispatch(.money(.sort(id, .income)))
        #expect(app.state.entry.form?.kind == .income)
        try change(id, note: "theirs")
        #expect(app.state.entry.form?[.note] == "theirs")
        dispatch(.editing(.field(.place, "market")))
        try change(id, note: "theirs again")
        #expect(app.state.entry.form?[.place] == "market")
        dispatch(.money(.save))
        #expect(note(id) == "theirs again" && app.state.book.entries[id]?.place == "market")
    }

    @Test("008.1 008.4 An entry that is changed in its form stays in its account, and keeps its payee")
    func noPlaceInTheForm() throws {
        let id = try open("5 lunch")
        var record = try #require(app.state.book.records[id])
        var clock = app.state.book.clock
        let stamp = clock.tick(now: app.world.now())
        let account = EntityID(high: 1, low: 2)
        record.merge(Register(id, .account, stamp, account.bytes), isPending: false)
        record.merge(Register(id, .payee, stamp, Array("Rewe".utf8)), isPending: false)
        dispatch(.outside(.otherTab([record])))
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.money(.save))
        let entry = try #require(app.state.book.entries[id])
        #expect(entry.note == "typed" && entry.extraFields[.account]?.entity == account)
        #expect(entry.extraFields[.payee]?.text == "Rewe")
    }

    @Test("The form of a new entry in which nothing is typed follows the day, and what is typed in it stays there")
    func midnight() throws {
        dispatch(.money(.show(true)))
        dispatch(.money(.edit(nil)))
        let yesterday = try #require(app.state.entry.form?[.day])
        time.clock += 86_400_000
        dispatch(.outside(.woken(.poll)))
        let today = try #require(app.state.entry.form?[.day])
        #expect(CivilDate(today)?.daysSince1970 == CivilDate(yesterday).map { $0.daysSince1970 + 1 })
        dispatch(.editing(.field(.note, "typed")))
        time.clock += 86_400_000
        dispatch(.outside(.woken(.poll)))
        #expect(app.state.entry.form?[.day] == today && app.state.entry.form?[.note] == "typed")
    }

    @Test("A form that keeps a wrong amount shows what undo, or its row's menu, made of the rest, and Save writes that")
    func wrongAmountAndUndo() throws {
        let id = try open("5 lunch")
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.editing(.field(.amount, "x")))
        dispatch(.item(.undo))
        #expect(app.state.entry.form?[.note] == "lunch" && app.state.entry.form?[.amount] == "x")
        dispatch(.editing(.field(.note, "typed again")))
        dispatch(.money(.sort(id, .income)))
        #expect(app.state.entry.form?.kind == .income && app.state.entry.form?[.note] == "typed again")
        dispatch(.entry(.kind(.expense)))
        dispatch(.editing(.field(.amount, "7")))
        dispatch(.money(.save))
        let entry = try #require(app.state.book.entries[id])
        #expect(entry.note == "typed again" && entry.kind == .expense && entry.amount?.number == "7.00")
    }

    @Test("What can't be written of a form at all outlives undo") func unwritten() throws {
        let id = try open("5 lunch")
        dispatch(.editing(.field(.place, "market")))
        dispatch(.money(.save))
        dispatch(.money(.edit(id)))
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.editing(.field(.tags, String(repeating: "x", count: 300))))
        dispatch(.item(.undo))
        #expect(app.state.book.entries[id]?.place == "")
        #expect(app.state.entry.form?[.note] == "typed" && app.state.entry.form?[.tags].utf8.count == 300)
    }

    @Test("What is wrong with a new entry is said until it is mended, whatever others add meanwhile")
    func wrongNew() throws {
        let id = try open("5 lunch")
        dispatch(.screen(.back))
        dispatch(.money(.edit(nil)))
        #expect(!html.contains("There is no amount"), "nothing was typed yet")
        dispatch(.money(.save))
        #expect(html.contains("There is no amount"))
        try change(id, note: "theirs")
        #expect(html.contains("There is no amount"))
    }

    @Test("An entry with many tags gets one more, and loses one, in its form") func manyTags() throws {
        let id = try open("5 lunch")
        let tags = (10..<80).map { "t\($0)" }
        for names in [tags, tags + ["new"], tags.dropLast() + ["new"]] {
            dispatch(.money(.edit(id)))
            dispatch(.editing(.field(.tags, names.joined(separator: ", "))))
            dispatch(.money(.save))
            #expect(app.state.book.entries[id]?.tags == names.sorted())
        }
    }

    /// Another tab writes the note.
    private func change(_ id: EntityID, note: String) throws {
        var record = try #require(app.state.book.records[id])
        var clock = app.state.book.clock
        record.merge(Register(id, .note, clock.tick(now: app.world.now()), Array(note.utf8)), isPending: false)
        dispatch(.outside(.otherTab([record])))
    }

    @Test("An entry that is deleted with its form open has what was typed in it once undo brings it back")
    func deleted() throws {
        let id = try open("5 lunch")
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.money(.delete(id)))
        #expect(app.state.book.entries[id] == nil)
        dispatch(.item(.undo))
        #expect(note(id) == "typed")
    }

    @Test("The undo that a notice offers takes that back, and leaves what is being typed in another entry")
    func undoBesideTyping() throws {
        let other = try open("6 tea")
        dispatch(.screen(.back))
        let id = try open("5 lunch")
        dispatch(.money(.delete(other)))
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.item(.undo))
        #expect(app.state.book.entries[other] != nil && app.state.entry.form?[.note] == "typed")
        dispatch(.screen(.back))
        #expect(note(id) == "typed")
    }

    @Test("A to-do that is opened from an entry's form writes what was typed in that")
    func upcoming() throws {
        let todo = try add("rent")
        let id = try open("5 lunch")
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.screen(.details(todo)))
        #expect(note(id) == "typed" && app.state.navigation.route == .detail(todo))
    }

    @Test("What could be written of a form isn't written again over what undo or another device made of it")
    func writtenOnce() throws {
        let id = try open("5 lunch")
        dispatch(.editing(.field(.note, "typed")))
        dispatch(.editing(.field(.amount, "x")))
        dispatch(.outside(.visible(false)))
        #expect(note(id) == "typed")
        dispatch(.item(.undo))
        #expect(note(id) == "lunch")
        dispatch(.outside(.visible(false)))
        #expect(note(id) == "lunch")
        #expect(app.state.entry.form?[.amount] == "x", "it stays to be mended")
        dispatch(.editing(.field(.place, "market")))
        dispatch(.outside(.visible(false)))
        #expect(note(id) == "lunch" && app.state.book.entries[id]?.place == "market")
    }

    @Test("Save and Cancel empty the form that they close, and leave what waits in the other side's alone")
    func waiting() throws {
        dispatch(.money(.show(true)))
        dispatch(.money(.edit(nil)))
        dispatch(.editing(.field(.note, "waits")))
        dispatch(.money(.show(false)))
        for end in [Action.screen(.saveForm), .screen(.cancel)] {
            dispatch(.screen(.openForm))
            dispatch(.editing(.field(.title, "a")))
            dispatch(end)
            #expect(app.state.editing.form.text(.title).isEmpty)
        }
        dispatch(.screen(.openForm))
        dispatch(.editing(.field(.title, "waits too")))
        dispatch(.money(.show(true)))
        dispatch(.money(.edit(nil)))
        #expect(app.state.entry.form?[.note] == "waits")
        dispatch(.screen(.cancel))
        #expect(app.state.entry.form == nil && app.state.editing.form.text(.title) == "waits too")
    }

    @Test("A wrong amount in the details is told when a form opens, and gives no other to-do its currency")
    func wrongAmount() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.amount, "10 GBP")))
        dispatch(.editing(.commitDetail))
        dispatch(.editing(.field(.amount, "abc")))
        dispatch(.screen(.openForm))
        #expect(app.state.notices.shown == .problem(.item(.notANumber("abc"))))
        dispatch(.editing(.field(.title, "b")))
        dispatch(.editing(.field(.amount, "5")))
        dispatch(.screen(.saveForm))
        let amount = try #require(app.state.incomplete.first?.amount)
        #expect(amount.number == "5.00" && amount.currency.code != "GBP")
    }

    @Test("The form of an entry that was left isn't written once more when the page is hidden")
    func leftForm() throws {
        let id = try open("1 first")
        dispatch(.editing(.field(.note, "changed")))
        dispatch(.screen(.back))
        #expect(note(id) == "changed")
        dispatch(.item(.undo))
        dispatch(.outside(.visible(false)))
        #expect(note(id) == "first")
    }

    @Test("What was changed in the form of an entry is written when another is opened, and undo leaves it alone")
    func entryForm() throws {
        dispatch(.money(.show(true)))
        for line in ["1 first", "2 second"] {
            dispatch(.record(.type(line)))
            dispatch(.record(.save))
        }
        let ids = app.state.entries.days.flatMap { $0.entries.map(\.id) }
        try #require(ids.count == 2)
        dispatch(.money(.edit(ids[0])))
        dispatch(.editing(.field(.note, "changed")))
        dispatch(.money(.edit(ids[1])))
        #expect(app.state.book.entries[ids[0]]?.note == "changed" && app.state.navigation.route == .entry(ids[1]))
        dispatch(.editing(.field(.amount, "x")))
        dispatch(.item(.undo))
        #expect(app.state.entry.form?[.amount] == "x")
        dispatch(.money(.save))
        #expect(app.state.navigation.route == .entry(ids[1]) && focused == "entry-amount", "where it is to be mended")
        dispatch(.editing(.field(.place, "market")))
        let ways: [(name: String, action: Action)] = [
            ("arrow", .screen(.back)), ("key", .screen(.key("Escape", []))), ("to-dos", .money(.show(false))),
            ("other entry", .money(.edit(ids[0]))),
        ]
        for way in ways {
            dispatch(.money(.show(true)))
            dispatch(.money(.edit(ids[1])))
            dispatch(.editing(.field(.amount, "x")))
            dispatch(.editing(.field(.place, way.name)))
            dispatch(way.action)
            #expect(app.state.navigation.route != .entry(ids[1]))
            #expect(app.state.notices.shown == .problem(.item(.notANumber("x"))))
            #expect(app.state.book.entries[ids[1]]?.place == way.name, "what else the form holds is written")
            #expect(app.state.book.entries[ids[1]]?.amount?.number == "1.00")
        }
        dispatch(.screen(.cancel))
        dispatch(.money(.delete(ids[0])))
        #expect(focused == "open-" + ids[1].text)
        dispatch(.money(.filter(.text("nothing"))))
        dispatch(.screen(.key("Escape", [])))
        #expect(app.state.entries.filter.text.isEmpty)
    }
}
