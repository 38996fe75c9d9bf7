import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// What mouse, finger and keyboard do.
    @Suite struct HandTests {
        private static var phone: WebDriver.Options {
            var options = WebDriver.Options()
            options.width = 500
            return options
        }

        /// Makes the page 390 pixels wide; a window can't be.
        private func narrow(_ browser: WebDriver, width: Int = 390, touch: Bool = true) async throws {
            try await browser.devTools(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": 844, "deviceScaleFactor": 1, "mobile": touch])
            try await browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": touch])
            try await browser.until("innerWidth === \(width)")
        }

        @Test("002.12 002.15 002.16 Back returns to the list; a finished item shows Uncheck, which opens it again")
        func backAndUncheck() async throws {
            try await Daybook.run(Self.phone, titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await narrow(browser)
                try await browser.click(try await daybook.row("A") + " .box")
                try await daybook.expect(todos: ["B"], finished: ["A"])
                try await browser.click(try await daybook.row("A") + " .open")
                try await browser.until("document.querySelector('#detail-title')?.value === 'A'")
                try await browser.until("document.querySelector('.detail .check').textContent === 'Uncheck'")
                // The button is at the bottom, under the title.
                let (_, title) = try await browser.middle("#detail-title")
                let (_, button) = try await browser.middle(".detail .check")
                #expect(button > title + 200)
                try await browser.click(".detail .check")
                try await browser.until("document.querySelector('.detail .check').textContent === 'Check'")
                try await browser.click("#detail-back")
                try await browser.until("document.querySelector('.app').dataset.state === 'list'")
                try await daybook.expect(todos: ["B", "A"])
                // The browser's own way back does the same.
                try await browser.click(try await daybook.row("B") + " .open")
                try await browser.until("document.querySelector('.app').dataset.state === 'detail'")
                try await browser.call("POST", "/back", [:])
                try await browser.until("document.querySelector('.app').dataset.state === 'list'")
                // Forward takes the focus along.
                try await browser.call("POST", "/forward", [:])
                try await browser.until("document.activeElement.matches('.side-pane .back')")
            }
        }

        @Test("002.18 003.64 The form asks for title, description and notes; Cancel and Save are at its bottom")
        func form() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.click("#plus")
                try await browser.until("document.querySelector('.form')")
                #expect(try await browser.texts(".form label").starts(with: ["Title", "Description", "Notes"]))
                #expect(try await browser.texts(".form .actions button") == ["Cancel", "Save"])
                let (_, title) = try await browser.middle("#form-title")
                let (_, notes) = try await browser.middle("#form-notes")
                let (_, save) = try await browser.middle(".form .save")
                #expect(title < notes && notes < save)
                try await browser.type("#form-title", "T")
                // The Enter that ends what an input method composes, as Safari tells of it, saves nothing.
                try await browser.run(
                    """
                    document.querySelector("#form-title").dispatchEvent(
                      new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }));
                    """)
                try await browser.type("#form-description", "D")
                try await browser.type("#form-notes", "N")
                try await browser.click(".form .save")
                try await daybook.synced()
                let todo = try #require(try daybook.book().first)
                #expect(todo.title == "T" && todo.description == "D" && todo.notes == "N")
            }
        }

        @Test("003.60 003.61 A tap on the box toggles; a completed row is struck through and ticked")
        func box() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                for isOn in [true, false] {
                    try await browser.click(try await daybook.row("A") + " .box")
                    try await browser.until(
                        """
                        document.querySelector('.row .box').getAttribute('aria-checked') === '\(isOn)' &&
                        getComputedStyle(document.querySelector('.row .name')).textDecorationLine === '\(isOn ? "line-through" : "none")'
                        """)
                }
            }
        }

        @Test("003.62 A swipe on a phone offers Details and Delete")
        func swipe() async throws {
            try await Daybook.run(Self.phone, titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await narrow(browser)
                for (title, button) in [("A", "details"), ("B", "danger")] {
                    let row = try await daybook.row(title)
                    let (x, y) = try await browser.middle(row)
                    try await browser.drag("touch", [(x + 60, y), (x + 20, y), (x - 60, y + 2), (x - 110, y + 2)])
                    try await browser.until("document.querySelector('.row.swiped .swipe')")
                    #expect(try await browser.texts(".row.swiped .swipe button") == ["Tomorrow", "Details", "Delete"])
                    // The row slides; a finger waits until it stands.
                    try await browser.until(
                        """
                        (() => {
                          const button = document.querySelector('.row.swiped .swipe .\(button)');
                          const box = button.getBoundingClientRect();
                          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button;
                        })()
                        """)
                    if button == "danger" {
                        // A tap on the row puts it back, and opens nothing; a pen's moves a little.
                        try await browser.drag("pen", [(40, y), (41, y)])
                        try await browser.until("!document.querySelector('.row.swiped')")
                        #expect(try await browser.text("document.querySelector('.app').dataset.state") == "list")
                        try await browser.drag("touch", [(x + 60, y), (x + 20, y), (x - 60, y + 2), (x - 110, y + 2)])
                    }
                    try await browser.click(".row.swiped .swipe .\(button)")
                    if button == "details" {
                        try await browser.until("document.querySelector('#detail-title')?.value === 'A'")
                        try await browser.click("#detail-back")
                        try await browser.until("document.querySelector('.app').dataset.state === 'list'")
                    }
                }
                try await daybook.expect(todos: ["A"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["A"])
            }
        }

        @Test("11.4 A finger that stays on a row marks it, the next tap adds one, and a swipe the other way finishes")
        func hold() async throws {
            try await Daybook.run(Self.phone, titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await narrow(browser)
                let (x, y) = try await browser.middle(try await daybook.row("A") + " .open")
                func touch(_ type: String, _ points: [[String: Double]]) async throws {
                    try await browser.devTools("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
                }
                try await touch("touchStart", [["x": x, "y": y]])
                try await browser.until("document.querySelector('.several p')?.textContent === '1 selected'")
                try await touch("touchEnd", [])
                try await browser.click(try await daybook.row("B") + " .open")
                try await browser.until("document.querySelector('.several p')?.textContent === '2 selected'")
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('.several')")
                try await browser.drag("touch", [(60, y), (80, y), (120, y), (150, y)])
                try await daybook.expect(todos: ["B"], finished: ["A"])
            }
        }

        @Test("003.62 Where a mouse hovers, a row shows the button of its menu, which offers Details and Delete")
        func hover() async throws {
            // Without a screen, Chromium would say that there is no mouse.
            var options = WebDriver.Options()
            options.arguments = [
                "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
            ]
            try await Daybook.run(options, titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                func mouse(_ event: String, _ point: (Double, Double)) async throws {
                    try await browser.devTools(
                        "Input.dispatchMouseEvent",
                        ["type": event, "x": point.0, "y": point.1, "button": "left", "clickCount": 1])
                }
                func shows(_ title: String) async throws -> Bool {
                    let more = try await daybook.row(title) + " .more"
                    return try await browser.text(
                        "getComputedStyle(document.querySelector('\(more)'), '::before').visibility") == "visible"
                }
                // The field for a new one has the focus, and the mouse is far away.
                try await mouse("mouseMoved", (2, 2))
                #expect(try await !shows("A"))
                #expect(try await !shows("B"))
                for (title, item) in [("A", "details"), ("B", "danger")] {
                    let row = try await daybook.row(title)
                    try await mouse("mouseMoved", try await browser.middle(row))
                    #expect(try await shows(title))
                    // Later that of A has the focus.
                    if title == "A" { #expect(try await !shows("B")) }
                    let button = try await browser.middle(row + " .more")
                    try await mouse("mouseMoved", button)
                    try await mouse("mousePressed", button)
                    try await mouse("mouseReleased", button)
                    try await browser.until("document.querySelector('.menu .\(item)')")
                    #expect(try await Set(browser.texts(".menu button")).isSuperset(of: ["Details", "Delete"]))
                    let entry = try await browser.middle(".menu .\(item)")
                    try await mouse("mousePressed", entry)
                    try await mouse("mouseReleased", entry)
                    if item == "details" {
                        try await browser.until("document.querySelector('#detail-title')?.value === 'A'")
                    }
                }
                try await daybook.expect(todos: ["A"])
            }
        }

        @Test("By keyboard the menu opens beside its row, and x goes on to the next row")
        func keyboardPlaces() async throws {
            // In a low window the menu moves up, to be seen as a whole.
            try await Daybook.run(.init(height: 1_100), titles: ["A", "B", "C"]) { daybook in
                let browser = daybook.browser
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("A") + " .more"])
                let (_, row) = try await browser.middle(try await daybook.row("A"))
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('.menu')")
                #expect(try await browser.number("document.querySelector('.menu').getBoundingClientRect().top") >= row)
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('.menu')")
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("B") + " .open"])
                try await browser.press("x")
                try await daybook.expect(todos: ["A", "C"], finished: ["B"])
                try await browser.until("document.activeElement.closest('.row .open')?.textContent === 'C'")
                // The box of a row keeps the focus.
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("A") + " .box"])
                try await browser.press(WebDriver.Key.enter)
                try await daybook.expect(todos: ["C"], finished: ["A", "B"])
                try await browser.until("document.activeElement.closest('.row.done')?.textContent.includes('A')")
            }
        }

        @Test("What was done is undone and redone, a deletion too, and after a reload of the tab as well")
        func undo() async throws {
            try await Daybook.run(titles: ["A", "B", "C"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B", "C"])
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("B") + " .open"])
                try await browser.press("\u{E017}")  // Delete
                try await daybook.expect(todos: ["A", "C"])
                try await browser.click(".notice .undo")
                try await daybook.expect(todos: ["A", "B", "C"])
                try await browser.press("z", holding: [WebDriver.Key.control, WebDriver.Key.shift])
                try await daybook.expect(todos: ["A", "C"])
                try await browser.click(try await daybook.row("A") + " .box")
                try await daybook.expect(todos: ["C"], finished: ["A"])
                try await daybook.synced()
                try await daybook.reload()
                try await daybook.expect(todos: ["C"], finished: ["A"])
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["A", "C"])
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["A", "B", "C"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["A", "B", "C"])
                try await browser.press("y", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["A", "C"])
            }
        }

        @Test("A long list shows the rows that belong where it is scrolled to")
        func longList() async throws {
            try await Daybook.run(titles: (0..<260).map { "Item \($0)" }) { daybook in
                let browser = daybook.browser
                for top in [2_500, 5_000, 12_000, 0] {
                    try await browser.run("document.querySelector('#list').scrollTop = arguments[0]", [top])
                    // In the middle of the list stands the row that its place names.
                    try await browser.until(
                        """
                        (() => {
                          const list = document.querySelector("#list"), { left, top } = list.getBoundingClientRect();
                          const row = document.elementFromPoint(left + 100, top + 200)?.closest(".row");
                          const place = Math.floor((list.scrollTop + 200 - 40) / 44);
                          return row?.querySelector(".name").textContent === `Item ${place}`;
                        })()
                        """)
                }
            }
        }

        @Test("After thousands of items were pasted and the tab loaded anew, undo takes back the paste")
        func undoPaste() async throws {
            try await Daybook.run(titles: ["Kept"]) { daybook in
                let browser = daybook.browser
                try await browser.run(
                    """
                    const data = new DataTransfer();
                    data.setData("text/plain", Array.from({ length: 2000 }, (_, index) => `Item ${index}`).join("\\n"));
                    document.getElementById("new").dispatchEvent(
                      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
                    """)
                try await browser.click("#paste-several")
                try await daybook.synced()
                try await daybook.reload()
                try await browser.until("document.querySelector('.count').textContent === '2,001'")
                try await browser.run("document.activeElement.blur()")
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["Kept"])
            }
        }

        @Test("What was typed or tapped before the app runs, and in the details right before a reload, is not lost")
        func typedInTime() async throws {
            try await Daybook.run(titles: ["A"], opens: false) { daybook in
                let browser = daybook.browser
                // The app is held back until the field has its text.
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        const instantiate = WebAssembly.instantiateStreaming;
                        WebAssembly.instantiateStreaming = async (...given) => {
                          addEventListener("click", () => { window.isTapped = true; });
                          while (!localStorage.tapped && !window.isTapped) await new Promise(requestAnimationFrame);
                          localStorage.tapped = true;
                          return instantiate.apply(WebAssembly, given);
                        };
                        """
                    ])
                try await browser.go(daybook.address)
                try await browser.type("#new", "Early")
                try await browser.click("#plus")
                try await daybook.ready()
                try await browser.until("document.querySelector('#form-title')")
                try await browser.click(".actions .quiet")
                try await browser.click(".new .add")
                try await daybook.expect(todos: ["Early", "A"])
                try await browser.click(try await daybook.row("A") + " .open")
                try await browser.type("#detail-notes", "right before")
                try await browser.reload()
                try await browser.until("document.querySelector('#detail-notes')?.value === 'right before'")
            }
        }

        @Test("A notice with Undo stays while the focus is in it, and goes when it is left") func noticeInUse()
            async throws
        {
            try await Daybook.run(titles: ["A", "B"], opens: false) { daybook in
                let browser = daybook.browser
                // The seconds of notices pass like hundredths; the others are needed, such as for the database's answer.
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        const wait = window.setTimeout;
                        window.rings = 0;
                        window.setTimeout = (ring, time) => [1000, 6000].includes(time)
                          ? wait(() => { rings++; ring(); }, time / 100) : wait(ring, time);
                        """
                    ])
                try await browser.go(daybook.address)
                try await daybook.ready()
                try await browser.run(
                    """
                    document.querySelector(".row .open").focus();
                    document.activeElement.dispatchEvent(
                      new KeyboardEvent("keydown", { key: "Delete", bubbles: true, cancelable: true }));
                    await null;
                    document.querySelector(".notice .undo").focus();
                    window.rings = 0;
                    """)
                try await browser.until("rings > 20")
                #expect(try await browser.texts(".notice .undo") == ["Undo"])
                try await browser.run("document.activeElement.blur()")
                try await browser.until("!document.querySelector('.notice')")
                try await daybook.expect(todos: ["B"])
            }
        }

        @Test("11.2 Search finds as one types, in titles, descriptions and notes, whatever the case")
        func search() async throws {
            try await Daybook.run(titles: ["Milk", "Überweisung", "買牛奶"], opens: false) { daybook in
                let browser = daybook.browser
                try daybook.change { [.edit(.todo, $0[0].id, .todo(notes: "two LITRES"))] }
                try await daybook.open()
                try await daybook.expect(todos: ["Milk", "Überweisung", "買牛奶"])
                // From a row, and from a field where a slash is a slash.
                try await browser.press("/")
                for (text, found) in [
                    ("litr", ["Milk"]), ("über", ["Überweisung"]), ("牛奶", ["買牛奶"]), ("mi li", ["Milk"]), ("xyz", []),
                ] {
                    try await browser.until("document.activeElement.id === 'find'")
                    try await browser.replace("#find", text)
                    try await browser.until(
                        "'\(found.joined())' === [...document.querySelectorAll('#found .found-todo .account-name')].map(n => n.textContent).join('')"
                    )
                }
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('.find')")
                try await browser.run("document.querySelector('#new').focus()")
                try await browser.press("k", holding: [WebDriver.Key.control])
                try await browser.replace("#find", "litres")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('#detail-title')?.value === 'Milk'")
                // The list is narrowed to it, in its own field.
                try await browser.click("#search-all")
                try await browser.replace("#find", "litres")
                try await browser.click(".find .quiet")
                try await daybook.expect(todos: ["Milk"])
                try await browser.run("document.querySelector('#search').focus()")
                // Out of the details, and then to all of the list.
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("document.querySelector('.app').dataset.state === 'list'")
                try await browser.press(WebDriver.Key.escape)
                try await daybook.expect(todos: ["Milk", "Überweisung", "買牛奶"])
            }
        }

        @Test("Rows are put elsewhere with the mouse and with the keyboard, and stay there")
        func reorder() async throws {
            try await Daybook.run(titles: ["A", "B", "C", "D"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B", "C", "D"])
                let (x, y) = try await browser.middle(try await daybook.row("A") + " .grip")
                try await browser.drag("mouse", [(x, y), (x, y + 30), (x, y + 70), (x, y + 89)])
                try await daybook.expect(todos: ["B", "C", "A", "D"])
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("D") + " .grip"])
                try await browser.press(WebDriver.Key.up, WebDriver.Key.up, WebDriver.Key.up)
                try await daybook.expect(todos: ["D", "B", "C", "A"])
                try await browser.press(WebDriver.Key.down)
                try await daybook.expect(todos: ["B", "D", "C", "A"])
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("D") + " .open"])
                try await browser.press(WebDriver.Key.down, holding: [WebDriver.Key.alt])
                try await daybook.expect(todos: ["B", "C", "D", "A"])
                // Now the arrow goes to the next row.
                try await browser.press(WebDriver.Key.down)
                try await browser.until("document.activeElement.textContent === 'A'")
                try await daybook.expect(todos: ["B", "C", "D", "A"])
                try await browser.press(WebDriver.Key.up)
                try await browser.press(WebDriver.Key.up, holding: [WebDriver.Key.alt])
                try await daybook.expect(todos: ["B", "D", "C", "A"])
                // The focus stays with the row, so that it can go on.
                #expect(
                    try await browser.text("document.activeElement.closest('.row').querySelector('.name').textContent")
                        == "D")
                try await daybook.synced()
                try await daybook.reload()
                try await daybook.expect(todos: ["B", "D", "C", "A"])
                #expect(try daybook.book().map(\.title) == ["B", "D", "C", "A"])
            }
        }

        @Test("The focus of a row that is gone goes to the list, which scrolls on, and a printed page has all rows")
        func focusAndPrint() async throws {
            try await Daybook.run(.still, titles: (1...250).map { "\($0)" }) { daybook in
                let browser = daybook.browser
                try await browser.click(try await daybook.row("1") + " .box")
                try await browser.run("document.querySelector('.row .open').focus()")
                try await browser.run("document.querySelectorAll('.filters button')[2].click()")
                try await daybook.expect(todos: [], finished: ["1"])
                try await browser.until("document.activeElement.id === 'list'")
                try await browser.press("1")
                try await browser.until("document.querySelectorAll('.row').length > 1")
                try await browser.run("document.querySelector('.row .open').focus()")
                for page in 1...12 {
                    let top = try await browser.number("document.querySelector('#list').scrollTop")
                    try await browser.press("\u{E00F}")  // Page down
                    try await browser.until("document.querySelector('#list').scrollTop > \(top)")
                    if page == 12 { try await browser.until("document.activeElement.id === 'list'") }
                }
                try await browser.run(
                    "addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('.row').length })"
                )
                try await browser.call("POST", "/print", [:])
                #expect(try await browser.number("window.printed") == 250)
                #expect(try await browser.number("document.querySelectorAll('.row').length") < 100)
            }
        }

        @Test("What is scrolled inside a row of a long list leaves the list alone") func innerScroll() async throws {
            try await Daybook.run(titles: (1...250).map { "\($0)" }) { daybook in
                let browser = daybook.browser
                try await browser.until("document.querySelector('.row')")
                try await browser.run("document.querySelector('#list').scrollTop = 9000")
                try await browser.until("document.querySelector('.row .name').textContent > 100")
                let row = try await browser.text(
                    "[...document.querySelectorAll('.row')].find((row) => row.getBoundingClientRect().top > 300).querySelector('.name').textContent"
                )
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row(row) + " .open"])
                try await browser.press("e")
                try await browser.until("document.activeElement.id === 'edit'")
                try await browser.replace("#edit", String(repeating: "long words ", count: 300))
                try await browser.until("document.querySelector('#edit').scrollHeight > 300")
                try await browser.run(
                    """
                    const edit = document.querySelector("#edit");
                    edit.scrollTop = 0;
                    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                    edit.scrollTop = 100;
                    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                    """)
                #expect(try await browser.text("document.activeElement.id") == "edit")
            }
        }

        @Test("A title that is typed goes on while its row is moved by another device") func movedMeanwhile()
            async throws
        {
            try await Daybook.run(titles: ["A", "B", "C"]) { daybook in
                let browser = daybook.browser
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("A") + " .open"])
                try await browser.press("e")
                try await browser.until("document.activeElement.id === 'edit'")
                try await browser.press("n", "e", "w")
                try daybook.change { [.move($0[0].id, .after($0[2].id))] }
                try await browser.until(
                    "[...document.querySelectorAll('.row')].findIndex((row) => row.querySelector('#edit')) === 2")
                try await browser.press("e", "r", WebDriver.Key.enter)
                try await daybook.expect(todos: ["B", "C", "newer"])
            }
        }

        @Test("The arrow keys keep the focus in sight from the first row on") func arrowsInSight() async throws {
            try await Daybook.run(titles: (1...40).map { "\($0)" }) { daybook in
                let browser = daybook.browser
                try await browser.until("document.querySelectorAll('.row').length === 40")
                try await browser.run("document.querySelector('.row .open').focus()")
                for _ in 1...20 {
                    let row = try await browser.text("document.activeElement.textContent")
                    try await browser.press(WebDriver.Key.down)
                    try await browser.until("document.activeElement.textContent !== '\(row)'")
                    try await browser.until(
                        "document.activeElement.getBoundingClientRect().bottom <= document.querySelector('#list').getBoundingClientRect().bottom"
                    )
                }
            }
        }

        @Test("A second finger neither ends nor takes over what the first one holds") func secondFinger() async throws {
            try await Daybook.run(Self.phone, titles: ["A", "B", "C"]) { daybook in
                let browser = daybook.browser
                // A phone has no handles, a tablet has.
                try await narrow(browser, width: 820)
                let (x, y) = try await browser.middle(try await daybook.row("A") + " .grip")
                let (otherX, otherY) = try await browser.middle(try await daybook.row("C") + " .name")
                func touch(_ type: String, _ points: [(Double, Double)]) async throws {
                    try await browser.devTools(
                        "Input.dispatchTouchEvent",
                        [
                            "type": type,
                            "touchPoints": points.enumerated().map { ["x": $1.0, "y": $1.1, "id": Double($0)] },
                        ])
                }
                try await touch("touchStart", [(x, y)])
                try await touch("touchMove", [(x, y + 30)])
                try await browser.until("document.querySelector('.row.lifted')")
                try await touch("touchStart", [(x, y + 30), (otherX, otherY)])
                try await touch("touchEnd", [(x, y + 30)])
                try await touch("touchMove", [(x, y + 62)])
                try await touch("touchEnd", [])
                try await daybook.expect(todos: ["B", "A", "C"])
                try await browser.until("!document.querySelector('.row.lifted')")
            }
        }

        @Test("A row that is held at the edge of the list scrolls it, and is let go where it is then")
        func dragScrolls() async throws {
            try await Daybook.run(titles: (1...60).map { "\($0)" }) { daybook in
                let browser = daybook.browser
                try await browser.until("document.querySelectorAll('.row').length === 60")
                let (x, y) = try await browser.middle(try await daybook.row("1") + " .grip")
                let bottom = try await browser.number("document.querySelector('#list').getBoundingClientRect().bottom")
                try await browser.drag("mouse", [(x, y), (x, y + 100), (x, bottom - 12)]) {
                    try await browser.until("document.querySelector('#list').scrollTop > 1500")
                }
                try await daybook.synced()
                let place = try #require(try daybook.book().firstIndex { $0.title == "1" })
                #expect(place > 25, "scrolled by 25 rows, and more of them in sight")
            }
        }

        @Test("The second click of a double click is not for what came under the pointer by the first")
        func doubleClick() async throws {
            // Without a moment in which the second click takes back what the first did.
            try await Daybook.run(.still, titles: ["A", "B", "C"]) { daybook in
                try await daybook.expect(todos: ["A", "B", "C"])
                try await daybook.browser.doubleClick(try await daybook.row("A") + " .box")
                try await daybook.synced()
                try await daybook.expect(todos: ["B", "C"], finished: ["A"])
                // A second one, later, is meant.
                try await daybook.browser.click(try await daybook.row("B") + " .box")
                try await daybook.expect(todos: ["C"], finished: ["B", "A"])
            }
        }

        @Test("A page whose book was taken from the browser fetches it again")
        func takenAway() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                try await daybook.synced()
                try await daybook.browser.run(
                    "window.isOld = true; indexedDB.deleteDatabase('daybook'); return 1")
                try await daybook.browser.until("!window.isOld && document.documentElement.dataset.ready === ''")
                try await daybook.expect(todos: ["A"])
                try await daybook.add("B")
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["B", "A"])
            }
        }

        @Test("What is being typed while a newer page takes the database over is there for the next page")
        func databaseTakenOver() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                let page = "!window.isOld && document.documentElement.dataset.ready === ''"
                try await daybook.synced()
                try await browser.click(try await daybook.row("A") + " .open")
                try await browser.type("#detail-notes", "typed")
                try await browser.run("window.isOld = true; indexedDB.open('daybook', 99); return 1")
                try await browser.until(page)
                try await browser.run("window.isOld = true; indexedDB.deleteDatabase('daybook'); return 1")
                try await browser.reload()
                try await browser.until(page)
                try await browser.until("document.querySelector('#detail-notes')?.value === 'typed'")
                try await daybook.synced()
                #expect(try daybook.book().map(\.notes) == ["typed"])
            }
        }

        @Test("Going back closes the settings, a menu, or what is marked, and doesn't leave the app")
        func backCloses() async throws {
            try await Daybook.run(Self.phone, titles: ["A"], opens: false) { daybook in
                let browser = daybook.browser
                try await browser.go("about:blank")
                try await daybook.open()
                for (place, event, layer) in [
                    ("#settings", "click", ".dialog"), (".row", "contextmenu", ".menu"),
                    ("#settings", "click", ".dialog"),
                ] {
                    try await browser.run(
                        """
                        const event = new MouseEvent(arguments[1], { bubbles: true });
                        document.querySelector(arguments[0]).dispatchEvent(event);
                        """, [place, event])
                    try await browser.until("document.querySelector('\(layer)')")
                    try await browser.call("POST", "/back", [:])
                    try await browser.until("!document.querySelector('\(layer)')")
                }
                try await browser.run("document.querySelector('.row .open').focus()")
                try await browser.press("s")
                try await browser.until("document.querySelector('.several')")
                try await browser.call("POST", "/back", [:])
                try await browser.until("!document.querySelector('.several')")
                try await daybook.expect(todos: ["A"])
                // Nothing is left in between.
                try await browser.call("POST", "/back", [:])
                try await browser.until("location.href === 'about:blank'")
            }
        }

        @Test("A row is dragged with a finger by its grip, which offers no menu to one that holds it")
        func touchDrag() async throws {
            try await Daybook.run(Self.phone, titles: ["A", "B", "C"]) { daybook in
                let browser = daybook.browser
                // A phone has no handles, a tablet has.
                try await narrow(browser, width: 820)
                let (x, y) = try await browser.middle(try await daybook.row("A") + " .grip")
                // As of a finger that was held for a while.
                try await browser.run(
                    """
                    document.querySelector(arguments[0]).dispatchEvent(new PointerEvent("contextmenu",
                      { pointerType: "touch", isPrimary: true, bubbles: true, cancelable: true }));
                    """, [try await daybook.row("A") + " .grip"])
                try await browser.drag("touch", [(x, y), (x, y + 30), (x, y + 62)])
                try await daybook.expect(todos: ["B", "A", "C"])
            }
        }

        @Test("Several are marked, and checked or deleted at once")
        func several() async throws {
            try await Daybook.run(titles: ["A", "B", "C", "D", "E"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B", "C", "D", "E"])
                try await browser.run(
                    "document.querySelector(arguments[0]).focus()", [try await daybook.row("A") + " .open"])
                try await browser.press("s")
                try await browser.until("document.querySelector('.several p')?.textContent === '1 selected'")
                try await browser.click(try await daybook.row("C") + " .box")
                try await browser.until("document.querySelector('.several p')?.textContent === '2 selected'")
                try await browser.click(".check-selected")
                try await daybook.expect(todos: ["B", "D", "E"], finished: ["A", "C"])
                try await browser.press("a", holding: [WebDriver.Key.control])
                try await browser.until("document.querySelector('.several p')?.textContent === '5 selected'")
                try await browser.click(".delete-selected")
                try await daybook.expect(todos: [])
                try await browser.click(".notice .undo")
                try await daybook.expect(todos: ["B", "D", "E"], finished: ["A", "C"])
            }
        }

        @Test("Pasting several lines offers several items")
        func paste() async throws {
            try await Daybook.run(titles: ["Old"]) { daybook in
                let browser = daybook.browser
                let paste = """
                    const data = new DataTransfer();
                    data.setData("text/plain", "- [ ] One\\n\\n* Two\\n  Three");
                    document.getElementById("new").dispatchEvent(
                      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
                    """
                try await browser.run(paste)
                try await browser.until("document.querySelector('#dialog-title')?.textContent === 'Add 3 items?'")
                try await browser.click("#paste-several")
                try await daybook.expect(todos: ["One", "Two", "Three", "Old"])
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await browser.run("document.activeElement.blur()")
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["Old"])
                try await browser.run(paste)
                try await browser.until("document.querySelector('.dialog .quiet')")
                try await browser.click(".dialog .quiet")
                try await browser.until("document.querySelector('#new').value === 'One Two Three'")
            }
        }

        @Test("A title is edited in its row: Enter keeps it, Escape doesn't")
        func editInPlace() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                for (key, titles) in [(WebDriver.Key.escape, ["A", "B"]), (WebDriver.Key.enter, ["Changed", "B"])] {
                    try await browser.run(
                        "document.querySelector(arguments[0]).focus()", [try await daybook.row("A") + " .open"])
                    try await browser.press("e")
                    try await browser.until("document.activeElement.id === 'edit'")
                    // As when the window loses the focus, and not the field.
                    try await browser.run(
                        "document.activeElement.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))")
                    try await browser.replace("#edit", "Changed")
                    try await browser.press(key)
                    try await browser.until("!document.querySelector('#edit')")
                    try await daybook.expect(todos: titles)
                }
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["Changed", "B"])
            }
        }

        @Test("Lines that came from elsewhere stay where a title or a description is edited; Enter makes none")
        func lines() async throws {
            try await Daybook.run(titles: ["L1\nL2"]) { daybook in
                let browser = daybook.browser
                try daybook.change { [.edit(.todo, $0[0].id, .todo(description: "milk\nbread"))] }
                try await browser.until("document.querySelector('.row .more-text')?.textContent === 'milk'")
                try await browser.run("document.querySelector('.row .open').focus()")
                try await browser.press("e")
                try await browser.until("document.activeElement.id === 'edit'")
                try await browser.press(WebDriver.Key.end, "!", WebDriver.Key.enter)
                try await daybook.expect(todos: ["L1\nL2!"])
                try await browser.click(".row .open")
                try await browser.type("#detail-description", "!" + WebDriver.Key.enter)
                try await daybook.synced()
                let todo = try #require(try daybook.book().first)
                #expect(todo.title == "L1\nL2!")
                #expect(todo.description == "milk\nbread!")
            }
        }

        @Test("Single keys, once turned off, stay off after a reload")
        func noLetters() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                let isOn = "document.querySelector('[aria-labelledby=single-keys-label]')?.getAttribute('aria-checked')"
                for (before, after) in [("true", "false"), ("false", "true")] {
                    try await browser.click("#settings")
                    try await browser.until("\(isOn) === '\(before)'")
                    try await browser.click("[aria-labelledby=single-keys-label]")
                    try await browser.until("\(isOn) === '\(after)'")
                    try await daybook.reload()
                    try await browser.press("?", holding: [WebDriver.Key.shift])
                    guard after == "false" else {
                        try await browser.until("document.querySelector('.shortcuts')")
                        continue
                    }
                    // What comes after it has been heard.
                    try await browser.press(WebDriver.Key.down)
                    try await browser.until("document.activeElement.closest('.row')")
                    #expect(try await browser.run("return document.querySelector('.shortcuts')") is NSNull)
                }
            }
        }

        @Test("The keyboard goes everywhere, and ? shows how; Escape closes the sheet and gives the focus back")
        func shortcuts() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B"])
                try await browser.press("?", holding: [WebDriver.Key.shift])
                try await browser.until("document.querySelector('[role=dialog]')")
                try await browser.until("document.activeElement.id === 'shortcuts-close'")
                #expect(try await browser.texts(".shortcuts kbd").count >= 15)
                #expect(try await browser.run("return document.querySelector('.columns').inert") as? Bool == true)
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('[role=dialog]')")
                try await browser.press("j")
                try await browser.until("document.activeElement.closest('.row')?.textContent.includes('A')")
                try await browser.press("j", "x")
                try await daybook.expect(todos: ["A"], finished: ["B"])
                // Also where the row that the keys were on isn't on the screen.
                try await browser.click("#place-money")
                try await browser.until("document.activeElement.id === 'record'")
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("document.activeElement.id === 'settings'")
                try await browser.click("#place-all")
                try await browser.press("2")
                try await daybook.expect(todos: ["A"])
                try await browser.press("/")
                try await browser.until("document.activeElement.id === 'find'")
                try await browser.press(WebDriver.Key.escape)
                try await browser.run("document.activeElement.blur()")
                try await browser.press("n")
                try await browser.until("document.activeElement.id === 'new'")
                // The button that has nothing to do any more gives the focus on.
                try await browser.press("C")
                try await browser.run("document.querySelector('.new .add').focus()")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.activeElement.id === 'new' && !document.activeElement.value")
                try await daybook.expect(todos: ["C", "A"])
            }
        }

        @Test("010.5 Ctrl Z right after adding takes that back, with the focus in the emptied field, on both sides")
        func undoneInField() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await daybook.add("B")
                try await browser.until("document.activeElement.id === 'new'")
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["A"])
                try await browser.press("z", holding: [WebDriver.Key.control, WebDriver.Key.shift])
                try await daybook.expect(todos: ["B", "A"])
                // What is being typed is the field's own.
                try await browser.press("C")
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await browser.replace("#new", "D" + WebDriver.Key.enter)
                try await browser.until("document.querySelectorAll('section.todo .row').length === 3")
                try await daybook.showMoney()
                try await daybook.record("-5 EUR lunch")
                try await browser.until("document.activeElement.id === 'record'")
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await browser.until("!document.querySelector('.row.entry')")
            }
        }

        @Test("Each Undo is told of, the same words or not, and the button that has nothing left gives the focus on")
        func undoneTwice() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                for title in ["A", "B"] {
                    try await browser.type("#new", title)
                    try await browser.press(WebDriver.Key.enter)
                }
                try await daybook.expect(todos: ["B", "A"])
                try await browser.run("document.querySelector('.icon.undo').focus()")
                try await browser.press(WebDriver.Key.enter)
                try await daybook.expect(todos: ["A"])
                try await browser.run(
                    """
                    window.told = [];
                    new MutationObserver((changes) => {
                      for (const { target } of changes) told.push(target.data.trim());
                    }).observe(document.querySelector(".notices"), { subtree: true, characterData: true });
                    """)
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("!document.querySelector('.row')")
                #expect(try await browser.run("return told") as? [String] == ["Undone"])
                try await browser.until("document.activeElement.id === 'settings'")
            }
        }
    }
}
