import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookPostgres
import DaybookStorage
import HTTPTypes
import Hummingbird
import Sworm

/// Why a request isn't carried out, as RFC 9457 tells it.
struct Problem: Error, Equatable {
    let status: HTTPResponse.Status
    /// Says what happened and what to do.
    let detail: String
    /// The member of the body, or the parameter, that is to blame.
    var field: String?
    /// Why the server can't, where the request was right.
    var reason: ServerReason?
    /// The columns of a bank's CSV that can't be imported yet, and the questions about the file.
    var columns: [BankColumn] = []
    var questions: [ImportQuestion] = []
    /// Headers that belong to the answer.
    var headers = HTTPFields()

    init(_ status: HTTPResponse.Status, _ detail: String, field: String? = nil, reason: ServerReason? = nil) {
        self.status = status
        self.detail = detail
        self.field = field
        self.reason = reason
    }

    /// The answer, in `application/problem+json`.
    var response: Response {
        let json = JSONWriter.object { json in
            json.members(["type": "about:blank", "title": status.reasonPhrase])
            json.member("status", status.code)
            json.member("detail", detail)
            if let field { json.member("field", field) }
            if let reason { json.member("reason", reason.rawValue) }
            if !columns.isEmpty || !questions.isEmpty { json.open(columns, questions) }
        }
        var response = Response(status: status, json: json, contentType: "application/problem+json")
        response.headers.append(contentsOf: headers)
        return response
    }

    /// There is something at the address, but not with this method.
    init(allowing methods: String, instead method: HTTPRequest.Method) {
        self.init(.methodNotAllowed, "\(method.rawValue) is not possible here; use one of \(methods).")
        headers[.allow] = methods
    }
}

extension Problem {
    /// The answer to a request that ends with `error`. One that nobody foresaw is a 500 that names no file and no
    /// statement; those are for the log.
    init(_ error: any Error, _ request: Request) {
        switch error {
        case let problem as Problem: self = problem
        case let error as ItemError: self.init(error)
        case let error as InputError: self.init(.badRequest, error.message, field: error.field)
        case let error as QueryError: self.init(.badRequest, error.message, field: "query")
        case let error as ImportFailure:
            self.init(.badRequest, error.reason.text, field: error.question?.parameter)
            (columns, questions) = (error.columns, [error.question].compactMap { $0 })
        case let error as ImportRefusal: self = error.problem
        case let error as ChangeFailure: self.init(.conflict, error.message)
        case let error as BookError: self.init(error)
        case let error as PostgresError: self.init(error)
        case is BlobStoreError:
            self.init(
                .serviceUnavailable, "The server's store of recordings can't be used at the moment. Try again later.")
            headers[.retryAfter] = "2"
        case let error as AccountError: self.init(error)
        // An error of a file beside the books.
        case let error as SwormError: self.init(AccountError(error, path: ""))
        case let error as any HTTPResponseError where error.status == .notFound:
            self.init(.notFound, "There is nothing at \(request.method.rawValue) \(request.uri.path).")
        case let error as any HTTPResponseError:
            self.init(error.status, "The request can't be answered: \(error.status.reasonPhrase).")
        default: self = .unforeseen
        }
    }

    private static let unforeseen = Problem(.internalServerError, "The server failed. Its log says more.")
    private static let diskFull = Problem(
        .insufficientStorage, "The server's disk is full. Nothing was changed. Make room and try again.",
        reason: .full)

    init(_ error: ItemError) {
        let status: HTTPResponse.Status =
            switch error {
            case .recordingTooLarge: .contentTooLarge
            case .noRecording: .unsupportedMediaType
            case .notFound: .notFound
            case .clockAtEnd, .otherSection, .notRepeating, .pastOccurrence, .nameTaken, .unbalanced: .conflict
            case .sumTooLarge: .internalServerError
            default: .badRequest
            }
        self.init(status, error.message, field: error.member)
    }

    /// Paths, SQL and options of the command line are for the log alone.
    init(_ error: BookError) {
        switch error {
        case .refused(let error): self.init(error)
        case .busy:
            self.init(
                .serviceUnavailable,
                "Another program keeps the book locked. Nothing was changed; try again when it is done.",
                reason: .locked)
        case .diskFull: self = .diskFull
        case .readOnly:
            self.init(
                .forbidden, "The book can't be written on the server, whose log says more. Nothing was changed.",
                reason: .readOnly)
        case .newerThanProgram:
            self.init(
                .serviceUnavailable,
                "The book is of a newer version of Daybook than the server; bring that up to date.",
                reason: .newer)
        case .notABook, .noBackup, .cannotOpen, .isThere, .logWithoutBook, .moved, .damaged, .noRemote,
            .failed:
            self = .unforeseen
        }
    }
}

extension Problem {
    init(_ error: AccountError) {
        switch error {
        case .signInRefused: self.init(.unauthorized, error.message)
        case .tooEarly(let milliseconds):
            self.init(.tooManyRequests, error.message)
            headers[.retryAfter] = "\(AccountError.seconds(milliseconds))"
        case .busy: self.init(.serviceUnavailable, error.message, reason: .crowded)
        case .diskFull: self = .diskFull
        case .database(let error): self.init(error)
        case .locked:
            self.init(
                .serviceUnavailable,
                "Another program keeps the accounts locked. Nothing was changed; try again when it is done.",
                reason: .locked)
        case .readOnly:
            self.init(
                .forbidden, "The accounts can't be written on the server, whose log says more. Nothing was changed.",
                reason: .readOnly)
        case .badName, .nameTaken, .noAccount, .noToken, .noDevice, .hasFeed, .noFeed, .badPassword, .moved, .failed:
            self = .unforeseen
        }
    }
}

extension Problem {
    /// Keeps what PostgreSQL said for the log alone.
    init(_ error: PostgresError) {
        switch error {
        case .unreachable, .uncertain, .refused, .noLibrary, .notPrepared, .otherVersion, .inUse:
            self.init(.serviceUnavailable, "The server's database can't be used at the moment. Try again later.")
            headers[.retryAfter] = "2"
        case .noBook: self.init(.unauthorized, "The account was removed.")
        case .shutOut: self = .shutOut
        case .badAddress, .isThere, .unexpected: self = .unforeseen
        }
    }
}

extension HTTPResponse.Status {
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
