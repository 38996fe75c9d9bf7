import DaybookCore
import DaybookExchange
import Testing

/// 006.15: subtasks in the files of other programs.
@Suite struct ProgramParentTests {
    private static let today = CivilDate(daysSince1970: 20_777)

    private static func plan(_ text: String, _ format: ProgramFile.Format) throws -> ProgramImport {
        let file = try ProgramFile(Array(text.utf8), format, name: "P.csv", today: today) {
            LocalTime($0, minutesAhead: 60)
        }
        return try ProgramImport(file, format, lists: [], today: today)
    }

    /// The titles, each behind that of its parent: `Trip/Visa`.
    private static func titles(_ plan: ProgramImport) -> [String] {
        var titles: [EntityID: String] = [:]
        var parents: [EntityID: EntityID] = [:]
        for row in plan.rows {
            let stamp = Stamp(clock: 1 << 50, node: 1)
            for register in row.todo.registers(row.id, stamp, replacing: DaybookCore.Record(id: row.id)) {
                switch register.field {
                case .title: titles[row.id] = String(decoding: register.value, as: UTF8.self)
                case .parent: parents[row.id] = EntityID(bytes: register.value)
                default: break
                }
            }
        }
        return plan.rows.map { row in
            let parent = parents[row.id].map { (titles[$0] ?? "nothing") + "/" }
            return (parent ?? "") + (titles[row.id] ?? "")
        }
    }

    private static func ics(_ todos: [(uid: String, related: [String])]) -> String {
        let lines = todos.map { todo in
            (["BEGIN:VTODO", "UID:\(todo.uid)", "SUMMARY:\(todo.uid)"] + todo.related.map { "RELATED-TO\($0)" }
                + ["END:VTODO"]).joined(separator: "\r\n")
        }
        return (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    @Test("006.15 Subtasks of iCalendar stand under their parents, whichever of the two says it and comes first")
    func ics() throws {
        let plan = try Self.plan(
            Self.ics([
                ("b", [":a"]), ("c", [";RELTYPE=PARENT:b", ";RELTYPE=SIBLING:b"]),
                ("a", [";RELTYPE=CHILD:d", ";RELTYPE=CHILD:b", ";RELTYPE=CHILD:gone"]), ("d", []), ("e", [":gone"]),
            ]), .ics)
        #expect(Self.titles(plan) == ["a/b", "b/c", "a", "a/d", "e"])
        #expect(plan.lost == [.parent: 1] && plan.kept == [.dependency: 1] && plan.problems.isEmpty)
    }

    @Test("006.15 A cycle in a file ends at one of it, and what lies too deep stands at the eighth level; both count")
    func tooMuch() throws {
        let ring = try Self.plan(Self.ics([("a", [":b"]), ("b", [":a"]), ("c", [":c"])]), .ics)
        #expect(Set(Self.titles(ring)).isSubset(of: ["a", "b", "a/b", "b/a", "c"]) && ring.lost == [.parent: 2])
        #expect(Self.titles(ring).count { $0.contains("/") } == 1)

        let chain = (0..<2_000).map { (uid: "\($0)", related: $0 == 0 ? [] : [":\($0 - 1)"]) }
        let plan = try Self.plan(Self.ics(chain.reversed()), .ics)
        #expect(plan.lost == [.parent: 1_991])
        #expect(Self.titles(plan).suffix(10) == ["7/9", "7/8", "6/7", "5/6", "4/5", "3/4", "2/3", "1/2", "0/1", "0"])
    }

    @Test("006.15 The indents of Todoist are levels, within a section") func todoist() throws {
        let text =
            "TYPE,CONTENT,PRIORITY,INDENT\ntask,Trip,4,1\ntask,Visa,4,2\ntask,Photo,4,3\nnote,n,,\ntask,Ticket,4,2\n"
            + "task,Trip,4,1\ntask,Far,4,9\ntask,Near,4,3\nsection,S,,\ntask,Alone,4,2\ntask,Under,4,3\n"
        let plan = try Self.plan(text, .todoist)
        #expect(
            Self.titles(plan) == [
                "Trip", "Trip/Visa", "Visa/Photo", "Trip/Ticket", "Trip", "Trip/Far", "Trip/Near", "Alone",
                "Alone/Under",
            ])
        #expect(plan.lost == [.parent: 1])
    }

    @Test("006.15 Subtasks of TickTick stand under their parents, by long and short ids") func ticktick() throws {
        let text =
            "List Name,Title,Status,taskId,parentId\nL,Photo,0,3,2\nL,Visa,0,2,6a5b4c3d2e1f0a9b\n"
            + "L,Trip,0,6a5b4c3d2e1f0a9b,\nL,Left,0,4,9\nL,Never,-1,5,\nL,Under,0,6,5\n"
        let plan = try Self.plan(text, .ticktick)
        #expect(Self.titles(plan) == ["Visa/Photo", "Trip/Visa", "Trip", "Left", "Under"])
        #expect(plan.lost == [.parent: 2, .other("won't do"): 1])
    }

    @Test("006.15 Subtasks of Google Tasks and Vikunja stand under their parents") func json() throws {
        let google = try Self.plan(
            #"""
            {"kind":"tasks#taskLists","items":[{"title":"L","items":[
             {"id":"b","title":"Visa","parent":"a"},{"id":"a","title":"Trip"},
             {"id":"c","title":"Gone","deleted":true},{"id":"d","title":"Left","parent":"c"}]}]}
            """#, .google)
        #expect(Self.titles(google) == ["Trip/Visa", "Trip", "Left"])
        #expect(google.lost == [.parent: 1, .other("deleted"): 1])
        let vikunja = try Self.plan(
            #"""
            [{"id":1,"title":"L","tasks":[
             {"id":7,"title":"Visa","related_tasks":{"parenttask":[{"id":8},{"id":9}]}},
             {"id":8,"title":"Trip","related_tasks":{"subtask":[{"id":7}]}}]}]
            """#, .vikunja)
        #expect(Self.titles(vikunja) == ["Trip/Visa", "Trip"] && vikunja.lost == [.parent: 1])
    }

    @Test("006.15 iCalendar that Daybook writes has the parents, and reads back with them") func write() throws {
        let ids = (1...3).map { EntityID(high: 1, low: $0) }
        let rows = zip(ids, [nil, ids[0], EntityID(high: 9, low: 9)]).map { id, parent in
            var todo = Todo(
                id: id, title: "\(id.text.suffix(1))", createdAt: Timestamp(milliseconds: 0),
                todoPosition: Position(bytes: []))
            todo.extraFields[.parent] = parent.map { .entity($0) }
            return TodoRow(number: 1, todo: todo)
        }
        var bytes: [UInt8] = []
        ICalendar.write(rows, listName: { _ in nil }, to: &bytes)
        let plan = try Self.plan(String(decoding: bytes, as: UTF8.self), .ics)
        #expect(Self.titles(plan) == ["1", "1/2", "3"] && plan.lost.isEmpty)
        // todo.txt has no place for them.
        #expect(
            ExportedFile.todoTxt.unsaid(rows, things: [])
                == "todo.txt has no place for the parent of 2 to-dos. JSON has all of it.")
        // Taskwarrior has none either, and gets the parent's title as an annotation.
        bytes = []
        Taskwarrior.write(rows, listName: { _ in nil }, instant: { _, _ in Timestamp(milliseconds: 0) }, to: &bytes)
        let tasks = String(decoding: bytes, as: UTF8.self)
        #expect(tasks.ranges(of: "parent: ").count == 1 && tasks.contains(#""parent: 1""#), "\(tasks)")
    }
}
