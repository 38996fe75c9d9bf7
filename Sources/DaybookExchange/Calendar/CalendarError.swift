import DaybookCore

/// Why a text isn't stored as a to-do. The server tells it by the name that RFC 4791 (5.3.2.1) gives it.
public enum CalendarError: Error, Equatable, Sendable {
    /// It is no iCalendar, for this reason.
    case data(String)
    /// It is valid, and can't be one to-do by itself, for this reason.
    case object(String)
    /// It has something else than to-dos: the name of the component.
    case component(String)
    /// It is longer than `CalendarObject.longest`.
    case tooLarge

    /// The name of the condition that isn't met.
    public var condition: String {
        switch self {
        case .data: "valid-calendar-data"
        case .object: "valid-calendar-object-resource"
        case .component: "supported-calendar-component"
        case .tooLarge: "max-resource-size"
        }
    }

    /// Says what is wrong and what to do.
    public var message: String {
        switch self {
        case .data(let reason): "This isn't iCalendar as RFC 5545 has it: \(reason)"
        case .object(let reason): "This can't be stored as one to-do: \(reason)"
        case .component(let name): "Lists hold to-dos alone (VTODO), and this has a \(name.excerpt(40))."
        case .tooLarge: "A to-do can have at most \(CalendarObject.longest) bytes. Shorten it, or take attachments out."
        }
    }
}
