import DaybookCore
import Testing

@testable import DaybookApp

/// What is half typed outlives the page that it was typed on.
@Suite final class DraftTests: Tab {
    /// What the device has of it.
    private var kept: [UInt8] = []

    override func dispatch(_ action: Action) {
        super.dispatch(action)
        for case .store(_, let items) in effects where items.contains(where: { $0.key.starts(with: "drafts".utf8) }) {
            kept = StorageItem.Contents(items.map(\.value)).drafts
        }
    }

    private func go(_ actions: Action...) { for action in actions { dispatch(action) } }

    /// Ends the browser a moment after the last key, and opens the app again.
    private func reload(at path: String = "#/") {
        dispatch(.outside(.woken(.keepDrafts)))
        let records = app.state.book.records.values.map { LocalBook.Change(before: nil, after: $0) }
        app = App(State(node: 7), world: time.world()) { [unowned self] in effects.append($0) }
        go(
            .outside(.visited(path)), .outside(.loaded(records, SyncClient.Progress(epoch: 0), drafts: kept)),
            .outside(.resized(width: 1_440)))
    }

    /// Another device deletes it.
    private func delete(_ id: EntityID) {
        time.clock += 60_000
        let deletion = Register(id, .deleted, Stamp(clock: UInt64(time.clock) << 16, node: 9), [])
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false,
                        registers: [deletion]))))
    }

    @Test(
        "11.10 A line that is half typed stands in its field after a reload, and no longer once it is added or emptied")
    func lines() throws {
        go(.todos(.typeNew("Buy milk")), .money(.show(true)), .record(.type("12 lunch")))
        #expect(effects.allSatisfy { if case .store = $0 { false } else { true } }, "it waits for a moment")
        reload()
        #expect(app.state.todos.newTitle == "Buy milk" && app.state.record.line == "12 lunch")
        go(.todos(.addNew))
        #expect(app.state.incomplete.map(\.title) == ["Buy milk"])
        go(.money(.show(true)), .record(.type("")))
        reload()
        #expect(app.state.todos.newTitle == "" && app.state.record.line == "")
        go(.todos(.typeNew("x")), .outside(.visible(false)))
        #expect(!kept.isEmpty, "a page that is left has no moment")
        go(.todos(.typeNew("")))
        #expect(kept.isEmpty)
    }

    @Test("11.10 Lines that were pasted, and a subtask that is half typed, are there after a reload") func others()
        throws
    {
        let id = try add("a")
        go(.screen(.details(id)), .subtasks(.type("under", under: id)), .todos(.pasteLines("one\ntwo")))
        reload()
        #expect(app.state.todos.newTitle == "one two")
        #expect(app.state.subtasks.title == "under" && app.state.subtasks.typedUnder == id)
    }

    @Test("11.10 The form of a new to-do has all that was said in it after a reload, until it is saved or cancelled")
    func form() throws {
        let list = EntityID(high: 1, low: 2)
        go(
            .screen(.openForm), .editing(.field(.title, "Trip")), .editing(.field(.notes, "a\nb")),
            .editing(.field(.amount, "12 EUR")), .editing(.field(.day, "2026-12-")),
            .editing(.set(.list, .entity(list))), .editing(.set(.priority, .choice(1))),
            .editing(.set(.todayDay, .day(app.state.today))),
            .editing(
                .set(.repeats, .repeats(Repeat("FREQ=DAILY", .every, anchor: app.state.today)))),
            .editing(.set(.reminders, .texts(["PT0S"]))))
        let (form, plan) = (app.state.editing.form, app.state.editing.plan)
        reload(at: "#/add")
        #expect(app.state.editing.form == form && app.state.editing.plan == plan)
        #expect(html.contains("\nTrip</textarea>"))
        go(.screen(.cancel))
        reload(at: "#/add")
        #expect(app.state.editing.form.values.isEmpty && app.state.editing.plan == Plan())
    }

    @Test("11.10 The form of an entry has all that was said in it after a reload: kind, account, tags and parts")
    func entry() throws {
        go(.money(.show(true)), .record(.type("5 EUR lunch #food")), .record(.save))
        let id = try #require(app.state.book.entries.all.first).id
        for (form, path) in [(nil, "#/money/add"), (id, "#/money/" + id.text)] {
            go(
                .money(.edit(form)), .entry(.field(.amount, "30")), .entry(.field(.note, "long")),
                .entry(.kind(.income)),
                .entry(.account(EntityID(high: 1, low: 1))), .entry(.part(.add)), .entry(.part(.add)),
                .entry(.part(.type(1, .tags, "b"))), .entry(.part(.type(0, .amount, "20"))))
            let typed = try #require(app.state.entry.form)
            reload(at: path)
            let again = try #require(app.state.entry.form)
            #expect(again.hasChanged && again.entry == typed.entry)
            #expect(again[.amount] == "30" && again[.note] == "long" && again.kind == .income)
            #expect(again[.tags] == typed[.tags] && again.account == typed.account)
            #expect(again.parts == typed.parts)
            go(.screen(.cancel))
            reload(at: path)
            #expect(app.state.entry.form?[.note] == (form == nil ? "" : "lunch"))
        }
    }

    @Test(
        "11.10 A dialog that is left by Back or Escape has what was typed once it is opened again; its cross discards it"
    )
    func dialogs() throws {
        let kinds: [(Kind, Field)] = [
            (.list, .title), (.filter, .query), (.account, .title), (.payee, .title), (.rate, .rate),
        ]
        for (kind, field) in kinds {
            func open() { go(.form(.open(kind, nil))) }
            open()
            go(.form(.set(field, .text("half typed"))))
            go(.outside(.visited("#/")))
            #expect(!html.contains("half typed"))
            open()
            #expect(html.contains("half typed"), "\(kind.noun)")
            go(.screen(.key("Escape", [])))
            reload()
            open()
            #expect(html.contains("half typed"), "\(kind.noun)")
            reload()
            open()
            #expect(html.contains("half typed"), "\(kind.noun)")
            go(.screen(.closeOverlay))
            open()
            #expect(!html.contains("half typed"), "\(kind.noun)")
            go(.screen(.closeOverlay))
        }
        // Each thing has its own.
        let (a, b) = (EntityID(high: 1, low: 1), EntityID(high: 1, low: 2))
        for (id, name) in [(a, "Home"), (b, "Work")] {
            var made = Changes()
            made[.title] = .text(name)
            go(.perform([.add(.list, id, made)]))
            go(
                .form(.open(.list, id)), .form(.set(.title, .text(name + " and more"))),
                .form(.set(.colour, .choice(2))),
                .screen(.leaveOverlay))
        }
        reload()
        go(.form(.open(.list, a)))
        #expect(app.state.form?.text(.title) == "Home and more" && app.state.form?.values[.colour] == .choice(2))
        go(.form(.save), .form(.open(.list, b)))
        #expect(app.state.form?.text(.title) == "Work and more")
        go(.form(.save))
        #expect(app.state.book.lists.map(\.name) == ["Home and more", "Work and more"])
        #expect(kept.isEmpty)
    }

    @Test("11.10 A rule of which a side is said, and a statement, are there again, too") func rules() throws {
        go(.money(.show(true)), .form(.open(.rule, nil)), .form(.set(RuleForm.Part.allCases[0].field, .text("edeka"))))
        reload()
        go(.form(.open(.rule, nil)))
        #expect(html.contains("edeka"))
        go(
            .screen(.closeOverlay), .form(.open(.account, nil)), .form(.set(.title, .text("Giro"))),
            .form(.save))
        let account = try #require(app.state.book.accounts.first).id
        go(
            .record(.type("5 USD lunch from Giro")), .record(.save), .statement(.open(account)),
            .statement(.set(.amount, "-5")), .statement(.tickAll(true)), .screen(.leaveOverlay))
        let ticked = try #require(app.state.book.entries.all.first).id
        reload()
        go(.statement(.open(account)))
        #expect(app.state.statement.form?.balance == "-5" && app.state.statement.form?.ticked.ids == [ticked])
    }

    @Test(
        "11.10 A title that is half changed in its row, and a day in the details that can't be one, stand there after a reload"
    )
    func rows() throws {
        let id = try add("a")
        go(.editing(.begin(id)), .editing(.type("half")))
        reload()
        #expect(app.state.editing.title?.text == "half" && app.state.item(id)?.title == "a")
        go(.editing(.cancel), .screen(.details(id)), .editing(.field(.day, "2026-12-")), .editing(.commitDetail))
        reload(at: "#/todo/" + id.text)
        #expect(html.contains("2026-12-\"") && app.state.item(id)?.due == nil)
    }

    @Test("11.10 The words in the field of a popover are there again once that is opened after a reload") func popover()
        throws
    {
        let (id, other) = (try add("a"), try add("b"))
        go(.screen(.change(.todos(.due, id))), .selection(.words("next fri")))
        reload()
        go(.screen(.change(.todos(.due, other))))
        #expect(app.state.selection.words == "")
        go(.screen(.closeOverlay), .screen(.change(.todos(.tags, id))))
        #expect(app.state.selection.words == "")
        go(.screen(.closeOverlay), .screen(.change(.todos(.due, id))))
        #expect(app.state.selection.words == "next fri" && html.contains("next fri"))
        // A tap beside it keeps them, and its cross doesn't.
        go(.screen(.leaveOverlay), .screen(.change(.todos(.due, id))))
        #expect(app.state.selection.words == "next fri")
        go(.screen(.closeOverlay), .screen(.change(.todos(.due, id))))
        #expect(app.state.selection.words == "")
    }

    @Test(
        "11.10 A value that can't be taken as one goes back is said, and stands in its field when that is opened again")
    func refused() throws {
        let (id, other) = (try add("a"), try add("b"))
        go(.screen(.details(id)), .editing(.field(.amount, "twelve")), .screen(.back))
        #expect(html.contains("twelve") && app.state.editing.detail == nil)
        go(.screen(.details(other)))
        #expect(app.state.editing.detail == nil)
        go(.screen(.back))
        reload()
        go(.screen(.details(id)))
        #expect(app.state.editing.detail?.text == "twelve" && app.state.editing.detail?.field == .amount)
        go(.editing(.field(.amount, "12 EUR")), .screen(.back), .screen(.details(id)))
        #expect(app.state.editing.detail == nil && app.state.item(id)?.amount?.number == "12.00")
    }

    @Test("11.10 An amount of an entry that can't be taken as one goes back stands in its form again")
    func refusedAmount()
        throws
    {
        go(.money(.show(true)), .record(.type("5 EUR lunch")), .record(.save))
        go(.record(.type("6 EUR tea")), .record(.save))
        let ids = app.state.book.entries.all.map(\.id)
        go(.money(.edit(ids[0])), .entry(.field(.amount, "x")), .entry(.field(.note, "long")), .screen(.back))
        go(.money(.edit(ids[1])), .screen(.back), .money(.edit(ids[0])))
        #expect(app.state.entry.form?[.amount] == "x" && app.state.entry.form?[.note] == "long")
        go(.entry(.field(.amount, "7")), .screen(.back), .money(.edit(ids[0])))
        #expect(app.state.entry.form?[.amount] == "7.00" && app.state.entry.form?.hasChanged == false)
    }

    @Test(
        "008.9 What would change a reconciled row isn't written as the page is left: it stands in its form on the next page"
    )
    func reconciled() throws {
        go(.money(.show(true)), .record(.type("5 EUR tea")), .record(.save))
        let id = try #require(app.state.book.entries.all.first).id
        time.clock += 60_000
        let stamp = Stamp(clock: UInt64(time.clock) << 16, node: 9)
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false,
                        registers: Register.statement(EntityID(high: 3, low: 3), of: id, stamp)))))
        go(.money(.edit(id)), .entry(.field(.amount, "9")), .outside(.visible(false)))
        #expect(app.state.book.entries[id]?.amount?.shown == "5.00" && app.state.navigation.overlay == .none)
        delete(id)
        #expect(app.state.navigation.route == .list)
        go(.item(.restore(id)), .money(.edit(id)))
        #expect(app.state.entry.form?[.amount] == "9" && app.state.book.entries[id]?.amount?.shown == "5.00")
        reload(at: "#/money/" + id.text)
        #expect(app.state.entry.form?[.amount] == "9" && app.state.book.entries[id]?.amount?.shown == "5.00")
        // Also where the browser names the page that is shown.
        go(.outside(.visited("#/money/" + id.text)))
        #expect(app.state.entry.form?[.amount] == "9" && app.state.book.entries[id]?.amount?.shown == "5.00")
    }

    @Test(
        "11.10 What another device deletes while it is open is said to be deleted, and can be restored with all that was typed"
    )
    func deleted() throws {
        let id = try add("Fix the tap")
        go(.screen(.details(id)), .editing(.field(.notes, "typed before")), .outside(.woken(.commitDraft)))
        delete(id)
        #expect(app.state.navigation.route == .list && html.contains("“Fix the tap” was deleted on another device"))
        go(.item(.restore(id)))
        #expect(app.state.item(id)?.notes == "typed before")
        let list = EntityID(high: 1, low: 1)
        var made = Changes()
        made[.title] = .text("Home")
        go(.perform([.add(.list, list, made)]))
        go(.form(.open(.list, list)), .form(.set(.title, .text("Home and garden"))))
        delete(list)
        #expect(app.state.navigation.overlay == .none && html.contains("“Home” was deleted on another device"))
        go(.item(.restore(list)), .form(.open(.list, list)))
        #expect(app.state.form?.text(.title) == "Home and garden")
    }
}
