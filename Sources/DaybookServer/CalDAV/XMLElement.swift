struct XMLName: Hashable, Sendable {
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// The one that `xml:` stands for in every document.
    static let xmlSpace = "http://www.w3.org/XML/1998/namespace"
    static let davSpace = "DAV:"
    static let calendarSpace = "urn:ietf:params:xml:ns:caldav"
    static let serverSpace = "http://calendarserver.org/ns/"
    static let appleSpace = "http://apple.com/ns/ical/"

    /// A name of WebDAV (RFC 4918 and others).
    static func dav(_ local: String) -> XMLName { XMLName(davSpace, local) }
    /// A name of CalDAV (RFC 4791).
    static func cal(_ local: String) -> XMLName { XMLName(calendarSpace, local) }
    /// A name of calendarserver.org.
    static func server(_ local: String) -> XMLName { XMLName(serverSpace, local) }
    static func apple(_ local: String) -> XMLName { XMLName(appleSpace, local) }
}

/// An element of XML with all that is in it. Comments and instructions aren't.
struct XMLElement: Equatable, Sendable {
    let name: XMLName
    /// The attributes without a namespace, by their names.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The text directly in it.
    var text = ""

    func child(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }

    /// Calls `body` with the name of each element, this one and all in it.
    func forEachName(_ body: (XMLName) -> Void) {
        body(name)
        for child in children { child.forEachName(body) }
    }
}
