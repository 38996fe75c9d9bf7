import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// `/api/v1/exports`: what is in the book as files for other programs. See docs/server.md.
struct ExportRoutes {
    func add(to router: Router<ServerContext>) { router.get("/api/v1/exports/:file", use: file) }

    private func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = context.parameters.get("file") ?? ""
        guard let file = ExportedFile(rawValue: name) else {
            let names = ExportedFile.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "There is no export “\(name.excerpt)”. There are \(names).")
        }
        let bytes = try await context.book.readAside { book in
            if file.isOfTodos {
                return try file.bytes(
                    book.rows(), lists: book.importedLists(), filters: book.importedFilters(),
                    accounts: book.importedAccounts(), kept: book.keptCalendars()
                ) { .local($0) }
            }
            let transfers = try book.transferRows()
            return file.bytes(
                try book.entryRows(), transfers: transfers.map(\.transfer),
                transferJSON: { TransferJSON.portable.append(elements: transfers, to: &$0) },
                accounts: try book.importedAccounts(), rates: try book.rateRows().map(\.rate),
                payees: try book.payeeNames(), assertions: try book.ledgerAssertions())
        }
        return Response(
            status: .ok,
            headers: [.contentType: file.mediaType, .contentDisposition: "attachment; filename=\"\(file.rawValue)\""],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
