/// What a person sees and may do. It is handed the state and a way to dispatch, and knows nothing else.
struct EventView {
    let dispatch: (EventList.Action) -> Void

    func lines(_ state: EventList) -> [String] {
        state.events.map { "\($0.id) [\($0.isComplete ? "x" : " ")] \($0.title)" }
            + (state.failure.map { ["! \($0)"] } ?? [])
    }

    func tapCreate(title: String) { dispatch(.create(title: title)) }

    func tapDelete(id: Int64) { dispatch(.delete(id: id)) }
}
