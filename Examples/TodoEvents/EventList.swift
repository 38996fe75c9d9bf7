/// The state of the app and how actions change it. Nothing here knows of a database.
struct EventList: Equatable {
    var events: [Event] = []
    /// Why the last change failed.
    var failure: String?

    enum Action: Equatable {
        /// The person's wishes.
        case create(title: String)
        case delete(id: Int64)
        /// What came of them.
        case loaded([Event])
        case created(Event)
        case deleted(id: Int64)
        case failed(String)
    }

    /// What has to happen outside of the state.
    enum Effect: Equatable {
        case insert(title: String)
        case delete(id: Int64)
    }

    /// An event joins or leaves the state only when the database has said so.
    static func reduce(_ state: inout EventList, _ action: Action) -> [Effect] {
        switch action {
        case .create(let title):
            return [.insert(title: title)]
        case .delete(let id):
            return [.delete(id: id)]
        case .loaded(let events):
            state.events = events
        case .created(let event):
            state.events.append(event)
            state.failure = nil
        case .deleted(let id):
            state.events.removeAll { $0.id == id }
            state.failure = nil
        case .failed(let reason):
            state.failure = reason
        }
        return []
    }
}
