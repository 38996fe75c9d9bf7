import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// Where the browser lets the database go while the page goes on.
    @Suite struct LostStorageTests {
        /// Ways in which a connection dies. iOS closes it in the background, Chrome in long sessions, without an event.
        static let deaths = [
            "closed without a word": """
            const open = IDBDatabase.prototype.transaction;
            IDBDatabase.prototype.transaction = function (...given) {
              IDBDatabase.prototype.transaction = open;
              this.close();
              return open.apply(this, given);
            };
            """,
            "ended in a transaction": """
            const open = IDBDatabase.prototype.transaction;
            IDBDatabase.prototype.transaction = function (...given) {
              IDBDatabase.prototype.transaction = open;
              const transaction = open.apply(this, given);
              queueMicrotask(() => { transaction.abort(); this.close(); });
              return transaction;
            };
            """,
            "closed with an event": """
            const open = IDBDatabase.prototype.transaction;
            IDBDatabase.prototype.transaction = function (...given) {
              IDBDatabase.prototype.transaction = open;
              const answer = open.apply(this, given);
              this.close();
              this.dispatchEvent(new Event('close'));
              return answer;
            };
            """,
        ]

        @Test(
            "A change is stored though the connection to the database has died, and so are those that follow",
            arguments: deaths.keys.sorted())
        func dead(how: String) async throws {
            let death = try #require(Self.deaths[how])
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await daybook.synced()
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                await daybook.stopServer()
                try await browser.run("window.isOld = true;" + death)
                try await daybook.add("B")
                try await daybook.add("C")
                try await browser.until("!document.querySelector('.notice.problem')")
                try await daybook.expect(todos: ["C", "B", "A"])
                #expect(try await browser.run("return window.isOld") as? Bool == true)
                try await daybook.reload()
                try await daybook.expect(todos: ["C", "B", "A"])
                #expect(try await browser.number("Object.keys(localStorage).length") == 0)
            }
        }

        @Test(
            "A database that fails to open once, without a network, is no empty book: the page says so, and tries again"
        )
        func failsOnce() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await daybook.synced()
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try await browser.until("navigator.serviceWorker.controller")
                await daybook.stopServer()
                // As where the browser can't open its backing store: until the test lets it.
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        const open = IDBFactory.prototype.open;
                        IDBFactory.prototype.open = function (...given) {
                          if (window.mayOpen) return open.apply(this, given);
                          throw new DOMException('Internal error opening backing store', 'UnknownError');
                        };
                        """
                    ])
                try await browser.go("about:blank")
                try await browser.go(daybook.address)
                try await daybook.ready()
                try await browser.until("document.body.innerText.includes('What is kept here can')")
                let text = try await browser.text("document.body.innerText")
                #expect(!text.contains("Nothing to do") && !text.contains("Type above to add the first one"))
                try await daybook.add("C")
                try await browser.run("window.mayOpen = true")
                try await daybook.expect(todos: ["C", "A", "B"])
                try await browser.until("!document.body.innerText.includes('stores nothing')")
                try daybook.startServer()
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["C", "A", "B"])
            }
        }

        @Test("A browser that clears its storage while one types takes nothing: all is stored again") func cleared()
            async throws
        {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await daybook.synced()
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try await browser.click(try await daybook.row("A") + " .open")
                try await browser.type("#detail-notes", "typed")
                await daybook.stopServer()
                try await browser.run("window.isOld = true")
                try await browser.devTools(
                    "Storage.clearDataForOrigin", ["origin": daybook.address, "storageTypes": "indexeddb"])
                try await daybook.add("B")
                #expect(try await browser.run("return window.isOld") as? Bool == true)
                #expect(try await browser.text("document.querySelector('#detail-notes').value") == "typed")
                try await daybook.reload()
                try await daybook.expect(todos: ["B", "A"])
                try await browser.until("document.querySelector('#detail-notes')?.value === 'typed'")
            }
        }

        @Test("Where the storage is full, the change is taken back, and what was typed stands where it was typed")
        func full() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A"])
                try await browser.run(
                    """
                    const { add, put } = IDBObjectStore.prototype;
                    IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = () => {
                      throw new DOMException('no room', 'QuotaExceededError');
                    };
                    window.clean = () => Object.assign(IDBObjectStore.prototype, { add, put });
                    """)
                try await browser.type("#new", "B" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.notice.problem')?.textContent.includes('no room')")
                try await daybook.expect(todos: ["A"])
                #expect(try await browser.text("document.querySelector('#new').value") == "B")
                try await browser.click(try await daybook.row("A") + " .open")
                try await browser.type("#detail-notes", "typed\t")
                try await browser.until("document.querySelector('#detail-notes').value === 'typed'")
                try await browser.run("clean()")
                try await browser.type("#new", WebDriver.Key.enter)
                try await daybook.expect(todos: ["B", "A"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.notes) == ["", "typed"])
            }
        }

        @Test("The browser is asked once not to delete what it keeps, as soon as there is something to lose")
        func persisted() async throws {
            try await Daybook.run(titles: ["A"], opens: false) { daybook in
                let browser = daybook.browser
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        window.asked = 0;
                        StorageManager.prototype.persist = async () => { asked++; return true; };
                        """
                    ])
                try await daybook.open()
                try await daybook.synced()
                #expect(try await browser.number("asked") == 0)
                try await daybook.add("B")
                try await browser.until("asked === 1")
                try await daybook.add("C")
                try await daybook.synced()
                #expect(try await browser.number("asked") == 1)
            }
        }
    }
}
