import DaybookApp
import DaybookCore
import Flux
import Testing

/// What a person typed, and what other devices wrote meanwhile, is kept.
@Suite final class KeepingTests: Tab {
    @Test("A pause while one types in the details writes what is there, and leaves the field alone")
    func pause() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "two ")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(app.state.item(id)?.notes == "two ")
        dispatch(.editing(.field(.title, "")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(app.state.item(id)?.title == "a" && html.contains("id=\"detail-title\""))
        if case .problem? = app.state.notices.shown {
            Issue.record("Nothing is wrong with a title that is being typed.")
        }
        dispatch(.editing(.field(.title, "b ")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(html.contains(">\nb </textarea>"))
        dispatch(.editing(.field(.amount, "12")))
        dispatch(.outside(.woken(.commitDraft)))
        #expect(app.state.item(id)?.amount?.number == "12.00" && html.contains("value=\"12\""))
        dispatch(.editing(.commitDetail))
        #expect(html.contains("value=\"12.00 "))
        dispatch(.editing(.field(.title, " ")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.title == "b" && app.state.notices.shown != nil)
    }

    @Test("What was typed in the details is written when the page is left, and not over what others wrote since")
    func leaving() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "typed")))
        dispatch(.outside(.visible(false)))
        #expect(app.state.item(id)?.notes == "typed")
        dispatch(.item(.update(Todo.notesLens.set(try #require(app.state.item(id)), "theirs"))))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.notes == "theirs")
    }

    @Test("Undo takes back what is being typed in the details, and redo brings it again")
    func undoTyped() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "typed")))
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "" && !html.contains("typed"))
        dispatch(.item(.redo))
        #expect(app.state.item(id)?.notes == "typed")
    }

    @Test("What was done to an addition and undone is no reason to keep it")
    func additionUndone() throws {
        let id = try add("a")
        dispatch(.item(.toggle(id)))
        dispatch(.item(.undo))
        dispatch(.item(.undo))
        #expect(app.state.item(id) == nil && app.state.notices.shown == .undone)
    }

    @Test("Typing on in a field is one step of undo, and each renaming is one")
    func steps() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        for text in ["n", "no", "note"] {
            dispatch(.editing(.field(.notes, text)))
            dispatch(.outside(.woken(.commitDraft)))
        }
        dispatch(.editing(.commitDetail))
        for title in ["b", "c"] {
            dispatch(.editing(.begin(id)))
            dispatch(.editing(.type(title)))
            dispatch(.editing(.commit))
        }
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "b")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "a" && app.state.item(id)?.notes == "note")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "")

        dispatch(.editing(.field(.notes, "b")))
        dispatch(.editing(.commitDetail))
        // Typed and taken out again before it was written.
        for text in ["b", "bd"] {
            dispatch(.editing(.field(.notes, text)))
            dispatch(.outside(.woken(.commitDraft)))
        }
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "b")
    }

    @Test("A title that is changed in its row while one types in its details is a step of its own")
    func stepInRow() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "note")))
        dispatch(.outside(.woken(.commitDraft)))
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("b")))
        dispatch(.editing(.commit))
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "a" && app.state.item(id)?.notes == "note")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "")
    }

    @Test("What is done after an undo leaves nothing to redo") func newStep() throws {
        let id = try add("a")
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "b"))))
        dispatch(.item(.undo))
        _ = try add("other")
        dispatch(.item(.redo))
        #expect(app.state.item(id)?.title == "a" && app.state.history.redo.isEmpty)
    }

    @Test("A hundred steps can be undone, and no more") func manySteps() throws {
        for number in 0...100 { _ = try add("\(number)") }
        for _ in 0...100 { dispatch(.item(.undo)) }
        #expect(app.state.incomplete.map(\.title) == ["0"])
    }

    @Test("The language that one chooses is there when the app starts again") func language() {
        dispatch(.settings(.setLanguage(.traditionalChinese)))
        #expect(effects.contains(.rememberLanguage(.traditionalChinese)))
    }

    @Test("Undo of what another device has changed since leaves that alone, and says so")
    func changedSince() throws {
        let id = try add("a")
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "mine"))))
        theirs { [Register(id, .title, $0, Array("theirs".utf8))] }
        #expect(app.state.item(id)?.title == "theirs")
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.title == "theirs" && app.state.notices.shown == .keptAsIs)
    }

    /// Writes, as another device does.
    private func theirs(_ registers: (Stamp) -> [Register]) {
        time.clock += 1_000
        let registers = registers(Stamp(clock: UInt64(time.clock) << 16, node: 9))
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: UInt64(time.clock), hasMore: false,
            registers: registers)
        dispatch(.outside(.pullAnswered(page)))
    }

    @Test("Undo takes a booked expense away only together with the check that booked it")
    func checkedAgainElsewhere() throws {
        let id = try add("a")
        let amount = try Amount("5", usual: #require(Currency("EUR")))
        var todo = try #require(app.state.item(id))
        todo.amount = amount
        dispatch(.item(.update(todo)))
        dispatch(.item(.toggle(id)))
        let entry = try #require(app.state.item(id)).bookedEntry
        #expect(app.state.book.entries[entry]?.amount == amount)
        // Opened again, then finished again.
        theirs { [Register(id, .completedAt, $0, Timestamp(milliseconds: time.clock).bytes)] }
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.isCompleted == true && app.state.book.entries[entry]?.amount == amount)
        #expect(app.state.notices.shown == .keptAsIs)
        dispatch(.item(.redo))
        #expect(app.state.item(id)?.isCompleted == true)
    }

    @Test("What undo leaves alone, redo leaves alone too")
    func redoOfKept() throws {
        let a = try add("a")
        theirs { [Register(a, .deleted, $0, [])] }
        dispatch(.item(.undo))
        #expect(app.state.notices.shown == .keptAsIs)
        dispatch(.item(.redo))
        #expect(app.state.item(a) == nil)

        let b = try add("b")
        dispatch(.item(.toggle(b)))
        theirs { [Register(b, .completedAt, $0, [])] }
        dispatch(.item(.undo))
        dispatch(.item(.redo))
        #expect(app.state.item(b)?.isCompleted == false)

        let c = try add("c")
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(c)), "mine"))))
        theirs { [Register(c, .title, $0, Array("c".utf8))] }
        dispatch(.item(.undo))
        #expect(app.state.notices.shown == .keptAsIs)
        dispatch(.item(.redo))
        #expect(app.state.item(c)?.title == "c")
    }

    @Test("Undo of adding leaves what another device has written in since")
    func writtenElsewhere() throws {
        let id = try add("a")
        theirs { [Register(id, .notes, $0, Array("theirs".utf8))] }
        dispatch(.item(.undo))
        #expect(app.state.item(id)?.notes == "theirs" && app.state.notices.shown == .keptAsIs)
        let b = try add("b")
        dispatch(.item(.undo))
        #expect(app.state.item(b) == nil)
    }

    @Test("A recording that the server has yet to get is a change to sync") func undelivered() {
        #expect(app.state.unsyncedCount == 0)
        dispatch(.outside(.undelivered(2)))
        #expect(app.state.unsyncedCount == 2 && html.contains("2 changes to sync"))
        dispatch(.outside(.undelivered(0)))
        #expect(app.state.unsyncedCount == 0)
    }

    @Test("Undo brings back nothing that was deleted elsewhere, and says so", arguments: ["move", "check", "rename"])
    func deletedElsewhere(step: String) throws {
        let (b, a) = (try add("b"), try add("a"))
        switch step {
        case "move": dispatch(.item(.move(a, .after(b))))
        case "check": dispatch(.item(.toggle(a)))
        default: dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(a)), "c"))))
        }
        deleteElsewhere(a)
        dispatch(.item(.undo))
        #expect(app.state.incomplete.map(\.title) == ["b"] && app.state.completed.isEmpty)
        #expect(html.contains("Changed since then, so it stays"))
    }

    @Test("A bill that was paid stays in the book where its to-do was deleted elsewhere, also after undo")
    func paidAndDeletedElsewhere() throws {
        let amount = try Amount("5", usual: #require(Currency("EUR")))
        dispatch(.item(.create(.todo(title: "bill", amount: amount))))
        let id = try #require(app.state.incomplete.first?.id)
        dispatch(.item(.toggle(id)))
        dispatch(.money(.show(true)))
        #expect(app.state.entries.count == 1)
        deleteElsewhere(id)
        dispatch(.item(.undo))
        #expect(app.state.entries.count == 1 && app.state.item(id) == nil)
    }

    private func deleteElsewhere(_ id: EntityID) {
        time.clock += 1_000
        var record = Record(id: id)
        record.merge(
            Register(id, .deleted, Stamp(clock: UInt64(time.clock) << 16, node: 9), []), isPending: false)
        dispatch(.outside(.otherTab([record])))
    }

    @Test("A title that is being changed in its row is written by whatever ends that, apart from Escape")
    func titleInterrupted() throws {
        let (b, a) = (try add("b"), try add("a"))
        for (title, end) in [
            ("grip", Action.gesture(.pressGrip(b, x: 0, y: 100))), ("back", .outside(.visited("#/"))),
            ("other", .editing(.begin(b))), ("details", .screen(.details(b))), ("form", .screen(.openForm)),
        ] {
            dispatch(.editing(.begin(a)))
            dispatch(.editing(.type(title)))
            dispatch(end)
            #expect(app.state.item(a)?.title == title)
            dispatch(.gesture(.cancel))
        }
        dispatch(.editing(.begin(a)))
        dispatch(.editing(.type("dropped")))
        dispatch(.screen(.key("Escape", [])))
        #expect(app.state.item(a)?.title == "form" && app.state.editing.title == nil)
    }

    @Test("A text that is too long stays in its field, to be shortened", arguments: [FormField.notes, .title])
    func tooLong(field: FormField) throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.description, "d")))
        dispatch(.editing(.commitDetail))
        let text = String(repeating: "x", count: field == .title ? 10_001 : 70_000)
        dispatch(.editing(.field(field, text)))
        dispatch(.editing(.commitDetail))
        #expect(html.contains("class=\"notice problem\"") && html.contains(text))
        #expect(app.state.item(id)?.title == "a" && app.state.item(id)?.notes == "")
        dispatch(.item(.undo))
        #expect(html.contains(text) && app.state.item(id)?.description == "")
        dispatch(.item(.redo))
        dispatch(.outside(.woken(.commitDraft)))
        // What is typed on is written in a moment, also without leaving the field.
        dispatch(.editing(.field(field, "short")))
        #expect(effects.contains(.wake(.commitDraft, milliseconds: 800)))
        dispatch(.outside(.woken(.commitDraft)))
        #expect((field == .title ? app.state.item(id)?.title : app.state.item(id)?.notes) == "short")
    }

    @Test("A title has one line, wherever it is typed or pasted; one that came from elsewhere with more keeps them")
    func lines() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("one\ntwo")))
        dispatch(.editing(.commit))
        #expect(app.state.item(id)?.title == "one two")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.title, "three\nfour")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.title == "three four")
        let other = try add("x\ny")
        dispatch(.screen(.details(other)))
        dispatch(.editing(.field(.title, "x\ny!")))
        dispatch(.editing(.commitDetail))
        dispatch(.editing(.begin(other)))
        dispatch(.editing(.type("x\ny!!")))
        dispatch(.editing(.commit))
        #expect(app.state.item(other)?.title == "x\ny!!")
    }

    @Test("A notice offers to undo what was done last, or nothing") func staleOffer() throws {
        let (b, a) = (try add("b"), try add("a"))
        dispatch(.screen(.details(b)))
        dispatch(.item(.delete(a)))
        #expect(html.contains(">Undo</button>"))
        dispatch(.editing(.field(.notes, "n")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(b)?.notes == "n" && !html.contains(">Undo</button>"))
    }

    @Test("What was changed in the form of an entry is written when one turns to another part of the app")
    func entryFormLeft() throws {
        dispatch(.money(.show(true)))
        dispatch(.record(.type("5 lunch")))
        dispatch(.record(.save))
        let id = try #require(app.state.book.entries.all.first).id
        for (note, leave) in [
            ("b", Action.money(.show(false))), ("c", .outside(.visited("#/money"))),
            ("d", .screen(.key("Escape", []))), ("e", .screen(.key("n", []))),
        ] {
            dispatch(.money(.show(true)))
            dispatch(.money(.edit(id)))
            dispatch(.editing(.field(.note, note)))
            dispatch(leave)
            #expect(app.state.book.entries[id]?.note == note && app.state.navigation.route == .list)
        }
    }

    @Test("002.19 A form that is left keeps what was typed in it until it is saved or cancelled, and stores nothing")
    func formLeft() throws {
        for leave in [ScreenAction.back, .key("Escape", [])].map({ Action.screen($0) }) + [.outside(.visited("#/"))] {
            dispatch(.screen(.openForm))
            dispatch(.editing(.field(.title, "typed")))
            dispatch(leave)
            #expect(app.state.navigation.route == .list && app.state.allCount == 0)
            dispatch(.screen(.openForm))
            #expect(app.state.editing.form.text(.title) == "typed")
            dispatch(.screen(.cancel))
            dispatch(.screen(.openForm))
            #expect(app.state.editing.form.text(.title).isEmpty)
            dispatch(.screen(.cancel))

            dispatch(.money(.show(true)))
            dispatch(.money(.edit(nil)))
            dispatch(.editing(.field(.amount, "5")))
            if case .outside = leave { dispatch(.outside(.visited("#/money"))) } else { dispatch(leave) }
            #expect(app.state.navigation.route == .list && app.state.book.entries.all.isEmpty)
            dispatch(.money(.edit(nil)))
            #expect(app.state.entry.form?[.amount] == "5")
            dispatch(.screen(.cancel))
            dispatch(.money(.edit(nil)))
            #expect(app.state.entry.form?[.amount] == "")
            dispatch(.screen(.back))
            time.clock += 86_400_000
            dispatch(.money(.edit(nil)))
            #expect(app.state.entry.form?[.day] == CivilDate(Timestamp(milliseconds: time.clock)).text)
            dispatch(.screen(.cancel))
            dispatch(.money(.show(false)))
        }
    }

    @Test("What is typed in a row or in an entry's form is written when the page is left") func pageLeft() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("renamed")))
        dispatch(.outside(.visible(false)))
        #expect(app.state.item(id)?.title == "renamed")
        dispatch(.money(.show(true)))
        dispatch(.record(.type("5 lunch")))
        dispatch(.record(.save))
        let entry = try #require(app.state.book.entries.all.first).id
        dispatch(.money(.edit(entry)))
        dispatch(.editing(.field(.amount, "6")))
        dispatch(.outside(.visible(false)))
        #expect(app.state.book.entries[entry]?.amount?.number == "6.00" && app.state.navigation.route == .entry(entry))
    }

    @Test("A number typed over an amount keeps its currency, whatever the usual one is") func keptCurrency() throws {
        let yen = try Amount("500 JPY", usual: #require(Currency("USD")))
        dispatch(.item(.create(.todo(title: "a", amount: yen))))
        let id = try #require(app.state.visible.todo.first)
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.amount, "800")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.amount?.text == "800 JPY")
        dispatch(.editing(.field(.amount, "9 EUR")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(id)?.amount?.text == "9.00 EUR")
    }

    @Test(
        "What is being typed outlives a deletion by another device or tab, and one who only looks hears of it",
        arguments: [true, false])
    func deletedMeanwhile(byTab: Bool) throws {
        func delete(_ id: EntityID) {
            // The other one's clock is ahead.
            let stamp = Stamp(clock: UInt64(time.clock + 60_000) << 16, node: 9)
            let deletion = Register(id, .deleted, stamp, [])
            var record = Record(id: id)
            record.merge(deletion, isPending: false)
            let page = PullPage(
                epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 5, hasMore: false,
                registers: [deletion])
            dispatch(
                .outside(byTab ? .otherTab([record]) : .pullAnswered(page)))
        }
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, "typed")))
        delete(id)
        #expect(app.state.item(id)?.notes == "typed" && app.state.navigation.route == .detail(id))
        #expect(app.state.notices.shown != .problem(.item(.notFound(.todo, id))))
        let pending = try #require(app.state.book.records[id]?.pendingRegisters.map(\.field))
        #expect(pending.contains(.title), "the server gets all of it again")
        dispatch(.screen(.back))

        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type("named")))
        delete(id)
        #expect(app.state.item(id)?.title == "named" && app.state.editing.title?.text == "named")
        dispatch(.editing(.type("named on")))
        dispatch(.editing(.commit))
        #expect(app.state.item(id)?.title == "named on")

        dispatch(.editing(.begin(id)))
        time.clock += 1_000
        delete(id)
        #expect(app.state.editing.title == nil && app.state.allCount == 0)
        #expect(app.state.notices.shown == .gone(id, "named on"))

        dispatch(.money(.show(true)))
        dispatch(.record(.type("5 lunch #food")))
        dispatch(.record(.save))
        let entry = try #require(app.state.book.entries.all.first).id
        dispatch(.money(.edit(entry)))
        dispatch(.editing(.field(.note, "dinner")))
        time.clock += 1_000
        delete(entry)
        #expect(app.state.book.entries[entry]?.note == "dinner" && app.state.book.entries[entry]?.tags == ["food"])
        #expect(app.state.navigation.route == .entry(entry) && app.state.entry.form?[.note] == "dinner")
        time.clock += 1_000
        delete(entry)
        #expect(app.state.book.entries.all.isEmpty && app.state.navigation.route == .list)
        #expect(effects.contains(.focus("open-" + entry.text, selectsText: false)), "the focus goes back to the list")
        #expect(app.state.notices.shown == .gone(entry, ""))
    }

    @Test("What is too long for the book is said again when the details are left, rather than lost in silence")
    func tooLong() throws {
        let id = try add("a")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.notes, String(repeating: "x", count: 70_000))))
        dispatch(.outside(.woken(.commitDraft)))
        dispatch(.screen(.hideNotice))
        dispatch(.screen(.back))
        #expect(app.state.notices.shown != nil)
    }

    @Test("Renaming in the row writes a title that was changed, and no other")
    func rename() throws {
        let id = try add("a")
        dispatch(.editing(.begin(id)))
        dispatch(.item(.update(Todo.nameLens.set(try #require(app.state.item(id)), "theirs"))))
        dispatch(.editing(.commit))
        #expect(app.state.item(id)?.title == "theirs" && app.state.editing.title == nil)
        let long = String(repeating: "x", count: 10_001)
        dispatch(.editing(.begin(id)))
        dispatch(.editing(.type(long)))
        dispatch(.editing(.commit))
        #expect(
            app.state.editing.title?.text == long && app.state.notices.shown != nil,
            "what can't be taken stays to be mended")
        dispatch(.todos(.typeNew(long)))
        dispatch(.todos(.addNew))
        #expect(app.state.todos.newTitle == long && app.state.allCount == 1)
    }
}
