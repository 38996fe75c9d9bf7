import DaybookCore
import Testing

@testable import DaybookApp

/// Each feature changes its own state, and what it asks others for: nothing else.
@Suite struct FeatureTests {
    private let store: ExhaustiveStore<State, Action, Effect>

    init() {
        let world = TestWorld().world()
        store = ExhaustiveStore(State(node: 7)) { state, action in
            reduce(&state, action, world)
        } summary: { value in
            switch value {
            case let book as LocalBook:
                "\(book.list.count) to-dos, \(book.entries.count) entries, \(book.lists.count) lists, "
                    + "\(book.accounts.count) accounts, \(book.reconciliations.count) statements"
            case let days as [EntriesState.Day]: "\(days.reduce(0) { $0 + $1.count }) rows"
            case let sums as MoneySums: "\(sums.figures.periods.count) periods"
            case let accounts as [AccountBalance]: accounts.map(\.account.name).joined(separator: ", ")
            case let ids as EntitySet: "\(ids.ids.count) ids"
            case let language as Language: language.tag
            case is Kind: "kind"
            case let form as EntryFormState: form.form.map { "\($0.kind.name) \($0[.amount]) \($0[.payee])" } ?? ""
            case let completion as Completion: "\(completion.names), \(completion.index.map { "\($0)" } ?? "none")"
            case let sections as Sections: "\(sections.count) rows"
            case let counts as PlaceCounts: "\(counts.all) open"
            case is EntityID: "id"
            case let sum as Sum: sum.text
            case let day as CivilDate: day.text
            case is Action, is Notice, is ShownList: "\(value)".prefix { $0 != "(" }.description
            case let values as FieldValues: values.isEmpty ? "" : "\(values.all.count) values"
            // Other suites tell what is written, undone and half typed.
            case is History, is DraftsState, is SyncClient, is PayeeNames, is Rates, is StorageState,
                is EntriesState.Basis:
                ""
            default: nil
            }
        }
        store.prepare(.outside(.loaded([], SyncClient.Progress())), .outside(.pullFailed(.offline)))
    }

    @Test("The form of a list holds what is typed, and its list is shown once it is saved")
    func lists() {
        store.send(
            .form(.open(.list, nil)),
            [
                "form.kind": "kind", "form.entries": "0 rows", "navigation.overlay": "form",
                "navigation.hasStepBack": "true",
            ])
        store.send(.form(.set(.title, .text("Home"))), ["form.values": "1 values", "form.typed": "1 values"])
        store.send(.form(.set(.colour, .choice(3))), ["form.values": "2 values", "form.typed": "2 values"])
        store.send(
            .form(.save),
            [
                "book": "0 to-dos, 0 entries, 1 lists, 0 accounts, 0 statements", "lists.shown": "list",
                "form.kind": "nil", "form.entries": "nil", "form.values": "nil", "form.typed": "nil",
                "navigation.overlay": "none", "todos.found": "0 rows", "reminders.version": "2",
                "lists.countsVersion": "2",
            ])
    }

    @Test("The quick record offers tags, and is empty once it is an entry")
    func record() {
        store.prepare(.money(.show(true)))
        store.send(
            .record(.type("5 EUR tea #food")), ["record.line": "5 EUR tea #food", "record.isTyped": "true"])
        store.send(
            .record(.save),
            [
                "record.line": "nil", "record.isTyped": "false", "accounts.balances": "EUR", "entries.days": "1 rows",
                "book": "0 to-dos, 1 entries, 0 lists, 0 accounts, 0 statements", "entries.tags": "[\"food\"]",
                "report.sums": "1 periods", "notices.shown": "recorded",
                "notices.last": "Recorded −5.00 EUR · tea",
            ])
        store.send(
            .record(.type("7 EUR cake #f")),
            [
                "record.line": "7 EUR cake #f", "record.isTyped": "true", "completion.offered": "[\"food\"], none",
            ])
        store.send(.completion(.choose(by: 1)), ["completion.offered": "[\"food\"], 0"])
        store.send(.completion(.complete(0)), ["completion.offered": "nil", "record.line": "7 EUR cake #food "])
        store.send(.record(.type("")), ["record.line": "nil"])
        store.send(.record(.save), ["record.isChecked": "true"])
    }

    @Test("A recording that the microphone refuses changes nothing but its own state, and says so")
    func voice() {
        store.prepare(.money(.show(true)))
        store.send(.record(.hold(true)), ["record.voice": "asked"])
        #expect(store.effects == [.listen(true)])
        store.send(.outside(.listening), ["record.voice": "listening"])
        store.send(.record(.hold(false)), ["record.voice": "ended(nil)"])
        #expect(store.effects == [.listen(false)])
        store.send(
            .outside(.notRecorded("x")),
            [
                "record.voice": "none", "notices.shown": "problem",
                "notices.last": "Nothing was recorded. Is the microphone allowed? x",
            ])
    }

    @Test("The report adds up other days, and the list stays as it is unless it had days of its own")
    func report() {
        store.prepare(.money(.show(true)), .record(.type("5 EUR tea")), .record(.save))
        store.prepare(.report(.open))
        store.send(.report(.period(.week)), ["report.period": "week"])
        let day = CivilDate(daysSince1970: 0)
        store.prepare(.money(.filter(.through(day))))
        #expect(store.state.entries.count == 0)
    }

    @Test("The form of an entry holds what is typed until it is saved")
    func entry() {
        store.prepare(.money(.show(true)), .money(.edit(nil)))
        store.send(.editing(.field(.amount, "5")), ["entry": "expense 5 "])
        store.send(.entry(.kind(.income)), ["entry": "income 5 "])
        store.send(.entry(.payee("Edeka")), ["entry": "income 5 Edeka"])
        store.send(
            .money(.save),
            [
                "entry": "nil", "accounts.balances": "USD", "entries.days": "1 rows", "report.sums": "1 periods",
                "book": "0 to-dos, 1 entries, 0 lists, 0 accounts, 0 statements", "navigation.route": "list",
                "notices.shown": "recorded", "notices.last": "Recorded +5.00 USD · Income",
            ])
    }

    @Test("A file that is looked at opens its dialog, and its answer changes nothing else")
    func importing() {
        store.send(
            .outside(.fileChosen("a.ofx", nil)),
            [
                "importing.name": "a.ofx", "importing.underway": "1", "navigation.overlay": "importing",
                "navigation.hasStepBack": "true",
            ])
        var answer = ImportAnswer()
        answer.append(.title, "OFX")
        store.prepare(.outside(.importAnswered(.preview, 200, answer.bytes)))
        store.send(.importing(.open(column: "a")), ["importing.column": "a"])
        store.send(
            .importing(.answer(key: "x", parameters: "&x=1")),
            ["importing.column": "nil", "importing.underway": "1", "importing.answers": "[[\"x\", \"&x=1\"]]"])
        store.send(.importing(.again), ["importing.underway": "2"])
    }

    @Test("A choice for this device changes nothing else, and the browser keeps it")
    func settings() {
        store.send(.settings(.setTheme(.dark)), ["settings.theme": "dark"])
        #expect(store.effects == [.rememberSetting("theme", "dark")])
        store.send(.settings(.setFirstWeekday(6)), ["settings.firstWeekday": "6"])
        #expect(store.effects == [.rememberSetting("week", "6")])
        store.send(.settings(.toggleSingleKeys), ["settings.hasSingleKeys": "false"])
        #expect(store.effects == [.rememberSetting("keys", "0")])
        store.send(.outside(.notifying(true)), ["settings.notifies": "true"])
        #expect(store.effects == [.rememberSetting("push", "1")])
    }

    @Test("A statement holds the rows that are ticked, and is empty once it is saved")
    func statement() throws {
        store.prepare(.money(.show(true)), .form(.open(.account, nil)), .form(.set(.title, .text("Giro"))))
        store.prepare(.form(.save), .record(.type("5 USD tea")), .record(.save))
        let account = try #require(store.state.accounts.balances.first?.account.id)
        let tea = try #require(store.state.entries.days.first?.ids.first)
        store.send(
            .statement(.open(account)),
            [
                "statement.form.account": "id", "statement.form.day": "2026-09-21", "statement.form.ticked": "0 ids",
                "statement.form.isTyped": "false",
                "navigation.overlay": "statement",
            ])
        store.send(.statement(.set(.amount, "-5")), ["statement.form.balance": "-5", "statement.form.isTyped": "true"])
        store.send(.statement(.tick(tea)), ["statement.form.ticked": "1 ids"])
        store.send(
            .statement(.save),
            [
                "statement.form.balance": "nil", "statement.form.ticked": "0 ids",
                "statement.form.isTyped": "false", "notices.shown": "nil",
                "book": "0 to-dos, 1 entries, 0 lists, 1 accounts, 1 statements", "entries.settled": "-5.00 USD",
            ])
    }
}
