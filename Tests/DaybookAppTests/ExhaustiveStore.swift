import Flux
import Testing

/// A store whose test says each change of the state: one that wasn't said fails it, wherever it is.
final class ExhaustiveStore<State, Action, Effect> {
    /// The effects that the last action asked for.
    private(set) var effects: [Effect] = []
    private let store: Store<State, Action, Effect>
    private let summary: (Any) -> String?

    /// - Parameter summary: tells a large value in a few words; nil looks into it.
    init(_ state: State, reduce: @escaping (inout State, Action) -> [Effect], summary: @escaping (Any) -> String?) {
        store = Store(state, reduce: reduce)
        self.summary = summary
        store.perform = { [unowned self] in effects.append($0) }
    }

    var state: State { store.state }

    /// Dispatches an action, and expects these changes and no others.
    ///
    /// - Parameter changes: what each part of the state says after it, by its path, such as `form.problem.field`. What is
    ///   nothing, or an empty text, says `nil`.
    func send(
        _ action: Action, _ changes: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = leaves(state)
        effects = []
        store.dispatch(action)
        let after = leaves(state)
        var made: [String: String] = [:]
        for path in Set(before.keys).union(after.keys) where before[path] != after[path] {
            made[path] = after[path] ?? "nil"
        }
        for path in Set(made.keys).union(changes.keys).sorted() where made[path] != changes[path] {
            let now = after[path] ?? "nil"
            if changes[path] == nil {
                Issue.record("\(path) changed to \(now), which wasn't said", sourceLocation: sourceLocation)
            } else if made[path] == nil {
                Issue.record("\(path) stayed \(now)", sourceLocation: sourceLocation)
            } else {
                Issue.record("\(path) is \(now), not \(changes[path] ?? "")", sourceLocation: sourceLocation)
            }
        }
    }

    /// Dispatches actions that lead to where a test begins.
    func prepare(_ actions: Action...) { for action in actions { store.dispatch(action) } }

    /// The values of all parts of a value, by their paths.
    private func leaves(_ value: Any) -> [String: String] {
        var leaves: [String: String] = [:]
        visit(value, "") { path, text in leaves[path] = text.isEmpty || text == "nil" ? nil : text }
        return leaves
    }

    private func visit(_ value: Any, _ path: String, _ leaf: (String, String) -> Void) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let some = mirror.children.first else { return leaf(path, "nil") }
            return visit(some.value, path, leaf)
        }
        if let text = summary(value) { return leaf(path, text) }
        switch mirror.displayStyle {
        case .struct where !(value is any CustomStringConvertible) && !mirror.children.isEmpty:
            for child in mirror.children {
                let name = child.label ?? "?"
                visit(child.value, path.isEmpty ? name : path + "." + name, leaf)
            }
        default: leaf(path, "\(value)")
        }
    }
}
