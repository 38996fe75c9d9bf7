import DaybookApp
import DaybookCore
import Testing

/// An entry is split in its details. It is 2026-09-21.
@Suite struct PartScreenTests {
    private let person = Person(width: 1_440)

    init() throws {
        person.dispatch(.money(.show(true)))
        try person.type("50 EUR market #food", into: "#record")
        person.dispatch(.record(.save))
        try person.tap("market")
    }

    private var entry: Entry? { person.state.book.entries.all.first }
    private var parts: [String] {
        entry?.parts.map { ([$0.amount.text] + $0.tags + [$0.note]).joined(separator: " ") } ?? []
    }
    private func texts(_ name: String) -> [String] { person.screen.element?.all(class: name).map(\.text) ?? [] }

    private func split(_ amounts: String...) throws {
        for (index, amount) in amounts.enumerated() {
            person.dispatch(.entry(.part(.add)))
            try person.type(amount, into: "Amount of part \(index + 1)")
        }
    }

    @Test("008.3 An entry is split into parts with tags and notes, what is left is said, and undo joins it again")
    func splitting() throws {
        try person.tap("Split into parts")
        #expect(texts("rest") == ["Unassigned: 50.00 EUR"])
        try person.type("20", into: "Amount of part 1")
        try person.type("home, #pets", into: "Tags of part 1")
        try person.type("cat food", into: "Note of part 1")
        #expect(texts("rest") == ["Unassigned: 30.00 EUR"])
        try person.tap("Save")
        #expect(parts == ["20.00 EUR home pets cat food"])
        // What no part has counts with the tags of the entry.
        #expect(entry?.unassigned?.text == "30.00 EUR" && texts("more-text") == ["1 part · #food · #home · #pets"])
        person.dispatch(.item(.undo))
        #expect(parts.isEmpty && texts("more-text") == ["#food"])
        person.dispatch(.item(.redo))
        #expect(parts == ["20.00 EUR home pets cat food"])
    }

    @Test("008.3 The rest goes to the last part on wish, and a part that is taken away gives back what it had")
    func rest() throws {
        try split("12.50", "10")
        #expect(texts("rest") == ["Unassigned: 27.50 EUR"])
        try person.tap("Give the rest to the last part")
        #expect(texts("rest").isEmpty && person.named("Give the rest to the last part") == nil)
        try person.tap("Save")
        #expect(parts == ["12.50 EUR ", "37.50 EUR "] && entry?.unassigned == nil)
        try person.tap("market")
        try person.tap("Take part 1 away")
        #expect(texts("rest") == ["Unassigned: 12.50 EUR"])
        try person.tap("Save")
        #expect(parts == ["37.50 EUR "])
    }

    @Test("008.3 Parts that come to more than the entry aren't saved, and an empty one is none") func tooMuch() throws {
        try split("30", "30")
        #expect(texts("problem").contains("Too much: 10.00 EUR"))
        try person.tap("Save")
        #expect(parts.isEmpty && person.named("Amount of part 2")?.last?[.ariaInvalid] == "true")
        try person.type("x", into: "Amount of part 2")
        try person.tap("Save")
        #expect(parts.isEmpty && texts("problem").contains { $0.contains("“x” isn't a valid amount") })
        try person.type("", into: "Amount of part 2")
        try person.tap("Save")
        #expect(parts == ["30.00 EUR "])
    }

    @Test("008.3 The amount of a part has no sign: none becomes another amount than was typed") func sign() throws {
        for amount in ["-10", "−10", "+10", "(10)"] {
            if person.named("Amount of part 1") == nil { person.dispatch(.entry(.part(.add))) }
            try person.type(amount, into: "Amount of part 1")
            #expect(texts("rest").isEmpty)
            try person.tap("Save")
            #expect(parts.isEmpty && person.named("Amount of part 1")?.last?[.ariaInvalid] == "true")
            #expect(texts("problem").contains { $0.contains("“\(amount)” has a sign. Write an amount above zero") })
        }
    }

    @Test("008.3 A part that another device changed or made meanwhile stays so, if it isn't touched here")
    func other() throws {
        try split("10", "20")
        try person.tap("Save")
        let present = try #require(entry)
        try person.tap("market")
        try person.type("own", into: "Note of part 2")
        // Elsewhere the first becomes 5, and a third comes.
        var parts = present.parts
        parts[0].amount = try Amount("5", usual: parts[0].amount.currency)
        parts.append(Part(amount: try Amount("1", usual: parts[0].amount.currency), note: "theirs"))
        var changes = Changes()
        changes[.parts] = .parts(parts)
        var (clock, random) = (HybridClock(node: 9), SystemRandomNumberGenerator())
        let registers = try BookAction.edit(.entry, present.id, changes).registers(
            in: person.state.book, clock: &clock, now: Timestamp(milliseconds: 1_790_000_800_000), using: &random
        ).get()
        person.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: 1_790_000_800_000), cursor: 1, hasMore: false,
                        registers: registers))))
        try person.tap("Save")
        #expect(self.parts == ["5.00 EUR ", "20.00 EUR own", "1.00 EUR theirs"])
    }
}
