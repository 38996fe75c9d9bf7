import DaybookCore
import DaybookExchange

extension CalendarFilter {
    /// Reads a `filter` of RFC 4791 (9.7).
    init(reading element: XMLElement) throws {
        guard let component = element.child(.cal("comp-filter")) else { throw Self.unsupported }
        try element.check(mostParts: Self.mostParts, else: DAVError(.cal("supported-filter"), Self.tooLarge))
        self.init(try Self.component(component))
    }

    /// The most elements of a filter. Each line of each to-do is held against them.
    private static let mostParts = 100
    /// In bytes, of a text that is looked for.
    private static let longestText = 1_000
    private static let tooLarge =
        "The filter is too large. It can have at most \(mostParts) elements, with texts of at most \(longestText) bytes."

    /// How texts may be compared.
    static let collations = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]

    private static let unsupported = DAVError(.cal("valid-filter"), "The filter isn't one of RFC 4791, 9.7.")

    private static func component(_ element: XMLElement) throws -> Component {
        guard let name = element.attributes["name"] else { throw unsupported }
        var component = Component(name: name)
        for child in element.children {
            switch child.name {
            case .cal("is-not-defined"): component.isNotDefined = true
            case .cal("time-range"): component.range = try range(child)
            case .cal("comp-filter"): component.components.append(try Self.component(child))
            case .cal("prop-filter"): component.properties.append(try property(child))
            default: throw DAVError(.cal("supported-filter"))
            }
        }
        return component
    }

    private static func property(_ element: XMLElement) throws -> Property {
        guard let name = element.attributes["name"] else { throw unsupported }
        var property = Property(name: name)
        for child in element.children {
            switch child.name {
            case .cal("is-not-defined"): property.isNotDefined = true
            case .cal("time-range"): property.range = try range(child)
            case .cal("text-match"): property.text = try text(child)
            case .cal("param-filter"):
                guard let name = child.attributes["name"] else { throw unsupported }
                property.parameters.append(
                    Parameter(
                        name: name, isNotDefined: child.child(.cal("is-not-defined")) != nil,
                        text: try child.child(.cal("text-match")).map { try text($0) }))
            default: throw DAVError(.cal("supported-filter"))
            }
        }
        return property
    }

    private static func text(_ element: XMLElement) throws -> Text {
        let collation = element.attributes["collation"] ?? "i;ascii-casemap"
        guard collations.contains(collation) else {
            throw DAVError(.cal("supported-collation"))
        }
        guard element.text.utf8.count <= longestText else { throw DAVError(.cal("supported-filter"), tooLarge) }
        return Text(
            text: element.text, mindsCase: collation == "i;octet",
            isNegated: element.attributes["negate-condition"] == "yes")
    }

    private static func range(_ element: XMLElement) throws -> TimeRange {
        guard let range = try TimeRange(reading: element, else: unsupported) else { throw unsupported }
        return range
    }
}

extension TimeRange {
    /// From its `start` to its `end`; nil where it has neither.
    fileprivate init?(reading element: XMLElement, else error: DAVError) throws {
        func time(_ name: String) throws -> Timestamp? {
            guard let text = element.attributes[name] else { return nil }
            guard let time = TimeRange.time(text) else { throw error }
            return time
        }
        let (start, end) = (try time("start"), try time("end"))
        if start == nil, end == nil { return nil }
        if let start, let end, start >= end { throw error }
        self.init(start: start, end: end)
    }
}

extension CalendarSelection {
    /// Reads what a `calendar-data` of RFC 4791 (9.6) wants; nil for all of a text.
    init?(reading element: XMLElement) throws {
        if let type = element.attributes["content-type"], type.lowercased() != "text/calendar" {
            throw DAVError(.cal("supported-calendar-data"), "To-dos are text/calendar.")
        }
        if element.children.isEmpty { return nil }
        try element.check(mostParts: 100, else: Self.unsupported)
        self.init()
        component = try element.child(.cal("comp")).map { try Self.component($0) }
        expanded = try element.child(.cal("expand")).map { try Self.range($0) }
        limited = try element.child(.cal("limit-recurrence-set")).map { try Self.range($0) }
    }

    private static let unsupported = DAVError(
        .cal("supported-calendar-data"), "The calendar-data isn't one of RFC 4791, 9.6, or has more than 100 elements.")

    private static func range(_ element: XMLElement) throws -> TimeRange {
        guard element.attributes["start"] != nil, element.attributes["end"] != nil,
            let range = try TimeRange(reading: element, else: unsupported)
        else { throw unsupported }
        return range
    }

    private static func component(_ element: XMLElement) throws -> Component {
        guard let name = element.attributes["name"] else { throw unsupported }
        var component = Component(name: name)
        var (hasAllProperties, hasAllComponents) = (false, false)
        for child in element.children {
            switch child.name {
            case .cal("allprop"): hasAllProperties = true
            case .cal("allcomp"): hasAllComponents = true
            case .cal("prop"):
                guard let name = child.attributes["name"] else { throw unsupported }
                component.take(property: name, isBare: child.attributes["novalue"] == "yes")
            case .cal("comp"): component.take(try Self.component(child))
            default: throw unsupported
            }
        }
        component.settle(hasAllProperties: hasAllProperties, hasAllComponents: hasAllComponents)
        return component
    }
}

extension XMLElement {
    /// Throws where more elements are in it than may be.
    fileprivate func check(mostParts most: Int, else error: DAVError) throws {
        var count = -1
        forEachName { _ in count += 1 }
        guard count <= most else { throw error }
    }
}
