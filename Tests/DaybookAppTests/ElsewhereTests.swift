import DaybookCore
import Testing

@testable import DaybookApp

/// What other devices, other programs and websites do meanwhile, and what the app says of it.
@Suite final class ElsewhereTests: Tab {
    private func pull(_ registers: [Register], cursor: UInt64 = 1) {
        let now = Timestamp(milliseconds: time.clock)
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(epoch: 1, serverTime: now, cursor: cursor, hasMore: false, registers: registers))))
        while let token = stored?.token { dispatch(.outside(.stored(token))) }
    }

    /// What another device writes at a moment.
    private func written(_ id: EntityID, _ field: Field, _ value: [UInt8], at milliseconds: Int64) -> Register {
        Register(id, field, Stamp(clock: UInt64(milliseconds) << 16, node: 9), value)
    }

    @Test(
        "Clearing finished to-dos that another device opened again and renamed before, both offline, says how many and brings them back"
    )
    func cleared() throws {
        pull([])
        var ids: [EntityID] = []
        for title in ["rent", "tea", "bread"] { ids.append(try add(title)) }
        for id in ids { dispatch(.item(.toggle(id))) }
        time.clock += 10_000
        let before = time.clock
        time.clock += 1_000
        dispatch(.item(.clearCompleted))
        #expect(app.state.book.list.all.isEmpty)
        while let token = stored?.token { dispatch(.outside(.stored(token))) }
        #expect(!html.contains("changed elsewhere"))
        let theirs = ids[..<2].flatMap { id in
            [
                written(id, .completedAt, [], at: before),
                written(id, .title, Array("new \(id.text.prefix(1))".utf8), at: before),
            ]
        }
        pull(theirs + [written(ids[2], .title, Array("bread".utf8), at: before)], cursor: 2)
        #expect(app.state.book.list.all.isEmpty, "what was deleted last is deleted")
        #expect(html.contains("2 of these were changed elsewhere before"))
        #expect(html.contains("“new "))
        // What came once more says nothing new.
        pull(theirs, cursor: 3)
        #expect(html.contains("2 of these were changed elsewhere before"))
        dispatch(.item(.bringBack))
        #expect(Set(app.state.incomplete.map(\.id)) == Set(ids[..<2]))
        #expect(app.state.incomplete.allSatisfy { $0.title.hasPrefix("new ") } && app.state.completed.isEmpty)
        #expect(!html.contains("changed elsewhere"))
        #expect(app.state.book.pending.count >= 2, "the server hears of it")
        dispatch(.item(.undo))
        #expect(app.state.book.list.all.isEmpty)
    }

    @Test("What was deleted here with all that others had changed says nothing, nor does what others deleted")
    func knownChanges() throws {
        pull([])
        let id = try add("rent")
        time.clock += 1_000
        pull([written(id, .title, Array("rent!".utf8), at: time.clock)], cursor: 2)
        #expect(app.state.item(id)?.title == "rent!")
        time.clock += 1_000
        let other = try add("tea")
        time.clock += 1_000
        dispatch(.item(.delete(id)))
        pull([written(other, .deleted, [], at: time.clock + 1_000)], cursor: 3)
        pull([written(other, .notes, Array("x".utf8), at: time.clock)], cursor: 4)
        #expect(app.state.notices.lost.isEmpty)
    }

    @Test("What was deleted before the app was opened, and not yet sent, says so as well, until it is let be")
    func deletedBefore() throws {
        let id = try add("rent")
        time.clock += 1_000
        dispatch(.item(.delete(id)))
        let record = try #require(app.state.book.records[id])
        let next = App(State(node: 8), world: time.world()) { _ in }
        next.dispatch(.outside(.loaded([record])))
        let now = Timestamp(milliseconds: time.clock)
        let theirs = written(id, .title, Array("new".utf8), at: time.clock - 500)
        // A server that this device hasn't met is read from the start.
        for _ in 0..<2 {
            let page = PullPage(epoch: 1, serverTime: now, cursor: 1, hasMore: false, registers: [theirs])
            next.dispatch(.outside(.pullAnswered(page)))
        }
        #expect(next.state.notices.lost == [id])
        #expect(appScreen(next.state, next.world).html.contains("1 of these was changed elsewhere before: “new”"))
        next.dispatch(.screen(.hideLost))
        #expect(!appScreen(next.state, next.world).html.contains("changed elsewhere"))
    }

    @Test("A database that can't be opened is no empty one: the app says so, and stores what was done once it can")
    func cantRead() throws {
        var effects: [Effect] = []
        let app = App(State(node: 7), world: time.world()) { effects.append($0) }
        var html: String { appScreen(app.state, app.world).html }
        app.dispatch(.outside(.notLoaded("UnknownError:x")))
        app.dispatch(.outside(.pullFailed(.offline)))
        app.dispatch(.outside(.woken(.takeOver)))
        #expect(html.contains("What is kept here can&#39;t be read at the moment"))
        #expect(!html.contains("Nothing to do") && !html.contains("Type above to add the first one"))
        app.dispatch(.item(.create(.todo(title: "typed meanwhile"))))
        let kept = try add("kept")
        let record = try #require(self.app.state.book.records[kept])
        effects = []
        app.dispatch(.outside(.loaded([record])))
        #expect(app.state.incomplete.map(\.title).sorted() == ["kept", "typed meanwhile"])
        #expect(!html.contains("can&#39;t be read"))
        let stored = effects.compactMap { effect -> [LocalBook.Change]? in
            guard case .store(_, let items) = effect else { return nil }
            return StorageItem.Contents(items.map(\.value)).changes
        }.flatMap { $0 }
        let titles = stored.compactMap { $0.after[.title].map { String(decoding: $0.value, as: UTF8.self) } }
        #expect(titles.contains("typed meanwhile"))
    }

    @Test("Without a database, but with the server, the app shows what the server has")
    func cantReadOnline() {
        let app = App(State(node: 7), world: time.world()) { _ in }
        app.dispatch(.outside(.notLoaded("UnknownError:x")))
        app.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false,
                        registers: []))))
        #expect(appScreen(app.state, app.world).html.contains("Nothing to do"))
    }

    @Test("The address #/ shows all, whatever was shown before") func all() {
        for filter in [Filter.completed, .today, .upcoming, .unsynced] {
            dispatch(.todos(.setFilter(filter)))
            dispatch(.outside(.visited("#/")))
            #expect(app.state.todos.filter == .all)
        }
    }

    @Test("A file that nobody chose here is asked about, with where it came from, before the server sees it")
    func shared() {
        for (origin, text) in [
            ("https://evil.example", "The website https://evil.example hands over"),
            ("site", "A website that doesn&#39;t say its name"), ("", "Another program hands over"),
        ] {
            dispatch(.outside(.fileShared("a.ofx", from: origin)))
            #expect(html.contains(text) && html.contains("a.ofx") && html.contains("Nothing is written before"))
            #expect(!effects.contains { if case .ask = $0 { true } else { false } })
            dispatch(.importing(.again))
            #expect(effects.contains(.ask(.preview, "/api/v1/imports?preview=1&currency=USD", bringsFile: true)))
            #expect(!html.contains(text))
            dispatch(.screen(.closeOverlay))
        }
        // The next one that a person chooses is looked at, at once.
        dispatch(.outside(.fileShared("a.ofx", from: "")))
        dispatch(.outside(.fileChosen("b.ofx", nil)))
        #expect(!html.contains("Another program") && effects.contains { if case .ask = $0 { true } else { false } })
    }

    @Test("010.5 The settings list the devices that get notifications, and sign one out") func devices() {
        dispatch(.settings(.show(.devices)))
        #expect(effects.contains(.askDevices(revoking: nil)))
        #expect(!html.contains("Devices that get notifications"))
        var devices = ImportAnswer()
        devices.append(.device, "Chrome, Android", id: "3", number: 1_789_900_000_000)
        devices.append(.device, id: "4", value: "1", number: .max)
        dispatch(.outside(.devicesAnswered(200, devices.bytes)))
        #expect(html.contains("Devices that get notifications") && html.contains("Chrome, Android, since"))
        #expect(html.contains("A device (this device), since"))
        dispatch(.settings(.revokeDevice("3")))
        #expect(effects.contains(.askDevices(revoking: "3")))
        dispatch(.outside(.devicesAnswered(204, [])))
        #expect(effects.contains(.askDevices(revoking: nil)))
        dispatch(.outside(.devicesAnswered(0, [])))
        #expect(!html.contains("Devices that get notifications"))
    }

    @Test("004.18 A button that is let go at once says how to hold it, and makes nothing") func heldTooShort() {
        dispatch(.money(.show(true)))
        dispatch(.record(.hold(true)))
        dispatch(.record(.hold(false)))
        dispatch(.outside(.notRecorded("TooShortError:")))
        #expect(html.contains("Hold the button while you speak"))
        #expect(app.state.book.entries.all.isEmpty && app.state.record.voice == .none)
    }
}
