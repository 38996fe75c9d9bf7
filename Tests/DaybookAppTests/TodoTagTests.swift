import DaybookApp
import DaybookCore
import Testing

@Suite struct TodoTagTests {
    private let person = Person()

    private var tags: [String] { person.state.incomplete.first?.tags ?? [] }

    @Test("006.14 006.19 What is written with #tags bears them; its row and a chip say so, and search finds it")
    func added() throws {
        person.dispatch(.todos(.typeNew("Buy milk #food #shop")))
        #expect(person.html.contains("#food"), "the chip")
        person.dispatch(.todos(.addNew))
        #expect(tags == ["food", "shop"] && person.state.incomplete.first?.title == "Buy milk")
        #expect(person.html.contains("#food #shop"), "the row")
        try person.add("Call Ann")
        person.dispatch(.todos(.search("#food")))
        #expect(person.state.visible.todo.count == 1)
    }

    @Test("006.14 Tags are typed in the details; known ones are offered; a bad one is said, and stays to be mended")
    func details() throws {
        try person.add("Buy milk #food")
        try person.add("Call Ann")
        let id = try #require(person.state.incomplete.first).id
        person.dispatch(.screen(.details(id)))
        person.dispatch(.editing(.field(.tags, "family, fo")))
        #expect(person.html.contains("id=\"completions\"") && person.html.contains("#food"))
        person.dispatch(.completion(.complete(0)))
        person.dispatch(.editing(.commitDetail))
        #expect(tags == ["family", "food"])
        person.dispatch(.editing(.field(.tags, "a#b")))
        #expect(person.html.contains("isn&#39;t a valid tag") || person.html.contains("isn't a valid tag"))
        person.dispatch(.editing(.commitDetail))
        #expect(tags == ["family", "food"], "nothing is saved of it")
        person.dispatch(.editing(.field(.tags, "")))
        person.dispatch(.editing(.commitDetail))
        #expect(tags == [])
        person.dispatch(.item(.undo))
        #expect(tags == ["family", "food"])
    }
}
