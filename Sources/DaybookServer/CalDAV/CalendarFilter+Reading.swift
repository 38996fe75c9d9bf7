import DaybookCore
import DaybookExchange

extension CalendarFilter {
    /// What a `filter` of RFC 4791 (9.7) asks for.
    init(reading element: XMLElement) throws {
        guard let component = element.child(.cal("comp-filter")) else { throw Self.unsupported }
        self.init(try Self.component(component))
    }

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
        return Text(
            text: element.text, mindsCase: collation == "i;octet",
            isNegated: element.attributes["negate-condition"] == "yes")
    }

    private static func range(_ element: XMLElement) throws -> TimeRange {
        func time(_ name: String) throws -> Timestamp? {
            guard let text = element.attributes[name] else { return nil }
            guard let time = TimeRange.time(text) else { throw unsupported }
            return time
        }
        let (start, end) = (try time("start"), try time("end"))
        guard start != nil || end != nil else { throw unsupported }
        return TimeRange(start: start, end: end)
    }
}
