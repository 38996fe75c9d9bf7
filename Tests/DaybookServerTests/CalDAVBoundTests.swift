import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import DaybookExchange
@testable import DaybookServer

/// What a request of CalDAV may cost, however it is made.
@Suite struct CalDAVBoundTests {
    private typealias Client = CalDAVTests.Client
    private static let (home, inbox) = (CalDAVTests.home, CalDAVTests.inbox)

    private static let todos = 300
    /// In bytes, of the notes of each.
    private static let long = 20_000

    /// A list of to-dos with long notes: 6 MB of them.
    private func fill(_ client: Client) async throws {
        try await client.ann.write { book in
            for number in 0..<Self.todos {
                try book.add(todo: .todo(title: "t\(number)", notes: String(repeating: "n", count: Self.long)))
            }
        }
    }

    private func count(_ text: String, in answer: Answer) -> Int { answer.text.components(separatedBy: text).count - 1 }

    @Test("The answers in memory have a bound in bytes, however many to-dos there are and however they grow")
    func kept() {
        let answers = CalendarAnswers(greatestSize: 100_000)
        func answer(_ number: UInt64, _ length: Int) -> CalendarItem.Answer {
            let todo = Todo(
                id: EntityID(high: 1, low: number), title: "a", createdAt: Timestamp(milliseconds: 0),
                todoPosition: Position(bytes: []))
            return CalendarItem.Answer(
                todo: todo, keptText: nil, text: [UInt8](repeating: 65, count: length), tag: "\(length)")
        }
        var last = answer(0, 0)
        for round in 0..<2_000 {
            last = answer(UInt64(round % 150), 100 + round)
            answers.keep(last)
            #expect(answers.size <= 100_000 && answers.answer(of: last.todo, nil)?.tag == last.tag)
        }
        // One that is larger than all of them together isn't kept, and takes no other's place.
        let size = answers.size
        answers.keep(answer(151, 60_000))
        #expect(answers.size == size && answers.answer(of: last.todo, nil) != nil)
    }

    @Test("A name that is asked for twice is answered once, and a request names at most 100")
    func names() async throws {
        try await CalDAVTests.with { client in
            let twenty = String(repeating: "<d:getetag/><c:calendar-data/><x:y xmlns:x='urn:x'/>", count: 20)
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], CalDAVTests.todo("a", "SUMMARY:a"))
            let found = try await client.propfind(Self.inbox, depth: 1, twenty)
            #expect(count("<D:getetag>", in: found) == 1 && count("SUMMARY:a", in: found) == 1)
            #expect(count(":y/>", in: found) == 2, "for the list and the to-do")
            let body = "<d:prop>\(twenty)</d:prop><d:href>\(Self.inbox)a.ics</d:href>"
            for report in [
                "<c:calendar-multiget>\(body)</c:calendar-multiget>", "<c:calendar-query>\(body)</c:calendar-query>",
                "<d:sync-collection><d:sync-token/>\(body)</d:sync-collection>",
            ] {
                let answer = try await client.report(Self.inbox, report)
                #expect(answer.status == 207 && count("SUMMARY:a", in: answer) == 1)
            }
            let many = (0..<101).map { "<d:a\($0)/>" }.joined()
            let update = #"<propertyupdate xmlns="DAV:" xmlns:d="DAV:"><set><prop>"#
            for answer in [
                try await client.propfind(Self.inbox, many),
                try await client.send("PROPPATCH", Self.inbox, [:], update + many + "</prop></set></propertyupdate>"),
            ] {
                #expect(answer.status == 400 && answer.text.contains("at most 100"))
            }
            let patched = try await client.send(
                "PROPPATCH", Self.inbox, [:],
                update + String(repeating: "<getetag/>", count: 50) + "</prop></set></propertyupdate>")
            #expect(count("<D:getetag/>", in: patched) == 1)
        }
    }

    @Test("A namespace stands in an answer once, however often names of it do, and one of 100 KB is refused")
    func namespaces() async throws {
        try await CalDAVTests.with { client in
            let space = "urn:" + String(repeating: "s", count: 1_000)
            let names = (0..<90).map { "<x:p\($0) xmlns:x='\(space)'/>" }.joined()
            for number in 0..<20 {
                _ = try await client.send(
                    "PUT", Self.inbox + "\(number).ics", [:], CalDAVTests.todo("\(number)", "SUMMARY:a"))
            }
            let found = try await client.propfind(Self.inbox, depth: 1, names)
            #expect(count(space, in: found) == 1 && count(":p89/>", in: found) == 21)
            let update = #"<propertyupdate xmlns="DAV:"><set><prop>"#
            let inner = String(repeating: "<x:z/>", count: 1_000)
            let set = try await client.send(
                "PROPPATCH", Self.inbox, [:],
                update + "<x:y xmlns:x='\(space)'>\(inner)</x:y></prop></set></propertyupdate>")
            #expect(set.text.contains("HTTP/1.1 200") && count(space, in: set) == 1)
            let told = try await client.propfind(Self.inbox, "<x:y xmlns:x='\(space)'/>")
            #expect(count(space, in: told) == 1 && count(":z>", in: told) == 2_000)
            let all = try await client.send("PROPFIND", Self.inbox, ["Depth": "0"])
            #expect(count(space, in: all) == 1)

            for name in [
                "<x:a xmlns:x='\(String(repeating: "s", count: 100_000))'/>",
                "<\(String(repeating: "a", count: 300))/>",
            ] {
                let answer = try await client.propfind(Self.inbox, depth: 1, name)
                #expect(answer.status == 400 && answer.bytes.count < 1_000)
            }
        }
    }

    @Test("Declaring namespaces costs what it is long, not that times what is declared already")
    func declarations() throws {
        let count = 20_000
        var text = "<a"
        for number in 0..<count { text += " xmlns:p\(number)='urn:p\(number)'" }
        text += ">"
        for number in 0..<count { text += "<b xmlns:q='urn:q\(number)'/>" }
        let bytes = Array((text + "<p7:c><p7:d xmlns:p7='urn:other'/><p7:e/></p7:c></a>").utf8)
        var reader = XMLReader(bytes)
        let root = try reader.read()
        // Keeping all of them for each element would be 400 million.
        #expect(reader.keptDeclarations == 2 * count + 1)
        #expect(root.children.count == count + 1)
        #expect(root.children.last?.name == XMLName("urn:p7", "c"))
        #expect(root.children.last?.children.map(\.name) == [XMLName("urn:other", "d"), XMLName("urn:p7", "e")])
    }

    @Test("A PUT reads the app's text once, and once each the one that is kept and the one that is shown")
    func reads() async throws {
        try await CalDAVTests.with { client in
            let (uid, path) = (UUID().uuidString, Self.inbox + "read.ics")
            CalendarObject.counts.withLock { $0[uid] = 0 }
            defer { CalendarObject.counts.withLock { $0[uid] = nil } }
            func put(_ lines: String, _ tag: String? = nil) async throws -> Int {
                let before = CalendarObject.counts.withLock { $0[uid] ?? 0 }
                let answer = try await client.send(
                    "PUT", path, tag.map { ["If-Match": $0] } ?? [:], CalDAVTests.todo(uid, lines))
                #expect(answer.status == 201 || answer.status == 204, "\(answer.text)")
                return CalendarObject.counts.withLock { $0[uid] ?? 0 } - before
            }
            #expect(try await put("SUMMARY:a\nX-A:b\nRRULE:FREQ=DAILY\nDUE;VALUE=DATE:20300101") == 1)
            let tag = try #require(try await client.send("GET", path).headers[.eTag])
            #expect(try await put("SUMMARY:b\nX-A:b\nRRULE:FREQ=DAILY\nDUE;VALUE=DATE:20300101", tag) == 2)
            #expect(try await put("SUMMARY:b\nX-A:c\nRRULE:FREQ=DAILY\nDUE;VALUE=DATE:20300101") == 2)
            // Another face changed it: what is shown is a text of its own, and so is what both changes come to.
            try await client.ann.write { book in
                let todo = try #require(try book.reader.rows().first).todo
                try book.perform(.edit(.todo, todo.id, .todo(notes: "from elsewhere")))
            }
            #expect(try await put("SUMMARY:d\nX-A:c\nRRULE:FREQ=DAILY\nDUE;VALUE=DATE:20300101") <= 4)
            // It finishes an occurrence.
            let done = "SUMMARY:d\nX-A:c\nRRULE:FREQ=DAILY\nDUE;VALUE=DATE:20300101\nSTATUS:COMPLETED"
            #expect(try await put(done) <= 4)
        }
    }

    @Test("An answer about a large list takes the memory of a part of it, and has all of the list")
    func streamed() async throws {
        try await CalDAVTests.with { client in
            try await fill(client)
            let prop = "<d:prop><d:getetag/><c:calendar-data/></d:prop>"
            let found = try await client.propfind(Self.inbox, depth: 1, "<d:getetag/><c:calendar-data/>")
            let hrefs = found.text.matches(of: /<D:href>([^<]*ics)</).map { "<d:href>\($0.1)</d:href>" }
            #expect(Set(hrefs).count == Self.todos)
            var answers = [found]
            for report in [
                "<c:calendar-multiget>\(prop)\(hrefs.joined())</c:calendar-multiget>",
                "<c:calendar-query>\(prop)</c:calendar-query>",
                "<d:sync-collection><d:sync-token/>\(prop)</d:sync-collection>",
            ] {
                answers.append(try await client.report(Self.inbox, report))
            }
            for answer in answers {
                #expect(answer.status == 207 && answer.bytes.count > Self.todos * Self.long)
                #expect(count("<C:calendar-data>", in: answer) == Self.todos)
                #expect(answer.parts.max() ?? 0 < DAVAnswer.usualSize + 2 * Self.long, "\(answer.parts)")
                #expect(answer.text.hasSuffix("</D:multistatus>"))
            }
        }
    }

    @Test("The work for an answer ends where the client hangs up") func hungUp() async throws {
        try await CalDAVTests.with { client in
            try await fill(client)
            let none = #"<c:prop-filter name="SUMMARY"><c:text-match>none has it</c:text-match></c:prop-filter>"#
            let filter =
                #"<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO">\#(none)</c:comp-filter>"#
                + "</c:comp-filter></c:filter>"
            for (method, body) in [
                (HTTPRequest.Method.propfind, "<d:propfind><d:prop><c:calendar-data/></d:prop></d:propfind>"),
                (.report, "<c:calendar-query><d:prop><d:getetag/></d:prop>\(filter)</c:calendar-query>"),
            ] {
                let spelled = body.replacing(
                    ">", with: #" xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">"#, maxReplacements: 1)
                let response = try await client.server.respond(
                    method, Self.inbox, client.headers.merging(["Depth": "1"]) { $1 }, body: Array(spelled.utf8),
                    peer: "127.0.0.1")
                let writer = BodyRecorder(upTo: 1)
                await #expect(throws: BodyRecorder.HungUp.self) { try await response.body.write(writer) }
                #expect(writer.parts.count == 2, "nothing is made that nobody takes")
            }
        }
    }

    @Test("A filter of more than 100 elements is refused, and so is a long text to look for")
    func filters() async throws {
        try await CalDAVTests.with { client in
            for part in [
                String(repeating: #"<c:prop-filter name="SUMMARY"/>"#, count: 101),
                #"<c:prop-filter name="SUMMARY"><c:text-match>\#(String(repeating: "a", count: 1_001))</c:text-match>"#
                    + "</c:prop-filter>",
            ] {
                let answer = try await client.report(
                    Self.inbox,
                    #"<c:calendar-query><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR">"#
                        + #"<c:comp-filter name="VTODO">\#(part)</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>"#
                )
                #expect(answer.status == 403 && answer.text.contains("<C:supported-filter>"))
            }
        }
    }

    @Test("007.8 Wrong tokens for a name keep no right one out, and are slowed by where they come from")
    func wrongTokens() async throws {
        try await CalDAVTests.with { client in
            var wrong = client
            wrong.headers["Authorization"] = CalDAVTests.basic("ann", Secret().text)
            var statuses: [Int] = []
            for _ in 0..<40 {
                statuses.append(try await wrong.send("PROPFIND", Self.inbox, ["Depth": "0"]).status)
                let right = try await client.send("PROPFIND", Self.inbox, ["Depth": "0"])
                #expect(right.status == 207, "also from the same address")
            }
            #expect(statuses.prefix(20).allSatisfy { $0 == 401 } && statuses.suffix(20).contains(429))
            let elsewhere = try await client.server.send(
                .propfind, Self.inbox, wrong.headers.merging(["Depth": "0"]) { $1 }, peer: "127.0.0.2")
            #expect(elsewhere.status == 401)
        }
    }
}
