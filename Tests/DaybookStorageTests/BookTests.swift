import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Sworm
import Testing

@Suite struct BookTests {
    let folder: TemporaryFolder
    let book: Book
    var path: String { folder.path("book.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        book = try Book(path: folder.path("book.sqlite"))
    }

    private func add(_ title: String) throws -> TodoRow {
        try book.write { try $0.add(todo: .todo(title: title)) }
    }

    private func titles(_ filter: TodoFilter = .all) throws -> [String] {
        try book.read { try $0.rows(filter).map(\.todo.title) }
    }

    @Test("An error of the caller's own passes through a book as it is, and nothing is written") func foreign()
        async throws
    {
        struct Foreign: Error {}
        #expect(throws: Foreign.self) { try book.read { _ in throw Foreign() } }
        #expect(throws: Foreign.self) {
            try book.write {
                _ = try $0.add(todo: .todo(title: "a"))
                throw Foreign()
            }
        }
        await #expect(throws: Foreign.self) { try await book.write { _ in throw Foreign() } }
        #expect(throws: BookError.refused(.blankTitle(.todo))) { try add("") }
        #expect(try titles().isEmpty)
    }

    @Test("A title that changes nothing but its spelling is another one in the table, too") func spelling() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let id = try add(composed).todo.id
        let stamp = Stamp(clock: 1 << 58, node: 2)
        try book.write { try $0.apply([.merge([Register(id, .title, stamp, Array(decomposed.utf8))])]) }
        let spelled = try titles().map { Array($0.utf8) }
        #expect(spelled == [Array(decomposed.utf8)])
    }

    @Test("A row that somebody changed or deleted by hand is written again with what changes next")
    func changedByHand() throws {
        let (a, b) = (try add("a"), try add("b"))
        let database = try Database(path: path)
        defer { try? database.close() }
        try database.write { db in
            try db.execute(sql: "UPDATE todos SET title = 'x', notes = 'x'")
            try db.execute(sql: "DELETE FROM todos WHERE number = ?", arguments: [b.number])
        }
        try book.write { book in
            try book.perform(.edit(.todo, a.todo.id, .todo(title: "A")))
            try book.perform(.check(a.todo.id))
            try book.perform(.edit(.todo, a.todo.id, .todo(notes: "n")))
        }
        // As a device that heard nothing of it sends a change of it.
        let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds + 1_000) << 16, node: 7)
        let change = Register(b.todo.id, .title, stamp, Array("B".utf8))
        _ = try book.write { try $0.accept(PushRequest(node: 7, changes: [change])) }
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["B", "A"])
        #expect(try book.read { try $0.row(a.todo.id) }?.todo.notes == "n")
    }

    @Test("002.9 002.10 002.11 An added item, an edit and a deletion are all there after a restart")
    func restart() throws {
        let (a, b, c) = (try add("a"), try add("b"), try add("c"))
        try book.write { book in
            try book.perform(.edit(.todo, b.todo.id, .todo(title: "B", description: "d", notes: "n")))
            try book.perform(.delete(.todo, c.todo.id))
            try book.perform(.check(a.todo.id))
        }
        let before = try book.read { try $0.rows() }
        try book.close()
        let reopened = try Book(path: path)
        #expect(try reopened.read { try $0.rows() } == before)
        #expect(before.map(\.todo.title) == ["B", "a"])
        #expect(before.map(\.number) == [b.number, a.number])
        #expect(before[0].todo.notes == "n")
        #expect(before[1].todo.isCompleted)
    }

    @Test("002.1 002.5 002.6 To-dos come first, finished last; check and uncheck move as on the screen")
    func sections() throws {
        let (a, _, c) = (try add("a"), try add("b"), try add("c"))
        try book.write { try $0.perform(.check(a.todo.id)) }
        try book.write { try $0.perform(.check(c.todo.id)) }
        #expect(try titles() == ["b", "c", "a"])
        #expect(try titles(.completed) == ["c", "a"])
        try book.write { try $0.perform(.uncheck(c.todo.id)) }
        #expect(try titles(.active) == ["b", "c"])
        try book.write { try $0.perform(.clearCompleted) }
        #expect(try titles() == ["b", "c"])
    }

    @Test("A book on disk moves items as a list in memory does", arguments: 0..<20)
    func moves(seed: Int) throws {
        // The same random history through both sources must leave the same order.
        var random = SeededRandom(UInt64(seed))
        for number in 0..<12 { _ = try add("\(number)") }
        for _ in 0..<60 {
            let rows = try book.read { try $0.rows() }
            let item = rows[Int(random.next() % UInt64(rows.count))].todo
            let anchor = rows[Int(random.next() % UInt64(rows.count))].todo
            let actions: [BookAction] = [
                .check(item.id), .uncheck(item.id), .move(item.id, .first), .move(item.id, .last),
                .move(item.id, anchor.section == item.section ? .before(anchor.id) : .first),
                .move(item.id, anchor.section == item.section ? .after(anchor.id) : .last),
                .edit(.todo, item.id, .todo(order: Double(random.next() % 3))),
            ]
            let action = actions[Int(random.next() % UInt64(actions.count))]
            try book.write { try $0.perform(action) }

            var expected = rows.map(\.todo).filter { $0.section == item.section }.map(\.id)
            let after = try book.read { try $0.rows() }.map(\.todo)
            let inMemory = TodoList(after)
            #expect(inMemory.all.map(\.id) == after.map(\.id), "the order on disk is the order in memory")
            if case .move(_, let place) = action {
                expected.removeAll { $0 == item.id }
                switch place {
                case .first: expected.insert(item.id, at: 0)
                case .last: expected.append(item.id)
                case .before(let id) where id != item.id:
                    expected.insert(item.id, at: expected.firstIndex(of: id) ?? 0)
                case .after(let id) where id != item.id:
                    expected.insert(item.id, at: (expected.firstIndex(of: id) ?? 0) + 1)
                default: expected = rows.map(\.todo).filter { $0.section == item.section }.map(\.id)
                }
                #expect(after.filter { $0.section == item.section }.map(\.id) == expected)
            }
        }
    }

    @Test("000.9 A refused action leaves the whole commit undone and says why") func refused() throws {
        let a = try add("a")
        let missing = EntityID(high: 1, low: 2)
        let head = try book.read { try $0.head() }
        #expect(throws: BookError.refused(.notFound(.todo, missing))) {
            try book.write { book in
                try book.perform(.check(a.todo.id))
                try book.perform(.check(missing))
            }
        }
        #expect(throws: BookError.refused(.blankTitle(.todo))) { try add("  ") }
        #expect(try titles(.active) == ["a"])
        #expect(try book.read { try $0.head() } == head)
    }

    @Test("A short number is given once, and a client may choose a free one") func numbers() throws {
        let (a, b) = (try add("a"), try add("b"))
        #expect([a.number, b.number] == [1, 2])
        try book.write { try $0.perform(.delete(.todo, b.todo.id)) }
        let chosen = try book.write { try $0.add(todo: .todo(title: "c"), number: 4) }
        #expect(chosen.number == 4)
        #expect(try add("d").number == 5)
        #expect(try add("e").number == 6)
        let greatest = try book.write { try $0.add(todo: .todo(title: "f"), number: .max) }
        #expect(greatest.number == .max)
        #expect(try add("g").number == 7)
        #expect(try book.read { try $0.row(number: 4)?.todo.title } == "c")
        #expect(try book.read { try $0.row(number: 2) } == nil)
    }

    @Test("Items are found by their id, and by a prefix of it") func prefixes() throws {
        let a = try add("a")
        #expect(try book.read { try $0.row(a.todo.id) } == a)
        let range = try #require(EntityID.range(ofPrefix: String(a.todo.id.text.prefix(8))))
        #expect(try book.read { try $0.rows(in: range, limit: 2) } == [a])
        for number in 0..<40 { _ = try add("\(number)") }
        let all = try book.read { try $0.rows() }
        for digit in "0123456789abcdef" {
            let range = try #require(EntityID.range(ofPrefix: String(digit)))
            let numbers = Set(all.filter { $0.todo.id.text.first == digit }.map(\.number))
            #expect(Set(try book.read { try $0.rows(in: range, limit: 50) }.map(\.number)) == numbers)
            #expect(try book.read { try $0.rows(in: range, limit: 2) }.count == min(2, numbers.count))
        }
    }

    @Test("003.49 003.67 An item is unsynced until it is acknowledged, and again after each edit")
    func unsynced() throws {
        let a = try add("a")
        _ = try add("b")
        #expect(try titles(.unsynced) == ["b", "a"])
        try book.write { try $0.acknowledge(a.todo.id) }
        #expect(try titles(.unsynced) == ["b"])
        try book.write { try $0.perform(.edit(.todo, a.todo.id, .todo(notes: "new"))) }
        #expect(try titles(.unsynced) == ["b", "a"])
    }

    @Test("Texts come back as they were, with quotes, NULs, emoji and what looks like SQL") func texts() throws {
        let text = "'; DROP TABLE todos; -- \"\u{0} 👩‍👩‍👧 購物\r\n\\ %_"
        let row = try book.write { try $0.add(todo: .todo(title: "x" + text, description: text, notes: text)) }
        try book.close()
        let back = try Book(path: path).read { try $0.row(row.todo.id) }
        #expect(back?.todo.title == "x" + text)
        #expect(back?.todo.description == text)
        #expect(back?.todo.notes == text)
    }

    @Test("Rows can be streamed without copies, and say the same") func columns() throws {
        _ = try add("naïve 購物")
        let b = try book.write { try $0.add(todo: .todo(title: "b", notes: "n", order: 2.5)) }
        try book.write { try $0.perform(.check(b.todo.id)) }
        let rows = try book.read { try $0.rows() }
        var streamed: [TodoRow] = []
        try book.read { reader in
            try reader.forEachRow { columns in
                var todo = Todo(
                    id: try columns.id, title: "", createdAt: .now(), todoPosition: Position(bytes: []),
                    isSynced: try columns.isSynced)
                for (index, spec) in Todo.fields.specs.enumerated() {
                    var value = try columns.value(at: index)
                    if spec.shape == .text {
                        try columns.withText(at: index) { value = .text(String(decoding: $0, as: UTF8.self)) }
                    }
                    spec.set(&todo, value)
                }
                streamed.append(TodoRow(number: try columns.number, todo: todo))
            }
        }
        #expect(streamed == rows)
        #expect(streamed.last?.todo.order == 2.5)
    }

    @Test("Two programs write to one book at once, and nothing is lost") func twoWriters() async throws {
        let other = try Book(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, book) in [("a", book), ("b", other)] {
                group.addTask {
                    for number in 0..<50 {
                        _ = try await book.write { try $0.add(todo: .todo(title: "\(name)\(number)")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let rows = try book.read { try $0.rows() }
        #expect(Set(rows.map(\.todo.title)).count == 100)
        #expect(Set(rows.map(\.number)).count == 100)
        #expect(try book.read { try $0.head() } == 100)
    }

    @Test("Writes that arrive while a commit is under way share the next one", .timeLimit(.minutes(25)))
    func sharedCommit() async throws {
        let other = try Book(path: path)
        let (beginnings, begins) = AsyncStream.makeStream(of: Void.self)
        let goesOn = DispatchSemaphore(value: 0)
        let (arrivals, arrives) = AsyncStream.makeStream(of: Void.self)
        // What another program sees while each is written.
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { [book] in
                try await book.write { book in
                    _ = try book.add(todo: .todo(title: "first"))
                    begins.yield()
                    goesOn.wait()
                    return try other.read { try $0.count() }
                }
            }
            for await _ in beginnings { break }
            for _ in 0..<100 {
                group.addTask { [book] in
                    arrives.yield()
                    return try await book.write { book in
                        _ = try book.add(todo: .todo(title: "next"))
                        return try other.read { try $0.count() }
                    }
                }
            }
            var arrived = arrivals.makeAsyncIterator()
            for _ in 0..<100 { _ = await arrived.next() }
            goesOn.signal()
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        // The last of them may have come too late for it.
        #expect(seen.isSuperset(of: [0, 1]) && seen.count < 10)
        #expect(try other.read { try $0.count() } == 101)
    }

    @Test("Of writes that arrive together, one that fails takes back only itself")
    func groupCommit() async throws {
        let missing = EntityID(high: 1, low: 2)
        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { [book] in
                    do {
                        try await book.write { book in
                            _ = try book.add(todo: .todo(title: "\(number)"))
                            if number % 10 == 0 { try book.perform(.delete(.todo, missing)) }
                        }
                        return false
                    } catch {
                        return error as? BookError == .refused(.notFound(.todo, missing))
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 20)
        #expect(try book.read { try $0.count() } == 180)
    }
}
