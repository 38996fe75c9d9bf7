import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension DAVRequest {
    /// In bytes; a part of a register.
    private static let longestName = 500

    func put(_ list: String, _ name: String) async throws -> Response {
        guard name.utf8.count <= Self.longestName else {
            throw Problem(.badRequest, "The name is longer than \(Self.longestName) bytes. Shorten it.")
        }
        if let type = request.headers[.contentType]?.lowercased(), !type.hasPrefix("text/calendar") {
            throw DAVError(.cal("supported-calendar-data"), "Send the to-do as text/calendar.")
        }
        let body: [UInt8]
        do {
            body = Array(buffer: try await request.body(upTo: CalDAV.greatestBody))
        } catch let problem as Problem where problem.status == .contentTooLarge {
            throw CalendarError.tooLarge
        }
        let object = try CalendarObject(body)
        let id = CalendarObject.id(ofUID: object.uid)
        let base = try await client.beginning(of: object, id)
        let outcome = try await book.write { [self] book in
            guard let list = try book.reader.calendarList(list) else {
                throw Problem.noParent
            }
            let edit = CalendarEdit(book: book, object: object, name: name, base: base)
            let item = try book.reader.calendarItem(name, in: list)
            try check(item, in: book.reader)
            if let item {
                guard ByteString(item.uid) == ByteString(object.uid) else { throw conflict(item, list.name) }
                try edit.change(item, in: list.id, isNamed: request.headers[.ifMatch] ?? "*" != "*")
            } else if let other = try book.reader.calendarItem(id) {
                // A move is a PUT and a DELETE to most clients, in either order.
                if try book.reader.list(of: other.todo) == list.id { throw conflict(other, list.name) }
                try edit.change(other, in: list.id, isNamed: false)
            } else {
                try edit.make(in: list.id)
            }
            guard let now = try book.reader.calendarItem(name, in: list) else { throw Problem.nothing }
            now.know(object)
            try client.wrote(object, of: id, in: book)
            return (isNew: item == nil, text: try now.text(book.reader))
        }
        var response = Response(status: outcome.isNew ? .created : .noContent)
        // Only where the client has the very bytes (RFC 4791, 5.3.4).
        if outcome.text == body { response.headers[.eTag] = CalendarItem.tag(body) }
        return response
    }

    private func conflict(_ item: CalendarItem, _ list: String) -> DAVError {
        DAVError(
            .cal("no-uid-conflict"), "Another to-do has this UID, or this address.",
            href: DAVPath.item(list: list, name: item.name).href(account))
    }

    /// Throws where a client has seen another state than there is.
    private func check(_ item: CalendarItem?, in book: BookReader) throws {
        let (wanted, unwanted) = (request.headers[values: .ifMatch], request.headers[values: .ifNoneMatch])
        guard !wanted.isEmpty || !unwanted.isEmpty else { return }
        let tag = try item?.answer(book).tag
        if !wanted.isEmpty, tag.map({ !Self.names($0, wanted) }) ?? true {
            throw Problem(.preconditionFailed, "The to-do was changed or deleted meanwhile. Fetch it again.")
        }
        if let tag, Self.names(tag, unwanted) {
            throw Problem(.preconditionFailed, "There is a to-do at this address already.")
        }
    }

    func delete(_ list: String, _ name: String) async throws -> Response {
        try await book.write { [self] book in
            guard let list = try book.reader.calendarList(list), let item = try book.reader.calendarItem(name, in: list)
            else { throw Problem.nothing }
            try check(item, in: book.reader)
            try book.perform(.delete(.todo, item.todo.id))
        }
        return Response(status: .noContent)
    }

    func move(_ list: String, _ name: String) async throws -> Response {
        let target = request.headers[.destination] ?? ""
        try checkIsHere(target)
        guard let (newList, newName) = place(of: target), newName.utf8.count <= Self.longestName else {
            throw Problem(.badRequest, "The Destination isn't the address of a to-do. Nothing was changed.")
        }
        let overwrites = request.headers[.overwrite] != "F"
        let isNew = try await book.write { [self] book in
            guard let list = try book.reader.calendarList(list), let item = try book.reader.calendarItem(name, in: list)
            else { throw Problem.nothing }
            try check(item, in: book.reader)
            guard let target = try book.reader.calendarList(newList) else {
                throw Problem(.conflict, "There is no list at the Destination. Make it first.")
            }
            let other = try book.reader.calendarItem(newName, in: target)
            if let other, other.todo.id != item.todo.id {
                guard overwrites else {
                    throw Problem(.preconditionFailed, "There is a to-do at the Destination already.")
                }
                try book.perform(.delete(.todo, other.todo.id))
            }
            let object = try item.kept ?? item.shown(book.reader)
            try CalendarEdit(book: book, object: object, name: newName, base: nil)
                .move(item, to: target.id)
            return other == nil
        }
        return Response(status: isNew ? .created : .noContent)
    }
}
