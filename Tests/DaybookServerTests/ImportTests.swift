import DaybookApp
import DaybookCore
import DaybookStorage
import HTTPTypes
import Testing

@testable import DaybookServer

/// Files on their way into the book over REST.
@Suite struct ImportTests {
    let server: ServerUnderTest
    let path = "/api/v1/imports"

    init() throws { server = try ServerUnderTest() }

    static let ofx = """
        <OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>4711</BANKACCTFROM>
        <STMTTRN><DTPOSTED>20260102<TRNAMT>-5.00<FITID>a1<NAME>Tea</STMTTRN>
        <STMTTRN><DTPOSTED>20260103<TRNAMT>2000.00<FITID>a2<NAME>Pay</STMTTRN>
        <STMTTRN><DTPOSTED>20260104<TRNAMT>-7.00<FITID>a3<NAME>Bistro</STMTTRN>
        <LEDGERBAL><BALAMT>1988.00<DTASOF>20260131</LEDGERBAL></STMTRS></OFX>

        """
    static let qif = "!Type:Bank\nD3/4'26\nT-12.00\nPBaker\n^\nD5/6'26\nT-3.00\nPBus\n^\n"
    static let taskwarrior = """
        [{"uuid":"11111111-1111-1111-1111-111111111111","description":"Buy milk","status":"pending","project":"Home",\
        "entry":"20260101T080000Z","annotations":[{"entry":"20260101T080000Z","description":"2 l"}]},
        {"uuid":"22222222-2222-2222-2222-222222222222","description":"Call Ann","status":"pending",\
        "entry":"20260101T080000Z","depends":["11111111-1111-1111-1111-111111111111"]}]
        """
    static let ics = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VTODO\r
        UID:one\r
        SUMMARY:Pay rent\r
        DUE;VALUE=DATE:20260201\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT15M\r
        END:VALARM\r
        END:VTODO\r
        END:VCALENDAR\r

        """

    private func post(_ file: String, _ query: String) async throws -> Answer {
        try await server.send(.post, "\(path)?\(query)", json: file)
    }

    private func counts(_ answer: Answer) throws -> [String: Double] {
        var counts: [String: Double] = [:]
        for name in ["rows", "new", "known", "restored", "deleted", "fits", "unreadable", "writes"] {
            if case .number(let number)? = try answer.member(name), number > 0 { counts[name] = number }
        }
        return counts
    }

    /// Day, sign and amount of each entry.
    private func entries() throws -> [String] {
        try server.book.read { try $0.entryRows().map(\.entry) }
            .map { "\($0.day.text) \($0.kind.name) \($0.amount?.number ?? "") \($0.note)" }.sorted()
    }

    @Test("008.6 A preview tells each row's fate and writes nothing; the import writes just that number, and once")
    func bank() async throws {
        let typed = #"{"kind":"expense","amount":"7","currency":"EUR","day":"2026-01-05","note":"lunch"}"#
        #expect(try await server.send(.post, "/api/v1/entries", json: typed).status == 201)
        let before = server.book.version()
        let shown = try await post(Self.ofx, "name=statement.ofx&preview=1")
        #expect(shown.status == 200, "\(shown.text)")
        #expect(try shown.member("form") == .string("OFX") && shown.member("id") == .null)
        #expect(try counts(shown) == ["rows": 3, "new": 2, "fits": 1, "writes": 2])
        #expect(shown.text.contains(#""line":2,"fate":"new","text":"Tea","day":"2026-01-02","kind":"expense""#))
        #expect(shown.text.contains(#""closing":"1988.00","currency":"EUR""#), "\(shown.text)")
        #expect(try server.book.version() == before && entries().count == 1)
        let done = try await post(Self.ofx, "name=statement.ofx&expected=2")
        #expect(done.status == 201, "\(done.text)")
        #expect(try counts(done)["writes"] == 2)
        #expect(
            try entries() == [
                "2026-01-02 expense 5.00 Tea", "2026-01-03 income 2000.00 Pay", "2026-01-05 expense 7.00 lunch",
            ])
        let again = try await post(Self.ofx, "name=statement.ofx")
        #expect(try again.status == 200 && counts(again) == ["rows": 3, "known": 3] && again.member("id") == .null)
        #expect(again.headers[.location] == nil && done.headers[.location] != nil)
    }

    @Test("008.6 An import is taken back as one step, once, and not where it was changed since") func takenBack()
        async throws
    {
        let done = try await post(Self.ofx, "name=a.ofx")
        let url = String(try #require(done.headers[.location]).dropFirst("http://localhost".count))
        #expect(try entries().count == 3)
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try entries() == [])
        #expect(try await server.send(.delete, url).status == 404)
        #expect(try await server.send(.delete, "\(path)/x").status == 404)
        #expect(try await server.send(.delete, "\(path)/\(String(repeating: "f", count: 32))").status == 404)
        // 12.5 What was taken back is new again; what somebody deleted isn't.
        #expect(try counts(await post(Self.ofx, "name=a.ofx&preview=1")) == ["rows": 3, "new": 3, "writes": 3])
        let back = try await post(Self.ofx, "name=a.ofx")
        #expect(try counts(back) == ["rows": 3, "new": 3, "writes": 3])
        #expect(try entries().first == "2026-01-02 expense 5.00 Tea")
        // The number of the step that was undone is given again.
        #expect(try await server.send(.delete, url).status == 404)
        let second = String(try #require(back.headers[.location]).dropFirst("http://localhost".count))
        let id = try #require(try server.book.read { try $0.entryRows().first?.entry.id.text })
        #expect(try await server.send(.patch, "/api/v1/entries/\(id)", json: #"{"note":"mine"}"#).status == 200)
        let refused = try await server.send(.delete, second)
        #expect(refused.status == 409 && refused.text.contains("was changed since"), "\(refused.text)")
        #expect(try entries().count == 3)
    }

    @Test("008.5 A QIF's opening is that of an account that opened with nothing, once, and its splits are parts")
    func opening() async throws {
        let giro = try await account("Giro")
        let file =
            "!Account\nNGiro\nTBank\n^\n!Type:Bank\nD2026-01-01\nT100.00\nPOpening Balance\nL[Giro]\n^\n"
            + "D2026-01-02\nT-30.00\nPShop\nSFood\nEbread\n$-20.00\nSHome\n$-10.00\n^\n"
        func opening(_ id: String) async throws -> [FoundationJSON?] {
            let account = try await server.send(.get, "/api/v1/money-accounts/\(id)")
            return [try account.member("opening"), try account.member("openingDay")]
        }
        let shown = try await post(file, "name=a.qif&preview=1")
        #expect(shown.text.contains("“Giro” opened with 100.00 EUR on 2026-01-01."), "\(shown.text)")
        #expect(shown.text.contains(#""tags":["Food","Home"]"#), "\(shown.text)")
        #expect(try await opening(giro).first == .string("0.00"))
        let done = try await post(file, "name=a.qif")
        #expect(done.status == 201)
        #expect(try await opening(giro) == [.string("100.00"), .string("2026-01-01")])
        let entry = try #require(try server.book.read { try $0.entryRows().first?.entry })
        #expect(
            entry.parts.map { "\($0.amount.text) \($0.tags) \($0.note)" } == [
                "20.00 EUR [\"Food\"] bread", "10.00 EUR [\"Home\"] ",
            ])
        #expect(try counts(await post(file, "name=a.qif")) == ["rows": 1, "known": 1])
        // One with an opening of its own keeps it, and that is said.
        let other = file.replacing("T100.00", with: "T70.00")
        let kept = try await post(other, "name=a.qif&preview=1")
        #expect(kept.text.contains("1 opening balance") && !kept.text.contains("opened with"), "\(kept.text)")
        // It goes with the import.
        let url = String(try #require(done.headers[.location]).dropFirst("http://localhost".count))
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await opening(giro).first == .string("0.00"))
    }

    // MARK: One plan

    private func account(_ name: String, _ currency: String = "EUR") async throws -> String {
        let made = try await server.send(
            .post, "/api/v1/money-accounts", json: #"{"name":"\#(name)","currency":"\#(currency)"}"#)
        guard case .string(let id)? = try made.member("id") else { return "" }
        return id
    }

    /// One row as QIF.
    private static func qif(_ day: String, _ amount: String, _ text: String) -> String {
        "!Type:Bank\nD\(day)\nT\(amount)\nP\(text)\n^\n"
    }

    private func balance(_ name: String) throws -> String {
        try server.book.read { try $0.balances(on: nil) }.first { $0.account.name == name }?.balance.number ?? ""
    }

    private func transferCount() throws -> Int { try server.book.read { try $0.transferRows().count } }

    @Test(
        "12.3 A card's payment seen from both banks, with a rule on each side, is one transfer, typed by hand or not",
        arguments: [[false, true], [true, false]], [false, true])
    func bothSides(order: [Bool], isTyped: Bool) async throws {
        let (bank, card) = (try await account("Bank"), try await account("Card"))
        for text in ["text:card then transfer:Card", "text:thanks then transfer:Bank"] {
            #expect(try await server.send(.post, "/api/v1/rules", json: #"{"text":"\#(text)"}"#).status == 201)
        }
        if isTyped {
            let typed =
                #"{"account":"\#(bank)","toAccount":"\#(card)","amount":"300","day":"2026-01-11"}"#
            #expect(try await server.send(.post, "/api/v1/transfers", json: typed).status == 201)
        }
        for isCard in order {
            let file =
                isCard ? Self.qif("2026-01-13", "300.00", "Thanks") : Self.qif("2026-01-10", "-300.00", "Card payment")
            let done = try await post(file, "name=a.qif&account=\(isCard ? card : bank)")
            #expect(done.status < 300, "\(done.text)")
        }
        #expect(try transferCount() == 1)
        #expect(try balance("Bank") == "-300.00" && balance("Card") == "300.00")
        #expect(try entries() == [])
        // Again, nothing is new.
        for isCard in order {
            let file =
                isCard ? Self.qif("2026-01-13", "300.00", "Thanks") : Self.qif("2026-01-10", "-300.00", "Card payment")
            #expect(try counts(await post(file, "name=a.qif&account=\(isCard ? card : bank)"))["new"] == nil)
        }
        #expect(try transferCount() == 1)
    }

    @Test("12.3 A row that came in another format before is known, on its day and with a word in common, each once")
    func otherFormat() async throws {
        let giro = try await account("Giro")
        #expect(try counts(await post(Self.ofx, "name=a.ofx&account=\(giro)"))["new"] == 3)
        let rows = [
            ("2026-01-02", "-5.00", "TEA HOUSE"), ("2026-01-02", "-5.00", "Tea"), ("2026-01-03", "2000.00", "Gift"),
        ]
        let file = "!Type:Bank\n" + rows.map { "D\($0.0)\nT\($0.1)\nP\($0.2)\n^\n" }.joined()
        let done = try await post(file, "name=a.qif&account=\(giro)")
        #expect(try counts(done) == ["rows": 3, "known": 1, "new": 2, "writes": 2], "\(done.text)")
        // The next file of the first format has its own rows still.
        #expect(try counts(await post(Self.ofx, "name=a.ofx&account=\(giro)")) == ["rows": 3, "known": 3])
        #expect(try counts(await post(file, "name=a.qif&account=\(giro)")) == ["rows": 3, "known": 3])
    }

    @Test("12.3 A paid bill and a line without an account are the bank's rows, and are of its account then")
    func typedBefore() async throws {
        _ = try await account("Giro")
        let visa = try await account("Visa")
        let bill = try await server.send(.post, "/api/v1/todos?parse=1", json: #"{"title":"Rent 850 eur"}"#)
        let url = String(try #require(bill.headers[.location]).dropFirst("http://localhost".count))
        #expect(try await server.send(.patch, url, json: #"{"completed":true}"#).status == 200)
        let day = CivilDate.local()
        let line = #"{"kind":"expense","amount":"12","currency":"EUR","note":"lunch"}"#
        #expect(try await server.send(.post, "/api/v1/entries", json: line).status == 201)
        #expect(try balance("Giro") == "-862.00" && balance("Visa") == "0.00")
        let rows = [("-850.00", "Landlord"), ("-12.00", "Bistro")]
        let file =
            "!Type:Bank\n" + rows.map { "D\(day.adding(days: 2).text)\nT\($0.0)\nP\($0.1)\n^\n" }.joined()
        let done = try await post(file, "name=a.qif&account=\(visa)")
        #expect(try counts(done) == ["rows": 2, "fits": 2], "\(done.text)")
        #expect(try balance("Giro") == "0.00" && balance("Visa") == "-862.00")
        #expect(try entries().count == 2)
    }

    @Test("12.5 A rule into another currency says what it lacks, and makes one transfer once the other side is there")
    func otherCurrency() async throws {
        let (bank, dollars) = (try await account("Bank"), try await account("Dollars", "USD"))
        for text in ["text:exchange then transfer:Dollars", "text:from then transfer:Bank"] {
            #expect(try await server.send(.post, "/api/v1/rules", json: #"{"text":"\#(text)"}"#).status == 201)
        }
        let first = try await post(Self.qif("2026-01-10", "-100.00", "Exchange"), "name=a.qif&account=\(bank)")
        #expect(
            first.text.contains("1 entry would be a transfer with “Dollars”, but the amount in USD isn't known."),
            "\(first.text)")
        let run = try await server.send(.post, "/api/v1/rule-runs?preview=1")
        #expect(run.text.contains("\"lacking\":[{"), "\(run.text)")
        #expect(try transferCount() == 0)
        let second = try await post(Self.qif("2026-01-12", "110.00", "From Bank"), "name=b.qif&account=\(dollars)")
        #expect(second.status == 201, "\(second.text)")
        #expect(try transferCount() == 1)
        #expect(try balance("Bank") == "-100.00" && balance("Dollars") == "110.00")
        #expect(try entries() == [])
    }

    @Test("12.5 Imports and runs of rules are listed, and taken back whatever came after them; what was changed stays")
    func list() async throws {
        #expect(try await server.send(.get, path).text == "[]")
        #expect(try await post(Self.ofx, "name=a.ofx").status == 201)
        let rule = #"{"text":"text:bistro then tag:food"}"#
        #expect(try await server.send(.post, "/api/v1/rules", json: rule).status == 201)
        #expect(try await server.send(.post, "/api/v1/rule-runs").status == 201)
        for number in 0..<25 {
            let file = Self.qif("2025-01-10", "-\(number + 1).00", "x\(number)")
            #expect(try await post(file, "name=\(number).qif").status == 201)
        }
        let listed = try await server.send(.get, path)
        #expect(listed.text.contains(#""kind":"rules","name":"rules","count":1"#), "\(listed.text)")
        #expect(listed.text.contains(#""kind":"file","name":"a.ofx","count":3"#), "\(listed.text)")
        let ids = listed.text.matches(of: #/"id":"([0-9a-f]{32})"/#).map { String($0.1) }
        try #require(ids.count == 27)
        #expect(try await server.send(.delete, "\(path)/\(ids[25])").status == 204)
        #expect(try server.book.read { try $0.entryRows().allSatisfy { $0.entry.tags.isEmpty } })
        let id = try #require(
            try server.book.read { try $0.entryRows().first { $0.entry.note == "Tea" }?.entry.id.text })
        #expect(try await server.send(.patch, "/api/v1/entries/\(id)", json: #"{"note":"mine"}"#).status == 200)
        #expect(try await server.send(.delete, "\(path)/\(ids[26])").status == 409)
        #expect(try await server.send(.delete, "\(path)/\(ids[26])?changed=keep").status == 204)
        #expect(try entries().filter { $0.hasPrefix("2026") } == ["2026-01-02 expense 5.00 mine"])
        #expect(
            try counts(await post(Self.ofx, "name=a.ofx&preview=1")) == ["rows": 3, "known": 1, "new": 2, "writes": 2])
        let words = try await server.send(
            .get, path, ["Accept": "application/octet-stream", "Accept-Language": "zh-Hant"])
        #expect(try words.shown(.past).contains { $0.detail.contains("新增 1 項") }, "\(words.text)")
    }

    @Test("12.6 After an import pairs that may be a transfer are proposed, and Reconcile has the closing balance")
    func afterwards() async throws {
        let (bank, purse) = (try await account("Bank"), try await account("Purse"))
        let line = #"{"kind":"income","amount":"7","currency":"EUR","day":"2026-01-05","account":"\#(purse)"}"#
        let typed = try await server.send(.post, "/api/v1/entries", json: line)
        guard case .string(let id)? = try typed.member("id") else { return }
        let done = try await post(Self.ofx, "name=a.ofx&account=\(bank)")
        #expect(done.text.contains(#""to":"\#(id)""#), "\(done.text)")
        let open = try await server.send(.get, "/api/v1/money-accounts/\(bank)/unreconciled")
        #expect(open.text.contains(#""closing":{"day":"2026-01-31","balance":"1988.00"}"#), "\(open.text)")
        let statement = #"{"account":"\#(bank)","day":"2026-01-31","balance":"1988.00","all":true}"#
        let reconciled = try await server.send(.post, "/api/v1/reconciliations", json: statement)
        #expect(reconciled.status == 201, "\(reconciled.text)")
        let closed = try await server.send(.get, "/api/v1/money-accounts/\(bank)/unreconciled")
        #expect(closed.text.contains("\"closing\":null"))
    }

    @Test("008.6 Nothing is written while a row is in doubt, unless the request says so") func doubt() async throws {
        let file = Self.ofx + "<STMTTRN><DTPOSTED>20260230<TRNAMT>-1.00<FITID>a4<NAME>Never</STMTTRN>\n"
        let bad = file.replacing("</STMTRS></OFX>\n", with: "") + "</STMTRS></OFX>"
        let shown = try await post(bad, "name=a.ofx&preview=1")
        #expect(try counts(shown) == ["rows": 4, "new": 3, "unreadable": 1] && shown.member("refused") == .bool(true))
        #expect(shown.text.contains("“20260230” isn't a valid date"), "\(shown.text)")
        let refused = try await post(bad, "name=a.ofx")
        #expect(refused.status == 400 && refused.text.contains(#""field":"yes""#), "\(refused.text)")
        #expect(refused.text.contains("Nothing was imported") && !refused.text.contains("--"), "\(refused.text)")
        #expect(try entries() == [])
        #expect(try counts(await post(bad, "name=a.ofx&preview=1&yes=1"))["writes"] == 3)
        #expect(try await post(bad, "name=a.ofx&yes=1").status == 201)
        #expect(try entries().count == 3)
    }

    @Test("008.5 What is open is asked, and answered by a parameter: the order of dates, the account, a column")
    func questions() async throws {
        let shown = try await post(Self.qif, "name=a.qif&preview=1&currency=EUR")
        #expect(try counts(shown) == ["rows": 2, "unreadable": 2])
        #expect(
            shown.text.contains(
                #""questions":[{"parameter":"dateOrder","choices":[{"value":"dmy","meaning":"2026-04-03"},{"value":"mdy","meaning":"2026-03-04"}]}]"#
            ), "\(shown.text)")
        let refused = try await post(Self.qif, "name=a.qif")
        #expect(refused.status == 400 && refused.text.contains(#""field":"dateOrder""#), "\(refused.text)")
        #expect(try await post(Self.qif, "name=a.qif&dateOrder=dmy&currency=EUR").status == 201)
        #expect(try entries() == ["2026-04-03 expense 12.00 Baker", "2026-06-05 expense 3.00 Bus"])
        let account = try await server.send(
            .post, "/api/v1/money-accounts", json: #"{"name":"Giro","opening":"0","currency":"EUR"}"#)
        #expect(account.status == 201, "\(account.text)")
        let unknown = try await post(Self.ofx, "name=a.ofx&preview=1")
        #expect(unknown.status == 400 && unknown.text.contains(#""field":"account""#), "\(unknown.text)")
        #expect(try await post(Self.ofx, "name=a.ofx&account=Nobody").status == 400)
        let named = try await post(Self.ofx, "name=a.ofx&account=Giro")
        #expect(named.status == 201 && named.text.contains("go to “Giro” from now on"), "\(named.text)")
        let csv = "date,amount,mood\n2026-01-02,-5.00,good\n"
        let column = try await post(csv, "name=a.csv&preview=1")
        #expect(column.text.contains(#"{"name":"mood","meaning":"text","samples":["good"]}"#), "\(column.text)")
        let left = try await post(csv, "name=a.csv&preview=1&leaveOut=mood")
        #expect(left.text.contains(#"{"name":"mood","meaning":"none","samples":["good"]}"#), "\(left.text)")
        #expect(try counts(left)["known"] == 1, "it is the row of the OFX file: \(left.text)")
    }

    @Test("008.5 An import that is refused for a question has what its preview has, to answer it")
    func questionsOfRefusal() async throws {
        for text in ["Date,Amount,Text\n03/04/2026,-5.00,Tea\n", "Date,Amount,Text\n2026-04-13,5.00,Tea\n"] {
            let (shown, refused) = (try await post(text, "name=a.csv&preview=1"), try await post(text, "name=a.csv"))
            #expect(shown.status == 200 && refused.status == 400, "\(shown.text) \(refused.text)")
            for name in ["columns", "questions"] {
                let told = try refused.member(name)
                #expect(try told != nil && told == shown.member(name), "\(refused.text)")
            }
        }
        let twice = try await post("kind,amount,day,day\nexpense,5.00 EUR,2026-04-13,2026-04-14\n", "name=e.csv")
        #expect(
            twice.status == 400 && twice.text.contains(#""questions":[{"parameter":"leaveOut""#), "\(twice.text)")
    }

    @Test("006.21 To-dos of other programs come with their lists, and what is lost is told by count") func programs()
        async throws
    {
        let shown = try await post(Self.taskwarrior, "name=tasks.json&preview=1&zone=Europe/Berlin")
        #expect(try counts(shown) == ["rows": 2, "new": 2, "writes": 2], "\(shown.text)")
        #expect(try shown.member("form") == .string("Taskwarrior") && shown.member("holds") == .string("todos"))
        #expect(shown.text.contains(#""lost":[{"what":"1 dependency","count":1}]"#), "\(shown.text)")
        #expect(shown.text.contains(#""newLists":["Home"]"#))
        #expect(try server.titles() == [])
        #expect(try await post(Self.taskwarrior, "name=tasks.json").status == 201)
        #expect(try server.titles() == ["Buy milk", "Call Ann"])
        let ics = try await post(Self.ics, "name=x.ics")
        #expect(ics.status == 201 && ics.text.contains(#""lost":[]"#), "\(ics.text)")
        #expect(try counts(await post(Self.ics, "name=x.ics")) == ["rows": 1, "known": 1])
        #expect(try await post("(A) Water plants @garden\nx 2026-01-01 Old\n", "name=my.txt").status == 201)
        #expect(try server.titles().contains("(Old)"))
    }

    @Test("006.21 What REST exports is known by what is in it, and is known already") func own() async throws {
        _ = try await post(Self.ofx, "name=a.ofx")
        #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"Pay rent"}"#).status == 201)
        for (route, holds, count) in [("entries", "entries", 3.0), ("todos", "todos", 1)] {
            let exported = try await server.send(.get, "/api/v1/\(route)").text
            let shown = try await post(exported, "name=x.json&preview=1")
            #expect(try shown.member("holds") == .string(holds), "\(shown.text)")
            #expect(try counts(shown) == ["rows": count, "known": count], "\(shown.text)")
        }
        let csv = try await post("title;due\nPaint;2026-02-01\n", "name=list")
        #expect(try counts(csv)["new"] == 1 && server.titles() == ["Paint", "Pay rent"], "\(csv.text)")
    }

    @Test(
        "008.5 What is no such file, is cut off, empty or in no encoding is refused with a reason, and nothing is written",
        arguments: [
            ("<html><body>Sign in</body></html>", "a.html", "none of the files that Daybook reads"),
            ("", "a.csv", "is empty"), (" \n", "a.ofx", "is empty"), ("PK\u{3}\u{4}x", "a.zip", "ZIP file"),
            ("SQLite format 3\0", "b.sqlite", "is a database"), ("[{\"amount\":\"5\"", "a.json", "a.json"),
            ("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:x\r\n", "a.ics", "cut off"),
            ("<OFX><STMTRS><CURDEF>EUR<STMTTRN><DTPOSTED>2026", "a.ofx", "a.ofx"),
            ("date,amount\n2026-01-01,\"5\n", "a.csv", "never closed"), ("{}", "a.json", "an array of entries"),
        ])
    func refused(_ file: String, _ name: String, _ words: String) async throws {
        let shown = try await post(file, "name=\(name)&preview=1")
        #expect(shown.status == 400 || shown.text.contains("\"refused\":true"), "\(shown.text)")
        #expect(shown.text.contains(words), "\(shown.text)")
        let answer = try await post(file, "name=\(name)")
        #expect(answer.status == 400 && answer.text.contains(words), "\(answer.status) \(answer.text)")
        #expect(try entries() == [] && server.titles() == [])
    }

    @Test("008.5 A file of more than 10 MiB, one in two encodings and a parameter that isn't right are refused by name")
    func limits() async throws {
        let large = try await server.send(
            .post, "\(path)?name=a.csv", body: [UInt8](repeating: 0x20, count: ImportRoutes.greatestFile + 1))
        #expect(large.status == 413 && large.text.contains("10 MiB"), "\(large.text)")
        let mixed = Array("date,amount,note\n2026-01-01,5,Käse\n2026-01-02,5,".utf8) + [0xE4, 0x0A]
        let encodings = try await server.send(.post, "\(path)?name=a.csv", body: mixed)
        #expect(encodings.status == 400 && encodings.text.contains("another encoding"), "\(encodings.text)")
        let latin = Array("date,amount,note\n2026-01-01,-5,K".utf8) + [0xE4, 0x73, 0x65, 0x0A]
        let read = try await server.send(.post, "\(path)?name=a.csv", body: latin)
        #expect(try read.status == 201 && read.member("encoding") == .string("Windows-1252"), "\(read.text)")
        #expect(try entries() == ["2026-01-01 expense 5.00 Käse"])
        for (query, field) in [
            ("preview=2", "preview"), ("dateOrder=x", "dateOrder"), ("zone=Nowhere", "zone"),
            ("expected=-1", "expected"),
            ("currency=zz", "currency"), ("yes=no", "yes"),
        ] {
            let answer = try await post(Self.ofx, query)
            #expect(answer.status == 400 && answer.text.contains("\"field\":\"\(field)\""), "\(answer.text)")
        }
    }

    @Test("008.6 The same file twice at once adds each row once, and a preview that is out of date writes nothing")
    func twice() async throws {
        async let one = post(Self.ofx, "name=a.ofx")
        async let other = post(Self.ofx, "name=a.ofx")
        let written = try await [counts(one)["writes"] ?? 0, counts(other)["writes"] ?? 0]
        #expect(written.sorted() == [0, 3])
        #expect(try entries().count == 3)
        let late = try await post(Self.ofx, "name=a.ofx&expected=3")
        #expect(late.status == 409 && late.text.contains("Nothing was imported"), "\(late.text)")
    }

    private func words(_ file: String, _ query: String, _ language: String) async throws -> Answer {
        try await server.send(
            .post, "\(path)?\(query)", ["Accept": "application/octet-stream", "Cookie": "language=\(language)"],
            json: file)
    }

    @Test(
        "008.6 The app gets the same in the words of its language, with what may be answered",
        arguments: [
            (
                "en", "2 new (1 income, 1 expense, 2026-01-02 – 2026-01-03)", "can't be read", "Leave out",
                "Imported 2 entries"
            ),
            ("zh-Hans", "2 项新增", "无法读取", "不导入", "已导入 2 笔账目"), ("zh-Hant", "2 項新增", "無法讀取", "不匯入", "已匯入 2 筆帳目"),
        ])
    func words(_ language: String, _ new: String, _ unread: String, _ leaveOut: String, _ done: String) async throws {
        let file = Self.ofx.replacing("20260104", with: "20260230")
        let shown = try await words(file, "name=a.ofx&preview=1", language)
        #expect(shown.status == 200 && shown.headers[.contentType] == "application/octet-stream")
        #expect(try shown.shown(.title).map(\.text) == ["OFX · UTF-8"])
        #expect(try shown.shown(.isOfEntries).count == 1 && shown.shown(.writes).map(\.number) == [0])
        #expect(try shown.shown(.sentence).contains { $0.text.hasPrefix(new) })
        let leaving = try #require(try shown.shown(.choice).first { $0.id == "yes" })
        #expect(leaving.number == 0 && leaving.value == "&yes=1" && leaving.text == leaveOut, "\(leaving)")
        let row = try #require(try shown.shown(.row).first { $0.value == "is-unreadable" })
        #expect(row.id == "4" && row.result == unread && row.text.contains("20260230"), "\(row)")
        #expect(language == "en" || row.text.contains("不是日期") && !row.text.contains("valid"), "\(row)")
        let refused = try await words(file, "name=a.ofx", language)
        #expect(try refused.status == 400 && refused.shown(.writes).map(\.number) == [0])
        let answered = try await words(file, "name=a.ofx&preview=1&yes=1", language)
        let left = try #require(try answered.shown(.choice).first { $0.id == "yes" })
        #expect(try answered.shown(.writes).map(\.number) == [2])
        #expect(left.number == 1 && left.value.isEmpty && left.text == leaveOut, "\(left)")
        let late = try await words(file, "name=a.ofx&yes=1&expected=3", language)
        #expect(try late.status == 409 && late.shown(.problem).count == 1)
        #expect(try late.shown(.writes).map(\.number) == [2])
        let written = try await words(file, "name=a.ofx&yes=1&expected=2", language)
        let told = try #require(try written.shown(.done).first)
        #expect(written.status == 201 && told.text == done && EntityID(told.id) != nil, "\(told)")
    }

    @Test("008.5 The app is asked what is open, and told why a file can't be read, in its language") func askedInWords()
        async throws
    {
        let dates = try await words(Self.qif, "name=a.qif&preview=1", "en")
        let order = try #require(try dates.shown(.choice).first)
        #expect(order.id == "dateOrder" && order.value == "&dateOrder=dmy" && order.number == 0, "\(order)")
        #expect(order.text == "Day first: 2026-04-03")
        let csv = "date,amount,a&b\n2026-01-02,-5.00,x\n"
        let answer = try await words(csv, "name=a.csv&preview=1", "en")
        let column = try #require(try answer.shown(.column).first { $0.text == "a&b" })
        #expect(column.detail == "x" && column.result == "Text" && column.number == 1, "\(column)")
        let payee = try answer.shown(.meaning).first { $0.id == column.id && $0.text == "Payee" }
        #expect(payee?.value == "&column=a%26b%3Dpayee" && payee?.number == 0)
        let left = try await words(csv, "name=a.csv&preview=1&leaveOut=a%26b", "en")
        let leaving = try left.shown(.choice).first { $0.id == "leaveOut" }
        #expect(try left.shown(.writes).map(\.number) == [1])
        #expect(leaving?.number == 1 && leaving?.value == "")
        for (language, text) in [("en", "none of the files"), ("zh-Hans", "不能读取"), ("zh-Hant", "不能讀取")] {
            let other = try await words("<html>\t\n</html>", "name=a.html&preview=1", language)
            #expect(try other.status == 200 && other.shown(.title).count == 1)
            #expect(try other.shown(.problem).contains { $0.text.contains(text) })
        }
        for (language, text) in [
            ("en", "never closed"), ("zh-Hans", "a.csv：第 2 行开始的引号没有结束"), ("zh-Hant", "a.csv：第 2 行開始的引號沒有結束"),
        ] {
            let cut = try await words("date,amount\n2026-01-02,\"50\n", "name=a.csv&preview=1", language)
            #expect(try cut.shown(.problem).contains { $0.text.contains(text) })
        }
        _ = try await server.send(
            .post, "/api/v1/money-accounts", json: #"{"name":"Giro","opening":"0","currency":"EUR"}"#)
        let account = try await words(Self.ofx, "name=a.ofx&preview=1", "en")
        let choices = try account.shown(.choice).filter { $0.id == "account" }
        #expect(choices.contains { $0.text == "Giro" && $0.number == 0 }, "\(choices)")
        #expect(choices.first { $0.number == 1 }?.value == "&account=", "\(choices)")
    }

    @Test("006.22 Each file of an export is served under its name, and what Daybook reads of them is known")
    func exports()
        async throws
    {
        _ = try await post(Self.ofx, "name=a.ofx")
        #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"Pay rent, now"}"#).status == 201)
        for (name, type, words) in [
            ("todos.json", "application/json", "Pay rent"),
            ("todos.csv", "text/csv; charset=utf-8", "\"Pay rent, now\""),
            ("todo.txt", "text/plain; charset=utf-8", "Pay rent"), ("tasks.json", "application/json", "\"uuid\""),
            ("todos.ics", "text/calendar; charset=utf-8", "BEGIN:VTODO"),
            ("entries.json", "application/json", "Bistro"),
            ("entries.csv", "text/csv; charset=utf-8", "Bistro"),
            ("daybook.journal", "text/plain; charset=utf-8", "5.00 EUR"),
            ("daybook.beancount", "text/plain; charset=utf-8", "5.00 EUR"),
        ] {
            let file = try await server.send(.get, "/api/v1/exports/\(name)")
            #expect(file.status == 200 && file.headers[.contentType] == type, "\(name)")
            #expect(file.text.contains(words), "\(name): \(file.text)")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"\(name)\"")
            guard ["todos.json", "todos.csv", "entries.json", "entries.csv"].contains(name) else { continue }
            let shown = try await post(file.text, "name=\(name)&preview=1")
            let known = try counts(shown)
            #expect(known["known"] == known["rows"] && known["rows"] ?? 0 > 0, "\(shown.text)")
        }
        #expect(try await server.send(.get, "/api/v1/exports/other").status == 404)
    }

    @Test(
        "008.11 What a file of entries can't say, its header says",
        arguments: [
            ("entries.json", "JSON has no place for the rate and the rule. A backup of the book has all of it."),
            ("entries.csv", "CSV has no place for the opening balance of 1 account, the rate and the rule. A backup"),
            (
                "daybook.journal",
                "hledger has no place for the entry that isn't sorted, the further tags of 1 part and the"
            ),
            ("daybook.beancount", "Beancount has no place for the entry that isn't sorted, the further tags of 1 part"),
        ])
    func unsaidOfEntries(name: String, words: String) async throws {
        let header = try #require(HTTPField.Name("Daybook-Left-Out"))
        func said() async throws -> String? {
            try await server.send(.get, "/api/v1/exports/\(name)").headers[header]
        }
        func add(_ path: String, _ json: String) async throws {
            let answer = try await server.send(.post, "/api/v1/\(path)", json: json)
            #expect(answer.status == 201, "\(answer.text)")
        }
        try await add("entries", #"{"kind":"expense","amount":"5","currency":"EUR","tags":["a","b"]}"#)
        #expect(try await said() == nil)
        try await add("entries", #"{"kind":"unsorted","note":"voice","amount":"5","currency":"EUR"}"#)
        let parts = #"[{"amount":"2","tags":["a","b"]},{"amount":"3","tags":["c"]}]"#
        try await add("entries", #"{"kind":"expense","amount":"5","currency":"EUR","parts":\#(parts)}"#)
        try await add("money-accounts", #"{"name":"Giro","opening":"7","currency":"EUR"}"#)
        try await add("rates", #"{"day":"2026-01-02","from":"USD","to":"EUR","rate":"0.9"}"#)
        try await add("rules", #"{"text":"tea then tag:tea"}"#)
        let unsaid = try await said()
        #expect(unsaid?.hasPrefix(words) == true, "\(unsaid ?? "nothing")")
    }

    @Test(
        "006.22 What a file of to-dos can't say, its header says", arguments: ["todos.json", "todo.txt", "tasks.json"])
    func unsaid(name: String) async throws {
        let header = try #require(HTTPField.Name("Daybook-Left-Out"))
        func said() async throws -> String? {
            try await server.send(.get, "/api/v1/exports/\(name)").headers[header]
        }
        #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"Tea"}"#).status == 201)
        #expect(try await said() == nil)
        let todo =
            #"{"title":"Rent","amount":"5","currency":"EUR","notes":"by post","due":"2026-12-01","repeat":"FREQ=MONTHLY"}"#
        #expect(try await server.send(.post, "/api/v1/todos", json: todo).status == 201)
        switch name {
        case "todos.json": #expect(try await said() == nil)
        case "todo.txt": #expect(try await said()?.hasPrefix("todo.txt has no place for the notes of 1 to-do") == true)
        default: #expect(try await said()?.contains("the rule of 1 to-do and the amount of 1 to-do") == true)
        }
    }
}
