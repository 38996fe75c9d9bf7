import HTTPTypes
import Testing

@testable import DaybookServer

/// Parts of entries over REST.
@Suite struct PartTests {
    let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    @Test("008.3 An entry is made with parts, which are told with it, changed one by one, and taken away")
    func life() async throws {
        let made = try await server.send(
            .post, "/api/v1/entries",
            json: #"""
                {"kind":"expense","amount":"26","currency":"EUR","tags":["shop"],
                 "parts":[{"amount":"12.50","tags":["food"],"note":" bread "},{"amount":"3.10"}]}
                """#)
        #expect(made.status == 201, "\(made.text)")
        let url = String(try #require(made.headers[.location]).dropFirst("http://localhost".count))
        func parts() async throws -> [String] {
            try await server.send(.get, url).text
                .matches(
                    of:
                        #/"id":"([0-9a-f]+)","amount":"([0-9.]+)","currency":"EUR","tags":\[([^\]]*)\],"note":"([^"]*)"\}/#
                )
                .map { "\($0.2) \($0.3) \($0.4)" }
        }
        #expect(try await parts() == [#"12.50 "food" bread"#, "3.10  "])
        let ids = made.text.matches(of: #/"id":"([0-9a-f]{32})","amount"/#).map { String($0.1) }
        let changed = try await server.send(
            .patch, url,
            json:
                #"{"parts":[{"id":"\#(ids[1])","amount":"4"},{"id":"\#(ids[0])","amount":"12.50","tags":[]},{"amount":"1"}]}"#
        )
        #expect(changed.status == 200, "\(changed.text)")
        #expect(try await parts() == ["4.00  ", "12.50  ", "1.00  "])
        #expect(changed.text.contains(#""id":"\#(ids[0])","amount":"12.50""#))
        // What it says of something else leaves them alone.
        _ = try await server.send(.patch, url, json: #"{"note":"market"}"#)
        #expect(try await parts().count == 3)
        #expect(try await server.send(.get, "/api/v1/entries?tag=food").text == "[]")
        for (json, reason) in [
            (#"{"parts":[{"amount":"30"}]}"#, "4.00 EUR too much"),
            (#"{"parts":[{"tags":[]}]}"#, "A part needs an amount"),
            (#"{"parts":[{"amount":"1 USD"}]}"#, "a part in USD"), (#"{"parts":"x"}"#, "an array of objects"),
            (#"{"parts":[5]}"#, "an array of objects"), (#"{"parts":[{"amount":"0"}]}"#, "A part can't be zero"),
            (#"{"parts":[{"amount":"1","tags":["a,b"]}]}"#, "isn't a valid tag"),
        ] {
            let answer = try await server.send(.patch, url, json: json)
            #expect(answer.status == 400 || answer.status == 422, "\(json)")
            #expect(answer.text.contains(reason), "\(json): \(answer.text)")
        }
        #expect(try await parts().count == 3)
        let gone = try await server.send(.patch, url, json: #"{"parts":null}"#)
        #expect(gone.text.contains(#""parts":[]"#), "\(gone.text)")
    }
}
