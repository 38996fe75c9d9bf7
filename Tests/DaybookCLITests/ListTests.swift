import Foundation
import Testing

@Suite(.bounded) struct ListTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    @Test("006.13 A list is made, filled, shown, renamed, put away and deleted, which can be undone and loses no item")
    func life() async throws {
        try await daybook.succeed("lists", "add", "Home", "--colour", "green")
        try await daybook.succeed("lists", "add", "Work")
        try await daybook.succeed("add", "Water plants", "--list", "home")
        try await daybook.succeed("add", "Report", "--list", "Work")
        try await daybook.succeed("add", "Buy milk")
        #expect(try await daybook.succeed("lists") == "Inbox (1)\nHome (1)\nWork (1)\n")
        #expect(try await daybook.succeed("list", "--list", "Home") == "To do\n    1  [ ] Water plants\n")
        #expect(try await daybook.succeed("list", "--list", "inbox") == "To do\n    3  [ ] Buy milk\n")
        try await daybook.succeed("edit", "3", "--list", "Work")
        #expect(try await daybook.succeed("lists") == "Inbox (0)\nHome (1)\nWork (2)\n")
        try await daybook.succeed("lists", "edit", "work", "--name", "Office", "--archived")
        #expect(try await daybook.succeed("lists").contains("Office (2), put away"))
        let deleted = try await daybook.succeed("lists", "delete", "Office")
        #expect(deleted == "Deleted the list “Office”. Open to-dos now in the inbox: 2.\n")
        #expect(try await daybook.succeed("list", "--list", "inbox").contains("Report"))
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("lists").contains("Office (2), put away"))
        let json = try await daybook.succeed("lists", "--json")
        #expect(json.contains("\"name\":\"Home\"") && json.contains("\"colour\":\"green\""))
    }

    @Test(
        "006.13 A list that isn't there, or is there twice, and a name that is none are refused, and nothing is saved")
    func refused() async throws {
        try await daybook.succeed("lists", "add", "Home")
        for (arguments, reason) in [
            (["add", "x", "--list", "Hone"], "There is no list “Hone”."),
            (["lists", "add", "home"], "The name “home” is taken already."),
            (["lists", "add", " "], "A list needs a name."),
            (["lists", "edit", "Home"], "There is nothing to change."),
            (["lists", "edit", "Home", "--colour", "pink"], "There is no colour \"pink\"."),
            (["lists", "delete", "Attic"], "There is no list “Attic”."),
        ] {
            let result = try await daybook.run(Program.daybook, arguments)
            #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
        }
        #expect(try await daybook.succeed("lists") == "Inbox (0)\nHome (0)\n")
    }

    @Test("006.16 'list --where' shows what all terms hold for, and says where a query goes wrong")
    func query() async throws {
        let daybook = try Program()
        try await daybook.succeed("lists", "add", "Work")
        try await daybook.succeed("add", "Pay the rent #home", "--due", "today")
        try await daybook.succeed("add", "Repair the bike #home")
        try await daybook.succeed("add", "Write the report", "--list", "Work")
        #expect(try await daybook.succeed("list", "--where", "tag:HOME -due:any").hasSuffix("Repair the bike #home\n"))
        #expect(try await daybook.succeed("list", "--where", "is:today").contains("Pay the rent"))
        #expect(try await daybook.succeed("list", "--where", "-list:work report") == "There is no such to-do.\n")
        let json = try await daybook.succeed("list", "--json", "--where", "list:work")
        #expect(json.contains("Write the report") && !json.contains("rent"))
        for (query, message) in [
            ("dew:today", "--where: Column 1: “dew” isn't a field."), ("list:Garden", "Column 1: there is no list"),
        ] {
            let result = try await daybook.run(Program.daybook, ["list", "--where", query])
            #expect(result.status != 0 && result.errors.contains(message), "\(result.errors)")
        }
    }
}
