import DaybookCore
import DaybookStorage
import Fixtures
import Testing

@testable import DaybookBook

/// The sample book in each language of the screen.
@Suite struct SampleTests {
    private let now = QuickPhrase.now

    /// Its to-dos by id. All that is random is the same in each language.
    private func todos(_ language: String) throws -> [EntityID: Todo] {
        let book = try Book.sample(now: now, language: language)
        let rows = try book.read { try $0.rows() }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.todo.id, $0.todo) })
    }

    @Test(
        "11.11 The sample book says the same in each language: days, rules, amounts, accounts, lists, priorities",
        arguments: ["zh-Hant", "zh-Hans"])
    func languages(_ language: String) throws {
        let (english, others) = (try todos("en"), try todos(language))
        #expect(english.count == 17)
        #expect(Set(english.keys) == Set(others.keys))
        for (id, todo) in english {
            let other = try #require(others[id])
            #expect(todo.tags.count == other.tags.count, "\(other.title)")
            // The words, and what comes of the moment at which it was made.
            let own: [Field] = [.title, .notes, .tag, .createdAt, .todoPosition]
            for field in Todo.fields.specs where !own.contains(field.field) {
                #expect(field.get(todo) == field.get(other), "\(field.name) of \(todo.title) and \(other.title)")
            }
            #expect(
                other.title.unicodeScalars.allSatisfy { $0.value > 0x7F || !$0.properties.isAlphabetic },
                "\(other.title)")
        }
    }

    @Test("Every text of the sample is in all languages", arguments: ["zh-Hant", "zh-Hans"])
    func texts(_ language: String) throws {
        let book = try Book.sample(now: now, language: language)
        try book.read { reader in
            let names =
                try [Kind.list, .filter, .account, .envelope].flatMap { try reader.names(of: $0) }.map(\.name)
            #expect(names.count == 14)
            for name in names {
                #expect(name.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.value > 0x7F }, "\(name)")
            }
        }
    }

    @Test("The sample has a loan that is paid back, a goal and a bill to propose")
    func money() throws {
        let book = try Book.sample(now: now, language: "en")
        try book.read { reader in
            let accounts = try reader.accounts().map(\.account)
            let loan = try #require(accounts.first { $0.name == "Car loan" })
            #expect(loan.rate(on: now.day).text == "4.9")
            #expect(try loan.payment == Amount("250", usual: loan.currency))
            #expect(accounts.first { $0.name == "Savings" }?.goal != nil)
            #expect(try reader.billProposals(on: now.day).map(\.payee) == ["Phone company"])
            let instalment = try #require(try reader.rows().map(\.todo).first { $0.title == "Pay off the car" })
            #expect(instalment.extraFields[.paysInto]?.entity == loan.id)
        }
    }
}
