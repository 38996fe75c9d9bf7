import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The budget in a real browser: by finger at 390 pixels, by mouse and keys before 1,440.
    @Suite struct BudgetTests {
        private static let book = [
            ["money-account", "add", "Giro", "--kind", "bank", "--opening", "0 EUR"],
            ["money-account", "add", "Visa", "--kind", "card", "--opening", "0 EUR"],
            ["earn", "1000", "EUR", "salary", "--account", "Giro"],
            ["spend", "30", "EUR", "market", "--tag", "food", "--account", "Giro"],
            ["spend", "12", "EUR", "cinema", "--tag", "fun", "--account", "Visa"],
            ["envelopes", "add", "Food", "--tag", "food", "--target", "month 300 EUR"],
            ["envelopes", "add", "Fun", "--tag", "fun"],
            ["spend", "7", "EUR", "gum", "--tag", "sweets", "--account", "Giro"],
        ]

        /// A cell of the sheet, by the name of its envelope.
        private static func cell(_ name: String, _ column: String) -> String {
            """
            [...document.querySelectorAll('.budget-line')].find((l) => l.querySelector('.name')?.textContent === '\(name)')\
            ?.querySelector('.\(column)')
            """
        }

        private static func shows(_ name: String, left: String) -> String {
            "\(cell(name, "left-over"))?.textContent === '\(left)'"
        }

        @Test(
            "13.3 On a phone and on a desktop a number, a sum and a move are taken, and a reload keeps all",
            arguments: Face.allCases)
        func filling(face: Face) async throws {
            try await Hands.run(face, at: "#/money/budget", Self.book) { hands in
                let browser = hands.browser
                try await browser.until(Self.shows("Food", left: "−30.00"))
                if face == .phone { try await hands.tap(".report-tools button", "Assigned") }
                for (name, text, left) in [("Food", "100", "70.00"), ("Food", "+20", "90.00"), ("Fun", "12+8", "8.00")]
                {
                    try await browser.run(
                        """
                        const field = \(Self.cell(name, "assigned"));
                        field.focus(); field.value = arguments[0];
                        field.dispatchEvent(new Event("input", { bubbles: true }));
                        field.dispatchEvent(new Event("change", { bubbles: true }));
                        """, [text])
                    try await browser.until(Self.shows(name, left: left))
                }
                try await hands.tap(".budget-line .name", "Food")
                try await browser.until("document.querySelector('#move-amount')")
                try await browser.type("#move-amount", "25")
                try await hands.tap("[id^=move-]:not(input)", "Fun")
                try await browser.until(Self.shows("Food", left: "65.00") + " && " + Self.shows("Fun", left: "33.00"))
                try await hands.daybook.synced()
                try await hands.daybook.reload()
                try await browser.until(Self.shows("Food", left: "65.00") + " && " + Self.shows("Fun", left: "33.00"))
                #expect(try await browser.text("location.hash") == "#/money/budget")
                // 1,000 came in; 7 went out of no envelope, and these two were given 95 and 45.
                try await browser.until("document.querySelector('#to-budget').textContent.includes('853.00')")
            }
        }

        @Test("13.7 A fill shows what it writes, writes it, and one press takes it back") func fill() async throws {
            try await Hands.run(.desktop, at: "#/money/budget", Self.book) { hands in
                let browser = hands.browser
                try await hands.tap("#fill")
                try await browser.until("document.body.textContent.includes('0.00 → 300.00')")
                #expect(try await browser.text(Self.cell("Food", "left-over") + ".textContent") == "−30.00")
                try await hands.tap("#fill-now")
                try await browser.until(Self.shows("Food", left: "270.00"))
                try await hands.tap(".bar .undo")
                try await browser.until(Self.shows("Food", left: "−30.00"))
            }
        }

        @Test("13.8 A press on an envelope leads to its rows, and what the server has from elsewhere is seen at once")
        func why() async throws {
            try await Hands.run(.desktop, at: "#/money/budget", Self.book) { hands in
                let browser = hands.browser
                try await hands.tap(".budget-line .name", "Food")
                try await browser.until(
                    "[...document.querySelectorAll('.detail .place')].some((p) => p.textContent.includes('market'))")
                try await hands.daybook.command(["spend", "5", "EUR", "milk", "--tag", "food", "--account", "Giro"])
                try await browser.until(Self.shows("Food", left: "−35.00"))
                try await hands.tap(".detail .place:has(.account-sum)")
                try await browser.until("document.querySelector('#entry-amount')?.value.startsWith('5')")
            }
        }

        @Test("13.4 13.5 Periods and how cards count are set in the settings, and nothing that was set is lost")
        func settings() async throws {
            try await Hands.run(.desktop, at: "#/money/budget", Self.book) { hands in
                let browser = hands.browser
                try await hands.tap("#periods")
                try await hands.tap(".dialog .segment button", "Is debt of the card")
                try await browser.press(WebDriver.Key.escape)
                // What was spent on the card is debt of it, and isn't taken from the next budget.
                try await browser.until(Self.shows("Visa", left: "0.00") + " && " + Self.shows("Fun", left: "−12.00"))
                try await hands.tap("#periods")
                try await hands.tap(".dialog .segment button", "2 weeks")
                try await browser.until("document.querySelector('#periods-begin').type === 'date'")
                try await browser.press(WebDriver.Key.escape)
                try await hands.daybook.synced()
                let settings = try hands.daybook.settings()
                #expect(settings.budgetMode == .card && settings.budgetPeriods.text.hasPrefix("weeks 2 from "))
            }
        }

        @Test("axe finds nothing to mend in the budget, at two widths and in both colours", arguments: Face.allCases)
        func axe(face: Face) async throws {
            let axe = try String(contentsOf: LooksTests.axeFile, encoding: .utf8)
            try await Hands.run(face, at: "#/money/budget", Self.book) { hands in
                let browser = hands.browser
                for scheme in ["light", "dark"] {
                    try await browser.devTools(
                        "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
                    try await hands.daybook.reload()
                    try await browser.run(axe)
                    try await browser.until(Self.shows("Food", left: "−30.00"))
                    var found = try await LooksTests.violations(browser)
                    #expect(found == [], "\(face), \(scheme)")
                    for step in ["#fill", "#to-budget", "#periods"] {
                        try await hands.tap(step)
                        try await browser.until("document.getAnimations().length === 0")
                        found = try await LooksTests.violations(browser)
                        #expect(found == [], "\(step), \(face), \(scheme)")
                    }
                }
            }
        }
    }
}
