import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/payees`: to whom money goes, and their other names, as JSON resources. See docs/money.md.
struct PayeeRoutes {
    static let items = ItemRoutes(Payee.resource, check: check, follow: keepName) { id, book in
        guard let payee = try book.reader.find(Payee.self, id)?.item else { throw ItemError.notFound(.payee, id) }
        try book.delete(payee)
    }

    func add(to router: Router<ServerContext>) { router.get("/api/v1/payee-sums", use: sums) }

    private func sums(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (filter, account) = (try query.filter(), try query.account())
        return try await context.answer { book in
            var filter = filter
            filter.account = try account.map { try book.accountScope($0) }
            filter.payees = try book.payeeNames()
            var sums = PayeeSums(filter.payees)
            try book.forEachEntry(filter) { try sums.add($0.entry) }
            return sums.json
        }
    }

    /// Keeps the old name of a payee that gets a new one, as another name.
    @Sendable private static func keepName(_ changes: Changes, of payee: Payee, in book: BookTransaction) throws {
        guard let name = changes[.title]?.text.trimmed, payee.of == nil, changes[.payeeOf] == nil else { return }
        try book.rename(payee, to: name)
    }

    /// Throws where another payee has the name, or one is to be another name of a payee that isn't there.
    @Sendable private static func check(_ changes: Changes, of payee: Payee?, _ book: BookReader) throws {
        let root = (changes[.payeeOf].map { $0.entity } ?? payee?.of) ?? payee?.id
        if let name = changes[.title]?.text, let owner = try book.payeeNames().meaning(of: name).id, owner != root {
            throw ItemError.nameTaken(name)
        }
        guard let of = changes[.payeeOf]?.entity else { return }
        guard try of != payee?.id && book.find(Payee.self, of) != nil else {
            throw Problem(.badRequest, "There is no such payee. Name another one that is there.", field: "of")
        }
    }
}
