import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Hummingbird

extension DAVRequest {
    /// In bytes, what clients say of a list beside its name.
    private static let mostProperties = 32 * 1_024

    /// Why nothing can be made in a list.
    func noPlace(in list: String) async throws -> any Error {
        _ = try await description()
        let isThere = try await book.readAside { try $0.calendarList(list) != nil }
        return isThere
            ? DAVError(.cal("calendar-collection-location-ok"), "Lists don't lie in each other.") : Problem.noParent
    }

    /// Tells what a client says of a list that it makes; nil where it says nothing.
    private func description() async throws -> XMLElement? {
        let root = request.method == .mkcol ? XMLName.dav("mkcol") : .cal("mkcalendar")
        let isXML = request.headers[.contentType]?.contains("xml") ?? true
        let body = isXML ? try await xml() : nil
        guard isXML, body == nil || body?.name == root else {
            throw Problem(.unsupportedMediaType, "The body isn't a \(root.local). Leave it out, or send that.")
        }
        return body
    }

    /// MKCALENDAR, and MKCOL (RFC 5689). A collection is a list, unless a client says that it wants another sort.
    func make(_ name: String) async throws -> Response {
        let body = try await description()
        let properties = (body?.children ?? []).filter { $0.name == .dav("set") }
            .flatMap { $0.child(.dav("prop"))?.children ?? [] }
        let type = properties.first { $0.name == .dav("resourcetype") }
        if let type, type.child(.cal("calendar")) == nil {
            throw DAVError(.dav("valid-resourcetype"), "Collections are lists of to-dos: make a calendar.")
        }
        let names = try PropertyQuery.distinct(properties.map(\.name))
        let components = properties.first { $0.name == .cal("supported-calendar-component-set") }?.children ?? []
        if !components.isEmpty, !components.contains(where: { $0.attributes["name"]?.uppercased() == "VTODO" }) {
            throw DAVError(.cal("supported-calendar-component"), "Lists hold to-dos alone (VTODO).")
        }
        guard name.utf8.count <= 200 else {
            throw Problem(.badRequest, "The address is longer than 200 bytes. Shorten it.")
        }
        let refused = Set(names.filter { !CalendarList.isSettable($0) })
        if !refused.isEmpty { return refusal(of: refused, names) }
        try await book.write { book in
            let id = CalendarList.id(ofName: name)
            guard name != CalendarList.inbox, try book.reader.find(ItemList.self, id) == nil else {
                throw DAVError(
                    .dav("resource-must-be-null"), "There is a list at this address.", status: .methodNotAllowed)
            }
            let title = properties.first { $0.name == .dav("displayname") }?.text.trimmed ?? ""
            try book.perform(.add(.list, id, .todo(title: title.isBlank ? name : title)))
            guard var list = try book.reader.find(ItemList.self, id).map({ CalendarList($0.list, nil) }) else {
                throw Problem.nothing
            }
            list.name = name
            var edit = Changes()
            let told: [XMLName] = [.dav("displayname")] + CalendarList.ofKind
            for property in properties where !told.contains(property.name) { list.set(property, &edit) }
            try Self.store(list, edit, in: book)
        }
        return Response(status: .created)
    }

    /// RFC 4918, 9.2: what a client sets and removes in its order, and all or nothing.
    func proppatch() async throws -> Response {
        guard let body = try await xml(), body.name == .dav("propertyupdate") else {
            throw Problem(.badRequest, "The body isn't a propertyupdate of DAV:.")
        }
        var changes: [(property: XMLElement, isRemoved: Bool)] = []
        for change in body.children where [.dav("set"), .dav("remove")].contains(change.name) {
            let properties = change.child(.dav("prop"))?.children ?? []
            changes += properties.map { ($0, change.name == .dav("remove")) }
        }
        let names = try PropertyQuery.distinct(changes.map(\.property.name))
        guard case .list(let name) = path else {
            // Some clients stop where the answer as a whole is a refusal.
            return answer(names, refused: Set(names), 403)
        }
        do {
            return try await book.write { [self, changes] book in
                guard var list = try book.reader.calendarList(name) else { throw Problem.nothing }
                let refused = changes.filter { !list.takes($0.property, isRemoved: $0.isRemoved) }.map(\.property.name)
                guard refused.isEmpty else { return answer(names, refused: Set(refused), 403) }
                var edit = Changes()
                for (property, isRemoved) in changes {
                    if isRemoved {
                        list.remove(property.name, &edit)
                    } else if property.name == .dav("displayname") {
                        edit[.title] = .text(property.text.trimmed)
                    } else {
                        list.set(property, &edit)
                    }
                }
                try Self.store(list, edit, in: book)
                return answer(names, refused: [], 200)
            }
        } catch let error as DAVError where error.status == .insufficientStorage {
            let set = Set(changes.filter { !$0.isRemoved }.map(\.property.name))
            return answer(names, refused: set, 507)
        }
    }

    /// Says which properties can't be set of a list that was to be made. Nothing is made (RFC 4791, 5.3.1; RFC 5689, 3).
    private func refusal(of refused: Set<XMLName>, _ names: [XMLName]) -> Response {
        guard request.method == .mkcol else { return answer(names, refused: refused, 403) }
        var answer = MultiStatus(names, root: .dav("mkcol-response"))
        answer.add(Self.results(names, refused: refused, 403))
        return Response(status: .init(code: 424, reasonPhrase: "Failed Dependency"), xml: answer.finished)
    }

    private static func results(
        _ names: [XMLName], refused: Set<XMLName>, _ status: Int
    ) -> [(names: [XMLName], status: Int)] {
        let others = names.filter { !refused.contains($0) }
        return [(names.filter { refused.contains($0) }, status), (others, refused.isEmpty ? 200 : 424)]
    }

    /// Answers what became of properties. Where one was refused, all others were left as they were for that.
    private func answer(_ names: [XMLName], refused: Set<XMLName>, _ status: Int) -> Response {
        var answer = MultiStatus(names)
        answer.add(request.uri.path, Self.results(names, refused: refused, status))
        return Response(status: .multiStatus, xml: answer.finished)
    }

    /// The list goes; its to-dos are in the inbox, as everywhere in Daybook.
    func delete(_ name: String) async throws -> Response {
        try await book.write { book in
            guard let list = try book.reader.calendarList(name) else { throw Problem.nothing }
            guard let id = list.id else {
                throw DAVError(.dav("need-privileges"), "The inbox can't be deleted.")
            }
            try book.perform(.delete(.list, id))
        }
        return Response(status: .noContent)
    }

    private static func store(_ list: CalendarList, _ edit: Changes, in book: BookTransaction) throws {
        if let id = list.id { try book.perform(.edit(.list, id, edit)) }
        try book.perform { stamp in
            let registers = list.registers(stamp)
            guard registers.allSatisfy({ $0.value.count <= mostProperties }) else {
                throw DAVError(
                    .dav("quota-not-exceeded"), "There are too many properties.", status: .insufficientStorage)
            }
            return registers
        }
    }
}

extension CalendarList {
    /// The colours of lists for clients, in the order of `ItemList.colours`.
    private static let colours: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (0xE5, 0x48, 0x4D), (0xF7, 0x6B, 0x15), (0xFF, 0xD6, 0x0A), (0x30, 0xA4, 0x6C), (0x00, 0x90, 0xFF),
        (0x8E, 0x4E, 0xC6), (0x8D, 0x8D, 0x8D),
    ]

    /// The colour in the spelling of Apple's programs: what a client wrote where that is still the colour; nil for none.
    var colour: String? {
        guard let choice = list?.extraFields[.colour]?.choice, choice > 0, choice < Self.colours.count else {
            return nil
        }
        let colour = Self.colours[Int(choice)]
        return "#"
            + [colour.red, colour.green, colour.blue, 0xFF].map { number in
                let digits = String(number, radix: 16, uppercase: true)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// The colour of a list that is most like `#RRGGBB` or `#RRGGBBAA`, or has the name; nil for any other text.
    static func choice(_ text: String) -> UInt8? {
        if let place = ItemList.colours.firstIndex(of: text.trimmed.lowercased()) { return UInt8(place) }
        let digits = text.trimmed.dropFirst()
        guard text.trimmed.hasPrefix("#"), digits.count == 6 || digits.count == 8,
            let number = UInt64(digits, radix: 16)
        else { return nil }
        let rgb = digits.count == 8 ? number >> 8 : number
        let (red, green, blue) = (Int(rgb >> 16 & 255), Int(rgb >> 8 & 255), Int(rgb & 255))
        func distance(_ colour: (red: Int, green: Int, blue: Int)) -> Int {
            let (x, y, z) = (colour.red - red, colour.green - green, colour.blue - blue)
            return x * x + y * y + z * z
        }
        let nearest = colours.indices.dropFirst().min { distance(colours[$0]) < distance(colours[$1]) }
        return nearest.map { UInt8($0) }
    }

    /// True where what a client wrote of its colour isn't so any more, since the app gave it another.
    var isRecoloured: Bool {
        guard let written = properties.first(where: { $0.name == .apple("calendar-color") }) else { return true }
        return id != nil && Self.choice(written.text) ?? 0 != list?.extraFields[.colour]?.choice ?? 0
    }

    /// Tells whether a property is the server's business.
    static func isOwn(_ name: XMLName) -> Bool {
        if name.namespace == XMLName.davSpace { return name.local != "displayname" }
        let own: [XMLName] = [
            .server("getctag"), .cal("supported-calendar-component-set"), .cal("supported-calendar-component-sets"),
            .cal("supported-calendar-data"), .cal("supported-collation-set"), .cal("max-resource-size"),
            .cal("min-date-time"), .cal("max-date-time"), .cal("max-instances"), .cal("max-attendees-per-instance"),
            .cal("calendar-home-set"), .cal("calendar-user-address-set"), .cal("calendar-data"),
        ]
        return own.contains(name)
    }

    /// The properties that a client says of a list that it makes, and can't change.
    static let ofKind: [XMLName] = [.dav("resourcetype"), .cal("supported-calendar-component-set")]

    /// Tells whether a client that makes a list may set a property.
    static func isSettable(_ name: XMLName) -> Bool { !isOwn(name) || ofKind.contains(name) }

    /// Tells whether a client may set a property, or remove it.
    func takes(_ property: XMLElement, isRemoved: Bool) -> Bool {
        if Self.isOwn(property.name) { return false }
        guard property.name == .dav("displayname") else { return true }
        // The inbox has a name in each language.
        let title = property.text.trimmed
        return !isRemoved && !title.isBlank && (id != nil || title == self.title)
    }

    /// Takes over a property that a client sets.
    mutating func set(_ property: XMLElement, _ edit: inout Changes) {
        properties.removeAll { $0.name == property.name }
        properties.append(property)
        if property.name == .apple("calendar-color") {
            edit[.colour] = Self.choice(property.text).map { .choice($0) } ?? .nothing
        }
        if property.name == .apple("calendar-order"), let order = Double(property.text.trimmed),
            let position = Position.number(order)
        {
            edit[.todoPosition] = .position(position)
        }
    }

    mutating func remove(_ name: XMLName, _ edit: inout Changes) {
        properties.removeAll { $0.name == name }
        if name == .apple("calendar-color") { edit[.colour] = .nothing }
    }
}
