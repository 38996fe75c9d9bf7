import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@Suite struct RestoreTests {
    @Test("A backup with money in it is put back while the book is open, and everything is to be sent again")
    func money() throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        let todo = try book.write { try $0.add(TodoDraft(title: "kept")) }
        let draft = EntryDraft(
            kind: .expense, amount: try Amount("12.50 EUR", usual: #require(Currency("EUR"))),
            day: CivilDate(daysSince1970: 20_000), tags: ["food", "fun"])
        let entry = try book.write { try $0.add(draft) }
        try book.close()
        try FileManager.default.copyItem(atPath: folder.path("book.sqlite"), toPath: folder.path("backup.sqlite"))
        if FileManager.default.fileExists(atPath: folder.path("book.sqlite-wal")) {
            try FileManager.default.copyItem(
                atPath: folder.path("book.sqlite-wal"), toPath: folder.path("backup.sqlite-wal"))
        }

        let again = try Book(path: folder.path("book.sqlite"))
        try again.write { book in
            try book.perform(.deleteAll)
            try book.add(TodoDraft(title: "lost"))
            try book.perform(entry: .delete(entry.entry.id))
        }
        try again.restore(from: folder.path("backup.sqlite"))
        #expect(try again.read { try $0.rows().map(\.todo.title) } == [todo.todo.title])
        #expect(try again.read { try $0.entryRow(entry.entry.id)?.entry.tags } == entry.entry.tags)
    }
}
