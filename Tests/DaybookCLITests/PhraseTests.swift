import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// Phrases on the command line.
@Suite(.bounded) struct PhraseTests {
    @Test("006.19 daybook add reads phrases of the table as all faces do, of each sort some")
    func phrases() async throws {
        let daybook = try Program()
        // What 元 is depends on the machine.
        let phrases = QuickPhrase.all.filter { !$0.line.contains(/[元塊]/) }.enumerated().filter { $0.offset % 9 == 0 }
        for (_, phrase) in phrases {
            func expected() -> String {
                QuickPhrase.reading(QuickTodo(phrase.line, now: .local(), usual: QuickPhrase.usual))
            }
            let before = expected()
            let added = try await daybook.succeed("add", "--json", "--", phrase.line)
            let json = try #require(try JSONSerialization.jsonObject(with: Data(added.utf8)) as? [String: Any])
            func text(_ name: String) -> String? { json[name] as? String }
            let amount = try text("amount").map { number in
                try Amount("\(number) \(text("currency") ?? "")", usual: QuickPhrase.usual).text
            }
            let reading = QuickPhrase.reading(
                title: text("title") ?? "", due: text("due"), time: text("dueTime"), rule: text("repeat"),
                mode: text("repeatMode"), amount: amount)
            // A minute may have gone by.
            #expect(reading == before || reading == expected(), "\(phrase)")
        }
        #expect(phrases.count >= 40)
    }

    @Test("006.19 --due takes a moment as the line does, and --repeat an end")
    func options() async throws {
        let daybook = try Program()
        let before = LocalTime.local()
        let added = try await daybook.succeed("add", "Stir", "--due", "in 2 minutes")
        let moments = [before, LocalTime.local()].map { $0.adding(minutes: 2) }
        #expect(
            moments.contains { added.contains("due \($0.day.text) " + (TimeOfDay(minute: $0.minute)?.clock ?? "")) },
            "\(added)")
        try await daybook.succeed("add", "Rent", "--repeat", "every 1st and 15th until dec 2037")
        let shown = try await daybook.succeed("show", "2", "--json")
        #expect(shown.contains("FREQ=MONTHLY;BYMONTHDAY=1,15;UNTIL=20371231"), "\(shown)")
        let refused = try await daybook.run("add", "Rent", "--repeat", "every monday except dec 25")
        #expect(refused.status == 2 && refused.errors.contains("isn't a valid rule"))
    }
}
