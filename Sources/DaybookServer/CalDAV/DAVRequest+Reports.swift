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
        let query = PropertyQuery(body)
        let hrefs = body.children.filter { $0.name == .dav("href") }.map { $0.text.trimmed }
        return try await book.readAside { [self] book in
            var answer = MultiStatus()
            var seen: Set<String> = []
            let asked = hrefs.filter { seen.insert($0).inserted }.map { (href: $0, place: place(of: $0)) }
            var items: [String: [String: CalendarItem]] = [:]
            for (list, places) in Dictionary(grouping: asked.compactMap(\.place), by: \.list) {
                items[list] = try book.calendarList(list).map {
                    try book.calendarItems(places.map(\.name), in: $0)
                }
            }
            for (href, place) in asked {
                if let place, let item = items[place.list]?[place.name] {
                    try answer.add(
                        DAVResource(.item(item), account: account, book: book, client: client), href, query)
                } else {
                    answer.add(href, 404)
                }
            }
            return Response(status: .multiStatus, xml: answer.finished)
        }
    }

    /// The list and the name of an item; nil where an address is no item's.
    private func place(of href: String) -> (list: String, name: String)? {
        let path = href.hasPrefix("/") ? href : URL(string: href)?.path(percentEncoded: true) ?? ""
        guard case .item(let list, let name)? = DAVPath(path, account: account) else { return nil }
        return (list, name)
    }

    private func query(_ body: XMLElement) async throws -> Response {
        let query = PropertyQuery(body)
        let filter = try body.child(.cal("filter")).map { try CalendarFilter(reading: $0) }
        return try await book.readAside { [self] book in
            var answer = MultiStatus()
            func add(_ item: CalendarItem, _ path: DAVPath) throws {
                var known: CalendarItem.Answer?
                if let filter {
                    let found = try item.answer(book)
                    guard filter.matches(try CalendarObject(found.text), offset: Self.offset) else { return }
                    known = found
                }
                try answer.add(
                    DAVResource(.item(item), account: account, book: book, client: client, answer: known),
                    path.href(account),
                    query)
            }
            switch path {
            case .list(let name):
                guard let list = try book.calendarList(name) else { throw Problem.nothing }
                try book.calendarItems(in: list) { try add($0, .item(list: name, name: $0.name)) }
            default:
                if case .item(let item) = try resource(in: book).content { try add(item, path) }
            }
            return Response(status: .multiStatus, xml: answer.finished)
        }
    }

    /// How many seconds clocks of a zone are ahead of UTC; those of the server where it isn't known.
    static func offset(_ zone: String, _ time: Timestamp) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
        return Int64((TimeZone(identifier: zone) ?? .current).secondsFromGMT(for: date))
    }

    /// RFC 6578.
    private func sync(_ body: XMLElement) async throws -> Response {
        guard case .list(let name) = path else { throw DAVError(.dav("supported-report")) }
        let query = PropertyQuery(body)
        let text = (body.child(.dav("sync-token"))?.text ?? "").trimmed
        let limit = body.child(.dav("limit"))?.child(.dav("nresults")).flatMap { Int($0.text.trimmed) }
        return try await book.readAside { [self] book in
            guard let list = try book.calendarList(name) else { throw Problem.nothing }
            var answer = MultiStatus()
            var count = 0
            func add(_ item: CalendarItem) throws {
                count += 1
                try answer.add(
                    DAVResource(.item(item), account: account, book: book, client: client),
                    DAVPath.item(list: name, name: item.name).href(account), query)
            }
            var end = try book.calendarToken()
            if text.isEmpty, limit == nil {
                try book.calendarItems(in: list, add)
            } else {
                let start = text.isEmpty ? CalendarToken(epoch: end.epoch, cursor: 0) : CalendarToken(text)
                guard let start, let changes = try book.changes(since: start, in: list, limit) else {
                    throw DAVError(.dav("valid-sync-token"), "Fetch the whole list again.")
                }
                // Who begins knows of nothing that could be gone.
                let gone = text.isEmpty ? [] : changes.gone
                for item in changes.items { try add(item) }
                for gone in gone { answer.add(DAVPath.item(list: name, name: gone).href(account), 404) }
                // What one commit wrote isn't told apart.
                if let limit, count + gone.count > limit {
                    throw DAVError(.dav("number-of-matches-within-limits"), status: .insufficientStorage)
                }
                if changes.end != end { answer.add(request.uri.path, 507) }
                end = changes.end
            }
            answer.text(.dav("sync-token"), end.text)
            return Response(status: .multiStatus, xml: answer.finished)
        }
    }
}

extension BookReader {
    /// What changed in a list since a state, and the names of what isn't in it any more; nil where only the whole list can
    /// tell.
    ///
    /// - Parameter limit: about how many to tell of; `end` is the state up to which they go.
    fileprivate func changes(
        since token: CalendarToken, in list: CalendarList, _ limit: Int?
    ) throws -> (items: [CalendarItem], gone: [String], end: CalendarToken)? {
        guard let (changes, end) = try changes(since: token, limit) else { return nil }
        var (items, gone): ([CalendarItem], [String]) = ([], [])
        var seen: Set<EntityID> = []
        let lists = Set(try lists().map(\.list.id))
        for (id, fields) in changes.sorted(by: { $0.key < $1.key }) {
            var record = try record(id)
            // To-dos of a list that goes are in the inbox, and of one that comes back are not.
            if record.isList, fields.contains(.deleted), list.id == nil || list.id == id { return nil }
            if record.isList, fields.contains(.type), list.id == nil { return nil }
            if record[.type]?.value == KeptCalendar.aliasType {
                let name = record[.calendar].flatMap { KeptCalendar($0.value) }?.name ?? ""
                if try calendarItem(name, in: list) == nil { gone.append(name) }
                continue
            }
            // Of a series, an occurrence says how it goes on; tags and reminders are kept by themselves, too.
            if let owner = Occurrence(record)?.series ?? ItemTag(record)?.owner {
                guard changes[owner] == nil else { continue }
                record = try self.record(owner)
            }
            guard seen.insert(record.id).inserted else { continue }
            if record.registers.allSatisfy({ $0.field == .deleted }), !record.registers.isEmpty { return nil }
            guard record.isTodo else { continue }
            let place = record[.list].flatMap { EntityID(bytes: $0.value) }
            let isHere = place.flatMap { lists.contains($0) ? $0 : nil } == list.id
            if isHere, record.isAlive {
                if let item = try calendarItem(record.id) { items.append(item) }
            } else if isHere || fields.contains(.list) && (fields.contains(.deleted) || !fields.contains(.createdAt)) {
                // It was here, and is deleted, or in another list.
                gone.append(record[.calendar].flatMap { KeptCalendar($0.value) }?.name ?? record.id.text + ".ics")
            }
        }
        return (items, Set(gone).subtracting(items.map(\.name)).sorted(), end)
    }
}

extension DaybookCore.Record {
    /// Whether it is, or was, a to-do by itself.
    fileprivate var isTodo: Bool { self[.type] == nil && self[.title] != nil }
}
