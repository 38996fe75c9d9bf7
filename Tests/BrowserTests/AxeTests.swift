import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// What axe finds on the screens that `LooksTests` doesn't walk through.
    @Suite struct AxeTests {
        private static let book =
            [
                ["lists", "add", "Home", "--colour", "red"],
                ["add", "Power 85 eur every 15th #home", "--list", "Home"],
                ["add", "Milk today", "--priority", "high"],
                ["add", "Report friday", "--notes", "See https://example.org/"],
                [
                    "money-account", "add", "Giro", "--kind", "bank", "--opening", "2000 EUR", "--goal",
                    "9000 by 2031-06-01",
                ],
                ["money-account", "add", "Visa", "--kind", "card", "--opening", "0 EUR"],
                ["spend", "86.40", "market", "--tag", "food", "--account", "Visa", "--payee", "Edeka"],
                ["spend", "20", "USD", "museum", "--tag", "travel"], ["earn", "2400", "salary", "--account", "Giro"],
                [
                    "spend", "31", "books", "--tag", "fun", "--account", "Visa", "--on",
                    CivilDate.local().adding(days: -31).text,
                ],
                [
                    "money-account", "add", "Car", "--kind", "loan", "--opening=-1200 EUR", "--interest", "6",
                    "--payment",
                    "404.01",
                ],
                ["payee", "add", "Edeka"], ["rule", "add", "text:museum then tag:fun"],
                ["rate", CivilDate.local().text, "USD", "EUR", "0.9"],
            ]
            + [0, 30, 60].map { days in
                ["spend", "9", "--payee", "Music", "--on", CivilDate.local().adding(days: -days).text]
            }

        /// What is clicked one after the other, and what stands there then. Escape closes it.
        private static let states: [(name: String, place: String, clicks: [String], condition: String)] = [
            ("month", "#/upcoming", [], ".month"),
            ("today", "#/today", [], "#heading-today"),
            ("day", "#/today", ["control", "#change-due"], ".dialog #change-words"),
            ("priority", "#/today", ["control", "#change-priority"], ".dialog .segment"),
            ("selection", "#/", ["control"], ".several"),
            ("search", "#/", ["#search-all"], "#find"),
            ("money", "#/money", [], ".shares .share"),
            ("left", "#/money", [".left button"], ".left [aria-expanded=true]"),
            ("entries", "#/money", ["control", "#change-account"], ".dialog .segment"),
            ("account", "#/money", [".places .place:not(.picture):has(.account-sum)"], "#reconcile"),
            ("statement", "#/money", [".places .place:not(.picture):has(.account-sum)", "#reconcile"], ".statement"),
            ("report", "#/money/report", [], ".report .share"),
            ("questions", "#/money/questions", [], ".questions .left"),
            ("bills", "#/money/questions", ["#ask-0-5"], ".bill"),
            ("proposals", "#/money/questions", ["#ask-0-5"], ".offer"),
            ("pay off", "#/money/payoff", [], "#pay-off table"),
            ("loan", "#/money/payoff", ["#pay-off button"], ".side-pane table"),
            ("goals", "#/money/questions", [], ".goals table"),
            ("forecast", "#/money/forecast", [], ".forecast .known"),
            ("accounts to forecast", "#/money/forecast", ["#of-account"], "#forecast .segment"),
            ("rules", "#/money", ["#rules"], "#new-rule"),
            ("rule", "#/money", ["#rules", "#new-rule"], ".rule-parts"),
            ("payees", "#/money", ["#payees"], ".dialog .payees"),
            ("rates", "#/money", ["#rates"], ".dialog"),
            ("transfer", "#/money", ["#new-transfer"], ".dialog form"),
        ]

        @Test(
            "axe finds nothing to mend in the places, the panels and the dialogs of either side",
            arguments: ["light", "dark"])
        func places(scheme: String) async throws {
            let axe = try String(contentsOf: LooksTests.axeFile, encoding: .utf8)
            try await Daybook.run(.init(width: 1_440), opens: false) { daybook in
                for command in Self.book { try await daybook.command(command) }
                let browser = daybook.browser
                try await browser.devTools(
                    "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
                try await daybook.open()
                try await daybook.synced()
                try await browser.run(axe)
                func check(_ name: String) async throws {
                    try await browser.until("document.getAnimations().length === 0")
                    #expect(try await LooksTests.violations(browser) == [], "\(name), \(scheme)")
                }
                for state in Self.states {
                    try await browser.run("location.hash = arguments[0]", [state.place])
                    let side =
                        state.place.hasPrefix("#/money") ? ".sums-button, .report-tools, .questions, #pay-off" : "#new"
                    try await browser.until("document.querySelector('\(side)')")
                    for click in state.clicks {
                        let selector = click == "control" ? ".row .open" : click
                        try await browser.until("document.querySelector('\(selector)')")
                        try await browser.run(
                            """
                            const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, ctrlKey: arguments[1] });
                            document.querySelector(arguments[0]).dispatchEvent(event);
                            """, [selector, click == "control"])
                    }
                    try await browser.until("document.querySelector('\(state.condition)')")
                    try await check(state.name)
                    for _ in 0..<3
                    where try await browser.number("document.querySelectorAll('.overlay, .several').length") > 0 {
                        try await browser.press(WebDriver.Key.escape)
                    }
                }
                let file = daybook.folder.appending(path: "bank.csv")
                try Data("Buchung;Zweck;Wert\n02.01.2026;Tea;-5,00\n03.01.2026;Pay;7,00\n".utf8).write(to: file)
                try await browser.click("#settings")
                for room in ["General", "Money", "Devices", "Data"] {
                    try await daybook.open(room: room)
                    try await check("settings, \(room)")
                }
                try await browser.until("document.querySelector('#import-file')")
                try await browser.type("#import-file", file.path)
                try await browser.until("document.querySelector('.dialog .actions')")
                try await check("import")
                await daybook.stopServer()
                try await browser.press(WebDriver.Key.escape)
                try await browser.run("location.hash = '#/'")
                try await browser.until("document.querySelector('#new')")
                try await browser.type("#new", "Offline" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.bar .sync.failed')")
                try await check("offline")
            }
        }

        @Test(
            "axe finds nothing to mend on a phone, on the page to sign in on, and in an empty book",
            arguments: ["light", "dark"])
        func phone(scheme: String) async throws {
            let axe = try String(contentsOf: LooksTests.axeFile, encoding: .utf8)
            try await Daybook.run(opens: false) { daybook in
                let browser = daybook.browser
                try await browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true])
                try await browser.devTools(
                    "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
                try await daybook.open()
                try await browser.run(axe)
                for (place, selector) in [("#/", "#new"), ("#/money", "#record")] {
                    try await browser.run("location.hash = arguments[0]", [place])
                    try await browser.until(
                        "document.querySelector('\(selector)') && document.querySelector('.emptiness')")
                    #expect(try await LooksTests.violations(browser) == [], "empty \(place), \(scheme)")
                }
                for command in Self.book { try await daybook.command(command) }
                for (place, condition) in [
                    ("#/today", "#heading-today"), ("#/money", ".cards"), ("#/money/report", ".report .share"),
                    ("#/money/questions", ".questions .left"), ("#/money/payoff", "#pay-off table"),
                    ("#/money/forecast", ".forecast .known"),
                ] {
                    try await browser.run("location.hash = arguments[0]", [place])
                    try await browser.until("document.querySelector('\(condition)')")
                    #expect(try await LooksTests.violations(browser) == [], "\(place), \(scheme)")
                }
                try await daybook.startServerWithAccounts()
                try await browser.go(daybook.address + "/login")
                try await browser.run(axe)
                #expect(try await LooksTests.violations(browser) == [], "login, \(scheme)")
            }
        }
    }
}
