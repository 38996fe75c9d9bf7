import DaybookCore
import DaybookExchange
import HTTPTypes

/// An answer about many resources (RFC 4918, 13), as far as it is written.
struct MultiStatus {
    private var xml: XMLWriter
    private let root: XMLName

    /// - Parameters:
    ///   - names: those that a client asked for.
    ///   - root: another answer about properties.
    init(_ names: [XMLName] = [], root: XMLName = .dav("multistatus")) {
        xml = XMLWriter(names)
        self.root = root
        xml.begin(root)
    }

    /// In bytes, of what isn't taken yet.
    var size: Int { xml.bytes.count }

    /// Hands over what is written so far. It goes on after that.
    mutating func taken() -> [UInt8] { xml.taken() }

    /// Adds what a resource says of the properties that a client asked for.
    mutating func add(_ resource: DAVResource, _ href: String, _ query: PropertyQuery) throws {
        var resource = resource
        var (missing, tooLarge): ([XMLName], [XMLName]) = ([], [])
        xml.open(.dav("response"))
        xml.text(.dav("href"), href)
        let before = size
        beginProperties()
        let start = size
        switch query.wanted {
        case .names: for name in resource.names { xml.empty(name) }
        case .all: for name in resource.names where try !resource.write(name, to: &xml) { missing.append(name) }
        case .some(let names):
            for name in names {
                do {
                    if try !resource.write(name, to: &xml) { missing.append(name) }
                } catch is CalendarSelection.TooMany {
                    tooLarge.append(name)
                }
            }
        }
        if size == start, !missing.isEmpty || !tooLarge.isEmpty { xml.cut(to: before) } else { endProperties(200) }
        add([(missing, 404), (tooLarge, 507)])
        xml.close(.dav("response"))
    }

    /// A resource of which there is nothing more to say.
    mutating func add(_ href: String, _ status: Int, _ condition: XMLName? = nil) {
        xml.open(.dav("response"))
        xml.text(.dav("href"), href)
        xml.text(.dav("status"), Self.line(status))
        if let condition { xml.element(.dav("error")) { $0.empty(condition) } }
        xml.close(.dav("response"))
    }

    /// Tells what became of properties that a client set.
    mutating func add(_ href: String, _ results: [(names: [XMLName], status: Int)]) {
        xml.open(.dav("response"))
        xml.text(.dav("href"), href)
        add(results)
        xml.close(.dav("response"))
    }

    /// Says what became of the properties of the resource that the answer is about.
    mutating func add(_ results: [(names: [XMLName], status: Int)]) {
        for (names, status) in results where !names.isEmpty {
            beginProperties()
            for name in names { xml.empty(name) }
            endProperties(status)
        }
    }

    private mutating func beginProperties() {
        xml.open(.dav("propstat"))
        xml.open(.dav("prop"))
    }

    private mutating func endProperties(_ status: Int) {
        xml.close(.dav("prop"))
        xml.text(.dav("status"), Self.line(status))
        xml.close(.dav("propstat"))
    }

    private static func line(_ status: Int) -> String {
        let reason = [
            200: "OK", 403: "Forbidden", 404: "Not Found", 424: "Failed Dependency", 507: "Insufficient Storage",
        ]
        return "HTTP/1.1 \(status) \(reason[status] ?? "")"
    }

    mutating func text(_ name: XMLName, _ text: String) { xml.text(name, text) }

    /// Nothing comes after that.
    mutating func end() { xml.close(root) }

    /// The answer as a whole.
    var finished: XMLWriter {
        var whole = self
        whole.end()
        return whole.xml
    }
}

/// Which properties a client asks for.
struct PropertyQuery: Sendable {
    enum Wanted: Sendable {
        case names
        case all
        /// Each of them once.
        case some([XMLName])
    }

    let wanted: Wanted
    /// The part of a to-do's text that `calendar-data` is to have; nil for all of it.
    private(set) var selection: CalendarSelection?

    /// Reads what an element wants of it: all if it says nothing.
    ///
    /// - Throws: a `Problem` for more than `mostNames`, and a `DAVError` for a part of a text that there can't be.
    init(_ element: XMLElement?) throws {
        guard let prop = element?.child(.dav("prop")) else {
            wanted = element?.child(.dav("propname")) == nil ? .all : .names
            return
        }
        wanted = .some(try Self.distinct(prop.children.map(\.name)))
        if let data = prop.child(.cal("calendar-data")) { selection = try CalendarSelection(reading: data) }
    }

    /// Names that a client said, as far as the answer has to tell them.
    var names: [XMLName] { if case .some(let names) = wanted { names } else { [] } }

    /// The most names of properties in a request. Each resource in the answer repeats them.
    private static let mostNames = 100

    /// Names, each once, in the order of their first.
    static func distinct(_ names: [XMLName]) throws(Problem) -> [XMLName] {
        var seen: Set<XMLName> = []
        var distinct: [XMLName] = []
        for name in names where seen.insert(name).inserted {
            guard distinct.count < mostNames else {
                throw Problem(
                    .badRequest,
                    "The request names more than \(mostNames) properties. Name at most \(mostNames) at once.")
            }
            distinct.append(name)
        }
        return distinct
    }
}
