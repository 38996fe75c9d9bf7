import DaybookApp
import DaybookCore
import Testing

@Suite final class ReminderTests {
    private let time = TestWorld()
    private var effects: [Effect] = []
    private lazy var world = time.world(minutesAheadOfUTC: 60)
    private lazy var app = App(State(node: 7), world: world) { [unowned self] in effects.append($0) }

    private var screen: Node { appScreen(app.state, world) }

    /// What the notices say.
    private var said: [String] { screen.element?.all(class: "notice").map(\.text) ?? [] }

    private func dispatch(_ action: Action) {
        app.dispatch(action)
        for case .store(let token, _) in effects { app.dispatch(.outside(.stored(token))) }
    }

    /// Lets time pass, and the alarm go off that the app has set for then.
    private func pass(minutes: Int64) {
        time.clock += minutes * 60_000
        dispatch(.outside(.woken(.remind)))
    }

    /// A to-do that is due in an hour and minds it.
    private func start(_ reminders: String...) throws -> EntityID {
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        // 2026-09-21, 14:13:20 in UTC.
        var draft = Changes.todo(title: "Dentist", due: CivilDate("2026-09-21"))
        draft[.dueTime] = FieldValue(TimeOfDay("16:30"))
        draft[.reminders] = .texts(reminders)
        dispatch(.item(.create(draft)))
        return try #require(app.state.incomplete.first).id
    }

    @Test("006.18 The open app reminds at the moment, until that is dealt with; then no device does")
    func dismissed() throws {
        let id = try start("-0m", "-1h")
        let alarm = effects.last { if case .wake(.remind, _) = $0 { true } else { false } }
        #expect(alarm == .wake(.remind, milliseconds: 60_000))
        pass(minutes: 10)
        #expect(app.state.reminders.ringing == nil)
        pass(minutes: 7)
        #expect(app.state.reminders.ringing?.moment.text == "2026-09-21T14:30:00.000Z")
        pass(minutes: 60)
        #expect(said.contains { $0.hasPrefix("Dentist · Today 16:30Check") }, "\(said)")
        dispatch(.reminders(.dismiss))
        #expect(app.state.reminders.ringing == nil)
        let reminded = app.state.book[id]?.extraFields[.remindedUntil]?.time
        #expect(reminded?.text == "2026-09-21T15:30:00.000Z")
    }

    @Test(
        "006.18 What is put off reminds again in an hour; what is finished doesn't, nor what another device dealt with")
    func putOff() throws {
        let id = try start("-0m")
        pass(minutes: 80)
        dispatch(.reminders(.putOff))
        #expect(app.state.reminders.ringing == nil)
        pass(minutes: 59)
        #expect(app.state.reminders.ringing == nil)
        pass(minutes: 2)
        let moment = try #require(app.state.reminders.ringing).moment
        let other = Register(id, .remindedUntil, Stamp(clock: UInt64(time.clock + 1) << 16, node: 9), moment.bytes)
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: time.clock), cursor: 1, hasMore: false, registers: [other])
        dispatch(.outside(.pullAnswered(page)))
        #expect(app.state.reminders.ringing == nil)
        dispatch(.item(.set(id, .snoozedUntil, .time(Timestamp(milliseconds: time.clock + 60_000)))))
        pass(minutes: 2)
        #expect(app.state.reminders.ringing != nil)
        dispatch(.reminders(.finish))
        #expect(app.state.reminders.ringing == nil)
        #expect(app.state.book[id]?.isCompleted == true)
    }

    @Test("006.18 The details switch reminders on and off")
    func details() throws {
        let id = try start()
        func toggle(_ name: String) throws {
            let button = try #require(screen.element?.all(class: "segment").first).children.compactMap(\.element)
                .first { $0.text == name }
            for part in try #require(button).parts {
                if case .on(.click, let action) = part.content { dispatch(action) }
            }
        }
        dispatch(.screen(.details(id)))
        dispatch(.editing(.open(.reminders)))
        try toggle("10 minutes before")
        dispatch(.editing(.field(.reminders, "2026-12-13 09:00")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.book[id]?.reminders.map(\.text) == ["-10m", "2026-12-13T09:00"])
        #expect(screen.html.contains("Dec 13, 2026 09:00"))
        try toggle("10 minutes before")
        #expect(app.state.book[id]?.reminders.map(\.text) == ["2026-12-13T09:00"])
        dispatch(.item(.undo))
        #expect(app.state.book[id]?.reminders.count == 2)
    }

    @Test("006.18 The moment of a reminder is typed in words; what isn't understood is said, and changes nothing")
    func moments() throws {
        let id = try start("-1h", "2026-12-13T09:00[Asia/Tokyo]")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.open(.reminders)))
        #expect(screen.html.contains(#"value="2026-12-13 09:00[Asia/Tokyo]""#))
        dispatch(.editing(.field(.reminders, "2026-12-13 09:00[Asia/Tokyo], tomorrow 15:00, 24.11.")))
        dispatch(.editing(.commitDetail))
        let typed = ["-1h", "2026-09-22T15:00", "2026-11-24T09:00", "2026-12-13T09:00[Asia/Tokyo]"]
        #expect(app.state.book[id]?.reminders.map(\.text) == typed)
        dispatch(.editing(.field(.reminders, "tomorrow 15:00, soonish")))
        #expect(screen.html.contains("soonish"))
        dispatch(.editing(.commitDetail))
        #expect(app.state.book[id]?.reminders.map(\.text) == typed)
        dispatch(.editing(.field(.reminders, "tomorrow 15:00, 24.11. 10:00[Mars/Base]")))
        #expect(screen.html.contains("“Mars/Base” isn&#39;t a valid time zone"))
        dispatch(.editing(.commitDetail))
        #expect(app.state.book[id]?.reminders.map(\.text) == typed)
        dispatch(.editing(.field(.reminders, "")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.book[id]?.reminders.map(\.text) == ["-1h"])
        dispatch(.item(.undo))
        #expect(app.state.book[id]?.reminders.map(\.text) == typed)
    }

    @Test(
        "006.18 Notifications are allowed for this device, and the server hears at the next start what is new about it")
    func notifications() throws {
        _ = try start()
        dispatch(.reminders(.notify(true)))
        #expect(effects.last == .notify(true, "Check\nIn an hour"))
        #expect(!app.state.settings.notifies)
        dispatch(.outside(.notifying(true)))
        #expect(app.state.settings.notifies && effects.last == .rememberSetting("push", "1"))
        dispatch(.outside(.notNotifying("NotAllowedError:denied")))
        #expect(said.contains { $0.hasPrefix("Notifications can't be turned on: ") })
        var state = State(node: 7)
        state.take(settings: "push=1")
        var later: [Effect] = []
        let app = App(state, world: world) { later.append($0) }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        #expect(later.contains(.notify(nil, "Check\nIn an hour")))
    }
}
