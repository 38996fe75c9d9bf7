import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `/api/v1/exports`: what is in the book as files for other programs, and all of it as a backup. See docs/server.md.
struct ExportRoutes {
    func add(to router: Router<ServerContext>) {
        router.get("/api/v1/exports/:file", use: file)
        router.get("/api/v1/backup", use: backup)
    }

    /// The book as it is at one moment, as `daybook restore` takes it.
    private func backup(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = try context.book.book.path
        guard path != ":memory:" else {
            throw Problem(.notFound, "This server keeps its books in a database. Back up the database.")
        }
        let bytes = try await context.book.readAside { _ in
            let copy = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString).sqlite")
            defer { try? FileManager.default.removeItem(at: copy) }
            try Book.copy(path, to: copy.path)
            return try Data(contentsOf: copy)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/vnd.sqlite3", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"daybook-\(CivilDate.local().text).sqlite\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = context.parameters.get("file") ?? ""
        guard let file = ExportedFile(rawValue: name) else {
            let names = ExportedFile.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "There is no export “\(name.excerpt)”. There are \(names).")
        }
        let (bytes, unsaid): ([UInt8], String?) = try await context.book.readAside { book in
            if file.isOfTodos {
                let (rows, things) = (try book.rows(), try book.things(in: .todos))
                let bytes = try file.bytes(
                    rows, things: book.things(in: .todos), accounts: book.importedAccounts(),
                    kept: book.keptCalendars()
                ) { .local($0) }
                return (bytes, file.unsaid(rows, things: things))
            }
            let (rows, transfers) = (try book.entryRows(), try book.transferRows())
            let (accounts, payees, rates) = (try book.importedAccounts(), try book.payeeNames(), try book.rateRows())
            let assertions = try book.ledgerAssertions()
            let budget = try book.things(in: .entries).filter { !($0 is MoneyAccount) }
            var bytes = file.bytes(
                rows, transfers: transfers.map(\.transfer),
                transferJSON: { TransferJSON.amongEntries.append(elements: transfers, to: &$0) }, accounts: accounts,
                budget: budget,
                rates: rates.map(\.rate), payees: payees, assertions: assertions)
            if file == .hledger { bytes += try book.budgetJournal() + book.plannedJournal(on: .local()) }
            let unsaid = file.unsaid(
                rows, accounts: accounts, payees: payees, rates: rates.count, rules: try book.all(EntryRule.self).count,
                statements: assertions.count, envelopes: budget.count { $0 is Envelope })
            return (bytes, unsaid)
        }
        var headers: HTTPFields = [
            .contentType: file.mediaType, .contentDisposition: "attachment; filename=\"\(file.rawValue)\"",
        ]
        headers[.daybookLeftOut] = unsaid
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPField.Name {
    /// Says what a file can't say.
    fileprivate static let daybookLeftOut = HTTPField.Name("Daybook-Left-Out")!
}
