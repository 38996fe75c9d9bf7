import Foundation
import Testing

@Suite struct FiltersTests {
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
            #expect(outcome.status != 0 && outcome.errors.contains("filter"), "\(arguments): \(outcome.errors)")
        }
        #expect(try await daybook.succeed("filters") == "Soon: due<=today+7\n")
    }
}
