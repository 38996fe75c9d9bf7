import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// To-dos under to-dos in the built app.
    @Suite struct SubtaskTests {
        /// What the list shows: a level and a title a row.
        private static let rows = """
            [...document.querySelectorAll('.row')].map((r) => (r.getAttribute('aria-level') ?? 1) + ' ' + r.querySelector('.name').textContent).join()
            """

        private func expect(_ rows: String..., in browser: WebDriver) async throws {
            try await browser.until("\(Self.rows) === \(Daybook.quoted(rows.joined(separator: ",")))")
        }

        @Test(
            "006.15 By keys alone rows are put under others, folded for good, and finished together; the server has it")
        func keys() async throws {
            try await Daybook.run(titles: ["Trip", "Book", "Hotel", "Milk"]) { daybook in
                let browser = daybook.browser
                let (left, right) = ("\u{E012}", "\u{E014}")
                let outline = [WebDriver.Key.alt, WebDriver.Key.shift]
                func focused(_ title: String) async throws {
                    try await browser.until(
                        "document.activeElement.querySelector('.name')?.textContent === '\(title)'")
                }
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("Book") + " .open"])
                try await browser.press(right, holding: outline)
                try await expect("1 Trip", "2 Book", "1 Hotel", "1 Milk", in: browser)
                try await focused("Book")
                try await browser.press(WebDriver.Key.down)
                try await focused("Hotel")
                try await browser.press(right, holding: outline)
                try await browser.press(right, holding: outline)
                try await expect("1 Trip", "2 Book", "3 Hotel", "1 Milk", in: browser)
                try await browser.press(left, holding: outline)
                try await expect("1 Trip", "2 Book", "2 Hotel", "1 Milk", in: browser)
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await expect("1 Trip", "2 Book", "3 Hotel", "1 Milk", in: browser)
                try await focused("Hotel")
                try await daybook.synced()
                let todos = try daybook.book()
                let ids = Dictionary(todos.map { ($0.title, $0.id) }) { first, _ in first }
                #expect(todos.first { $0.title == "Book" }?.parent == ids["Trip"])
                #expect(todos.first { $0.title == "Hotel" }?.parent == ids["Book"])

                try await browser.press(WebDriver.Key.up, WebDriver.Key.up, left)
                try await expect("1 Trip", "1 Milk", in: browser)
                try await browser.until("document.querySelector('.fold[aria-expanded=false]')?.textContent === '2'")
                try await daybook.reload()
                try await expect("1 Trip", "1 Milk", in: browser)
                try await browser.click(".fold")
                try await expect("1 Trip", "2 Book", "3 Hotel", "1 Milk", in: browser)

                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("Trip") + " .open"])
                try await browser.press("x")
                try await browser.until("document.activeElement.id === 'subtasks-all'")
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('.overlay')")
                try await daybook.expect(todos: ["Trip", "Book", "Hotel", "Milk"])
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("Trip") + " .open"])
                try await browser.press("x")
                try await browser.until("document.activeElement.id === 'subtasks-all'")
                try await browser.press(WebDriver.Key.enter)
                try await daybook.expect(todos: ["Milk"], finished: ["Trip", "Book", "Hotel"])
                try await focused("Milk")
                try await daybook.synced()
                #expect(try daybook.book().filter { !$0.isCompleted }.map(\.title) == ["Milk"])
            }
        }

        @Test("006.15 The mouse drags a row under another and out again, and the details add one")
        func mouse() async throws {
            try await Daybook.run(titles: ["Trip", "Milk", "Pack"]) { daybook in
                let browser = daybook.browser
                let (x, y) = try await browser.middle(try await daybook.row("Milk") + " .grip")
                try await browser.drag("mouse", [(x, y), (x + 20, y), (x + 50, y)])
                try await expect("1 Trip", "2 Milk", "1 Pack", in: browser)
                try await browser.drag("mouse", [(x, y), (x - 20, y + 30), (x - 50, y + 46)])
                try await expect("1 Trip", "1 Pack", "1 Milk", in: browser)
                try await browser.click(try await daybook.row("Pack") + " .open")
                try await browser.type("#subtask", "Socks" + WebDriver.Key.enter)
                try await expect("1 Trip", "1 Pack", "2 Socks", "1 Milk", in: browser)
                try await browser.until("document.querySelector('#subtask').value === ''")
                try await browser.type("#subtask", "Shoes" + WebDriver.Key.enter)
                try await expect("1 Trip", "1 Pack", "2 Socks", "2 Shoes", "1 Milk", in: browser)
            }
        }

        @Test("006.15 5,000 subtasks of one to-do scroll as other rows do, and fold at once")
        func many() async throws {
            try await Daybook.run(titles: ["Trip"], opens: false) { daybook in
                try daybook.change { book in
                    var random = SystemRandomNumberGenerator()
                    return (0..<5_000).map { number in
                        var draft = Changes.todo(title: "T\(number)")
                        draft[.parent] = .entity(book[0].id)
                        return .add(.todo, EntityID(using: &random), draft)
                    }
                }
                try await daybook.open()
                let browser = daybook.browser
                try await browser.until("document.querySelector('.row .fold')")
                for top in [150_000, 219_000, 0] {
                    try await browser.run("document.querySelector('#list').scrollTop = arguments[0]", [top])
                    // In the middle of the list stands the row that its place names: the last one made is the first.
                    try await browser.until(
                        """
                        (() => {
                          const list = document.querySelector("#list"), { left, top } = list.getBoundingClientRect();
                          const row = document.elementFromPoint(left + 120, top + 200)?.closest(".row");
                          const place = Math.floor((list.scrollTop + 200 - 40) / 44);
                          return row?.querySelector(".name").textContent === `T${5000 - place}`;
                        })()
                        """)
                    #expect(try await browser.number("document.querySelectorAll('.row').length") < 100)
                }
                try await browser.click(".fold")
                try await browser.until("document.querySelectorAll('.row').length === 1")
            }
        }
    }
}
