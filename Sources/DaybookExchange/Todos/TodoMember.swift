import DaybookCore

/// How a field of a to-do stands in JSON, CSV and OpenAPI. Most are a member of their name; what isn't, is here.
struct TodoMember: Sendable {
    enum Form: Sendable {
        case text, day, timeOfDay, time
        /// `completed` beside the moment.
        case completion
        /// The number of a place that has one.
        case order
        /// The number as a string, and the currency in a member of its own.
        case amount(currency: String)
        /// The rule, and how it goes on in a member of its own.
        case repeats(mode: String)
        /// The id of the repeating to-do, and the number of the occurrence.
        case occurrence(series: String)
    }

    /// The place in the list of fields.
    let index: Int
    let spec: FieldSpec<Todo>
    let name: String
    /// A name that it has beside this one.
    let otherName: String?
    let form: Form

    /// Whether a client or a file gives it its value.
    var isInput: Bool { spec.surfaces.contains(.form) }

    /// Of the fields that programs are told, in their order.
    static func members(_ fields: FieldList<Todo>) -> [TodoMember] {
        fields.specs.enumerated().filter { $1.surfaces.contains(.answer) }.map { index, spec in
            let name = "\(spec.name)"
            let form: Form =
                switch spec.shape {
                case .text: .text
                case .day: .day
                case .timeOfDay: .timeOfDay
                case .time: spec.field == .completedAt ? .completion : .time
                case .position: .order
                case .repeats: .repeats(mode: name + "Mode")
                case .occurrence: .occurrence(series: "series")
                case .amount: .amount(currency: spec.field == .amount ? "currency" : name + "Currency")
                }
            return TodoMember(
                index: index, spec: spec, name: spec.shape == .position ? "order" : name,
                otherName: spec.formerName.map { "\($0)" }, form: form)
        }
    }
}
