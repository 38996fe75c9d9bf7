import DaybookCore
import Fixtures
import Foundation
import Testing

extension BrowserTests {
    /// What the browser keeps, and how it is brought there.
    @Suite struct SavingTests {
        /// Keeps the first transaction that writes an item open until the page calls `release()`, and counts those that do:
        /// how far sync has got may be written at any time.
        private static let held = """
            window.writes = 0;
            const append = IDBObjectStore.prototype.add, seen = new Set();
            let isHeld = true;
            window.release = () => { isHeld = false; };
            IDBObjectStore.prototype.add = function (value, key) {
              if (!seen.has(this.transaction) && new TextDecoder().decode(value).includes("item ")) {
                seen.add(this.transaction);
                const stay = () => { if (isHeld) this.get(0).onsuccess = stay; };
                if (writes++ === 0) stay();
              }
              return append.call(this, value, key);
            };
            window.add = async (title) => {
              const field = document.getElementById("new");
              field.value = title;
              field.dispatchEvent(new Event("input", { bubbles: true }));
              field.form.requestSubmit();
              await new Promise((resolve) => setTimeout(resolve));
            };
            """

        @Test("005 What is done while something is being stored shares the next transaction")
        func together() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                await daybook.stopServer()
                try await browser.run(
                    Self.held + """
                        await add("item 0.");
                        while (!writes) await new Promise((resolve) => setTimeout(resolve));
                        for (let number = 1; number < 30; number++) await add(`item ${number}.`);
                        """)
                #expect(try await browser.number("writes") == 1)
                try await browser.run("release()")
                try await Self.kept((0..<30).map { "item \($0)." }, browser)
                #expect(try await browser.number("writes") == 2)
            }
        }

        @Test("Of several that are stored together, the one that can't be is taken back, and the others stay")
        func oneFails() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                await daybook.stopServer()
                try await browser.run(
                    Self.held + """
                        const put = IDBObjectStore.prototype.add;
                        IDBObjectStore.prototype.add = function (value, key) {
                          if (new TextDecoder().decode(value).includes("too much")) throw new DOMException("no room", "QuotaExceededError");
                          return put.call(this, value, key);
                        };
                        await add("item A");
                        while (!writes) await new Promise((resolve) => setTimeout(resolve));
                        for (const title of ["item B", "too much", "item C"]) await add(title);
                        release();
                        """)
                try await browser.until("document.querySelector('.notice.problem')?.textContent.includes('no room')")
                try await daybook.expect(todos: ["item C", "item B", "item A"])
                try await Self.kept(["item A", "item B", "item C"], browser)
            }
        }

        @Test("What the screen says is saved is there though the browser is killed at that moment")
        func killed() async throws {
            let profile = try TemporaryFolder()
            let options = WebDriver.Options(arguments: ["--user-data-dir=\(profile.url.path)"], isWhole: true)
            try await Daybook.run(options) { daybook in
                for number in 1...5 { try await daybook.browser.type("#new", "\(number)" + WebDriver.Key.enter) }
                try await daybook.synced()
                try Self.kill(profile)
                await daybook.browser.quit()
                // Another server has nothing of it: what is seen comes from the browser.
                await daybook.stopServer()
                for file in try FileManager.default.contentsOfDirectory(atPath: daybook.folder.path)
                where file.hasPrefix("book") {
                    try FileManager.default.removeItem(at: daybook.folder.appending(path: file))
                }
                try daybook.startServer()
                try await daybook.restartBrowser(options)
                try await daybook.open()
                try await daybook.expect(todos: ["5", "4", "3", "2", "1"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["5", "4", "3", "2", "1"])
            }
        }

        @Test("What another tab shows is kept: with no server, and though the browser is killed at that moment")
        func killedWithoutServer() async throws {
            let profile = try TemporaryFolder()
            let options = WebDriver.Options(arguments: ["--user-data-dir=\(profile.url.path)"], isWhole: true)
            try await Daybook.run(options) { daybook in
                let browser = daybook.browser
                let first = try #require(try await browser.call("GET", "/window") as? String)
                let second = try await browser.openTab()
                try await daybook.open()
                try await browser.call("POST", "/window", ["handle": first])
                await daybook.stopServer()
                try await browser.type("#new", "mine" + WebDriver.Key.enter)
                try await browser.call("POST", "/window", ["handle": second])
                try await daybook.expect(todos: ["mine"])
                try Self.kill(profile)
                await browser.quit()
                try daybook.startServer()
                try await daybook.restartBrowser(options)
                try await daybook.open()
                try await daybook.expect(todos: ["mine"])
                try await daybook.synced()
            }
        }

        /// Waits until the database has records with the texts, as seen by a reader of its own.
        static func kept(_ texts: [String], _ browser: WebDriver) async throws {
            try await browser.run(
                """
                const settled = (request) => new Promise((resolve, reject) => {
                  request.onsuccess = () => resolve(request.result);
                  request.onerror = () => reject(request.error);
                });
                for (;;) {
                  const database = await settled(indexedDB.open("daybook"));
                  const values = await settled(database.transaction("records").objectStore("records").getAll());
                  database.close();
                  const texts = values.map((value) => new TextDecoder().decode(value));
                  if (arguments[0].every((wanted) => texts.some((text) => text.includes(wanted)))) return;
                  await new Promise((resolve) => setTimeout(resolve, 15));
                }
                """, [texts])
        }

        /// Ends the browser of a profile at once. Its lock names the process.
        static func kill(_ profile: TemporaryFolder) throws {
            let lock = try FileManager.default.destinationOfSymbolicLink(atPath: profile.path("SingletonLock"))
            let process = try #require(lock.split(separator: "-").last.flatMap { Int32($0) })
            #expect(Foundation.kill(process, SIGKILL) == 0)
        }
    }
}
