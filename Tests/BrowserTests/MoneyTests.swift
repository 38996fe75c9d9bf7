import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The money in the built app: a real server, a real browser, a real book.
    @Suite struct MoneyTests {
        private static let phone = {
            var options = WebDriver.Options()
            options.width = 500
            return options
        }()

        // How long that takes, `make bench-web` measures.
        @Test("004.20 From opening the page to a stored record takes one line")
        func quickRecord() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.go("about:blank")
                try await browser.go(daybook.address + "/#/money")
                try await daybook.ready()
                try await browser.type("#record", "12.50 lunch #food @Taipei" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.entry .name')?.textContent === 'lunch'")
                try await daybook.synced()
                let entry = try #require(try daybook.entries().first)
                #expect(entry.amount?.text == "12.50 USD" && entry.kind == .expense && entry.note == "lunch")
                #expect(entry.place == "Taipei" && entry.tags == ["food"])
            }
        }

        @Test("004.21 Days are sections, the newest first, each with its totals without what is to sort")
        func sections() async throws {
            try await Daybook.run { daybook in
                try daybook.fill([
                    Changes.entry(
                        kind: .expense, amount: try amount("12.50 EUR"), day: day("2026-03-02"), note: "lunch"),
                    Changes.entry(kind: .income, amount: try amount("30000 TWD"), day: day("2026-03-02"), note: "pay"),
                    Changes.entry(kind: .unsorted, amount: try amount("7 EUR"), day: day("2026-03-02"), note: "what"),
                    Changes.entry(kind: .expense, amount: try amount("0.1 EUR"), day: day("2026-03-03"), note: "gum"),
                ])
                try await daybook.showMoney()
                let browser = daybook.browser
                try await browser.until("document.querySelectorAll('.entry').length === 4")
                #expect(try await browser.texts(".days h2").map { $0.prefix(10) } == ["Tue, Mar 3", "Mon, Mar 2"])
                #expect(try await browser.texts(".entry .name") == ["gum", "what", "pay", "lunch"])
                #expect(
                    try await browser.texts(".days .totals") == [
                        "−0.10\u{A0}EUR", "+30,000\u{A0}TWD  −12.50\u{A0}EUR",
                    ])
                // A row opens where its amount is, too.
                try await browser.click(".entry .amount")
                try await browser.until("document.querySelector('.app').dataset.state === 'entry'")
            }
        }

        @Test("004.21 An entry stands under the day that it is where the person is")
        func localDay() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                for (zone, hours) in [("Pacific/Kiritimati", 14.0), ("Pacific/Niue", -11.0)] {
                    try await browser.devTools("Emulation.setTimezoneOverride", ["timezoneId": zone])
                    try await daybook.showMoney()
                    try await daybook.record("-1 EUR \(zone)")
                    try await daybook.synced()
                    let entry = try #require(try daybook.entries().first { $0.note == zone })
                    let local = entry.createdAt.milliseconds + Int64(hours * 3_600_000)
                    #expect(entry.day == CivilDate(Timestamp(milliseconds: local)))
                    try await browser.until(
                        "[...document.querySelectorAll('.days h2')].some((h) => h.textContent === 'Today')")
                }
            }
        }

        @Test("004.22 A swipe offers to edit, to mark as the other kind and to delete")
        func swipe() async throws {
            try await Daybook.run(Self.phone) { daybook in
                let browser = daybook.browser
                try await browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
                try await daybook.showMoney()
                try await daybook.record("-1 EUR one")
                try await daybook.record("-2 EUR two")
                func swipe(_ note: String) async throws {
                    let row = try await daybook.row(note)
                    let (x, y) = try await browser.middle(row)
                    try await browser.drag("touch", [(x, y), (x - 60, y), (x - 140, y)])
                    // The row slides; a finger waits until it stands.
                    try await browser.until(
                        """
                        (() => {
                          const button = document.querySelector('\(row).swiped .swipe .danger');
                          const box = button?.getBoundingClientRect();
                          return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button;
                        })()
                        """)
                }
                try await swipe("one")
                #expect(try await browser.texts(".swipe button") == ["Edit", "Income", "Delete"])
                try await browser.click(".swipe .danger")
                try await browser.until("document.querySelectorAll('.entry').length === 1")
                try await swipe("two")
                try await browser.click(".swipe .details")
                try await browser.until("document.querySelector('#entry-note')?.value === 'two'")
                try await browser.replace("#entry-note", "2")
                try await browser.click(".save")
                try await browser.until("document.querySelector('.entry .name')?.textContent === '2'")
                try await daybook.synced()
                #expect(try daybook.entries().map(\.note) == ["2"])
            }
        }

        @Test("Tags complete by keyboard and by tap, with the caret behind them")
        func completion() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await daybook.record("-5 EUR lunch #groceries")
                try await browser.type("#record", "8.20 dinner #gro")
                try await browser.until("document.querySelector('#completions')")
                try await browser.press(WebDriver.Key.down, WebDriver.Key.enter)
                try await browser.until("document.querySelector('#record').value === '8.20 dinner #groceries '")
                try await browser.press("@", "x", WebDriver.Key.enter)
                try await browser.until("document.querySelectorAll('.row.entry').length === 2")
                try await browser.until(
                    "document.querySelector('.row.entry .more-text').textContent.includes('#groceries')")
                try await browser.until("document.querySelector('.row.entry .more-text').textContent.includes('@x')")
                try await browser.click("#plus")
                try await browser.type("#entry-tags", "g")
                try await browser.click("#completion-0")
                try await browser.until("document.querySelector('#entry-tags').value === 'groceries'")
                try await browser.until("document.activeElement.id === 'entry-tags'")
            }
        }

        @Test("Lines of a place that came from elsewhere stay where it is edited; Enter saves")
        func lines() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                let book = try Book(path: daybook.folder.appending(path: "book").path)
                let amount = try amount("5 EUR")
                _ = try await book.write { book in
                    try book.add(
                        entry: .entry(kind: .expense, amount: amount, day: .local(), place: "5 Main St\nTaipei"))
                }
                try book.close()
                try await daybook.showMoney()
                try await browser.until("document.querySelector('.entry')")
                try await browser.click(".entry .open")
                try await browser.type("#entry-place", "!" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.entry').textContent.includes('Taipei!')")
                try await daybook.synced()
                #expect(try daybook.entries().map(\.place) == ["5 Main St\nTaipei!"])
            }
        }

        @Test("004.22 The menu of a row sorts, edits and deletes; undo brings it back")
        func menu() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await daybook.record("12 EUR lunch #food")
                func choose(_ name: String) async throws {
                    try await browser.run("document.querySelector('.entry .more').click()")
                    try await browser.until("document.querySelector('.menu .\(name)')")
                    try await browser.click(".menu .\(name)")
                }
                try await choose("income")
                try await browser.until("document.querySelector('.entry.income')")
                try await choose("expense")
                try await browser.until("document.querySelector('.entry.expense')")
                try await choose("danger")
                try await browser.until("!document.querySelector('.entry')")
                try await browser.click(".notice .undo")
                try await browser.until("document.querySelector('.entry.expense .more-text').textContent === '#food'")
                try await daybook.synced()
                #expect(try daybook.entries().map(\.tags) == [["food"]])
            }
        }

        @Test("004.23 The chart shows income and expense from the first entry to today, filtered by tags")
        func chart() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try daybook.fill([
                    Changes.entry(
                        kind: .expense, amount: try amount("40 EUR"), day: day("2026-01-05"), note: "a", tags: ["food"]),
                    Changes.entry(kind: .income, amount: try amount("80 EUR"), day: day("2026-01-06"), note: "b"),
                ])
                try await daybook.showMoney()
                try await browser.click("#sums-open")
                try await browser.until("document.querySelector('.ranges button:nth-child(4)')")
                try await browser.click(".ranges button:nth-child(4)")
                try await browser.until("document.querySelector('.over-time .chart .income')")
                // In the namespace of SVG, and drawn.
                func height(_ bars: String) async throws -> Double {
                    try await browser.number("document.querySelector('.over-time .chart \(bars)').getBBox().height")
                }
                let (size, other) = (try await height(".income"), try await height(".expense"))
                #expect(size == 96 && other == 48)
                try await browser.click(".periods button:nth-child(1)")
                try await browser.until("document.querySelectorAll('.sum > table tr').length === 3")
                #expect(try await browser.texts(".over-time .chart span").dropFirst().first == "Jan 5, 2026")
                try await browser.click("#sums-back")
                try await browser.until("document.querySelector('#more-filters')")
                try await browser.click("#more-filters")
                try await browser.click(".filters.tags button")
                try await browser.click("#sums-open")
                try await browser.until(
                    "document.querySelector('#report') && !document.body.textContent.includes('80.00')")
                try await browser.click("#sums-back")
                try await browser.until("document.querySelector('.entry')")
                #expect(try await browser.texts(".entry .name") == ["a"])
            }
        }

        @Test("004.17 What is no amount is said beside the field, and what was typed stays")
        func badInput() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await browser.type("#record", "+1,23,4 lunch" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.understood .problem')?.textContent.includes('comma')")
                #expect(try await browser.text("document.querySelector('#record').value") == "+1,23,4 lunch")
                try await browser.replace("#record", "-4 EUR lunch" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.entry .name')?.textContent === 'lunch'")
                try await browser.click(".entry .open")
                try await browser.replace("#entry-amount", "1e400")
                try await browser.replace("#entry-note", "dinner")
                try await browser.click(".save")
                try await browser.until("document.querySelector('#entry-amount-problem')")
                #expect(try await browser.text("document.querySelector('#entry-amount').value") == "1e400")
                #expect(try await browser.text("document.querySelector('#entry-note').value") == "dinner")
                try await daybook.synced()
                #expect(try daybook.entries().map(\.note) == ["lunch"])
            }
        }

        @Test("An entry that is recorded without a server is kept, marked, and sent when there is one")
        func offline() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try await daybook.showMoney()
                await daybook.stopServer()
                try await daybook.record("-3 EUR tea #drink")
                try await browser.until(
                    "document.querySelector('.entry .unsynced')?.title.includes('The server can\\'t be reached')")
                try await daybook.reload()
                try await browser.until("document.querySelector('.entry .name')?.textContent === 'tea'")
                #expect(try await browser.texts(".entry .more-text") == ["#drink"])
                try daybook.startServer()
                try await daybook.synced()
                #expect(try daybook.entries().map(\.tags) == [["drink"]])
            }
        }

        @Test("004.18 A tap of 30 ms on the microphone makes no note") func tappedMicrophone() async throws {
            try await Daybook.run(.fakeMicrophone) { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                let (x, y) = try await browser.middle("#voice")
                try await browser.call(
                    "POST", "/actions",
                    [
                        "actions": [
                            [
                                "type": "pointer", "id": "mouse",
                                "actions": [
                                    ["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y)],
                                    ["type": "pointerDown", "button": 0], ["type": "pause", "duration": 30],
                                    ["type": "pointerUp", "button": 0],
                                ],
                            ] as [String: Any]
                        ]
                    ])
                try await browser.until(
                    "document.querySelector('.notice')?.textContent.includes('Hold the button while you speak')")
                #expect(try await browser.number("document.querySelectorAll('.entry').length") == 0)
                #expect(try daybook.entries().isEmpty)
                // The next one is kept.
                try await daybook.recordVoice()
            }
        }

        @Test("004.18 Holding the button records a voice note, which can be played and reaches the server")
        func voice() async throws {
            try await Daybook.run(.fakeMicrophone) { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await daybook.recordVoice()
                #expect(try await browser.texts(".entry .name") == ["Voice note"])
                try await daybook.synced()
                let digest = try #require(try daybook.entries().first?.voice)
                let crossed = Self.crossed(digest)
                try await browser.until(crossed)
                let bytes = try #require(try daybook.blob(digest))
                #expect(try Recording(bytes).digest == digest)
                func play() async throws {
                    try await browser.run(
                        "HTMLMediaElement.prototype.play = new Proxy(HTMLMediaElement.prototype.play, { apply: (play, audio) => { window.audio = audio; audio.loop = true; return play.call(audio); } })"
                    )
                    try await browser.click(".entry .play")
                    try await browser.until("window.audio?.currentTime > 0.1")
                    // Once more, and it is quiet; a third time, and it sounds.
                    for condition in ["audio.paused", "!audio.paused", "audio.paused"] {
                        try await browser.click(".entry .play")
                        try await browser.until(condition)
                    }
                }
                try await play()
                // Another device has to ask the server for it.
                try await browser.run("indexedDB.deleteDatabase('daybook')")
                try await daybook.showMoney()
                try await browser.until("document.querySelector('.entry .play')")
                try await play()
                try await browser.until(crossed)
                #expect(try await browser.texts(".notice.problem") == [])
            }
        }

        @Test("A recording that is refused on its way is brought again by the next page, and not before")
        func refusedRecording() async throws {
            try await Daybook.run(.fakeMicrophone) { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await browser.run(
                    """
                    window.puts = 0;
                    window.fetch = new Proxy(window.fetch, { apply: (fetch, that, [path, options]) =>
                      options?.method === "PUT"
                        ? (window.puts++, Promise.resolve(new Response("", { status: 413 }))) : fetch(path, options) });
                    """)
                try await daybook.recordVoice()
                try await browser.until("window.puts === 1")
                for line in ["-1 EUR tea", "-2 EUR tea"] {
                    try await daybook.record(line)
                    try await browser.until("!document.querySelector('.entry .unsynced')")
                }
                // Without it, not everything is there.
                try await browser.until("document.querySelector('.bar .sync.pending')?.textContent === '1'")
                #expect(try await browser.number("window.puts") == 1)
                let digest = try #require(try daybook.entries().compactMap(\.voice).first)
                #expect(try daybook.blob(digest) == nil)
                try await daybook.reload()
                try await browser.until(Self.crossed(digest))
                #expect(try daybook.blob(digest) != nil)
            }
        }

        @Test("A recording that doesn't get through holds up no other, and isn't sent again at every turn")
        func failingRecording() async throws {
            try await Daybook.run(.fakeMicrophone) { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await browser.run(
                    """
                    window.puts = [];
                    window.fetch = new Proxy(window.fetch, { apply(fetch, that, [path, options]) {
                      if (options?.method !== "PUT") return fetch(path, options);
                      puts.push(path);
                      return path === puts[0] && puts.filter((other) => other === path).length < 3
                        ? Promise.resolve(new Response("", { status: 503 })) : fetch(path, options);
                    } });
                    """)
                try await daybook.recordVoice()
                try await browser.until("puts.length === 1")
                try await daybook.recordVoice()
                try await browser.until("puts.some((path) => path !== puts[0])")
                #expect(try await browser.number("puts.filter((path) => path === puts[0]).length") < 3)
                // Whenever something is synced, what waits may be sent: after a second, then after two more.
                for number in 0..<40
                where try await browser.number("document.querySelectorAll('.bar .sync.done').length") == 0 {
                    try await daybook.record("-\(number + 1) EUR tea")
                    try await browser.until("!document.querySelector('.entry .unsynced')")
                }
                try await daybook.synced()
                for digest in try daybook.entries().compactMap(\.voice) { #expect(try daybook.blob(digest) != nil) }
            }
        }

        @Test("A server that was restored from a backup gets the recordings again that the backup lacks")
        func restoredServer() async throws {
            try await Daybook.run(.fakeMicrophone) { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                try await daybook.record("-1 EUR tea")
                try await daybook.synced()
                await daybook.stopServer()
                let backup = try daybook.backUp()
                try daybook.startServer()
                try await daybook.recordVoice()
                try await daybook.synced()
                let digest = try #require(try daybook.entries().compactMap(\.voice).first)
                #expect(try daybook.blob(digest) != nil)
                await daybook.stopServer()
                try await browser.run("performance.clearResourceTimings()")
                try daybook.restore(backup)
                #expect(try daybook.blob(digest) == nil)
                try daybook.startServer()
                try await browser.until(Self.crossed(digest))
                try await daybook.synced()
                #expect(try daybook.blob(digest) != nil)
            }
        }

        @Test("A recording goes to the server at once where the browser keeps nothing")
        func unkeptRecording() async throws {
            try await Daybook.run(.fakeMicrophone, opens: false) { daybook in
                try await daybook.refuseStorage()
                try await daybook.showMoney()
                try await daybook.recordVoice()
                try await daybook.synced()
                let digest = try #require(try daybook.entries().first?.voice)
                #expect(try daybook.blob(digest) != nil)
            }
        }

        /// Tells whether the recording was sent or fetched.
        private static func crossed(_ digest: Digest) -> String {
            "performance.getEntriesByType('resource').some((e) => e.name.endsWith('/v1/blobs/\(digest.text)') && e.responseStatus < 300)"
        }

        private func amount(_ text: String) throws -> Amount { try Amount(text, usual: #require(Currency("USD"))) }

        private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }
    }
}

extension Daybook {
    func showMoney() async throws {
        try await browser.go("about:blank")
        try await browser.go(address + "/#/money")
        try await ready()
        try await browser.until("document.querySelector('#record')")
    }

    /// Holds the button of the microphone, until a voice note is in the list.
    fileprivate func recordVoice() async throws {
        let (x, y) = try await browser.middle("#voice")
        func pointer(_ actions: [[String: Any]]) async throws {
            let pointer: [String: Any] = ["type": "pointer", "id": "mouse", "actions": actions]
            try await browser.call("POST", "/actions", ["actions": [pointer]])
        }
        try await pointer([
            ["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y)],
            ["type": "pointerDown", "button": 0],
        ])
        try await browser.until("document.querySelector('#voice[title^=\"Recording\"]')")
        // It is filled, though the mouse is over it.
        try await browser.until("getComputedStyle(document.querySelector('#voice')).backgroundColor.startsWith('rgb(')")
        // Held for most of a second.
        try await pointer([["type": "pause", "duration": 800], ["type": "pointerUp", "button": 0]])
        try await browser.until("document.querySelector('.entry .play')")
    }

    /// Types a quick record, and waits until it is in the list.
    func record(_ line: String) async throws {
        let before = try await browser.number("document.querySelectorAll('.entry').length")
        try await browser.type("#record", line + WebDriver.Key.enter)
        try await browser.until("document.querySelectorAll('.entry').length === \(Int(before) + 1)")
    }

    /// What the book's file holds.
    func entries() throws -> [Entry] {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.entryRows() }.map(\.entry)
    }

    fileprivate func blob(_ digest: Digest) throws -> [UInt8]? {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.blob(digest) }
    }

    fileprivate func fill(_ drafts: [Changes]) throws {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        var random = SystemRandomNumberGenerator()
        for (index, draft) in drafts.enumerated() {
            let action = BookAction.add(.entry, EntityID(using: &random), draft)
            // A machine that is fast enough would give two of them one millisecond, and no order.
            let time = Timestamp(milliseconds: Timestamp.now().milliseconds - Int64(drafts.count - index))
            try book.write(at: time) { _ = try $0.perform(action) }
        }
    }
}
