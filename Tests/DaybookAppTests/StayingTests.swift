import DaybookCore
import Testing

@testable import DaybookApp

/// What is finished stays in its place for a moment.
@Suite final class StayingTests: Tab {
    private var rows: [String] { app.state.visible.todo.compactMap { app.state.item($0)?.title } }

    private func begin(moves: Bool = true) throws -> [EntityID] {
        dispatch(.outside(.resized(width: 1_440, moves: moves)))
        for title in ["c", "b", "a"] { _ = try add(title) }
        return app.state.visible.todo
    }

    @Test("002.5 A row that was checked stays for a moment where it was, and goes to the finished then")
    func moment() throws {
        let ids = try begin()
        dispatch(.item(.toggle(ids[1])))
        #expect(app.state.item(ids[1])?.isCompleted == true && rows == ["a", "b", "c"])
        #expect(html.contains("row done leaving"))
        #expect(effects.contains(.wake(.letGo, milliseconds: 1_600)))
        dispatch(.outside(.stored(try #require(stored).token)))
        #expect(rows == ["a", "b", "c"])
        dispatch(.item(.toggle(ids[0])))
        #expect(rows == ["a", "b", "c"], "several wait together")
        dispatch(.outside(.woken(.letGo)))
        #expect(rows == ["c"] && app.state.visible.done == [ids[0], ids[1]])
        #expect(!html.contains("leaving"))
    }

    @Test("010.5 A tap on its ring takes it back while it stays: it is where it was, and nothing was recorded")
    func takenBack() throws {
        let ids = try begin()
        dispatch(.editing(.begin(ids[1])))
        dispatch(.editing(.cancel))
        dispatch(.screen(.details(ids[1])))
        dispatch(.editing(.field(.amount, "5 EUR")))
        dispatch(.screen(.back))
        dispatch(.item(.toggle(ids[1])))
        #expect(app.state.book.entries.count == 1)
        dispatch(.item(.toggle(ids[1])))
        #expect(rows == ["a", "b", "c"] && app.state.book.entries.all.isEmpty)
        #expect(app.state.item(ids[1])?.isCompleted == false && !html.contains("leaving"))
    }

    @Test("It goes at once where something else changes the list, and where nothing may move") func atOnce() throws {
        let ids = try begin()
        dispatch(.item(.toggle(ids[1])))
        _ = try add("new")
        #expect(rows == ["new", "a", "c"])
        dispatch(.outside(.resized(width: 1_440)))
        dispatch(.item(.toggle(ids[0])))
        #expect(rows == ["new", "c"] && !html.contains("leaving"))
    }

    @Test("Where the filter shows it no longer, the focus goes to the row beside it once it goes") func focus() throws {
        let ids = try begin()
        dispatch(.todos(.setFilter(.active)))
        dispatch(.selection(.focusRow(nil, by: 1)))
        dispatch(.item(.toggle(ids[0])))
        #expect(rows == ["a", "b", "c"])
        dispatch(.outside(.woken(.letGo)))
        #expect(rows == ["b", "c"] && focused == "open-" + ids[1].text)
    }
}
