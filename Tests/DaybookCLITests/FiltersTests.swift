import Foundation
import Testing

@Suite(.bounded) struct FiltersTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    @Test("006.16 A filter is saved, shown, used, changed and deleted, which can be undone")
    func life() async throws {
        try await daybook.succeed("add", "Pay the rent", "--due", "2020-01-01", "--tag", "home")
        try await daybook.succeed("add", "Milk")
        let made = try await daybook.succeed("filters", "add", "Late at home", "is:overdue tag:home")
        #expect(made == "Saved the filter “Late at home”.\n")
        #expect(try await daybook.succeed("filters") == "Late at home: is:overdue tag:home\n")
        #expect(try await daybook.succeed("filters", "show", "--json").contains(#""query":"is:overdue tag:home""#))
        let late = try await daybook.succeed("list", "--saved", "late at HOME")
        #expect(late.contains("Pay the rent") && !late.contains("Milk"))
        // What is asked for besides has to hold as well.
        #expect(try await !daybook.succeed("list", "--saved", "Late at home", "--where", "milk").contains("rent"))
        try await daybook.succeed("filters", "edit", "late at home", "--name", "Dairy", "--where", "milk")
        let dairy = try await daybook.succeed("list", "--saved", "Dairy")
        #expect(dairy.contains("Milk") && !dairy.contains("rent"))
        #expect(try await daybook.succeed("filters", "delete", "Dairy") == "Deleted the filter “Dairy”.\n")
        #expect(try await daybook.succeed("filters").hasPrefix("There are no filters."))
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("filters") == "Dairy: milk\n")
    }

    @Test("006.13 006.16 Filters and lists get another place in their order, as one step of undo")
    func order() async throws {
        for name in ["a", "b", "c"] {
            try await daybook.succeed("filters", "add", name, "milk")
            try await daybook.succeed("lists", "add", name)
        }
        try await daybook.succeed("filters", "edit", "c", "--place", "1")
        #expect(try await daybook.succeed("filters") == "c: milk\na: milk\nb: milk\n")
        try await daybook.succeed("filters", "add", "d", "milk")
        #expect(try await daybook.succeed("filters") == "c: milk\na: milk\nb: milk\nd: milk\n")
        for _ in 0..<2 { try await daybook.succeed("undo") }
        #expect(try await daybook.succeed("filters") == "a: milk\nb: milk\nc: milk\n")
        try await daybook.succeed("lists", "edit", "a", "--place", "2", "--name", "A")
        #expect(try await daybook.succeed("lists") == "Inbox (0)\nb (0)\nA (0)\nc (0)\n")
        let refused = try await daybook.run("lists", "edit", "b", "--place", "4")
        #expect(refused.status != 0 && refused.errors.contains("Give a number from 1 to 3"), "\(refused.errors)")
    }

    @Test("006.16 A query that can't be read, a name that is taken and a filter that isn't there are refused")
    func refused() async throws {
        let bad = try await daybook.run(Program.daybook, ["filters", "add", "Bad", "due<=todya"])
        #expect(bad.status == 2 && bad.errors.contains("Column 6"), "\(bad.errors)")
        try await daybook.succeed("filters", "add", "Soon", "due<=today+7")
        for arguments in [
            ["filters", "add", "soon", "rent"], ["filters", "edit", "Later", "--name", "x"],
            ["filters", "delete", "Later"], ["list", "--saved", "Later"], ["filters", "add", " ", "rent"],
        ] {
            let outcome = try await daybook.run(Program.daybook, arguments)
            let reason = arguments[2] == "soon" ? "The name “soon” is taken already." : "filter"
            #expect(outcome.status != 0 && outcome.errors.contains(reason), "\(arguments): \(outcome.errors)")
        }
        #expect(try await daybook.succeed("filters") == "Soon: due<=today+7\n")
    }
}
