@testable import DaybookApp
import DaybookCore
import Testing

/// What the server gives.
private func page(_ registers: [Register]) -> PullPage {
    PullPage(
        epoch: 1, serverTime: Timestamp(milliseconds: 1_790_000_900_000), cursor: 1, hasMore: false,
        registers: registers)
}

/// Another device finished it just now.
private func changed(_ id: EntityID) -> Register {
    let time = Timestamp(milliseconds: 1_790_000_900_000)
    return Register(id, .completedAt, Stamp(clock: UInt64(time.milliseconds) << 16, node: 9), time.bytes)
}

/// A walk through all screens, on which everything is said that the app can say. What the person writes is made of x.
func walk(in language: Language, _ look: (Person, Action) throws -> Void) throws {
    let person = Person(width: 1_440, host: "localhost")
    func go(_ actions: Action...) throws {
        for action in actions {
            person.dispatch(action)
            try look(person, action)
            switch action {
            case .screen(.details), .screen(.openForm):
                for part in DetailPart.allCases {
                    person.dispatch(.editing(.open(part)))
                    try look(person, action)
                }
            default: break
            }
        }
    }
    func type(_ fields: (FormField, String)...) throws {
        for (field, text) in fields { try go(.editing(.field(field, text))) }
    }
    let long = String(repeating: "x", count: 70_000)
    let gone = EntityID(high: 1, low: 1).text
    let absent = Language(
        tag: "x", name: "x", usualCurrency: "USD", speaks: { _ in false }, form: { _ in 0 }, lines: [])
    try go(.settings(.setLanguage(language)), .todos(.search("")), .settings(.setLanguage(absent)))
    try go(.outside(.texts(nil, of: "x")), .settings(.setLanguage(language)))

    // What sync has to say.
    try go(.money(.show(true)), .report(.open), .money(.show(false)), .sync(.openSync))
    try go(.outside(.pullAnswered(page([]))))
    let failures: [SyncClient.Failure] =
        [.offline, .signedOut, .clocksDiffer, .unreadable, .status(500), .refused]
        + ServerReason.allCases.map { .unable($0) }
    for failure in failures { try go(.outside(.pullFailed(failure))) }
    try go(.screen(.closeOverlay), .outside(.pullFailed(.offline)))

    // Dialogs. There is nothing yet.
    try go(
        .screen(.openSettings), .settings(.show(.data)), .settings(.show(.devices)), .settings(.show(.about)),
        .settings(.show(.money)), .money(.currency("x")), .search(.open("")), .search(.type("zz")),
        .screen(.closeOverlay),
        .screen(.openShortcuts),
        .screen(.closeOverlay))
    for filter in Filter.allCases { try go(.todos(.setFilter(filter))) }
    try go(
        .todos(.setFilter(.all)), .todos(.search("xx")), .todos(.search("")), .money(.show(true)), .money(.show(false)))

    // To-dos.
    try go(.screen(.openForm))
    for (field, text) in [(FormField.title, "x"), (.amount, "5 EUR"), (.day, "2026-02-30"), (.day, "2026-02-28")] {
        try go(.editing(.field(field, text)), .screen(.saveForm))
    }
    try go(
        .todos(.typeNew("x")), .todos(.addNew), .todos(.typeNew(" ")), .todos(.addNew), .todos(.typeNew(long)),
        .todos(.addNew), .todos(.typeNew("")))
    for line in ["x tomorrow daily until 1 nov 5 EUR", "x 9:30 daily for 5 times"] {
        try go(.todos(.typeNew(line)), .todos(.takeLiterally("tomorrow")), .todos(.typeNew("")))
    }
    // What repeats.
    try go(.item(.create(.todo(title: "x", due: CivilDate("2028-02-29")))))
    let series = try #require(person.state.incomplete.first).id
    try go(.screen(.details(series)), .editing(.open(.repeats)))
    for rule in [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2;COUNT=5", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20300101",
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1TU", "FREQ=YEARLY",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "FREQ=DAILY;COUNT=1",
        "FREQ=MONTHLY;BYMONTHDAY=-2,-3", "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "FREQ=MONTHLY;BYDAY=MO,WE;BYSETPOS=1",
        "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYDAY=20MO",
    ] {
        for mode in [RepeatMode.every, .afterDone] {
            try go(.item(.set(series, .repeats, .repeats(Repeat(rule, mode, anchor: CivilDate(daysSince1970: 0))))))
        }
    }
    try go(
        .item(
            .set(
                series, .repeats,
                .repeats(Repeat("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .every, anchor: CivilDate(daysSince1970: 0))))))
    try go(
        .item(.set(series, .repeats, .repeats(Repeat("FREQ=DAILY", .every, anchor: CivilDate(daysSince1970: 0))))),
        .item(.skip(series)))
    for _ in 0..<2 { try go(.item(.toggle(series))) }
    if let past = person.state.completed.last { try go(.item(.toggle(past.id))) }
    try go(.item(.set(series, .repeats, .nothing)), .item(.skip(series)), .item(.delete(series)))
    try go(.item(.create(.todo(title: "x", due: CivilDate("2000-01-01")))))
    let missed = try #require(person.state.incomplete.first).id
    try go(
        .item(.set(missed, .repeats, .repeats(Repeat("FREQ=DAILY", .passing, anchor: CivilDate(daysSince1970: 0))))),
        .item(.delete(missed)))
    let amount = try Amount("5 EUR", usual: #require(Currency("EUR")))
    try go(
        .item(
            .createAll(
                (0..<5).map { _ in Changes.todo(title: "x", amount: amount, due: CivilDate("2026-10-01")) })))
    let ids = person.state.incomplete.map(\.id)
    try #require(ids.count == 7)
    try go(
        .money(.show(true)), .money(.toggleUpcoming), .money(.toggleUpcoming), .money(.filter(.text("x"))),
        .money(.filter(.text(""))), .money(.show(false)))
    for filter in Filter.allCases { try go(.todos(.setFilter(filter))) }
    try go(
        .todos(.search("z")), .todos(.search("x")), .todos(.search("")), .todos(.setFilter(.all)),
        .item(.toggle(ids[0])), .item(.undo), .item(.redo), .item(.toggle(ids[0])), .item(.toggle(ids[0])),
        .item(.moveBy(ids[1], 1)), .item(.toggle(ids[5])), .item(.toggle(ids[5])), .item(.delete(ids[0])),
        .item(.undo), .item(.redo), .screen(.openMenu(ids[1], x: 0, y: 0)), .screen(.closeOverlay),
        .item(.makeTemplate(ids[1])))
    let template = try #require(person.state.book.things(of: .template).first).id
    try go(
        .form(.open(.template, template)), .screen(.closeOverlay), .form(.delete(.template, template)),
        .item(.set(ids[1], .tag, .texts(["x"]))), .screen(.details(ids[1])),
        .editing(.field(.amount, "1,2,3")), .editing(.commitDetail),
        .editing(.field(.amount, "")), .editing(.field(.notes, "https://x.xx")), .editing(.commitDetail),
        .editing(.field(.notes, long)), .editing(.commitDetail), .editing(.field(.notes, "")),
        .editing(.commitDetail), .item(.toggle(ids[1])), .item(.toggle(ids[1])), .screen(.back))
    // Reminders.
    try go(
        .screen(.details(ids[1])), .editing(.open(.reminders)),
        .item(.set(ids[1], .reminders, .texts(["start-2h"]))), .item(.set(ids[1], .reminders, .texts(["-10m"]))),
        .item(.set(ids[1], .snoozedUntil, .time(Timestamp(milliseconds: 1_990_000_000_000)))),
        .item(.set(ids[1], .remindedUntil, .nothing)),
        .item(.set(ids[1], .snoozedUntil, .time(Timestamp(milliseconds: 1_790_000_000_000)))), .reminders(.dismiss),
        .screen(.back),
        .outside(.notNotifying("NotAllowedError:x")))
    // Subtasks.
    let below = try #require(person.state.visible.todo.last)
    try go(
        .subtasks(.indent(below)), .screen(.details(below)), .screen(.back), .subtasks(.outdent(below)),
        .subtasks(.indent(below)), .screen(.openMenu(below, x: 0, y: 0)), .screen(.closeOverlay))
    let above = try #require(person.state.book[below]?.parent)
    try go(.item(.toggle(above)), .screen(.closeOverlay), .subtasks(.outdent(below)))
    // Several at once, and a finger on a row.
    for part in DetailPart.allCases { try go(.screen(.change(.todos(part, ids[1]))), .screen(.closeOverlay)) }
    try go(
        .screen(.change(.todos(.due, ids[1]))), .selection(.words("x")), .selection(.take),
        .screen(.closeOverlay), .item(.change(ids[1], .tags("x"))), .gesture(.pressRow(ids[1], x: 9, y: 9)),
        .gesture(.move(x: 90, y: 9)), .gesture(.move(x: 190, y: 9)), .gesture(.cancel))
    // Lists.
    try go(.form(.open(.list, nil)), .form(.set(.title, .text("x"))), .form(.set(.colour, .choice(1))), .form(.save))
    let list = try #require(person.state.book.lists.first).id
    try go(
        .screen(.details(ids[1])), .screen(.back), .form(.open(.list, list)), .lists(.archive(list, true)),
        .form(.open(.list, nil)), .form(.open(.list, list)), .form(.delete(.list, list)),
        .form(.delete(.list, list)))
    // Filters.
    try go(
        .lists(.openPlaces(ofMoney: false)), .screen(.closeOverlay), .form(.open(.filter, nil)),
        .form(.set(.title, .text("x"))),
        .form(.set(.query, .text("x:z"))), .form(.save), .form(.set(.query, .text("list:z"))), .form(.save),
        .form(.set(.query, .text("due:z"))), .form(.save), .form(.set(.query, .text("due:any"))), .form(.save))
    let filter = try #require(person.state.book.filters.first).id
    try go(.form(.open(.filter, filter)), .form(.delete(.filter, filter)))
    try go(
        .selection(.start), .selection(.all), .item(.checkSelected), .item(.undo), .selection(.end),
        .todos(.pasteLines("x\nx\nx")), .todos(.acceptLines), .todos(.pasteLines("x\nx")), .screen(.closeOverlay),
        .item(.toggle(ids[2])), .outside(.pullAnswered(page([changed(ids[2])]))), .item(.undo),
        .outside(.visited("#/todo/" + gone)), .outside(.visited("#/money/" + gone)), .screen(.back))

    // Days: overdue, tomorrow, to be begun, and put on Today.
    func planned(_ field: Field, _ days: Int64) -> Changes {
        var draft = Changes.todo(title: "x")
        draft.values[field] = .day(person.state.today.adding(days: days))
        return draft
    }
    try go(
        .money(.show(false)),
        .item(.createAll([planned(.due, -3), planned(.due, 1), planned(.start, 3), planned(.todayDay, 0)])),
        .todos(.setFilter(.upcoming)), .todos(.showMonth(1)), .todos(.showMonth(-1)), .todos(.showMonth(0)),
        .todos(.setFilter(.today)))
    let put = try #require(person.state.visible.todo.last)
    try go(
        .screen(.openMenu(put, x: 0, y: 0)), .screen(.closeOverlay), .item(.toggle(put)), .item(.earlierToToday),
        .item(.earlierOff), .todos(.setFilter(.all)))

    // Money.
    try go(
        .money(.show(true)), .screen(.openShortcuts), .screen(.closeOverlay), .money(.toggleFilters),
        .record(.type("5 x")), .record(.type("1 250 EUR")), .record(.type("1,250 EUR")), .record(.type("x")),
        .record(.save), .record(.type("+5 x")), .record(.save), .record(.type("-5 x #x #xx @x")), .record(.save),
        .record(.type("5 x yesterday")), .record(.save), .record(.type("? 5 x")), .record(.save), .record(.type("")))
    try go(.report(.open), .report(.askDays))
    for months in [3, 12, 1] as [Int64] { try go(.report(.range(ReportRange(months, of: person.state.today)))) }
    for grouping in MoneySums.Grouping.allCases { try go(.report(.group(grouping))) }
    try go(.report(.kind(.income)), .report(.kind(.expense)), .report(.group(.category)))
    for period in ReportPeriod.allCases { try go(.report(.period(period))) }
    try go(.screen(.back), .money(.show(true)))
    for kind in EntryKind.allCases { try go(.money(.filter(.kinds([kind])))) }
    try go(
        .money(.filter(.kinds([]))), .money(.filter(.text("xxx"))), .money(.filter(.text(""))),
        .money(.filter(.tag("x"))), .money(.filter(.tag("xx"))), .money(.filter(.matching(.all))),
        .money(.filter(.through(CivilDate("2020-01-01")))), .money(.filter(.through(nil))), .money(.filter(.tag("x"))),
        .money(.filter(.tag("xx"))))
    for entry in person.state.book.entries.all where entry.amount != nil {
        try go(
            .gesture(.pressRow(entry.id, x: 300, y: 9)), .gesture(.move(x: 40, y: 9)), .gesture(.release),
            .gesture(.cancel))
    }

    // Voice notes, and what the browser can't do.
    try go(
        .record(.hold(true)), .outside(.listening), .outside(.recorded([])),
        .outside(.recorded([UInt8](repeating: 0, count: Recording.greatestSize + 1))),
        .record(.hold(true)), .outside(.recorded([0x1A, 0x45, 0xDF, 0xA3])), .outside(.notKept("x:x")),
        .record(.hold(true)), .outside(.recorded([0x1A, 0x45, 0xDF, 0xA3, 7])), .outside(.kept),
        .outside(.undelivered(3)), .sync(.openSync), .screen(.closeOverlay))
    let spoken = try #require(person.state.book.entries.all.first { $0.voice != nil }).id
    try go(.money(.edit(spoken)), .screen(.back))
    for name in [
        "QuotaExceededError", "NotAllowedError", "SecurityError", "NotFoundError", "NotSupportedError", "TimeoutError",
        "LockedError", "TypeError", "NetworkError",
    ] {
        try go(
            .outside(.notRecorded(name + ":x")), .outside(.notPlayed(name + ":x")), .outside(.notLoaded(name + ":x")))
    }
    try go(
        .outside(.notPlayed("HTTP:404")), .outside(.notPlayed("x:x")), .outside(.notRecorded("TooShortError:")),
        .screen(.hideNotice))

    // An entry.
    try go(.money(.edit(nil)), .entry(.kind(.unsorted)), .editing(.field(.amount, "5")), .money(.save))
    let entry = try #require(person.state.book.entries.all.first { $0.amount != nil && $0.tags.isEmpty }).id
    try go(.screen(.openMenu(entry, x: 0, y: 0)), .screen(.closeOverlay), .money(.edit(entry)))
    try type(
        (.tags, "x#x"), (.tags, (0...100).map { "\($0)" }.joined(separator: ",")), (.tags, ""), (.amount, ""),
        (.amount, "x"), (.amount, "1,2"), (.amount, "1 250"), (.amount, "１"), (.amount, "-1"),
        (.amount, "1234567890123456789"), (.day, "x"), (.day, "0026-01-01"), (.currency, "x"), (.currency, "EUR"),
        (.day, "2026-02-28"), (.amount, "5"), (.note, long))
    try go(.money(.save))
    try type((.note, "x"))
    try go(.money(.save), .money(.delete(entry)), .selection(.start), .selection(.all), .money(.sortSelected(.expense)))
    try go(.money(.deleteSelected), .money(.show(false)))
    try go(.money(.show(true)), .record(.type("5 EUR x")), .record(.save))
    let marked = try #require(person.state.book.entries.all.first).id
    try go(.selection(.toggle(marked, extends: false)))
    for part in EntryPart.allCases { try go(.screen(.change(.entries(part))), .screen(.closeOverlay)) }
    try go(
        .money(.makeRule), .screen(.closeOverlay), .screen(.closeOverlay), .selection(.end), .money(.delete(marked)),
        .money(.show(false)))

    // A correction.
    try go(.money(.show(true)))
    for _ in 0..<2 { try go(.record(.type("5 EUR x")), .record(.save)) }
    let alike = person.state.book.entries.all.prefix(2).map(\.id)
    try go(.money(.edit(alike[0])))
    try type((.tags, "xx"))
    try go(.money(.save), .money(.changeAlike(forGood: false)), .money(.delete(alike[0])), .money(.delete(alike[1])))

    // Parts.
    try go(.money(.show(true)), .record(.type("5 EUR x")), .record(.save))
    let whole = try #require(person.state.book.entries.all.first).id
    try go(
        .money(.edit(whole)), .entry(.part(.add)), .entry(.part(.type(0, .amount, "7"))), .money(.save),
        .entry(.part(.type(0, .amount, "x"))), .money(.save), .entry(.part(.type(0, .amount, "2"))),
        .entry(.part(.add)), .money(.save), .money(.delete(whole)), .money(.show(false)))

    // A reconciled row.
    try go(.money(.show(true)), .record(.type("5 EUR x")), .record(.save))
    let held = try #require(person.state.book.entries.all.first).id
    let stamp = Stamp(clock: UInt64(1_790_000_900_000) << 16, node: 9)
    try go(
        .outside(.pullAnswered(page(Register.statement(EntityID(high: 3, low: 3), of: held, stamp)))),
        .money(.edit(held)), .money(.sort(held, .income)), .screen(.closeOverlay), .money(.delete(held)),
        .account(.confirm), .money(.show(false)))

    // Payees.
    func form(_ name: String, _ others: String) throws {
        try go(
            .form(.open(.payee, nil)), .form(.set(.title, .text(name))), .form(.set(.payeeOf, .text(others))),
            .form(.save))
    }
    try go(.money(.show(true)), .account(.list(.rule)), .screen(.closeOverlay), .account(.list(.payee)))
    try form("x", "xx")
    try form("x", "")
    let payee = try #require(person.state.accounts.payees.payees.first).id
    try go(.form(.open(.payee, payee)), .account(.showPayee(person.state.accounts.payees.meaning(of: "x"))))
    try go(.account(.showPayee(nil)), .record(.type("5 EUR x")), .record(.save))
    let paid = try #require(person.state.book.entries.all.first).id
    try go(
        .money(.edit(paid)), .editing(.field(.payee, "z")), .editing(.field(.payee, "xx")), .entry(.payee("x")),
        .money(.save), .money(.delete(paid)), .form(.open(.payee, payee)), .form(.delete(.payee, payee)),
        .screen(.closeOverlay))
    var said = Changes.entry(kind: .expense, amount: amount, day: person.state.today)
    said[.rawText] = .text("x")
    said[.ruled] = .text("#x by " + EntityID(high: 6, low: 6).text)
    var rule = Changes()
    rule[.ruleText] = .text("x")
    let raw = EntityID(high: 5, low: 5)
    var (clock, random) = (HybridClock(node: 9), SystemRandomNumberGenerator())
    let registers = try BookAction.add(.entry, raw, said).registers(
        in: person.state.book, clock: &clock, now: Timestamp(milliseconds: 1_790_000_900_000), using: &random
    ).get()
    let ruling = try BookAction.add(.rule, EntityID(high: 6, low: 6), rule).registers(
        in: person.state.book, clock: &clock, now: Timestamp(milliseconds: 1_790_000_900_000), using: &random
    ).get()
    try go(
        .outside(.pullAnswered(page(registers + ruling))), .screen(.openMenu(raw, x: 0, y: 0)), .screen(.closeOverlay),
        .money(.edit(raw)), .money(.delete(raw)),
        .money(.show(false)))

    // Accounts and transfers.
    try go(.money(.show(true)), .form(.open(.account, nil)))
    for (name, opening) in [("x", "7 EUR"), ("xx", "-7 EUR"), ("xxx", "7 USD"), ("xxxx", "7 EUR")] {
        try go(
            .form(.open(.account, nil)), .form(.set(.title, .text(name))),
            .form(.set(.amount, .text(opening))),
            .form(.save))
    }
    let accounts = person.state.accounts.balances.map(\.account.id)
    try #require(accounts.count >= 4)
    let unmade = MoneyAccount.defaultID(of: try #require(Currency("EUR")))
    try go(
        .form(.open(.account, unmade)), .account(.moveAll(unmade, accounts[1])), .item(.undo),
        .settings(.show(.money)), .settings(.show(.general)),
        .screen(.closeOverlay), .money(.show(false)), .todos(.typeNew("x 5 EUR from xx")), .todos(.addNew),
        .todos(.typeNew("x 5 EUR from xx to xxxx")), .todos(.addNew))
    for todo in person.state.book.list.all where todo.account != nil {
        try go(.screen(.details(todo.id)), .screen(.back))
    }
    try go(.money(.show(true)))
    try go(
        .account(.close(accounts[3], true)), .account(.show(accounts[3])), .form(.open(.account, accounts[3])),
        .screen(.closeOverlay), .form(.open(.account, nil)), .screen(.closeOverlay), .account(.show(nil)),
        .lists(.openPlaces(ofMoney: true)), .screen(.closeOverlay), .form(.open(.account, accounts[0])),
        .form(.set(.amount, .text("7 USD"))), .form(.save), .form(.set(.accountKind, .choice(3))),
        .form(.set(.interest, .text("much"))), .form(.save), .screen(.closeOverlay),
        .form(.open(.transfer, nil)), .form(.set(.account, .entity(accounts[0]))),
        .form(.set(.toAccount, .entity(accounts[2]))), .form(.set(.amount, .text("5"))), .form(.save),
        .form(.set(.toAmount, .text("5"))), .form(.save))
    let transfer = try #require(person.state.entries.days.flatMap(\.transfers).first).transfer.id
    try go(
        .search(.open("eur")), .screen(.closeOverlay))
    try go(
        .screen(.openMenu(transfer, x: 0, y: 0)), .screen(.closeOverlay), .form(.open(.transfer, transfer)),
        .form(.set(.toDay, .text("2026-09-01"))), .form(.save), .form(.open(.transfer, transfer)),
        .form(.delete(.transfer, transfer)), .account(.show(accounts[0])), .record(.type("5 EUR x")), .record(.save),
        .account(.show(accounts[1])), .record(.type("+5 EUR x")), .record(.save), .report(.open), .screen(.back),
        .account(.show(nil)),
        .money(.edit(person.state.book.entries.all.first?.id)), .screen(.back))
    for entry in person.state.book.entries.all.prefix(2) {
        try go(.selection(.toggle(entry.id, extends: false)))
    }
    try go(.account(.join))
    let joined = try #require(person.state.entries.days.flatMap(\.transfers).first).transfer.id
    try go(
        .money(.filter(.from(CivilDate("2020-01-01")))), .money(.filter(.from(nil))),
        .form(.open(.transfer, joined)), .account(.part(joined)), .form(.delete(.account, accounts[0])),
        .money(.show(false)))

    // What was imported, and what may be transfers.
    let pairs = ImportAnswer("x", isOfEntries: true, writes: 2) {
        $0.append(.done, "x", id: "x")
        $0.append(.pair, "x", id: "x", value: "x")
    }.bytes
    let past = ImportAnswer("x") { $0.append(.past, "x", id: "x", detail: "x") }.bytes
    let refusal = ImportAnswer("x") { $0.append(.problem, "x") }.bytes
    try go(
        .importing(.list), .outside(.importAnswered(.list, 200, past)),
        .importing(.takeBack("x")), .outside(.importAnswered(.takeBack, 204, [])),
        .outside(.fileChosen("x", nil)), .outside(.importAnswered(.preview, 200, ImportAnswer("x", writes: 2).bytes)),
        .importing(.write), .outside(.importAnswered(.write, 201, pairs)), .importing(.join("x", "x")),
        .screen(.closeOverlay), .money(.show(false)))
    // Files.
    var answer = ImportAnswer("x", isOfEntries: true, writes: 2) {
        $0.append(.more, "x")
        $0.append(.question, "x")
        $0.append(.choice, "x", id: "x", value: "&x=1")
        $0.append(.sentence, "x")
        $0.append(.head, "x", id: "x", result: "x")
        $0.append(.row, "x", id: "1", value: "new", detail: "x", result: "x")
    }
    let told = answer.bytes
    answer.append(.done, "x", id: "x")
    let written = answer.bytes
    try go(
        .outside(.fileChosen("x", .tooLarge)), .outside(.fileChosen("x", .unreadable("x:x"))),
        .outside(.fileChosen("x", nil)), .outside(.importAnswered(.preview, 0, [])), .importing(.again),
        .outside(.importAnswered(.preview, 200, told)), .importing(.answer(key: "x", parameters: "&x=1")),
        .outside(.importAnswered(.preview, 200, refusal)), .importing(.again),
        .outside(.importAnswered(.preview, 200, told)), .importing(.write),
        .outside(.importAnswered(.write, 201, written)), .item(.undo),
        .outside(.importAnswered(.takeBack, 0, [])), .screen(.hideNotice), .money(.show(false)))

    // Files that nobody chose here, and devices.
    for origin in ["", "site", "x"] { try go(.outside(.fileShared("x", from: origin)), .screen(.closeOverlay)) }
    var devices = ImportAnswer()
    devices.append(.device, "x", id: "1", value: "1", number: 1_790_000_000_000)
    devices.append(.device, id: "2", number: 1_790_000_000_000)
    try go(
        .settings(.show(.devices)),
        .outside(.devicesAnswered(200, devices.bytes)),
        .outside(.devicesAnswered(0, [])), .screen(.closeOverlay))

    // What is deleted here and was changed elsewhere.
    try go(.item(.create(.todo(title: "x"))))
    let lost = try #require(person.state.incomplete.first).id
    let early = Register(lost, .notes, Stamp(clock: 1 << 16, node: 9), Array("x".utf8))
    try go(.item(.delete(lost)), .outside(.pullAnswered(page([early]))), .item(.bringBack), .item(.delete(lost)))

    // What costs money in a few days.
    let bill = Changes.todo(
        title: "x", amount: .some(try Amount("5 EUR", usual: try #require(Currency("EUR")))),
        due: .some(person.state.today.adding(days: 3)))
    try go(.item(.create(bill)), .todos(.setFilter(.today)), .todos(.setFilter(.all)))

    // What is deleted elsewhere while it is open here.
    try go(.item(.create(.todo(title: "x"))))
    let deleted = try #require(person.state.incomplete.first).id
    let late = Register(deleted, .deleted, Stamp(clock: 1_790_000_999_000 << 16, node: 9), [])
    try go(.screen(.details(deleted)), .outside(.pullAnswered(page([late]))), .screen(.hideNotice))

    // Rules.
    let rules = ImportAnswer("x", isOfEntries: true, writes: 2) {
        $0.append(.rule, "x", detail: "x")
        $0.append(.head, "x", id: "x", result: "x")
        $0.append(.row, "x", id: "x", value: "new", detail: "x", result: "x")
    }.bytes
    try go(
        .money(.show(true)), .account(.list(.rule)), .form(.open(.rule, nil)),
        .form(.set(RuleForm.Part.allCases[0].field, .text("x"))),
        .form(.set(RuleForm.Part.allCases[6].field, .text("x"))), .form(.turnRule), .form(.turnRule), .form(.turnRule),
        .form(.set(.ruleText, .text("x"))),
        .form(.save), .outside(.importAnswered(.preview, 0, [])), .form(.save),
        .outside(.importAnswered(.preview, 200, refusal)), .form(.save),
        .outside(.importAnswered(.preview, 200, rules)), .form(.save))
    let own = try #require(person.state.book.rules.first).id
    try go(
        .form(.open(.rule, own)), .form(.move(.rule, own, isDown: true)), .form(.delete(.rule, own)),
        .account(.applyRules), .outside(.importAnswered(.preview, 200, rules)), .form(.propose("x")),
        .screen(.closeOverlay), .screen(.closeOverlay), .money(.show(false)))

    // Statements: one of no rows, and one of more than are listed.
    try go(
        .money(.show(true)), .form(.open(.account, nil)), .form(.set(.title, .text("xz"))),
        .form(.set(.amount, .text("5 EUR"))), .form(.save))
    let statement = try #require(person.state.book.accounts.first { $0.name == "xz" }).id
    try go(
        .statement(.open(statement)), .statement(.set(.amount, "z")),
        .statement(.set(.amount, "5 TWD")), .statement(.set(.amount, "5")),
        .statement(.save), .screen(.closeOverlay))
    for _ in 0...300 { for action in [Action.record(.type("5 EUR x")), .record(.save)] { person.dispatch(action) } }
    try go(
        .statement(.open(statement)), .statement(.set(.amount, "7")),
        .statement(.tickAll(true)), .screen(.closeOverlay), .account(.show(nil)), .money(.show(false)))

    // Rates: none, one of a currency in itself, more than are listed, and one that is missing.
    try go(
        .money(.show(true)), .account(.list(.rate)), .screen(.closeOverlay), .record(.type("5 EUR x")), .record(.save),
        .record(.type("5 USD x")), .record(.save), .form(.open(.rate, nil)), .form(.set(.rateFrom, .text("USD"))),
        .form(.set(.rateTo, .text("USD"))), .form(.set(.rate, .text("2"))), .form(.save))
    for day in 1...201 {
        let text = CivilDate(daysSince1970: Int64(day)).text
        for action in [
            Action.form(.open(.rate, nil)), .form(.set(.day, .text(text))),
            .form(.set(.rateFrom, .text("EUR"))), .form(.set(.rateTo, .text("USD"))),
            .form(.set(.rate, .text("2"))), .form(.save),
        ] { person.dispatch(action) }
    }
    let rate = try #require(person.state.book.rates.values.first).id
    try go(
        .screen(.closeOverlay), .record(.type("5 TWD x")), .record(.save), .account(.list(.rate)),
        .form(.open(.rate, rate)), .form(.delete(.rate, rate)),
        .screen(.closeOverlay), .report(.open), .screen(.back), .money(.show(false)))

    // A browser that can't open its database.
    let blind = Person(width: 1_440, host: "x", isBlind: true)
    for action in [
        Action.settings(.setLanguage(language)), .outside(.pullFailed(.offline)), .outside(.woken(.takeOver)),
    ] {
        blind.dispatch(action)
        try look(blind, action)
    }

    // As those see it who look at the sample.
    let guest = Person(isSample: true)
    guest.dispatch(.settings(.setLanguage(language)))
    try look(guest, .ignore)
    // As other devices see it, and those who have accounts.
    let other = Person(width: 1_440, host: "x", hasAccount: true)
    for action in [
        Action.settings(.setLanguage(language)), .outside(.pullFailed(.offline)), .settings(.show(.devices)),
        .screen(.closeOverlay), .record(.type("5 x")),
        .record(.save), .todos(.setFilter(.unsynced)),
    ] {
        other.dispatch(action)
        try look(other, action)
    }
    try budget(person, go)
    try walkForecast(in: language, look)
    try walkDebts(in: language, look)
}

/// A walk through the budget, with a card and with money in two currencies.
private func budget(_ person: Person, _ go: (Action...) throws -> Void) throws {
    let pool = EntityID(high: 0, low: 0)
    let stamp = Stamp(clock: UInt64(1_790_000_900_000) << 16, node: 9)
    try go(.outside(.pullAnswered(page([Register(Settings.id, .budgetMode, stamp, [1])]))))
    let currency = person.state.usualCurrency
    let other = try #require(Currency(currency.code == "EUR" ? "USD" : "EUR"))
    let accounts = (1...3).map { EntityID(high: 77, low: $0) }
    for (index, id) in accounts.enumerated() {
        var account = Changes()
        account[.title] = .text("xz\(index)")
        account[.amount] = .amount(.zero(index == 1 ? other : currency))
        account[.accountKind] = .choice(index == 2 ? 2 : 0)
        try go(.perform([.add(.account, id, account)]))
    }
    let day = FieldValue.day(person.state.today)
    for (to, amount) in [(accounts[1], "5 " + other.code), (accounts[2], "5 " + currency.code)] {
        var transfer = Changes()
        (transfer[.account], transfer[.toAccount], transfer[.day]) = (.entity(accounts[0]), .entity(to), day)
        transfer[.amount] = .amount(try Amount("5", usual: currency))
        transfer[.toAmount] = .amount(try Amount(amount, usual: currency))
        try go(.perform([.add(.transfer, EntityID(high: 78, low: to.low), transfer)]))
    }
    try go(.budget(.open), .form(.open(.envelope, nil)), .form(.set(.title, .text("zx"))), .form(.save))
    let envelope = try #require(person.state.book.budget.envelopes.first).id
    var refill = Changes()
    refill[.target] = .text("refill 5 " + currency.code)
    var spent = Changes.entry(
        kind: .expense, amount: try Amount("2", usual: currency), day: person.state.today, note: "x")
    (spent[.account], spent[.envelope], spent[.tag]) = (.entity(accounts[2]), .entity(envelope), .texts(["x7"]))
    try go(
        .perform([.edit(.envelope, envelope, refill)]), .form(.open(.envelope, envelope)), .screen(.closeOverlay),
        .budget(.askFill(true)), .budget(.askFill(false)), .budget(.currency(currency)),
        .perform([.add(.entry, EntityID(high: 79, low: 1), spent)]))
    try go(.budget(.type(envelope, "3-8")), .budget(.assign), .budget(.show(envelope)))
    for carry in Carry.allCases { try go(.budget(.carry(envelope, carry))) }
    try go(.budget(.typeMove("1")), .budget(.move(pool)), .budget(.show(accounts[2])), .budget(.step(1)))
    try go(
        .budget(.type(envelope, "9")), .budget(.assign), .budget(.show(pool)), .budget(.typeMove("1")), .budget(.hold))
    try go(.budget(.step(1)), .budget(.step(-2)))
    for column in BudgetState.Column.allCases { try go(.budget(.column(column))) }
    try go(.settings(.show(.money)), .budget(.periods(.weeks(2, from: person.state.today))), .budget(.begin("x")))
    try go(.budget(.mode(.card)), .budget(.periods(.usual)), .budget(.begin("3")), .screen(.closeOverlay))
    try go(.budget(.explain(envelope)), .money(.show(true)), .money(.edit(nil)))
    try go(.entry(.field(.amount, "3")), .entry(.part(.add)), .entry(.part(.envelope(0, envelope))), .screen(.cancel))
    try go(.search(.open("")), .search(.type("zx")), .screen(.closeOverlay))
    try go(.budget(.show(pool)), .screen(.back), .money(.edit(nil)), .screen(.cancel))
}
