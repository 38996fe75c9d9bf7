import Fixtures
import Foundation
import Testing

/// Accounts held against statements, on the command line.
@Suite(.bounded) struct ReconcileTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func start() async throws {
        try await daybook.succeed("money-account", "add", "Bank", "--opening", "100 EUR", "--opened", "2026-01-01")
        try await daybook.succeed("money-account", "add", "Cash", "--opening", "0 EUR", "--opened", "2026-01-01")
        try await daybook.succeed("spend", "30", "fish", "--account", "Bank", "--on", "2026-02-01")
        try await daybook.succeed("earn", "5", "found", "--account", "Bank", "--on", "2026-02-02")
        try await daybook.succeed(
            "transfer", "20", "--from", "Bank", "--to", "Cash", "--on", "2026-02-03", "--note", "x")
        try await daybook.succeed("spend", "7", "later", "--account", "Bank", "--on", "2026-03-01")
    }

    private func fails(_ arguments: [String], _ reason: String) async throws {
        let result = try await daybook.run(Program.daybook, arguments)
        #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
    }

    @Test(
        "008.9 A statement's rows are shown with the difference, ticked, and reconciled once they come to its balance")
    func reconcile() async throws {
        try await start()
        let shown = try await daybook.succeed("reconcile", "Bank", "--day", "2026-02-28", "--balance", "55")
        #expect(
            shown == """
                     1  2026-02-01  -30.00 EUR  fish
                     2  2026-02-02    5.00 EUR  found
                    t1  2026-02-03  -20.00 EUR  x
                Reconciled so far: 100.00 EUR
                The statement says: 55.00 EUR
                With all rows: no difference. Add --all to reconcile them.

                """, "\(shown)")
        try await fails(
            ["reconcile", "Bank", "1", "2", "--day", "2026-02-28", "--balance", "55"],
            "The rows come to 75.00 EUR, and the statement says 55.00 EUR. Nothing was reconciled.")
        try await fails(
            ["reconcile", "Bank", "1", "3", "--day", "2026-02-28", "--balance", "55"], "The row 3 isn't one that")
        try await fails(["reconcile", "Bank", "--day", "2026-02-28", "--balance", "55 USD"], "“Bank” is in EUR")
        // As of an earlier day, with a row that the bank doesn't have yet.
        #expect(
            try await daybook.succeed("reconcile", "Bank", "1", "--day", "2026-02-02", "--balance", "70")
                == "Reconciled “Bank” with 70.00 EUR: 1 row\n")
        let rest = try await daybook.succeed("reconcile", "Bank", "--day", "2026-02-28", "--balance", "60")
        #expect(rest.contains("Reconciled so far: 70.00 EUR") && rest.contains("5.00 EUR are missing"), "\(rest)")
        #expect(
            try await daybook.succeed("reconcile", "Bank", "2", "t1", "--day", "2026-02-28", "--balance", "55")
                == "Reconciled “Bank” with 55.00 EUR: 2 rows\n")
        #expect(
            try await daybook.succeed("reconcile", "Bank", "--day", "2026-03-31")
                == "2026-02-28  55.00 EUR\n2026-02-02  70.00 EUR\nRows without a statement: 1\n")
        // The other side of the transfer is a row of another account.
        #expect(
            try await daybook.succeed("reconcile", "Cash", "--all", "--day", "2026-02-28", "--balance", "20")
                == "Reconciled “Cash” with 20.00 EUR: 1 row\n")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("reconcile", "Cash").contains("Rows without a statement: 1"))
        try await daybook.succeed("redo")
        #expect(try await daybook.succeed("reconcile", "Cash").contains("Rows without a statement: 0"))
        try await daybook.succeed("reconcile", "Bank", "--forget", "--day", "2026-02-28")
        #expect(
            try await daybook.succeed("reconcile", "Bank", "--day", "2026-03-31").contains("without a statement: 3"))
    }

    @Test("008.9 What was reconciled isn't changed in passing: it takes --yes") func locked() async throws {
        try await start()
        try await daybook.succeed("reconcile", "Bank", "--all", "--day", "2026-02-28", "--balance", "55")
        let warning = "was reconciled with the statement of 2026-02-28 (55.00 EUR)"
        for arguments in [
            ["categorize", "1", "--amount", "31"], ["categorize", "1", "--account", "Cash"],
            ["categorize", "2", "--on", "2026-02-05"], ["delete-entry", "1"],
            ["transfers", "edit", "t1", "--amount", "9"],
            ["transfers", "delete", "t1"],
        ] {
            try await fails(arguments, warning)
        }
        try await daybook.succeed("categorize", "1", "--note", "herring", "--tag", "food")
        try await daybook.succeed("transfers", "edit", "t1", "--note", "y")
        try await daybook.succeed("categorize", "3", "--amount", "8")
        #expect(try await daybook.succeed("export", "--format", "hledger").contains("= 55.00 EUR"))
        try await daybook.succeed("categorize", "1", "--amount", "31", "--yes")
        #expect(
            try await daybook.succeed("export", "--format", "hledger").contains(
                "which doesn't hold any more: assets:Bank"))
    }

    @Test("008.11 hledger and Beancount hold each statement that was reconciled against the rows") func ledgers()
        async throws
    {
        try await start()
        try await daybook.succeed(
            "money-account", "add", "Visa", "--kind", "card", "--opening", "-9 EUR", "--opened", "2026-01-01")
        try await daybook.succeed("reconcile", "Bank", "--all", "--day", "2026-02-28", "--balance", "55")
        try await daybook.succeed("reconcile", "Bank", "--all", "--day", "2026-03-01", "--balance", "48")
        try await daybook.succeed("reconcile", "Visa", "--all", "--day", "2026-02-28", "--balance", "-9")
        for (format, program, arguments) in [
            ("hledger", "/usr/bin/hledger", ["check", "--file"]),
            (
                "beancount", "/usr/bin/python3",
                [
                    "-c",
                    "import sys; from beancount import loader; e = loader.load_file(sys.argv[1])[1]; print(e); sys.exit(len(e))",
                ]
            ),
        ] {
            let text = try await daybook.succeed("export", "--format", format)
            for (changed, holds) in [(text, true), (text.replacing("30.00 EUR", with: "31.00 EUR"), false)] {
                let path = daybook.folder.appending(path: "book.\(format)").path
                try changed.write(toFile: path, atomically: true, encoding: .utf8)
                let outcome = try await daybook.run(URL(filePath: program), arguments + [path], ["LANG": "C.UTF-8"])
                #expect((outcome.status == 0) == holds, "\(format): \(outcome.output)\(outcome.errors)")
            }
        }
    }
}
