import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird

extension DAVRequest {
    func report() async throws -> Response {
        guard let body = try await xml() else { throw Problem(.badRequest, "The report has no body.") }
        switch body.name {
        case .cal("calendar-multiget"): return try await multiget(body)
        case .cal("calendar-query"): return try await query(body)
        case .dav("sync-collection"): return try await sync(body)
        default: throw DAVError(.dav("supported-report"), "There is no report \(body.name.local) here.")
        }
    }

    /// Nobody finds another's account, so there is none to find.
    func search() async throws -> Response {
        guard try await xml()?.name == .dav("principal-property-search") else {
            throw DAVError(.dav("supported-report"), "There is no such report here.")
        }
        return Response(status: .multiStatus, xml: MultiStatus().finished)
    }

    private func multiget(_ body: XMLElement) async throws -> Response {
        let query = try PropertyQuery(body)
        var seen: Set<String> = []
        let hrefs = body.children.filter { $0.name == .dav("href") }.map { $0.text.trimmed }
            .filter { seen.insert($0).inserted }
        return try await DAVAnswer(self, hrefs.map { .href($0) }, query).response()
    }

    private func query(_ body: XMLElement) async throws -> Response {
        let query = try PropertyQuery(body)
        let filter = try body.child(.cal("filter")).map { try CalendarFilter(reading: $0) }
        let members = try await book.readAside { [self] book -> [DAVMember] in
            switch try resource(in: book).content {
            case .folder: []
            case .item(let item): [.item(item.todo.id)]
            case .list: try inner(book)
            }
        }
        return try await DAVAnswer(self, members, query, filter: filter).response()
    }

    /// How many seconds clocks of a zone are ahead of UTC; those of the server where it isn't known.
    static func offset(_ zone: String, _ time: Timestamp) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
        return Int64((TimeZone(identifier: zone) ?? .current).secondsFromGMT(for: date))
    }

    /// RFC 6578.
    private func sync(_ body: XMLElement) async throws -> Response {
        guard case .list(let name) = path else { throw DAVError(.dav("supported-report")) }
        let query = try PropertyQuery(body)
        let text = (body.child(.dav("sync-token"))?.text ?? "").trimmed
        let limit = body.child(.dav("limit"))?.child(.dav("nresults")).flatMap { Int($0.text.trimmed) }
        let (members, token) = try await book.readAside { [self] book -> ([DAVMember], (String, Bool)) in
            guard let list = try book.calendarList(name) else { throw Problem.nothing }
            let end = try book.calendarToken()
            if text.isEmpty, limit == nil { return (try inner(book), (end.text, false)) }
            let start = text.isEmpty ? CalendarToken(beginningAt: end) : CalendarToken(text)
            // Apps ask every few minutes, and mostly nothing is new.
            if start?.isSame(as: end) == true { return ([], (end.text, false)) }
            guard let start, let changes = try book.calendarChanges(since: start, in: list, limit.map { max(1, $0) })
            else { throw DAVError(.dav("valid-sync-token"), "Fetch the whole list again.") }
            return (changes.members, (changes.end.text, !changes.end.isSame(as: end)))
        }
        return try await DAVAnswer(self, members, query, token: token).response()
    }
}
