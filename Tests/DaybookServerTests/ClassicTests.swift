import DaybookCore
import DaybookStorage
import HTTPTypes
import Testing

@testable import DaybookServer

/// The classic interface, request by request.
@Suite struct ClassicTests {
    let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    private func headers(
        id: Int, name: String = "todo", description: String = "d", notes: String = "n", completed: String = "false"
    ) -> [String: String] {
        [
            "Cookie": "test=123", "id": "\(id)", "name": name, "description": description, "notes": notes,
            "completed": completed,
        ]
    }

    private let missing = #"{"message":"Please include mandatory parameters"}"#

    @Test("003.12 GET /welcome greets the world")
    func welcome() async throws {
        let answer = try await server.send(.get, "/welcome")
        #expect(answer.status == 200 && answer.text == "Hello, World")
    }

    @Test("003.13 GET /version answers with the version")
    func version() async throws {
        let answer = try await server.send(.get, "/version/")
        #expect(answer.text == #"{"version":"\#(daybookVersion)"}"#)
    }

    @Test("003.14 POST /hello greets by the name in JSON, a form, the query or a header, and asks for one otherwise")
    func hello() async throws {
        for type in ["application/json", "application/json; charset=utf-8", "application/x-www-form-urlencoded", ""] {
            let json = #"{"name":"Ada L\u00f6we","other":1}"#
            let answer = try await server.send(.post, "/hello", ["Content-Type": type], json: json)
            #expect(answer.status == 200 && answer.text == "Hello, Ada Löwe!")
        }
        let headers = ["Content-Type": "application/json"]
        for json in ["{}", #"{"name":null}"#, ""] {
            #expect(try await server.send(.post, "/hello?name=Bob", headers, json: json).text == "Hello, Bob!")
            #expect(try await server.send(.post, "/hello", headers, json: json).text == "Please include a name")
        }
        for json in ["[]", #"{"name":1}"#, #"{"name":"#, "name=Ann"] {
            let answer = try await server.send(.post, "/hello", headers, json: json)
            #expect(try answer.status == 400 && answer.member("message") != nil, "\(json)")
        }
        #expect(try await server.send(.post, "/hello", json: "name=Ada+L%C3%B6we").text == "Hello, Ada Löwe!")
        #expect(try await server.send(.post, "/hello", json: "name=Ann#1").text == "Hello, Ann#1!")
        #expect(try await server.send(.post, "/hello?name=Bob").text == "Hello, Bob!")
        #expect(try await server.send(.post, "/hello?name=Ann+Lee").text == "Hello, Ann Lee!")
        #expect(try await server.send(.post, "/hello/", ["name": "Eve"]).text == "Hello, Eve!")
        let answer = try await server.send(.post, "/hello")
        #expect(answer.status == 400 && answer.text == "Please include a name")
    }

    @Test("003.1 003.4 003.6 003.15 POST /postTodo adds an item under its id and answers the whole list")
    func post() async throws {
        _ = try await server.send(.post, "/postTodo/", headers(id: 3, name: "first"))
        let answer = try await server.send(
            .post, "/postTodo", headers(id: 7, name: "second \"é\"", description: "", notes: "buy\tchips"))
        #expect(answer.status == 200)
        #expect(
            answer.text == """
                [{"id":7,"name":"second \\"é\\"","description":"","notes":"buy\\tchips","completed":false,"synced":false},\
                {"id":3,"name":"first","description":"d","notes":"n","completed":false,"synced":false}]
                """)
    }

    @Test("003.15 POST /postTodo replaces the item that has the id, which stays where it is")
    func replace() async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 3, name: "old"))
        _ = try await server.send(.post, "/postTodo", headers(id: 4, name: "other"))
        let answer = try await server.send(.post, "/postTodo", headers(id: 3, name: "new", notes: ""))
        #expect(try answer.count() == 2)
        #expect(try answer.member("id", at: 1) == .number(3))
        #expect(try answer.member("name", at: 1) == .string("new"))
        #expect(try answer.member("notes", at: 1) == .string(""))
    }

    @Test(
        "003.16 A missing field is asked for, and nothing is stored",
        arguments: ["id", "name", "description", "notes", "completed"], ["/postTodo", "/updateTodo"])
    func missingField(field: String, path: String) async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 1, name: "kept"))
        let before = try await server.send(.get, "/todos").text
        var fields = headers(id: 1, name: "new", description: "new", notes: "new", completed: "true")
        fields[field] = nil
        let answer = try await server.send(.post, path, fields)
        #expect(answer.status == 400 && answer.text == missing)
        #expect(try await server.send(.get, "/todos").text == before)
    }

    @Test("003.16 Synced may be left out, and given as true it marks the item as synced")
    func synced() async throws {
        let without = try await server.send(.post, "/postTodo", headers(id: 1))
        #expect(try without.member("synced", at: 0) == .bool(false))
        let with = try await server.send(
            .post, "/postTodo", headers(id: 1).merging(["synced": "yes"]) { $1 })
        #expect(try with.member("synced", at: 0) == .bool(true))
        let edited = try await server.send(.post, "/postTodo", headers(id: 1, name: "edited"))
        #expect(try edited.member("synced", at: 0) == .bool(false))
    }

    @Test(
        "003.15 003.21 Synced given as false marks the item as not synced, also if nothing else changes; left out, nothing"
    )
    func notSynced() async throws {
        for path in ["/postTodo", "/updateTodo"] {
            func send(_ synced: [String: String]) async throws -> FoundationJSON? {
                _ = try await server.send(.post, path, headers(id: 1).merging(synced) { $1 })
                return try await server.send(.get, "/todos").member("synced", at: 0)
            }
            _ = try await server.send(.post, "/postTodo", headers(id: 1))
            #expect(try await send(["synced": "yes"]) == .bool(true))
            #expect(try await send([:]) == .bool(true))
            #expect(try await send(["synced": "no"]) == .bool(false))
            #expect(try server.book.read { try !$0.pendingRegisters().isEmpty })
            #expect(try await send(["synced": "yes"]) == .bool(true))
        }
        // A book that syncs with a server takes no client's word for it.
        try await server.book.write { try $0.setRemote(url: "http://127.0.0.1:1") }
        let claimed = try await server.send(.post, "/postTodo", headers(id: 1).merging(["synced": "yes"]) { $1 })
        #expect(try claimed.member("synced", at: 0) == .bool(false))
    }

    @Test("003.17 GET /todos answers the to-dos, then the finished; nothing is an empty array")
    func todos() async throws {
        #expect(try await server.send(.get, "/todos").text == "[]")
        _ = try await server.send(.post, "/postTodo", headers(id: 1, name: "done", completed: "1"))
        _ = try await server.send(.post, "/postTodo", headers(id: 2, name: "open"))
        let answer = try await server.send(.get, "/todos/", ["Cookie": "test=123"])
        #expect(try answer.member("name", at: 0) == .string("open"))
        #expect(try answer.member("completed", at: 1) == .bool(true))
        #expect(answer.headers[.contentType] == "application/json")
    }

    @Test("003.2 003.18 GET /todo answers one item or none, and asks for the id if there is none")
    func todo() async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 2))
        let item = #"{"id":2,"name":"todo","description":"d","notes":"n","completed":false,"synced":false}"#
        #expect(try await server.send(.get, "/todo/", ["id": "2"]).text == "[\(item)]")
        let unknown = try await server.send(.get, "/todo", ["id": "1"])
        #expect(unknown.status == 200 && unknown.text == "[]")
        let without = try await server.send(.get, "/todo")
        #expect(without.status == 400)
        #expect(without.text == #"{"message":"Please provide the id of todo item"}"#)
    }

    @Test("003.19 DELETE /deleteTodo deletes the item with the id")
    func delete() async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 1, name: "gone"))
        _ = try await server.send(.post, "/postTodo", headers(id: 2, name: "kept"))
        let answer = try await server.send(.delete, "/deleteTodo/", ["id": "1"])
        #expect(answer.status == 200 && answer.text == #"{"message":"Item is deleted"}"#)
        #expect(try server.titles() == ["kept"])
        #expect(try await server.send(.delete, "/deleteTodo").status == 400)
    }

    @Test("003.20 DELETE /deleteAll deletes everything")
    func deleteAll() async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 1))
        _ = try await server.send(.post, "/postTodo", headers(id: 2, completed: "yes"))
        let answer = try await server.send(.delete, "/deleteAll/")
        #expect(answer.text == #"{"message":"All items are deleted"}"#)
        #expect(try server.titles() == [])
    }

    @Test("003.3 003.21 POST /updateTodo changes the item with the id")
    func update() async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 3))
        let answer = try await server.send(
            .post, "/updateTodo", headers(id: 3, name: "updated", description: "x", notes: "y", completed: "yes"))
        #expect(answer.status == 200 && answer.text == #"{"message":"Item is updated"}"#)
        let item = #"{"id":3,"name":"updated","description":"x","notes":"y","completed":true,"synced":false}"#
        #expect(try await server.send(.get, "/todo", ["id": "3"]).text == "[\(item)]")
    }

    @Test("003.12 003.13 003.14 003.15 003.17 003.18 003.19 003.20 003.21 A slash at the end changes nothing")
    func slashes() async throws {
        for slash in ["", "/"] {
            #expect(try await server.send(.get, "/welcome" + slash).text == "Hello, World")
            #expect(try await server.send(.get, "/version" + slash).member("version") == .string(daybookVersion))
            #expect(try await server.send(.post, "/hello" + slash, ["name": "Eve"]).text == "Hello, Eve!")
            #expect(try await server.send(.post, "/postTodo" + slash, headers(id: 1)).count() == 1)
            #expect(try await server.send(.get, "/todo" + slash, ["id": "1"]).count() == 1)
            let update = try await server.send(.post, "/updateTodo" + slash, headers(id: 1, name: "new"))
            #expect(update.status == 200)
            #expect(try await server.send(.get, "/todos" + slash).member("name", at: 0) == .string("new"))
            #expect(try await server.send(.delete, "/deleteTodo" + slash, ["id": "1"]).status == 200)
            _ = try await server.send(.post, "/postTodo", headers(id: 2))
            #expect(try await server.send(.delete, "/deleteAll" + slash).status == 200)
            #expect(try server.titles() == [])
        }
    }

    @Test("002.5 002.6 002.22 Added first, checked first of the finished, unchecked last of the to-dos")
    func places() async throws {
        for id in 1...3 { _ = try await server.send(.post, "/postTodo", headers(id: id, name: "\(id)")) }
        #expect(try server.titles() == ["3", "2", "1"])
        _ = try await server.send(.post, "/updateTodo", headers(id: 1, name: "1", completed: "True"))
        _ = try await server.send(.post, "/updateTodo", headers(id: 3, name: "3", completed: "true"))
        #expect(try server.titles() == ["2", "(3)", "(1)"])
        _ = try await server.send(.post, "/updateTodo", headers(id: 3, name: "3", completed: "no"))
        #expect(try server.titles() == ["2", "3", "(1)"])
    }

    @Test(
        "003.22 Booleans have four spellings each",
        arguments: zip(
            ["True", "true", "yes", "1", "False", "false", "no", "0"],
            [true, true, true, true]
                + [false, false, false, false]))
    func booleans(text: String, value: Bool) async throws {
        let answer = try await server.send(.post, "/postTodo", headers(id: 1, completed: text))
        #expect(try answer.member("completed", at: 0) == .bool(value))
        for completed in [value ? "no" : "yes", text] {
            _ = try await server.send(.post, "/updateTodo", headers(id: 1, completed: completed))
        }
        #expect(try await server.send(.get, "/todo", ["id": "1"]).member("completed", at: 0) == .bool(value))
    }

    @Test("003.22 Any other boolean is refused with a message", arguments: ["", "TRUE", "2", "maybe", "ja", "💥"])
    func malformedBoolean(text: String) async throws {
        _ = try await server.send(.post, "/postTodo", headers(id: 1, name: "kept"))
        let before = try await server.send(.get, "/todos").text
        for fields in [headers(id: 1, completed: text), headers(id: 1).merging(["synced": text]) { $1 }] {
            for path in ["/postTodo", "/updateTodo"] {
                let answer = try await server.send(.post, path, fields)
                #expect(answer.status == 400)
                #expect(try answer.member("message") != nil)
            }
        }
        #expect(try await server.send(.get, "/todos").text == before)
    }

    @Test("003.21 An unknown id is not found", arguments: ["/updateTodo", "/deleteTodo"])
    func unknownID(path: String) async throws {
        let answer = try await server.send(path == "/updateTodo" ? .post : .delete, path, headers(id: 99))
        #expect(answer.status == 404 && answer.text == #"{"message":"Item not found"}"#)
    }

    @Test(
        "003.15 An id that is no integer is refused with a message",
        arguments: ["", "1.5", "x", "1e3", "9223372036854775808", "９"])
    func malformedID(text: String) async throws {
        for (method, path) in [
            (HTTPRequest.Method.post, "/postTodo"), (.get, "/todo"), (.delete, "/deleteTodo"), (.post, "/updateTodo"),
        ] {
            let answer = try await server.send(method, path, headers(id: 1).merging(["id": text]) { $1 })
            #expect(answer.status == 400)
            #expect(try answer.member("message") != nil)
        }
        #expect(try server.titles() == [])
    }

    @Test(
        "003.6 003.15 Any integer may be an id", arguments: ["0", "-1", "9223372036854775807", "-9223372036854775808"])
    func integerID(text: String) async throws {
        let fields = headers(id: 1).merging(["id": text]) { $1 }
        #expect(try await server.send(.post, "/postTodo", fields).text.hasPrefix(#"[{"id":\#(text),"#))
        #expect(try await server.send(.get, "/todo", ["id": text]).count() == 1)
        // What has no number of its own gets one that is free.
        _ = try await server.send(.post, "/api/v1/todos", json: #"{"title":"x"}"#)
        #expect(try await server.send(.get, "/todos").count() == 2)
        #expect(try await server.send(.delete, "/deleteTodo", ["id": text]).status == 200)
    }

    @Test("003.15 A blank name is refused with a message that says what to do")
    func blankName() async throws {
        let answer = try await server.send(.post, "/postTodo", headers(id: 1, name: "  "))
        #expect(answer.status == 400)
        #expect(try answer.member("message") == .string(ItemError.blankTitle(.todo).message))
    }

    @Test("003.19 The number of a to-do that was deleted is given to no other, so deleting it again deletes nobody's")
    func deletedNumber() async throws {
        let server = try ServerUnderTest()
        func post(_ number: Int64) async throws -> Int {
            try await server.send(
                .post, "/postTodo",
                ["id": "\(number)", "name": "a", "description": "", "notes": "", "completed": "no"]
            ).status
        }
        #expect(try await post(12) == 200)
        #expect(try await server.send(.delete, "/deleteTodo", ["id": "12"]).status == 200)
        for number in 0..<15 {
            let answer = try await server.send(.post, "/api/v1/todos", json: #"{"title":"\#(number)"}"#)
            #expect(answer.status == 201)
        }
        #expect(try await server.send(.delete, "/deleteTodo", ["id": "12"]).status == 404)
        #expect(try server.titles().count == 15)
        // A client that counts very high leaves the others countable.
        #expect(try await post(.max) == 200)
        #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"x"}"#).status == 201)
        #expect(try await server.send(.get, "/todo", ["id": "28"]).text.contains(#""x""#))
    }
}
