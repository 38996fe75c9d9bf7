import DaybookCore
import DaybookExchange
import Foundation
import MoneyMomModel

extension Import {
    /// Reads a store of Money Mom.
    func store(at moment: ImportMoment) throws -> FileImport {
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw CommandFailure("\(file) can't be read, so nothing was imported. Check the path and its permissions.")
        }
        let items: ImportItems
        do {
            items = ImportItems(try MoneyMomStore.transactions(at: file), in: file) { Self.tell($0) }
        } catch {
            throw CommandFailure("\(file) can't be read, so nothing was imported. \(error)")
        }
        if items.isEmpty { throw CommandFailure("\(file) has no entries. Export it again.") }
        return FileImport(items, form: "Money Mom", options, at: moment)
    }
}
