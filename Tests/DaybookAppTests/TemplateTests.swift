import DaybookApp
import DaybookCore
import Testing

/// Templates of to-dos in the app.
@Suite struct TemplateTests {
    private let person = Person(width: 1_440)

    private var templates: [Template] {
        person.state.book.things(of: .template).compactMap { Template(person.state.book.record($0.id)) }
    }

    @Test("006.24 The menu of a to-do makes a template of it, and the side bar makes the to-do with its subtasks again")
    func life() throws {
        try person.add("Pack tomorrow #travel")
        let pack = try #require(person.state.incomplete.first)
        for title in ["Tent", "Map"] {
            var subtask = Changes.todo(title: title)
            subtask[.parent] = .entity(pack.id)
            person.dispatch(.item(.create(subtask)))
        }
        #expect(person.named("Templates") == nil)
        try person.rightClick("Pack")
        try person.tap("Make a template")
        #expect(person.html.contains("Made the template “Pack”"))
        let template = try #require(templates.first)
        #expect(template.todo == "Pack #travel in 1 day" && template.subtasks == ["Map", "Tent"])
        try person.tap("#place-" + template.id.text)
        try person.type("Pack #travel in 2 days", into: "Title")
        try person.tap("Save")
        #expect(templates.first?.todo == "Pack #travel in 2 days")
        person.dispatch(.item(.undo))
        try person.tap("#place-" + template.id.text)
        try person.type("Pack in 3 days", into: "Title")
        try person.tap("Add its to-do")
        #expect(templates.first?.todo == "Pack in 3 days", "what is typed is saved first")
        #expect(person.state.incomplete.first { $0.title == "Pack" && $0.id != pack.id }?.tags == [])
        for _ in 0..<2 { person.dispatch(.item(.undo)) }
        try person.tap("#place-" + template.id.text)
        try person.tap("Add its to-do")
        let made = try #require(person.state.incomplete.first { $0.title == "Pack" && $0.id != pack.id })
        #expect(made.due == pack.due && made.tags == ["travel"])
        let under = person.state.incomplete.filter { $0.parent == made.id }
        #expect(under.map(\.title) == ["Map", "Tent"])
        person.dispatch(.item(.undo))
        #expect(person.state.incomplete.count == 3 && templates.count == 1)
        // There is one of the name.
        person.dispatch(.item(.makeTemplate(pack.id)))
        #expect(templates.count == 1 && person.html.contains("is taken already"))
        try person.tap("#place-" + template.id.text)
        try person.tap("Delete the template")
        #expect(templates.isEmpty && person.named("Templates") == nil)
        #expect(person.state.incomplete.count == 3)
    }

    @Test("006.24 Templates stand by name, and the search finds each") func places() throws {
        let names = ["Call", "Move", "Pack", "Rent"]
        for name in ["Rent", "Pack", "Call", "Move"] {
            person.dispatch(.item(.create(.todo(title: name))))
            let todo = try #require(person.state.incomplete.first { $0.title == name })
            person.dispatch(.item(.makeTemplate(todo.id)))
        }
        #expect(templates.map(\.name) == names)
        let places = templates.map { person.html.firstRange(of: "id=\"place-" + $0.id.text)?.lowerBound }
        #expect(places.compactMap { $0 }.count == 4 && zip(places, places.dropFirst()).allSatisfy { $0! < $1! })
        person.dispatch(.form(.delete(.template, templates[1].id)))
        #expect(person.html.contains("Deleted “Move”"))
        person.dispatch(.item(.undo))
        #expect(templates.map(\.name) == names)
        person.dispatch(.screen(.key("/", [])))
        try person.type("mov", into: "#find")
        #expect(person.html.contains("<span class=\"account-sum\">Templates</span>"))
    }
}
