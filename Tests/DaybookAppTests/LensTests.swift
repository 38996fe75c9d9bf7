import DaybookApp
import DaybookCore
import Flux
import Testing

@Suite struct LensTests {
    let todo = Todo(
        id: EntityID(high: 0, low: 1), title: "t", description: "d", notes: "n",
        createdAt: Timestamp(milliseconds: 5), todoPosition: Position(bytes: [1]))

    /// Get-set, set-get and set-set; and a set of the old value undoes it, so nothing else was touched.
    private func check<Part: Equatable>(_ lens: Lens<Todo, Part>, _ one: Part, _ two: Part) {
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
        check(Todo.completedLens(at: Timestamp(milliseconds: 9)), true, false)
    }

    @Test("003.38 The lens for synced keeps the laws") func synced() { check(Todo.syncedLens, true, false) }
}
