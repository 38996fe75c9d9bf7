import DaybookCore
import DaybookExchange
import DaybookStorage

/// The resource of an address, with what there is to say of it.
struct DAVResource {
    enum Content {
        /// An address on the way to others.
        case folder(DAVPath)
        case list(CalendarList)
        case item(CalendarItem)
    }

    let content: Content
    let account: String
    let book: BookReader
    let client: ToldTexts
    /// The answer of GET for an item, once it was worked out.
    private var answer: CalendarItem.Answer?
    /// The part of the text that `calendar-data` is to have; nil for all of it.
    private let selection: CalendarSelection?
    private static let privileges = ["read", "write", "write-properties", "write-content", "bind", "unbind"]

    /// - Parameter answer: of an item, if it is known already.
    init(
        _ content: Content, account: String, book: BookReader, client: ToldTexts,
        answer: CalendarItem.Answer? = nil, _ selection: CalendarSelection? = nil
    ) {
        self.client = client
        self.selection = selection
        self.content = content
        self.account = account
        self.book = book
        self.answer = answer
    }

    /// The names of what a resource is asked for where a client wants all.
    var names: [XMLName] {
        let common: [XMLName] = [
            .dav("resourcetype"), .dav("displayname"), .dav("current-user-principal"), .dav("owner"),
        ]
        switch content {
        case .folder: return common
        case .list(let list):
            return common
                + [
                    .dav("sync-token"), .server("getctag"), .cal("supported-calendar-component-set"),
                    .dav("supported-report-set"), .cal("max-resource-size"),
                ] + list.properties.map(\.name)
        case .item:
            return common + [.dav("getetag"), .dav("getcontenttype"), .dav("getcontentlength")]
        }
    }

    /// Writes a property, or nothing.
    ///
    /// - Returns: whether there is such a property.
    /// - Throws: `CalendarSelection.TooMany`, also.
    mutating func write(_ name: XMLName, to xml: inout XMLWriter) throws -> Bool {
        switch (name, content) {
        case (.dav("current-user-principal"), _), (.dav("owner"), _): href(.principal, name, &xml)
        case (.dav("principal-collection-set"), _): href(.principals, name, &xml)
        case (.dav("current-user-privilege-set"), _):
            xml.element(name) { xml in
                for privilege in Self.privileges {
                    xml.element(.dav("privilege")) { $0.empty(.dav(privilege)) }
                }
            }
        case (.dav("resourcetype"), _): writeType(&xml)
        case (_, .folder(let path)): return write(name, of: path, to: &xml)
        case (_, .list(let list)): return try write(name, of: list, to: &xml)
        case (_, .item(let item)): return try write(name, of: item, to: &xml)
        }
        return true
    }

    private func href(_ path: DAVPath, _ name: XMLName, _ xml: inout XMLWriter) {
        xml.element(name) { $0.text(.dav("href"), path.href(account)) }
    }

    private func writeType(_ xml: inout XMLWriter) {
        xml.element(.dav("resourcetype")) { xml in
            switch content {
            case .item: break
            case .folder(.principal):
                xml.empty(.dav("collection"))
                xml.empty(.dav("principal"))
            case .folder: xml.empty(.dav("collection"))
            case .list:
                xml.empty(.dav("collection"))
                xml.empty(.cal("calendar"))
            }
        }
    }

    private func write(_ name: XMLName, of path: DAVPath, to xml: inout XMLWriter) -> Bool {
        switch (name, path) {
        case (.dav("displayname"), .principal): xml.text(name, account)
        case (.dav("displayname"), _): xml.text(name, "Daybook")
        case (.dav("principal-URL"), .principal): href(.principal, name, &xml)
        case (.cal("calendar-home-set"), .principal): href(.home, name, &xml)
        case (.cal("calendar-user-address-set"), .principal): href(.principal, name, &xml)
        case (.dav("supported-report-set"), _): xml.empty(name)
        default: return false
        }
        return true
    }

    private func write(_ name: XMLName, of list: CalendarList, to xml: inout XMLWriter) throws -> Bool {
        switch name {
        case .dav("displayname"): xml.text(name, list.title)
        case .dav("sync-token"), .server("getctag"): xml.text(name, try book.calendarToken().text)
        case .cal("supported-calendar-component-set"): xml.element(name) { $0.empty(.cal("comp"), "name", "VTODO") }
        case .cal("supported-calendar-data"):
            xml.element(name) { $0.empty(.cal("calendar-data"), "content-type", "text/calendar") }
        case .cal("max-resource-size"): xml.text(name, "\(CalendarObject.longest)")
        case .cal("supported-collation-set"):
            xml.element(name) { xml in
                for collation in CalendarFilter.collations { xml.text(.cal("supported-collation"), collation) }
            }
        case .dav("supported-report-set"):
            xml.element(name) { xml in
                for report in [XMLName.cal("calendar-query"), .cal("calendar-multiget"), .dav("sync-collection")] {
                    xml.element(.dav("supported-report")) { $0.element(.dav("report")) { $0.empty(report) } }
                }
            }
        default:
            if name == .apple("calendar-color"), list.isRecoloured {
                guard let colour = list.colour else { return false }
                xml.text(name, colour)
            } else if let property = list.properties.first(where: { $0.name == name }) {
                xml.element(property)
            } else {
                return false
            }
        }
        return true
    }

    private mutating func write(_ name: XMLName, of item: CalendarItem, to xml: inout XMLWriter) throws -> Bool {
        switch name {
        case .dav("displayname"): xml.text(name, item.todo.title)
        case .dav("getetag"): xml.text(name, try answer(of: item).tag)
        case .dav("getcontenttype"): xml.text(name, "text/calendar; charset=utf-8; component=VTODO")
        case .dav("getcontentlength"): xml.text(name, "\(try answer(of: item).text.count)")
        case .cal("calendar-data"):
            let text = try answer(of: item).text
            if let selection {
                xml.text(name, try selection.text(of: text, offset: DAVRequest.offset))
            } else {
                client.saw(text, of: item.todo.id)
                xml.text(name, text)
            }
        default: return false
        }
        return true
    }
}

extension DAVResource {
    private mutating func answer(of item: CalendarItem) throws -> CalendarItem.Answer {
        let known = try answer ?? item.answer(book)
        answer = known
        return known
    }
}
