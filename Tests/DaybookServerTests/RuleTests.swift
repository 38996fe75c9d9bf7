import DaybookApp
import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Payees and rules over REST.
@Suite struct RuleTests {
    let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    private func post(_ path: String, _ json: String) async throws -> (url: String, id: String) {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201, "\(answer.text)")
        let url = String(try #require(answer.headers[.location]).dropFirst("http://localhost".count))
        return (url, String(try #require(url.split(separator: "/").last)))
    }

    private func entry(_ note: String, _ more: String = "") async throws -> (url: String, id: String) {
        try await post(
            "/api/v1/entries",
            #"{"kind":"expense","amount":"4","currency":"EUR","day":"2026-02-01","note":"\#(note)","rawText":"\#(note)"\#(more)}"#
        )
    }

    @Test("008.4 Payees are made, merged and deleted over REST, and have their sums") func payees() async throws {
        let rewe = try await post("/api/v1/payees", #"{"name":" Rewe "}"#)
        let other = try await post("/api/v1/payees", #"{"name":"REWE SAGT","of":"\#(rewe.id)"}"#)
        _ = try await entry("REWE SAGT DANKE 4409")
        _ = try await entry("x", #","payee":"rewe""#)
        let sums = try await server.send(.get, "/api/v1/payee-sums?from=2026-01-01").text
        #expect(
            sums
                == #"[{"id":"\#(rewe.id)","name":"Rewe","names":["REWE SAGT"],"entries":2,"income":[],"expense":[{"amount":"8.00","currency":"EUR"}]}]"#,
            "\(sums)")
        for (json, status) in [
            (#"{"name":"rewe"}"#, 409), (#"{"name":"x","of":"\#(String(repeating: "0", count: 32))"}"#, 400),
            ("{}", 400),
            (#"{"name":" "}"#, 400),
        ] {
            #expect(try await server.send(.post, "/api/v1/payees", json: json).status == status, "\(json)")
        }
        #expect(try await server.send(.patch, rewe.url, json: #"{"of":"\#(rewe.id)"}"#).status == 400)
        #expect(try await server.send(.patch, other.url, json: #"{"of":null,"name":"rewe"}"#).status == 409)
        #expect(
            try await server.send(.patch, other.url, json: #"{"of":null,"name":"Markt"}"#).member("name")
                == .string("Markt"))
        #expect(try await server.send(.get, "/api/v1/payees").count() == 2)
        #expect(try await server.send(.patch, other.url, json: #"{"of":"\#(rewe.id)"}"#).status == 200)
        #expect(try await server.send(.delete, rewe.url).status == 204)
        #expect(try await server.send(.get, "/api/v1/payees").text == "[]")
        #expect(try await server.send(.get, other.url).status == 404)
    }

    @Test("008.4 The entries of a payee are found over REST by any of its names") func entriesOfPayee() async throws {
        let rewe = try await post("/api/v1/payees", #"{"name":"Rewe"}"#)
        _ = try await post("/api/v1/payees", #"{"name":"REWE SAGT","of":"\#(rewe.id)"}"#)
        let raw = try await entry("REWE SAGT DANKE 4409")
        let said = try await entry("x", #","payee":"rewe""#)
        _ = try await entry("y", #","payee":"Aldi""#)
        func found(_ query: String) async throws -> [String] {
            let text = try await server.send(.get, "/api/v1/entries?payee=\(query)").text
            return [raw.id, said.id].filter { text.contains($0) }
        }
        #expect(try await found("rewe%20sagt") == [raw.id, said.id])
        // Words are found in the name that is shown, too.
        let words = try await server.send(.get, "/api/v1/entries?text=aldi").text
        #expect(words.contains("Aldi") && !words.contains(raw.id))
        let city = try await post("/api/v1/payees", #"{"name":"City Market"}"#)
        let other = try await post("/api/v1/payees", #"{"name":"Kiosk 4","of":"\#(city.id)"}"#)
        let kiosk = try await entry("KIOSK 4 BERLIN")
        #expect(try await server.send(.get, "/api/v1/entries?text=city%20market").text.contains(kiosk.id))
        #expect(try await server.send(.get, "/api/v1/entries?text=berlin%20market").count() == 1)
        #expect(try await server.send(.get, "/api/v1/report?by=month&text=city%20market").text.contains("4.00"))
        #expect(try await server.send(.delete, other.url).status == 204)
        #expect(try await server.send(.get, "/api/v1/entries?text=city%20market").text == "[]")
        #expect(try await server.send(.get, "/api/v1/entries?payee=Rewe&limit=1").count() == 1)
        #expect(try await server.send(.get, "/api/v1/entries?payee=Rewe&from=2026-02-02").count() == 0)
        #expect(try await server.send(.get, "/api/v1/entries?payee=Nobody").text == "[]")
        let long = String(repeating: "x", count: 1_001)
        #expect(try await server.send(.get, "/api/v1/entries?payee=\(long)").status == 400)
    }

    @Test("008.4 Rules are tried, applied and taken back over REST, and leave alone what is reconciled or by hand")
    func rules() async throws {
        let tea = try await entry("tea house")
        let reconciled = try await entry("tea again")
        let account = MoneyAccount.defaultID(of: try #require(Currency("EUR"))).text
        _ = try await post(
            "/api/v1/reconciliations",
            #"{"account":"\#(account)","day":"2026-02-28","balance":"4","side":"owed","rows":["\#(reconciled.id)"]}"#)
        for (json, reason) in [
            (#"{"text":"tea"}"#, "Column 4: there is no “then”"), ("{}", "A rule needs a text"),
            (#"{"text":"a then transfer:X"}"#, "Column 8: there is no account “X”"),
        ] {
            let answer = try await server.send(.post, "/api/v1/rules", json: json)
            #expect(answer.status == 400 && answer.text.contains(reason), "\(answer.text)")
        }
        let rule = try await post("/api/v1/rules", #"{"text":"tea then payee:Tea tag:drink"}"#)
        let before = try await server.send(.get, tea.url).text
        let tried = try await server.send(.post, "/api/v1/rule-runs?preview=1&text=tea%20then%20tag:more")
        #expect(tried.status == 200, "\(tried.text)")
        #expect(
            tried.text.contains(#"{"what":"payee","before":null,"after":"Tea","rule":"\#(rule.id)","number":1}"#)
                && tried.text.contains(#"{"what":"tag","before":null,"after":"more","rule":""#)
                && tried.text.contains(#""reconciled":1,"problems":[]}"#), "\(tried.text)")
        #expect(try await server.send(.get, tea.url).text == before)
        #expect(try await server.send(.post, "/api/v1/rule-runs?text=x").status == 400)

        let run = try await server.send(.post, "/api/v1/rule-runs")
        #expect(run.status == 201, "\(run.text)")
        let after = try await server.send(.get, tea.url)
        #expect(try after.member("payee") == .string("Tea") && after.member("rawText") == .string("tea house"))
        #expect(try after.member("ruled") == .string("#drink by \(rule.id), payee by \(rule.id)"))
        #expect(try await server.send(.get, reconciled.url).member("payee") == .null)
        let again = try await server.send(.post, "/api/v1/rule-runs")
        #expect(again.status == 200 && again.text.hasPrefix(#"{"id":null,"changes":[]"#), "\(again.text)")
        let back = String(try #require(run.headers[.location]).dropFirst("http://localhost".count))
        #expect(try await server.send(.delete, back).status == 204)
        #expect(try await server.send(.delete, back).status == 404)
        let undone = try await server.send(.get, tea.url)
        #expect(try undone.member("payee") == .null && undone.member("tags") == .array([]))

        // What is by hand stays, and twice the same is proposed.
        #expect(try await server.send(.patch, tea.url, json: #"{"payee":"Mine"}"#).status == 200)
        let house = try await entry("tea house 2")
        #expect(try await server.send(.patch, house.url, json: #"{"payee":"Mine"}"#).status == 200)
        let proposals = try await server.send(.get, "/api/v1/rule-proposals").text
        #expect(proposals.contains(#""text":"text:\"tea house\" then payee:Mine""#), "\(proposals)")
        #expect(try await server.send(.post, "/api/v1/rule-runs?reconciled=change").status == 201)
        #expect(try await server.send(.get, tea.url).member("payee") == .string("Mine"))
        #expect(try await server.send(.get, reconciled.url).member("payee") == .string("Tea"))
        #expect(try await server.send(.patch, rule.url, json: #"{"text":"nonsense","order":1}"#).status == 400)
        #expect(try await server.send(.patch, rule.url, json: #"{"order":1}"#).member("order") == .number(1))
        #expect(try await server.send(.delete, rule.url).status == 204)
        #expect(try await server.send(.get, "/api/v1/rules").text == "[]")
    }

    @Test("008.4 What the app shows of the rules is said in three languages, and written only as it was shown")
    func shown() async throws {
        let tea = try await entry("tea house")
        func run(_ query: String, _ language: String = "en") async throws -> Answer {
            try await server.send(
                .post, "/api/v1/rule-runs?" + query,
                ["accept": "application/octet-stream", "accept-language": language])
        }
        let tried = "preview=1&text=tea%20then%20payee:Tea%20tag:drink"
        let shown = try await run(tried)
        #expect(try shown.status == 200 && shown.shown(.title).map(\.text) == ["The rules change 1 entry."])
        let row = try #require(try shown.shown(.row).first)
        #expect(row.value == "is-new" && row.result == "rule 1" && row.text == "tea house", "\(row)")
        #expect(row.detail == "−4.00 EUR · payee: Tea · #drink", "\(row)")
        let chinese = try await run(tried, "zh-TW").shown(.row)
        #expect(chinese.first?.detail.hasSuffix("收付對象：Tea · #drink") == true)
        #expect(try await run(tried, "zh-CN").shown(.title).map(\.text) == ["规则会更改 1 笔账目。"])
        for (text, language, words) in [
            ("tea", "en", "Character 4: there is no “then”."), ("tea", "zh-TW", "第 4 個字元：沒有「then」。"),
            ("tea%20then%20transfer:X", "zh-CN", "第 10 个字符：没有账户“X”。"),
            (
                "tea%20then%20parts:x", "en",
                "Character 16: begin each part with its amount, such as 12.50, 60% or rest, and not with “x”."
            ),
        ] {
            let answer = try await run("preview=1&text=" + text, language)
            #expect(
                try answer.status == 200 && answer.shown(.problem).first?.text.hasPrefix(words) == true,
                "\(answer.text)")
        }
        let rule = try await post("/api/v1/rules", #"{"text":"tea then payee:Tea"}"#)
        // In the place of the rule that is there, and not behind it.
        let other = try await run("preview=1&rule=\(rule.id)&text=tea%20then%20payee:Other")
        #expect(other.text.contains("payee: Other") && !other.text.contains("payee: Tea"), "\(other.text)")
        // Of a rule that is tried behind others, what it does alone.
        let behind = try await run("preview=1&text=tea%20then%20tag:drink")
        let alone = try #require(try behind.shown(.row).first)
        #expect(alone.result == "rule 2" && alone.text == "tea house" && alone.detail == "−4.00 EUR · #drink")
        #expect(try await run("preview=1&text=coffee%20then%20tag:drink").shown(.writes).map(\.number) == [0])
        #expect(try await run("preview=1&rule=x&text=tea%20then%20payee:Other").status == 400)
        // One came meanwhile.
        let more = try await entry("tea again")
        let refused = try await run("expected=1")
        #expect(
            try refused.status == 409 && refused.shown(.writes).map(\.number) == [2]
                && refused.shown(.problem).first?.text.hasPrefix("The book has changed") == true)
        #expect(try await server.send(.get, tea.url).member("payee") == .null)
        #expect(try await server.send(.post, "/api/v1/rule-runs?expected=1").status == 409)
        let done = try await run("expected=2")
        #expect(try done.status == 201 && done.shown(.done).map(\.text) == ["The rules changed 2 entries"])
        #expect(try await server.send(.get, more.url).member("payee") == .string("Tea"))
        // What a person did twice is offered.
        for _ in 0..<2 {
            let house = try await entry("coffee house")
            #expect(try await server.send(.patch, house.url, json: #"{"payee":"Cafe"}"#).status == 200)
        }
        #expect(try await run("preview=1").shown(.rule).map(\.text) == ["text:\"coffee house\" then payee:Cafe"])
    }

    @Test("008.4 An import over REST tells what the rules do, and does it") func imports() async throws {
        let rule = try await post("/api/v1/rules", #"{"text":"rewe then payee:Rewe tag:food"}"#)
        let file = "!Type:Bank\nD2026-02-02\nT-12.50\nPREWE 4409\n^\n"
        for query in ["preview=1", "preview=0"] {
            let answer = try await server.send(.post, "/api/v1/imports?\(query)&currency=EUR", body: Array(file.utf8))
            #expect(
                answer.text.contains(#""payee":"Rewe","tags":["food"],"rules":["\#(rule.id)"]"#), "\(answer.text)")
        }
        let entries = try await server.send(.get, "/api/v1/entries").text
        #expect(entries.contains(#""payee":"Rewe""#) && entries.contains(#""rawText":"REWE 4409""#), "\(entries)")
    }
}
