import DaybookApp
import DaybookCore
import Testing

/// The dialogs of the settings and of sync.
@Suite struct SettingsTests {
    private let person = Person()

    private var dialog: Element? { person.screen.element?.all(class: "dialog").first }

    private func pull(hasMore: Bool = false) {
        person.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: 0), cursor: 1, hasMore: hasMore, registers: []))))
    }

    @Test("010.5 The settings have rooms: general, money, devices, data, and what the app is")
    func parts() throws {
        pull()
        person.dispatch(.screen(.openSettings))
        let rooms = [
            ("General", ["Language", "Theme", "First day of the week", "Undo", "Redo", "Select several"]),
            ("Money", ["Currency of amounts that name none"]), ("Devices", ["Everything is synced"]),
            ("Data", ["#import-file", "Imports"]), ("About", ["Keyboard shortcuts", "Daybook " + daybookVersion]),
        ]
        for (room, texts) in rooms {
            try person.tap(room)
            for text in texts { #expect(person.named(text) != nil, "\(text)") }
        }
        // It is opened where it was left.
        person.dispatch(.screen(.closeOverlay))
        person.dispatch(.screen(.openSettings))
        #expect(person.named("Keyboard shortcuts") != nil)
        try person.tap("Data")
        #expect(person.html.contains("href=\"/api/v1/backup\""))
        for file in ["todos.json", "entries.csv", "todo.txt", "daybook.journal"] {
            #expect(person.html.contains("href=\"/api/v1/exports/\(file)\" download=\"\(file)\""))
        }
    }

    @Test("010.5 A theme and a first day of the week are chosen for this device, and are there at the next start")
    func chosen() throws {
        var effects: [Effect] = []
        let app = App(State(node: 7), world: TestWorld().world()) { effects.append($0) }
        app.dispatch(.settings(.setTheme(.dark)))
        app.dispatch(.settings(.setFirstWeekday(6)))
        app.dispatch(.settings(.toggleSingleKeys))
        #expect(
            effects == [
                .rememberSetting("theme", "dark"), .rememberSetting("week", "6"), .rememberSetting("keys", "0"),
            ]
        )
        var state = State(node: 7)
        state.take(settings: "language=en; theme=dark; week=6; keys=0")
        #expect(state.settings.theme == .dark && state.settings.firstWeekday == 6 && !state.settings.hasSingleKeys)
        // What can't be read is as it was.
        state.take(settings: "theme=red; week=9; week=x; keys; synced=; synced=x1; synced=99999999999999999999; -")
        #expect(state.settings.theme == .dark && state.settings.firstWeekday == 6 && !state.settings.hasSingleKeys)
        #expect(!State(node: 7).html.contains("data-theme"))
    }

    @Test("010.5 What is no currency is said at its field, where it stays to be mended")
    func currency() throws {
        let name = "Currency of amounts that name none"
        person.dispatch(.settings(.show(.money)))
        for (text, value, isBad) in [("xyz", "xyz", true), ("eur", "EUR", false)] {
            person.dispatch(.money(.currency(text)))
            let field = try #require(person.named(name)?.last)
            #expect(field[.value] == value && field[.ariaInvalid] == (isBad ? "true" : nil))
            #expect(person.html.contains("id=\"usual-currency-problem\"") == isBad)
        }
        // Closed and opened again, it says what is so.
        person.dispatch(.money(.currency("xyz")))
        person.dispatch(.screen(.closeOverlay))
        person.dispatch(.settings(.show(.money)))
        #expect(person.named(name)?.last?[.value] == "EUR")
    }

    @Test("A week of the report starts with the day that was chosen")
    func weeks() throws {
        let person = Person(width: 1_440)
        person.dispatch(.money(.show(true)))
        // A Sunday, and it is a Monday.
        for day in ["2026-09-20", "2026-09-21"] {
            person.dispatch(.money(.edit(nil)))
            person.dispatch(.editing(.field(.amount, "5")))
            person.dispatch(.editing(.field(.day, day)))
            person.dispatch(.money(.save))
        }
        person.dispatch(.report(.open))
        person.dispatch(.report(.period(.week)))
        #expect(person.state.report.sums.figures.periods.map(\.start.text) == ["2026-09-14", "2026-09-21"])
        person.dispatch(.screen(.openSettings))
        try person.tap("Sunday")
        #expect(person.state.report.sums.figures.periods.map(\.start.text) == ["2026-09-20"])
    }

    @Test("The dot opens what is known of sync: when it last was, what waits, why, and asks at once")
    func sync() throws {
        person.dispatch(.outside(.online(true)))
        try person.tap("Syncing…")
        #expect(dialog?.text.contains("Last syncNot yet") == true)
        pull()
        #expect(dialog?.text.contains("Everything is synced") == true)
        #expect(dialog?.text.contains("Last syncSep 21, 2026, 14:13") == true)
        person.dispatch(.screen(.closeOverlay))
        try person.add("Tea", "Milk")
        person.dispatch(.record(.type("-5 EUR tea #food")))
        person.dispatch(.record(.save))
        person.dispatch(.outside(.pushFailed(.unable(.full))))
        person.dispatch(.outside(.undelivered(3)))
        person.dispatch(.sync(.openSync))
        for text in [
            "Waiting: To-dos2", "Waiting: Money1", "Waiting: others, such as deletions1", "Waiting: voice notes3",
            "Last failureThe server's disk is full",
        ] {
            #expect(dialog?.text.contains(text) == true, "\(text)")
        }
        try person.tap("Sync now")
        try person.tap("Show the to-dos")
        #expect(dialog == nil && person.state.todos.filter == .unsynced && person.state.visible.count == 2)
    }

    @Test("When it last was in sync is known at the next start, too, also where there is no server")
    func lastSync() throws {
        var effects: [Effect] = []
        let world = TestWorld().world()
        let app = App(State(node: 7), world: world) { effects.append($0) }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.visible(false)))
        #expect(!effects.contains { if case .rememberSetting = $0 { true } else { false } })
        app.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: 0), cursor: 1, hasMore: false, registers: []))))
        app.dispatch(.outside(.visible(false)))
        let time = try #require(app.state.sync.lastSync)
        #expect(effects.last == .rememberSetting("synced", "\(time.milliseconds)"))
        var next = State(node: 8)
        next.take(settings: "theme=light; synced=\(time.milliseconds)")
        #expect(next.sync.lastSync == time)
    }

    @Test("Who is signed out finds where to sign in where the dot leads")
    func signedOut() throws {
        person.dispatch(.outside(.pullFailed(.signedOut)))
        person.dispatch(.sync(.openSync))
        #expect(person.named("Sign in")?.last?[.href] == "/login")
        person.dispatch(.screen(.key("Escape", [])))
        #expect(dialog == nil)
    }

    @Test("010.5 The settings say by which address another device gets here, if it can")
    func devices() throws {
        for (host, text) in [
            ("daybook.example:8080", "On another device, open daybook.example:8080."),
            ("127.0.0.1:8080", "Only this machine can open 127.0.0.1:8080."),
        ] {
            var state = State(node: 7)
            state.host = host
            let app = App(state, world: TestWorld().world()) { _ in }
            app.dispatch(.settings(.show(.devices)))
            #expect(appScreen(app.state, TestWorld().world()).html.contains(text))
        }
    }
}

extension State {
    fileprivate var html: String {
        firstPage(
            shell: "<html lang=\"en\"><div id=\"app\"></div>", todos: [], language: .english, theme: settings.theme,
            clock: LocalTime(day: CivilDate(daysSince1970: 20_000), minute: 0))
    }
}
