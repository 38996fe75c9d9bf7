import DaybookBook
import DaybookCore
import DaybookExchange
import Fixtures
import HTTPTypes
import Testing

@testable import DaybookServer
@testable import DaybookStorage

/// Envelopes, and what is set and moved, over REST and in files.
@Suite struct EnvelopeTests {
    let book: Book
    let server: ServerUnderTest

    init() throws {
        book = try Book.inMemory()
        server = try ServerUnderTest(book: book)
    }

    private func make(_ path: String, _ json: String) async throws -> String {
        let answer = try await server.send(.post, "/api/v1/" + path, json: json)
        #expect(answer.status == 201, "\(answer.text)")
        guard case .string(let id) = try answer.member("id") else { throw ItemError.noAmount }
        return id
    }

    @Test("13.3 Setting a cell again is one cell, and another amount of it is the last writer's") func cells()
        async throws
    {
        let food = try await make("envelopes", #"{"name":"Food","tags":["b","a"]}"#)
        let first = try await make(
            "budget-cells", #"{"envelope":"\#(food)","day":"2026-12-01","assigned":"300.00 EUR"}"#)
        let again = try await make(
            "budget-cells", #"{"envelope":"\#(food)","day":"2026-12-01","assigned":"-12.50 EUR"}"#)
        #expect(first == again)
        let cells = try book.read { try $0.all(BudgetCell.self).map(\.item) }
        #expect(cells.map(\.assigned.text) == ["-12.50 EUR"])
        #expect(try book.read { try $0.all(Envelope.self).map(\.item.tags) } == [["a", "b"]])
        let path = "/api/v1/budget-cells/" + first
        #expect(try await server.send(.patch, path, json: #"{"assigned":"5.00 EUR"}"#).status == 200)
        #expect(try await server.send(.patch, path, json: #"{"day":"2026-12-02"}"#).status == 404)
        #expect(try await server.send(.delete, path).status == 204)
        #expect(try book.read { try $0.all(BudgetCell.self).isEmpty })
        let unknown = EntityID(high: 1, low: 2).text
        let refused = try await server.send(
            .post, "/api/v1/budget-cells", json: #"{"envelope":"\#(unknown)","day":"2026-12-01","assigned":"1.00 EUR"}"#
        )
        #expect(refused.status == 422 || refused.status == 400, "\(refused.status) \(refused.text)")
    }

    @Test("13.3 A move is whole: without a side it is of the pool, and it isn't from a place to itself")
    func moves() async throws {
        let food = try await make("envelopes", #"{"name":"Food"}"#)
        let move = try await make(
            "budget-moves", #"{"from":"\#(food)","day":"2026-12-01","amount":"20","currency":"EUR","note":"x"}"#)
        let row = try #require(try book.read { try $0.all(EnvelopeMove.self).first })
        #expect(row.item.to == nil && row.item.from?.text == food && row.item.toDay == row.item.day)
        let nowhere = try await server.send(
            .post, "/api/v1/budget-moves", json: #"{"day":"2026-12-01","amount":"20","currency":"EUR"}"#)
        #expect(nowhere.text.contains("The money is there already"))
        // What is held goes from the pool to that of the next period.
        _ = try await make(
            "budget-moves", #"{"day":"2026-12-01","toDay":"2027-01-01","amount":"20","currency":"EUR"}"#)
        #expect(try await server.send(.patch, "/api/v1/budget-moves/" + move, json: #"{"amount":"30"}"#).status == 200)
        #expect(try book.read { try $0.find(EnvelopeMove.self, row.item.id)?.item.amount.text } == "30.00 EUR")
        // Half a move isn't one.
        let bytes = row.item.bytes
        try await book.write { book in
            try book.perform { stamp in [Register(row.item.id, .move, stamp, Array(bytes.dropLast()))] }
        }
        #expect(try book.read { try $0.find(EnvelopeMove.self, row.item.id) == nil })
    }

    @Test("13.3 A carry flag is said of a period, and two devices that say it write one") func carries() async throws {
        let food = try await make("envelopes", #"{"name":"Food"}"#)
        for carry in ["keep", "give"] {
            _ = try await make("carry-flags", #"{"envelope":"\#(food)","day":"2026-03-01","carry":"\#(carry)"}"#)
        }
        #expect(try book.read { try $0.all(CarryFlag.self).map(\.item.carry) } == [.give])
    }

    @Test("13.1 An entry, a part and a transfer name their envelope, and a book in a file keeps all of the budget")
    func files() async throws {
        let food = try await make("envelopes", #"{"name":"Food","tags":["food"],"target":"refill 5 EUR"}"#)
        let kitchen = try await make("envelopes", #"{"name":"Kitchen"}"#)
        let bread = try await make("envelopes", #"{"name":"Bread","group":"\#(kitchen)"}"#)
        _ = try await make("budget-cells", #"{"envelope":"\#(bread)","day":"2026-12-01","assigned":"-3.00 EUR"}"#)
        _ = try await make("budget-moves", #"{"to":"\#(bread)","day":"2026-12-01","amount":"20","currency":"EUR"}"#)
        _ = try await make("carry-flags", #"{"envelope":"\#(bread)","day":"2026-12-01","carry":"keep"}"#)
        _ = try await make(
            "entries",
            #"""
            {"kind":"expense","amount":"9","currency":"EUR","envelope":"\#(bread)",
             "parts":[{"amount":"4","tags":["x"],"envelope":"\#(food)"},{"amount":"1"}]}
            """#)
        let file = try await server.send(.get, "/api/v1/exports/entries.json").text
        let copy = try Book.inMemory()
        _ = try await copy.write { book in
            let items = try ImportItems(json: Array(file.utf8), ImportOptions(), in: "file")
            return try EntryImport(
                items, ImportOptions(), into: nil, at: ImportMoment(now: .now(), localCurrency: nil) { .local($0) }
            ).write(to: book)
        }
        func things(_ book: Book) throws -> [String] {
            try book.read { book in
                try book.all(Envelope.self).map {
                    "\($0.item.name) \($0.item.tags) \($0.item.group as Any) \($0.item.extraFields)"
                }
                    + book.all(BudgetCell.self).map { $0.item.id.text + $0.item.assigned.text }
                    + book.all(EnvelopeMove.self).map { $0.item.bytes.description }
                    + book.all(CarryFlag.self).map { $0.item.id.text + $0.item.carry.name }
                    + book.entryRows().map {
                        "\($0.entry.extraFields[.envelope] as Any) \($0.entry.parts.map(\.envelope))"
                    }
            }
        }
        let own = try things(book)
        #expect(own.count == 7)
        #expect(try things(copy) == own)
        let parts = try #require(try copy.read { try $0.entryRows().first }).entry.parts
        #expect(parts.map { $0.envelope?.text } == [food, nil] && parts[0].tags == ["x"])
    }

    @Test("13.7 A text that is no target is refused by REST, and in a file, and nothing comes in")
    func targets() async throws {
        let food = try await make("envelopes", #"{"name":"Food","target":"month 50 EUR"}"#)
        for text in ["a lot", "month", "month 50", "refill -5 EUR", "cap 5 EUR at 5 USD", "rest 0"] {
            for (method, path) in [(HTTPRequest.Method.post, "envelopes"), (.patch, "envelopes/" + food)] {
                let answer = try await server.send(
                    method, "/api/v1/" + path, json: #"{"name":"Fun","target":"\#(text)"}"#)
                #expect(answer.status == 400 && answer.text.contains("isn't a valid target"), "\(text): \(answer.text)")
                #expect(answer.text.contains(#""field":"target""#), "\(answer.text)")
            }
            let file =
                #"[{"kind":"envelope","id":"\#(EntityID(high: 1, low: 2).text)","name":"Fun","target":"\#(text)"}]"#
            #expect(throws: ItemError.notATarget(text)) {
                try ImportItems(json: Array(file.utf8), ImportOptions(), in: "file")
            }
        }
        let kept = try book.read { try $0.all(Envelope.self).map(\.item.extraFields[.target]?.text) }
        #expect(kept == ["month 50 EUR"])
        #expect(try await server.send(.patch, "/api/v1/envelopes/" + food, json: #"{"target":null}"#).status == 200)
        #expect(
            try book.read { try $0.find(Envelope.self, EntityID(food) ?? Settings.id)?.item.extraFields[.target] }
                == nil)
    }

    @Test("005.4 A program that knows none of the four kinds shows nothing of them, and hands them on whole")
    func olderProgram() async throws {
        let food = try await make("envelopes", #"{"name":"Food","target":"month 5 EUR"}"#)
        let bread = try await make("envelopes", #"{"name":"Bread","group":"\#(food)"}"#)
        _ = try await make("budget-cells", #"{"envelope":"\#(food)","day":"2026-12-01","assigned":"30.00 EUR"}"#)
        _ = try await make(
            "budget-moves", #"{"from":"\#(food)","to":"\#(bread)","day":"2026-12-01","amount":"7","currency":"EUR"}"#)
        _ = try await make("carry-flags", #"{"envelope":"\#(bread)","day":"2026-12-01","carry":"keep"}"#)
        let budget = [Envelope.kind, BudgetCell.kind, EnvelopeMove.kind, CarryFlag.kind]
        let (older, third) = (
            try Book.inMemory(kinds: Book.kinds.filter { !budget.contains($0.kind) }), try Book.inMemory()
        )
        for (one, other) in [(book, older), (older, third)] {
            let page = try one.read { try $0.page(after: nil, now: .now()) }
            let answer = try await other.write { try $0.accept(PushRequest(node: 7, changes: page.registers)) }
            guard case .accepted = answer else { throw ItemError.noAmount }
        }
        #expect(try older.read { try $0.rows().isEmpty && $0.entryRows().isEmpty && $0.tags().isEmpty })
        func sheet(_ book: Book) throws -> BudgetPage {
            try book.read { book in
                let sheet = try book.budgetSheet(in: Amount("1 EUR", usual: .usDollar).currency)
                return try sheet.page(of: #require(sheet.plan.periods.number("2026-12")))
            }
        }
        let page = try sheet(third)
        #expect(page.lines.map(\.assigned.number) == ["23.00", "7.00"] && page.lines.map(\.carry) == [.reset, .keep])
        #expect(try page == sheet(book))
    }

    @Test("13.1 A group gets no tags and no entries, and keeps those that it had; no envelope is called as the pool is")
    func ofGroups() async throws {
        let food = try await make("envelopes", #"{"name":"Food","tags":["food"]}"#)
        let old = try await make("entries", #"{"kind":"expense","amount":"5","currency":"EUR","envelope":"\#(food)"}"#)
        _ = try await make("envelopes", #"{"name":"Bread","group":"\#(food)"}"#)
        for (path, json) in [
            ("envelopes/" + food, #"{"tags":["food"],"note":"x"}"#),
            ("entries/" + old, #"{"envelope":"\#(food)","parts":[{"amount":"1","envelope":"\#(food)"}]}"#),
        ] {
            let kept = try await server.send(.patch, "/api/v1/" + path, json: json)
            #expect(kept.status == 200, "\(kept.text)")
        }
        let other = try await make("entries", #"{"kind":"expense","amount":"5","currency":"EUR"}"#)
        for (path, json) in [
            ("envelopes/" + food, #"{"tags":["food","drinks"]}"#), ("entries/" + other, #"{"envelope":"\#(food)"}"#),
            ("entries/" + other, #"{"parts":[{"amount":"1","envelope":"\#(food)"}]}"#),
        ] {
            let refused = try await server.send(.patch, "/api/v1/" + path, json: json)
            #expect(refused.status == 400 && refused.text.contains("is a group"), "\(refused.text)")
        }
        let pool = try await server.send(.post, "/api/v1/envelopes", json: #"{"name":"POOL"}"#)
        #expect(pool.status == 409 && pool.text.contains("is taken already"), "\(pool.text)")
    }

    @Test("13.1 No envelope stands under itself, or deeper than one group") func groups() async throws {
        let food = try await make("envelopes", #"{"name":"Food"}"#)
        let bread = try await make("envelopes", #"{"name":"Bread","group":"\#(food)"}"#)
        for (id, group) in [(food, food), (food, bread)] {
            let answer = try await server.send(.patch, "/api/v1/envelopes/" + id, json: #"{"group":"\#(group)"}"#)
            #expect(
                answer.text.contains("can't stand under itself") || answer.text.contains("can’t stand under itself"))
        }
    }
}
