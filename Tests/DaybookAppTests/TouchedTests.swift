import DaybookCore
import Testing

@testable import DaybookApp

/// An action works out again what it touched, and nothing else.
@Suite final class TouchedTests: Tab {
    /// How often chart, sums and rows of money were worked out so far.
    private var moneyCount: Int { app.state.report.sums.number }

    private func record(_ line: String) {
        dispatch(.record(.type(line)))
        dispatch(.record(.save))
    }

    @Test("A tick of a to-do without amount leaves the rows of money; one with an amount changes them")
    func tick() throws {
        let plain = try add("tea")
        dispatch(.item(.create(.todo(title: "rent", amount: try Amount("40 EUR", usual: .usDollar)))))
        let paid = try #require(app.state.incomplete.first { $0.amount != nil }).id
        dispatch(.money(.show(true)))
        record("12 EUR bread")
        let count = moneyCount
        #expect(app.state.entries.days.count == 1 && app.state.entries.plans.all.map(\.id) == [paid])
        dispatch(.item(.toggle(plain)))
        #expect(app.state.item(plain)?.isCompleted == true && moneyCount == count)
        dispatch(.item(.toggle(paid)))
        #expect(moneyCount == count + 1 && app.state.entries.plans.all.isEmpty && app.state.entries.count == 2)
        dispatch(.item(.undo))
        #expect(
            moneyCount == count + 2 && app.state.entries.plans.all.map(\.id) == [paid] && app.state.entries.count == 1)
    }

    @Test("What is typed, and what another device writes of lists, filters and to-dos, leaves the rows of money")
    func others() throws {
        dispatch(.money(.show(true)))
        record("12 EUR bread")
        let count = moneyCount
        dispatch(.record(.type("3 tea")))
        _ = try add("tea")
        dispatch(.form(.open(.list, nil)))
        dispatch(.form(.set(.title, .text("Home"))))
        dispatch(.form(.save))
        #expect(app.state.book.lists.map(\.name) == ["Home"] && moneyCount == count)
        record("3 EUR tea")
        #expect(moneyCount > count && app.state.entries.count == 2)
    }

    @Test("A new account and a new payee are seen at once")
    func kinds() throws {
        dispatch(.money(.show(true)))
        for (kind, field, text) in [(Kind.account, Field.title, "Giro"), (.payee, .title, "Edeka")] {
            dispatch(.form(.open(kind, nil)))
            dispatch(.form(.set(field, .text(text))))
            if kind == .account { dispatch(.form(.set(.amount, .text("10 EUR")))) }
            dispatch(.form(.save))
        }
        #expect(app.state.accounts.balances.map(\.account.name) == ["Giro"])
        #expect(app.state.accounts.payees.payees.map(\.name) == ["Edeka"])
        #expect(app.state.accounts.payees.payees.map(\.name).contains("Edeka"))
    }

    @Test("An entry leaves the rows of to-dos and what reminds; a to-do doesn't")
    func entry() throws {
        _ = try add("tea")
        let (version, reminded) = (app.state.book.todosVersion, app.state.reminders.version)
        record("12 EUR bread")
        #expect(app.state.book.entries.count == 1)
        #expect(app.state.book.todosVersion == version && app.state.reminders.version == reminded)
        _ = try add("milk")
        #expect(app.state.book.todosVersion > version && app.state.reminders.version > reminded)
        #expect(app.state.visible.todo.count == 2)
    }
}
