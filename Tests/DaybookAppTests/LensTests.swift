import DaybookApp
import DaybookCore
import Flux
import Testing

@Suite struct LensTests {
    /// Every field has a value that a lens might take away.
    let todo = Todo(
        id: EntityID(high: 0, low: 1), title: "t", description: "d", notes: "n",
        createdAt: Timestamp(milliseconds: 5), completedAt: Timestamp(milliseconds: 6),
        todoPosition: Position(bytes: [1]), donePosition: Position(bytes: [2]),
        amount: Amount(coefficient: 500, scale: 2, currency: Currency("EUR")!), due: CivilDate("2026-12-01"),
        isSynced: true)

    /// Get-set, set-get and set-set; and a set of the old value undoes it, so nothing else was touched.
    private func check<Part: Equatable>(
        _ lens: Lens<Todo, Part>, _ one: Part, _ two: Part, of todo: Todo? = nil
    ) {
        let todo = todo ?? self.todo
        #expect(lens.get(lens.set(todo, one)) == one)
        #expect(lens.set(todo, lens.get(todo)) == todo)
        #expect(lens.set(lens.set(todo, one), two) == lens.set(todo, two))
        #expect(lens.set(lens.set(todo, two), one) == lens.set(todo, one))
        #expect(lens.set(lens.set(todo, one), lens.get(todo)) == todo)
        #expect(lens.set(todo, one) != todo)
    }

    @Test("003.34 The lens for the name keeps the laws") func name() { check(Todo.nameLens, "a", "b") }

    @Test("003.35 The lens for the description keeps the laws") func description() {
        check(Todo.descriptionLens, "a", "b")
    }

    @Test("003.36 The lens for the notes keeps the laws") func notes() { check(Todo.notesLens, "a", "b") }

    @Test("003.37 The lens for completed keeps the laws") func completed() {
        var open = todo
        open.completedAt = nil
        let lens = Todo.completedLens(at: Timestamp(milliseconds: 9))
        check(lens, true, false, of: open)
        // On what is finished the laws hold up to the moment: finishing anew takes the new one.
        func momentless(_ todo: Todo) -> Todo {
            var todo = todo
            if todo.isCompleted { todo.completedAt = Timestamp(milliseconds: 0) }
            return todo
        }
        for one in [true, false] {
            #expect(lens.get(lens.set(todo, one)) == one)
            for two in [true, false] {
                #expect(momentless(lens.set(lens.set(todo, one), two)) == momentless(lens.set(todo, two)))
            }
        }
        #expect(lens.set(todo, true) == todo, "setting what it is keeps the moment")
        #expect(lens.set(lens.set(todo, false), true).completedAt == Timestamp(milliseconds: 9))
        #expect(momentless(lens.set(lens.set(todo, false), true)) == momentless(todo))
    }

    @Test("003.38 The lens for synced keeps the laws") func synced() { check(Todo.syncedLens, false, true) }
}
