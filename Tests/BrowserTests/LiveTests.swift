import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// What others do while the page is open.
    @Suite struct LiveTests {
        @Test("What the command line writes into the book shows on an open page at once")
        func commandLine() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                try await daybook.expect(todos: ["A"])
                var times: [Double] = []
                for title in ["B", "C", "D", "E", "F"] {
                    // The page notes when the row comes, by the clock that the test reads too.
                    try await daybook.browser.run(
                        """
                        window.cameAt = null;
                        new MutationObserver((_, observer) => {
                          if (document.querySelector(".name")?.textContent !== arguments0) return;
                          window.cameAt = Date.now(); observer.disconnect();
                        }).observe(document.getElementById("app"), { subtree: true, childList: true, characterData: true });
                        """.replacingOccurrences(of: "arguments0", with: Daybook.quoted(title)))
                    var random = SystemRandomNumberGenerator()
                    let id = EntityID(using: &random)
                    try daybook.change { _ in [.add(.todo, id, .todo(title: title))] }
                    let writtenAt = Date().timeIntervalSince1970 * 1_000
                    try await daybook.browser.until("window.cameAt")
                    times.append(try await daybook.browser.number("window.cameAt") - writtenAt)
                }
                try await daybook.expect(todos: ["F", "E", "D", "C", "B", "A"])
                // Pages that hear nothing look after 4 s.
                #expect(times.sorted()[2] < 2_000, "\(times)")
            }
        }

        @Test("003.70 Where another program keeps the book locked the page says so, and syncs once it is free")
        func locked() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                try await daybook.expect(todos: ["A"])
                let book = try Book(path: daybook.folder.appending(path: "book").path)
                defer { try? book.close() }
                let end = DispatchSemaphore(value: 0)
                await withCheckedContinuation { continuation in
                    DispatchQueue(label: "holder").async {
                        try? book.write { (_: BookTransaction) in
                            continuation.resume()
                            end.wait()
                        }
                    }
                }
                try await daybook.add("B")
                try await daybook.browser.until(
                    "document.querySelector('.failure').textContent.includes('keeps the book locked')")
                end.signal()
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["B", "A"])
            }
        }

        @Test("Two tabs of one browser agree at once, also with no server")
        func twoTabs() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B"])
                let first = try #require(try await browser.call("GET", "/window") as? String)
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                let second = try await browser.openTab()
                try await daybook.open()
                try await daybook.expect(todos: ["A", "B"])
                await daybook.stopServer()
                try await browser.click(try await daybook.row("A") + " .box")
                try await daybook.expect(todos: ["B"], finished: ["A"])
                try await browser.call("POST", "/window", ["handle": first])
                try await daybook.expect(todos: ["B"], finished: ["A"])
                try await daybook.add("C")
                try await browser.call("POST", "/window", ["handle": second])
                try await daybook.expect(todos: ["C", "B"], finished: ["A"])
                try daybook.startServer()
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["C", "B", "A"])
            }
        }

        @Test("Two accounts in one browser find nothing of each other, also where the cookies are gone")
        func twoAccounts() async throws {
            try await Daybook.run(opens: false) { daybook in
                try await daybook.startServerWithAccounts()
                let browser = daybook.browser
                for (name, todos) in [("ann", ["ann's"]), ("bob", ["bob's"]), ("ann", ["again", "ann's"])] {
                    try await browser.devTools("Network.clearBrowserCookies")
                    try await daybook.signIn(name)
                    try await daybook.add(try #require(todos.first))
                    try await daybook.synced()
                    try await daybook.expect(todos: todos)
                }
            }
        }

        @Test(
            "003.70 Who isn't signed in any more is told so and keeps everything, also over a reload; signing in sends it"
        )
        func endedSession() async throws {
            try await Daybook.run(annWrites: "kept") { daybook in
                let browser = daybook.browser
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try await browser.devTools("Network.clearBrowserCookies")
                try await daybook.add("unsent")
                try await browser.until(
                    "document.querySelector('.bar .sync.failed')?.title.startsWith('1 change to sync. Signed out')")
                try await browser.click("#sync")
                try await browser.until("document.querySelector('.dialog a.primary[href=\"/login\"]')")
                try await daybook.reload()
                try await daybook.expect(todos: ["unsent", "kept"])
                try await daybook.signIn("ann")
                try await daybook.synced()
                try await daybook.expect(todos: ["unsent", "kept"])
            }
        }

        @Test(
            "Signing out in one tab ends the others, told or not, and leaves nothing of the book in the browser",
            arguments: [true, false])
        func signingOut(isTold: Bool) async throws {
            try await Daybook.run(annWrites: "ann's") { daybook in
                let browser = daybook.browser
                let first = try #require(try await browser.call("GET", "/window") as? String)
                if !isTold {
                    // The database goes without the event that says so.
                    try await browser.run(
                        """
                        const open = IDBDatabase.prototype.transaction;
                        IDBDatabase.prototype.transaction = function (...given) {
                          this.onclose = null;
                          window.isUntold = true;
                          return open.apply(this, given);
                        };
                        """)
                }
                try await browser.click(try await daybook.row("ann's") + " .open")
                try await browser.type("#detail-notes", "typed\t")
                if !isTold { try await browser.until("window.isUntold") }
                try await browser.openTab()
                try await daybook.open()
                try await browser.click("#settings")
                try await daybook.open(room: "Devices")
                try await browser.click("a.choice[href='/login']")
                try await browser.until("document.querySelector('form[action=\"/logout\"]')")
                try await browser.click("form[action='/logout'] button")
                try await browser.until("document.querySelector('[name=password]')")
                try await browser.call("POST", "/window", ["handle": first])
                try await browser.until("document.querySelector('[name=password]')")
                #expect(try await browser.number("Object.keys(localStorage).length") == 0)
                #expect(try await browser.run("return indexedDB.databases().then((all) => all.length)") as? Int == 0)
            }
        }

        @Test("A page that is still open once somebody else has signed in becomes theirs, and takes nothing along")
        func anotherSignedIn() async throws {
            try await Daybook.run(annWrites: "ann's", .whole) { daybook in
                let browser = daybook.browser
                let first = try #require(try await browser.call("GET", "/window") as? String)
                try await browser.devTools("Network.clearBrowserCookies")
                try await browser.openTab()
                try await daybook.signIn("bob")
                try await browser.call("POST", "/window", ["handle": first])
                try await browser.until("document.documentElement.dataset.account?.startsWith('2-')")
                try await daybook.ready()
                try await daybook.expect(todos: [])
                try await daybook.add("bob's")
                try await daybook.synced()
                try await daybook.expect(todos: ["bob's"])
                try await browser.devTools("Network.clearBrowserCookies")
                try await daybook.signIn("ann")
                try await daybook.expect(todos: ["ann's"])
            }
        }

        @Test("What is being stored when the page is left is there afterwards, with no server")
        func leftWhileStoring() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                await daybook.stopServer()
                try await browser.run(
                    """
                    const data = new DataTransfer();
                    data.setData("text/plain", Array.from({ length: 400 }, (_, index) => `Item ${index}`).join("\\n"));
                    document.getElementById("new").dispatchEvent(
                      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
                    await null;
                    document.getElementById("paste-several").click();
                    // Once its transaction has begun, and before it is done.
                    const open = IDBDatabase.prototype.transaction;
                    IDBDatabase.prototype.transaction = function (...given) {
                      setTimeout(() => location.reload());
                      return open.apply(this, given);
                    };
                    """)
                try await browser.until(
                    "document.documentElement.dataset.ready !== undefined && document.querySelector('.count')?.textContent === '400'"
                )
                try await daybook.reload()
                try await browser.until("document.querySelector('.count')?.textContent === '400'")
                #expect(try await browser.number("Object.keys(localStorage).length") == 0)
            }
        }

        @Test(
            "A slow line gets a new browser its book, however long that takes; a silent one is given up",
            arguments: [false, true])
        func slowLine(isSilent: Bool) async throws {
            let titles = (1...300).map { "Item \($0) \(String(repeating: "-", count: 100))" }
            try await Daybook.run(titles: titles, opens: false) { daybook in
                let browser = daybook.browser
                // The first page comes as far as its middle, and on when the test says so; so does time go by.
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        window.ahead = 0, window.looks = 0, window.pulls = 0;
                        const now = performance.now.bind(performance), every = setInterval;
                        performance.now = () => now() + ahead;
                        setInterval = (look, time) => every(() => { look(); looks++; }, time);
                        window.fetch = new Proxy(fetch, { async apply(fetch, that, [path, options]) {
                          if (!String(path).includes("/v1/pull")) return fetch(path, options);
                          const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
                          if (pulls++) return new Response(bytes);
                          window.size = bytes.length;
                          return new Response(new ReadableStream({ start(stream) {
                            options.signal.onabort = () => stream.error(options.signal.reason);
                            stream.enqueue(bytes.slice(0, bytes.length / 2));
                            window.more = () => { stream.enqueue(bytes.slice(bytes.length / 2)); stream.close(); };
                          } }));
                        } });
                        """
                    ])
                try await daybook.open()
                try await browser.until("document.querySelector('.bar .sync.pending')")
                #expect(try await browser.texts(".emptiness p") == ["Opening the book…"])
                #expect(try await browser.number("size") > 40_000)
                // 20 s, and one for each kilobyte of the half.
                try await browser.run("ahead = \(isSilent ? 120_000 : 35_000), looks = 0")
                try await browser.until("looks > 0")
                if !isSilent {
                    #expect(try await browser.number("pulls") == 1)
                    try await browser.run("more()")
                }
                try await daybook.synced()
                try await browser.until("document.querySelector('.count')?.textContent === '300'")
            }
        }

        @Test(
            "Where the browser refuses to store, or never answers, the app says so and keeps running",
            arguments: [("throw new Error('not allowed')", "not allowed"), ("return new EventTarget()", "no answer")])
        func refusedStorage(answer: String, reason: String) async throws {
            let titles = (1...30).map { "\($0)" }
            try await Daybook.run(titles: titles, opens: false) { daybook in
                let browser = daybook.browser
                try await daybook.refuseStorage(by: answer)
                try await daybook.open()
                try await daybook.expect(todos: titles)
                #expect(
                    try await browser.text("document.querySelector('.notice.problem').textContent").contains(
                        reason))
                // It stays, and the last row can be reached beside it.
                try await browser.run(
                    "const list = document.getElementById('list'); list.scrollTop = list.scrollHeight")
                try await browser.until(
                    "document.querySelector('.row:last-child').getBoundingClientRect().bottom <= document.querySelector('.notice.problem').getBoundingClientRect().top"
                )
                try await daybook.add("B")
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["B"] + titles)
            }
        }
    }
}
