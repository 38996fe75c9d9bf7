import Flux
import Foundation

/// Carries out the effects of the state: asks the repository, then tells the store what came of it.
final class EventInteractor {
    let repository: EventRepository
    let store: Store<EventList, EventList.Action, EventList.Effect>
    /// The wall clock.
    let now: () -> Date

    init(_ repository: EventRepository, now: @escaping () -> Date) {
        self.repository = repository
        self.now = now
        store = Store(EventList(), reduce: EventList.reduce)
    }

    /// Shows what is stored, and listens to the store from here on.
    func start() {
        // The store is ours: were we the store's too, neither would ever go away.
        store.perform = { [weak self] in self?.perform($0) }
        attempt { .loaded(try repository.all()) }
    }

    private func perform(_ effect: EventList.Effect) {
        switch effect {
        case .insert(let title):
            attempt { .created(try repository.insert(Event(title: title, createdAt: now()))) }
        case .delete(let id):
            attempt {
                try repository.delete(id: id) ? .deleted(id: id) : .failed("There is no event \(id).")
            }
        }
    }

    private func attempt(_ work: () throws -> EventList.Action) {
        do {
            store.dispatch(try work())
        } catch {
            store.dispatch(.failed("\(error)"))
        }
    }
}
