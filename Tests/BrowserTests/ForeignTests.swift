import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// What a translation, an extension or a tool for reading does to the page.
    @Suite struct ForeignTests {
        /// Each puts something into the page, or takes something out of it.
        static let touches = [
            "an element in a title": "document.querySelector('.name').append(document.createElement('i'))",
            "elements in all that is there": """
            for (const node of document.querySelectorAll('.app, .app *:not(input, textarea)')) node.prepend(document.createElement('span'))
            """,
            "split texts": "for (const name of document.querySelectorAll('.name')) name.firstChild.splitText(2)",
            "marked words": """
            for (const name of document.querySelectorAll('.name, .heading h2, .about')) {
              if (name.firstChild?.nodeType !== 3) continue;
              const mark = document.createElement('mark');
              name.firstChild.splitText(1);
              mark.append(name.firstChild);
              name.prepend(mark);
            }
            """,
            "elements between the rows": """
            for (const row of document.querySelectorAll('.row, .heading')) row.before(document.createElement('div'))
            """,
            "a translation": """
            const translate = () => {
              const texts = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT), found = [];
              while (texts.nextNode()) if (!texts.currentNode.parentNode.closest('font')) found.push(texts.currentNode);
              for (const text of found) {
                const font = document.createElement('font');
                font.append(document.createElement('font'));
                font.firstChild.textContent = text.data;
                text.replaceWith(font);
              }
            };
            translate();
            new MutationObserver(translate).observe(document.getElementById('app'), { childList: true, characterData: true, subtree: true });
            """,
            "rows taken out": "for (const row of document.querySelectorAll('.row')) row.remove()",
            "parts of rows taken out": """
            for (const part of document.querySelectorAll('.box, .name')) part.remove()
            """,
            "texts taken out": "for (const name of document.querySelectorAll('.name')) name.firstChild.remove()",
            "rows in another order": """
            for (const row of [...document.querySelectorAll('.row')].reverse()) row.parentNode.append(row)
            """,
            "a list in a wrapper": """
            const wrapper = document.createElement('div'), list = document.getElementById('list');
            list.replaceWith(wrapper);
            wrapper.append(list);
            """,
            "hidden rows": "for (const row of document.querySelectorAll('.row')) row.style.opacity = 0",
            "an empty page": "document.getElementById('app').replaceChildren()",
            "a page that was written again":
                "document.documentElement.replaceChild(document.body.cloneNode(true), document.body)",
        ]

        /// True where the field that adds is the app's own, no copy.
        static let isAlive = "document.querySelector('#new')?.daybook"

        @Test(
            "A page that others touch shows what is added, checked, changed and deleted",
            arguments: touches.keys.sorted())
        func touched(what: String) async throws {
            let touch = try #require(Self.touches[what])
            try await Daybook.run(titles: ["Apples", "Bread"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["Apples", "Bread"])
                try await browser.run(touch)
                try await browser.until(Self.isAlive)
                try await daybook.add("Cheese")
                try await daybook.expect(todos: ["Cheese", "Apples", "Bread"])
                try await browser.until("document.querySelector('.todo .count').textContent === '3'")
                try await browser.until("document.querySelector('.about').textContent.startsWith('3')")
                try await browser.until("getComputedStyle(document.querySelector('.row')).opacity === '1'")
                try await browser.click(try await daybook.row("Apples") + " .box")
                try await daybook.expect(todos: ["Cheese", "Bread"], finished: ["Apples"])
                try daybook.change { todos in
                    todos.filter { $0.title != "Cheese" }.map { .edit(.todo, $0.id, .todo(title: $0.title + "!")) }
                }
                try await daybook.expect(todos: ["Cheese", "Bread!"], finished: ["Apples!"])
                try await browser.run(touch)
                try await browser.until(Self.isAlive)
                try daybook.change {
                    [.delete(.todo, $0[0].id)] + $0.dropFirst().map { .edit(.todo, $0.id, .todo(title: "X")) }
                }
                try await daybook.expect(todos: ["X"], finished: ["X"])
                try await daybook.add("Dates")
                try await daybook.expect(todos: ["Dates", "X"], finished: ["X"])
                try await browser.until("document.querySelectorAll('.row .box').length === 3")
            }
        }

        @Test("A page that an extension touched before the app ran shows what the book says")
        func touchedBefore() async throws {
            try await Daybook.run(titles: ["Apples", "Bread"], opens: false) { daybook in
                try await daybook.browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        document.addEventListener("readystatechange", () => {
                          if (document.readyState !== "interactive") return;
                          for (const name of document.querySelectorAll('.name')) {
                            const font = document.createElement('font');
                            font.append(...name.childNodes);
                            name.append(document.createComment('x'), font);
                          }
                          document.querySelector('.row').before(document.createElement('div'));
                          document.querySelector('.app').prepend(document.createComment('x'), document.createElement('x-y'));
                        });
                        """
                    ])
                try await daybook.open()
                try await daybook.expect(todos: ["Apples", "Bread"])
                try await daybook.add("Cheese")
                try await daybook.expect(todos: ["Cheese", "Apples", "Bread"])
                #expect(
                    try await daybook.browser.number("document.querySelectorAll('#app :is(font, x-y)').length") == 0)
            }
        }

        @Test("What fails in the drawing ends in a screen that is drawn from the start, with the focus where it was")
        func redrawn() async throws {
            try await Daybook.run(titles: (1...60).map { "Item \($0)" }) { daybook in
                let browser = daybook.browser
                try await browser.until("document.querySelectorAll('.row').length > 20")
                try await browser.run("document.getElementById('list').scrollTop = 600")
                try await browser.click("#new")
                try await browser.run(
                    """
                    const insert = Node.prototype.insertBefore;
                    Node.prototype.insertBefore = function () {
                      Node.prototype.insertBefore = insert;
                      throw new DOMException('not a child', 'NotFoundError');
                    };
                    """)
                try daybook.change { _ in [.add(.todo, EntityID(high: 1, low: 1), .todo(title: "New"))] }
                try await browser.until("document.querySelector('.count').textContent === '61'")
                #expect(try await browser.text("document.activeElement.id") == "new")
                #expect(try await browser.number("document.getElementById('list').scrollTop") == 600)
                try await browser.type("#new", "Next" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.row .name').textContent === 'Next'")
                try await browser.until("document.querySelector('.count').textContent === '62'")
            }
        }

        @Test(
            "The page says what language it is in, and who reads that is offered no translation",
            arguments: [("en", "no"), ("zh-TW", "no"), ("fr", "yes")])
        func language(language: String, translate: String) async throws {
            try await Daybook.run(.init(language: language), titles: ["A"]) { daybook in
                let browser = daybook.browser
                let page = "document.documentElement.lang + ' ' + document.documentElement.getAttribute('translate')"
                #expect(try await browser.text(page) == (language == "zh-TW" ? "zh-Hant" : "en") + " " + translate)
                // The titles are in whatever language the person writes.
                #expect(
                    try await browser.text("document.querySelector('.row').parentNode.getAttribute('translate')")
                        == "no")
                try await browser.click("#settings")
                try await browser.click(".dialog [lang=zh-Hans]")
                try await browser.until("document.documentElement.lang === 'zh-Hans'")
                try await browser.until(
                    "document.documentElement.translate === \(!language.hasPrefix("zh"))")
            }
        }
    }
}
