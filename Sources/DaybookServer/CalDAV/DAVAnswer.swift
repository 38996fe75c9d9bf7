import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import Hummingbird
import NIOCore

/// The resource that an answer is about.
enum DAVMember: Sendable {
    /// The very address that the client asked for: it looks for that.
    case asked
    case folder(DAVPath)
    case list(String)
    /// A to-do of the list in the request's address.
    case item(EntityID)
    /// An address that stood in the body.
    case href(String)
    /// The name of what isn't in that list any more.
    case gone(String)
}

/// An answer about many resources, which is made and sent a part at a time. So it takes the memory of a part, however large
/// it is, and the work ends where nobody takes it any longer.
struct DAVAnswer: Sendable {
    /// In bytes: a part ends with the resource that reaches it.
    static let usualSize = 64 << 10
    /// After so many resources a part ends, be it empty: a filter may let none through.
    static let mostLookedAt = 256
    /// How many to-dos are read at once.
    private static let batch = 32

    let request: DAVRequest
    let members: [DAVMember]
    let query: PropertyQuery
    /// Which of the to-dos are meant; nil for all.
    var filter: CalendarFilter?
    /// The token that the client sends next time it wants to know what changed, and whether more did than it wanted.
    var token: (text: String, isCut: Bool)?
    private var place = 0
    private var status: MultiStatus

    init(
        _ request: DAVRequest, _ members: [DAVMember], _ query: PropertyQuery, filter: CalendarFilter? = nil,
        token: (text: String, isCut: Bool)? = nil
    ) {
        (self.request, self.members, self.query, self.filter, self.token) = (request, members, query, filter, token)
        status = MultiStatus(query.names)
    }

    /// The first part is made before the answer begins, so that what is wrong has a status of its own.
    func response() async throws -> Response {
        var rest = self
        let first = ByteBuffer(bytes: try await rest.next())
        let body =
            rest.isOver
            ? ResponseBody(byteBuffer: first)
            : ResponseBody { [rest] writer in
                var rest = rest
                try await writer.write(first)
                while !rest.isOver {
                    let part = try await rest.next()
                    // White space means nothing there. Where nobody listens any more, this throws.
                    try await writer.write(ByteBuffer(bytes: part.isEmpty ? [0x0A] : part))
                }
                try await writer.finish(nil)
            }
        return Response(status: .multiStatus, headers: [.contentType: "application/xml; charset=utf-8"], body: body)
    }

    private var isOver: Bool { place > members.count }

    /// Makes the next part.
    private mutating func next() async throws -> [UInt8] {
        // An answer about nothing needs nothing of the book.
        if members.isEmpty { return end() }
        let (bytes, rest) = try await request.book.readAside { [self] book in
            var rest = self
            let bytes = try rest.part(book)
            return (bytes, rest)
        }
        self = rest
        try await request.client.keep()
        return bytes
    }

    private mutating func part(_ book: BookReader) throws -> [UInt8] {
        let list: CalendarList? =
            switch request.path {
            case .list(let name), .item(let name, _): try book.calendarList(name)
            default: nil
            }
        let last = min(place + Self.mostLookedAt, members.count)
        while place < last, status.size < Self.usualSize {
            let some = members[place..<min(place + Self.batch, last)]
            let items = try items(some, of: list, book)
            for member in some where status.size < Self.usualSize {
                try add(member, items, book)
                place += 1
            }
        }
        return place == members.count ? end() : status.taken()
    }

    private mutating func end() -> [UInt8] {
        if let token {
            if token.isCut { status.add(request.request.uri.path, 507, .dav("number-of-matches-within-limits")) }
            status.text(.dav("sync-token"), token.text)
        }
        status.end()
        place += 1
        return status.taken()
    }

    /// The to-dos that some members are, as far as they are there now.
    private struct Items {
        var byID: [EntityID: CalendarItem] = [:]
        var byAddress: [String: CalendarItem] = [:]
    }

    private func items(_ members: ArraySlice<DAVMember>, of list: CalendarList?, _ book: BookReader) throws -> Items {
        var items = Items()
        var ids: [EntityID] = []
        var asked: [String: [(href: String, name: String)]] = [:]
        for member in members {
            switch member {
            case .item(let id): ids.append(id)
            case .href(let href):
                if let place = request.place(of: href) { asked[place.list, default: []].append((href, place.name)) }
            case .asked, .folder, .list, .gone: break
            }
        }
        if let list, !ids.isEmpty { items.byID = try book.calendarItems(ids, in: list) }
        for (name, places) in asked {
            guard let list = try book.calendarList(name) else { continue }
            let found = try book.calendarItems(places.map(\.name), in: list)
            for place in places { items.byAddress[place.href] = found[place.name] }
        }
        return items
    }

    private mutating func add(_ member: DAVMember, _ items: Items, _ book: BookReader) throws {
        switch member {
        case .asked: try add(request.resource(in: book), request.request.uri.path)
        case .folder(let path): try add(request.resource(.folder(path), book), path.href(request.account))
        case .list(let name):
            guard let list = try book.calendarList(name) else { return }
            try add(request.resource(.list(list), book), DAVPath.list(name).href(request.account))
        case .item(let id):
            guard let item = items.byID[id], let list = request.path.list else { return }
            try add(item, DAVPath.item(list: list, name: item.name).href(request.account), book)
        case .href(let href):
            if let item = items.byAddress[href] { try add(item, href, book) } else { status.add(href, 404) }
        case .gone(let name):
            guard let list = request.path.list else { return }
            status.add(DAVPath.item(list: list, name: name).href(request.account), 404)
        }
    }

    private mutating func add(_ resource: DAVResource, _ href: String) throws { try status.add(resource, href, query) }

    private mutating func add(_ item: CalendarItem, _ href: String, _ book: BookReader) throws {
        var known: CalendarItem.Answer?
        if let filter {
            let answer = try item.answer(book)
            guard filter.matches(answer.text, offset: DAVRequest.offset) else { return }
            known = answer
        }
        try add(request.resource(.item(item), book, known, query.selection), href)
    }
}

extension DAVRequest {
    func resource(
        _ content: DAVResource.Content, _ book: BookReader, _ answer: CalendarItem.Answer? = nil,
        _ selection: CalendarSelection? = nil
    ) -> DAVResource {
        DAVResource(content, account: account, book: book, client: client, answer: answer, selection)
    }

    /// Tells what the address names.
    func resource(in book: BookReader) throws -> DAVResource {
        switch path {
        case .list(let name):
            guard let list = try book.calendarList(name) else { throw Problem.nothing }
            return resource(.list(list), book)
        case .item(let list, let name):
            guard let list = try book.calendarList(list), let item = try book.calendarItem(name, in: list) else {
                throw Problem.nothing
            }
            return resource(.item(item), book)
        default: return resource(.folder(path), book)
        }
    }

    /// The list and the name of an item; nil where an address is no item's.
    func place(of href: String) -> (list: String, name: String)? {
        let path = href.hasPrefix("/") ? href : URL(string: href)?.path(percentEncoded: true) ?? ""
        guard case .item(let list, let name)? = DAVPath(path, account: account) else { return nil }
        return (list, name)
    }

    /// Throws where an address is another server's (RFC 4918, 9.9.4). Its path may well be one of this server, too.
    func checkIsHere(_ href: String) throws {
        guard !href.hasPrefix("/") || href.hasPrefix("//") else { return }
        let url = URLComponents(string: href)
        let own = URLComponents(string: "\(url?.scheme ?? "https")://\(authority)")
        let usual = url?.scheme?.lowercased() == "http" ? 80 : 443
        if let host = url?.host?.lowercased(), host == own?.host?.lowercased(),
            url?.port ?? usual == own?.port ?? usual, ["http", "https"].contains(url?.scheme?.lowercased())
        {
            return
        }
        throw Problem(
            .badGateway,
            "The Destination “\(href.excerpt)” isn't on this server, \(authority). A to-do can be moved here alone. Nothing was changed."
        )
    }

    /// The members that lie right in the address.
    func inner(_ book: BookReader) throws -> [DAVMember] {
        switch path {
        case .root: [.folder(.principals), .folder(.calendars)]
        case .principals: [.folder(.principal)]
        case .calendars: [.folder(.home)]
        case .home: try book.calendarLists().map { .list($0.name) }
        case .list(let name):
            try book.calendarList(name).map { try book.calendarMembers(of: $0.id).map { .item($0) } } ?? []
        case .principal, .item: []
        }
    }
}

extension BookReader {
    /// The ids of a list's to-dos in their order, those that are done last.
    ///
    /// - Parameter list: nil for the inbox.
    func calendarMembers(of list: EntityID?) throws -> [EntityID] {
        let lists = Set(try lists().map(\.list.id))
        guard let place = Todo.fields.index(of: .list), let occurrence = Todo.fields.index(of: .occurrence) else {
            return []
        }
        var members: [EntityID] = []
        try forEachRow { row in
            let own = try row.value(at: place).entity.flatMap { lists.contains($0) ? $0 : nil }
            guard own == list else { return }
            let id = try row.id
            if let series = try row.value(at: occurrence).occurrence?.series, series != id { return }
            members.append(id)
        }
        return members
    }

    /// The items of some to-dos that lie in a list, by id.
    func calendarItems(_ ids: [EntityID], in list: CalendarList) throws -> [EntityID: CalendarItem] {
        let kept = try values(of: .calendar, ids)
        let lists = Set(try lists().map(\.list.id))
        var items: [EntityID: CalendarItem] = [:]
        for row in try rows(ids) where !row.todo.isPastOccurrence {
            let own = row.todo.extraFields[.list]?.entity.flatMap { lists.contains($0) ? $0 : nil }
            guard own == list.id else { continue }
            let (id, kept) = (row.todo.id, kept[row.todo.id].flatMap { KeptCalendar($0) })
            items[id] = CalendarItem(row.todo, in: list.id, kept, name: try name(of: id, kept, in: list.id))
        }
        return items
    }
}
