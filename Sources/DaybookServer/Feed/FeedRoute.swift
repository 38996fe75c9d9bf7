import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// `/feed/SECRET.ics`: what has a day in an account's book, for calendars, which can't sign in. The secret opens
/// nothing else.
struct FeedRoute: Sendable {
    let books: ServedBooks

    /// Tells whether a path is that of a feed, which neither a session nor a token opens.
    static func leads(to path: String) -> Bool { path.hasPrefix("/feed/") }

    func add(to router: Router<ConnectionContext>) {
        router.get("/feed/{file}", use: feed)
    }

    private func feed(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let file = context.parameters.get("file") ?? ""
        guard file.hasSuffix(".ics"), let secret = Secret(String(file.dropLast(4))),
            let book = try await books.book(ofFeed: secret)
        else {
            throw Problem(
                .notFound,
                "There is no feed at this address. It was revoked, or never made. Make one with: daybook feed add NAME")
        }
        let bytes = try await book.readAside { book in
            var bytes: [UInt8] = []
            ICalendar.writeEvents(try book.rows(.active).map(\.todo), to: &bytes)
            return bytes
        }
        let tag = "\"\(Digest(of: bytes).text)\""
        // Calendars ask again by themselves. No proxy keeps what is one person's.
        var headers: HTTPFields = [.cacheControl: "private, no-cache", .eTag: tag]
        if request.headers[values: .ifNoneMatch].contains(where: { $0.contains(tag) || $0 == "*" }) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "text/calendar; charset=utf-8"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
