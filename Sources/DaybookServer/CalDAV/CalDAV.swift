import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// CalDAV (RFC 4791): the lists of a book for the apps that phones and desks have already.
///
/// All that it tells is made of the book at one moment, and what a client wrote is kept with the to-do, so there is
/// nothing of its own to store.
final class CalDAV: Sendable {
    /// The most bytes of a body; what is stored is shorter.
    static let greatestBody = 1 << 20

    /// The classes that `OPTIONS` tells.
    private static let classes = "1, 3, access-control, calendar-access, extended-mkcol"
    static let methods = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL, MOVE, COPY"

    func respond(
        to request: Request, _ books: ServedBooks, _ context: inout ConnectionContext
    ) async throws -> Response {
        if request.uri.path == DAVPath.wellKnown {
            return Response(status: .movedPermanently, headers: [.location: DAVPath.start + "/"])
        }
        let source = try await books.admitCalDAV(request, context)
        context.note(source.account)
        let account = source.account?.name ?? "book"
        var response: Response
        do {
            guard let path = DAVPath(request.uri.path, account: account) else {
                let isBelow = request.uri.path.hasPrefix(DAVPath.home.href(account))
                let makes: [HTTPRequest.Method] = [.put, .mkcol, .mkcalendar]
                throw isBelow && makes.contains(request.method) ? Problem.noParent : Problem.nothing
            }
            guard let book = source.book else { throw Problem.nothing }
            let client = ToldTexts(request, source.log)
            response = try await DAVRequest(
                request: request, path: path, account: account, book: book, client: client,
                authority: context.caller.authority, isAdmitted: source.isAdmitted
            ).answer()
            try await client.keep()
        } catch let error as DAVError {
            response = error.response
        } catch let error as CalendarError {
            response = DAVError(error).response
        } catch BookError.refused(let error) {
            response = DAVError(.cal("valid-calendar-data"), error.message).response
        }
        if let dav = HTTPField.Name("DAV") { response.headers[dav] = Self.classes }
        if request.method == .options { response.headers[.allow] = Self.methods }
        return response
    }
}

/// A request of CalDAV by who may do it.
struct DAVRequest: Sendable {
    let request: Request
    let path: DAVPath
    let account: String
    let book: ServedBook
    let client: ToldTexts
    /// The server, as the client called it.
    let authority: String
    /// Tells whether the request would still be let in.
    let isAdmitted: @Sendable () async -> Bool

    func answer() async throws -> Response {
        switch (request.method, path) {
        case (.options, _): return Response(status: .ok)
        case (.propfind, _): return try await propfind()
        case (.report, .list), (.report, .item): return try await report()
        case (.report, _): return try await search()
        case (.get, .item), (.head, .item): return try await get()
        case (.get, _), (.head, _):
            return Response(status: .ok, text: "Daybook's CalDAV. Give this address to an app.\n")
        case (.put, .item(let list, let name)): return try await put(list, name)
        case (.delete, .item(let list, let name)): return try await delete(list, name)
        case (.delete, .list(let list)): return try await delete(list)
        case (.move, .item(let list, let name)): return try await move(list, name)
        case (.mkcalendar, .list(let name)), (.mkcol, .list(let name)): return try await make(name)
        case (.mkcalendar, .item(let list, _)), (.mkcol, .item(let list, _)): throw try await noPlace(in: list)
        case (.copy, .item):
            throw DAVError(
                .cal("no-uid-conflict"), "A to-do lies in one list. Move it, or store it with a UID of its own.")
        case (.proppatch, _): return try await proppatch()
        case (.put, _), (.delete, _), (.move, _), (.copy, _), (.mkcalendar, _), (.mkcol, _):
            throw DAVError(.dav("need-privileges"), "This can't be made, changed or deleted here.")
        default:
            throw Problem(allowing: CalDAV.methods, instead: request.method)
        }
    }

    /// The body as XML; nil where there is none.
    func xml() async throws -> XMLElement? {
        let body = try await request.body(upTo: CalDAV.greatestBody)
        if body.readableBytes == 0 { return nil }
        // The body may have come long after the request was let in.
        guard await isAdmitted() else { throw Problem.shutOut }
        return try XMLReader.read(Array(buffer: body))
    }

    private func propfind() async throws -> Response {
        let depth = request.headers[.depth] ?? "0"
        guard depth == "0" || depth == "1" else { throw DAVError(.dav("propfind-finite-depth")) }
        let body = try await xml()
        guard body == nil || body?.name == .dav("propfind") else {
            throw Problem(.badRequest, "The body isn't a propfind of DAV:.")
        }
        let query = try PropertyQuery(body)
        let members = depth == "1" ? try await book.readAside { try inner($0) } : []
        return try await DAVAnswer(self, [.asked] + members, query).response()
    }

    private func get() async throws -> Response {
        guard case .item(let list, let name) = path else { throw Problem.nothing }
        let text = try await book.readAside { [client] book -> [UInt8] in
            guard let list = try book.calendarList(list), let item = try book.calendarItem(name, in: list) else {
                throw Problem.nothing
            }
            let text = try item.text(book)
            client.saw(text, of: item.todo.id)
            return text
        }
        let tag = CalendarItem.tag(text)
        let headers: HTTPFields = [.eTag: tag, .contentType: "text/calendar; charset=utf-8; component=VTODO"]
        if Self.names(tag, request.headers[values: .ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: text)))
    }

    /// Tells whether headers such as `If-Match` name a tag, or any.
    static func names(_ tag: String, _ values: [String]) -> Bool {
        values.joined(separator: ",").split(separator: ",").contains {
            let value = $0.drop { $0 == " " }.prefix { $0 != " " }
            return value == "*" || value == tag
        }
    }
}

extension Problem {
    static let nothing = Problem(.notFound, "There is nothing at this address.")
    static let noParent = Problem(.conflict, "There is no list at this address. Make it first.")
}

extension HTTPField.Name {
    static let depth = HTTPField.Name("Depth")!
    static let destination = HTTPField.Name("Destination")!
    static let overwrite = HTTPField.Name("Overwrite")!
}
