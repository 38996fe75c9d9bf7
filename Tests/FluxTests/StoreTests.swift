import Fixtures
import Flux
import Testing

@Suite struct StoreTests {
    enum Action { case add(Int), double, echo(Int) }
    enum Effect: Equatable { case later(Int), log(String) }

    private func store() -> Store<[Int], Action, Effect> {
        Store([]) { state, action in
            switch action {
            case .add(let number): state.append(number)
            case .double: state = state.map { $0 * 2 }
            case .echo(let number): return [.log("echo"), .later(number)]
            }
            return []
        }
    }

    @Test("003.39 Only a dispatched action changes the state") func dispatching() {
        let store = store()
        store.dispatch(.add(1))
        store.dispatch(.double)
        #expect(store.state == [2])
    }

    @Test("003.39 003.29 Nothing but an action changes the state: to set it doesn't compile")
    func settingState() throws {
        let beginning = [
            "import Flux", "let store = Store<[Int], Int, Never>([]) { state, action in", "    state.append(action)",
            "    return []", "}",
        ]
        #expect(try typecheck(beginning + ["store.dispatch(1)", "print(store.state)"]).status == 0)
        for line in ["store.state = [1]", "store.state.append(1)"] {
            let (status, errors) = try typecheck(beginning + [line])
            #expect(status == 1 && errors.contains("main.swift:6:"), "\(errors)")
        }
    }

    @Test("The code of the page on Flux compiles without a warning") func pageOnFlux() throws {
        let lines = try page("flux.md").split(separator: "\n").filter { $0.hasPrefix("    ") }.map(String.init)
        #expect(lines.contains { $0.contains("import Flux") } && lines.contains { $0.contains("dispatch(.add(3))") })
        let (status, errors) = try typecheck(lines)
        #expect(status == 0 && errors == "", "\(errors)")
    }

    @Test("010.6 The code of each article on Flux compiles without a warning", arguments: try articles(of: "Flux"))
    func article(_ name: String) throws {
        let beginning = try code(of: "GettingStarted.md", in: "Flux")
        // The others use the counter of the first.
        let lines = name == "GettingStarted.md" ? beginning : try beginning.prefix(1) + code(of: name, in: "Flux")
        let (status, errors) = try typecheck(lines)
        #expect(status == 0 && errors == "", "\(errors)")
    }

    @Test("003.40 An observer hears the first value and then only changes of what it selected") func observing() {
        let store = store()
        var counts: [Int] = []
        store.observe({ $0.count }, onChange: { counts.append($0) })
        store.dispatch(.add(1))
        store.dispatch(.double)
        store.dispatch(.add(1))
        #expect(counts == [0, 1, 2])
    }

    @Test("A cancelled observation hears nothing more") func cancelling() {
        let store = store()
        var heard = 0
        let observation = store.observe({ $0.count }, onChange: { _ in heard += 1 })
        observation.cancel()
        store.dispatch(.add(1))
        #expect(heard == 1)
    }

    @Test("An observation that is kept keeps nothing of its store, once that is gone, nor of other observers")
    func keptObservation() {
        final class Held {}
        weak var own: Held?
        weak var other: Held?
        var observation: Observation?
        do {
            let store = store()
            let (first, second) = (Held(), Held())
            (own, other) = (first, second)
            observation = store.observe({ $0.count }) { _ in _ = first }
            store.observe({ $0.count }) { _ in _ = second }
            #expect(other != nil)
        }
        #expect(other == nil)
        observation?.cancel()
        #expect(own == nil)
    }

    @Test("An observer that another one cancels while an action is told hears nothing of it") func cancelledMeanwhile()
    {
        let store = store()
        var heard: [String] = []
        var second: Observation?
        let first = store.observe({ $0.count }) { count in
            heard.append("first \(count)")
            if count == 1 { second?.cancel() }
        }
        second = store.observe({ $0.count }) { heard.append("second \($0)") }
        store.observe({ $0.count }) { heard.append("third \($0)") }
        store.dispatch(.add(1))
        first.cancel()
        store.dispatch(.add(1))
        #expect(heard == ["first 0", "second 0", "third 0", "first 1", "third 1", "third 2"])
    }

    @Test("Effects come out as values, in order, and may dispatch") func effects() {
        let store = store()
        var seen: [Effect] = []
        store.perform = { [unowned store] effect in
            seen.append(effect)
            if case .later(let number) = effect { store.dispatch(.add(number)) }
        }
        store.dispatch(.echo(7))
        #expect(seen == [.log("echo"), .later(7)])
        #expect(store.state == [7])
    }

    @Test("Observers hear of an action before its effects are performed") func observersFirst() {
        let store = Store<Int, Int, String>(0) { state, action in
            state += action
            return ["effect of \(action)"]
        }
        var order: [String] = []
        store.perform = { order.append($0) }
        store.observe({ $0 }, onChange: { order.append("state \($0)") })
        store.dispatch(2)
        #expect(order == ["state 0", "state 2", "effect of 2"])
    }

    @Test("An action dispatched by an observer waits its turn") func reentrancy() {
        let store = store()
        var seen: [[Int]] = []
        store.observe({ $0 }) { [unowned store] value in
            seen.append(value)
            if value == [1] { store.dispatch(.add(2)) }
        }
        store.dispatch(.add(1))
        #expect(seen == [[], [1], [1, 2]])
    }

    @Test("An action that an observer dispatches in its first call waits until that call is done")
    func dispatchingAtOnce() {
        let store = store()
        var counts: [Int] = []
        store.observe({ $0.count }) { count in
            if count == 0 { store.dispatch(.add(1)) }
            counts.append(count)
        }
        #expect(counts == [0, 1])
        store.dispatch(.add(1))
        #expect(counts == [0, 1, 2])
    }

    @Test("Ending many observations takes no longer for each of them; the others hear on")
    func cancellingMany() throws {
        func end(_ count: Int) {
            let store = store()
            var heard = 0
            let observations = (0..<count).map { _ in store.observe({ $0.count }) { _ in heard += 1 } }
            for observation in observations.dropFirst() { observation.cancel() }
            heard = 0
            store.dispatch(.add(1))
            #expect(heard == 1)
        }
        // When each end looked at all others, four times as many took sixteen times as long.
        let ratio = leastWork { end(20_000) } / leastWork { end(5_000) }
        #expect(ratio < 10)
    }
}
