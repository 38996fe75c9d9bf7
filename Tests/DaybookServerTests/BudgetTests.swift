import DaybookBook
import DaybookCore
import DaybookStorage
import Fixtures
import HTTPTypes
import Testing

@testable import DaybookServer

/// The sheet of a budget over REST.
@Suite struct BudgetTests {
    let book: Book
    let server: ServerUnderTest

    init() throws {
        book = try Book.inMemory()
        server = try ServerUnderTest(book: book)
    }

    private func make(_ path: String, _ json: String) async throws {
        let answer = try await server.send(.post, "/api/v1/" + path, json: json)
        #expect(answer.status == 201, "\(answer.text)")
    }

    private func text(_ method: HTTPRequest.Method = .get, _ path: String) async throws -> String {
        let answer = try await server.send(method, "/api/v1/budget/" + path)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.text
    }

    @Test("13.7 A fill over REST says what it would write, writes it, and changes nothing a second time")
    func fill() async throws {
        try await make("entries", #"{"kind":"income","amount":"1000","currency":"EUR","day":"2026-12-03"}"#)
        try await make("envelopes", #"{"name":"Food","target":"month 300 EUR"}"#)
        let written = #"{"currency":"EUR","toBudget":"700.00","envelopes":[{"id":""#
        let preview = try await text(.get, "2026-12/fill?currency=EUR")
        #expect(preview.hasPrefix(written), "\(preview)")
        #expect(preview.hasSuffix(#""name":"Food","assigned":"0.00","becomes":"300.00"}]}"#))
        #expect(try await text(.get, "2026-12-31?currency=EUR").contains(#""toBudget":"1000.00""#))
        #expect(try await text(.post, "2026-12/fill?currency=EUR") == preview)
        #expect(
            try await text(.post, "2026-12/fill?currency=EUR")
                == #"{"currency":"EUR","toBudget":"700.00","envelopes":[]}"#)
        let sheet = try await text(.get, "2026-12?currency=eur")
        #expect(sheet.contains(#""left":"300.00""#) && sheet.contains(#""needs":"300.00""#), "\(sheet)")
    }

    @Test("13.5 What isn't a period, or a currency, is refused with what is wrong") func refused() async throws {
        for path in ["2026-13", "next", "x", "2026-12?currency=XXX"] {
            let answer = try await server.send(.get, "/api/v1/budget/" + path)
            #expect(answer.status == 400, "\(path)")
        }
    }
}
