import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// `/api/v1/imports`: files of banks and of other programs on their way into the book. See docs/server.md.
struct ImportRoutes {
    /// The largest file, in bytes: proxies often refuse a larger body. The command line reads larger files.
    static let greatestFile = 10 * 1_024 * 1_024

    func add(to router: Router<ServerContext>) {
        router.get("/api/v1/imports", use: list)
        router.post("/api/v1/imports", use: take)
        router.delete("/api/v1/imports/:id", use: takeBack)
    }

    private func take(_ request: Request, _ context: ServerContext) async throws -> Response {
        let given = try ImportRequest(request.query)
        let bytes = try await Array(buffer: request.file())
        try await context.checkIsAdmitted()
        let wanted = try await context.book.readAside { try given.recalling(bytes, in: $0) }
        guard request.isOfApp else {
            let (file, report, id) = try await carryOut(wanted, bytes, context.book)
            var response = Response(
                status: id == nil ? .ok : .created, json: report.json(file, id: id, today: wanted.moment.today))
            if let id { response.headers[.location] = "\(context.origin)/api/v1/imports/\(id.text)" }
            return response
        }
        let accounts = try await context.book.readAside { try $0.importedAccounts() }
        var text = ImportText(wanted, accounts, request.language)
        do {
            let (file, report, id) = try await carryOut(wanted, bytes, context.book)
            text.append(file, report, id)
            return Response(status: id == nil ? .ok : .created, text.answer)
        } catch let failure as ImportFailure {
            text.append(failure)
            return Response(status: wanted.isPreview ? .ok : .badRequest, text.answer)
        } catch let refusal as ImportRefusal {
            let (file, report, _) = try await carryOut(wanted, bytes, context.book, isPreview: true)
            text.append(file, report, nil)
            if refusal.problem.status == .conflict { text.answer.append(.problem, text.texts(.importChanged)) }
            return Response(status: refusal.problem.status, text.answer)
        }
    }

    private func carryOut(
        _ wanted: ImportRequest, _ bytes: [UInt8], _ book: ServedBook, isPreview: Bool = false
    ) async throws -> (FileImport, ImportReport, EntityID?) {
        if wanted.isPreview || isPreview {
            return try await book.readAside { book in
                let file = try wanted.read(bytes, in: book)
                return (file, try file.preview(in: book, into: wanted.account(in: book)), nil)
            }
        }
        let file = try await book.readAside { try wanted.read(bytes, in: $0) }
        let (report, id) = try await book.write { book in
            try RememberedChange.naming(
                book,
                noting: { (report: ImportReport) in
                    PastImport.Note(.file, wanted.name, count: report.summary.written, at: wanted.moment.now)
                }
            ) { book in
                let report = try wanted.check(file.write(to: book, into: wanted.account(in: book.reader)))
                try wanted.remember(bytes, in: book)
                return report
            }
        }
        return (file, report, id)
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let all = try await context.book.readAside { try $0.pastImports() }
        guard request.isOfApp else { return Response(json: all.json) }
        return Response(request.language.answer(all))
    }

    private func takeBack(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "import")
        let keepsChanged = request.query["changed"] == "keep"
        try await context.book.write { book in
            guard let change = try RememberedChange.named(id, in: book) else {
                throw Problem(
                    .notFound,
                    "There is no import “\(id.text)” that can be taken back: it was, or it is forgotten. GET /api/v1/imports "
                        + "lists those that can.")
            }
            if keepsChanged {
                _ = try change.takeBack(in: book)
            } else {
                _ = try change.apply(undoing: true, in: book)
            }
        }
        return Response(status: .noContent)
    }
}

/// The wishes of a request for the file that it brings.
struct ImportRequest: Sendable {
    let name: String
    /// True where nothing is to be written.
    let isPreview: Bool
    private(set) var options: ImportOptions
    let moment: ImportMoment
    private(set) var accountName: String?
    /// True where the request says that entries go to the default account.
    private let saysDefault: Bool
    /// How many are to be written, if that was said.
    private let expected: Int?

    init(_ parameters: Parameters) throws {
        func text(_ name: String) -> String? { parameters[Substring(name)].map { String($0) } }
        func flag(_ name: String) throws -> Bool {
            let text = text(name) ?? "0"
            guard text == "0" || text == "1" else {
                throw Problem(
                    .badRequest, "“\(text.excerpt)” isn't a valid value. Use \(name)=1 or \(name)=0.", field: name)
            }
            return text == "1"
        }
        name = text("name").flatMap { $0.isBlank ? nil : $0 } ?? "The file"
        isPreview = try flag("preview")
        var options = ImportOptions()
        options.dateOrder = try text("dateOrder").map { text in
            guard let order = DateOrder(rawValue: text) else {
                let orders = DateOrder.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    .badRequest, "“\(text.excerpt)” isn't a valid order. Use one of \(orders).", field: "dateOrder")
            }
            return order
        }
        options.leftOut = parameters.getAll("leaveOut").map { String($0) }
        for part in parameters.getAll("column").map({ String($0) }) {
            guard let place = part.dropFirst().firstIndex(of: "=") else {
                throw Problem(
                    .badRequest,
                    "“\(part.excerpt)” isn't a valid column. Use the form NAME=MEANING, such as Betrag=amount.",
                    field: "column")
            }
            options.columns[String(part[..<place])] = String(part[part.index(after: place)...])
        }
        options.decimalMark = try text("decimalMark").map { text in
            guard let mark = DecimalMark(rawValue: text) else {
                throw Problem(
                    .badRequest, "“\(text.excerpt)” isn't a valid mark. Use point or comma.", field: "decimalMark")
            }
            return mark
        }
        options.isNegated = try text("negate") == nil ? nil : flag("negate")
        options.restoresDeleted = try flag("restoreDeleted")
        options.addsFitting = try flag("all")
        options.leavesOutUnreadable = try flag("yes")
        self.options = options
        let currency = try text("currency").map { code in
            guard let currency = Currency(code) else { throw ItemError.unknownCurrency(code) }
            return currency
        }
        let clock = try text("zone").map { zone in
            guard let clock = LocalTime.clock(in: zone) else { throw Problem(unknownZone: zone, "zone") }
            return clock
        }
        moment = ImportMoment(now: .now(), localCurrency: currency, clock: clock ?? { .local($0) })
        accountName = text("account").flatMap { $0.isBlank ? nil : $0 }
        saysDefault = text("account")?.isBlank == true
        expected = try text("expected").map { try Problem.wholeNumber($0, "expected") }
    }

    /// With what was said of the last file of this kind, where the request doesn't say it. The account is recalled, too,
    /// unless files of the kind went to several. An empty one means the default ones.
    func recalling(_ bytes: [UInt8], in book: BookReader) throws -> ImportRequest {
        guard let kind = ImportProfile.kind(of: bytes),
            let profile = try ImportProfile.last(
                of: kind, into: accountName == nil ? nil : account(in: book)?.id, isDefault: saysDefault, asks: false,
                in: book)
        else { return self }
        var wanted = self
        if accountName == nil, !saysDefault, profile.tellsAccount { wanted.accountName = profile.account?.text }
        wanted.options.take(profile.options)
        return wanted
    }

    /// Keeps what was said of the file for the next one of its kind.
    func remember(_ bytes: [UInt8], in book: BookTransaction) throws {
        guard let kind = ImportProfile.kind(of: bytes) else { return }
        let account = try accountName == nil ? nil : account(in: book.reader)?.id
        try ImportProfile(kind: kind, account: account, options).remember(in: book)
    }

    func read(_ bytes: [UInt8], in book: BookReader) throws -> FileImport {
        try FileImport.reading(
            bytes, name: name, options, usual: account(in: book)?.currency ?? book.currency(at: moment),
            accounts: book.importedAccounts(), at: moment)
    }

    /// The account that the request names, by its id, its name or its number.
    func account(in book: BookReader) throws -> MoneyAccount? {
        guard let accountName else { return nil }
        var found = try book.importedAccounts().filter { $0.isAccount(named: accountName) }
        if let id = EntityID(accountName.lowercased()), let account = try book.account(id) { found = [account] }
        guard let account = found.first, found.count == 1 else {
            let start = found.isEmpty ? "There is no account" : "More than one account is called"
            throw Problem(.badRequest, "\(start) “\(accountName.excerpt)”. Give the id of one.", field: "account")
        }
        if account.isClosed { throw ItemError.closedAccount(.account, account.name) }
        return account
    }

    /// Throws where what was done is to be taken back.
    func check(_ report: ImportReport) throws -> ImportReport {
        if report.isRefused, let problem = report.summary.problems.first {
            let questions = report.questions
            var refusal = ImportRefusal(
                .badRequest,
                "\(name), \(problem.place): \(problem.reason.text) Nothing was imported. preview=1 shows all such lines, and "
                    + (questions.first.map { "\($0.parameter) answers what is open." } ?? "yes=1 leaves them out."),
                field: questions.first?.parameter ?? "yes")
            if !questions.isEmpty { (refusal.problem.columns, refusal.problem.questions) = (report.columns, questions) }
            throw refusal
        }
        if let expected, expected != report.summary.written {
            throw ImportRefusal(
                .conflict,
                "The book has changed since the preview: \(report.summary.written) would be written now, not \(expected). "
                    + "Nothing was imported. Ask for the preview again.", field: "expected")
        }
        return report
    }
}

/// Why nothing is written of a file that can be read.
struct ImportRefusal: Error {
    var problem: Problem

    init(_ status: HTTPResponse.Status, _ detail: String, field: String) {
        problem = Problem(status, detail, field: field)
    }
}

extension Request {
    fileprivate func file() async throws -> ByteBuffer {
        do {
            return try await body(upTo: ImportRoutes.greatestFile)
        } catch let problem as Problem where problem.status == .contentTooLarge {
            throw Problem(
                .contentTooLarge,
                "The file has more than 10 MiB. Import it on the command line, or export less at once.")
        }
    }
}
