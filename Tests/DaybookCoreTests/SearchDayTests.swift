import DaybookCore
import Testing

@Suite struct SearchDayTests {
    @Test(
        "006.17 A search finds what is of a day, in any form in which people write it, in to-dos and money",
        arguments: [
            ("2026-12-24", true), ("dec 24", true), ("24 Dec", true), ("24.12.", true), ("24.12.2026", true),
            ("December 24, 2026", true), ("12月24日", true), ("pay dec 24", true), ("dec 24 pay", true),
            ("dec 25", false), ("24.12.2027", false), ("2026-12-25", false), ("24", false), ("dec", false),
            ("milk dec 24", false), ("pay", true), ("", true),
        ])
    func days(text: String, isFound: Bool) throws {
        let day = try #require(CivilDate("2026-12-24"))
        let (id, moment) = (EntityID(high: 1, low: 1), Timestamp(milliseconds: 0))
        for isDue in [true, false] {
            var todo = Todo(id: id, createdAt: moment)
            todo.title = "Pay rent"
            if isDue { todo.due = day } else { todo.start = day }
            #expect(SearchQuery(text).matches(SearchQuery.fold(todo.searchTexts())) == isFound)
        }
        var entry = Entry(id: id, createdAt: moment)
        (entry.day, entry.note) = (day, "Pay rent")
        #expect(EntryFilter(text: text).contains(entry) == isFound)
    }

    @Test("006.17 What is typed is still found as it stands") func words() {
        var todo = Todo(id: EntityID(high: 1, low: 1), createdAt: Timestamp(milliseconds: 0))
        todo.title = "Party on dec 24 in room 3.5."
        let folded = SearchQuery.fold(todo.searchTexts())
        for text in ["dec 24", "24 dec", "3.5.", "room"] { #expect(SearchQuery(text).matches(folded), "\(text)") }
        #expect(SearchQuery(phrase: "dec 24").matches(folded) && !SearchQuery(phrase: "24 dec").matches(folded))
    }
}
