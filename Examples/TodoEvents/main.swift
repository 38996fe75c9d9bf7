// A to-do app in five small parts:
//
//     EventView → EventList (state, actions) → EventInteractor → EventRepository → SQLite
//
// `swift run TodoEvents [FILE]` reads commands: "add TITLE", "delete ID".
import Flux
import Foundation
import Sworm

let path = CommandLine.arguments.dropFirst().first ?? "events.sqlite"
let database = try Database(path: path)
let interactor = EventInteractor(try EventRepository(database), now: { Date() })
let view = EventView { interactor.store.dispatch($0) }
interactor.start()
interactor.store.observe {
    $0
} onChange: {
    print(view.lines($0).joined(separator: "\n"))
}

while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("add", let title?): view.tapCreate(title: title)
    case ("delete", let text?):
        if let id = Int64(text) { view.tapDelete(id: id) } else { print("\(text) is no id; an id is a number.") }
    default: print("add TITLE, or delete ID")
    }
}
try database.close()
