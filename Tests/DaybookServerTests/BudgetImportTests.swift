import DaybookApp
import DaybookBook
import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Sworm
import Testing

@testable import DaybookServer

/// The budgets of other programs over REST, and what the app shows of them.
@Suite struct BudgetImportTests {
    let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    private static let plan = """
        "Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
        "Jan 2026","Daily: Food","Daily","Food",100.00€,0.00€,100.00€
        "Jan 2026","Daily: Fun","Daily","Fun",-3.50€,0.00€,-3.50€

        """
    private static let four = """
        "Month","Category","Master Category","Sub Category","Budgeted","Outflows","Category Balance"
        "January 2026","Daily:Food","Daily","Food","100,00€","0,00€","100,00€"
        "January 2026","Daily:Fun","Daily","Fun","-3,50€","0,00€","-3,50€"

        """
    private static let register = """
        "Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
        "Giro","","30.01.2026","Market","Daily: Food","Daily","Food","apples",12.50€,0.00€,"Uncleared"

        """

    /// What Actual exports, with the same budget.
    private static func actual() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path("db.sqlite")
        let database = try Database(path: path)
        try database.write { db in
            for sql in [
                "CREATE TABLE category_groups (id TEXT, name TEXT, tombstone INTEGER)",
                "CREATE TABLE categories (id TEXT, name TEXT, is_income INTEGER, cat_group TEXT, tombstone INTEGER)",
                "CREATE TABLE zero_budgets (id TEXT, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER)",
                "INSERT INTO category_groups VALUES ('g', 'Daily', 0)",
                "INSERT INTO categories VALUES ('a', 'Food', 0, 'g', 0), ('b', 'Fun', 0, 'g', 0)",
                "INSERT INTO zero_budgets VALUES ('1', 202601, 'a', 10000, 0), ('2', 202601, 'b', -350, 0)",
            ] { try db.execute(sql: sql) }
        }
        try database.close()
        return ZipFile.bytes(of: [
            ("db.sqlite", [UInt8](try Data(contentsOf: folder.url.appending(path: "db.sqlite")))),
            ("metadata.json", Array("{}".utf8)),
        ])
    }

    private func names() throws -> [String] { try server.book.read { try $0.all(Envelope.self).map(\.item.name) } }

    @Test(
        "13.9 A preview of a budget counts and writes nothing, the import is one step to take back, and again adds nothing",
        arguments: ["plan.csv", "four.csv", "ynab.zip", "actual.zip"])
    func budget(name: String) async throws {
        let bytes =
            switch name {
            case "plan.csv": Array(Self.plan.utf8)
            case "four.csv": Array(Self.four.utf8)
            case "ynab.zip":
                ZipFile.bytes([("Home - Register.csv", Self.register), ("Home - Plan.csv", Self.plan)])
            default: try Self.actual()
            }
        func send(_ query: String, _ headers: [String: String] = [:]) async throws -> Answer {
            try await server.send(.post, "/api/v1/imports?currency=EUR&name=\(name)\(query)", headers, body: bytes)
        }
        let before = server.book.version()
        let shown = try await send("&preview=1")
        #expect(shown.status == 200, "\(shown.text)")
        #expect(shown.text.contains("New envelopes: Daily, Food, Fun"), "\(shown.text)")
        #expect(shown.text.contains("New in the budget: 2 assigned amounts"), "\(shown.text)")
        // The same for the app, in the words of a person.
        let words = try await send(
            "&preview=1", ["Accept": "application/octet-stream", "Accept-Language": "zh-Hant"])
        #expect(words.status == 200)
        #expect(try words.shown(.sentence).contains { $0.text.contains("Daily、Food、Fun") }, "\(words.text)")
        #expect(try server.book.version() == before && names() == [])
        let done = try await send("")
        #expect(done.status == 201, "\(done.text)")
        #expect(try names() == ["Daily", "Food", "Fun"])
        let sheet = try await server.send(.get, "/api/v1/budget/2026-01?currency=EUR")
        for text in [#""name":"Food""#, #""assigned":"100.00""#, #""assigned":"-3.50""#] {
            #expect(sheet.text.contains(text), "\(sheet.text)")
        }
        let after = server.book.version()
        let again = try await send("")
        #expect(again.status == 200 && server.book.version() == after, "\(again.text)")
        let url = String(try #require(done.headers[.location]).dropFirst("http://localhost".count))
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try names() == [])
        #expect(try server.book.read { try $0.entryRows().isEmpty && $0.all(BudgetCell.self).isEmpty })
        #expect(try await send("").status == 201)
        #expect(try names() == ["Daily", "Food", "Fun"])
    }
}
