import DaybookApp
import DaybookCore
import Testing

/// What a correction of an entry says of others that are like it.
@Suite struct AlikeTests {
    private let person = Person(width: 1_440)

    init() {
        person.dispatch(.money(.show(true)))
        for line in ["5 rewe 4409 #shop", "6 REWE 4410 #shop", "7 rewe #food", "8 rewe 1 #shop", "9 aldi #shop"] {
            person.dispatch(.record(.type(line)))
            person.dispatch(.record(.save))
        }
    }

    private var tags: [String] { person.state.book.entries.all.map { $0.tags.joined(separator: " ") } }

    private func correct(_ changes: (FormField, String)...) throws {
        let entry = try #require(person.state.book.entries.all.first { $0.note == "rewe 4409" })
        person.dispatch(.money(.edit(entry.id)))
        for (field, text) in changes { person.dispatch(.editing(.field(field, text))) }
        person.dispatch(.money(.save))
    }

    @Test("11.9 After a correction the notice says how many more are like it; one press changes them, as one step")
    func change() throws {
        try correct((.tags, "food"))
        #expect(person.html.contains("2 more like this"))
        try person.tap("Change")
        #expect(tags == ["shop", "food", "food", "food", "food"] && !person.html.contains("more like this"))
        person.dispatch(.item(.undo))
        #expect(tags.filter { $0 == "shop" }.count == 3)
    }

    @Test("11.9 Always makes the correction in those that are there, and opens a rule for later ones")
    func always() throws {
        try correct((.payee, "Rewe City"), (.tags, "food"))
        try person.tap("Always")
        #expect(tags == ["shop", "food", "food", "food", "food"])
        #expect(
            person.state.form?.values[.ruleText]?.text
                == "text:rewe then payee:\"Rewe City\" tag:food")
    }

    @Test("11.9 Nothing is said where nothing is alike, or something else was changed") func nothing() throws {
        try correct((.amount, "12"))
        #expect(!person.html.contains("more like this"))
        let entry = try #require(person.state.book.entries.all.first { $0.note == "aldi" })
        person.dispatch(.money(.edit(entry.id)))
        person.dispatch(.editing(.field(.tags, "food")))
        person.dispatch(.money(.save))
        #expect(!person.html.contains("more like this"))
    }
}
