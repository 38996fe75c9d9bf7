import DaybookApp
import DaybookCore
import Fixtures
import Testing

/// The money screens as HTML text, with a storage that takes everything.
@Suite final class MoneyScreenTests {
    private let time = TestWorld()
    private var effects: [Effect] = []
    private lazy var world = time.world(minutesAheadOfUTC: 8 * 60)
    private lazy var app = App(State(node: 7), world: world) { [unowned self] in effects.append($0) }
    /// 2026-09-21 in Taipei.
    private let today = CivilDate("2026-09-21")!

    init() {
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        perform(.show(true))
    }

    private func perform(_ action: MoneyAction) { dispatch(.money(action)) }

    private func dispatch(_ action: Action) {
        app.dispatch(action)
        let made = effects
        effects = []
        for case .store(let token, _) in made { app.dispatch(.outside(.stored(token))) }
    }

    private func record(_ line: String) {
        dispatch(.record(.type(line)))
        dispatch(.record(.save))
    }

    private var html: String { appScreen(app.state, world).html }

    private var entries: Entries { app.state.book.entries.all }

    private func type(_ text: String, in field: FormField) { dispatch(.editing(.field(field, text))) }

    @Test("004.4 The field shows what it understood while it is typed, in three languages")
    func understood() {
        for (line, parts) in [
            ("12.50 lunch #food @Taipei", ["Expense", "−12.50 USD", "lunch", "@Taipei", "#food"]),
            ("+30000 salary", ["Income", "+30,000.00 USD", "salary"]),
            ("支出 38 午餐", ["Expense", "−38.00 USD", "午餐"]),
            ("38元 午餐", ["Expense", "−38.00 CNY", "午餐"]),
        ] {
            dispatch(.record(.type(line)))
            for part in parts { #expect(html.contains("<span class=\"part\">\(part)</span>"), "\(line): \(part)") }
        }
        dispatch(.settings(.setLanguage(.traditionalChinese)))
        dispatch(.record(.type("支出 38 午餐")))
        #expect(html.contains("<span class=\"part\">支出</span><span class=\"part\">−38 TWD</span>"))
    }

    @Test("The usual currency is told before it is settled, stays, and is changed in the settings")
    func usualCurrency() {
        dispatch(.record(.type("5 EUR tea")))
        #expect(!html.contains("Amounts without a currency"))
        dispatch(.record(.save))
        #expect(app.state.book.settings.currency == nil)
        dispatch(.record(.type("8,20 lunch")))
        #expect(html.contains("Amounts without a currency are in EUR"))
        dispatch(.record(.save))
        #expect(app.state.book.settings.currency?.code == "EUR")
        for _ in 0..<3 { record("9 JPY tea") }
        dispatch(.record(.type("3 tea")))
        #expect(html.contains("−3.00 EUR") && !html.contains("Amounts without a currency"))
        // Undo takes an entry back, and leaves the currency.
        dispatch(.item(.undo))
        #expect(app.state.book.settings.currency?.code == "EUR")
        perform(.currency("xyz"))
        #expect(html.contains("“xyz” isn&#39;t a valid currency"))
        perform(.currency("twd "))
        #expect(app.state.usualCurrency.code == "TWD")
        dispatch(.settings(.show(.money)))
        #expect(html.contains("id=\"usual-currency\""))
    }

    @Test("006.20 A line names a day, is an expense, and what waits to be sorted is said where sums lack it")
    func linesWithDays() {
        dispatch(.record(.type("昨天 午餐 120")))
        #expect(html.contains("<span class=\"part\">Yesterday</span>"))
        dispatch(.record(.save))
        #expect(entries.first?.kind == .expense && entries.first?.day == today.adding(days: -1))
        #expect(!html.contains("left-out"))
        perform(.sort(entries[0].id, .unsorted))
        #expect(html.contains("left-out") && app.state.report.sums.leftOutCount == 1)
    }

    @Test("005.6 The form leaves tags that are there already, also more than are given at once")
    func manyTags() throws {
        record("5 tea")
        let id = try #require(entries.first?.id)
        var clock = HybridClock(node: 9)
        let stamp = clock.tick(now: world.now())
        let registers = (0..<120).map { number in
            let name = "t\(number)"
            return Register(ItemTag.id(name, of: id), .tag, stamp, [1] + id.bytes + Array(name.utf8))
        }
        let page = PullPage(epoch: 1, serverTime: world.now(), cursor: 1, hasMore: false, registers: registers)
        dispatch(.outside(.pullAnswered(page)))
        #expect(entries.first?.tags.count == 120)
        perform(.edit(id))
        type("milk", in: .note)
        perform(.save)
        #expect(entries.first?.note == "milk" && entries.first?.tags.count == 120)
    }

    @Test("元 in a line is the money of the language where the book's currency is another")
    func localCurrency() throws {
        record("5 EUR tea")
        dispatch(.settings(.setLanguage(.traditionalChinese)))
        dispatch(.record(.type("38元 午餐")))
        #expect(html.contains("<span class=\"part\">−38 TWD</span>"))
        dispatch(.record(.type("38 午餐")))
        #expect(html.contains("<span class=\"part\">−38.00 EUR</span>"))
        perform(.edit(try #require(entries.first).id))
        type("38元", in: .amount)
        perform(.save)
        #expect(entries.first?.amount?.text == "38 TWD")
        perform(.show(false))
        dispatch(.screen(.openForm))
        for (field, text) in [(FormField.title, "便當"), (.amount, "90元")] { dispatch(.editing(.field(field, text))) }
        dispatch(.screen(.saveForm))
        let todo = try #require(app.state.incomplete.first)
        #expect(todo.amount?.text == "90 TWD")
        dispatch(.screen(.details(todo.id)))
        dispatch(.editing(.field(.amount, "95元")))
        dispatch(.editing(.commitDetail))
        #expect(app.state.item(todo.id)?.amount?.text == "95 TWD")
    }

    @Test("Saving the form of an entry changes no tag that was left alone, also none that can't be typed there")
    func tagsLeftAlone() throws {
        let id = EntityID(high: 1, low: 2)
        var draft = Changes.entry(
            kind: .expense, amount: try Amount("5", usual: try #require(Currency("USD"))), day: today)
        draft[.tag] = .texts(["a", "飲食，聚會"])
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        let registers = try BookAction.add(.entry, id, draft).registers(
            in: ItemsInMemory(), clock: &clock, now: world.now(), using: &random
        ).get()
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(epoch: 1, serverTime: world.now(), cursor: 5, hasMore: false, registers: registers))))
        perform(.edit(id))
        type("6", in: .amount)
        perform(.save)
        #expect(entries.first?.amount?.number == "6.00" && entries.first?.tags == ["a", "飲食，聚會"])
        perform(.edit(id))
        type("a, b", in: .tags)
        perform(.save)
        #expect(entries.first?.tags == ["a", "b"])
    }

    @Test("Saving the form of an entry leaves alone the tags that another device changed since it was opened")
    func tagsMeanwhile() throws {
        record("5 lunch #a #b #old")
        let id = try #require(entries.first).id
        perform(.edit(id))
        type("a, c, old", in: .tags)
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        let theirs = BookAction.edit(.entry, id, .entry(tags: ["a", "b", "theirs"]))
        let later = Timestamp(milliseconds: world.now().milliseconds + 1_000)
        let registers = try theirs.registers(
            in: app.state.book, clock: &clock, now: later, using: &random
        ).get()
        dispatch(
            .outside(
                .pullAnswered(
                    PullPage(epoch: 1, serverTime: world.now(), cursor: 5, hasMore: false, registers: registers))))
        #expect(entries.first?.tags == ["a", "b", "theirs"])
        perform(.save)
        #expect(entries.first?.tags == ["a", "c", "theirs"])
    }

    @Test("What is sorted gives the focus to the entry beside it")
    func sortedAway() throws {
        for line in ["1 one", "2 two", "3 three"] { record(line) }
        for entry in entries { perform(.sort(entry.id, .unsorted)) }
        perform(.filter(.kinds([.unsorted])))
        let shown = app.state.entries.days.flatMap { $0.entries }
        try #require(shown.count == 3)
        var focused: String? { effects.compactMap { if case .focus(let id, _) = $0 { id } else { nil } }.last }
        app.dispatch(.money(.sort(shown[1].id, .expense)))
        #expect(focused == "open-" + shown[2].id.text)
        perform(.edit(shown[2].id))
        dispatch(.entry(.kind(.expense)))
        app.dispatch(.money(.save))
        #expect(focused == "open-" + shown[0].id.text)
    }

    @Test(
        "What can be taken of an entry's form is written when one goes back or the page is left",
        arguments: ["amount", "currency", "day"])
    func goodPart(_ field: String) throws {
        record("-12 EUR lunch #food")
        let id = try #require(entries.first).id
        let bad = try #require(FormField(rawValue: field))
        for outside in [OutsideEvent.visible(false), .visible(false), .visited("#/money")] {
            perform(.edit(id))
            type("12,3,4", in: bad)
            if bad == .currency { type("13", in: .amount) }
            type("dinner", in: .note)
            dispatch(.outside(outside))
            #expect(entries.first?.note == "dinner" && entries.first?.amount?.text == "12.00 EUR")
            #expect(app.state.navigation.route == .list || html.contains("value=\"12,3,4\""))
        }
        #expect(app.state.navigation.route == .list && app.state.notices.shown != nil)
        #expect(app.state.history.undo.count == 2)
    }

    @Test("A link to an entry shows it also in a browser that has yet to get the book, and says if it is gone")
    func link() throws {
        let id = EntityID(high: 1, low: 2)
        let draft = Changes.entry(
            kind: .expense, amount: try Amount("5", usual: try #require(Currency("USD"))), day: today, note: "lunch")
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        let registers = try BookAction.add(.entry, id, draft).registers(
            in: ItemsInMemory(), clock: &clock, now: world.now(), using: &random
        ).get()
        let other = Register(EntityID(high: 3, low: 4), .title, clock.tick(now: world.now()), Array("a".utf8))
        for found in [true, false] {
            let app = App(State(node: 7), world: world) { _ in }
            app.dispatch(.outside(.visited("#/money/" + id.text)))
            app.dispatch(.outside(.loaded([], SyncClient.Progress())))
            for (cursor, registers) in [(UInt64(4), [other]), (5, found ? registers : [])] {
                app.dispatch(
                    .outside(
                        .pullAnswered(
                            PullPage(
                                epoch: 1, serverTime: world.now(), cursor: cursor, hasMore: cursor == 4,
                                registers: registers))))
            }
            #expect(app.state.navigation.route == (found ? .entry(id) : .list))
            #expect(app.state.entry.form?[.note] == (found ? "lunch" : nil))
            #expect(app.state.notices.shown == (found ? nil : .problem(.item(.notFound(.entry, id)))))
            app.dispatch(.outside(.visited("#/")))
            app.dispatch(.screen(.hideNotice))
            app.dispatch(.outside(.visited("#/money/" + id.text)))
            #expect(app.state.navigation.route == (found ? .entry(id) : .list))
            #expect(app.state.notices.shown == (found ? nil : .problem(.item(.notFound(.entry, id)))))
        }
    }

    @Test("The sheet of shortcuts names what the keys do on the side that is shown")
    func shortcuts() {
        dispatch(.screen(.openShortcuts))
        #expect(html.contains("<dd>New entry</dd>") && !html.contains("to-do</dd>"))
        dispatch(.screen(.closeOverlay))
        perform(.show(false))
        dispatch(.screen(.openShortcuts))
        #expect(html.contains("<dd>New to-do</dd>") && !html.contains("entry</dd>"))
    }

    @Test(
        "004.18 A press without a pointer starts a recording and another ends it, also after a hold that no click followed"
    )
    func pressedVoice() throws {
        let person = Person()
        person.dispatch(.money(.show(true)))
        let hold = "Hold to record a voice note, or press Space"
        let listening = "Recording; let go or press again to keep it"
        for _ in 0..<2 {
            try person.tap(hold, .withoutPointer)
            #expect(person.state.record.voice == .asked)
            person.dispatch(.outside(.listening))
            try person.tap(listening, .withoutPointer)
            #expect(person.state.record.voice == .ended(nil))
            person.dispatch(.outside(.recorded([])))
            try person.hold(hold)
            person.dispatch(.outside(.recorded([])))
            #expect(person.state.record.voice == .none)
        }
        try person.hold(hold)
        person.dispatch(.outside(.recorded([])))
        // The click that ends a hold.
        try person.tap(hold)
        #expect(person.state.record.voice == .none)
    }

    @Test("004.18 A click by a key presses the microphone, and a key that is held down presses it no more than once")
    func clickedVoice() throws {
        let person = Person()
        person.dispatch(.money(.show(true)))
        let microphone = try #require(person.screen.element).all(class: "mic").first
        let name = try #require(microphone?[.ariaLabel])
        for key in ["Enter", " "] {
            #expect(try person.takes(key, on: name, modifiers: .repeated) && !person.takes(key, on: name))
            try person.press(key, on: name, modifiers: .repeated)
            #expect(person.state.record.voice == .none)
        }
        try person.tap(name, .withoutPointer)
        #expect(person.state.record.voice == .asked)
    }

    @Test(
        "004.17 What is no amount is said at the field, and nothing is stored or lost",
        arguments: [
            "1,23,4 lunch", "+1e400", "１２ lunch", "1234567890123456789", "lunch",
        ])
    func badLine(_ line: String) {
        record(line)
        #expect(html.contains("class=\"problem\""))
        #expect(app.state.record.line == line)
        #expect(entries.isEmpty)
        #expect(html.contains("value=\"\(line)\""))
    }

    @Test("004.1 004.21 Entries stand under their local day, the newest first, with totals without what is to sort")
    func list() throws {
        record("-12.50 lunch")
        record("99 USD unclear")
        perform(.sort(try #require(entries.first).id, .unsorted))
        record("-3 EUR tea")
        record("+30000 salary")
        #expect(entries.map(\.day) == [today, today, today, today])
        let names = html.split(separator: "class=\"name\">").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(names == ["salary", "tea", "unclear", "lunch"])
        #expect(
            html.contains(
                "<h2>Today</h2><span class=\"totals\">+30,000.00\u{A0}USD  −3.00\u{A0}EUR  −12.50\u{A0}USD</span>"))
    }

    @Test("004.21 Each day is a section of its own")
    func days() throws {
        for day in ["2026-09-19", "2026-09-21", "2026-09-20"] {
            perform(.edit(nil))
            type("5", in: .amount)
            type(day, in: .day)
            perform(.save)
        }
        #expect(app.state.entries.days.map(\.day.text) == ["2026-09-21", "2026-09-20", "2026-09-19"])
        #expect(html.contains("<h2>Yesterday</h2>") && html.contains("<h2>Sat, Sep 19</h2>"))
        // A hundred days are no hundred regions of the page.
        #expect(!html.contains("<section aria-label=\"Sep"))
    }

    @Test("004.2 Sorting a quick record gives it its kind, and counts it")
    func sort() throws {
        record("12 lunch")
        let entry = try #require(entries.first)
        perform(.sort(entry.id, .unsorted))
        #expect(app.state.entries.days.first?.totals.isEmpty == true)
        perform(.sort(entry.id, .expense))
        #expect(entries.first?.kind == .expense)
        dispatch(.screen(.openMenu(entry.id, x: 0, y: 0)))
        #expect(html.contains(">Mark as income<") && html.contains(">Sort later<"))
        dispatch(.screen(.closeOverlay))
        #expect(html.contains("−12.00 USD</span>"))
    }

    @Test("The list is filtered by kind, text, tags and days")
    func filter() throws {
        record("-1 tea #food #drink")
        record("-2 bread #food")
        record("+3 gift #family")
        dispatch(.screen(.hideNotice))
        func shown(_ changes: FilterChange...) -> [String] {
            let none: [FilterChange] = [.kinds([]), .text(""), .matching(.any), .from(nil), .through(nil)]
            for change in app.state.entries.filter.tags.map({ .tag($0) }) + none + changes { perform(.filter(change)) }
            return app.state.entries.days.flatMap(\.entries).map(\.note)
        }
        #expect(shown(.kinds([.income])) == ["gift"])
        #expect(shown(.text("BREAD")) == ["bread"])
        #expect(html.contains(" class=\"notice quiet\"><p>1 found"))
        #expect(shown(.tag("drink"), .tag("family")) == ["gift", "tea"])
        #expect(shown(.tag("drink"), .tag("food"), .matching(.all)) == ["tea"])
        #expect(shown(.tag("drink"), .tag("drink"), .from(today)).count == 3)
        #expect(shown(.through(today.adding(days: -1))) == [])
        #expect(html.contains("Nothing matches"))
        #expect(shown(.text("milk")) == [])
        #expect(html.contains("No results for “milk”"))
    }

    @Test("Tags and days that are hidden filter nothing; kind and text, which are seen, do") func hiddenFilters() {
        perform(.toggleFilters)
        for change in [FilterChange.kinds([.expense]), .text("tea"), .tag("food"), .from(today), .through(today)] {
            perform(.filter(change))
        }
        perform(.toggleFilters)
        #expect(app.state.entries.filter == EntryFilter(kinds: [.expense], text: "tea"))
    }

    @Test("A second tag brings its question in a group of its own, so that the tags stay where they are")
    func tagPlaces() throws {
        record("-1 tea #a #b")
        perform(.toggleFilters)
        perform(.filter(.tag("a")))
        #expect(!html.contains("All of them"))
        perform(.filter(.tag("b")))
        #expect(html.contains(">#b</button></div><div class=\"filters tags\""))
        #expect(html.contains(">All of them</button></div><div class=\"days-tool\">"))
    }

    @Test("A row's title is described by its amount, which is no part of the button")
    func describedByAmount() throws {
        record("-1 tea")
        let id = try #require(entries.first).id.text
        #expect(html.contains("aria-describedby=\"amount-\(id)\""))
        #expect(html.contains("<span class=\"amount\" id=\"amount-\(id)\">−1.00 USD</span>"))
    }

    @Test("004.3 004.19 The form changes every field, and only what was changed")
    func form() throws {
        record("12 lunch #food")
        let id = try #require(entries.first?.id)
        perform(.edit(id))
        dispatch(.entry(.kind(.expense)))
        type("1,234.5", in: .amount)
        type("eur", in: .currency)
        type("2026-02-28", in: .day)
        type("Rome", in: .place)
        type("food, #work、trip", in: .tags)
        perform(.save)
        let entry = try #require(entries.first)
        #expect(entry.amount?.text == "1234.50 EUR" && entry.kind == .expense && entry.day.text == "2026-02-28")
        #expect(entry.place == "Rome" && entry.note == "lunch" && entry.tags == ["food", "trip", "work"])
        #expect(app.state.navigation.route == .list)
    }

    @Test(
        "004.17 Bad input is shown at its field, and the form keeps what was typed",
        arguments: [
            ("amount", "NaN", "isn&#39;t a valid amount"), ("amount", "1,23,4", "comma"),
            ("amount", "１２", "digits other"),
            ("amount", "", "There is no amount"), ("currency", "XYZ", "isn&#39;t a valid currency"),
            ("day", "2026-02-30", "isn&#39;t a valid date"),
            ("tags", "a#b", "isn&#39;t a valid tag"),
        ])
    func badForm(_ field: String, _ text: String, _ message: String) throws {
        record("-12 lunch")
        let before = entries
        perform(.edit(try #require(before.first).id))
        type("kept", in: .note)
        type(text, in: try #require(FormField(rawValue: field)))
        perform(.save)
        let problem = try #require(html.split(separator: "id=\"entry-\(field)-problem\"").last?.prefix(200))
        #expect(problem.contains(message), "\(problem)")
        #expect(entries == before)
        #expect(app.state.entry.form?[.note] == "kept")
    }

    @Test("Undo takes back an added entry with its tags, a change and a deletion; redo does them again")
    func undo() throws {
        record("-12 lunch #food")
        let added = entries
        dispatch(.item(.undo))
        #expect(entries.isEmpty)
        dispatch(.item(.redo))
        #expect(entries == added)
        let id = try #require(added.first).id
        perform(.edit(id))
        type("work", in: .tags)
        perform(.save)
        #expect(entries.first?.tags == ["work"])
        dispatch(.item(.undo))
        #expect(entries.first?.tags == ["food"])
        dispatch(.item(.redo))
        #expect(entries.first?.tags == ["work"])
        perform(.delete(id))
        #expect(entries.isEmpty)
        dispatch(.item(.undo))
        #expect(entries.map(\.note) == ["lunch"])
    }

    @Test("A change of an entry that can't be stored is taken back, its tags too")
    func notStored() throws {
        record("-12 lunch #food")
        let before = entries
        perform(.edit(try #require(before.first).id))
        type("work", in: .tags)
        type("other", in: .note)
        app.dispatch(.money(.save))
        for case .store(let token, _) in effects { app.dispatch(.outside(.notStored(token, "disk full"))) }
        #expect(entries == before)
    }

    @Test("004.23 The chart goes to today where nothing came in or went out since") func chartToToday() throws {
        perform(.edit(nil))
        type("6", in: .amount)
        type("2026-09-01", in: .day)
        perform(.save)
        dispatch(.report(.open))
        dispatch(.report(.period(.day)))
        #expect(html.contains("<span>Sep 1, 2026</span><span>Sep 21, 2026</span>"))
    }

    @Test("004.23 The chart goes from the first entry to today, by day, week or month, a scale for each currency")
    func chart() throws {
        record("-12 lunch #food")
        perform(.edit(nil))
        type("6", in: .amount)
        type("2026-09-01", in: .day)
        perform(.save)
        dispatch(.report(.open))
        dispatch(.report(.period(.day)))
        // 21 days of 47 units. The larger is as high as the chart, the smaller half as high.
        #expect(html.contains("viewBox=\"0 0 987 200\"") && html.contains("d=\"M23 101v48M963 101v96\""))
        #expect(html.contains("<span>Sep 1, 2026</span><span>Sep 21, 2026</span>"))
        #expect(
            html.contains("<p aria-hidden=\"true\"><span>12.00</span></p><svg")
                && html.contains("d=\"M0 4h987M0 100h987\""))
        dispatch(.report(.period(.week)))
        // 4 weeks of 250 units.
        #expect(html.contains("viewBox=\"0 0 1000 200\"") && html.contains("d=\"M125 101v48M875 101v96\""))
        #expect(html.contains(">Aug 31, 2026</button></th>"))
        dispatch(.report(.period(.month)))
        #expect(app.state.report.sums.figures.periods.count == 1)
        #expect(html.contains(">Sep 2026</button></th><td></td><td>18.00</td><td>−18.00</td>"))
        #expect(html.contains("<p aria-hidden=\"true\"><span>Sep 2026</span></p>"))
        perform(.filter(.tag("food")))
        #expect(html.contains(">Sep 2026</button></th><td></td><td>12.00</td><td>−12.00</td>"))
        #expect(!html.contains("<td>18.00</td>"))
        record("+5 EUR")
        // What was recorded is to be seen, whatever the filter.
        #expect(html.split(separator: "<path class=\"income\"").count == 5)
    }

    @Test("004.23 The table below the chart begins with the newest") func newestFirst() {
        record("-12 lunch")
        perform(.edit(nil))
        type("6", in: .amount)
        type("2026-09-01", in: .day)
        perform(.save)
        dispatch(.report(.open))
        dispatch(.report(.period(.day)))
        let days = html.split(separator: "<th scope=\"row\">").dropFirst().prefix(2).map {
            $0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
        }
        #expect(days == ["Sep 21, 2026", "Sep 1, 2026"])
    }

    @Test("A day that is wrong by a century leaves each bar of the chart at its place, and to be seen")
    func wrongDay() throws {
        for day in ["1926-09-21", "2026-09-11"] {
            perform(.edit(nil))
            type("6", in: .amount)
            type(day, in: .day)
            perform(.save)
        }
        dispatch(.report(.open))
        dispatch(.report(.range(app.state.wholeRange)))
        dispatch(.report(.period(.day)))
        // 36,525 days lie between the first and today, 10 between the second and today.
        #expect(html.contains("viewBox=\"0 0 109578 200\"") && html.contains("d=\"M1 101v96M109546 101v96\""))
        #expect(html.contains("<span>Sep 21, 1926</span><span>Sep 21, 2026</span>"))
        // In a chart 300 pixels wide, a pixel.
        #expect(html.contains("stroke-width=\"365\""))
    }

    @Test("A to-do that carries money is upcoming until it is checked, which books it today, and undo takes that back")
    func upcoming() throws {
        dispatch(
            .item(
                .create(
                    Changes.todo(
                        title: "Pay rent", amount: try Amount("15000 TWD", usual: Currency("TWD")!),
                        due: CivilDate("2026-10-01")))))
        #expect(html.contains("Upcoming</h2><span class=\"count\">1</span>"))
        #expect(html.contains("Pay rent") && html.contains("−15,000 TWD"))
        let amount = try Amount("1 TWD", usual: #require(Currency("TWD")))
        dispatch(.item(.createAll((1...50).map { .todo(title: "Bill \($0)", amount: amount) })))
        #expect(html.contains("Upcoming</h2><span class=\"count\">51</span>"), "more than is shown there")
        dispatch(.item(.undo))
        let id = try #require(app.state.incomplete.first).id
        // 2026-09-21 21:13 UTC is the 22nd in Taipei.
        time.clock += 7 * 3_600_000
        dispatch(.item(.toggle(id)))
        #expect(!html.contains("heading-upcoming"))
        #expect(entries.map(\.day.text) == ["2026-09-22"])
        dispatch(.item(.undo))
        #expect(entries.isEmpty)
        #expect(html.contains("heading-upcoming"))
    }

    @Test("Who opens a plan among the money, checks it and goes back stays on that side with the focus")
    func checkedPlan() throws {
        perform(.show(true))
        let amount = try Amount("1 TWD", usual: #require(Currency("TWD")))
        dispatch(.item(.create(.todo(title: "Bill", amount: amount))))
        let id = try #require(app.state.incomplete.first).id
        for (isChecked, place) in [(false, "open-" + id.text), (true, "place-money")] {
            dispatch(.screen(.details(id)))
            if isChecked { dispatch(.item(.toggle(id))) }
            app.dispatch(.screen(.back))
            let focused = effects.compactMap { if case .focus(let id, _) = $0 { id } else { nil } }.last
            #expect(focused == place)
        }
    }

    @Test("What is upcoming isn't shown where entries are looked for") func upcomingFiltered() throws {
        let amount = try Amount("5 EUR", usual: #require(Currency("EUR")))
        dispatch(.item(.create(.todo(title: "Pay rent", amount: amount))))
        for (text, isShown) in [("rent", false), ("", true)] {
            perform(.filter(.text(text)))
            #expect(html.contains("heading-upcoming") == isShown)
        }
    }

    @Test("Undo and redo lead through what was booked each time a to-do was finished")
    func bookedAgain() throws {
        func booked() -> [String] { entries.map { "\($0.amount?.number ?? "") \($0.note)" } }
        dispatch(.item(.create(.todo(title: "Apple", amount: try Amount("14 EUR", usual: Currency("EUR")!)))))
        var todo = try #require(app.state.incomplete.first)
        dispatch(.item(.toggle(todo.id)))
        #expect(booked() == ["14.00 Apple"])
        dispatch(.item(.toggle(todo.id)))
        todo = try #require(app.state.item(todo.id))
        todo.title = "Bread"
        todo.amount = try Amount("35 EUR", usual: Currency("EUR")!)
        dispatch(.item(.update(todo)))
        dispatch(.item(.toggle(todo.id)))
        let steps = [["14.00 Apple"], [], [], ["35.00 Bread"]]
        for _ in 0..<2 {
            #expect(booked() == steps[3])
            for step in steps.dropLast().reversed() {
                dispatch(.item(.undo))
                #expect(booked() == step)
            }
            for step in steps.dropFirst() {
                dispatch(.item(.redo))
                #expect(booked() == step)
            }
        }
    }

    @Test("A long list keeps only the rows in sight in the document")
    func longList() throws {
        for number in 0..<300 { record("-\(number + 1) n\(number)") }
        #expect(html.split(separator: "class=\"row entry").count < 60)
        dispatch(.todos(.scrolled(offset: 150 * 44, height: 700)))
        #expect(html.contains(">n150<") && !html.contains(">n299<") && !html.contains(">n0<"))
    }

    @Test("No text of an entry is ever markup") func escaping() {
        record("-1 <b>x</b> #<i> @\"q\"")
        #expect(html.contains("&lt;b&gt;x&lt;/b&gt;") && !html.contains("<b>") && !html.contains("<i>"))
    }

    @Test("The microphone is heard no longer than its button is there")
    func voiceOnAnotherScreen() {
        let ways: [Action] = [
            .outside(.visited("#")), .money(.show(false)), .money(.edit(nil)),
        ]
        for way in ways {
            dispatch(.money(.show(true)))
            dispatch(.record(.hold(true)))
            dispatch(.outside(.listening))
            app.dispatch(way)
            #expect(effects.contains(.listen(false)))
            dispatch(.outside(.notRecorded("")))
            dispatch(.screen(.cancel))
        }
    }

    @Test("004.18 A recording becomes an entry to sort once it is stored, with what the line says")
    func voice() throws {
        dispatch(.record(.hold(true)))
        dispatch(.outside(.listening))
        #expect(html.contains("aria-pressed=\"true\"") && html.contains("let go or press again"))
        dispatch(.record(.type("12 lunch")))
        dispatch(.record(.hold(false)))
        let bytes: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + Array(repeating: 7, count: 500)
        app.dispatch(.outside(.recorded(bytes)))
        #expect(effects.contains(.keep(try Recording(bytes))))
        #expect(entries.isEmpty)
        dispatch(.outside(.kept))
        #expect(entries.first?.voice == Digest(of: bytes) && entries.first?.note == "lunch")
        #expect(html.contains("class=\"icon play\"") && app.state.record.line == "")
        #expect(html.contains("aria-label=\"Play: lunch\""))
        perform(.play(Digest(of: bytes)))
        // No entry can be made of the second line.
        for (line, note, rest) in [
            ("with Ana", "with Ana", ""), ("spent with Ana", "with Ana", ""),
            ("5 x #" + String(repeating: "t", count: 201), "", "5 x"),
        ] {
            dispatch(.record(.type(line)))
            dispatch(.record(.hold(true)))
            dispatch(.record(.hold(false)))
            app.dispatch(.outside(.recorded(bytes)))
            dispatch(.outside(.kept))
            let entry = try #require(entries.max { $0.createdAt < $1.createdAt })
            #expect(entry.voice == Digest(of: bytes) && entry.note == note)
            #expect(entry.kind == .unsorted && entry.amount == nil)
            #expect(app.state.record.line.hasPrefix(rest) && app.state.record.line.isEmpty == rest.isEmpty)
        }
    }

    @Test("A recording that is stored after one turned to the to-dos leaves their list where it is")
    func voiceFromElsewhere() throws {
        dispatch(.record(.hold(true)))
        dispatch(.outside(.listening))
        perform(.show(false))
        dispatch(.todos(.scrolled(offset: 500, height: 600)))
        app.dispatch(.outside(.recorded([0x1A, 0x45, 0xDF, 0xA3] + Array(repeating: 7, count: 500))))
        app.dispatch(.outside(.kept))
        #expect(!effects.contains(.scroll(0)) && app.state.navigation.window.scroll == 500)
        #expect(entries.count == 1)
    }

    @Test("004.18 What is no recording, is over 10 MiB or can't be stored is refused clearly, and nothing is stored")
    func badVoice() throws {
        let large: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + Array(repeating: 0, count: Recording.greatestSize)
        for (event, message) in [
            (OutsideEvent.recorded(Array("<html>".utf8)), "Hold the button"), (.recorded([]), "Hold the button"),
            (.recorded(large), "over 10 MB"), (.notRecorded("Permission denied"), "Permission denied"),
        ] {
            dispatch(.record(.hold(true)))
            dispatch(.record(.hold(false)))
            dispatch(.outside(event))
            #expect(html.contains(message) && html.contains("notice problem"))
            #expect(entries.isEmpty && app.state.record.voice == .none)
        }
        dispatch(.record(.hold(true)))
        dispatch(.record(.hold(false)))
        dispatch(.outside(.recorded([0x1A, 0x45, 0xDF, 0xA3])))
        dispatch(.outside(.notKept("disk full")))
        #expect(entries.isEmpty && html.contains("disk full"))
    }

    @Test("An amount that is none stays in the detail of a to-do, is said there, and is not stored")
    func badPlan() throws {
        dispatch(.item(.create(.todo(title: "Rent"))))
        let id = try #require(app.state.incomplete.first?.id)
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.amount, "1,2,3")))
        dispatch(.editing(.commitDetail))
        #expect(html.contains("detail-amount-problem") && html.contains("value=\"1,2,3\""))
        #expect(app.state.item(id)?.amount == nil)
        dispatch(.editing(.field(.amount, "500 EUR")))
        dispatch(.editing(.field(.day, "2026-12-01")))
        dispatch(.screen(.back))
        #expect(app.state.item(id)?.amount?.text == "500.00 EUR")
        #expect(app.state.item(id)?.due?.text == "2026-12-01")
    }

    @Test("A day that is none is refused in the form of a to-do, which stays to be mended") func badDay() {
        perform(.show(false))
        dispatch(.screen(.openForm))
        type("Rent", in: .title)
        type("2026-02-30", in: .day)
        dispatch(.screen(.saveForm))
        #expect(app.state.notices.shown == .problem(.item(.badDay("2026-02-30"))))
        #expect(
            app.state.allCount == 0 && app.state.navigation.route == .form
                && app.state.editing.plan[.day] == "2026-02-30"
        )
    }
}
